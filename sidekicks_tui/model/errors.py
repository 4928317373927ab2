"""Everything that may go wrong and that somebody is told.

    SidekicksError
    ├── UsageError              the caller asked for what cannot be: empty text, a taken name, no such channel
    │   ├── UnknownChannel
    │   ├── UnknownAgent
    │   ├── UnknownOption       a permission request has no such option, or is no longer open
    │   ├── UnfitAnswer         an answer to an agent's question does not fit; carries what is wrong by field
    │   ├── HookError           a hook or rule cannot be processed; carries a code (`hooks.errors`)
    │   └── IllegalMove         a life cycle has no such transition
    ├── ConfigError             the configuration file is refused; carries its problems
    ├── AgentError              an agent failed
    │   ├── StartError          it could not be started
    │   │   ├── TooManyAgents   the limit is reached and all are busy
    │   │   └── StartCancelled  a stop was asked for meanwhile
    │   ├── AgentGone           its process ended, or was stopped, while something was asked of it
    │   ├── AgentRefused        it answered with an error of its own; carries code and data
    │   └── AuthRequired        it wants a login first
    ├── WorkspaceError          a file or folder cannot be had
    │   ├── OutsideWorkspace    the path leaves the folder
    │   ├── NoTrash             it can only be deleted for good
    │   └── NoSuchFile          nothing is there
    └── HistoryError            the history cannot be read or written

`str(error)` is the sentence that the person reads. Foreign exceptions stop at the border of the package that
met them (`raise ... from`).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidekicks_tui.model.sessions import AuthMethod
    from sidekicks_tui.model.settings import Problem


class SidekicksError(Exception):
    """The root: its text is the sentence that the person reads."""


class UsageError(SidekicksError):
    pass


class UnknownChannel(UsageError):
    pass


class UnknownAgent(UsageError):
    pass


class UnknownOption(UsageError):
    pass


class UnfitAnswer(UsageError):
    def __init__(self, sentence: str, problems: "Mapping[str, str]") -> None:
        super().__init__(sentence)
        self.problems = dict(problems)


class IllegalMove(UsageError):
    pass


class ConfigError(SidekicksError):
    def __init__(self, sentence: str, problems: "Sequence[Problem]" = ()) -> None:
        super().__init__(sentence)
        self.problems = tuple(problems)


class AgentError(SidekicksError):
    pass


class StartError(AgentError):
    pass


class TooManyAgents(StartError):
    pass


class StartCancelled(StartError):
    pass


class AgentGone(AgentError):
    pass


class AgentRefused(AgentError):
    """The agent's own words, with the JSON-RPC code and data that came with them."""

    def __init__(self, sentence: str, code: int = 0, data: object = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.data = data


class AuthRequired(AgentRefused):
    """The ways to log in that the agent offers travel along."""

    def __init__(
        self, sentence: str, code: int = 0, data: object = None, methods: "Sequence[AuthMethod]" = ()
    ) -> None:
        super().__init__(sentence, code, data)
        self.methods = tuple(methods)


class WorkspaceError(SidekicksError):
    pass


class OutsideWorkspace(WorkspaceError):
    pass


class NoTrash(WorkspaceError):
    pass


class NoSuchFile(WorkspaceError):
    pass


class HistoryError(SidekicksError):
    pass
