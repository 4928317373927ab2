"""Around a turn: the prompt before it leaves, the session's first words, and an end that is none yet."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from sidekicks_tui.acp.blocks import PromptBlock, TextBlock
from sidekicks_tui.core.hooks.desk import Desk
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.locale import _
from sidekicks_tui.model.messages import StopReason

if TYPE_CHECKING:
    from sidekicks_tui.hooks.rules import RulesFile

MOST_FORCED: Final = 8
"""Times in a row that hooks may send an agent back to work."""
_COMMAND: Final = re.compile(r"/(\S+)\s*(.*)", re.DOTALL)
_COMPACTING: Final = frozenset({"compact", "compress", "summarize"})
_ENDS: Final = frozenset({StopReason.END_TURN, StopReason.MAX_TOKENS, StopReason.MAX_TURN_REQUESTS})


class TurnHooks:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._rules: list[RulesFile] = []
        """Those that wait for a path."""

    async def opened(self, source: str, rules: "Iterable[RulesFile]") -> None:
        """The session is open: `startup` for a new one, `resume` otherwise."""
        desk = self._desk
        self._rules = []
        for rule in rules:
            if rule.globs:
                self._rules.append(rule)
            else:
                self._carry(rule, "session_start" if rule.parent is None else "include")
        if source == "startup":
            desk.tell(Occasion.SESSION_CREATED, Seam.SESSION_OPEN)
        if desk.listens(Occasion.SESSION_START):
            outcome = await desk.gate(Occasion.SESSION_START, Seam.SESSION_OPEN, {"source": source})
            if outcome is not None:
                desk.later(*outcome.context)

    async def closed(self, reason: str) -> None:
        """The session is over; its hooks are waited for."""
        if self._desk.listens(Occasion.SESSION_END):
            await self._desk.gate(Occasion.SESSION_END, Seam.SESSION_CLOSE, {"reason": reason})

    def saw_path(self, path: str) -> None:
        """Rules that wait for such a path come with the next prompt."""
        for rule in [rule for rule in self._rules if rule.means(path)]:
            self._rules.remove(rule)
            self._carry(rule, "path_glob_match", path)

    async def submit(
        self, blocks: tuple[PromptBlock, ...], text: str, command: str | None, known: Collection[str]
    ) -> tuple[PromptBlock, ...] | None:
        """What is sent for `text`; None when a hook keeps it back. `known` are the agent's commands.

        A command is sent alone: what there is to tell beside it waits for the next prompt.
        """
        desk = self._desk
        if not desk.hooks.active:
            return blocks
        await desk.heard()  # what the last turn's hooks have to say belongs to this prompt
        if command is not None and (blocks := await self._command(blocks, command, known)) == ():
            return None
        if desk.listens(Occasion.PROMPT):
            outcome = await desk.gate(Occasion.PROMPT, Seam.PROMPT, {"prompt": command or text})
            if outcome is None or await self._kept_back(outcome):
                return None
            desk.later(*outcome.context)
        if command is None:
            told = tuple(TextBlock(text=each) for each in desk.take_later())
            blocks = (*told, *blocks)
        if desk.listens(Occasion.PROMPT_FINAL):
            blocks = await self._transformed(blocks, text)
        desk.tell(Occasion.SESSION_STATUS, Seam.AGENT_STATE, {"status": "busy"})
        return blocks

    async def ended(self, reason: StopReason, said: str, forced: int) -> str | None:
        """What sends the agent back to work, after `forced` times in a row; None: the turn ends."""
        desk = self._desk
        if reason not in _ENDS or not desk.listens(Occasion.TURN_END):
            return None
        outcome = await desk.gate(
            Occasion.TURN_END,
            Seam.TURN_END,
            {
                "stop_hook_active": forced > 0,
                "last_assistant_message": said,
                "background_tasks": [],
                "session_crons": [],
            },
        )
        if outcome is None or outcome.stop:
            return None
        more = f"[{outcome.by}]\n{outcome.reason}" if outcome.decision is Decision.DENY else ""
        words = "\n\n".join(filter(None, (more, *outcome.context)))
        if not words:
            return None
        if forced >= MOST_FORCED:
            sentence = _("{hook} wants {agent} to go on, for more than {most} times in a row: the turn ends")
            await desk.say(sentence.format(hook=outcome.by, agent=desk.agent, most=MOST_FORCED))
            return None
        sentence = _("{hook} sends {agent} back to work: {why}")
        why = outcome.reason or words.partition("\n")[2]
        await desk.say(sentence.format(hook=outcome.by, agent=desk.agent, why=why))
        return words

    async def _command(
        self, blocks: tuple[PromptBlock, ...], command: str, known: Collection[str]
    ) -> tuple[PromptBlock, ...]:
        """What is sent for a command; nothing when it is kept back."""
        desk = self._desk
        found = _COMMAND.match(command)
        if found is None:
            return blocks
        name, arguments = found[1], found[2]
        if name in _COMPACTING and desk.listens(Occasion.COMPACT_BEFORE):
            outcome = await desk.gate(
                Occasion.COMPACT_BEFORE, Seam.COMPACT, {"trigger": "manual", "custom_instructions": arguments}
            )
            if outcome is None or await self._kept_back(outcome):
                return ()
            if outcome.context:
                guidance = " ".join(each.partition("\n")[2] for each in outcome.context)
                blocks = (TextBlock(text=f"{command} {guidance}"),)
        if name in known and desk.listens(Occasion.COMMAND):
            outcome = await desk.gate(
                Occasion.COMMAND,
                Seam.COMMAND,
                {
                    "command_name": name,
                    "command_args": arguments,
                    "command_source": "agent",
                    "expansion_type": "slash_command",
                    "prompt": command,
                },
            )
            if outcome is None or await self._kept_back(outcome):
                return ()
            desk.later(*outcome.context)
        desk.tell(
            Occasion.COMMAND_SENT,
            Seam.COMMAND,
            {"name": name, "arguments": arguments, "messageID": desk.turn},
        )
        return blocks

    async def _kept_back(self, outcome: Outcome) -> bool:
        if outcome.decision is not Decision.DENY and not outcome.stop:
            return False
        words = _("{hook} kept the message back: {why}")
        await self._desk.say(words.format(hook=outcome.by, why=outcome.reason or _("it gives no reason")))
        return True

    async def _transformed(self, blocks: tuple[PromptBlock, ...], text: str) -> tuple[PromptBlock, ...]:
        whole = _text(blocks)
        outcome = await self._desk.gate(
            Occasion.PROMPT_FINAL, Seam.PROMPT, {"prompt": text, "transformed_prompt": whole}
        )
        if outcome is None or outcome.text is None:
            return blocks
        await self._desk.say(_("{hook} changed the message").format(hook=outcome.by))
        others = [block for block in blocks if not isinstance(block, TextBlock)]
        return (TextBlock(text=outcome.text), *others)

    def _carry(self, rule: "RulesFile", why: str, path: str = "") -> None:
        self._desk.later(rule.block())
        self._desk.tell(
            Occasion.RULES_LOADED,
            Seam.RULES,
            {
                "file_path": str(rule.path),
                "memory_type": "Project" if rule.path.is_relative_to(self._desk.workspace) else "User",
                "load_reason": why,
                "globs": list(rule.globs),
                "trigger_file_path": path,
                "parent_file_path": "" if rule.parent is None else str(rule.parent),
            },
        )


def _text(blocks: Sequence[PromptBlock]) -> str:
    return "\n\n".join(block.text for block in blocks if isinstance(block, TextBlock))
