"""Measurements of the real program, from outside: bytes and keys are stamped at the pseudo-terminal."""
