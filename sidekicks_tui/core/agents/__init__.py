"""Agents: their life cycle, their logs, who may run, and whose turn it is with whom.

`eviction` decides who is stopped unasked, `handshake` how long a start may take, `launch` brings one process
up, `agent` moves one agent through its states, `service` is the contract's `AgentService`.
"""
