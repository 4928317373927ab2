"""What the agents of one channel say, printed as it comes: for people, or event by event for programs."""

import sys
from typing import Protocol

from sidekicks_tui.cli.output import print_json
from sidekicks_tui.core.export import tool_line
from sidekicks_tui.core.sentences import stop_sentence, system_sentence
from sidekicks_tui.locale import _
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.events import (
    AgentLogged,
    AgentStateChanged,
    ChannelsChanged,
    CommandsChanged,
    EngineFault,
    Event,
    MessageDelta,
    MessageUpdated,
    TurnChanged,
)
from sidekicks_tui.model.messages import Message, Part, Role, StopReason, SystemCode, TextPart, ToolPart
from sidekicks_tui.model.visible import visible, visible_line


class Printer(Protocol):
    def print(self, event: Event) -> None: ...


class EventPrinter:
    """The channel's events as they are, and those of the agents that take part in it."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel.id
        self._agents = set(channel.members)

    def print(self, event: Event) -> None:
        if isinstance(event, ChannelsChanged):
            members = next((each.members for each in event.channels if each.id == self._channel), ())
            self._agents.update(members)
        if self._concerns(event):
            print_json(event)

    def _concerns(self, event: Event) -> bool:
        if isinstance(event, ChannelsChanged | EngineFault):
            return True
        if isinstance(event, AgentStateChanged | AgentLogged | CommandsChanged):
            return event.agent in self._agents
        return getattr(event, "channel", None) == self._channel


class TextPrinter:
    """Texts on standard output, tool calls as one line each; what Sidekicks says on standard error."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._printed: dict[tuple[str, int], int] = {}
        """By message and index of a part: how many of its characters are printed."""
        self._place: tuple[str, int] | None = None
        """The part that the cursor stands in; None at the beginning of a line."""
        self._stuck = False

    def print(self, event: Event) -> None:
        if isinstance(event, EngineFault):
            self._aside(f"sidekicks: {event.sentence}")
        if getattr(event, "channel", None) != self._channel.id:
            return
        if isinstance(event, MessageDelta):
            if event.part is not None:
                self._part(event.message_id, event.index, event.part)
            elif event.kind == "text" and event.text:
                self._text(event.message_id, event.index, event.text)
        elif isinstance(event, MessageUpdated):
            self._message(event.message)
        elif isinstance(event, TurnChanged):
            self._turn(event)

    def _turn(self, turn: TurnChanged) -> None:
        if turn.stuck and not self._stuck:
            words = _("{agent} goes on although it was asked to stop: Ctrl+C again ends it and leaves")
            self._aside(f"sidekicks: {words.format(agent=turn.answering)}")
        self._stuck = turn.stuck

    def _message(self, message: Message) -> None:
        if message.role is Role.SYSTEM:
            self._aside(system_sentence(message))
        elif message.role is Role.AGENT and not message.done:
            self._heading(message)
        elif message.role is Role.AGENT:
            for index, part in enumerate(message.parts):
                self._part(message.id, index, part, last=True)
            self._end_line()
            if sentence := stop_sentence(message):
                self._aside(f"{message.agent}: {sentence}")

    def _heading(self, message: Message) -> None:
        """Who speaks, where it may be one of several."""
        self._end_line()
        if not self._channel.direct:
            print(f"{visible_line(message.agent)}:", flush=True)

    def _part(self, message: str, index: int, part: Part, last: bool = False) -> None:
        key = (message, index)
        match part:
            case TextPart():
                self._text(message, index, part.text[self._printed.get(key, 0) :])
            case ToolPart() if key not in self._printed and (last or part.tool.status.finished):
                self._end_line()
                self._printed[key] = 0
                print(visible_line(tool_line(part.tool)), flush=True)

    def _text(self, message: str, index: int, text: str) -> None:
        if not text:
            return
        key = (message, index)
        if self._place != key:
            self._end_line()
        self._printed[key] = self._printed.get(key, 0) + len(text)
        print(visible(text), end="", flush=True)
        self._place = None if text.endswith("\n") else key

    def _end_line(self) -> None:
        if self._place is not None:
            print(flush=True)
            self._place = None

    def _aside(self, sentence: str) -> None:
        self._end_line()
        print(visible(sentence), file=sys.stderr, flush=True)


def failed(event: Event) -> bool:
    """Whether `event` says that an agent failed or refused, or that nobody answers."""
    if not isinstance(event, MessageUpdated) or not event.message.done:
        return False
    message = event.message
    if message.role is Role.SYSTEM:
        return message.code in (SystemCode.AGENT_UNAVAILABLE, SystemCode.NO_RECIPIENT)
    return message.role is Role.AGENT and (bool(message.error) or message.stop_reason is StopReason.REFUSAL)
