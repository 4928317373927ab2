"""The gates that a tool call passes: a permission request, the client's files, the client's terminals.

A call that passed the permission gate is known again at the later ones by what it does, and is not asked for
twice; what a hook changed there is carried out here, where it can be.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeAlias

from sidekicks_tui.core.hooks.desk import Desk
from sidekicks_tui.core.hooks.options import allowing, rejecting
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.outcomes import Decision, Outcome, combine
from sidekicks_tui.hooks.tools import Act, ToolFacts, joined, recognise
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.messages import ToolCall, ToolKind
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption

_MOST_PASSED: Final = 100
_OPTIONS: Final = (
    PermissionOption(id="allow", name="Allow", kind=PermissionKind.ALLOW_ONCE),
    PermissionOption(id="reject", name="Reject", kind=PermissionKind.REJECT_ONCE),
)
_KINDS: Final = {Act.SHELL: ToolKind.EXECUTE, Act.READ: ToolKind.READ, Act.WRITE: ToolKind.EDIT}
_Key: TypeAlias = tuple[Act, str, str, str]

Person: TypeAlias = Callable[[], Awaitable[str | None]]
"""Asks the person; the chosen option's id, or None when the request is cancelled."""


class Ask(Protocol):
    """Asks the person about a call that no agent has asked about."""

    async def __call__(self, call: ToolCall, options: tuple[PermissionOption, ...]) -> str | None: ...


class Command(NamedTuple):
    """What is run in a terminal."""

    command: str
    args: Sequence[str]
    env: Mapping[str, str]


