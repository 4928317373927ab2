"""The configuration file in an editor, and everything that can be chosen without writing it."""
