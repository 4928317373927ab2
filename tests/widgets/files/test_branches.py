from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.model.workspaces import Entry
from sidekicks_tui.widgets.files.branches import Branches


def entry(path: str, dir: bool = False) -> Entry:
    return Entry(name=path.rpartition("/")[2], path=path, dir=dir, size=0, mod_time=0.0)


FOLDERS = ["a", "b", "a/c", "a/c/d", "b/e"]
LISTINGS = {
    path: [
        *(entry(folder, dir=True) for folder in FOLDERS if folder.rpartition("/")[0] == path),
        entry(f"{path}/f" if path else "f"),
    ]
    for path in ["", *FOLDERS]
}


def expected(opened: set[str], path: str = "") -> Iterator[str]:
    for each in LISTINGS[path]:
        yield each.path
        if each.path in opened:
            yield from expected(opened, each.path)


def paths(branches: Branches) -> list[str]:
    return [each.path for each in branches.rows]


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(FOLDERS)), max_size=20))
def test_rows_are_those_of_the_open_folders(steps: list[tuple[bool, str]]) -> None:
    branches = Branches()
    branches.open("", LISTINGS[""])
    opened: set[str] = set()
    for open_it, path in steps:
        if open_it:
            branches.open(path, LISTINGS[path])
            if path in expected(opened):
                opened.add(path)
        else:
            branches.close(path)
            if path in expected(opened):
                opened = {each for each in opened if each != path and not each.startswith(f"{path}/")}
        assert paths(branches) == list(expected(opened))
        assert set(branches.open_folders) == {"", *opened}
    branches.update({path: LISTINGS[path] for path in branches.open_folders}, ())
    assert paths(branches) == list(expected(opened))


def test_what_is_gone_takes_what_was_open_in_it_along() -> None:
    branches = Branches()
    for path in ("", "a", "a/c"):
        branches.open(path, LISTINGS[path])
    branches.update({"": [entry("b", dir=True), entry("new")]}, ["a", "a/c"])
    assert paths(branches) == ["b", "new"]
    assert branches.open_folders == ("",)


def test_a_large_folder_opens_between_its_neighbours() -> None:
    branches = Branches()
    branches.open("", [entry("a", dir=True), entry("z")])
    branches.open("a", [entry(f"a/{number}") for number in range(50_000)])
    assert len(branches.rows) == 50_002
    assert branches.place_of("z") == 50_001
    branches.close("a")
    assert paths(branches) == ["a", "z"]
