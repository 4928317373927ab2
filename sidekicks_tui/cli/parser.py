"""What may be written behind `sidekicks`."""

import argparse
from pathlib import Path
from typing import Final, NoReturn

from sidekicks_tui import __version__
from sidekicks_tui.cli.status import WRONG_USE
from sidekicks_tui.locale import N_, _
from sidekicks_tui.model.visible import visible_line

SCREEN: Final = "screen"
"""The command of those who name none."""

ARGPARSE: Final = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
)
"""What argparse itself says: it asks gettext, which finds it in our catalogue (`locale.lend`)."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        hint = _("see {command} --help").format(command=self.prog)
        self.exit(WRONG_USE, f"sidekicks: {visible_line(message)}; {hint}\n")


def build_parser() -> argparse.ArgumentParser:
    """The parser: `command` is the module in `sidekicks_tui.cli` that runs the command."""
    parser = _Parser(
        prog="sidekicks",
        description=_("Talk with several coding agents at once. Without a command, the screen opens."),
    )
    _options_of_all(parser, None)
    parser.add_argument("--version", action="version", version=f"sidekicks {__version__}")
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), dest="command")
    parser.set_defaults(command=SCREEN)

    def command(name: str, summary: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary)
        _options_of_all(added, argparse.SUPPRESS)
        return added

    _send(command("send", _("send one message without a screen and print the answers")))
    _logs(command("logs", _("print an agent's log, also while a screen is open elsewhere")))
    _json(command("agents", _("list the agents and their states")))
    _json(command("channels", _("list the channels and direct conversations")))
    _history(command("history", _("print a conversation")))
    _import(command("import", _("make a channel of a conversation that was exported as JSON")))
    _config(command("config", _("print where the configuration is, its problems, its schema")))
    _hooks(command("hooks", _("tell what hooks of other tools are worth here, try and trust them")))
    _json(command("doctor", _("tell what works here, and what to do about what does not")))
    command("guide", _("be the built-in agent, over ACP on standard input and output"))
    return parser


def _options_of_all(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Options that may stand before and behind the command: there, one that is left out is not set."""
    parser.add_argument(
        "--config", type=Path, metavar="PATH", default=default, help=_("the configuration file")
    )
    parser.add_argument(
        "--workspace",
        type=Path,
        metavar="DIR",
        default=default,
        help=_("the built-in agent's folder in a configuration that is written now (the current one)"),
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        default=default,
        help=_("write everything that happens to FILE, as JSON lines"),
    )


def _send(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("channel", metavar="CHANNEL", help=_("a channel's name, or @agent"))
    parser.add_argument("text", metavar="TEXT", help=_("the message; - reads it from standard input"))
    parser.add_argument("--json", action="store_true", help=_("print the events, one a line"))
    parser.add_argument(
        "--permit",
        choices=("ask", "allow", "deny"),
        default="ask",
        help=_("what to answer when an agent asks for permission (default: ask, on the terminal)"),
    )


def _logs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("agent", metavar="AGENT")
    parser.add_argument("--follow", "-f", action="store_true", help=_("go on with what comes"))
    parser.add_argument(
        "--lines", "-n", type=_count, default=200, metavar="N", help=_("the last N lines (200)")
    )


def _history(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("channel", metavar="CHANNEL", help=_("a channel's name, or @agent"))
    parser.add_argument("--search", metavar="WORDS", help=_("only messages that hold all WORDS"))
    parser.add_argument("--format", choices=("markdown", "json"), default="markdown")


def _import(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command="importing")  # `import` can be no name of a module
    parser.add_argument("channel", metavar="CHANNEL", help=_("the new channel's name"))
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE.json",
        help=_("what `history --format json` printed; - reads it from standard input"),
    )


def _config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("path", "check", "schema"))


def _hooks(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(title=_("what"), metavar=_("WHAT"), dest="what", required=True)

    def add(name: str, summary: str) -> argparse.ArgumentParser:
        added = what.add_parser(name, help=summary, description=summary)
        _options_of_all(added, argparse.SUPPRESS)
        return added

    matrix = add("matrix", _("print what becomes of every event of every vendor"))
    matrix.add_argument("--vendor", metavar="V", help=_("only of this vendor"))
    _json(matrix)
    _json(add("status", _("print the hooks and rules of the configuration, their grades and losses")))
    check = add("check", _("print what the hooks of a vendor's own file are worth"))
    check.add_argument("file", metavar="FILE")
    check.add_argument("--vendor", metavar="V", help=_("whose file it is, where its place does not tell"))
    _json(check)
    once = add("run", _("run a hook once on the event that standard input holds"))
    once.add_argument("id", metavar="ID", help=_("as `sidekicks hooks status` names it"))
    _json(once)
    trust = add("trust", _("list the hooks of repositories that wait for trust, or let them run"))
    trust.add_argument("ids", metavar="ID", nargs="*", help=_("the hooks to trust as they are now"))
    trust.add_argument("--all", action="store_true", help=_("all that wait"))


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number
