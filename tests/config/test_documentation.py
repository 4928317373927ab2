"""What docs/configuration.md says is what the program does."""

import re
from pathlib import Path

import pytest

from sidekicks_tui.config import check
from sidekicks_tui.config.advice import _READ_ONLY_MODES
from sidekicks_tui.config.fields import FILE
from sidekicks_tui.config.records import Either, FreeKeys, Kept, ListOf, Record
from sidekicks_tui.config.runtimes import RUNTIME
from sidekicks_tui.config.shapes import Shape
from sidekicks_tui.model import limits
from sidekicks_tui.model.settings import LimitSettings, Settings

TEXT = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")


NUMBERS = [
    f"the last {limits.RECENT_FILES} are remembered",
    f"of {limits.CONFIG_SIZE // limits.MB} MB at most",
    "at once, {} to {};".format(*limits.MAX_RUNNING_AGENTS_RANGE)
    + f" {LimitSettings().max_running_agents} otherwise",
    f"or `never`; `{limits.STOP_IDLE_AGENTS_AFTER / 60:g}m` otherwise",
    f"1 to {limits.AGENT_NAME_LENGTH} of the characters a-z, 0-9,",
    f"1 to {limits.CHANNEL_NAME_LENGTH} characters; no two channels",
    f"`{limits.LOG_FILE_SIZE_RANGE[0] // limits.KB}KB` to `{limits.LOG_FILE_SIZE_RANGE[1] // limits.MB}MB`;"
    + f" `{limits.LOG_FILE_SIZE // limits.MB}MB` otherwise",
]
DEFAULTS = [
    f"`{Settings(path=Path('/')).theme}` otherwise",
    f"only reads ({', '.join(f'`{mode}`' for mode in _READ_ONLY_MODES)})",
]


@pytest.mark.parametrize("sentence", NUMBERS + DEFAULTS)
def test_numbers_and_defaults(sentence: str) -> None:
    assert sentence in " ".join(TEXT.split())


def test_no_number_is_left_out_above() -> None:
    prose = re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL)
    prose = " ".join(re.sub(r"^\d\. ", "", prose, flags=re.MULTILINE).split())
    for sentence in NUMBERS:
        prose = prose.replace(sentence, "")
    assert re.findall(r"(?<![\w-])\d+", re.sub("`[^`]*`", "", prose)) == []


def keys(shape: Shape) -> set[str]:
    match shape:
        case Record():
            return {field.key for field in shape.fields}.union(*(keys(field.shape) for field in shape.fields))
        case ListOf() | FreeKeys():
            return keys(shape.item)
        case Kept():
            return keys(shape.shape)
        case Either():
            return set().union(*map(keys, shape.shapes))
    return set()


def test_every_key_is_explained() -> None:
    runtime = set(re.findall(r"'(\w+)': \{[^{}]*'description'", str(RUNTIME.json())))
    assert len(runtime) > 8
    explained = set(re.findall(r"`(\w+)`", TEXT)) | set(re.findall(r"`(\w+): \w+`", TEXT))
    assert (keys(FILE) | runtime) - explained == set()


def test_the_example_is_valid() -> None:
    example = re.search(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    assert example is not None
    settings, problems = check(example[1], Path("/config.yaml"), {"MY_GEMINI_KEY": "x"})
    assert settings is not None
    assert all("workspace" in problem.message for problem in problems)
