"""The pages are whole, linked, and say what the code says."""

import re
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from sidekicks_tui.config import check, schema
from sidekicks_tui.guide import pages
from sidekicks_tui.guide.commands import USAGES
from sidekicks_tui.guide.session import ASK, READ
from sidekicks_tui.model import limits
from sidekicks_tui.model.limits import KB, MB
from sidekicks_tui.model.settings import ModelSettings
from sidekicks_tui.widgets.actions import ACTIONS
from sidekicks_tui.widgets.keys import show

FOLDER = Path(pages.__file__).parent / "pages"
DOCS = Path(__file__).parents[2] / "docs"
TEXTS = {page.name: page.text for page in pages.load()}
MINUTE = 60

FACTS = [
    ("agents", "At most {} agents run at the same time", limits.MAX_RUNNING_AGENTS),
    ("agents", "({} to {})", limits.MAX_RUNNING_AGENTS_RANGE),
    ("agents", "nobody used for {:.0f} minutes", limits.STOP_IDLE_AGENTS_AFTER / MINUTE),
    ("agents", "no sign of life for {:.0f} seconds", limits.HANDSHAKE_TIMEOUT),
    ("agents", "not done after {:.0f} minutes", limits.START_TIMEOUT / MINUTE),
    ("agents", "all its children {:.0f} seconds later", limits.STOP_STDIN_GRACE),
    ("agents", "SIGKILL {:.0f} seconds after", limits.STOP_TERM_GRACE),
    ("agents", "ACP version {}", limits.PROTOCOL_VERSION),
    ("channels", "a name of 1 to {} characters", limits.CHANNEL_NAME_LENGTH),
    ("channels", "the last {} messages at most", limits.CATCH_UP_MESSAGES),
    ("channels", "each cut at {} characters", limits.CATCH_UP_LENGTH),
    ("command-line", "come first, {} otherwise", limits.LOG_LINES),
    ("configuration", "The file is at most {} MB", limits.CONFIG_SIZE // MB),
    ("configuration", "from {} to {};", limits.MAX_RUNNING_AGENTS_RANGE),
    ("configuration", "the default is {}.", limits.MAX_RUNNING_AGENTS),
    ("configuration", "the default is `{:.0f}m`", limits.STOP_IDLE_AGENTS_AFTER / MINUTE),
    ("configuration", "maxRunningAgents: {}", limits.MAX_RUNNING_AGENTS),
    ("configuration", "stopIdleAgentsAfter: {:.0f}m", limits.STOP_IDLE_AGENTS_AFTER / MINUTE),
    ("configuration", "1 to {} of a-z", limits.AGENT_NAME_LENGTH),
    ("configuration", "`{}MB` by default", limits.LOG_FILE_SIZE // MB),
    ("files", "text of at most {} MB with its content", limits.EMBEDDED_TEXT_SIZE // MB),
    ("files", "joins at most {} files", limits.ATTACHMENTS_PER_MESSAGE),
    ("files", "each of at most {} MB", limits.ATTACHMENT_SIZE // MB),
    ("guide", "Text files of at most {} MB", limits.EDITABLE_SIZE // MB),
    ("logs", "The last {} lines", limits.LOG_LINES),
    ("logs", "longer than {} KB", limits.LOG_LINE_LENGTH // KB),
    ("logs", "when it reaches {} MB", limits.LOG_FILE_SIZE // MB),
    ("logs", "the last {} lines of the agent's log", limits.ERROR_LOG_LINES),
    ("permissions", "do not count for {} seconds", limits.PERMISSION_PAUSE),
    ("troubleshooting", "longer than {:.0f} seconds", limits.HANDSHAKE_TIMEOUT),
    ("troubleshooting", "ignores it for {:.0f} seconds", limits.CANCEL_OFFER_STOP_AFTER),
    ("troubleshooting", "ACP version {}", limits.PROTOCOL_VERSION),
]


@pytest.mark.parametrize(("page", "words", "number"), FACTS)
def test_numbers_are_those_of_the_code(page: str, words: str, number: Any) -> None:
    assert words.format(*(number if isinstance(number, tuple) else (number,))) in TEXTS[page]


def test_every_file_is_a_page() -> None:
    assert sorted(pages.NAMES) == sorted(path.stem for path in FOLDER.iterdir())


@pytest.mark.parametrize("page", pages.load(), ids=lambda page: page.name)
def test_a_page_is_a_title_and_sections(page: pages.Page) -> None:
    tokens = MarkdownIt().parse(page.text)
    headings = [
        (token.tag, tokens[place + 1].content)
        for place, token in enumerate(tokens)
        if token.type == "heading_open"
    ]
    assert headings == [("h1", page.title), *(("h2", section.heading) for section in page.sections)]
    assert all(section.body for section in page.sections)
    assert len({section.heading for section in page.sections}) == len(page.sections)


def test_the_guide_is_told_as_it_is() -> None:
    text = TEXTS["guide"]
    assert [usage.name for usage in USAGES] == re.findall(r"^## .*: /(\w+)$", text, re.M)
    assert f"`{ASK}`, the default" in text
    assert f"mode `{READ}`" in text


def names(value: object) -> set[str]:
    """The keys that a JSON Schema knows."""
    if isinstance(value, list):
        return set().union(*map(names, value))
    if not isinstance(value, dict):
        return set()
    own = set(value["properties"]) if isinstance(value.get("properties"), dict) else set()
    return own.union(*map(names, value.values()))


def test_every_key_of_the_configuration_is_explained() -> None:
    words = set(re.findall(r"\w+", TEXTS["configuration"] + TEXTS["containers"]))
    assert names(schema()) <= words


def examples() -> list[str]:
    """The YAML of the pages, each piece inside of what it stands in."""
    around = ("", "", "agents:\n", "", "agents:\n  - name: x\n    command: [x]\n")
    blocks = re.findall(r"^```yaml\n(.*?)^```", "\n".join(TEXTS.values()), re.S | re.M)
    return [around[len(block) - len(block.lstrip(" "))] + block for block in blocks]


@pytest.mark.parametrize("example", examples())
def test_examples_are_taken(example: str, tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "WORK_ANTHROPIC_KEY": "x", "TICKETS_TOKEN": "x"}
    settings, problems = check(example, tmp_path / "config.yaml", env)
    assert [problem for problem in problems if not problem.warning] == []
    assert settings is not None


@pytest.mark.parametrize(
    "action", [a for a in ACTIONS if a.keys and not a.id.startswith("app.channel_")], ids=lambda a: a.id
)
def test_every_key_is_told(action: Any) -> None:
    for key in action.keys.split(","):
        assert show(key) in TEXTS["keys"]


def test_the_model_is_named_as_the_settings_write_it() -> None:
    for name in ModelSettings(base_url="http://x/v1", name="m").environment():
        assert f"`{name}`" in TEXTS["command-line"]


def test_the_documentation_links_to_every_page() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (DOCS / "guide.md").read_text())
    assert links == [f"../sidekicks_tui/guide/pages/{name}.md" for name in pages.NAMES]
    assert all((DOCS / link).is_file() for link in links)
