"""The screen of the files."""
