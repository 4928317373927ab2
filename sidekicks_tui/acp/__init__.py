"""The protocol's border: ACP version 1 on one side, Sidekicks's own values on the other.

Nothing of the SDK leaves this package. Importing it does not import the SDK, which costs up to a second:
`connection` does so, in a thread, when the first agent is greeted.
"""
