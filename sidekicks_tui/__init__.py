"""Sidekicks: talk with several coding agents at once, from any terminal."""

__version__ = "0.1.0"
