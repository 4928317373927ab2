"""What stands at a place of the document, for whoever wants to copy, quote, open or select it."""

from itertools import islice

from textual.selection import Selection

from sidekicks_tui.model.messages import Location, Role
from sidekicks_tui.model.visible import visible
from sidekicks_tui.widgets.timeline.document import Document, Sight
from sidekicks_tui.widgets.timeline.entry import View
from sidekicks_tui.widgets.timeline.personview import PersonView
from sidekicks_tui.widgets.timeline.search import PartKey
from sidekicks_tui.widgets.timeline.thoughtview import ThoughtView
from sidekicks_tui.widgets.timeline.toolview import ToolView, place_name
from sidekicks_tui.widgets.timeline.words import system_text


def text_of(document: Document, at: PartKey | None) -> str:
    """The text of a part as its author wrote it; of a tool call, its output or else its title."""
    if at is None or (index := document.find(at[0])) is None:
        return ""
    message = document.entries[index].message
    if message.role is Role.SYSTEM:
        return system_text(message, message.agent)
    view = _view(document, at)
    if isinstance(view, ToolView):
        return view.tool.output or view.tool.title
    return view.text if view else ""


def quoted(text: str) -> str:
    """`text` as a Markdown quote, with an empty line behind it."""
    lines = text.strip("\n").split("\n")
    return "".join(f"> {line}".rstrip() + "\n" for line in lines) + "\n" if text.strip() else ""


def file_of(document: Document, at: PartKey | None) -> Location | None:
    """The first file that a tool call works on."""
    view = _view(document, at)
    if not isinstance(view, ToolView):
        return None
    if view.tool.locations:
        return view.tool.locations[0]
    return Location(path=view.tool.diffs[0].path) if view.tool.diffs else None


def file_in(document: Document, sight: Sight) -> Location | None:
    """The file that a row of an opened tool call names."""
    view = _view_of(document, sight)
    if not isinstance(view, ToolView) or not any(ink.role == "path" for _, ink in sight.row.runs):
        return None
    text = "".join(text for text, ink in sight.row.runs if ink.role == "path")
    for location in (*view.tool.locations, *(Location(path=diff.path) for diff in view.tool.diffs)):
        if place_name(location) == text:
            return location
    return None


def folds(document: Document, sight: Sight) -> bool:
    """Whether a row opens or closes what stands below it."""
    view = _view_of(document, sight)
    if not isinstance(view, ThoughtView | ToolView | PersonView) or not sight.row.runs:
        return False
    if sight.row.text.strip().startswith("… "):
        return True
    return not isinstance(view, PersonView) and document.block_of(sight) is view.blocks()[0]


def agent_of(document: Document, at: PartKey) -> str:
    index = document.find(at[0])
    return document.entries[index].message.agent if index is not None else ""


def selected(document: Document, selection: Selection) -> str:
    """The text of the selected rows."""
    first = selection.start.y if selection.start else 0
    last = selection.end.y if selection.end else document.height
    lines: list[str] = []
    for number, sight in enumerate(islice(document.below(document.place_at(first)), last - first + 1), first):
        span = selection.get_span(number)
        if span is not None:
            text = sight.row.text
            lines.append(text[span[0] : None if span[1] < 0 else span[1]].rstrip())
    return visible("\n".join(lines))


def _view(document: Document, at: PartKey | None) -> View | None:
    if at is None or (index := document.find(at[0])) is None:
        return None
    views = document.entries[index].views
    return views[at[1]] if at[1] < len(views) else None


def _view_of(document: Document, sight: Sight) -> View | None:
    views = document.entries[sight.place.entry].views
    return views[sight.part] if 0 <= sight.part < len(views) else None
