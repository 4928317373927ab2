"""A channel service whose hooks are declared in one line of shell each."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from sidekicks_tui.model.events import PermissionRequested
from sidekicks_tui.model.messages import Role
from tests.core.channels.bench import Bench, agent, bench

CLAUDE_GUARD = "grep -q 'rm -rf' && { echo 'no rm -rf here' >&2; exit 2; }; exit 0"


def hook(event: str, handler: object, vendor: str = "claude", **more: Any) -> dict[str, Any]:
    return {"vendor": vendor, "event": event, "handler": handler, **more}


def prints(value: object) -> str:
    return f"cat >/dev/null; printf %s {_quoted(json.dumps(value))}"


def specific(**fields: object) -> dict[str, object]:
    return {"hookSpecificOutput": fields}


@asynccontextmanager
async def hooked(
    folder: Path,
    *hooks: Mapping[str, Any],
    rules: tuple[dict[str, Any], ...] = (),
    flags: tuple[str, ...] = (),
) -> AsyncIterator[tuple[Bench, str]]:
    """A bench with the agent `a` and these hooks, and the direct conversation with it."""
    async with bench(folder, [agent("a", folder, *flags)]) as made:
        made.settings = msgspec.structs.replace(
            made.settings, hooks=tuple(dict(each) for each in hooks), rules=rules
        )
        await made.hooks.load(made.settings)
        assert made.hooks.status().problems == ()
        yield made, (await made.channels.direct("a")).id


def asked(made: Bench) -> list[PermissionRequested]:
    """What the person was asked."""
    return [event for event in made.events if isinstance(event, PermissionRequested)]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


async def said(made: Bench, channel: str, text: str) -> str:
    """What the agent says last when it is told `text`."""
    await made.say(channel, text)
    return last_said(made, channel)


def last_said(made: Bench, channel: str) -> str:
    return [message for message in made.messages(channel) if message.role is Role.AGENT][-1].text
