"""Speaks with the hooks for one session: where it is, who is dropped by a Stop, what waits to be told."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sidekicks_tui.hooks.moments import Moment, Place
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.tools import ToolFacts
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.messages import SystemCode
from sidekicks_tui.model.sessions import SessionInfo
from sidekicks_tui.model.settings import Settings

_T = TypeVar("_T")


class Hooks(Protocol):
    """`service.HookService`."""

    active: bool

    def listens(self, occasion: Occasion) -> bool: ...
    async def ask(self, moment: Moment) -> Outcome: ...
    def saw_call(self, agent: str, call: str, *, gated: bool) -> None: ...


class Room(Protocol):
    """The channel of the session."""

    @property
    def channel(self) -> Channel: ...
    async def say(self, code: SystemCode, agent: str = "", error: str = "") -> None: ...


class Tasks(Protocol):
    def spawn(self, coroutine: Coroutine[Any, Any, _T], name: str) -> "asyncio.Task[_T]": ...


class Desk:
    def __init__(
        self,
        hooks: Hooks,
        room: Room,
        tasks: Tasks,
        settings: Callable[[], Settings],
        agent: str,
        session: Callable[[], SessionInfo],
    ) -> None:
        self.agent = agent
        self.room = room
        self.hooks = hooks
        self.turn = ""
        """The message with which the agent answers now; the last one, once it is over."""
        self.cancel: Callable[[], Coroutine[Any, Any, None]] | None = None
        """Stops the turn under way."""
        self._tasks = tasks
        self._settings = settings
        self._session = session
        self._gates: set[asyncio.Future[Outcome]] = set()
        self._later: list[str] = []
        self._told: asyncio.Task[None] | None = None

    @property
    def workspace(self) -> Path:
        settings = self._settings().agent(self.agent)
        return Path.cwd() if settings is None else settings.workspace

    @property
    def command(self) -> tuple[str, ...]:
        """The agent's own."""
        settings = self._settings().agent(self.agent)
        return () if settings is None else settings.command

    def listens(self, *occasions: Occasion) -> bool:
        return self.hooks.active and any(map(self.hooks.listens, occasions))

    def place(self, cwd: Path | None = None) -> Place:
        info, folder = self._session(), self.workspace
        model = info.models.current if info.models is not None else ""
        for option in info.options:
            if option.category == "model" and isinstance(option.current, str):
                model = option.current
        return Place(
            agent=self.agent,
            session=info.id,
            cwd=cwd or folder,
            workspace=folder,
            mode=info.modes.current if info.modes is not None else "",
            model=model,
            title=info.title,
            turn=self.turn,
        )

    # Asking

    async def gate(
        self,
        occasion: Occasion,
        seam: Seam,
        fields: Mapping[str, object] | None = None,
        *,
        tool: ToolFacts | None = None,
        cwd: Path | None = None,
        extras: Mapping[str, object] | None = None,
    ) -> Outcome | None:
        """What the hooks say; None when the turn is cancelled before they have said it."""
        place = self.place(cwd)
        moment = Moment(
            occasion=occasion, seam=seam, place=place, tool=tool, fields=fields or {}, extras=extras or {}
        )
        asked = asyncio.ensure_future(self.hooks.ask(moment))
        self._gates.add(asked)
        try:
            await asyncio.wait([asked])
        finally:
            self._gates.discard(asked)
            asked.cancel()
        if asked.cancelled():
            return None
        outcome = asked.result()
        for notice in outcome.notices:
            await self.say(notice)
        return outcome

    def drop(self) -> None:
        """The turn is cancelled: nobody waits for the hooks of its gates any more."""
        for asked in self._gates:
            asked.cancel()

    def tell(
        self,
        occasion: Occasion,
        seam: Seam,
        fields: Mapping[str, object] | None = None,
        *,
        tool: ToolFacts | None = None,
    ) -> None:
        """Let the hooks know of what has happened, after what they were told before. Returns at once."""
        if self.listens(occasion):
            place = self.place()
            moment = Moment(occasion=occasion, seam=seam, place=place, tool=tool, fields=fields or {})
            before = self._told
            self._told = self._tasks.spawn(
                self._tell(moment, before), f"Hooks for {occasion} of {self.agent}"
            )

    async def heard(self) -> None:
        """Returns once the hooks have heard what they were told."""
        if self._told is not None:
            await asyncio.wait([self._told])

    async def _tell(self, moment: Moment, before: "asyncio.Task[None] | None") -> None:
        if before is not None:
            await asyncio.wait([before])
        outcome = await self.hooks.ask(moment)
        self.later(*outcome.context)
        for notice in outcome.notices:
            await self.say(notice)
        if outcome.decision is Decision.DENY:
            self.later(f"[{outcome.by}]\n{outcome.reason}")
            await self.say(f"{outcome.by}: {outcome.reason}")
        if outcome.retry:
            self.later(f"[{outcome.by}]\nThe call that was refused may be tried again.")
        if outcome.stop and self.cancel is not None:
            await self.say(f"{outcome.by}: {outcome.reason or 'stopped the turn'}")
            await self.cancel()

    # Telling

    def later(self, *texts: str) -> None:
        """For the agent, with its next prompt."""
        self._later += texts

    def take_later(self) -> list[str]:
        """What waits to be told to the agent; it waits no more."""
        later, self._later = self._later, []
        return later

    async def say(self, words: str) -> None:
        """Tell the person in the conversation."""
        await self.room.say(SystemCode.HOOK, self.agent, words)
