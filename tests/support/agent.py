"""A scripted ACP agent for tests, run as a real process: `python tests/support/agent.py [FLAGS]`.

A prompt that says `!NAME ARGUMENTS` (the last one counts) makes it do what `agent_behaviours` and
`agent_tools` say under NAME; any other prompt is answered with `You said: ` and its last line. It has the
modes `ask` and `code`, the models `small` and `large`, the options `effort` (a choice) and `fast` (a switch),
and the commands `compact` and `review`. Standard library only, so that it starts in milliseconds; nothing is
left to chance.

Flags for what a prompt cannot ask for:

    --protocol=N       speaks version N
    --silent           never answers the handshake
    --late=SECONDS     answers it so late, with a line on standard error every 50 ms until then
    --die=TEXT         says TEXT (`|` between lines) on standard error and exits with status 3, at once
    --refuse           answers the handshake with an error
    --auth[=late]      wants `authenticate` with `key` before a session is opened, or not until a prompt
    --login=HOW        `authenticate` `asks` the person with a form first, or `waits` until it is withdrawn
    --early            sends updates of a session before the answer that names it
    --store=FILE       keeps its sessions there, and can then load, resume, list, close and delete them
    --no-resume        cannot resume them then, only load
    --resume=HOW       `fails` to resume them, or `replays` what it should not
    --load=HOW         replays a loaded session `before` (the default) or `after` the answer, or `fail`s
    --plain            announces nothing: no modes, models, options, commands or capabilities
    --by-options       tells mode and model as options alone, and has `effort` for the model `large` alone
    --string-ids       its requests have strings for identifiers (they count from 0 otherwise)
    --ignore-eof       lives on when its standard input is closed
    --ignore-term      ignores SIGTERM
    --wrapped          becomes the background child of a shell that waits for it
    --record=FILE      appends every line that it is sent to FILE
"""

import json
import os
import re
import shlex
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import agent_behaviours  # noqa: F401  fills the table
import agent_tools  # noqa: F401  fills the table
from agent_turn import BEHAVIOURS, Cancelled, Failure, Pipe, Refused, Turn

Json = Any
_DIRECTIVE = re.compile(r"!([a-z][a-z-]*)([^\n]*)")
_COMMANDS = [
    {"name": "compact", "description": "Make the session shorter"},
    {"name": "review", "description": "Review changes", "input": {"hint": "what to review"}},
]


