"""What is done with the source, beside running it."""
