"""OpenCode: its plugins are modules; here a command takes the two arguments that a plugin's hook takes.

| | Read from standard input | Written to standard output |
| --- | --- | --- |
| a bus event | `{"type", "properties"}` | nothing that counts |
| a typed hook | `{"hook", "input", "output"}` | the `output` that was changed; empty: as it was |

`{"error": "…"}`, or exit status 2 with a text on standard error, is what throwing is to a plugin.
"""

import re
from collections.abc import Mapping
from typing import Final

from sidekicks_tui.hooks.dialects.base import (
    Heard,
    ended,
    failure,
    json_object,
    kept,
    person_decides,
    some,
    words,
)
from sidekicks_tui.hooks.moments import Moment
from sidekicks_tui.hooks.naming import Tool, opencode_tool
from sidekicks_tui.hooks.occasions import Occasion
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.tools import Act, ToolFacts

_TIMEOUT: Final = 60.0
_TYPED: Final = frozenset({"tool.execute.before", "tool.execute.after", "shell.env", "permission"})
_STATUSES: Final[Mapping[str, Decision]] = {
    "allow": Decision.ALLOW,
    "ask": Decision.ASK,
    "deny": Decision.DENY,
    "once": Decision.ALLOW,
    "always": Decision.ALLOW,
    "reject": Decision.DENY,
}
_PERMISSIONS: Final[Mapping[Act, str]] = {
    Act.SHELL: "bash",
    Act.READ: "read",
    Act.WRITE: "edit",
    Act.EDIT: "edit",
    Act.SEARCH: "grep",
    Act.FIND: "glob",
    Act.FETCH: "webfetch",
    Act.WEB_SEARCH: "websearch",
    Act.TASK: "task",
}
_VARIABLE: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)")
_GATES: Final = frozenset({Occasion.TOOL_BEFORE, Occasion.PERMISSION})


class OpenCode:
    def tool(self, event: str, facts: ToolFacts) -> Tool | None:
        return opencode_tool(facts)

    def timeout(self, event: str) -> float:
        return _TIMEOUT

    def shell(self) -> tuple[str, ...]:
        return ("/bin/sh", "-c")

    def environment(self, moment: Moment, root: str) -> dict[str, str]:
        return {}

    def payload(self, event: str, moment: Moment) -> dict[str, object]:
        if event in _TYPED:
            given, output = _arguments(event, moment)
            return {
                "hook": "permission.ask" if event == "permission" else event,
                "input": given,
                "output": output,
            }
        return {"type": event, "properties": _properties(event, moment)}

    def read(self, heard: Heard) -> Outcome:
        run, occasion = heard.run, heard.occasion
        if problem := failure(run):
            return person_decides(problem) if occasion in _GATES else Outcome(problem=problem)
        if run.status == 2:
            return _thrown("".join(some(run.stderr)) or "a hook threw")
        if run.status != 0:
            return Outcome(problem=ended(run))
        if not run.stdout.strip():
            return Outcome()
        answer = json_object(run.stdout)
        if answer is None:
            if occasion is Occasion.SHELL_ENV:
                return Outcome(env=dict(_VARIABLE.findall(run.stdout)))
            return Outcome(problem="its output is not one JSON object")
        if error := words(answer, "error"):
            return _thrown(error)
        decision = Decision.NONE
        status = answer.get("status", answer.get("reply"))
        if isinstance(status, str) and heard.event != "tool.execute.before":
            decision = _STATUSES.get(status, Decision.NONE)
        if answer.get("cancel") is True:
            decision = Decision.DENY
        env = answer.get("env")
        return Outcome(
            decision=decision,
            reason=words(answer, "reason", "message") if decision is not Decision.NONE else "",
            changes=kept(answer.get("args")),
            output=words(answer, "output") or None,
            text=words(answer, "text", "message") or None,
            title=words(answer, "title"),
            env={str(name): str(value) for name, value in env.items()} if isinstance(env, dict) else {},
        )


def permission_key(facts: ToolFacts) -> str:
    """The key of OpenCode's `permission` table that the call belongs to."""
    return _PERMISSIONS.get(facts.act, facts.name or "other")


def permission_pattern(facts: ToolFacts) -> str:
    """What the table's patterns are compared with."""
    return facts.command if facts.act is Act.SHELL else facts.path or str(facts.raw.get("url", ""))


def _thrown(error: str) -> Outcome:
    return Outcome(decision=Decision.DENY, reason=error)


def _arguments(event: str, moment: Moment) -> tuple[dict[str, object], dict[str, object]]:
    """The two arguments that a plugin's hook of that name takes."""
    session, facts, fields = moment.place.session, moment.tool, moment.fields
    if event == "shell.env":
        call = "" if facts is None else facts.id
        return {"cwd": str(moment.place.cwd), "sessionID": session, "callID": call}, {"env": {}}
    if facts is None:
        return {"sessionID": session}, {}
    tool = opencode_tool(facts)
    if event == "permission":
        asked: dict[str, object] = {
            "type": permission_key(facts),
            "pattern": permission_pattern(facts),
            "sessionID": session,
            "callID": facts.id,
            "title": facts.title,
            "metadata": tool.input,
        }
        return asked, {"status": "ask"}
    given: dict[str, object] = {"tool": tool.names[0], "sessionID": session, "callID": facts.id}
    if event == "tool.execute.before":
        return given, {"args": tool.input}
    return {**given, "args": tool.input}, {
        "title": facts.title,
        "output": str(fields.get("tool_response", "")),
        "metadata": {},
    }


def _properties(event: str, moment: Moment) -> dict[str, object]:
    """The properties of a bus event."""
    place, facts, fields = moment.place, moment.tool, moment.fields
    session: dict[str, object] = {"sessionID": place.session}
    info = {"id": place.session, "title": place.title, "directory": str(place.cwd)}
    match event:
        case "permission.asked" if facts is not None:
            return {
                "id": moment.extras.get("request_id", ""),
                **session,
                "permission": permission_key(facts),
                "patterns": [permission_pattern(facts)],
                "metadata": opencode_tool(facts).input,
                "always": moment.extras.get("always", []),
                "tool": {"messageID": place.turn, "callID": facts.id},
            }
        case "session.created" | "session.updated" | "session.deleted":
            return {"info": info, **fields}
        case "session.error":
            name = str(fields.get("error", "unknown"))
            known = {
                "authentication_failed": "ProviderAuthError",
                "max_output_tokens": "MessageOutputLengthError",
            }
            return {
                **session,
                "error": {
                    "name": known.get(name, "UnknownError"),
                    "data": {"message": fields.get("error_details", "")},
                },
            }
        case "session.status":
            return {**session, "status": {"type": fields.get("status", "idle")}}
        case "server.connected":
            return {}
        case "installation.updated":
            return {"version": fields.get("version", "")}
        case "file.edited" | "lsp.updated" | "tui.toast.show" | "tui.prompt.append" | "tui.command.execute":
            return dict(fields)
        case _:
            return {**session, **fields}
