import pytest

from sidekicks_tui.hooks.errors import HookError
from sidekicks_tui.hooks.outcomes import Decision
from sidekicks_tui.hooks.policies import PermissionTable, PrefixRules, read_prefix_rules
from sidekicks_tui.hooks.tools import Act, ToolFacts


def shell(command: str) -> ToolFacts:
    return ToolFacts(id="c", act=Act.SHELL, command=command)


TABLE = {
    "edit": "deny",
    "bash": {"*": "ask", "git *": "allow", "git push *": "deny"},
    "read": {"*": "allow", "*.env": "deny"},
}


@pytest.mark.parametrize(
    ("command", "decision"),
    [
        ("make", Decision.ASK),
        ("git status", Decision.ALLOW),
        ("git push origin", Decision.DENY),
        ("sudo git push origin", Decision.DENY),
        ("timeout 5 git status", Decision.ALLOW),
        ("env A=1 git status", Decision.ALLOW),
        ("git status && git push x", Decision.DENY),
        ("git status; make", Decision.ASK),
        ("git log $(rm -rf x)", Decision.NONE),
        ("git log `rm -rf x`", Decision.NONE),
    ],
)
def test_the_last_match_wins_and_every_command_of_a_line_counts(command: str, decision: Decision) -> None:
    assert PermissionTable(TABLE).judge(shell(command)).decision is decision


def test_an_allowed_command_does_not_allow_its_neighbour() -> None:
    table = PermissionTable({"bash": {"git *": "allow"}})
    assert table.judge(shell("git status")).decision is Decision.ALLOW
    assert table.judge(shell("git status; rm -rf /")).decision is Decision.NONE


def test_paths_are_matched_for_files() -> None:
    table = PermissionTable(TABLE)
    assert table.judge(ToolFacts(id="c", act=Act.READ, path="/a/b.py")).decision is Decision.ALLOW
    assert table.judge(ToolFacts(id="c", act=Act.READ, path="/a/.env")).decision is Decision.DENY
    assert table.judge(ToolFacts(id="c", act=Act.WRITE, path="/a/b.py")).decision is Decision.DENY
    assert table.judge(ToolFacts(id="c", act=Act.FETCH)).decision is Decision.NONE


def test_one_word_is_a_table() -> None:
    assert PermissionTable("ask").judge(shell("ls")).decision is Decision.ASK


@pytest.mark.parametrize("table", [{"bash": "maybe"}, {"bash": {"*": 1}}, {"bash": []}])
def test_what_is_no_table_is_refused(table: dict[str, object]) -> None:
    with pytest.raises(HookError, match="permission table"):
        PermissionTable(table)


RULES = """
# comments are fine
prefix_rule(pattern=["git", ["push", "fetch"]], decision="prompt", justification="the network",
            match=["git push origin"], not_match=["git status"])
prefix_rule(pattern=["rm"], decision="forbidden")
prefix_rule(pattern=["ls"])
prefix_rule(pattern=["git", "log"], match=["git push"])
load("x", "y")
def f(): pass
prefix_rule(pattern=[x for x in "ab"])
host_executable(name="git", paths=["/usr/bin/git"])
"""


def test_prefix_rules_are_read_and_their_examples_checked() -> None:
    rules, problems = read_prefix_rules(RULES)
    assert [rule.decision for rule in rules] == [Decision.ASK, Decision.DENY, Decision.NONE]
    assert [problem.partition(":")[0] for problem in problems] == ["line 7", "line 8", "line 9", "line 10"]


@pytest.mark.parametrize(
    ("command", "decision", "reason"),
    [
        ("git push origin", Decision.ASK, "the network"),
        ("git status", Decision.NONE, ""),
        ("sudo rm -rf x", Decision.DENY, "a rule is against: rm"),
        ("git fetch && rm x", Decision.DENY, "a rule is against: rm"),
        ("ls", Decision.NONE, ""),
    ],
)
def test_the_most_restrictive_rule_wins(command: str, decision: Decision, reason: str) -> None:
    outcome = PrefixRules(read_prefix_rules(RULES)[0]).judge(shell(command))
    assert (outcome.decision, outcome.reason) == (decision, reason)


def test_a_file_that_is_no_rules_file_says_so() -> None:
    rules, (problem,) = read_prefix_rules("this is not (")
    assert rules == []
    assert problem.startswith("no rules can be read")
