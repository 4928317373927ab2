"""`sidekicks hooks matrix|status|check|run|trust`."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sidekicks_tui.cli.configuration import chosen_file, valid_settings
from sidekicks_tui.cli.output import print_json, print_table
from sidekicks_tui.cli.status import DONE, FAILED
from sidekicks_tui.core.hooks.building import build, empty
from sidekicks_tui.core.hooks.served import SERVED
from sidekicks_tui.hooks.adapter import HookAdapter
from sidekicks_tui.hooks.grades import CapabilityResult, Grade
from sidekicks_tui.hooks.matrix import matrix
from sidekicks_tui.hooks.native import vendor_of
from sidekicks_tui.hooks.runner import Child, Runner
from sidekicks_tui.hooks.status import HookStatus
from sidekicks_tui.hooks.vendors import find_vendor
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import ConfigError, UsageError
from sidekicks_tui.model.settings import Settings
from sidekicks_tui.model.visible import visible, visible_line


def run(arguments: argparse.Namespace) -> int:
    match arguments.what:
        case "matrix":
            return _matrix(arguments)
        case "check":
            return _check(arguments)
        case "run":
            return asyncio.run(_run(arguments))
        case "trust":
            return _trust(arguments)
    return _status(arguments)


def _matrix(arguments: argparse.Namespace) -> int:
    """What this version can ever do."""
    rows = matrix(SERVED)
    if arguments.vendor is not None:
        name = find_vendor(arguments.vendor).name
        rows = tuple(row for row in rows if row.result.vendor == name)
    if arguments.json:
        print_json(rows)
        return DONE
    print_table(
        [
            [row.result.vendor, row.result.event, row.result.grade, row.result.route, _where(row.result)]
            for row in rows
        ]
    )
    return DONE


def _status(arguments: argparse.Namespace) -> int:
    """What the configuration declares, and where it acts."""
    status = _adapter(valid_settings(chosen_file(arguments))).status()
    if arguments.json:
        print_json(status)
        return FAILED if status.problems else DONE
    for hook in status.hooks:
        print(visible_line(f"{hook.result.id}  {hook.result.grade}  {_state(hook)}"))
        _detail(_("runs"), hook.handler)
        _detail(_("matcher"), hook.matcher or "")
        _detail(_("file"), hook.source)
        _detail(_("agents"), ", ".join(hook.agents))
        _losses(hook.result)
    for rules in status.rules:
        print(visible_line(f"{rules.result.id}  {rules.result.grade}  {rules.path}"))
        _detail(_("content"), f"{rules.bytes} B  sha256 {rules.sha256}")
        _detail(_("for paths"), ", ".join(rules.globs))
    for agent in status.agents:
        if agent.native:
            words = _("{agent} runs hooks of {vendors} itself")
            print(visible_line(words.format(agent=agent.agent, vendors=", ".join(agent.native))))
    for problem in status.problems:
        print(visible_line(_("problem: {problem}").format(problem=problem)))
    return FAILED if status.problems else DONE


def _check(arguments: argparse.Namespace) -> int:
    """What each hook of a vendor's own file is worth."""
    path = Path(arguments.file).absolute()
    vendor = arguments.vendor or vendor_of(path)
    if not vendor:
        raise UsageError(_("whose file {path} is cannot be told: name the --vendor").format(path=path))
    settings = Settings(path=path)
    adapter = empty(path.parent, settings, Runner(_spawn))
    results = adapter.register_file(vendor, path)
    problems = adapter.status().problems
    if arguments.json:
        print_json({"hooks": results, "problems": problems})
    else:
        for result in results:
            print(visible_line(f"{result.event}  {result.grade}  {_where(result)}"))
            _losses(result)
        for problem in problems:
            print(visible_line(_("problem: {problem}").format(problem=problem)))
    unsupported = any(result.grade is Grade.UNSUPPORTED for result in results)
    return FAILED if problems or unsupported else DONE


async def _run(arguments: argparse.Namespace) -> int:
    """Run a hook once on the event that standard input holds, and print what it would decide."""
    adapter = await asyncio.to_thread(_adapter, valid_settings(chosen_file(arguments)))
    text = await asyncio.to_thread(sys.stdin.read)
    try:
        payload = json.loads(text)
    except ValueError as error:
        raise UsageError(_("the event on standard input is no JSON: {error}").format(error=error)) from None
    if not isinstance(payload, dict):
        raise UsageError(_("the event on standard input must be one JSON object"))
    try:
        trial = await adapter.try_hook(arguments.id, payload)
    finally:
        await adapter.dispose()
    if arguments.json:
        print_json(trial)
        return DONE
    print(_("decision: {decision}").format(decision=trial.decision))
    for name, text in (("reason", trial.reason), ("problem", trial.problem)):
        if text:
            print(visible(f"{name}: {text}"))
    for context in trial.context:
        print(visible(f"context: {context}"))
    ended = "—" if trial.status is None else trial.status
    print(_("exit status {status} after {seconds:.2f} s").format(status=ended, seconds=trial.seconds))
    return DONE


def _trust(arguments: argparse.Namespace) -> int:
    """List what waits for trust, or let it run from now on."""
    adapter = _adapter(valid_settings(chosen_file(arguments)))
    waiting = [hook for hook in adapter.status().hooks if not hook.trusted]
    chosen = [hook.result.id for hook in waiting] if arguments.all else arguments.ids
    if not chosen:
        for hook in waiting:
            print(visible_line(f"{hook.result.id}  {hook.source}: {hook.handler}"))
        return DONE
    try:
        adapter.trust(chosen)
    except OSError as error:
        raise ConfigError(_("what is trusted cannot be kept: {error}").format(error=error)) from error
    for identifier in chosen:
        print(visible_line(_("{id} is trusted").format(id=identifier)))
    return DONE


def _adapter(settings: Settings) -> HookAdapter:
    return build(settings, Runner(_spawn))


async def _spawn(
    command: Sequence[str], *, cwd: Path, env: Mapping[str, str], on_stderr: Callable[[str], None]
) -> Child:
    """Late: only a hook that is run needs the library behind it."""
    from sidekicks_tui.system.process import ChildProcess

    return await ChildProcess.spawn(command, cwd=cwd, env=env, on_stderr=on_stderr)


def _state(hook: HookStatus) -> str:
    if not hook.result.mounted:
        return hook.result.reason
    words = [_where(hook.result)]
    if not hook.trusted:
        words.append(_("not trusted: `sidekicks hooks trust {id}` lets it run").format(id=hook.result.id))
    if hook.native_for:
        words.append(_("run by {agents} itself").format(agents=", ".join(hook.native_for)))
    return "; ".join(words)


def _where(result: CapabilityResult) -> str:
    return result.reason or ", ".join(result.seams)


def _losses(result: CapabilityResult) -> None:
    for loss in result.degradations:
        print(visible_line(f"  - {loss}"))


def _detail(name: str, text: str) -> None:
    if text:
        print(visible_line(f"  {name}: {text}"))
