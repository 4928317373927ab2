import pytest

from sidekicks_tui.hooks.grades import CapabilityResult, Grade, Route


def result(**changes: object) -> CapabilityResult:
    values: dict[str, object] = {
        "id": "claude:Stop:1",
        "vendor": "claude",
        "event": "Stop",
        "grade": Grade.ADAPTED,
        "route": Route.GATE,
        "seams": ("turn.end",),
        "degradations": ("Something is lost",),
    }
    return CapabilityResult(**(values | changes))  # type: ignore[arg-type]  the test knows the fields


def test_a_result_is_frozen() -> None:
    with pytest.raises(AttributeError):
        result().grade = Grade.DIRECT  # type: ignore[misc]  that is the point


@pytest.mark.parametrize(
    "changes",
    [
        {"degradations": ()},
        {"seams": ()},
        {"route": Route.NONE},
        {"route": Route.CARRY},
        {"reason": "because"},
        {"grade": Grade.DIRECT},
        {"grade": Grade.CARRY},
        {"grade": Grade.UNSUPPORTED, "reason": "because"},
        {"grade": Grade.UNSUPPORTED, "seams": (), "route": Route.NONE},
    ],
)
def test_a_result_that_claims_too_much_cannot_be_built(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"^claude:Stop:1: "):
        result(**changes)


def test_what_is_unsupported_says_why() -> None:
    unsupported = result(grade=Grade.UNSUPPORTED, seams=(), route=Route.NONE, reason="no seam")
    assert not unsupported.mounted
