"""What an agent asks of Sidekicks: files and terminals of its workspace, permissions, answers of the person.

Everything stays inside the agent's folders. One `AgentClient` serves one process of an agent.
"""
