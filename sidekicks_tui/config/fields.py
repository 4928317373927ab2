"""The keys of the configuration file: what each is called, may hold, means, and becomes."""

from typing import Any, Final

from sidekicks_tui.config.nodes import Mapping
from sidekicks_tui.config.reading import Reading
from sidekicks_tui.config.records import Anything, Either, Field, FreeKeys, Kept, ListOf, Record
from sidekicks_tui.config.runtimes import RUNTIME
from sidekicks_tui.config.shapes import (
    AsWritten,
    Choice,
    Duration,
    Flag,
    Folder,
    Icon,
    Size,
    Text,
    Whole,
    Words,
)
from sidekicks_tui.locale import LANGUAGES
from sidekicks_tui.model import limits
from sidekicks_tui.model.settings import (
    AgentSettings,
    ChannelSettings,
    LimitSettings,
    McpServer,
    ModelSettings,
    NotificationSettings,
)

_VARIABLE: Final = "[A-Za-z_][A-Za-z0-9_]*"
_ENVIRONMENT: Final = FreeKeys(
    AsWritten(expand=True), _VARIABLE, "be the name of an environment variable: letters, digits and _"
)
_NAME: Final = Text(
    f"[a-z0-9_-]{{1,{limits.AGENT_NAME_LENGTH}}}",
    f"be 1 to {limits.AGENT_NAME_LENGTH} of the characters a-z, 0-9, - and _",
)
_ADDRESS: Final = Text(r"https?://\S+", "begin with http:// or https://")


def _finish_server(values: dict[str, Any], node: Mapping, reading: Reading) -> bool:
    """The program and its arguments become one command; a server has a command or an address."""
    if "command" in values:
        values["command"] += values.pop("args", ())
    remote = values.setdefault("type", "http" if node.get("url") else "stdio") != "stdio"
    wanted, unwanted = ("url", ("command", "args", "env")) if remote else ("command", ("url", "headers"))
    sound = True
    if node.get(wanted) is None:
        reading.error(node, f'an MCP server of type {values["type"]} needs "{wanted}"')
        sound = False
    for key, _ in node.entries:
        if key.text in unwanted:
            reading.error(key, f'"{key.text}" has no meaning for an MCP server of type {values["type"]}')
            sound = False
    return sound


_SERVER: Final = Record(
    "an MCP server",
    McpServer,
    (
        Field("name", Text(), "how the agent calls the server", required=True),
        Field(
            "type", Choice(("stdio", "http", "sse")), "how it is reached; stdio, or http when there is a url"
        ),
        Field("command", Words(), "the program to run, for stdio: a list, or one text split like a shell's"),
        Field("args", ListOf(AsWritten(), "an argument"), "more words for the command"),
        Field("env", _ENVIRONMENT, "variables for it; ${NAME} is replaced from the environment"),
        Field("url", _ADDRESS, "its address, for http and sse"),
        Field("headers", FreeKeys(AsWritten(expand=True)), "sent with each request; ${NAME} is replaced"),
    ),
    _finish_server,
)

_MODEL: Final = Record(
    "a model",
    ModelSettings,
    (
        Field("baseUrl", _ADDRESS, "an OpenAI-compatible address, up to and with /v1", required=True),
        Field("name", Text(), "the model's name there", required=True),
        Field("key", Text(_VARIABLE, "be the name of an environment variable"), "the variable with the key"),
    ),
)


def _finish_agent(values: dict[str, Any], node: Mapping, reading: Reading) -> bool:
    values.setdefault("workspace", reading.folder)
    if isinstance(model := values.get("model"), ModelSettings):
        values["env"] = model.environment() | values.get("env", {})
    return True


_AGENT: Final = Record(
    "an agent",
    AgentSettings,
    (
        Field("name", _NAME, "how it is mentioned: a-z, 0-9, - and _; unique", required=True),
        Field("title", Text(), "shown in its place; the name otherwise"),
        Field("icon", Icon(), "one character, shown before its title"),
        Field("description", Text(empty=True), "what it is for"),
        Field("command", Words(), "the program that speaks ACP: a list, or one text", required=True),
        Field("env", _ENVIRONMENT, "added to its environment; ${NAME} is replaced from Sidekicks's own"),
        Field("workspace", Folder(), "the folder it works in; this file's folder otherwise"),
        Field("additionalDirectories", ListOf(Folder(), "a folder"), "more folders that it may work in"),
        Field("mcpServers", ListOf(_SERVER, "an MCP server", "name"), "MCP servers for its sessions"),
        Field("mode", Text(), "the mode that its sessions start in"),
        Field("options", FreeKeys(Either((Text(), Flag()))), "its sessions' options, by identifier"),
        Field(
            "log", Size(*limits.LOG_FILE_SIZE_RANGE), "its log's size before it rotates", attribute="log_size"
        ),
        Field("model", _MODEL, "the model that the built-in agent answers with"),
        Field("runtime", RUNTIME, "where it runs; this machine otherwise"),
    ),
    _finish_agent,
)


