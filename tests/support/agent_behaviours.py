"""What the fake agent does when a prompt says `!NAME ARGUMENTS`: one function for each name.

The functions' docstrings say what follows. H01 and so on name the hard case that a behaviour is made for.
Tools, permissions and requests to the client are in `agent_tools`.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time

from agent_turn import Cancelled, Failure, Refused, Turn, behaviour, text_content

# Text


@behaviour
def chunks(turn: Turn, count: str = "1000", size: str = "20") -> None:
    """COUNT chunks of SIZE characters, numbered, as fast as the pipe takes them (H22)."""
    for number in range(int(count)):
        turn.say(f"{number} ".ljust(int(size), "."))


@behaviour
def prose(turn: Turn, count: str = "5000", size: str = "20", rate: str = "0") -> None:
    """COUNT chunks of SIZE characters of Markdown prose, RATE a second (0: at once), then `END-MARKER`."""
    length = int(count) * int(size)
    paragraphs = (
        f"## Section {number}\n\nThe **parser** of section {number} reads `line_{number}()` and hands every "
        f"finished block to the writer, which keeps the order of what it was given and never waits.\n\n"
        f"- it counts {number} lines\n- it keeps [their place](https://example.org/{number})\n\n"
        for number in range(length // 150 + 1)
    )
    text = "".join(paragraphs)[:length]
    for begin in range(0, length, int(size)):
        turn.say(text[begin : begin + int(size)])
        if float(rate):
            turn.pause(1 / float(rate))
    turn.say("\n\nEND-MARKER\n")


@behaviour
def words(turn: Turn, count: str = "2000") -> None:
    """COUNT chunks of one word (H21)."""
    for number in range(int(count)):
        turn.say(f"word{number} ")


@behaviour
def fence(turn: Turn, count: str = "3000") -> None:
    """A code fence of COUNT lines, a line a chunk (H21)."""
    turn.say("```python\n")
    for number in range(int(count)):
        turn.say(f"value_{number} = {number}\n")
    turn.say("```\n")


@behaviour
def table(turn: Turn, count: str = "300") -> None:
    """A table of COUNT rows, a row a chunk (H21)."""
    turn.say("| name | value |\n| --- | ---: |\n")
    for number in range(int(count)):
        turn.say(f"| row {number} | {number} |\n")


@behaviour
def slow(turn: Turn, count: str = "100", seconds: str = "0.05") -> None:
    """COUNT chunks, each after SECONDS; stops when it is cancelled (H11)."""
    for number in range(int(count)):
        turn.say(f"slow{number} ")
        turn.pause(float(seconds))


@behaviour
def stubborn(turn: Turn, count: str = "100", seconds: str = "0.05") -> None:
    """As `slow`, but a cancel is ignored."""
    for number in range(int(count)):
        turn.say(f"stubborn{number} ")
        time.sleep(float(seconds))


@behaviour
def forgetful(turn: Turn) -> None:
    """Loses the first cancel, as some do when it comes with the prompt (H11)."""
    turn.say("forgetful ")
    turn.cancelled.wait()
    turn.cancelled.clear()
    turn.cancelled.wait()
    raise Cancelled


@behaviour
def obliging(turn: Turn) -> None:
    """Ends as if it had finished when it is cancelled."""
    turn.say("obliging ")
    turn.cancelled.wait()


@behaviour
def retrying(turn: Turn) -> None:
    """Begins again twice, as an agent does whose model is cut off."""
    for reason in ("HTTP 500", "HTTP 500"):
        turn.say("half of", messageId="m")
        turn.pipe.notify(
            "_session/retrying", sessionId=turn.session["id"], category="server_error", detail=reason
        )
    turn.say("half of it, and the rest", messageId="m")


@behaviour
def wait(turn: Turn) -> None:
    """Nothing at all until it is cancelled."""
    turn.cancelled.wait()
    raise Cancelled


@behaviour
def thought(turn: Turn) -> None:
    """Two pieces of a thought, then text."""
    turn.think("Let me ")
    turn.think("think.")
    turn.say("I thought about it.")


@behaviour
def messages(turn: Turn) -> None:
    """Two messages with identifiers of their own, then an empty chunk."""
    turn.say("A warning.", messageId="m-1")
    turn.say("The answer", messageId="m-2")
    turn.say(" goes on.", messageId="m-2")
    turn.say("", messageId="m-2")


@behaviour
def echo(turn: Turn, *args: str) -> None:
    """The prompt comes back as the person's words, then an answer."""
    for block in turn.blocks:
        turn.update("user_message_chunk", content=block)
    turn.say("Heard: " + " ".join(args))


