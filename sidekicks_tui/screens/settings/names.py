"""Names in the configuration that only the screen knows: themes, actions and their keys."""

from collections.abc import Collection, Iterator
from difflib import get_close_matches

from sidekicks_tui.config.places import place
from sidekicks_tui.locale import _
from sidekicks_tui.model.settings import Problem, Settings
from sidekicks_tui.widgets.keys import read_keymap


def warnings(text: str, settings: Settings, themes: Collection[str]) -> list[Problem]:
    """What is wrong with them in `text`, which means `settings`. May be called in a thread."""
    return [
        Problem(line=at[0], column=at[1], message=sentence, warning=True)
        for path, sentence in _wrong(settings, themes)
        if (at := place(text, path)) is not None
    ]


def _wrong(settings: Settings, themes: Collection[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    if settings.theme not in themes:
        near = get_close_matches(settings.theme, themes, 1)
        hint = _(", did you mean {name}?").format(name=near[0]) if near else ""
        yield ("theme",), _("there is no theme {name}").format(name=settings.theme) + hint
    keymap = read_keymap(settings.keys)
    for action in settings.keys:
        if action not in keymap.changed:
            without = read_keymap({id: key for id, key in settings.keys.items() if id != action})
            sentence = next(each for each in keymap.problems if each not in without.problems)
            yield ("keys", action), sentence.removeprefix("keys: ")
