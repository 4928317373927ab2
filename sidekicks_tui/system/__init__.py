"""Thin hands on the operating system: processes and their end, terminals, files, folders, locks, logs."""
