import json
import stat

from tests.cli.running import Home

CONFIG = """
agents:
  - {name: a, command: [sh]}
hooks:
  - {id: guard, vendor: claude, event: PreToolUse, matcher: Bash, handler: "grep -q rm && exit 2; exit 0"}
  - {vendor: claude, file: repo/.claude/settings.json}
rules:
  - {vendor: codex, source: AGENTS.md}
"""


def prepared(home: Home) -> Home:
    home.write_config(CONFIG)
    (home.path / "AGENTS.md").write_text("Be brief.\n")
    folder = home.path / "repo" / ".claude"
    folder.mkdir(parents=True)
    hooks = [{"type": "command", "command": "true"}]
    (folder / "settings.json").write_text(json.dumps({"hooks": {"Stop": [{"hooks": hooks}]}}))
    return home


def test_the_matrix_lists_every_event(home: Home) -> None:
    rows = json.loads(home.run("hooks", "matrix", "--json").stdout)
    assert len(rows) == 112 + 5 + 5
    assert all(row["result"]["degradations"] or row["result"]["reason"] for row in rows)
    lines = home.run("hooks", "matrix", "--vendor", "cc").stdout.splitlines()
    assert len(lines) == 33 + 2
    assert all(line.startswith("claude ") for line in lines)


def test_an_unknown_vendor_is_wrong_use(home: Home) -> None:
    done = home.run("hooks", "matrix", "--vendor", "clod")
    assert done.returncode == 2
    assert done.stderr.startswith("sidekicks: ")


def test_the_status_tells_what_is_declared_and_what_is_lost(home: Home) -> None:
    done = prepared(home).run("hooks", "status")
    assert done.returncode == 0, done.stderr
    assert "guard  ADAPTED  permission.request, fs.read, fs.write, terminal.create" in done.stdout
    assert "not trusted" in done.stdout
    assert "codex:rules:" in done.stdout
    status = json.loads(home.run("hooks", "status", "--json").stdout)
    assert [hook["trusted"] for hook in status["hooks"]] == [True, False]


def test_what_cannot_be_taken_is_a_problem_and_a_failure(home: Home) -> None:
    home.write_config("hooks:\n  - {vendor: claude, event: Nonsense, handler: x}\n")
    done = home.run("hooks", "status")
    assert done.returncode == 1
    assert "Nonsense" in done.stdout


def test_a_file_is_checked(home: Home) -> None:
    path = prepared(home).path / "repo" / ".claude" / "settings.json"
    done = home.run("hooks", "check", str(path))
    assert done.returncode == 0
    assert done.stdout.startswith("Stop  ADAPTED  turn.end\n  - ")
    path.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "prompt"}]}]}}))
    done = home.run("hooks", "check", str(path), "--json")
    assert done.returncode == 1
    assert len(json.loads(done.stdout)["problems"]) == 1


def test_whose_file_it_is_must_be_known(home: Home) -> None:
    (home.path / "x.json").write_text("{}")
    assert home.run("hooks", "check", "x.json").returncode == 2
    assert home.run("hooks", "check", "x.json", "--vendor", "codex").returncode == 0


def test_a_hook_is_run_on_an_event(home: Home) -> None:
    event = json.dumps({"tool_name": "Bash", "tool_input": {"command": "rm -rf x"}})
    done = prepared(home).run("hooks", "run", "guard", stdin=event)
    assert done.returncode == 0, done.stderr
    assert "decision: deny" in done.stdout
    assert json.loads(home.run("hooks", "run", "guard", "--json", stdin="{}").stdout)["decision"] == "none"
    assert home.run("hooks", "run", "guard", stdin="no JSON").returncode == 2
    assert home.run("hooks", "run", "nobody", stdin="{}").returncode == 2


def test_hooks_of_a_repository_are_trusted_as_they_are_now(home: Home) -> None:
    (waiting,) = prepared(home).run("hooks", "trust").stdout.splitlines()
    identifier = waiting.split()[0]
    assert home.run("hooks", "run", identifier, stdin="{}").returncode == 2
    assert home.run("hooks", "trust", identifier).stdout == f"{identifier} is trusted\n"
    assert home.run("hooks", "trust").stdout == ""
    assert home.run("hooks", "run", identifier, stdin="{}").returncode == 0
    (kept,) = home.path.glob(".config/sidekicks/trusted-hooks.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_the_matrix_loads_nothing_heavy(home: Home) -> None:
    assert home.imported("hooks", "matrix") == set()