class Gates:
    def __init__(self, desk: Desk, ask: Ask, saw_path: Callable[[str], None]) -> None:
        """`saw_path` is told which files the agent reads and writes."""
        self._desk = desk
        self._ask = ask
        self._saw_path = saw_path
        self._passed: dict[_Key, ToolFacts] = {}
        self._told_of: set[str] = set()
        """Files whose reading the hooks were told of here, before the agent says that it is done."""
        self._numbers = count(1)
        self._cwd: Path | None = None

    async def permit(
        self, call: ToolCall, name: str, options: tuple[PermissionOption, ...], person: Person, *, known: bool
    ) -> str | None:
        """The chosen option for an agent's request. `known`: the call was announced before."""
        desk = self._desk
        if not desk.listens(
            Occasion.TOOL_BEFORE, Occasion.PERMISSION, Occasion.PERMISSION_REPLIED, Occasion.PERMISSION_DENIED
        ):
            return await person()
        desk.hooks.saw_call(desk.agent, call.id, gated=True)
        facts = facts_of(call, name, desk.workspace)
        outcome = await self._asked(facts, options, known=known)
        if outcome is None:
            return None
        desk.later(*outcome.context)
        chosen = await self._chosen(outcome, facts, options, person)
        option = next((each for each in options if each.id == chosen), None)
        if option is not None and option.kind in (PermissionKind.ALLOW_ONCE, PermissionKind.ALLOW_ALWAYS):
            self._remember(facts, outcome.tool or facts)
        desk.tell(
            Occasion.PERMISSION_REPLIED, Seam.PERMISSION, {"requestID": call.id, "reply": _reply(option)}
        )
        return chosen

    async def read(self, path: Path) -> None:
        """Before a file is read. Raises `UsageError` when a hook, or the person, refuses."""
        self._saw_path(str(path))
        if self._desk.listens(Occasion.TOOL_BEFORE):
            await self._enter(self._made(Act.READ, f"Read {path}", path=str(path)), Seam.FS_READ)

    async def has_read(self, path: Path, text: str) -> str:
        """What the agent is given of a file that was read."""
        if not self._desk.listens(Occasion.TOOL_AFTER):
            return text
        facts = self._made(Act.READ, f"Read {path}", path=str(path))
        self._told_of.add(facts.path)
        outcome = await self._desk.gate(
            Occasion.TOOL_AFTER, Seam.FS_READ, {"tool_response": text, "duration_ms": 0}, tool=facts
        )
        if outcome is None:
            raise _cancelled()
        self._desk.later(*outcome.context)
        if outcome.output is None:
            return text
        await self._desk.say(_("{hook} changed what is read of {path}").format(hook=outcome.by, path=path))
        return outcome.output

    def told_of(self, path: str) -> bool:
        """The hooks after a tool were told already that the file was read; this is asked once."""
        told = path in self._told_of
        self._told_of.discard(path)
        return told

    async def write(self, path: Path, content: str) -> tuple[Path, str]:
        """The path and the content to write. Raises `UsageError`."""
        self._saw_path(str(path))
        if not self._desk.listens(Occasion.TOOL_BEFORE):
            return path, content
        facts = self._made(Act.WRITE, f"Write {path}", path=str(path), new=content)
        entered = await self._enter(facts, Seam.FS_WRITE)
        return Path(entered.path), entered.new

    def written(self, path: Path) -> None:
        self._desk.tell(Occasion.FILE_EDITED, Seam.FS_WRITE, {"file": str(path)})

    async def run(self, command: Command, cwd: Path) -> Command:
        """What to run in a terminal. Raises `UsageError`."""
        desk = self._desk
        if desk.listens(Occasion.CWD_CHANGED):
            before, self._cwd = self._cwd or desk.workspace, cwd
            if before != cwd:
                desk.tell(Occasion.CWD_CHANGED, Seam.TERMINAL, {"old_cwd": str(before), "new_cwd": str(cwd)})
        if desk.listens(Occasion.TOOL_BEFORE):
            line = joined(command.command, command.args)
            entered = await self._enter(self._made(Act.SHELL, line, command=line), Seam.TERMINAL, cwd)
            if entered.command != line:
                command = Command(entered.command, (), command.env)
        if desk.listens(Occasion.SHELL_ENV):
            outcome = await desk.gate(Occasion.SHELL_ENV, Seam.TERMINAL, cwd=cwd)
            if outcome is None:
                raise _cancelled()
            command = command._replace(env={**command.env, **outcome.env})
        return command

    async def _asked(
        self, facts: ToolFacts, options: tuple[PermissionOption, ...], *, known: bool
    ) -> Outcome | None:
        """What the hooks before a tool and those for permissions say; None when the turn is cancelled."""
        desk = self._desk
        before = Outcome()
        if known or facts.act is not Act.OTHER:
            said = await desk.gate(Occasion.TOOL_BEFORE, Seam.PERMISSION, tool=facts)
            if said is None or said.decision in (Decision.DENY, Decision.ALLOW):
                return said
            before = said
        always = [option.name for option in options if option.kind is PermissionKind.ALLOW_ALWAYS]
        asked = await desk.gate(
            Occasion.PERMISSION,
            Seam.PERMISSION,
            {"permission_suggestions": []},
            tool=facts,
            extras={"request_id": facts.id, "always": always},
        )
        return None if asked is None else combine((before, asked))

    async def _chosen(
        self, outcome: Outcome, facts: ToolFacts, options: tuple[PermissionOption, ...], person: Person
    ) -> str | None:
        desk = self._desk
        if outcome.decision is Decision.ALLOW and (option := allowing(options)) is not None:
            await desk.say(_("{hook} allowed {what}").format(hook=outcome.by, what=_what(facts)))
            return option.id
        if outcome.decision is not Decision.DENY and not outcome.stop:
            if outcome.decision is Decision.ASK:
                await desk.say(
                    _("{hook} leaves it to you: {why}").format(hook=outcome.by, why=outcome.reason)
                )
            return await person()
        await self._refused(outcome, facts)
        desk.later(f"[{outcome.by}]\n{_what(facts)} was refused: {outcome.reason}")
        reject = rejecting(options)
        if (outcome.stop or reject is None) and desk.cancel is not None:
            await desk.cancel()
        return None if reject is None else reject.id

    async def _enter(self, facts: ToolFacts, seam: Seam, cwd: Path | None = None) -> ToolFacts:
        """The call as it may be done at one of the client's own gates."""
        desk = self._desk
        if (passed := self._passed.pop(_key(facts), None)) is not None:
            return replace(facts, command=passed.command, path=passed.path, new=passed.new)
        desk.hooks.saw_call(desk.agent, facts.id, gated=True)
        outcome = await desk.gate(Occasion.TOOL_BEFORE, seam, tool=facts, cwd=cwd)
        if outcome is None:
            raise _cancelled()
        desk.later(*outcome.context)
        if outcome.decision is Decision.DENY or outcome.stop:
            await self._refused(outcome, facts)
            if outcome.stop and desk.cancel is not None:
                await desk.cancel()
            raise UsageError(outcome.reason or _("a hook refused it"))
        entered = outcome.tool or facts
        if outcome.decision is Decision.ASK:
            await self._left(outcome)
            call = ToolCall(id=facts.id, title=_what(entered), kind=_KINDS.get(facts.act, ToolKind.OTHER))
            if await self._ask(call, _OPTIONS) != "allow":
                raise UsageError(_("the person refused it"))
        if outcome.tool is not None:
            await desk.say(_("{hook} changed {what}").format(hook=outcome.by, what=_what(facts)))
        return entered

    async def _left(self, outcome: Outcome) -> None:
        words = _("{hook} leaves it to you: {why}")
        await self._desk.say(words.format(hook=outcome.by, why=outcome.reason))

    async def _refused(self, outcome: Outcome, facts: ToolFacts) -> None:
        words = _("{hook} refused {what}: {why}")
        await self._desk.say(words.format(hook=outcome.by, what=_what(facts), why=outcome.reason))
        self._desk.tell(Occasion.PERMISSION_DENIED, Seam.PERMISSION, {"reason": outcome.reason}, tool=facts)

    def _remember(self, facts: ToolFacts, entered: ToolFacts) -> None:
        if len(self._passed) >= _MOST_PASSED:
            del self._passed[next(iter(self._passed))]
        self._passed[_key(facts)] = entered

    def _made(self, act: Act, title: str, *, command: str = "", path: str = "", new: str = "") -> ToolFacts:
        """A call that the agent makes of the client; the protocol does not say which one it belongs to."""
        return ToolFacts(
            id=f"client-{next(self._numbers)}", act=act, title=title, command=command, path=path, new=new
        )


def facts_of(call: ToolCall, name: str, cwd: Path) -> ToolFacts:
    """A call of the agent, as far as it was told."""
    return recognise(
        call.id,
        cwd=cwd,
        name=name,
        title=call.title,
        kind=call.kind,
        raw=call.input,
        diffs=call.diffs,
        paths=[location.path for location in call.locations],
    )


def _key(facts: ToolFacts) -> _Key:
    return (facts.act, facts.command, facts.path, facts.new)


def _what(facts: ToolFacts) -> str:
    return facts.command or facts.path or facts.title or facts.name


def _reply(option: PermissionOption | None) -> str:
    if option is None or option.kind.rejects:
        return "reject"
    return "always" if option.kind is PermissionKind.ALLOW_ALWAYS else "once"


def _cancelled() -> UsageError:
    return UsageError(_("the turn was cancelled"))
