"""The conversation with one agent's process, in Sidekicks's own values."""

import asyncio
import gc
import importlib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidekicks_tui.acp.blocks import PromptBlock
from sidekicks_tui.acp.client import Client
from sidekicks_tui.acp.fields import JsonMapping, text
from sidekicks_tui.acp.outgoing import HANDSHAKE, prompt_block, session_request
from sidekicks_tui.acp.sessions import agent_info, session_info, session_options, stored_sessions
from sidekicks_tui.acp.updates import ModelUpdate, ModeUpdate, Note, OptionsUpdate
from sidekicks_tui.acp.wire import Wire
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import AgentGone, AgentRefused, StartError
from sidekicks_tui.model.limits import PROTOCOL_VERSION
from sidekicks_tui.model.messages import StopReason
from sidekicks_tui.model.sessions import AgentInfo, SessionInfo, StoredSession
from sidekicks_tui.model.settings import McpServer

if TYPE_CHECKING:
    from sidekicks_tui.acp.peer import Peer

_PEER: Final = "sidekicks_tui.acp.peer"
_MOST_PAGES: Final = 100
"""Of stored sessions; an agent that has more, or never ends its list, is cut there."""
_STOP_REASONS: Final = {reason.value: reason for reason in StopReason}


async def load_sdk() -> None:
    """Import the SDK in a thread: half a second to a second in which the loop lives on.

    The first handshake does it; doing it earlier makes that handshake faster.
    """
    await asyncio.to_thread(_peer)


def _peer() -> "type[Peer]":
    if _PEER not in sys.modules:
        # The SDK's schema is some 45,000 objects that live for ever. The collector would stop the loop for
        # 20 ms several times while they are made, and again in each full collection afterwards.
        gc.disable()
        try:
            importlib.import_module(_PEER)
            gc.freeze()
        finally:
            gc.enable()
    from sidekicks_tui.acp.peer import Peer

    return Peer


