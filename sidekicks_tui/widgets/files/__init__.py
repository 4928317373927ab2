"""An agent's folder on the screen: its tree, and one of its files."""
