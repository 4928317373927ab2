"""Running the hooks of one moment as their vendors do: side by side or in turn, identical ones once."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from sidekicks_tui.hooks.dialects.base import Heard
from sidekicks_tui.hooks.dialects.claude import parent_environment
from sidekicks_tui.hooks.dialects.codex import SHORT_LIMIT
from sidekicks_tui.hooks.handlers import Handler
from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.mounted import Mounted
from sidekicks_tui.hooks.naming import changed
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Decision, Outcome, combine
from sidekicks_tui.hooks.runner import Command, Run, Runner
from sidekicks_tui.model.messages import encode_json

_LONGEST_AT_THE_END: Final = 60.0
"""Seconds that a hook for the end of a session may hold up a quit."""

_log = logging.getLogger(__name__)


class Execution:
    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._background: set[asyncio.Task[Run]] = set()

    async def ask(self, hooks: Sequence[Mounted], moment: Moment) -> Outcome:
        """What all of them say together. Cancelled, they are ended."""
        by_vendor: dict[str, list[Mounted]] = {}
        for hook in hooks:
            by_vendor.setdefault(hook.vendor.name, []).append(hook)
        together = await asyncio.gather(
            *(
                self._side_by_side(group, moment)
                if group[0].vendor.parallel
                else self._in_turn(group, moment)
                for group in by_vendor.values()
            )
        )
        return combine(together)

    async def run(self, hook: Mounted, moment: Moment, payload: bytes | None = None) -> tuple[Run, Outcome]:
        """One hook's run, and what it says. `payload` takes the place of what the moment would be told as."""
        if hook.handler is None:
            return Run(status=0), _policy(hook, moment)
        if payload is None:
            payload = encode_json(hook.dialect.payload(hook.event, moment)) + b"\n"
        run = await self._runner.run(_command(hook, hook.handler, moment), payload)
        outcome = hook.dialect.read(Heard(hook.event, hook.row.occasion, run))
        return run, _told(hook, moment, outcome)

    async def close(self) -> None:
        """End what runs in the background; returns once nothing is left."""
        for task in self._background:
            task.cancel()
        if self._background:
            await asyncio.wait(set(self._background))
        await self._runner.close()

    async def _side_by_side(self, hooks: Sequence[Mounted], moment: Moment) -> Outcome:
        distinct = {hook.handler or hook.id: hook for hook in reversed(hooks)}
        chosen = [hook for hook in hooks if distinct[hook.handler or hook.id] is hook]
        return combine(await asyncio.gather(*(self._one(hook, moment) for hook in chosen)))

    async def _in_turn(self, hooks: Sequence[Mounted], moment: Moment) -> Outcome:
        """Each sees what those before it changed. A denial ends it, but for a permission: there the last

        decision counts.
        """
        later_wins = moment.occasion is Occasion.PERMISSION
        said: list[Outcome] = []
        for hook in hooks:
            outcome = await self._one(hook, moment)
            said.append(outcome)
            if outcome.decision is Decision.DENY and not later_wins:
                break
            if outcome.tool is not None:
                moment = replace(moment, tool=outcome.tool)
            if outcome.text is not None and moment.occasion is Occasion.PROMPT_FINAL:
                moment = replace(moment, fields={**moment.fields, "transformed_prompt": outcome.text})
        return combine(said, later_wins=later_wins)

    async def _one(self, hook: Mounted, moment: Moment) -> Outcome:
        hook.tally.runs += 1
        hook.tally.last_agent = moment.place.agent
        if hook.handler is not None and hook.handler.background:
            self._leave_alone(hook, hook.handler, moment)
            return Outcome()
        _, outcome = await self.run(hook, moment)
        hook.tally.last = _in_words(outcome)
        if outcome.problem:
            hook.tally.failures += 1
            _log.warning("hook %s: %s", hook.id, outcome.problem)
        if not hook.intercepts and outcome.decision is Decision.DENY:
            _log.info("hook %s would block, and can only see: %s", hook.id, outcome.reason)
        return outcome

    def _leave_alone(self, hook: Mounted, handler: Handler, moment: Moment) -> None:
        payload = encode_json(hook.dialect.payload(hook.event, moment)) + b"\n"
        task = asyncio.create_task(self._runner.run(_command(hook, handler, moment), payload))
        self._background.add(task)
        task.add_done_callback(self._background.discard)


def _command(hook: Mounted, handler: Handler, moment: Moment) -> Command:
    place = moment.place
    own = hook.dialect.environment(moment, handler.root)
    env: Mapping[str, str] = {**parent_environment(), **own, **dict(handler.env)}
    if handler.args is None:
        words: tuple[str, ...] = (*hook.dialect.shell(), handler.command)
    else:
        words = tuple(_filled_in(word, own) for word in (handler.command, *handler.args))
    base = place.workspace if hook.vendor.name == "copilot" else place.cwd
    return Command(
        words=words,
        cwd=base / Path(handler.cwd).expanduser() if handler.cwd else place.cwd,
        env=env,
        timeout=_timeout(hook, handler),
    )


def _filled_in(word: str, variables: Mapping[str, str]) -> str:
    """No shell fills in the vendor's variables where a program is run without one."""
    for name, value in variables.items():
        word = word.replace(f"${{{name}}}", value)
    return word


def _timeout(hook: Mounted, handler: Handler) -> float:
    timeout = hook.dialect.timeout(hook.row.event) if handler.timeout is None else handler.timeout
    if hook.vendor.name == "codex" and hook.row.occasion in (Occasion.SESSION_END, Occasion.INTERRUPT):
        return min(timeout, SHORT_LIMIT)
    return min(timeout, _LONGEST_AT_THE_END) if hook.row.occasion is Occasion.SESSION_END else timeout


def _policy(hook: Mounted, moment: Moment) -> Outcome:
    if hook.policy is None or moment.tool is None:
        return Outcome()
    return _told(hook, moment, hook.policy.judge(moment.tool))


def _told(hook: Mounted, moment: Moment, outcome: Outcome) -> Outcome:
    """`outcome` with the hook's name, its context labelled, and its changes carried out on the call."""
    if outcome.silent:
        return outcome
    tool = None
    vendor_tool = hook.tool(moment)
    if outcome.changes is not None and moment.tool is not None and vendor_tool is not None:
        tool = changed(moment.tool, vendor_tool, outcome.changes, partial=outcome.partial)
    return replace(
        outcome,
        by=hook.label,
        tool=None if tool == moment.tool else tool,
        context=tuple(f"[{hook.label}]\n{text}" for text in outcome.context),
        notices=tuple(f"{hook.label}: {text}" for text in outcome.notices),
    )


def _in_words(outcome: Outcome) -> str:
    word = "" if outcome.decision is Decision.NONE else outcome.decision.name.lower()
    if outcome.stop:
        word = word or "stop"
    if outcome.tool is not None or outcome.text is not None or outcome.output is not None:
        word = f"{word}, changed".strip(", ")
    if outcome.context:
        word = f"{word}, context".strip(", ")
    return ": ".join(filter(None, (word or "no opinion", outcome.reason or outcome.problem)))
