"""The protocol's border: ACP version 1 on one side, Sidekicks's own values on the other.

Nothing of the SDK leaves this package, and importing its values (`updates`, `blocks`, `elicitation`, `client`)
does not import the SDK, which costs a second: `connection` does so when the first agent is greeted.
"""
