"""Logging in to an agent, by one of the ways that it offers."""

import os
import shlex
from asyncio import create_subprocess_exec

from textual.worker import Worker, WorkerCancelled

from sidekicks_tui.core.agents.login import login_command, way
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.sessions import AuthMethod
from sidekicks_tui.model.settings import AgentSettings, RuntimeType
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.widgets.channel_list import state_word
from sidekicks_tui.widgets.choices import Choice


class Login:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waiting: Worker[None] | None = None
        """While an agent waits for the person, in a browser say."""

    async def log_in(self) -> None:
        """Ask for an agent and for one of its ways to log in, and go it."""
        agents = self._desk.overview.agents
        choices = [Choice(each.name, each.name, each.description, state_word(each.state)) for each in agents]
        if not (name := await self._choose(_("Log in to which agent?"), choices)):
            return
        service = self._desk.engine.agents
        if service.info(name) is None:
            self._desk.say(_("Asking {agent} how to log in…").format(agent=name))
            await service.start(name)
        info, settings = service.info(name), self._desk.engine.config.settings.agent(name)
        if info is None or settings is None or not info.auth_methods:
            raise UsageError(_("{agent} offers no way to log in.").format(agent=name))
        methods = {method.id: method for method in info.auth_methods}
        choices = [Choice(each.id, each.name or each.id, each.description) for each in info.auth_methods]
        if chosen := await self._choose(_("How?"), choices):
            await self._go(settings, methods[chosen])

    def give_up(self) -> bool:
        """Give up the login that waits for the person; whether one did."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.cancel()
            self._desk.say(_("The login was given up."))
        return waiting is not None

    async def _go(self, settings: AgentSettings, method: AuthMethod) -> None:
        if method.kind == "env_var":
            raise UsageError(f"{settings.name}: {way(method, settings)}")
        if method.kind == "terminal":
            await self._run(settings, method)
            await self._desk.engine.agents.restart(settings.name)
        else:
            self._desk.say(_("Logging in to {agent}… Esc gives up.").format(agent=settings.name))
            command = self._desk.engine.agents.authenticate(settings.name, method.id)
            self._waiting = self._desk.screen.run_worker(command, exit_on_error=False)
            try:
                await self._waiting.wait()
            except WorkerCancelled:
                return
            finally:
                self._waiting = None
        self._desk.say(_("Logged in to {agent}.").format(agent=settings.name))

    async def _run(self, settings: AgentSettings, method: AuthMethod) -> None:
        """Run the agent's own command for it in the place of the screen."""
        if settings.runtime.type is not RuntimeType.LOCAL:
            raise UsageError(f"{settings.name}: {way(method, settings)}")
        command = login_command(settings, method)
        try:
            with self._desk.screen.app.suspend():
                process = await create_subprocess_exec(
                    *command, cwd=settings.workspace, env={**os.environ, **settings.env, **method.env}
                )
                status = await process.wait()
        except OSError as error:
            raise UsageError(
                _("{command} cannot be started: {reason}").format(
                    command=shlex.join(command), reason=error.strerror or error
                )
            ) from error
        if status:
            raise UsageError(
                _("{command} ended with status {status}").format(command=shlex.join(command), status=status)
            )

    async def _choose(self, prompt: str, choices: list[Choice]) -> str:
        from sidekicks_tui.screens.chooser import Chooser, among

        chooser = Chooser(prompt, among(choices), nothing=_("There is no such choice."))
        chosen = await self._desk.screen.app.push_screen_wait(chooser)
        return chosen.key if chosen else ""
