"""Where the engine asks the hooks: at the gates of tools, around prompts and turns, and of what is only seen.

| Module | Asks |
| --- | --- |
| `service` | holds the adapter for the configuration in force |
| `desk` | speaks for one session: where it is, what waits to be told to its agent |
| `gates` | before a tool: at a permission, at files, at terminals |
| `turns` | before a prompt leaves, and when a turn ends |
| `seen` | what has happened, and cannot be helped |
"""
