"""What the timeline says in words: how long, why it ended, what a tool call is, which day."""

from datetime import date, datetime, timedelta

from sidekicks_tui.core.sentences import stop_sentence, system_sentence
from sidekicks_tui.locale import N_, _, plural
from sidekicks_tui.model.messages import Message, StopReason, ToolKind, ToolStatus
from sidekicks_tui.model.visible import visible, visible_line

_KINDS = {
    ToolKind.READ: N_("Read"),
    ToolKind.EDIT: N_("Edit"),
    ToolKind.DELETE: N_("Delete"),
    ToolKind.MOVE: N_("Move"),
    ToolKind.SEARCH: N_("Search"),
    ToolKind.EXECUTE: N_("Run"),
    ToolKind.THINK: N_("Think"),
    ToolKind.FETCH: N_("Fetch"),
    ToolKind.SWITCH_MODE: N_("Mode"),
    ToolKind.OTHER: N_("Tool"),
}
_CUT_SHORT = (StopReason.MAX_TOKENS, StopReason.MAX_TURN_REQUESTS, StopReason.REFUSAL)
_DAYS = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"),
)  # fmt: skip
_MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"), N_("August"),
    N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip


def duration(seconds: float) -> str:
    """`12 s`, `3 min 5 s`, `2 h 10 min`; what is over at once says so."""
    if seconds < 1:
        return _("< 1 s")
    whole = round(seconds)
    if whole < 60:
        return _("{seconds} s").format(seconds=whole)
    if whole < 3600:
        return _("{minutes} min {seconds} s").format(minutes=whole // 60, seconds=whole % 60)
    return _("{hours} h {minutes} min").format(hours=whole // 3600, minutes=whole % 3600 // 60)


def tool_kind(kind: ToolKind) -> str:
    return _(_KINDS[kind])


def tool_outcome(status: ToolStatus, exit_status: int | None) -> str:
    """What must be said about how a tool call ended, beside its sign; empty when all is well."""
    if status is ToolStatus.CANCELLED:
        return _("stopped")
    if exit_status:
        return _("exit {status}").format(status=exit_status)
    return _("failed") if status is ToolStatus.FAILED else ""


def thought_label(seconds: float | None, thinking: bool) -> str:
    if seconds is not None:
        return _("thought for {duration}").format(duration=duration(seconds))
    return _("thinking…") if thinking else _("thought")


def message_end(message: Message) -> tuple[str, bool]:
    """What must be said at the end of a message, and whether it is an error."""
    return visible(stop_sentence(message)), bool(message.error) or message.stop_reason in _CUT_SHORT


def system_text(message: Message, title: str) -> str:
    """A system message in words; `title` is how its agent is called."""
    return visible(system_sentence(message, title))


def clock(moment: datetime) -> str:
    return moment.astimezone().strftime("%H:%M")


def day_name(day: date, today: date) -> str:
    if day == today:
        return _("Today")
    if day == today - timedelta(days=1):
        return _("Yesterday")
    return _("{weekday}, {day} {month} {year}").format(
        weekday=_(_DAYS[day.weekday()]), day=day.day, month=_(_MONTHS[day.month - 1]), year=day.year
    )


def how_many_new(count: int) -> str:
    return plural("{count} new", "{count} new", count).format(count=count)


def file_names(paths: list[str], most: int = 2) -> str:
    """Some of `paths`, and how many more there are."""
    names = ", ".join(visible_line(path) for path in paths[:most])
    return names + (f" +{len(paths) - most}" if len(paths) > most else "")
