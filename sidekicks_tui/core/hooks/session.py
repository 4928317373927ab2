"""The hooks around one session: its gates, its turns, and what is seen of it."""

from collections.abc import Callable

from sidekicks_tui.acp.updates import PlanUpdate, ToolUpdate, Update
from sidekicks_tui.core.hooks.choices import ModelSwitch
from sidekicks_tui.core.hooks.desk import Desk, Hooks, Room, Tasks
from sidekicks_tui.core.hooks.gates import Ask, Gates
from sidekicks_tui.core.hooks.questions import Person, elicit
from sidekicks_tui.core.hooks.seen import Seen
from sidekicks_tui.core.hooks.turns import TurnHooks
from sidekicks_tui.model.elicitation import ElicitationAnswer, Question
from sidekicks_tui.model.messages import ToolCall
from sidekicks_tui.model.sessions import SessionInfo
from sidekicks_tui.model.settings import Settings


class SessionHooks:
    def __init__(
        self,
        hooks: Hooks,
        room: Room,
        tasks: Tasks,
        settings: Callable[[], Settings],
        agent: str,
        session: Callable[[], SessionInfo],
        ask: Ask,
    ) -> None:
        """`session` tells the session as it is now, `ask` asks the person about a call."""
        self.desk = Desk(hooks, room, tasks, settings, agent, session)
        self.turns = TurnHooks(self.desk)
        self.gates = Gates(self.desk, ask, self.turns.saw_path)
        self.seen = Seen(self.desk, self.gates, self.turns)

    def begin(self, message: str) -> None:
        """A turn begins, answered in `message`."""
        self.desk.turn = message
        self.seen.begin()

    def switch_to(self, model: str) -> ModelSwitch:
        """The person wants another model."""
        return ModelSwitch(self.desk, model)

    async def elicit(self, question: Question, person: Person) -> ElicitationAnswer:
        """The answer to an agent's question: a hook's, or the person's."""
        return await elicit(self.desk, question, person)

    def told(self, update: Update, call: Callable[[str], ToolCall]) -> None:
        """The agent told something; `call` knows a call as it stands. Costs nothing without hooks."""
        if not self.desk.hooks.active:
            return
        match update:
            case ToolUpdate():
                self.seen.call(call(update.id), update.name)
            case PlanUpdate():
                self.seen.plan(update.entries)
