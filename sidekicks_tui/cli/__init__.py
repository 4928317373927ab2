"""The command line. Each command is a module of its own, imported when it is run.

A command without a screen must start at once and leave the SDK and Textual alone, so nothing here imports at
its top what only some commands need.
"""
