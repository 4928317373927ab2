"""What the parts of the chat share: the engine, the overview, the widgets, and how a command is run."""

import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from textual.screen import Screen
from textual.widget import Widget
from textual.worker import Worker

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.screens.chat.overview import Overview
from sidekicks_tui.screens.chat.waiting import Waiting
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.composer.composer import Composer
from sidekicks_tui.widgets.conversation import Conversation
from sidekicks_tui.widgets.hint import Hint
from sidekicks_tui.widgets.keys import Keymap
from sidekicks_tui.widgets.notice import Notice, Tone
from sidekicks_tui.widgets.search_bar import SearchBar
from sidekicks_tui.widgets.side_panel import SidePanel

logger = logging.getLogger(__name__)


@dataclass
class Desk:
    screen: Screen[None]
    engine: Engine
    overview: Overview
    keymap: Keymap
    timeline: Conversation
    composer: Composer
    hint: Hint
    card: Waiting
    search: SearchBar
    panel: SidePanel
    notice: Notice

    @property
    def place(self) -> Place:
        """Where the keys act now."""
        if self.card.permission.has_focus:
            return Place.PERMISSION
        if self.card.question.has_focus_within:
            return Place.QUESTION
        if self.panel.has_focus:
            return Place.PANEL
        if self.timeline.has_focus:
            return Place.MESSAGES
        return Place.SEARCH if self.search.has_focus_within else Place.COMPOSER

    def focus(self, widget: Widget) -> None:
        """Give `widget` the focus now; Textual's own `focus` does it after keys that wait already."""
        self.screen.set_focus(widget, scroll_visible=False)

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
