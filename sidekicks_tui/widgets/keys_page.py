"""`docs/keys.md`, written from the table of actions.

python -m sidekicks_tui.widgets.keys_page > docs/keys.md
"""

import sys

from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import of_place
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP

_HEAD = """\
# Keys

Nearly every action is also in the palette, by its name. The keys of those with an id in the last column can
be changed in the configuration: `keys: {app.search: ctrl+r}`; several keys stand with commas between.

This page is written from the table of actions in `sidekicks_tui/widgets/actions.py`.
"""


def page() -> str:
    """The page as Markdown."""
    lines = [_HEAD]
    for place in Place:
        lines += [f"## {place.heading}", "", "| Key | Action | Does | Id |", "| --- | --- | --- | --- |"]
        for action in of_place(place):
            if action.help:
                key = DEFAULT_KEYMAP.shown(action) or "—"
                id = f"`{action.id}`" if action.rebindable and action.keys else ""
                lines.append(f"| {key} | {action.name} | {action.help} | {id} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(page())
