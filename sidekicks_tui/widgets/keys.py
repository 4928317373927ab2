"""Keys: how they are spelled, shown, bound to actions and changed by the configuration.

A key is spelled as Textual spells it: modifiers in the order alt, ctrl, shift, then the key, with `+`
between (`alt+up`, `ctrl+k`, `f1`, `question_mark`). The configuration may also write the character (`?`).
"""

import difflib
import re
import string
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS

from sidekicks_tui.locale import N_, _
from sidekicks_tui.widgets.action import Action, Place
from sidekicks_tui.widgets.actions import ACTIONS, BY_ID, of_place

_MODIFIERS: Final = ("alt", "ctrl", "shift", "super", "hyper", "meta")
_NAMED: Final = {
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "tab": N_("Tab"),
    "backspace": N_("Backspace"),
    "delete": N_("Delete"),
    "insert": N_("Insert"),
    "home": N_("Home"),
    "end": N_("End"),
    "pageup": N_("PageUp"),
    "pagedown": N_("PageDown"),
    "up": N_("Up"),
    "down": N_("Down"),
    "left": N_("Left"),
    "right": N_("Right"),
    "space": N_("Space"),
}
"""What stands on the key."""
_MODIFIER_NAMES: Final = {"shift": N_("Shift")}
"""Those that are called otherwise in other languages."""
_FUNCTION_KEY: Final = re.compile(r"f([1-9]|1[0-9]|2[0-4])")


def character_key(character: str) -> str:
    """How the key that types `character` is called: `a`, `1`, `question_mark`."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name) or character


_PUNCTUATION: Final = {character_key(character): character for character in string.punctuation}


def is_typed(key: str) -> bool:
    """The key writes a character into a text."""
    return len(key) == 1 or key == "space" or key in _PUNCTUATION


def show(key: str) -> str:
    """`alt+up` as `Alt+Up`, `question_mark` as `?`."""
    *modifiers, name = key.split("+")
    if name in _NAMED:
        name = _(_NAMED[name])
    elif len(name) == 1:
        name = name.upper() if modifiers else name
    elif _FUNCTION_KEY.fullmatch(name):
        name = name.capitalize()
    else:
        name = _PUNCTUATION.get(name, name)
    return "+".join([*map(_modifier, modifiers), name])


def _modifier(name: str) -> str:
    return _(_MODIFIER_NAMES[name]) if name in _MODIFIER_NAMES else name.capitalize()


def bindings(place: Place) -> list[BindingType]:
    """What a widget or screen puts into its `BINDINGS`: each key runs `do(id)`.

    Keys of the main screens go before what has the focus, so that a changed key always works; what is typed
    into a text stays typed, because Textual takes the printable keys out. Not for what belongs to a text:
    a key that goes before its queue overtakes letters that are still in it (see `Keymap.actions`).
    """
    actions = [action for action in of_place(place) if action.keys and action.rebindable]
    return [each for action in actions for each in binding(action.id)]


def binding(action_id: str) -> list[BindingType]:
    """The same for one action."""
    action = BY_ID[action_id]
    first = action.place is Place.APP
    return [Binding(action.keys, f"do({action.id!r})", show=False, priority=first, id=action.id)]


@dataclass(frozen=True)
class Keymap:
    """The keys as this person has them: the table's, with the configuration's changes."""

    changed: Mapping[str, str]
    """By action id, in Textual's spelling: what `App.set_keymap` takes."""
    problems: tuple[str, ...]
    """One sentence for each entry that was not taken."""

    def keys(self, action: Action) -> list[str]:
        text = self.changed.get(action.id, action.keys)
        return text.split(",") if text else []

    def actions(self, place: Place) -> dict[str, str]:
        """By key: what it does at `place`. For a text, which looks at its keys itself, in their order."""
        actions = [action for action in of_place(place) if action.rebindable]
        return {key: action.id for action in actions for key in self.keys(action)}

    def shown(self, action: Action) -> str:
        """All its keys, for the help; empty when it has none."""
        if action.shown_keys and action.id not in self.changed:
            return action.shown_keys
        return ", ".join(show(key) for key in self.keys(action))

    def first(self, action_id: str) -> str:
        """Its first key, for the footer; empty when it has none."""
        keys = self.keys(BY_ID[action_id])
        return show(keys[0]) if keys else ""


