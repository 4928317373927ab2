"""The model of a session, before and after the person switches it."""

from collections.abc import Awaitable, Callable

from sidekicks_tui.core.hooks.desk import Desk
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.outcomes import Decision
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError


class ModelSwitch:
    def __init__(self, desk: Desk, wanted: str) -> None:
        self._desk = desk
        self._wanted = wanted

    async def make(self, switch: Callable[[], Awaitable[None]]) -> None:
        """Switch, unless a hook refuses: then `UsageError` is raised. `ask` is granted: the person asked."""
        fields: dict[str, object] = {
            "from_model": self._desk.place().model,
            "to_model": self._wanted,
            "requested_model": self._wanted,
            "source": "picker",
        }
        if self._desk.listens(Occasion.MODEL_BEFORE):
            outcome = await self._desk.gate(Occasion.MODEL_BEFORE, Seam.OPTION, fields)
            if outcome is None or outcome.decision is Decision.DENY or outcome.stop:
                by, why = ("", "") if outcome is None else (outcome.by, outcome.reason)
                sentence = _("{hook} refused to switch the model: {why}").format(hook=by, why=why)
                await self._desk.say(sentence)
                raise UsageError(sentence)
        await switch()
        self._desk.tell(Occasion.MODEL_AFTER, Seam.OPTION, fields)
