"""An editor for the configuration file: colours, marked problems, completion."""
