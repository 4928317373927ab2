"""What agents ask while `sidekicks send` runs: every request is answered, for nobody else is there."""

import asyncio
import contextlib
import sys
from collections.abc import Coroutine
from typing import Any

from sidekicks_tui.cli.asking import ask_permission, choose_option
from sidekicks_tui.cli.filling import ask_elicitation
from sidekicks_tui.cli.terminal import Terminal
from sidekicks_tui.core.channels.service import ChannelService
from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import ElicitationAction, ElicitationAnswer
from sidekicks_tui.model.errors import UnfitAnswer, UnknownOption
from sidekicks_tui.model.events import (
    ElicitationRequested,
    ElicitationResolved,
    Event,
    PermissionRequested,
    PermissionResolved,
)
from sidekicks_tui.model.visible import visible_line


class Requests:
    """Answers as `permit` (`ask`, `allow` or `deny`) says; `ask` is one question after the other."""

    def __init__(self, channels: ChannelService, permit: str) -> None:
        self._channels = channels
        self._permit = permit
        self._terminal = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def follow(self, event: Event) -> None:
        """Begin to answer what `event` asks, or give up what it says is answered."""
        match event:
            case PermissionRequested():
                self._begin(event.id, self._permission(event))
            case ElicitationRequested():
                self._begin(event.id, self._elicitation(event))
            case PermissionResolved() | ElicitationResolved():
                self._withdraw(event.id)

    def close(self) -> None:
        for request in tuple(self._tasks):
            self._withdraw(request)

    async def _permission(self, request: PermissionRequested) -> None:
        option = await self._option(request)
        with contextlib.suppress(UnknownOption):  # somebody was faster: a stop, the agent's end
            if option is None:
                await self._channels.cancel(request.channel)
            else:
                await self._channels.answer_permission(request.id, option)

    async def _option(self, request: PermissionRequested) -> str | None:
        """The option to answer with; None when there is none but to stop."""
        if self._permit != "ask":
            return choose_option(request.options, allow=self._permit == "allow")
        async with self._terminal:
            try:
                with contextlib.closing(Terminal()) as terminal:
                    return await ask_permission(terminal, request)
            except OSError:
                title = request.tool_call.title or request.tool_call.kind
                _complain(
                    _(
                        "{agent} asked for permission and was refused ({title}): there is no terminal to ask "
                        "on, --permit allow or deny answers without one"
                    ).format(agent=request.agent, title=title)
                )
                return choose_option(request.options, allow=False)

    async def _elicitation(self, request: ElicitationRequested) -> None:
        with contextlib.suppress(UnknownOption):
            answer = await self._answer(request)
            try:
                await self._channels.answer_elicitation(request.id, answer.action, answer.content)
            except UnfitAnswer:  # what no answer fits, such as two fields of one name
                await self._channels.answer_elicitation(request.id, ElicitationAction.DECLINE, None)

    async def _answer(self, request: ElicitationRequested) -> ElicitationAnswer:
        why = _("--permit ask puts its questions to you")
        if self._permit == "ask":
            async with self._terminal:
                try:
                    with contextlib.closing(Terminal()) as terminal:
                        return await ask_elicitation(terminal, request)
                except OSError:
                    why = _("there is no terminal to ask on")
        question = " ".join(request.question.message.split())
        _complain(
            _("{agent} asked “{question}” and was declined: {why}").format(
                agent=request.agent, question=question, why=why
            )
        )
        return ElicitationAnswer(action=ElicitationAction.DECLINE)

    def _begin(self, request: str, answering: Coroutine[Any, Any, None]) -> None:
        self._tasks[request] = asyncio.create_task(answering)

    def _withdraw(self, request: str) -> None:
        if (task := self._tasks.pop(request, None)) is not None:
            task.cancel()


def _complain(sentence: str) -> None:
    print(f"sidekicks: {visible_line(sentence)}", file=sys.stderr, flush=True)
