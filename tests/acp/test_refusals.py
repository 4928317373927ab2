import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.acp.refusals import refusal
from sidekicks_tui.model.errors import AgentRefused, AuthRequired
from sidekicks_tui.model.sessions import AuthMethod


@pytest.mark.parametrize(
    ("message", "data", "sentence"),
    [
        ("No model", None, "No model"),
        ("Internal error", "No model", "Internal error: No model"),
        ("Internal error", {"details": "No model"}, "Internal error: No model"),
        ("Internal error", {"message": "No model", "code": 7}, "Internal error: No model"),
        ("Internal error", {"error": {"message": "No model"}}, "Internal error: No model"),
        ("Internal error", ["No model", "no tools"], "Internal error: No model; no tools"),
        ("Internal error", {"status": 500}, 'Internal error: {"status":500}'),
        ("Internal error: no model", {"service": "session"}, "Internal error: no model"),
        ("Resource not found", {"uri": "s-1"}, "Resource not found"),
        ("", {"error": {"status": 500}}, '{"error":{"status":500}}'),
        ('{"status": 500}', None, '{"status": 500}'),
        ("No model: gone", "No model", "No model: gone"),
        ("No model", "No model: gone", "No model: gone"),
        ('{"error": {"message": "No\\nmodel"}}', None, "No model"),
        ("{not JSON", None, "{not JSON"),
        ("Resource not found", {"uri": "x"}, "Resource not found"),
        ("", None, "The agent refused without saying why."),
    ],
)
def test_the_agents_own_words(message: str, data: object, sentence: str) -> None:
    error = refusal(-32603, message, data)
    assert type(error) is AgentRefused
    assert str(error) == sentence
    assert (error.code, error.data) == (-32603, data)


def test_endless_words_are_cut() -> None:
    assert len(str(refusal(1, "x" * 100_000, "y" * 100_000))) <= 2001


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["message", "details", "error", "uri", "x"]), inner
    ),
)  # fmt: skip


@given(st.text(), _JSON)
def test_any_shape_gives_one_line_of_words(message: str, data: object) -> None:
    words = str(refusal(-32000, message, data))
    assert words
    assert "\n" not in words


def test_a_login_is_asked_for_when_there_is_one() -> None:
    login = AuthMethod(id="l", name="Log in with a browser")
    announced = refusal(-32000, "Authentication required", None, (login,))
    assert isinstance(announced, AuthRequired)
    assert announced.methods == (login,)
    sent = refusal(-32000, "No", {"authMethods": [{"id": "k", "name": "Key"}]})
    assert isinstance(sent, AuthRequired)
    assert (str(sent), sent.methods) == ("No", (AuthMethod(id="k", name="Key"),))
    assert isinstance(refusal(-32000, "Authentication required", None), AuthRequired)


def test_other_errors_of_a_server_are_no_login() -> None:
    assert type(refusal(-32000, "Out of tokens", None)) is AgentRefused
    assert type(refusal(-32603, "Authentication of the model failed", None)) is AgentRefused
