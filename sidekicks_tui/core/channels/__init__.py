"""Channels: who answers a message, what an agent is told, and how its answer is put together and kept.

The decisions are pure functions, each in a module of its own (`mentions`, `routing`, `catchup`, `joined`,
`assemble`, `naming`); `service` orders them, `turns` runs them one after the other for each channel.
"""
