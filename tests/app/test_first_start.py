"""The whole of it: the program as it is installed, the built-in agent in its own process, a real terminal."""

from pathlib import Path

from tests.e2e.program import Program


def test_a_first_conversation_that_is_there_again_after_a_restart(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "folder"
    home.mkdir()
    folder.mkdir()
    program = Program(home, folder)
    program.until("Your configuration is")
    program.type("/run echo one-$((1 + 1))\r")
    program.until("wants to run")
    program.permit("1")
    program.until("one-2")
    assert program.leave() == 0
    assert (home / ".config/sidekicks/config.yaml").exists()

    program = Program(home, folder)
    program.until("one-2")
    assert program.leave() == 0
