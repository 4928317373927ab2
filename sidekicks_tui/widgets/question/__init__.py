"""The question of an agent: a form to fill in, or an address to open."""
