from pathlib import Path

from sidekicks_tui.runtimes.shells import login_shell, terminal_environment


def program(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_the_own_shell_goes_before_bash_and_bash_before_sh(tmp_path: Path) -> None:
    path = str(tmp_path)
    assert login_shell({"PATH": path}) == ("sh",)

    program(tmp_path, "bash")
    assert login_shell({"PATH": path}) == ("bash",)
    assert login_shell({"PATH": path, "SHELL": "/no/such/shell"}) == ("bash",)

    own = program(tmp_path, "fish")
    assert login_shell({"PATH": path, "SHELL": own}) == (own, "-l")


def test_a_shell_is_told_of_our_terminal_only() -> None:
    env = {
        "TERM": "tmux-256color",
        "TMUX": "/tmp/x,1,0",
        "LINES": "80",
        "PATH": "/bin",
        "LANG": "fr_FR.UTF-8",
    }

    assert terminal_environment(env) == {
        "PATH": "/bin",
        "LANG": "fr_FR.UTF-8",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
