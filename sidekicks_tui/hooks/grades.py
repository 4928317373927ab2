"""What a declaration is worth here: its grade, its route, and each loss by name."""

from enum import StrEnum

from sidekicks_tui.model.base import Value


class Grade(StrEnum):
    DIRECT = "DIRECT"
    """One to one, nothing lost. No row claims it."""
    ADAPTED = "ADAPTED"
    """A seam exists; what is lost is listed, and something always is."""
    CARRY = "CARRY"
    """Put before the agent as text, byte for byte; never policy."""
    UNSUPPORTED = "UNSUPPORTED"
    """No faithful mapping: never mounted, and always with a reason."""


class Route(StrEnum):
    NATIVE = "native-agent"
    """The agent runs it itself."""
    GATE = "gate"
    OBSERVE = "observe"
    CARRY = "carry"
    NONE = "none"


class CapabilityResult(Value, frozen=True, kw_only=True):
    """The frozen answer to a registration. Building one that claims too much raises `ValueError`."""

    id: str
    vendor: str
    event: str
    """The vendor's name of the event; `rules` for rules files."""
    grade: Grade
    route: Route
    seams: tuple[str, ...] = ()
    """Where it acts, by name."""
    degradations: tuple[str, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        if self.grade is Grade.ADAPTED and not self.degradations:
            raise ValueError(f"{self.id}: an adapted hook names what is lost")
        if self.grade is Grade.UNSUPPORTED and not self.reason:
            raise ValueError(f"{self.id}: what is unsupported has a reason")
        if self.grade is Grade.DIRECT and self.degradations:
            raise ValueError(f"{self.id}: a direct mapping loses nothing")
        if self.grade is not Grade.UNSUPPORTED and self.reason:
            raise ValueError(f"{self.id}: only what is unsupported has a reason")
        if self.mounted != bool(self.seams):
            raise ValueError(f"{self.id}: what is mounted has a seam, and nothing else has one")
        if self.mounted != (self.route is not Route.NONE):
            raise ValueError(f"{self.id}: what is mounted has a route, and nothing else has one")
        if (self.grade is Grade.CARRY) != (self.route is Route.CARRY):
            raise ValueError(f"{self.id}: what is carried is never policy")

    @property
    def mounted(self) -> bool:
        return self.grade is not Grade.UNSUPPORTED
