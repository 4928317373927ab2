"""What a hook runs, as it is declared."""

from collections.abc import Mapping
from typing import Final

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.model.base import Value

_FOREIGN: Final = frozenset({"http", "mcp_tool", "prompt", "agent"})
_MODULES: Final = frozenset({"function", "module", "plugin"})
_MODULE_SUFFIXES: Final = (".ts", ".mts", ".js", ".mjs", ".cjs")


class Handler(Value, frozen=True, kw_only=True):
    """A command line for a shell, or with `args` a program and its arguments."""

    command: str
    args: tuple[str, ...] | None = None
    timeout: float | None = None
    """Seconds; None: the vendor's."""
    cwd: str = ""
    """Seen from the session's folder, which it is when empty."""
    env: tuple[tuple[str, str], ...] = ()
    background: bool = False
    """Nobody waits for it, and what it says is not heard."""
    condition: str = ""
    """Claude Code's `if`: a permission rule that the call must match."""
    root: str = ""
    """The folder of the plugin that it comes with."""

    @property
    def line(self) -> str:
        """As the person reads it."""
        return self.command if self.args is None else " ".join((self.command, *self.args))


class ForeignCode(Exception):
    """The handler is code for another program's runtime: graded as unsupported, never run."""


def read_handler(vendor: str, declared: object, root: str = "") -> Handler:
    """The handler. Raises `HookError` (INVALID_HANDLER), or `ForeignCode` for a function or a module."""
    if callable(declared):
        raise ForeignCode("a function of another program's runtime cannot run here: declare a command")
    if isinstance(declared, str):
        declared = {"command": declared}
    if not isinstance(declared, Mapping):
        raise _invalid("a handler is a command, or a mapping with one")
    kind = declared.get("type", "command")
    if kind in _MODULES:
        raise ForeignCode(f"a handler of type {kind} is code for {vendor}'s runtime: declare a command")
    if kind != "command":
        known = "cannot run here" if kind in _FOREIGN else "is unknown"
        raise _invalid(f"a handler of type {kind} {known}: only commands do")
    command, args = declared.get("command", declared.get("bash")), declared.get("args")
    if "exec" in declared:
        command, args = declared["exec"], args if args is not None else ()
    if not isinstance(command, str) or not command.strip():
        raise _invalid("a handler needs a command that is not empty")
    if vendor == "opencode" and len(command.split()) == 1 and command.endswith(_MODULE_SUFFIXES):
        raise ForeignCode(
            "an OpenCode plugin is a module for its runtime: declare a command that does its work"
        )
    if args is not None and not (
        isinstance(args, list | tuple) and all(isinstance(each, str) for each in args)
    ):
        raise _invalid("the arguments of a handler are a list of texts")
    return Handler(
        command=command,
        args=None if args is None else tuple(args),
        timeout=_timeout(declared),
        cwd=_text(declared, "cwd"),
        env=_environment(declared),
        background=declared.get("async") is True or declared.get("asyncRewake") is True,
        condition=_text(declared, "if"),
        root=root,
    )


def _timeout(declared: Mapping[str, object]) -> float | None:
    value = declared.get("timeout", declared.get("timeoutSec"))
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
        raise _invalid("a timeout is a number of seconds above 0")
    return float(value)


def _text(declared: Mapping[str, object], key: str) -> str:
    value = declared.get(key)
    if value is not None and not isinstance(value, str):
        raise _invalid(f'"{key}" of a handler is text')
    return value or ""


def _environment(declared: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    env = declared.get("env", declared.get("environment"))
    if env is None:
        return ()
    if not isinstance(env, Mapping):
        raise _invalid('"env" of a handler is a mapping of names to texts')
    return tuple((str(name), str(value)) for name, value in env.items())


def _invalid(sentence: str) -> HookError:
    return HookError(HookCode.INVALID_HANDLER, sentence)
