"""What we say to agents, as the wire's JSON."""

import base64
from collections.abc import Sequence
from typing import Final

from sidekicks_tui import __version__
from sidekicks_tui.acp.blocks import ImageBlock, LinkBlock, PromptBlock, ResourceBlock, TextBlock
from sidekicks_tui.acp.wire_json import JsonObject
from sidekicks_tui.model.limits import PROTOCOL_VERSION
from sidekicks_tui.model.settings import McpServer

HANDSHAKE: Final[JsonObject] = {
    "protocolVersion": PROTOCOL_VERSION,
    "clientCapabilities": {
        "fs": {"readTextFile": True, "writeTextFile": True},
        "terminal": True,
        "session": {"configOptions": {"boolean": {}}},
        "elicitation": {"form": {}, "url": {}},
        "auth": {"terminal": True},
        # Codex and Claude run commands themselves; only so do they show the output while it comes. The person
        # is shown the command that a login in a terminal takes; older agents look for that here.
        "_meta": {"terminal_output": True, "terminal-auth": True},
    },
    "clientInfo": {"name": "sidekicks", "title": "Sidekicks", "version": __version__},
}


def session_request(
    cwd: str, additional_directories: Sequence[str], mcp_servers: Sequence[McpServer]
) -> JsonObject:
    """What `session/new`, `session/load` and `session/resume` have in common."""
    params: JsonObject = {"cwd": cwd, "mcpServers": [_mcp_server(server) for server in mcp_servers]}
    if additional_directories:
        params["additionalDirectories"] = list(additional_directories)
    return params


def prompt_block(block: PromptBlock) -> JsonObject:
    match block:
        case TextBlock():
            return {"type": "text", "text": block.text}
        case ImageBlock():
            data = base64.b64encode(block.data).decode()
            return {"type": "image", "data": data, "mimeType": block.mime} | _given(uri=block.uri)
        case ResourceBlock():
            resource = {"uri": block.uri, "text": block.text} | _given(mimeType=block.mime)
            return {"type": "resource", "resource": resource}
        case LinkBlock():
            facts = _given(mimeType=block.mime, size=block.size)
            return {"type": "resource_link", "uri": block.uri, "name": block.name} | facts


def _mcp_server(server: McpServer) -> JsonObject:
    if server.type == "stdio":
        return {
            "name": server.name,
            "command": server.command[0],
            "args": list(server.command[1:]),
            "env": _pairs(server.env),
        }
    return {"type": server.type, "name": server.name, "url": server.url, "headers": _pairs(server.headers)}


def _pairs(values: dict[str, str]) -> list[JsonObject]:
    return [{"name": name, "value": value} for name, value in values.items()]


def _given(**fields: str | int | None) -> JsonObject:
    """The fields that are neither None nor empty text."""
    return {name: value for name, value in fields.items() if value not in (None, "")}
