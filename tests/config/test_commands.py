import subprocess
import sys
from pathlib import Path

import pytest

from sidekicks_tui.config.commands import is_found, is_guide, resolve


def test_a_command_stays_as_it_is() -> None:
    assert resolve(("agent", "--acp")) == ("agent", "--acp")


def test_sidekicks_on_path_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sidekicks").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert resolve(("sidekicks", "guide")) == ("sidekicks", "guide")


def test_sidekicks_that_is_not_on_path_is_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert resolve(("sidekicks", "guide")) == (sys.executable, "-P", "-m", "sidekicks_tui", "guide")
    assert resolve(("/somewhere/sidekicks", "guide")) == ("/somewhere/sidekicks", "guide")


def test_what_lies_in_the_folder_is_not_run_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    command = resolve(("sidekicks", "--version"))
    for trap in ("sidekicks_tui", "msgspec"):
        (tmp_path / trap).mkdir()
        (tmp_path / trap / "__init__.py").write_text("raise SystemExit('trapped')")
    which = [*command[:2], "-c", "import sidekicks_tui.model.settings"]
    done = subprocess.run(which, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_where_a_program_is_found(tmp_path: Path) -> None:
    (tmp_path / "agent").touch(0o755)
    path = str(tmp_path)
    nowhere = Path("/nowhere")
    assert is_found(("agent",), nowhere, path)
    assert is_found(("sidekicks", "guide"), nowhere, "")
    assert is_found(("./agent",), tmp_path, "")
    assert is_found((f"{tmp_path}/agent",), nowhere, "")
    assert not is_found(("agent",), tmp_path, "")
    assert not is_found(("./agent",), nowhere, path)
    assert is_found(("sh",), nowhere, None)


@pytest.mark.parametrize(
    "command",
    [
        ("sidekicks", "guide"),
        ("/opt/bin/sidekicks", "guide"),
        ("python3", "-m", "sidekicks_tui", "guide"),
        ("uvx", "sidekicks", "guide"),
    ],
)
def test_the_built_in_agent(command: tuple[str, ...]) -> None:
    assert is_guide(command)


@pytest.mark.parametrize("command", [("guide",), ("sidekicks",), ("guide", "sidekicks"), ("agent", "guide")])
def test_another_agent(command: tuple[str, ...]) -> None:
    assert not is_guide(command)
