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
from sidekicks_tui.locale import LANGUAGES, N_, _
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
    AsWritten(expand=True), _VARIABLE, N_("be the name of an environment variable: letters, digits and _")
)
_NAME: Final = Text("[a-z0-9_-]+", N_("hold only the characters a-z, 0-9, - and _"), limits.AGENT_NAME_LENGTH)
_ADDRESS: Final = Text(r"https?://\S+", N_("begin with http:// or https://"))


def _finish_server(values: dict[str, Any], node: Mapping, reading: Reading) -> bool:
    """The program and its arguments become one command; a server has a command or an address."""
    if "command" in values:
        values["command"] += values.pop("args", ())
    remote = values.setdefault("type", "http" if node.get("url") else "stdio") != "stdio"
    wanted, unwanted = ("url", ("command", "args", "env")) if remote else ("command", ("url", "headers"))
    sound = True
    if node.get(wanted) is None:
        reading.error(
            node,
            _('an MCP server of type {type} needs "{wanted}"').format(type=values["type"], wanted=wanted),
        )
        sound = False
    for key, _value in node.entries:
        if key.text in unwanted:
            reading.error(
                key,
                _('"{key}" has no meaning for an MCP server of type {type}').format(
                    key=key.text, type=values["type"]
                ),
            )
            sound = False
    return sound


_SERVER: Final = Record(
    N_("an MCP server"),
    McpServer,
    (
        Field("name", Text(), N_("how the agent calls the server"), required=True),
        Field(
            "type", Choice(("stdio", "http", "sse")), "how it is reached; stdio, or http when there is a url"
        ),
        Field("command", Words(), "the program to run, for stdio: a list, or one text split like a shell's"),
        Field("args", ListOf(AsWritten(), N_("an argument")), "more words for the command"),
        Field("env", _ENVIRONMENT, "variables for it; ${NAME} is replaced from the environment"),
        Field("url", _ADDRESS, "its address, for http and sse"),
        Field("headers", FreeKeys(AsWritten(expand=True)), "sent with each request; ${NAME} is replaced"),
    ),
    _finish_server,
)

_MODEL: Final = Record(
    N_("a model"),
    ModelSettings,
    (
        Field("baseUrl", _ADDRESS, N_("an OpenAI-compatible address, up to and with /v1"), required=True),
        Field("name", Text(), N_("the model's name there"), required=True),
        Field(
            "key", Text(_VARIABLE, N_("be the name of an environment variable")), "the variable with the key"
        ),
    ),
)


def _finish_agent(values: dict[str, Any], node: Mapping, reading: Reading) -> bool:
    values.setdefault("workspace", reading.folder)
    if isinstance(model := values.get("model"), ModelSettings):
        values["env"] = model.environment() | values.get("env", {})
    return True


_AGENT: Final = Record(
    N_("an agent"),
    AgentSettings,
    (
        Field("name", _NAME, N_("how it is mentioned: a-z, 0-9, - and _; unique"), required=True),
        Field("title", Text(), "shown in its place; the name otherwise"),
        Field("icon", Icon(), "one character, shown before its title"),
        Field("description", Text(empty=True), "what it is for"),
        Field("command", Words(), N_("the program that speaks ACP: a list, or one text"), required=True),
        Field("env", _ENVIRONMENT, "added to its environment; ${NAME} is replaced from Sidekicks's own"),
        Field("workspace", Folder(), "the folder it works in; this file's folder otherwise"),
        Field("additionalDirectories", ListOf(Folder(), N_("a folder")), "more folders that it may work in"),
        Field("mcpServers", ListOf(_SERVER, N_("an MCP server"), "name"), "MCP servers for its sessions"),
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
    N_("a channel"),
    ChannelSettings,
    (
        Field(
            "name",
            Text(
                r"[^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*",
                N_("hold something to read, and no control characters"),
                limits.CHANNEL_NAME_LENGTH,
            ),
            N_("how it is called; unique, whatever the case"),
            required=True,
        ),
        Field("description", Text(empty=True), "what it is about"),
        Field("members", ListOf(Text(), N_("a member")), "names of agents"),
    ),
    _finish_channel,
)


def _finish_hook(values: dict[str, Any], node: Mapping, reading: Reading) -> bool:
    if node.get("file") is None and (node.get("event") is None or node.get("handler") is None):
        reading.error(node, _('a hook needs "event" and "handler", or a "file" that declares hooks'))
        return False
    return True


_VENDOR: Final = Field(
    "vendor", Text(), N_("whose hook or rule it is: claude, codex, copilot …"), required=True
)
_AGENTS: Final = Field(
    "agents", ListOf(Text(), N_("an agent's name")), "the agents that it acts on; all otherwise"
)
_ID: Final = Field("id", Text(), "how it is called in the hooks' status")
_HOOK: Final = Record(
    N_("a hook"),
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
    N_("a rule"),
    dict,
    (
        _VENDOR,
        Field(
            "source", Either((Text(), ListOf(Text(), N_("a source")))), N_("paths or patterns"), required=True
        ),
        _ID,
        _AGENTS,
    ),
)

FILE: Final = Record(
    N_("the file"),
    dict,
    (
        Field("theme", Text(), "any theme that the palette lists"),
        Field("language", Choice(("auto", *LANGUAGES)), "the language of the screen; auto: the locale's"),
        Field(
            "limits",
            Record(
                N_("limits"),
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
        Field("agents", ListOf(_AGENT, N_("an agent"), "name"), "the agents"),
        Field("channels", ListOf(_CHANNEL, N_("a channel"), "name"), "channels that are made when missing"),
        Field("keys", FreeKeys(Text(empty=True)), "keys by action; an empty one frees the action's keys"),
        Field(
            "notifications",
            Record(
                N_("notifications"),
                NotificationSettings,
                (
                    Field("bell", Flag(), "ring the terminal's bell"),
                    Field("desktop", Flag(), "show a notification of the desktop"),
                ),
            ),
            "when an answer ends or a permission waits while nobody looks",
        ),
        Field("hooks", ListOf(Kept(_HOOK), N_("a hook"), "id"), "hooks of other tools, for any agent"),
        Field("rules", ListOf(Kept(_RULE), N_("a rule"), "id"), "rules files of other tools, for any agent"),
    ),
)
"""The whole file. Its struct is a dict: `check` adds the path and makes the settings."""
