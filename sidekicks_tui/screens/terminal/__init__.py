"""The screen of the terminals."""
