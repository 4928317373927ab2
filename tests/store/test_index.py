"""The index of words as it grows: records without kept words, with them, and in segments."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidekicks_tui.store.chores import Chores
from sidekicks_tui.store.environment import Environment
from sidekicks_tui.store.integrity import DATA_FILE
from sidekicks_tui.store.lmdb_history import LmdbHistory
from sidekicks_tui.store.memory import MemoryHistory
from sidekicks_tui.store.records import put_message, words_end
from sidekicks_tui.store.segments import segment_end, segments
from tests.store.samples import ids, message, stored

WORDS = ["parser", "parse", "error", "résumé", "中文字", "x"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)
CHANNELS = st.sampled_from(["c1", "c2", "c3"])
PUT = st.tuples(st.just("put"), CHANNELS, st.integers(0, 30), TEXTS)
DELETE = st.tuples(st.just("delete"), CHANNELS, st.none(), st.none())
QUERIES = st.lists(st.sampled_from([*WORDS, "par", "resu", "文", "missing"]), min_size=1, max_size=3)


async def _apply(histories: list[Any], operations: list[tuple[Any, ...]]) -> None:
    for kind, channel, number, text in operations:
        for history in histories:
            if kind == "delete":
                await history.delete_channel(channel)
            elif any(kept.channel.id == channel for kept in history.channels()):
                await history.put_message(message(f"m{number:02}", text, channel))


@given(
    operations=st.lists(PUT | PUT | PUT | DELETE, max_size=40),
    searches=st.lists(
        st.tuples(QUERIES, st.none() | CHANNELS, st.integers(1, 5), st.sampled_from(["", "m15"])),
        min_size=3,
        max_size=3,
    ),
    settled=st.booleans(),
)
@settings(max_examples=30, deadline=None)
def test_it_finds_what_reading_everything_finds(
    operations: list[tuple[Any, ...]],
    searches: list[tuple[list[str], str | None, int, str]],
    settled: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def compare() -> None:
        memory = MemoryHistory()
        disk = LmdbHistory(tmp_path_factory.mktemp("history"), segment=7)
        for history in (memory, disk):
            for channel in ("c1", "c2", "c3"):
                await history.put_channel(stored(channel))
        await _apply([memory, disk], operations)
        if settled:
            await disk.settle()
        for words, channel, limit, before in searches:
            query = " ".join(words)
            expected = await memory.search(query, channel, limit, before)
            # An id may stand in several channels here; which of them comes first is not told.
            assert sorted(ids(await disk.search(query, channel, limit, before))) == sorted(ids(expected))
        await disk.close()

    asyncio.run(compare())


async def _filled(folder: Path, count: int, segment: int) -> LmdbHistory:
    history = LmdbHistory(folder, segment=segment)
    for channel in ("c1", "c2"):
        await history.put_channel(stored(channel))
    await asyncio.gather(
        *(
            history.put_message(message(f"m{n:03}", f"shared w{n} secret{n % 2}", f"c{1 + n % 2}"))
            for n in range(count)
        )
    )
    await history.settle()
    return history


def _state(history: LmdbHistory) -> tuple[int, int, int]:
    tables = history._environment.tables
    with history._environment.read() as txn:
        return len(segments(tables, txn)), segment_end(tables, txn), txn.stat(tables.words)["entries"]


async def test_records_gather_until_they_fill_a_segment(tmp_path: Path) -> None:
    history = await _filled(tmp_path, 20, segment=8)

    assert _state(history) == (2, 16, 4)
    assert ids(await history.search("w3")) == ["m003"]
    assert ids(await history.search("shared", limit=6)) == [f"m{n:03}" for n in range(19, 13, -1)]
    assert len(await history.search("shared", "c2")) == 10
    await history.close()


async def test_a_message_that_is_put_again_is_found_by_its_new_words_only(tmp_path: Path) -> None:
    history = await _filled(tmp_path, 10, segment=4)

    await history.put_message(message("m001", "replaced", "c2"))

    assert await history.search("w1") == ()
    assert ids(await history.search("replaced")) == ["m001"]
    await history.settle()
    assert ids(await history.search("replaced")) == ["m001"]
    await history.close()


async def test_a_deleted_channel_leaves_no_word_behind(tmp_path: Path) -> None:
    history = await _filled(tmp_path, 22, segment=8)
    tables = history._environment.tables

    await history.delete_channel("c2")
    await history.settle()

    with history._environment.read() as txn:
        kept = b"".join(
            key + value
            for table in (tables.messages, tables.ids, tables.words, tables.postings, tables.meta)
            for key, value in txn.cursor(table)
        )
        assert txn.stat(tables.messages)["entries"] == 11
    assert b"secret0" in kept
    assert b"secret1" not in kept
    assert b"c2" not in kept
    assert len(await history.search("shared")) == 11
    await history.put_message(message("m900", "shared later", "c1"))
    assert ids(await history.search("shared later")) == ["m900"]
    await history.close()


def _steps(environment: Environment, channel: str, taken: int) -> bool:
    """Do some steps of what is due after `channel` was deleted, and are cut off; whether there were more."""
    chores = Chores(environment, 8)
    steps = chores()
    return all(next(steps, "end") is None for _ in range(taken))


@pytest.mark.parametrize("taken", range(12))
async def test_a_deletion_that_was_cut_off_is_completed_at_the_next_start(taken: int, tmp_path: Path) -> None:
    await (await _filled(tmp_path, 22, segment=8)).close()
    environment = Environment(tmp_path)
    tables = environment.tables
    environment.write(lambda txn: Chores(environment).mark_deleted(txn, "c2"))
    environment.write(lambda txn: txn.delete(b"c2", db=tables.channels))
    _steps(environment, "c2", taken)
    environment.close()

    history = LmdbHistory(tmp_path, segment=8)
    await history.settle()

    tables = history._environment.tables
    with history._environment.read() as txn:
        kept = b"".join(key for key, _ in txn.cursor(tables.postings))
        assert txn.stat(tables.messages)["entries"] == 11
    assert b"secret1" not in kept
    assert len(await history.search("shared")) == 11
    await history.close()


async def _cut_off(folder: Path, taken: int) -> None:
    """A history of 20 messages in two channels whose index was cut off after some steps."""
    history = LmdbHistory(folder, segment=1000)
    await history.put_channel(stored("c1"))
    await history.put_channel(stored("c2"))
    await history.close()
    environment = Environment(folder)
    for number in range(20):
        sample = message(f"m{number:02}", f"shared w{number} secret{number % 2}", f"c{1 + number % 2}")
        environment.write(lambda txn, sample=sample: put_message(environment.tables, txn, sample))
    steps = Chores(environment, 8)()
    for _ in range(taken):
        next(steps, None)
    environment.close()


@pytest.mark.parametrize("taken", [3, *range(19, 28)])
@pytest.mark.parametrize("segment", [8, 1000])
async def test_an_index_that_was_cut_off_is_completed(taken: int, segment: int, tmp_path: Path) -> None:
    await _cut_off(tmp_path, taken)

    history = LmdbHistory(tmp_path, segment=segment)
    assert len(await history.search("shared")) == 20
    await history.delete_channel("c2")
    await history.settle()

    assert len(await history.search("shared")) == 10
    assert ids(await history.search("w6")) == ["m06"]
    postings = history._environment.tables.postings
    with history._environment.read() as txn:
        assert b"secret1" not in b"".join(key for key, _ in txn.cursor(postings))
    await history.close()


async def test_large_messages_do_not_wait_for_others_to_have_their_words_kept(tmp_path: Path) -> None:
    history = LmdbHistory(tmp_path)
    await history.put_channel(stored())

    await history.put_message(message("m1", " ".join(f"word{n}" for n in range(200_000))))
    await history.settle()

    with history._environment.read() as txn:
        assert words_end(history._environment.tables, txn) == 1
    await history.close()


async def test_the_file_is_not_much_larger_than_the_text(tmp_path: Path) -> None:
    history = LmdbHistory(tmp_path, segment=512)
    channels = [f"c{number}" for number in range(4)]
    for channel in channels:
        await history.put_channel(stored(channel))
    chance = random.Random(7)
    vocabulary = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 9))) for _ in range(3000)]
    texts = [" ".join(chance.choices(vocabulary, k=150)) for _ in range(2000)]
    for start in range(0, len(texts), 50):
        await asyncio.gather(
            *(
                history.put_message(message(f"m{n:05}", texts[n], channels[n % 4]))
                for n in range(start, start + 50)
            )
        )
    await history.settle()

    tables = history._environment.tables
    with history._environment.read() as txn:
        index = txn.stat(tables.postings)
    index_size = index["psize"] * (index["leaf_pages"] + index["branch_pages"] + index["overflow_pages"])
    size = (tmp_path / DATA_FILE).stat().st_size
    assert size <= 1.3 * (sum(map(len, texts)) + index_size)
    await history.close()