class Agent:
    def __init__(self, flags: dict[str, str]) -> None:
        self.flags = flags
        self.pipe = Pipe(string_ids="string-ids" in flags)
        self.sessions: dict[str, dict[str, Json]] = {}
        self.turns: dict[str, Turn] = {}
        self.saving = threading.Lock()
        self.authenticated = "auth" not in flags
        self.withdrawn = threading.Event()
        self.store = Path(flags["store"]) if "store" in flags else None
        if self.store is not None and self.store.exists():
            self.sessions = json.loads(self.store.read_text())

    def run(self) -> None:
        """Serve until standard input is closed."""
        for line in sys.stdin.buffer:
            if "record" in self.flags:
                with Path(self.flags["record"]).open("ab") as record:
                    record.write(line)
            message = json.loads(line)
            if "method" not in message:
                self.pipe.answered(message)
            elif "id" not in message:
                self.notified(message["method"], message["params"])
            else:
                self.requested(message["id"], message["method"], message.get("params") or {})
        if "ignore-eof" in self.flags:
            while True:
                time.sleep(3600)
        os._exit(0)

    def notified(self, method: str, params: dict[str, Json]) -> None:
        if method == "session/cancel" and params["sessionId"] in self.turns:
            self.turns[params["sessionId"]].cancelled.set()
        if method == "$/cancel_request":
            self.withdrawn.set()

    def requested(self, identifier: Json, method: str, params: dict[str, Json]) -> None:
        if method == "session/prompt":
            self.prompted(identifier, **params)
        elif method == "authenticate":
            threading.Thread(target=self.answered, args=(identifier, method, params), daemon=True).start()
        else:
            self.answered(identifier, method, params)

    def answered(self, identifier: Json, method: str, params: dict[str, Json]) -> None:
        handler = getattr(self, method.replace("/", "_"), None) if method in REQUESTS else None
        try:
            if handler is None:
                raise Failure(code=-32601, message="Method not found", data={"method": method})
            result, after = handler(**params)
        except Failure as failure:
            self.pipe.send(id=identifier, error=failure.error)
        else:
            self.pipe.send(id=identifier, result=result)
            for session_id, update in after:
                self.pipe.notify("session/update", sessionId=session_id, update=update)

    # Requests: the result, and the updates that follow it

    def initialize(self, **_: Json) -> Json:
        if "silent" in self.flags:
            threading.Event().wait()
        if "refuse" in self.flags:
            raise Failure(code=-32022, message="Unsupported protocol version", data={"supported": [2]})
        end = time.monotonic() + float(self.flags.get("late", "0"))
        while time.monotonic() < end:
            print("downloading…", file=sys.stderr, flush=True)
            time.sleep(0.05)
        answer: dict[str, Json] = {"protocolVersion": int(self.flags.get("protocol", "1"))}
        if "plain" in self.flags:
            return answer, []
        answer["agentInfo"] = {"name": "fake", "title": "Fake", "version": "1.0"}
        sessions = {name: {} for name in ("list", "resume", "close", "delete") if self.store}
        if "no-resume" in self.flags:
            sessions.pop("resume", None)
        answer["agentCapabilities"] = {
            "loadSession": self.store is not None,
            "promptCapabilities": {"image": True, "audio": False, "embeddedContext": True},
            "mcpCapabilities": {"http": True, "sse": False},
            "sessionCapabilities": {**sessions, "additionalDirectories": {}},
            "auth": {"logout": {}},
        }
        if "auth" in self.flags:
            variable = {"id": "key", "name": "API key", "type": "env_var", "vars": [{"name": "FAKE_KEY"}]}
            answer["authMethods"] = [variable]
        return answer, []

    def authenticate(self, methodId: str, **_: Json) -> Json:
        if methodId != "key":
            raise Failure(code=-32602, message=f"no such method: {methodId}")
        if self.flags.get("login") == "waits":
            self.withdrawn.wait()
            raise Failure(code=-32800, message="Request cancelled")
        if self.flags.get("login") == "asks":
            account = {"type": "string", "title": "Account"}
            question = {"message": "Which account?", "requestId": 0, "mode": "form"}
            question["requestedSchema"] = {"properties": {"account": account}, "required": ["account"]}
            answer = self.pipe.request("elicitation/create", question)
            if answer["action"] != "accept":
                raise Failure(code=-32603, message="No account was chosen")
        self.authenticated = True
        return {}, []

    def logout(self, **_: Json) -> Json:
        self.authenticated = "auth" not in self.flags
        return {}, []

    def session_new(self, **params: Json) -> Json:
        if not self.authenticated and self.flags["auth"] != "late":
            raise Failure(code=-32000, message="Authentication required")
        session_id = f"session-{len(self.sessions) + 1}"
        state = {"mode": "ask", "model": "small", "options": {"effort": "low", "fast": False}}
        self.sessions[session_id] = {"id": session_id, "params": params, "turns": [], **state}
        self.save()
        commands = {"sessionUpdate": "available_commands_update", "availableCommands": _COMMANDS}
        answer = {"sessionId": session_id, **self.announced(self.sessions[session_id])}
        if "plain" in self.flags:
            return answer, []
        if "early" not in self.flags:
            return answer, [(session_id, commands)]
        usage = {"sessionUpdate": "usage_update", "used": 0, "size": 1000}
        for update in (usage, commands):
            self.pipe.notify("session/update", sessionId=session_id, update=update)
        return answer, []

    def session_load(self, sessionId: str, **params: Json) -> Json:
        session = self.stored(sessionId)
        session["params"] = params
        replay = [
            (sessionId, {"sessionUpdate": kind, "content": {"type": "text", "text": text}})
            for kind, text in session["turns"]
        ]
        how = self.flags.get("load", "before")
        if how == "fail":
            raise Failure(code=-32603, message="No previous sessions found for this project.")
        if how == "after":
            return self.announced(session), replay
        for session_id, update in replay:
            self.pipe.notify("session/update", sessionId=session_id, update=update)
        return self.announced(session), []

    def session_resume(self, sessionId: str, **params: Json) -> Json:
        session = self.stored(sessionId)
        session["params"] = params
        if self.flags.get("resume") == "fails":
            raise Failure(code=-32603, message="No previous sessions found for this project.")
        if self.flags.get("resume") == "replays":
            for kind, text in session["turns"]:
                update = {"sessionUpdate": kind, "content": {"type": "text", "text": text}}
                self.pipe.notify("session/update", sessionId=sessionId, update=update)
        return self.announced(session), []

    def session_list(self, **_: Json) -> Json:
        sessions = [
            {"sessionId": key, "cwd": session["params"]["cwd"], "title": None}
            for key, session in self.sessions.items()
        ]
        return {"sessions": sessions}, []

    def session_close(self, sessionId: str, **_: Json) -> Json:
        self.stored(sessionId)
        return {}, []

    def session_delete(self, sessionId: str, **_: Json) -> Json:
        self.stored(sessionId)
        del self.sessions[sessionId]
        self.save()
        return {}, []

    def session_set_mode(self, sessionId: str, modeId: str, **_: Json) -> Json:
        if "by-options" in self.flags:
            raise Failure(code=-32601, message="Method not found")
        self.choose(sessionId, "mode", modeId, ("ask", "code"))
        return {}, []

    def session_set_model(self, sessionId: str, modelId: str, **_: Json) -> Json:
        self.choose(sessionId, "model", modelId, ("small", "large"))
        return {}, []

    def session_set_config_option(self, sessionId: str, configId: str, value: Json, **_: Json) -> Json:
        session = self.sessions[sessionId]
        if "by-options" in self.flags and configId in ("mode", "model"):
            self.choose(
                sessionId, configId, value, ("ask", "code") if configId == "mode" else ("small", "large")
            )
            return self.announced(session), []
        if configId not in session["options"] or isinstance(value, bool) != (configId == "fast"):
            raise Failure(code=-32602, message=f"no such option: {configId} = {value}")
        session["options"][configId] = value
        self.save()
        return {"configOptions": self.announced(session)["configOptions"]}, []

    # Turns

    def prompted(self, identifier: Json, sessionId: str, prompt: list[dict[str, Json]], **_: Json) -> None:
        if sessionId not in self.sessions:
            self.pipe.send(id=identifier, error={"code": -32602, "message": f"no such session: {sessionId}"})
            return
        if not self.authenticated:
            self.pipe.send(id=identifier, error={"code": -32000, "message": "Please run /login"})
            return
        turn = self.turns[sessionId] = Turn(self.pipe, self.sessions[sessionId], prompt)
        threading.Thread(target=self.answer, args=(identifier, turn), daemon=True).start()

    def answer(self, identifier: Json, turn: Turn) -> None:
        session = turn.session
        last_line = turn.text.rstrip().rpartition("\n")[2]
        session["turns"].append(("user_message_chunk", turn.text))
        directives = _DIRECTIVE.findall(turn.text)
        try:
            if directives and directives[-1][0] in BEHAVIOURS:
                name, arguments = directives[-1]
                BEHAVIOURS[name](turn, *arguments.split())
            else:
                turn.say(f"You said: {last_line}")
            session["turns"].append(("agent_message_chunk", f"Answered: {last_line}"))
            answer: dict[str, Json] = {"result": {"stopReason": turn.stop_reason, "usage": None}}
        except Cancelled:
            answer = {"result": {"stopReason": "cancelled"}}
        except Failure as failure:
            answer = {"error": failure.error}
        except Refused as refused:
            answer = {"error": {"code": -32603, "message": f"the client refused: {refused}"}}
        except Exception as error:
            answer = {"error": {"code": -32603, "message": f"a mistake in the fake agent: {error!r}"}}
        self.save()
        self.pipe.send(id=identifier, **answer)
        for update in turn.after:
            self.pipe.notify("session/update", sessionId=session["id"], update=update)

    # Sessions

    def announced(self, session: dict[str, Json]) -> dict[str, Json]:
        """Modes, models and options as they stand."""
        if "plain" in self.flags:
            return {}
        current = session["options"]
        effort: dict[str, Json] = _select("effort", "thought_level", current["effort"], "low", "high")
        if "by-options" in self.flags:
            mode = _select("mode", "mode", session["mode"], "ask", "code")
            model = _select("model", "model", session["model"], "small", "large")
            return {"configOptions": [mode, model, *([effort] if session["model"] == "large" else [])]}
        return {
            "modes": {
                "currentModeId": session["mode"],
                "availableModes": [{"id": "ask", "name": "Ask"}, {"id": "code", "name": "Code"}],
            },
            "models": {
                "currentModelId": session["model"],
                "availableModels": [{"modelId": name, "name": name.title()} for name in ("small", "large")],
            },
            "configOptions": [
                effort,
                {"type": "boolean", "id": "fast", "name": "Fast", "currentValue": current["fast"]},
            ],
        }

    def stored(self, session_id: str) -> dict[str, Json]:
        if self.store is None:
            raise Failure(code=-32601, message="Method not found")
        if session_id not in self.sessions:
            raise Failure(code=-32002, message="Resource not found", data={"uri": session_id})
        return self.sessions[session_id]

    def choose(self, session_id: str, what: str, value: str, known: tuple[str, ...]) -> None:
        if value not in known:
            raise Failure(code=-32602, message=f"no such {what}: {value}")
        self.sessions[session_id][what] = value
        self.save()

    def save(self) -> None:
        if self.store is not None:
            with self.saving:
                fresh = self.store.with_suffix(".fresh")
                fresh.write_text(json.dumps(self.sessions))
                fresh.replace(self.store)


def _select(identifier: str, category: str, current: str, *values: str) -> dict[str, Json]:
    options = [{"value": value, "name": value.title()} for value in values]
    facts = {"id": identifier, "name": identifier.title(), "category": category, "currentValue": current}
    return {"type": "select", **facts, "options": options}


REQUESTS = (
    "initialize", "authenticate", "logout", "session/new", "session/load", "session/resume", "session/list",
    "session/close", "session/delete", "session/set_mode", "session/set_model", "session/set_config_option",
)  # fmt: skip


def main(arguments: list[str]) -> None:
    flags = {name: value for name, _, value in (argument[2:].partition("=") for argument in arguments)}
    if "wrapped" in flags:
        inner = [argument for argument in arguments if argument != "--wrapped"]
        line = shlex.join([sys.executable, "-S", "-E", __file__, *inner])
        os.execv("/bin/sh", ["sh", "-c", f"exec 3<&0; {line} <&3 & wait"])
    if "die" in flags:
        print(flags["die"].replace("|", "\n"), file=sys.stderr, flush=True)
        sys.exit(3)
    if "ignore-term" in flags:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Agent(flags).run()


if __name__ == "__main__":
    main(sys.argv[1:])
