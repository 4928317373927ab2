"""A terminal on the screen."""
