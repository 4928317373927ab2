"""Reading declarations: graded, and mounted under the occasions at which they are asked. All of it blocks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from sidekicks_tui.hooks.dialects.base import Dialect
from sidekicks_tui.hooks.dialects.claude import Claude
from sidekicks_tui.hooks.dialects.codex import Codex
from sidekicks_tui.hooks.dialects.copilot import Copilot
from sidekicks_tui.hooks.dialects.opencode import OpenCode
from sidekicks_tui.hooks.dialects.workbuddy import WorkBuddy
from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.globs import glob_matcher
from sidekicks_tui.hooks.grades import CapabilityResult
from sidekicks_tui.hooks.handlers import ForeignCode, Handler, read_handler
from sidekicks_tui.hooks.matching import compile_matcher, everything
from sidekicks_tui.hooks.matrix import Served, grade, rules_grade, unsupported
from sidekicks_tui.hooks.mounted import Mounted
from sidekicks_tui.hooks.native import of_the_person, project_of
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.policies import PermissionTable, Policy, PrefixRules, read_prefix_rules
from sidekicks_tui.hooks.rules import MOST_RULE_BYTES, RulesFile, read_rules
from sidekicks_tui.hooks.trust import Trust, digest
from sidekicks_tui.hooks.vendor_files import Declared, read_vendor_file
from sidekicks_tui.hooks.vendors import Vendor, find_row, find_vendor

_DIALECTS: Final[Mapping[str, Dialect]] = {
    "claude": Claude(),
    "codex": Codex(),
    "workbuddy": WorkBuddy(),
    "opencode": OpenCode(),
    "copilot": Copilot(),
}
_HOOK_KEYS: Final = frozenset({"vendor", "event", "matcher", "handler", "id", "agents", "force"})
_RULES_KEYS: Final = frozenset({"vendor", "source", "id", "agents"})
_TYPED: Final = frozenset({Occasion.TOOL_BEFORE, Occasion.TOOL_AFTER, Occasion.SHELL_ENV, Occasion.ANY})
"""What OpenCode tells by hooks of their own, and not as events."""


class Rules(NamedTuple):
    """Rules files as one declaration named them."""

    result: CapabilityResult
    files: tuple[RulesFile, ...]
    agents: tuple[str, ...]


class Registry:
    def __init__(
        self, *, served: Served, base_dir: Path, trust: Trust, max_rule_bytes: int = MOST_RULE_BYTES
    ) -> None:
        if not base_dir.is_absolute():
            words = f"the base of relative paths is absolute, not {base_dir}"
            raise HookError(HookCode.INVALID_DECLARATION, words)
        self.hooks: dict[str, Mounted | CapabilityResult] = {}
        """Everything that was registered, by its id; what is not mounted as its grade alone."""
        self.by_occasion: dict[Occasion, list[Mounted]] = {}
        self.rules: list[Rules] = []
        self.problems: list[str] = []
        self.base = base_dir
        self._served = served
        self._trust = trust
        self._trusted: set[tuple[Path, str]] = set()
        self._max_rule_bytes = max_rule_bytes
        self._numbers = count(1)
        self._closed = False

    def register_hook(self, declaration: Mapping[str, object]) -> CapabilityResult:
        """Grade a hook and, if it can act, mount it. Raises `HookError` for what cannot be processed."""
        self._check(declaration, _HOOK_KEYS)
        vendor = find_vendor(str(declaration.get("vendor", "")))
        event = declaration.get("event")
        if not isinstance(event, str):
            raise HookError(HookCode.INVALID_DECLARATION, 'a hook names its "event"')
        declared = Declared("", event, declaration.get("matcher"), declaration.get("handler"))
        return self._mount(vendor, declared, declaration, None)

    def register_file(
        self, vendor_name: str, path: Path, declaration: Mapping[str, object] | None = None
    ) -> tuple[CapabilityResult, ...]:
        """Mount every hook that a vendor's own file declares; what is malformed is told alone, as a problem.

        `declaration` may name `agents` and `force` for all of them. Raises `HookError` for the file itself.
        """
        declaration = declaration or {}
        self._check(declaration, _HOOK_KEYS | {"file"})
        vendor = find_vendor(vendor_name)
        path = self.base / path.expanduser()
        read = read_vendor_file(vendor.name, path)
        if read.disabled:
            self.problems.append(f"{path}: its hooks are turned off (disableAllHooks)")
        self.problems += [f"{path}: {each.where}: {each.reason}" for each in read.refused]
        results = []
        for declared in read.hooks:
            try:
                results.append(self._mount(vendor, declared, declaration, path))
            except HookError as error:
                self.problems.append(f"{path}: {declared.where}: {error}")
        if read.permission is not None:
            try:
                table = PermissionTable(read.permission)
            except HookError as error:
                self.problems.append(f"{path}: permission: {error}")
            else:
                results.append(self._mount_policy(vendor, "permission", table, declaration, path))
        return tuple(results)

    def register_rules(self, declaration: Mapping[str, object]) -> CapabilityResult:
        """Carry rules files. Codex's `prefix_rule`s are also enforced where a gate exists.

        Raises `HookError`: SOURCE_MISSING, RULE_TOO_LARGE, and as `register_hook` does.
        """
        self._check(declaration, _RULES_KEYS)
        vendor = find_vendor(str(declaration.get("vendor", "")))
        result = rules_grade(vendor, self._identifier(declaration, vendor, "rules"))
        files = read_rules(vendor.name, declaration.get("source"), self.base, self._max_rule_bytes)
        self.rules.append(Rules(result, files, _names(declaration)))
        for file in files:
            if vendor.name == "codex" and file.path.suffix == ".rules":
                rules, problems = read_prefix_rules(file.text)
                self.problems += [f"{file.path}: {problem}" for problem in problems]
                if rules:
                    self._mount_policy(vendor, "PreToolUse", PrefixRules(rules), declaration, file.path)
        return result

    def load(self, hooks: Iterable[Mapping[str, object]], rules: Iterable[Mapping[str, object]]) -> None:
        """Register what a configuration declares; what is refused is told as a problem, alone."""
        for hook in hooks:
            try:
                if isinstance(file := hook.get("file"), str):
                    self.register_file(str(hook.get("vendor", "")), Path(file), hook)
                else:
                    self.register_hook(hook)
            except HookError as error:
                self.problems.append(f"hooks: {error}")
        for rule in rules:
            try:
                self.register_rules(rule)
            except HookError as error:
                self.problems.append(f"rules: {error}")

    def close(self) -> None:
        """Unmount all; what is registered from now on raises."""
        self._closed = True
        self.hooks.clear()
        self.by_occasion.clear()
        self.rules.clear()

    # Trust

    def trusts(self, hook: Mounted) -> bool:
        return hook.project is None or (hook.project, hook.digest) in self._trusted

    def trust(self, hooks: Iterable[Mounted]) -> None:
        """Let them run from now on, as they are. Raises `OSError`."""
        for hook in hooks:
            if hook.project is not None:
                self._trust.add(hook.project, (hook.digest,))
                self._trusted.add((hook.project, hook.digest))

    def find(self, identifier: str) -> Mounted:
        """A hook that is mounted. Raises `HookError`."""
        hook = self.hooks.get(identifier)
        if isinstance(hook, Mounted):
            return hook
        why = "there is no such hook" if hook is None else hook.reason
        raise HookError(HookCode.INVALID_DECLARATION, f"{identifier}: {why}")

    def _mount(
        self, vendor: Vendor, declared: Declared, options: Mapping[str, object], path: Path | None
    ) -> CapabilityResult:
        row = find_row(vendor, declared.event)
        matcher = compile_matcher(vendor, row, declared.event, declared.matcher)
        identifier = self._identifier(options, vendor, declared.event, several=path is not None)
        try:
            handler = read_handler(vendor.name, declared.handler, declared.root)
        except ForeignCode as error:
            return self._keep(unsupported(vendor.name, row.event, str(error), identifier))
        if matcher is None:
            reason = (
                f'the matcher "{declared.matcher}" is no regular expression: {vendor.title} skips this hook'
            )
            return self._keep(unsupported(vendor.name, row.event, reason, identifier))
        result = grade(vendor, row, self._served, identifier)
        if not result.mounted:
            return self._keep(result)
        pattern = declared.matcher if isinstance(declared.matcher, str) else None
        hook = Mounted(
            vendor=vendor,
            row=row,
            event=declared.event,
            dialect=_DIALECTS[vendor.name],
            result=result,
            matcher=matcher,
            pattern=pattern,
            handler=handler,
            agents=_names(options),
            force=options.get("force") is True,
            source=path,
            digest=digest(vendor.name, row.event, pattern, handler),
            paths=glob_matcher(declared.glob) if declared.glob else None,
        )
        return self._put(hook)

    def _mount_policy(
        self, vendor: Vendor, event: str, policy: Policy, options: Mapping[str, object], path: Path
    ) -> CapabilityResult:
        """Mount data that decides, which runs no code."""
        row = find_row(vendor, event)
        identifier = self._identifier({}, vendor, event, several=True)
        hook = Mounted(
            vendor=vendor,
            row=row,
            event=event,
            dialect=_DIALECTS[vendor.name],
            result=grade(vendor, row, self._served, identifier),
            matcher=everything,
            pattern=None,
            policy=policy,
            digest=digest(vendor.name, row.event, None, Handler(command=policy.text)),
            agents=_names(options),
            force=options.get("force") is True,
            source=path,
        )
        return self._put(hook) if hook.result.mounted else self._keep(hook.result)

    def _put(self, hook: Mounted) -> CapabilityResult:
        grants = hook.handler is not None or isinstance(hook.policy, PermissionTable)
        if grants and hook.source is not None and not of_the_person(hook.source):
            hook.project = project_of(hook.source)
            if hook.digest in self._trust.known(hook.project):
                self._trusted.add((hook.project, hook.digest))
        self.hooks[hook.id] = hook
        occasions = [(hook.row.occasion, hook)]
        if hook.row.occasion is Occasion.ANY:
            occasions = [
                (row.occasion, _listening(hook, row.event))
                for row in hook.vendor.rows.values()
                if row.occasion in self._served and row.occasion not in _TYPED
            ]
        for occasion, mounted in occasions:
            self.by_occasion.setdefault(occasion, []).append(mounted)
        return hook.result

    def _keep(self, result: CapabilityResult) -> CapabilityResult:
        self.hooks[result.id] = result
        return result

    def _identifier(
        self, options: Mapping[str, object], vendor: Vendor, event: str, *, several: bool = False
    ) -> str:
        given = options.get("id")
        if isinstance(given, str) and given and not several:
            if given in self.hooks:
                raise HookError(HookCode.INVALID_DECLARATION, f'two hooks have the id "{given}"')
            return given
        prefix = given if isinstance(given, str) and given else vendor.name
        return f"{prefix}:{event}:{next(self._numbers)}"

    def _check(self, declaration: Mapping[str, object], known: frozenset[str]) -> None:
        if self._closed:
            words = "the adapter is disposed: nothing can be registered any more"
            raise HookError(HookCode.ADAPTER_DISPOSED, words)
        if unknown := sorted(set(declaration) - known):
            raise HookError(HookCode.INVALID_DECLARATION, f"a declaration has no {', '.join(unknown)}")


def _listening(hook: Mounted, event: str) -> Mounted:
    """OpenCode's `event`, told of one of the vendor's events; it shares the tally of what was declared."""
    row = hook.vendor.rows[event]._replace(mode=hook.row.mode, seams=tuple(Seam))
    return replace(hook, event=event, row=row)


def _names(declaration: Mapping[str, object]) -> tuple[str, ...]:
    agents = declaration.get("agents", ())
    if not (isinstance(agents, list | tuple) and all(isinstance(each, str) for each in agents)):
        raise HookError(HookCode.INVALID_DECLARATION, '"agents" is a list of names')
    return tuple(agents)