class AgentConnection:
    """Speaks ACP over `wire`; what the agent asks and tells goes to `client`.

    `initialize` comes first. Every command raises `AgentRefused` (the agent's own words), `AuthRequired` and
    `AgentGone`; none has a time limit. Commands return after every update that the agent sent before its
    answer was handed to `client`, and, awaited directly, before any that it sent afterwards.
    """

    def __init__(self, wire: Wire, client: Client) -> None:
        self._wire = wire
        self._client = client
        self._peer: Peer | None = None
        self.info = AgentInfo()
        """What the agent announced in the handshake."""

    async def initialize(self) -> AgentInfo:
        """Greet the agent. Raises `StartError` unless it speaks version 1 of the protocol."""
        peer_type = await asyncio.to_thread(_peer)
        self._peer = peer_type(self._wire, self._client)
        try:
            answer = await self._request("initialize", HANDSHAKE)
        except AgentRefused as error:
            raise StartError(_("The agent refused the handshake: {words}").format(words=error)) from error
        version = answer.get("protocolVersion")
        if version != PROTOCOL_VERSION or isinstance(version, bool):
            raise StartError(
                _(
                    "The agent speaks ACP protocol {theirs}, Sidekicks speaks {ours}: "
                    "use a version of the agent that speaks {ours}."
                ).format(theirs="?" if version is None else str(version)[:20], ours=PROTOCOL_VERSION)
            )
        self.info = agent_info(answer)
        self._peer.meet(self.info)
        return self.info

    async def new_session(
        self, cwd: str, additional_directories: Sequence[str] = (), mcp_servers: Sequence[McpServer] = ()
    ) -> SessionInfo:
        """Open a session in `cwd`, an absolute path as the agent sees it.

        Directories and servers of a kind that the agent did not announce are left out.
        """
        answer = await self._request("session/new", self._session(cwd, additional_directories, mcp_servers))
        session_id = text(answer, "sessionId")
        if not session_id:
            raise AgentRefused(_("The agent opened a session, but did not say how it is called."))
        return session_info(session_id, answer)

    async def load_session(
        self,
        session_id: str,
        cwd: str,
        additional_directories: Sequence[str] = (),
        mcp_servers: Sequence[McpServer] = (),
    ) -> SessionInfo:
        """Open a stored session again. The agent replays it as updates, before the answer or after it."""
        params = self._session(cwd, additional_directories, mcp_servers)
        return session_info(
            session_id, await self._request("session/load", {"sessionId": session_id, **params})
        )

    async def resume_session(
        self,
        session_id: str,
        cwd: str,
        additional_directories: Sequence[str] = (),
        mcp_servers: Sequence[McpServer] = (),
    ) -> SessionInfo:
        """Open a stored session again without a replay (some agents replay all the same)."""
        params = self._session(cwd, additional_directories, mcp_servers)
        return session_info(
            session_id, await self._request("session/resume", {"sessionId": session_id, **params})
        )

    async def list_sessions(self, cwd: str = "") -> tuple[StoredSession, ...]:
        """The sessions that the agent keeps, of the folder `cwd` only if it is given."""
        sessions: list[StoredSession] = []
        params: dict[str, object] = {"cwd": cwd} if cwd else {}
        for _page in range(_MOST_PAGES):
            answer = await self._request("session/list", params)
            sessions += stored_sessions(answer)
            cursor = text(answer, "nextCursor")
            if not cursor or cursor == params.get("cursor"):
                break
            params = {**params, "cursor": cursor}
        return tuple(sessions)

    async def close_session(self, session_id: str) -> None:
        """Let the agent free what the session holds; it can be loaded again."""
        await self._request("session/close", {"sessionId": session_id})

    async def delete_session(self, session_id: str) -> None:
        await self._request("session/delete", {"sessionId": session_id})

    async def prompt(self, session_id: str, blocks: Sequence[PromptBlock]) -> StopReason:
        """Send a message and wait for the end of the answer, which arrives as updates."""
        content = [prompt_block(block) for block in blocks]
        answer = await self._request("session/prompt", {"sessionId": session_id, "prompt": content})
        reason = text(answer, "stopReason")
        if reason and reason not in _STOP_REASONS:
            sentence = _("The agent ended its answer with “{reason}”.").format(reason=reason[:80])
            self._client.updated(session_id, Note(text=sentence))
        return _STOP_REASONS.get(reason, StopReason.END_TURN)

    async def cancel(self, session_id: str) -> None:
        """Ask the agent to stop answering; `prompt` then returns, as soon as the agent obeys."""
        await self._running.notify("session/cancel", {"sessionId": session_id})

    async def set_mode(self, session_id: str, mode: str) -> None:
        """The new mode is also told as a `ModeUpdate`, whether or not the agent does so."""
        await self._request("session/set_mode", {"sessionId": session_id, "modeId": mode})
        self._client.updated(session_id, ModeUpdate(current=mode))

    async def set_model(self, session_id: str, model: str) -> None:
        """Choose one of `SessionInfo.models`; told as a `ModelUpdate`."""
        await self._request("session/set_model", {"sessionId": session_id, "modelId": model})
        self._client.updated(session_id, ModelUpdate(current=model))

    async def set_option(self, session_id: str, option: str, value: str | bool) -> None:
        """Choose a value of a configuration option; all options are then told as an `OptionsUpdate`."""
        params: dict[str, object] = {"sessionId": session_id, "configId": option, "value": value}
        if isinstance(value, bool):
            params["type"] = "boolean"
        answer = await self._request("session/set_config_option", params)
        if options := session_options(answer.get("configOptions")):
            self._client.updated(session_id, OptionsUpdate(options=options))

    async def authenticate(self, method: str) -> None:
        """Log in by one of `AgentInfo.auth_methods`. May wait for the person for ever: give it a limit."""
        await self._request("authenticate", {"methodId": method})

    async def logout(self) -> None:
        await self._request("logout", {})

    async def close(self) -> None:
        """Stop listening. Pending commands raise `AgentGone`; the process is left alone."""
        if self._peer is not None:
            await self._peer.close()

    @property
    def _running(self) -> "Peer":
        if self._peer is None:
            raise AgentGone(_("The agent was not greeted yet."))
        return self._peer

    async def _request(self, method: str, params: dict[str, object]) -> JsonMapping:
        return await self._running.request(method, params)

    def _session(
        self, cwd: str, additional_directories: Sequence[str], mcp_servers: Sequence[McpServer]
    ) -> dict[str, object]:
        announced = {"stdio": True, "http": self.info.mcp_http, "sse": self.info.mcp_sse}
        return session_request(
            cwd,
            additional_directories if self.info.additional_directories else (),
            [server for server in mcp_servers if announced.get(server.type)],
        )
