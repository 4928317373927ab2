"""What a hook answered, and what several answers come to together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

from sidekicks_tui.hooks.tools import ToolFacts


class Decision(IntEnum):
    """The greater one wins: deny before ask before allow."""

    NONE = 0
    ALLOW = 1
    ASK = 2
    DENY = 3
    """No: the call, the prompt, the end of the turn. Where nothing can be refused it is feedback."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What is None or empty was left as it is."""

    decision: Decision = Decision.NONE
    reason: str = ""
    by: str = ""
    """The hook that decided, as the person knows it."""
    context: tuple[str, ...] = ()
    """For the agent, each labelled by nobody yet."""
    changes: Mapping[str, object] | None = None
    """The input of the tool, in the words of the vendor that changes it."""
    partial: bool = False
    """`changes` are put over the input; otherwise they are all of it."""
    tool: ToolFacts | None = None
    """The call with those changes."""
    output: str | None = None
    """In the place of the tool's output."""
    text: str | None = None
    """In the place of the prompt, or of what is shown."""
    answer: Mapping[str, object] | None = None
    """An elicitation's `action` and `content`."""
    env: Mapping[str, str] = field(default_factory=dict)
    stop: bool = False
    """The turn ends, whatever else was decided."""
    retry: bool = False
    title: str = ""
    notices: tuple[str, ...] = ()
    """For the person."""
    problem: str = ""
    """Why the run failed; what is decided then is what its vendor does."""

    @property
    def silent(self) -> bool:
        """Nothing was decided, changed or said."""
        return self == Outcome()


def combine(outcomes: Sequence[Outcome], *, later_wins: bool = False) -> Outcome:
    """One outcome of several, in their order: deny before ask before allow, the first reason of those.

    `later_wins`: the last decision that was made counts, as Copilot has it for permission requests.
    """
    if len(outcomes) == 1:
        return outcomes[0]
    together = Outcome()
    for each in outcomes:
        decides = each.decision > together.decision or (later_wins and each.decision is not Decision.NONE)
        together = replace(
            together,
            decision=each.decision if decides else together.decision,
            reason=each.reason if decides else together.reason,
            by=each.by if decides else together.by,
            context=together.context + each.context,
            tool=together.tool if each.tool is None else each.tool,
            output=together.output if each.output is None else each.output,
            text=together.text if each.text is None else each.text,
            answer=together.answer if each.answer is None else each.answer,
            env={**together.env, **each.env},
            stop=together.stop or each.stop,
            retry=together.retry or each.retry,
            title=each.title or together.title,
            notices=together.notices + each.notices,
            problem="; ".join(filter(None, (together.problem, each.problem))),
        )
        if each.stop and not together.reason:
            together = replace(together, reason=each.reason, by=each.by)
    return together
