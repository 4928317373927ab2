"""Shells in the agents' folders."""
