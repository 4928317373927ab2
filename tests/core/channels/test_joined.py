import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.acp.blocks import ImageBlock, LinkBlock, ResourceBlock
from sidekicks_tui.core.channels.joined import JoinedFile, attachments, block_for, joined_paths
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import UsageError, WorkspaceError
from sidekicks_tui.model.limits import ATTACHMENT_SIZE, EMBEDDED_TEXT_SIZE
from sidekicks_tui.model.messages import Attachment
from sidekicks_tui.model.sessions import AgentInfo

ROOM = Channel(id="c", name="room", members=("claude", "gemini"))
ABLE = AgentInfo(image=True, embedded_context=True)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("$a.py", ["a.py"]),
        ("look at $src/a.py, $b.", ["src/a.py", "b"]),
        ("see ($not) but $yes)", ["yes"]),
        ("$a(1).txt! \n$b", ["a(1).txt", "b"]),
        ("$a $a", ["a"]),
        ("$été/ö.txt", ["été/ö.txt"]),
        ("$5 5$ 5$a \\$a $ $$a ${HOME} $_a $/etc $../a $.env", []),
        ("`$a` and\n```\n$b\n```\n$c", ["c"]),
        ("> $quoted", ["quoted"]),
        ("$a…", ["a"]),
        ('"$a"', []),
        ("$a\u00a0b", ["a"]),
    ],
)
def test_paths(text: str, paths: list[str]) -> None:
    assert list(joined_paths(text)) == paths


@given(st.text(st.sampled_from("$ab./ ()`\\5,\n")))
def test_a_path_is_text_of_the_message_behind_a_dollar(text: str) -> None:
    for path in joined_paths(text):
        assert f"${path}" in text
        assert path[0].isalpha()
        assert not any(character.isspace() for character in path)


def test_a_file_belongs_to_the_first_agent_mentioned_else_to_the_first_member() -> None:
    assert attachments("$a", ROOM, ("gemini",)) == (Attachment(agent="gemini", path="a"),)
    assert attachments("$a", ROOM, ()) == (Attachment(agent="claude", path="a"),)
    direct = Channel(id="d", direct="guide", members=("guide",))
    assert attachments("$a", direct, ()) == (Attachment(agent="guide", path="a"),)
    assert attachments("$a", Channel(id="e", name="empty"), ()) == ()


def test_more_than_ten_files_are_refused() -> None:
    names = [f"$f{number}" for number in range(11)]
    assert len(attachments(" ".join(names[:10]), ROOM, ())) == 10
    with pytest.raises(UsageError, match="at most 10 files, this one names 11"):
        attachments(" ".join(names), ROOM, ())


def file(mime: str, data: bytes) -> JoinedFile:
    return JoinedFile(name="f", uri="file:///w/f", mime=mime, data=data)


PNG = b"\x89PNG\0"


@pytest.mark.parametrize(
    ("given_file", "info", "block"),
    [
        (file("image/png", PNG), ABLE, ImageBlock(data=PNG, mime="image/png", uri="file:///w/f")),
        (
            file("image/png", PNG),
            AgentInfo(embedded_context=True),
            LinkBlock(uri="file:///w/f", name="f", mime="image/png", size=5),
        ),
        (file("text/x-python", b"a"), ABLE, ResourceBlock(uri="file:///w/f", mime="text/x-python", text="a")),
        (file("", "\ufeffé".encode()), ABLE, ResourceBlock(uri="file:///w/f", mime="text/plain", text="é")),
        (file("", b"a"), AgentInfo(), LinkBlock(uri="file:///w/f", name="f", mime="text/plain", size=1)),
        (
            file("", b"a" * (EMBEDDED_TEXT_SIZE + 1)),
            ABLE,
            LinkBlock(uri="file:///w/f", name="f", mime="text/plain", size=EMBEDDED_TEXT_SIZE + 1),
        ),
    ],
)
def test_a_file_is_sent_as_the_agent_can_take_it(
    given_file: JoinedFile, info: AgentInfo, block: object
) -> None:
    assert block_for(given_file, info) == block


@pytest.mark.parametrize(
    "given_file",
    [file("", b"\0"), file("", b"\xff\xfe"), file("image/png", b"x" * (ATTACHMENT_SIZE + 1))],
)
def test_other_files_are_not_sent(given_file: JoinedFile) -> None:
    with pytest.raises(WorkspaceError):
        block_for(given_file, ABLE)
