import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.channels.naming import check_name
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import UsageError

CHANNELS = (Channel(id="1", name="Straße"), Channel(id="2", direct="guide", members=("guide",)))


@pytest.mark.parametrize(
    ("name", "kept"),
    [("  general ", "general"), ("#general", "general"), ("你好 [/", "你好 [/"), ("x" * 64, "x" * 64)],
)
def test_a_name_is_kept_stripped(name: str, kept: str) -> None:
    assert check_name(name, CHANNELS) == kept


@pytest.mark.parametrize("name", ["", "  ", "#", "x" * 65, "two\nlines", "bell\a", "STRASSE", "# strasse"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        check_name(name, CHANNELS)


def test_a_channel_may_keep_its_own_name() -> None:
    assert check_name("STRASSE", CHANNELS, but="1") == "STRASSE"


@given(st.text())
def test_a_name_that_was_taken_is_taken_in_every_case(text: str) -> None:
    try:
        name = check_name(text, ())
    except UsageError:
        return
    for other in (name, name.upper(), name.lower(), f" #{name} "):
        with pytest.raises(UsageError):
            check_name(other, (Channel(id="1", name=name),))
