"""What the fake agent does with tools, plans, permissions and the client's help: see `agent_behaviours`."""

import json

from agent_turn import Refused, Turn, behaviour, text_content

# Tools and plans


@behaviour
def tool(turn: Turn, title: str = "Read") -> None:
    """A tool call from pending to completed, with input, location and output."""
    call = turn.call(
        title, "read", locations=[{"path": "/srv/a.py", "line": 3}], rawInput={"path": "/srv/a.py"}
    )
    turn.call_update(call, status="in_progress")
    turn.call_update(call, status="completed", content=text_content("alpha\nbeta"))
    turn.say("Read it.")


@behaviour
def diff(turn: Turn, path: str = "/srv/a.py") -> None:
    """A changed file and a new one; the end of the call has no content any more."""
    call = turn.call("Edit", "edit", locations=[{"path": path}])
    changed = {"type": "diff", "path": path, "oldText": "one\ntwo\n", "newText": "one\n2\n"}
    new = {"type": "diff", "path": f"{path}.new", "oldText": None, "newText": "new\n"}
    turn.call_update(call, status="in_progress", content=[changed, new])
    turn.call_update(call, status="completed", content=[])


@behaviour
def output(turn: Turn, lines: str = "35000") -> None:
    """A tool call with that many lines of output."""
    call = turn.call("Run", "execute")
    text = "".join(f"line {number}\n" for number in range(int(lines)))
    turn.call_update(call, status="completed", content=text_content(text))


@behaviour
def growing(turn: Turn, lines: str = "50") -> None:
    """Output that is sent whole again with each line."""
    call = turn.call("Run", "execute")
    text = ""
    for number in range(int(lines)):
        text += f"line {number}\n"
        turn.call_update(call, status="in_progress", content=text_content(text))
    turn.call_update(call, status="completed")


@behaviour
def streamed(turn: Turn) -> None:
    """Output of a terminal that was never created, in `_meta`, and how it ended."""
    call = turn.call("Run", "execute", content=[{"type": "terminal", "terminalId": "own-1"}])
    for data in ("one\n", "two\n"):
        turn.call_update(call, _meta={"terminal_output_delta": {"terminal_id": "own-1", "data": data}})
    turn.call_update(call, status="failed", _meta={"terminal_exit": {"exit_code": 2, "signal": None}})


@behaviour
def raw(turn: Turn) -> None:
    """Raw outputs of every type, without content."""
    for value in ("a string", {"stdout": "from stdout"}, {"answer": 42}, ["a", "list"], 7, None):
        call = turn.call("Raw", "other")
        turn.call_update(call, status="completed", rawOutput=value)


@behaviour
def unfinished(turn: Turn) -> None:
    """A call that is still open at the end of the turn."""
    turn.call("Run for ever", "execute", status="in_progress")


@behaviour
def unannounced(turn: Turn) -> None:
    """An update for a call that was never announced."""
    turn.call_update("ghost", title="A ghost", status="completed", content=text_content("boo"))


@behaviour
def plan(turn: Turn) -> None:
    """A plan of three that ticks itself off, and is replaced."""
    names = ("errors module", "parser", "tests")
    for done in range(len(names) + 1):
        states = ["completed"] * done + ["in_progress"] + ["pending"] * len(names)
        turn.update(
            "plan",
            entries=[
                {"content": name, "priority": "medium", "status": state}
                for name, state in zip(names, states, strict=False)
            ],
        )


# Permissions


@behaviour
def permission(turn: Turn, *command: str) -> None:
    """Announces a command, asks, runs it or not; says the chosen option."""
    line = " ".join(command) or "rm -rf build/"
    call = turn.call(line, "execute", rawInput={"command": line})
    option = turn.ask({"toolCallId": call, "title": line, "kind": "execute", "rawInput": {"command": line}})
    turn.call_update(call, status="failed" if option == "reject" else "completed")
    turn.say(f"You chose {option}.")


@behaviour
def permissions(turn: Turn, count: str = "3") -> None:
    """Asks COUNT times, one after the other; says all answers."""
    said = []
    for number in range(int(count)):
        call = turn.call(f"step {number}", "execute")
        said.append(turn.ask({"toolCallId": call}))
    turn.say(" ".join(said))


@behaviour
def permission_race(turn: Turn) -> None:
    """Asks and at once says that the call is in progress (H06)."""
    call = turn.call("Run", "execute")
    asked = turn.begin_to_ask({"toolCallId": call})
    turn.call_update(call, status="in_progress")
    turn.say(f"You chose {turn.chosen(asked)}.")


@behaviour
def permission_odd(turn: Turn) -> None:
    """Four options, two of one kind, one of an unknown kind, odd identifiers (H08)."""
    options = [
        {"optionId": "", "name": "Nothing in the id", "kind": "allow_once"},
        {"optionId": "allow with spaces\n", "name": "Project", "kind": "allow_always"},
        {"optionId": "0", "name": "User", "kind": "allow_always"},
        {"optionId": "Ünï[/]", "name": "Later", "kind": "postpone"},
    ]
    call = turn.call("Run", "execute")
    turn.say(json.dumps(turn.ask({"toolCallId": call}, options)))


