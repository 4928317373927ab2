"""What the parts of the chat share: the engine, the overview, the widgets, and how a command is run."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from textual.screen import Screen
from textual.worker import Worker

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.screens.chat.overview import Overview
from sidekicks_tui.widgets.composer.composer import Composer
from sidekicks_tui.widgets.keys import Keymap
from sidekicks_tui.widgets.notice import Notice, Tone
from sidekicks_tui.widgets.permission import PermissionCard
from sidekicks_tui.widgets.timeline import Timeline

logger = logging.getLogger(__name__)


@dataclass
class Desk:
    screen: Screen[None]
    engine: Engine
    overview: Overview
    keymap: Keymap
    timeline: Timeline
    composer: Composer
    card: PermissionCard
    notice: Notice = field(default_factory=Notice)
    started: asyncio.Event = field(default_factory=asyncio.Event)
    """The engine runs, and a conversation is in sight if there is one."""

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        self.notice.say(text, tone)

    def run(self, command: Coroutine[Any, Any, None]) -> Worker[None]:
        """Run `command` beside the screen, so that no key waits for it; what goes wrong is told."""
        return self.screen.run_worker(self._told(command))

    async def _told(self, command: Coroutine[Any, Any, None]) -> None:
        try:
            await command
        except SidekicksError as error:
            self.say(str(error), Tone.ERROR)
        except Exception as error:
            logger.exception("A command of the chat failed")
            self.say(
                _("This should not happen: {error}. The log has the details.").format(error=error), Tone.ERROR
            )
