import errno
import os
from pathlib import Path

import pytest

from sidekicks_tui.system.spawn_errors import explain


def _explain(number: int, command: list[str], cwd: Path, env: dict[str, str] | None = None) -> str:
    return explain(OSError(number, os.strerror(number)), command, cwd, env or {"PATH": "/nowhere"})


def test_a_command_that_is_not_found_is_named(tmp_path: Path) -> None:
    sentence = _explain(errno.ENOENT, ["gemini", "--acp"], tmp_path)

    assert sentence == "gemini was not found on PATH: install it, or name its whole path"


def test_a_whole_path_that_does_not_exist(tmp_path: Path) -> None:
    assert "/nowhere/agent does not exist" in _explain(errno.ENOENT, ["/nowhere/agent"], tmp_path)


def test_a_missing_interpreter_is_named(tmp_path: Path) -> None:
    script = tmp_path / "agent"
    script.write_text("#!/nowhere/python3 -u\n")
    script.chmod(0o700)

    assert "needs /nowhere/python3" in _explain(errno.ENOENT, [str(script)], tmp_path)
    assert "needs /nowhere/python3" in _explain(errno.ENOENT, ["agent"], tmp_path, {"PATH": str(tmp_path)})


def test_a_binary_whose_loader_is_missing(tmp_path: Path) -> None:
    binary = tmp_path / "agent"
    binary.write_bytes(b"\x7fELF")

    assert "missing" in _explain(errno.ENOENT, [str(binary)], tmp_path)


def test_the_folder_is_blamed_before_the_command(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    assert "does not exist: make it" in _explain(errno.ENOENT, ["sh"], tmp_path / "gone")
    assert "is no folder" in _explain(errno.ENOTDIR, ["sh"], tmp_path / "file")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "chmod"),
        (errno.ENOEXEC, "#!"),
        (errno.E2BIG, "too long"),
        (errno.EMFILE, "too many files"),
        (errno.EAGAIN, "too many processes"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_each_reason_has_its_sentence(number: int, words: str, tmp_path: Path) -> None:
    sentence = _explain(number, ["agent"], tmp_path)

    assert sentence.startswith("agent ")
    assert words in sentence
    assert "\n" not in sentence


def test_no_command_and_a_word_that_no_command_can_hold(tmp_path: Path) -> None:
    assert "no command" in explain(IndexError(), [], tmp_path, {})
    assert "NUL" in explain(ValueError("embedded null byte"), ["a\0b"], tmp_path, {})