@behaviour
def permission_ghost(turn: Turn) -> None:
    """Asks for a call that was never announced, with words about it."""
    tool = {"toolCallId": "ghost", "title": "A ghost", "kind": "fetch", "status": "pending"}
    turn.say(f"You chose {turn.ask({**tool, 'content': text_content('It haunts /srv.')})}.")


@behaviour
def permission_withdrawn(turn: Turn) -> None:
    """Asks, and takes the request back with `$/cancel_request`; says how it was answered."""
    call = turn.call("Run", "execute")
    asked = turn.begin_to_ask({"toolCallId": call})
    turn.pipe.notify("$/cancel_request", requestId=asked.id)
    try:
        turn.say(f"answered: {turn.chosen(asked)}")
    except Refused as refused:
        turn.say(f"withdrawn: {refused}")


# What the client does for agents


@behaviour
def read(turn: Turn, path: str, line: str = "", limit: str = "") -> None:
    """Reads PATH through the client; says the text, or the error."""
    bounds = {"line": int(line or 1), "limit": int(limit)} if limit else {}
    try:
        turn.say(str(turn.client("fs/read_text_file", path=path, **bounds)["content"]))
    except Refused as refused:
        turn.say(f"refused: {refused}")


@behaviour
def write(turn: Turn, path: str, *content: str) -> None:
    """Writes CONTENT (with \\n for line feeds) to PATH through the client; says so, or the error."""
    text = " ".join(content).replace("\\n", "\n")
    try:
        turn.client("fs/write_text_file", path=path, content=text)
        turn.say(f"wrote {path}")
    except Refused as refused:
        turn.say(f"refused: {refused}")


@behaviour
def terminal(turn: Turn, *command: str) -> None:
    """Runs COMMAND in a terminal of the client, shown in a call; says output and exit code."""
    try:
        created = turn.client(
            "terminal/create", command="sh", args=["-c", " ".join(command)], outputByteLimit=10000
        )
        terminal_id = created["terminalId"]
        call = turn.call(
            " ".join(command), "execute", content=[{"type": "terminal", "terminalId": terminal_id}]
        )
        end = turn.client("terminal/wait_for_exit", terminalId=terminal_id)
        printed = turn.client("terminal/output", terminalId=terminal_id)
        turn.client("terminal/release", terminalId=terminal_id)
        turn.call_update(call, status="completed")
        turn.say(f"{printed['output']}[{end.get('exitCode')}]")
    except Refused as refused:
        turn.say(f"refused: {refused}")


@behaviour
def terminal_kill(turn: Turn) -> None:
    """Starts an endless command in a terminal, kills it; says how it ended."""
    terminal_id = turn.client("terminal/create", command="sh", args=["-c", "echo up; sleep 600"])[
        "terminalId"
    ]
    turn.client("terminal/kill", terminalId=terminal_id)
    end = turn.client("terminal/wait_for_exit", terminalId=terminal_id)
    turn.client("terminal/release", terminalId=terminal_id)
    turn.say(json.dumps({"exitCode": end.get("exitCode"), "signal": end.get("signal")}))


@behaviour
def form(turn: Turn) -> None:
    """Asks with a form that has every kind of field (H36); says the answer, as JSON."""
    schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "title": "Name", "minLength": 2},
            "colour": {"type": "string", "enum": ["red", "green"]},
            "size": {
                "type": "string",
                "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}],
            },
            "toppings": {
                "type": "array",
                "items": {"type": "string", "enum": ["a", "b", "c"]},
                "maxItems": 2,
            },
            "count": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
            "sure": {"type": "boolean", "default": False},
        },
        "required": ["name", "sure"],
    }
    answer = turn.client("elicitation/create", mode="form", message="Tell me more", requestedSchema=schema)
    turn.say(json.dumps(answer, sort_keys=True))


@behaviour
def form_withdrawn(turn: Turn) -> None:
    """Asks with a form, and takes the request back; says how it was answered."""
    params = {"sessionId": turn.session["id"], "mode": "form", "message": "Sure?", "requestedSchema": {}}
    asked = turn.pipe.begin("elicitation/create", params)
    turn.pipe.notify("$/cancel_request", requestId=asked.id)
    try:
        turn.say(f"answered: {asked.result()}")
    except Refused as refused:
        turn.say(f"withdrawn: {refused}")


@behaviour
def url(turn: Turn) -> None:
    """Asks the person to open an address (H36), says when that is done; says the answer, as JSON."""
    address = "https://example.invalid/login?code=1"
    answer = turn.client("elicitation/create", mode="url", message="Log in", elicitationId="e-1", url=address)
    turn.pipe.notify("elicitation/complete", elicitationId="never heard of")
    turn.pipe.notify("elicitation/complete", elicitationId="e-1")
    turn.say(json.dumps(answer))
