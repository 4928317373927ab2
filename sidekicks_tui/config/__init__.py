"""The configuration file: text in, values out.

`check` and `load` answer with settings and every problem at its line and column, `schema` with the file's
JSON Schema. Nothing here writes a file, and ruamel.yaml is imported by the first check.
"""

from sidekicks_tui.config.check import Loaded, check, load, read_text
from sidekicks_tui.config.schema import schema

__all__ = ["Loaded", "check", "load", "read_text", "schema"]
