import pytest

from sidekicks_tui.guide.commands import Find, Read, Replace, Run
from sidekicks_tui.guide.planning import WHOLE_LOOK, Look, steps
from sidekicks_tui.model.errors import UsageError


def test_no_step_is_a_look_at_the_folder() -> None:
    assert [step.action for step in steps(())] == list(WHOLE_LOOK)
    assert steps(("look at the folder",)) == steps(())


def test_commands_and_words_are_steps_in_order_and_none_twice() -> None:
    plan = steps(
        ("find *.py", "/read README.md 1-3", "read the readme", "run pytest -q", "edit a x => y", "find *.py")
    )
    assert [step.action for step in plan] == [
        Find("*.py"),
        Read("README.md", 1, 3),
        Look.README,
        Run("pytest -q"),
        Replace("a", "x", "y"),
    ]
    assert plan[3].text == "run pytest -q"


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("count the lines", [Look.FILES, Look.LINES]),
        ("find the TODOs", [Find("TODO")]),
        ("list files", [Look.FILES]),
    ],
)
def test_words(text: str, actions: list[object]) -> None:
    assert [step.action for step in steps((text,))] == actions


def test_what_it_cannot_do_is_told() -> None:
    with pytest.raises(UsageError, match="“write a compiler”"):
        steps(("list files", "write a compiler"))
