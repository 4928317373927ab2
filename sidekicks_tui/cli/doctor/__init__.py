"""`sidekicks doctor`: what works here, and what to do about what does not.

Each module looks at one thing and answers with findings. The slow ones are begun first and told last.
"""

import argparse
import asyncio
import os
import platform
import shutil
import sys
from collections.abc import Iterable

from sidekicks_tui import __version__
from sidekicks_tui.cli.configuration import chosen_file
from sidekicks_tui.cli.doctor.agents import look_at_agent
from sidekicks_tui.cli.doctor.configuration import look_at_configuration
from sidekicks_tui.cli.doctor.findings import Finding, Grade, shown, summary
from sidekicks_tui.cli.doctor.history import look_at_history
from sidekicks_tui.cli.doctor.programs import look_at_programs
from sidekicks_tui.cli.doctor.terminal import look_at_terminal
from sidekicks_tui.cli.doctor.tmux import look_at_tmux
from sidekicks_tui.cli.leaving import Leaving
from sidekicks_tui.cli.output import print_json
from sidekicks_tui.cli.status import DONE, FAILED
from sidekicks_tui.config import load
from sidekicks_tui.core.agents.processes import Processes
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.system.folders import run_folder


def run(arguments: argparse.Namespace) -> int:
    return asyncio.run(_Examination(arguments).run())


class _Examination:
    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._found: list[Finding] = []

    async def run(self) -> int:
        """Returns the exit status."""
        system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
        self._tell([Finding(about="sidekicks", name=__version__, told=system)])
        self._tell(await _terminal())
        try:
            chosen, processes = chosen_file(self._arguments), Processes(run_folder())
        except ConfigError as error:
            self._tell([Finding(about="configuration", name="file", told=str(error), grade=Grade.FAILED)])
            return self._conclude()
        leaving = Leaving(processes.end_all)
        try:
            await self._examine(chosen, processes)
        except asyncio.CancelledError:
            return leaving.status
        finally:
            await processes.close()
        return self._conclude()

    async def _examine(self, chosen: Chosen, processes: Processes) -> None:
        loaded = load(chosen.path)
        agents = () if loaded.settings is None else loaded.settings.agents
        async with asyncio.TaskGroup() as slow:
            programs = slow.create_task(look_at_programs(agents))
            looks = [slow.create_task(look_at_agent(agent, processes)) for agent in agents]
            self._tell(look_at_configuration(chosen, loaded))
            self._tell(await look_at_history(chosen.path))
            self._tell(await programs)
            for look in looks:
                self._tell([await look])

    def _conclude(self) -> int:
        if self._arguments.json:
            print_json(self._found)
        else:
            print(f"\n{summary(self._found)}")
        return FAILED if any(finding.grade is Grade.FAILED for finding in self._found) else DONE

    def _tell(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            if not self._arguments.json:
                if not self._found or self._found[-1].about != finding.about:
                    print(f"\n{finding.about}" if self._found else finding.about)
                print(shown(finding, sys.stdout.encoding), flush=True)
            self._found.append(finding)


async def _terminal() -> list[Finding]:
    size = shutil.get_terminal_size((0, 0))
    is_terminal = any(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)
    )
    return [*look_at_terminal(os.environ, size if is_terminal else None), *await look_at_tmux(os.environ)]
