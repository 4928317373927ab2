"""Decisions that need no process: OpenCode's `permission` table and Codex's `prefix_rule`s."""

import ast
import json
import re
import shlex
from collections.abc import Mapping, Sequence
from fnmatch import translate
from typing import Final, NamedTuple, Protocol

from sidekicks_tui.hooks.conditions import commands
from sidekicks_tui.hooks.dialects.opencode import permission_key, permission_pattern
from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.tools import Act, ToolFacts

_WRAPPERS: Final = frozenset({"sudo", "env", "timeout", "xargs", "nice", "nohup"})
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=.*|-.*|\d+[smhd]?")
_HIDDEN: Final = re.compile(r"[`(]")
"""A shell may run more than the commands that are seen."""
_TABLE: Final[Mapping[str, Decision]] = {
    "allow": Decision.ALLOW,
    "ask": Decision.ASK,
    "deny": Decision.DENY,
}


class Policy(Protocol):
    @property
    def text(self) -> str:
        """All of it, as it is known and trusted by."""

    def judge(self, facts: ToolFacts) -> Outcome:
        """What it says of a call."""


class PermissionTable:
    """Keys and their patterns, in order; `*` and `?` stand for any text, and the last match wins."""

    def __init__(self, table: Mapping[str, object] | str) -> None:
        """Raises `HookError` for what is no table."""
        given = {"*": table} if isinstance(table, str) else table
        self._text = json.dumps(given)
        self._entries = [
            (_pattern(str(key)), pattern, decision)
            for key, value in given.items()
            for pattern, decision in _entries(str(key), value)
        ]

    @property
    def text(self) -> str:
        return self._text

    def judge(self, facts: ToolFacts) -> Outcome:
        key = permission_key(facts)
        found = [self._last(key, subject) for subject in _subjects(facts)]
        decision = max(found, default=Decision.NONE)
        if decision is Decision.ALLOW and (min(found) is not decision or _HIDDEN.search(facts.command)):
            decision = Decision.NONE  # what else the line runs was not allowed
        if decision is Decision.NONE:
            return Outcome()
        word = decision.name.lower()
        return Outcome(decision=decision, reason=f"the permission table says {word} for {key}")

    def _last(self, key: str, subject: str) -> Decision:
        decision = Decision.NONE
        for keys, pattern, each in self._entries:
            if keys.fullmatch(key) and pattern.fullmatch(subject):
                decision = each
        return decision


class PrefixRule(NamedTuple):
    pattern: tuple[tuple[str, ...], ...]
    """The words that a command begins with, each one of several."""
    decision: Decision
    justification: str

    def means(self, words: Sequence[str]) -> bool:
        return len(words) >= len(self.pattern) and all(
            word in allowed for word, allowed in zip(words, self.pattern, strict=False)
        )


class PrefixRules:
    """The most restrictive rule that means one of a line's commands decides; `allow` is no opinion."""

    def __init__(self, rules: Sequence[PrefixRule]) -> None:
        self.rules = tuple(rules)

    @property
    def text(self) -> str:
        return repr(self.rules)

    def judge(self, facts: ToolFacts) -> Outcome:
        if facts.act is not Act.SHELL:
            return Outcome()
        meant = [
            rule
            for command in commands(facts.command)
            for rule in self.rules
            if rule.means(_unwrapped(command)) or rule.means(_words(command))
        ]
        strictest = max(meant, key=lambda rule: rule.decision, default=None)
        if strictest is None or strictest.decision is Decision.NONE:
            return Outcome()
        prefix = " ".join("|".join(words) for words in strictest.pattern)
        return Outcome(
            decision=strictest.decision, reason=strictest.justification or f"a rule is against: {prefix}"
        )


def read_prefix_rules(text: str) -> tuple[list[PrefixRule], list[str]]:
    """The `prefix_rule`s of a Codex rules file, and what is wrong with others, which are left out.

    The file is Starlark; of that, calls with literal arguments are read. A rule whose own examples
    (`match`, `not_match`) contradict it is refused.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        return [], [f"no rules can be read: {error}"]
    rules: list[PrefixRule] = []
    problems: list[str] = []
    for statement in tree.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            problems.append(f"line {statement.lineno}: only prefix_rule(…) with plain values is read")
        elif call.func.id == "prefix_rule":
            try:
                rules.append(_prefix_rule(call))
            except ValueError as error:
                problems.append(f"line {statement.lineno}: {error}")
        elif call.func.id != "host_executable":
            problems.append(f"line {statement.lineno}: {call.func.id} is not read")
    return rules, problems


def _prefix_rule(call: ast.Call) -> PrefixRule:
    try:
        given = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise ValueError("its arguments are no plain values") from None
    pattern = given.get("pattern")
    if call.args or not isinstance(pattern, list) or not pattern:
        raise ValueError("a rule needs pattern=[…]")
    choices = [each if isinstance(each, list) else [each] for each in pattern]
    if not all(isinstance(word, str) for words in choices for word in words):
        raise ValueError("a pattern holds words, and lists of them")
    decisions = {"allow": Decision.NONE, "prompt": Decision.ASK, "forbidden": Decision.DENY}
    decision = given.get("decision", "allow")
    if decision not in decisions:
        raise ValueError(f"the decision is allow, prompt or forbidden, not {decision!r}")
    rule = PrefixRule(
        tuple(tuple(words) for words in choices), decisions[decision], str(given.get("justification") or "")
    )
    for wanted, name in ((True, "match"), (False, "not_match")):
        for example in given.get(name) or ():
            if rule.means(_words(example) if isinstance(example, str) else example) is not wanted:
                raise ValueError(f"its own example in {name} contradicts it: {example}")
    return rule


def _entries(key: str, value: object) -> list[tuple[re.Pattern[str], Decision]]:
    given = {"*": value} if isinstance(value, str) else value
    if not isinstance(given, Mapping) or not all(each in _TABLE for each in given.values()):
        words = f'"{key}" of a permission table is allow, ask or deny, or patterns with those'
        raise HookError(HookCode.INVALID_DECLARATION, words)
    return [(_pattern(str(pattern)), _TABLE[str(each)]) for pattern, each in given.items()]


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(translate(text.replace("[", "[[]")))


def _subjects(facts: ToolFacts) -> list[str]:
    """What the patterns are compared with: each command of a line without what stands before it."""
    if facts.act is not Act.SHELL:
        return [permission_pattern(facts)]
    subjects = []
    for command in commands(facts.command):
        bare = _unwrapped(command)
        subjects.append(command if bare == _words(command) else shlex.join(bare))
    return subjects


def _unwrapped(command: str) -> list[str]:
    """The words of a command without `sudo`, `env NAME=value`, `timeout 5` before it."""
    words = _words(command)
    while words and words[0] in _WRAPPERS:
        words = words[1:]
        while len(words) > 1 and _ASSIGNMENT.fullmatch(words[0]):
            words = words[1:]
    return words


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()
