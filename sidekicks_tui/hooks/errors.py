"""Why a declaration is refused, and by which code a program tells."""

from enum import StrEnum

from sidekicks_tui.model.errors import UsageError


class HookCode(StrEnum):
    UNKNOWN_VENDOR = "UNKNOWN_VENDOR"
    UNKNOWN_EVENT = "UNKNOWN_EVENT"
    INVALID_MATCHER = "INVALID_MATCHER"
    INVALID_HANDLER = "INVALID_HANDLER"
    INVALID_DECLARATION = "INVALID_DECLARATION"
    RULE_TOO_LARGE = "RULE_TOO_LARGE"
    SOURCE_MISSING = "SOURCE_MISSING"
    ADAPTER_DISPOSED = "ADAPTER_DISPOSED"


class HookError(UsageError):
    """A declaration that cannot be processed at all."""

    def __init__(self, code: HookCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
