"""Hooks and rules of Claude Code, Codex, CodeBuddy, OpenCode and Copilot, made to act on any agent.

`HookAdapter` is what the engine asks. Nothing here knows the engine, or an agent's wire.
"""
