import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.acp.framing import HEAD_SIZE, TAIL_SIZE, Line, LineSplitter, Overlong

_BYTES = st.lists(st.sampled_from([b"\n", b"a", b"{}", b"\xff", b"x" * 7, b"y" * 50]), max_size=60).map(
    b"".join
)


def _expected(data: bytes, limit: int) -> list[Line]:
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return [
        line if len(line) <= limit else Overlong(line[:HEAD_SIZE], line[-TAIL_SIZE:], len(line))
        for line in lines
    ]


@given(data=_BYTES, cuts=st.lists(st.integers(0, 2000)), limit=st.integers(1, 60))
def test_lines_are_the_same_however_the_bytes_are_cut(data: bytes, cuts: list[int], limit: int) -> None:
    splitter = LineSplitter(limit)
    lines: list[Line] = []
    at = 0
    for cut in [*sorted(min(cut, len(data)) for cut in cuts), len(data)]:
        lines += splitter.feed(data[at:cut])
        at = cut
    assert lines + splitter.end() == _expected(data, limit)


@given(size=st.integers(HEAD_SIZE - 2, HEAD_SIZE * 3), piece=st.integers(1, HEAD_SIZE * 2))
def test_a_refused_line_keeps_its_ends(size: int, piece: int) -> None:
    line = bytes(number % 200 + 20 for number in range(size))
    splitter = LineSplitter(limit=HEAD_SIZE - 3)
    lines: list[Line] = []
    for at in range(0, size, piece):
        lines += splitter.feed(line[at : at + piece])
    assert lines == []
    assert splitter.feed(b"\nnext\n") == [Overlong(line[:HEAD_SIZE], line[-TAIL_SIZE:], size), b"next"]


def test_an_endless_line_takes_no_more_than_the_limit() -> None:
    limit = 1024 * 1024
    splitter = LineSplitter(limit)
    piece = b"x" * 65536
    tracemalloc.start()
    for _ in range(20 * limit // len(piece)):
        splitter.feed(piece)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 * limit
    assert splitter.feed(b"\n") == [Overlong(b"x" * HEAD_SIZE, b"x" * TAIL_SIZE, 20 * limit)]