DEFAULT_KEYMAP: Final = Keymap(changed={}, problems=())


def read_keymap(entries: Mapping[str, str]) -> Keymap:
    """The `keys:` of the configuration. An entry that cannot be taken leaves the action its own keys."""
    wanted: dict[str, list[str]] = {}
    problems: list[str] = []
    for action_id, text in entries.items():
        try:
            wanted[action_id] = _read_entry(action_id, text)
        except ValueError as error:
            problems.append(str(error))
    changed: dict[str, str] = {}
    for action_id, keys in wanted.items():
        # Two actions may swap their keys: what counts is what each of them is about to have.
        others = {other.id: wanted.get(other.id, other.keys.split(",")) for other in _beside(action_id)}
        held = {key: other for other, theirs in others.items() for key in theirs}
        taken = next((key for key in keys if key in held), None)
        if taken is None:
            changed[action_id] = ",".join(keys)
        else:
            problems.append(
                _("keys: {key} of {action} is already the key of {other}").format(
                    key=show(taken), action=action_id, other=held[taken]
                )
            )
    return Keymap(changed=changed, problems=tuple(problems))


def _beside(action_id: str) -> list[Action]:
    """The other actions whose keys act where this one's do."""
    place = BY_ID[action_id].place
    return [
        other
        for other in ACTIONS
        if other.id != action_id
        and other.keys
        and (other.place is place or Place.APP in (place, other.place))
    ]


def _read_entry(action_id: str, text: str) -> list[str]:
    """The keys in Textual's spelling. ValueError: the sentence that says what is wrong with the entry."""
    action = BY_ID.get(action_id)
    if action is None or not action.rebindable:
        near = difflib.get_close_matches(action_id, BY_ID, 1)
        hint = _(", did you mean {name}?").format(name=near[0]) if near else ""
        raise ValueError(_("keys: there is no action {name}{hint}").format(name=action_id, hint=hint))
    keys = [_normalize(part.strip()) for part in text.split(",")]
    if not all(keys):
        raise ValueError(_("keys: {keys} of {action} is no key").format(keys=text or '""', action=action_id))
    typed = [key for key in keys if is_typed(key)]
    # A letter may be a second key, for where nothing is being written, as `?` is for the help.
    if (action.place is Place.COMPOSER and typed) or (action.place is Place.APP and typed == keys):
        raise ValueError(
            _("keys: {key} of {action} is needed for typing").format(key=show(typed[0]), action=action_id)
        )
    return keys


def _normalize(text: str) -> str:
    """Textual's spelling of a key, empty when it is none."""
    head, plus, name = text.rpartition("+")
    if not name and text.endswith("+"):  # the plus key itself: `+`, `ctrl++`
        head, name = text[:-1].rstrip("+"), "+"
    modifiers = [part.lower() for part in head.split("+")] if head else []
    if any(modifier not in _MODIFIERS for modifier in modifiers) or (plus and not name):
        return ""
    if len(name) == 1:
        name = character_key(name.lower() if modifiers else name)
    else:
        name = name.lower()
        if name not in _NAMED and name not in _PUNCTUATION and not _FUNCTION_KEY.fullmatch(name):
            return ""
    return "+".join([*sorted(set(modifiers)), name])


def _taken(action_id: str, keys: list[str], changed: Mapping[str, str]) -> tuple[str, str] | None:
    """The first of `keys` that acts where `action_id` acts, and the action that has it."""
    place = BY_ID[action_id].place
    for other in ACTIONS:
        if other.id == action_id or (place is not other.place and Place.APP not in (place, other.place)):
            continue
        held = changed.get(other.id, other.keys).split(",")
        for key in keys:
            if key in held:
                return key, other.id
    return None
