"""The engine: everything but the screen, put together once and handed to whoever shows it.

One engine serves one configuration file. It is built without waiting for anything, lives from `start` to
`close`, and leaves nothing behind, whichever way it ends.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from sidekicks_tui.acp.client import Client
from sidekicks_tui.config import Loaded, load
from sidekicks_tui.core.agents.processes import Processes
from sidekicks_tui.core.agents.service import AgentService
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.service import ChannelService
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.core.config_service import ConfigService
from sidekicks_tui.core.hooks.service import HookService
from sidekicks_tui.core.presence import publish_states
from sidekicks_tui.core.recorder import record
from sidekicks_tui.core.second import tell_when_freed
from sidekicks_tui.core.succession import Change, Succession
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.terminals.service import TerminalService
from sidekicks_tui.core.workspaces.service import WorkspaceService
from sidekicks_tui.model.settings import Settings
from sidekicks_tui.store import open_history
from sidekicks_tui.store.history import History
from sidekicks_tui.system.folders import data_folder, log_folder, run_folder


class Engine:
    """The services, on one bus. `history.problem` says why nothing is kept, where that is so."""

    def __init__(
        self, chosen: Chosen, loaded: Loaded, history: History, recording: Path | None = None
    ) -> None:
        """`loaded` is what `config.load(chosen.path)` found; `recording` is a file that takes every event."""
        self.bus = Bus()
        self.history = history
        self.config = ConfigService(chosen, loaded, self.bus)
        self.config.history_problem = history.problem
        self._path = chosen.path
        self._recording = recording
        self._follows = False
        """Another engine was there before, with another file: the recording goes on."""
        self._supervisor = Supervisor(self.bus)
        self._processes = Processes(run_folder())
        self._listeners: list[asyncio.Task[None]] = []
        self.agents = AgentService(
            self.config.settings,
            bus=self.bus,
            supervisor=self._supervisor,
            logs=log_folder(chosen.path),
            spawn=self._processes.launch,
            clients=self._client,
            ended=self._agent_ended,
        )
        self.hooks = HookService(self._processes.run_hook)
        self.channels = ChannelService(
            bus=self.bus,
            history=history,
            agents=self.agents,
            hooks=self.hooks,
            supervisor=self._supervisor,
            settings=lambda: self.config.settings,
            spawn=self._processes.run,
        )
        self.terminals = TerminalService(
            bus=self.bus,
            supervisor=self._supervisor,
            settings=lambda: self.config.settings,
            spawn=self._processes.open_terminal,
        )
        self.workspaces = WorkspaceService(
            bus=self.bus, supervisor=self._supervisor, settings=lambda: self.config.settings
        )

    @classmethod
    def open(cls, chosen: Chosen, loaded: Loaded, recording: Path | None = None) -> Self:
        """The engine with the history that belongs to the file. Blocks while the history is opened."""
        return cls(chosen, loaded, open_history(data_folder(chosen.path)), recording)

    async def start(self) -> None:
        """Follow the configuration, make the channels that it declares, end what a killed one has left.

        Raises `HistoryError` when a channel cannot be made.
        """
        if self._recording is not None:
            self._listen(record(self.bus, self._recording, more=self._follows), "Recording")
        self._listen(
            publish_states(self.bus, self.agents.list, run_folder(), self._path), "Telling the agents' states"
        )
        await asyncio.sleep(0)  # they listen before anything happens
        if self.history.problem:
            self._supervisor.spawn(
                tell_when_freed(data_folder(self._path), self.bus), "Waiting for the history"
            )
        self._supervisor.spawn(self._processes.reap(), "Ending what a killed Sidekicks left")
        self.config.when_changed(self._configured)
        self._supervisor.spawn(self.config.watch(), "Following the configuration file")
        await self.hooks.load(self.config.settings)
        await self.channels.declare(self.config.settings.channels)

    async def close(self) -> None:
        """End the answers, the agents and everything else; returns once nothing is left."""
        async with AsyncExitStack() as last:
            # Whatever fails on the way, the rest is done: in reverse order.
            last.push_async_callback(self._processes.close)
            last.push_async_callback(self.hooks.close)
            last.push_async_callback(self._supervisor.close)
            last.push_async_callback(self._hear_out)
            last.push_async_callback(self.history.close)
            last.push_async_callback(self.agents.close)
            last.push_async_callback(self.terminals.close_all)
            last.push_async_callback(self.channels.close)

    async def succeed(self, change: Change) -> tuple[Self, Succession]:
        """End this engine, let `change` be made, and open the next one, which is still to be started."""
        await self.close()

        def following() -> tuple[Self, Succession]:
            succession = change()
            chosen = succession.chosen
            engine = self.open(chosen, load(chosen.path), self._recording)
            engine._follows = True
            return engine, succession

        return await asyncio.to_thread(following)

    def end_now(self) -> None:
        """End every process, without the event loop: when there is no time or no way to `close`."""
        self._processes.end_all()

    # The agents speak with the channels, which are made from the agents.

    def _client(self, agent: str) -> Client:
        return self.channels.client(agent)

    async def _agent_ended(self, agent: str) -> None:
        await self.channels.agent_ended(agent)

    def _listen(self, coroutine: Coroutine[Any, Any, None], name: str) -> None:
        self._listeners.append(self._supervisor.spawn(coroutine, name))

    async def _hear_out(self) -> None:
        """Let those who listen on the bus come to their end."""
        self.bus.close()
        if self._listeners:
            await asyncio.wait(self._listeners)

    async def _configured(self, _old: Settings, new: Settings) -> None:
        await self.hooks.load(new)
        self.agents.apply(new)
        await self.channels.declare(new.channels)
