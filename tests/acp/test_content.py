import pytest

from sidekicks_tui.acp.content import block_text


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ({"type": "text", "text": "words"}, "words"),
        ({"type": "text", "text": None}, ""),
        ("words alone", "words alone"),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb"),
        ({"type": "image", "mimeType": "image/png", "data": "A" * 16384}, "[image image/png, 12 KB]"),
        ({"type": "image", "uri": "file:///a.png"}, "[image file:///a.png]"),
        ({"type": "audio", "mimeType": "audio/wav", "data": "AAAA"}, "[audio audio/wav, 3 bytes]"),
        ({"type": "audio"}, "[audio]"),
        (
            {"type": "resource_link", "name": "a.md", "uri": "file:///a.md", "size": 3 * 1024 * 1024},
            "[link a.md, 3.0 MB, file:///a.md]",
        ),
        ({"type": "resource_link", "name": "file:///a", "uri": "file:///a"}, "[link file:///a]"),
        (
            {"type": "resource", "resource": {"uri": "file:///a", "text": "inside"}},
            "[resource file:///a]\ninside",
        ),
        (
            {"type": "resource", "resource": {"uri": "u", "mimeType": "m", "blob": "AAAA"}},
            "[resource u, m, 3 bytes]",
        ),
        ({"type": "hologram"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_blocks_as_text(block: object, text: str | None) -> None:
    assert block_text(block) == text
