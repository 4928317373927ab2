"""The guide as an ACP agent: the handshake, its sessions, and one answer at a time in each."""

import asyncio
import uuid
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from acp.exceptions import RequestError
from acp.interfaces import Client
from acp.schema import (
    AgentCapabilities,
    AvailableCommand,
    AvailableCommandInput,
    AvailableCommandsUpdate,
    ClientCapabilities,
    CloseSessionResponse,
    Implementation,
    InitializeResponse,
    NewSessionResponse,
    PromptCapabilities,
    PromptResponse,
    ResumeSessionResponse,
    SessionAdditionalDirectoriesCapabilities,
    SessionCapabilities,
    SessionCloseCapabilities,
    SessionInfoUpdate,
    SessionMode,
    SessionModeState,
    SessionResumeCapabilities,
    SetSessionModeResponse,
    UnstructuredCommandInput,
)

from sidekicks_tui import __version__
from sidekicks_tui.guide import pages
from sidekicks_tui.guide.chat import Chat
from sidekicks_tui.guide.commands import USAGES
from sidekicks_tui.guide.folder import Folder
from sidekicks_tui.guide.library import Library
from sidekicks_tui.guide.lookup import Lookup
from sidekicks_tui.guide.prompt import PromptBlock, Question, question
from sidekicks_tui.guide.respond import Responder
from sidekicks_tui.guide.service import Service
from sidekicks_tui.guide.session import ASK, ID_PREFIX, READ, Session
from sidekicks_tui.guide.tools import Abilities, Tools
from sidekicks_tui.guide.turn import StopReason, Turn
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.limits import PROTOCOL_VERSION

_MODES: Final = (
    SessionMode(id=ASK, name="Ask", description="Asks before it edits a file or runs a command"),
    SessionMode(id=READ, name="Read", description="Finds and reads; never edits or runs anything"),
)
_TITLE_LENGTH: Final = 60


