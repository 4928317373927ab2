"""What the person is told while they look elsewhere: `occasions` says what, `sequences` how it is written."""
