"""The screens: each places widgets, follows the bus and asks the engine for what the person wants."""