@behaviour
def markup(turn: Turn) -> None:
    """Text, a title and a path that a careless screen takes for markup (H23)."""
    hostile = "[/ [b + ` [@click=app.quit]x[/]"
    turn.say(hostile + "\n")
    call = turn.call(hostile, "read", locations=[{"path": f"/{hostile}"}])
    turn.call_update(call, status="completed", content=text_content(hostile))


@behaviour
def escapes(turn: Turn) -> None:
    """Control sequences in text, title and output."""
    hostile = "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b2J \u202eevil\u202c \ufeff\x00"
    turn.say(hostile)
    call = turn.call(hostile, "execute")
    turn.call_update(call, status="completed", content=text_content(hostile))


@behaviour
def media(turn: Turn) -> None:
    """An image, a sound, a link and two embedded resources."""
    for content in (
        {"type": "image", "mimeType": "image/png", "data": "A" * 16384},
        {"type": "audio", "mimeType": "audio/wav", "data": "A" * 400},
        {"type": "resource_link", "name": "notes.md", "uri": "file:///notes.md", "size": 2048},
        {"type": "resource", "resource": {"uri": "file:///a.txt", "text": "embedded text"}},
        {"type": "resource", "resource": {"uri": "file:///a.bin", "blob": "AAAA"}},
    ):
        turn.update("agent_message_chunk", content=content)


@behaviour
def blocks(turn: Turn) -> None:
    """Says the prompt's blocks, as JSON."""
    turn.say(json.dumps(turn.blocks))


@behaviour
def session(turn: Turn) -> None:
    """Says what the session was opened with, as JSON."""
    turn.say(json.dumps(turn.session["params"]))


@behaviour
def env(turn: Turn, name: str) -> None:
    """Says the environment variable NAME."""
    turn.say(os.environ.get(name, f"{name} is not set"))


@behaviour
def reason(turn: Turn, name: str) -> None:
    """Ends with the stop reason NAME, known or not."""
    turn.say("That is all.")
    turn.stop_reason = name


@behaviour
def late(turn: Turn) -> None:
    """Text, usage and a title after the end of the turn."""
    turn.say("In time. ")
    turn.after += [
        {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "Late."}},
        {"sessionUpdate": "usage_update", "used": 99, "size": 1000},
        {"sessionUpdate": "session_info_update", "title": "A late title"},
    ]


@behaviour
def background(turn: Turn) -> None:
    """Ends the turn, and goes on talking until it is cancelled."""

    def talk() -> None:
        while not turn.cancelled.wait(0.02):
            turn.say("more ")
        turn.say("stopped.")

    threading.Thread(target=talk, daemon=True).start()


# Misbehaviour on the wire


