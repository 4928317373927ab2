import msgspec

from sidekicks_tui.core.channels.setup import ChoiceKind, aligned, mode_told, now, option_for
from sidekicks_tui.model.sessions import Choice, SessionInfo, SessionModes, SessionOption


def offers(*names: str) -> tuple[Choice, ...]:
    return tuple(Choice(id=name, name=name.title()) for name in names)


MODES = SessionModes(current="ask", available=offers("ask", "code"))
MODE = SessionOption(id="mode", name="Mode", category="mode", current="code", choices=offers("ask", "code"))
MODEL = SessionOption(id="llm", name="Model", category="model", current="small", choices=offers("small"))
TEAM = SessionOption(id="team", name="Team", category="mode", current="one", choices=offers("one", "two"))


def test_the_option_that_is_the_mode() -> None:
    assert option_for((TEAM, MODE), ChoiceKind.MODE) is MODE
    assert option_for((MODEL, TEAM), ChoiceKind.MODE) is TEAM
    assert option_for((MODEL,), ChoiceKind.MODE) is None
    switch = SessionOption(id="mode", name="Mode", category="mode", current=True)
    assert option_for((switch,), ChoiceKind.MODE) is None


def test_an_option_decides_over_the_list() -> None:
    info = aligned(SessionInfo(id="s", modes=MODES, options=(MODE, MODEL)))
    assert info.modes == SessionModes(current="code", available=MODE.choices)
    assert info.models == SessionModes(current="small", available=MODEL.choices)
    alone = SessionInfo(id="s", modes=MODES)
    assert aligned(alone) == alone


def test_a_change_of_the_mode_is_one_of_its_option() -> None:
    info = now(aligned(SessionInfo(id="s", modes=MODES, options=(MODE, MODEL))), ChoiceKind.MODE, "ask")
    assert info.options == (msgspec.structs.replace(MODE, current="ask"), MODEL)
    assert info.modes is not None
    assert info.modes.current == "ask"


def test_a_change_where_there_are_only_lists_or_nothing() -> None:
    info = SessionInfo(id="s", modes=MODES, models=MODES)
    changed = now(now(info, ChoiceKind.MODE, "code"), ChoiceKind.MODEL, "code")
    assert changed.modes == changed.models == msgspec.structs.replace(MODES, current="code")
    assert now(SessionInfo(id="s"), ChoiceKind.MODE, "code") == SessionInfo(id="s")
    assert now(SessionInfo(id="s"), ChoiceKind.MODEL, "code") == SessionInfo(id="s")


def test_a_mode_that_is_told_in_words_is_one_that_the_session_has() -> None:
    assert mode_told("[MODE_UPDATE] code", MODES) == "code"
    assert mode_told("[MODE_UPDATE] dance", MODES) == ""
    assert mode_told("See: [MODE_UPDATE] code", MODES) == ""
    assert mode_told("code", MODES) == ""
    assert mode_told("[MODE_UPDATE] code", None) == ""