class GuideAgent:
    """What a client may ask of the guide. The method names and parameters are the SDK's."""

    def __init__(self, client: Client, service: Service | None = None) -> None:
        """`service` is the language model that answers questions, where there is one."""
        self._client = client
        self._service = service
        self._abilities = Abilities()
        self._sessions: dict[str, Session] = {}
        self._announcing: set[asyncio.Task[None]] = set()

    @cached_property
    def _library(self) -> Library:
        return Library(pages.load())

    async def initialize(
        self,
        protocol_version: int,
        client_capabilities: ClientCapabilities | None = None,
        client_info: Implementation | None = None,
        **_: Any,
    ) -> InitializeResponse:
        if client_capabilities is not None:
            files = client_capabilities.fs
            self._abilities = Abilities(
                read=bool(files and files.read_text_file),
                write=bool(files and files.write_text_file),
                terminal=bool(client_capabilities.terminal),
            )
        return InitializeResponse(
            protocol_version=PROTOCOL_VERSION,
            agent_capabilities=AgentCapabilities(
                load_session=False,
                prompt_capabilities=PromptCapabilities(embedded_context=True),
                session_capabilities=SessionCapabilities(
                    # A model's answer depends on those before it, which end with this process.
                    resume=None if self._service else SessionResumeCapabilities(),
                    close=SessionCloseCapabilities(),
                    additional_directories=SessionAdditionalDirectoriesCapabilities(),
                ),
            ),
            agent_info=Implementation(name="sidekicks-guide", title="Sidekicks Guide", version=__version__),
            auth_methods=[],
        )

    async def new_session(
        self, cwd: str, additional_directories: list[str] | None = None, mcp_servers: Any = None, **_: Any
    ) -> NewSessionResponse:
        session = self._open(ID_PREFIX + uuid.uuid4().hex, cwd, additional_directories)
        return NewSessionResponse(session_id=session.id, modes=_modes(session))

    async def resume_session(
        self,
        session_id: str,
        cwd: str,
        additional_directories: list[str] | None = None,
        mcp_servers: Any = None,
        **_: Any,
    ) -> ResumeSessionResponse:
        """Go on with a session of an earlier process: an answer depends on no other, so nothing is missing.

        What was allowed for good is asked for again.
        """
        if self._service is not None or not session_id.startswith(ID_PREFIX):
            raise RequestError(-32002, f"the guide has no session {session_id}")
        session = self._open(session_id, cwd, additional_directories)
        return ResumeSessionResponse(modes=_modes(session))

    async def close_session(self, session_id: str, **_: Any) -> CloseSessionResponse:
        session = self._session(session_id)
        session.stop()
        del self._sessions[session_id]
        return CloseSessionResponse()

    async def set_session_mode(self, session_id: str, mode_id: str, **_: Any) -> SetSessionModeResponse:
        session = self._session(session_id)
        if mode_id not in (ASK, READ):
            raise RequestError(-32602, f"the guide has no mode {mode_id}: it has {ASK} and {READ}")
        session.mode = mode_id
        return SetSessionModeResponse()

    async def prompt(self, session_id: str, prompt: list[PromptBlock], **_: Any) -> PromptResponse:
        session = self._session(session_id)
        if session.turn is not None:
            raise RequestError(-32600, "the guide still answers in this session: wait, or cancel first")
        session.turn = asyncio.create_task(self._answer(session, question(prompt)))
        try:
            return PromptResponse(stop_reason=await session.turn)
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None and task.cancelling():
                raise
            return PromptResponse(stop_reason="cancelled")
        except ConnectionError:  # the client is gone, and nobody reads this
            return PromptResponse(stop_reason="cancelled")
        finally:
            session.turn = None

    async def cancel(self, session_id: str, **_: Any) -> None:
        if (session := self._sessions.get(session_id)) is not None:
            session.stop()

    async def _answer(self, session: Session, asked: Question) -> StopReason:
        turn = Turn(self._client, session.id)
        if not session.titled:
            session.titled = True
            title = " ".join(asked.text.split())[:_TITLE_LENGTH] or "Joined files"
            await self._client.session_update(
                session.id, SessionInfoUpdate(session_update="session_info_update", title=title)
            )
        library = await asyncio.to_thread(lambda: self._library)
        tools = Tools(turn, session, self._abilities)
        lookup = Lookup(turn, library, self._service.model if self._service else "")
        chat = Chat(self._service, session, turn, tools, library) if self._service else None
        return await Responder(turn, session, tools, lookup, chat).answer(asked)

    def _open(self, session_id: str, cwd: str, additional: Sequence[str] | None) -> Session:
        try:
            folder = Folder(Path(cwd), [Path(path) for path in additional or ()])
        except SidekicksError as error:
            raise RequestError(-32602, str(error)) from error
        if (known := self._sessions.get(session_id)) is not None:
            known.stop()
        session = self._sessions[session_id] = Session(session_id, folder)
        # The client learns the session's id from the answer to its request, which must be written first.
        announcing = asyncio.create_task(self._announce(session_id))
        self._announcing.add(announcing)
        announcing.add_done_callback(self._announcing.discard)
        return session

    async def _announce(self, session_id: str) -> None:
        commands = [
            AvailableCommand(
                name=usage.name,
                description=usage.description,
                input=AvailableCommandInput(root=UnstructuredCommandInput(hint=usage.hint)),
            )
            for usage in USAGES
        ]
        await self._client.session_update(
            session_id,
            AvailableCommandsUpdate(session_update="available_commands_update", available_commands=commands),
        )

    def _session(self, session_id: str) -> Session:
        try:
            return self._sessions[session_id]
        except KeyError:
            raise RequestError(-32002, f"the guide has no session {session_id}") from None


def _modes(session: Session) -> SessionModeState:
    return SessionModeState(current_mode_id=session.mode, available_modes=list(_MODES))
