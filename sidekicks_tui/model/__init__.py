"""Values, events, errors, the agents' life cycle and every number of the contract.

The bottom layer: it imports nothing of Sidekicks, does no input or output and knows no clock but the one
that it is handed. Values are frozen msgspec Structs; on the wire and in the history their fields are spelled
in camelCase.
"""