def _finish_channel(values: dict[str, Any], node: Mapping, reading: Reading) -> bool:
    if "name" in values:
        values["name"] = values["name"].strip()
    values["members"] = tuple(dict.fromkeys(values.get("members", ())))
    return True


_CHANNEL: Final = Record(
    "a channel",
    ChannelSettings,
    (
        Field(
            "name",
            Text(
                r"[^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*",
                "hold something to read, and no control characters",
                limits.CHANNEL_NAME_LENGTH,
            ),
            f"1 to {limits.CHANNEL_NAME_LENGTH} characters; unique, whatever the case",
            required=True,
        ),
        Field("description", Text(empty=True), "what it is about"),
        Field("members", ListOf(Text(), "a member"), "names of agents"),
    ),
    _finish_channel,
)


def _finish_hook(values: dict[str, Any], node: Mapping, reading: Reading) -> bool:
    if node.get("file") is None and (node.get("event") is None or node.get("handler") is None):
        reading.error(node, 'a hook needs "event" and "handler", or a "file" that declares hooks')
        return False
    return True


_VENDOR: Final = Field("vendor", Text(), "whose hook or rule it is: claude, codex, copilot …", required=True)
_AGENTS: Final = Field(
    "agents", ListOf(Text(), "an agent's name"), "the agents that it acts on; all otherwise"
)
_ID: Final = Field("id", Text(), "how it is called in the hooks' status")
_HOOK: Final = Record(
    "a hook",
    dict,
    (
        _VENDOR,
        Field("event", Text(), "the vendor's name of the event"),
        Field("matcher", Text(empty=True), "what it is limited to, in the vendor's own words"),
        Field("handler", Either((Text(), FreeKeys(Anything()))), "the command to run"),
        Field("file", Text(), "a vendor's own file, of which every hook is taken"),
        _ID,
        _AGENTS,
        Field("force", Flag(), "act although the agent runs this vendor's hooks itself"),
    ),
    _finish_hook,
)
_RULE: Final = Record(
    "a rule",
    dict,
    (
        _VENDOR,
        Field("source", Either((Text(), ListOf(Text(), "a source"))), "paths or patterns", required=True),
        _ID,
        _AGENTS,
    ),
)

FILE: Final = Record(
    "the file",
    dict,
    (
        Field("theme", Text(), "any theme that the palette lists"),
        Field("language", Choice(("auto", *LANGUAGES)), "the language of the screen; auto: the locale's"),
        Field(
            "limits",
            Record(
                "limits",
                LimitSettings,
                (
                    Field(
                        "maxRunningAgents",
                        Whole(*limits.MAX_RUNNING_AGENTS_RANGE),
                        "how many agents may run at once",
                    ),
                    Field("stopIdleAgentsAfter", Duration(), "30s, 15m, 2h, or never"),
                ),
            ),
            "how much may run",
        ),
        Field("agents", ListOf(_AGENT, "an agent", "name"), "the agents"),
        Field("channels", ListOf(_CHANNEL, "a channel", "name"), "channels that are made when missing"),
        Field("keys", FreeKeys(Text(empty=True)), "keys by action; an empty one frees the action's keys"),
        Field(
            "notifications",
            Record(
                "notifications",
                NotificationSettings,
                (
                    Field("bell", Flag(), "ring the terminal's bell"),
                    Field("desktop", Flag(), "show a notification of the desktop"),
                ),
            ),
            "when an answer ends or a permission waits while nobody looks",
        ),
        Field("hooks", ListOf(Kept(_HOOK), "a hook", "id"), "hooks of other tools, for any agent"),
        Field("rules", ListOf(Kept(_RULE), "a rule", "id"), "rules files of other tools, for any agent"),
    ),
)
"""The whole file. Its struct is a dict: `check` adds the path and makes the settings."""
