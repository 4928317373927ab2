import pytest

from sidekicks_tui.config.quoting import looks_secret, quoted


@pytest.mark.parametrize(
    "secret",
    [
        "sk-ant-REDACTED",
        "sk-proj-x1",
        "ghp_REDACTED",
        "github_pat_11A",
        "AKIAREDACTEDREDACTED",
        "AIzaSyREDACTED",
        "xoxb-123-456",
        "eyJhbGciOiJIUzI1NiJ9.e30.x",
        "-----BEGIN PRIVATE KEY-----",
        "Bearer abc",
        "https://me:pass@example.org/v1",
        "0123456789abcdef0123456789abcdef",
        "Zm9vYmFyQmF6MTIzNDU2Nzg5MA==",
    ],
)
def test_secrets(secret: str) -> None:
    assert looks_secret(secret)
    assert quoted(secret) == '"…" (hidden)'


@pytest.mark.parametrize(
    "value",
    [
        "guide",
        "task-runner",
        "disk-usage",
        "claude-agent-acp",
        "a-rather-long-name-for-an-agent",
        "/home/somebody/src/a-project/with/a/long/path",
        "https://example.org:8080/v1",
        "stopIdleAgentsAfterAWhileOrSo",
    ],
)
def test_what_is_no_secret(value: str) -> None:
    assert not looks_secret(value)
    assert quoted(value) == f'"{value}"'


def test_what_is_shown_is_visible_and_short() -> None:
    assert quoted("a\x1b[31m\u202eb") == '"a␛[31m‹202E›b"'
    assert quoted("x y " * 100) == f'"{"x y " * 20}…"'
