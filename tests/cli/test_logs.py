import signal

from sidekicks_tui.system.folders import config_key
from sidekicks_tui.system.logfile import RotatingLog
from tests.cli.running import Home


def log_of(home: Home, agent: str, *lines: str) -> RotatingLog:
    """The agent's log, with these lines in it."""
    path = home.write_config("agents:\n  - {name: a, command: [sh]}\n")
    folder = home.path / ".config" / "sidekicks" / "logs" / config_key(path)
    log = RotatingLog(folder / f"{agent}.log", 10_000)
    for line in lines:
        log.append(line)
    log.flush()
    return log


def test_the_last_lines_are_printed_as_text(home: Home) -> None:
    log_of(home, "a", "one", "two \x1b[31m red", "three")
    done = home.run("logs", "a", "--lines", "2")
    assert done.stdout == "two ␛[31m red\nthree\n"
    assert done.returncode == 0
    assert home.imported("logs", "a") == set()


def test_a_log_of_an_agent_that_left_the_configuration_is_readable(home: Home) -> None:
    log_of(home, "gone", "last words")
    assert home.run("logs", "gone").stdout == "last words\n"


def test_an_agent_that_said_nothing_yet(home: Home) -> None:
    log_of(home, "other")
    done = home.run("logs", "a")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_agent_that_nobody_configured(home: Home) -> None:
    log_of(home, "a", "x")
    for name in ("b", "../a", "a/../a"):
        done = home.run("logs", name)
        assert done.returncode == 2
        assert f"there is no agent {name}: there are a" in done.stderr


def test_following_shows_each_line_as_it_comes_until_ctrl_c(home: Home) -> None:
    log = log_of(home, "a", "one")
    process = home.start("logs", "a", "--follow")
    assert process.stdout is not None
    assert process.stdout.readline() == "one\n"
    log.append("two")
    assert process.stdout.readline() == "two\n"
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    log.close()
