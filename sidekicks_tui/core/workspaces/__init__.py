"""The folders in which the agents work: looked at, changed and followed, and never left."""