@behaviour
def big(turn: Turn, megabytes: str = "1") -> None:
    """One update of that many megabytes on one line, then `done` (H04)."""
    turn.say(("x" * 79 + "\n") * (int(megabytes) * 1024 * 1024 // 80))
    turn.say("done")


@behaviour
def stderr(turn: Turn, kilobytes: str = "300") -> None:
    """Floods standard error before it answers (H01)."""
    for _ in range(int(kilobytes)):
        turn.log("e" * 1023 + "\n")
    turn.say("still here")


@behaviour
def noise(turn: Turn) -> None:
    """Lines that are no messages, between messages (H02)."""
    turn.say("before ")
    for line in ('"hi"', "42", "[1]", '{"level":"info"}', "", "a banner", '{"id":null,"error":{"code":-1}}'):
        turn.pipe.raw(line.encode() + b"\n")
    turn.pipe.raw(b"\xff\xfe \x1b[2J\n")
    turn.say("after")


@behaviour
def unknown(turn: Turn) -> None:
    """Updates, content and notifications that nobody knows; nulls where a field may be missing."""
    turn.update("telepathy", waves=3)
    turn.update("agent_message_chunk", content={"type": "smell", "data": "rose"})
    turn.pipe.notify("_auth/status_update", state="fine")
    turn.pipe.notify("vendor/notify", state="fine")
    turn.update("agent_message_chunk", content={"type": "text", "text": "known"}, messageId=None, _meta=None)
    turn.update("usage_update", used=5, size=10, cost=None)


@behaviour
def bad_requests(turn: Turn) -> None:
    """Requests of wrong types and unknown methods; says the code of each answer."""
    codes = []
    for method, params in (
        ("craft/drainMidTurnQueue", {}),
        ("_private", {}),
        ("fs/read_text_file", {"sessionId": 5, "path": ["x"]}),
        ("fs/read_text_file", None),
        ("session/request_permission", {"sessionId": turn.session["id"], "options": "none"}),
        ("terminal/create", [1, 2]),
        ("elicitation/create", "what"),
    ):
        try:
            turn.pipe.request(method, params)
            codes.append("ok")
        except Refused as error:
            codes.append(str(error.code))
    turn.say(" ".join(codes))


@behaviour
def crash(turn: Turn, status: str = "3") -> None:
    """Dies in the middle of an answer, with last words on standard error."""
    turn.say("Half of the ans")
    turn.log("Traceback: something broke\n")
    turn.die(int(status))


@behaviour
def killed(turn: Turn) -> None:
    """Is killed by a signal in the middle of an answer."""
    turn.say("Half of the ans")
    os.kill(os.getpid(), signal.SIGKILL)


@behaviour
def child(turn: Turn) -> None:
    """Leaves a child that ignores SIGTERM and SIGHUP; says its process id (H12)."""
    code = (
        "import signal, time; [signal.signal(s, signal.SIG_IGN) for s in (signal.SIGTERM, signal.SIGHUP)];"
        " print(flush=True); time.sleep(600)"
    )
    process = subprocess.Popen(
        [sys.executable, "-S", "-E", "-c", code], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    turn.say(str(process.pid))


@behaviour
def error(turn: Turn, shape: str = "plain") -> None:
    """The turn ends with an error whose words stand where SHAPE says."""
    turn.say("Until here. ")
    raise Failure(
        **{
            "plain": {"code": -32603, "message": "The model is on strike"},
            "string": {"code": -32603, "message": "Internal error", "data": "The model is on strike"},
            "details": {
                "code": -32603,
                "message": "Internal error",
                "data": {"details": "The model is on strike"},
            },
            "message": {
                "code": -32603,
                "message": "Internal error",
                "data": {"message": "The model is on strike"},
            },
            "list": {"code": 500, "message": "Internal error", "data": ["The model is on strike"]},
            "null": {"code": -32603, "message": "The model is on strike", "data": None},
            "json": {"code": 400, "message": '{"error": {"message": "The model is on strike"}}'},
            "auth": {"code": -32000, "message": "Authentication required"},
        }[shape]
    )


# The session


@behaviour
def usage(turn: Turn, used: str = "53000", size: str = "200000") -> None:
    """Reports its context window and a cost."""
    turn.update("usage_update", used=int(used), size=int(size), cost={"amount": 0.42, "currency": "USD"})
    turn.say("Counted.")


@behaviour
def title(turn: Turn, *words: str) -> None:
    """Gives the session a title."""
    turn.update("session_info_update", title=" ".join(words), updatedAt=None)
    turn.say("Named.")


@behaviour
def mode(turn: Turn, name: str) -> None:
    """Changes the mode by itself."""
    turn.session["mode"] = name
    turn.update("current_mode_update", currentModeId=name)


@behaviour
def commands(turn: Turn, count: str = "300") -> None:
    """Announces COUNT commands, some with names that others would not give."""
    names = [
        "memory show",
        "skill:review",
        "a.b",
        "$skill",
        *(f"command-{number}" for number in range(int(count))),
    ]
    announced = [{"name": name, "description": f"Does {name}", "input": None} for name in names[: int(count)]]
    turn.update("available_commands_update", availableCommands=announced)


@behaviour
def chosen(turn: Turn) -> None:
    """Says the session's mode, model and options, as JSON."""
    kept = {key: turn.session[key] for key in ("mode", "model", "options")}
    turn.say(json.dumps(kept, sort_keys=True))
