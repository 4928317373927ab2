"""The guide's tools over real pipes: what the client is told and asked, and what really happens."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from tests.guide.driver import ClientError, Driver, answering, ended

EDIT = "/edit src/parser.py return text => return text.strip()"
FILES = {"fs": {"readTextFile": True, "writeTextFile": True}}


async def ready(guide: Driver, folder: Path, **capabilities: Any) -> str:
    await guide.initialize(**capabilities)
    return await guide.session(folder)


async def test_find(guide: Driver, folder: Path) -> None:
    session = await ready(guide, folder)
    assert await guide.prompt(session, "/find pars") == "end_turn"
    tool = guide.tool()
    assert (tool["kind"], tool["status"], tool["rawInput"]) == ("search", "completed", {"pattern": "pars"})
    assert {"path": str(folder / "src/parser.py"), "line": 4} in tool["locations"]
    assert "Found 1 file named so, and 2 lines with `pars`" in guide.text()
    assert "- `src/parser.py:4` `def parse(text):`" in guide.text()


async def test_find_nothing(guide: Driver, folder: Path) -> None:
    await guide.prompt(await ready(guide, folder), "/find zzzz")
    assert "Nothing here is named `zzzz` or holds it. I looked at 2 files." in guide.text()


async def test_read(guide: Driver, folder: Path) -> None:
    await guide.prompt(await ready(guide, folder), "/read src/parser.py 4-4")
    tool = guide.tool()
    assert (tool["title"], tool["kind"]) == ("Read src/parser.py", "read")
    assert tool["locations"] == [{"path": str(folder / "src/parser.py"), "line": 4}]
    assert "lines 4–4 of 5" in guide.text()
    assert "```py\ndef parse(text):\n```" in guide.text()
    assert "`/read src/parser.py 5-` shows the rest." in guide.text()


async def test_a_long_file_is_shown_in_parts(guide: Driver, folder: Path) -> None:
    (folder / "long.txt").write_text("".join(f"line {number}\n" for number in range(1, 1001)))
    await guide.prompt(await ready(guide, folder), "/read long.txt")
    assert "line 400\n" in guide.text()
    assert "line 401" not in guide.text()
    assert "`/read long.txt 401-` shows the rest." in guide.text()


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("/read ../secret.txt", "outside of my folder"),
        ("/read link", "outside of my folder"),
        ("/edit ../new.txt\n```\nx\n```", "outside of my folder"),
        ("/read missing.py", "There is no file `missing.py`"),
        ("/read src", "is a folder"),
        ("/read picture.png", "is no text file"),
        ("/read README.md 900", "has only 3 lines"),
        ("/edit missing.py a => b", "There is no file `missing.py`"),
        ("/edit README.md nowhere => b", "does not stand in the file"),
        ("/edit README.md\n```\n# Parser\n\nReads things.\n```", "already holds exactly this"),
    ],
)
@pytest.mark.parametrize("capabilities", [{}, FILES])
async def test_what_cannot_be_is_a_sentence(
    guide: Driver, folder: Path, capabilities: dict[str, Any], command: str, sentence: str
) -> None:
    (folder / "link").symlink_to(folder.parent / "secret.txt")
    (folder / "picture.png").write_bytes(b"\x89PNG\0")
    serve_files(guide)
    session = await ready(guide, folder, **capabilities)
    assert await guide.prompt(session, command) == "end_turn"
    assert sentence in guide.text()
    assert not guide.asked("session/request_permission")
    assert not (folder.parent / "new.txt").exists()


async def test_an_empty_file(guide: Driver, folder: Path) -> None:
    (folder / "empty").touch()
    await guide.prompt(await ready(guide, folder), "/read empty")
    assert guide.text() == "`empty` is empty.\n"


async def test_an_edit_is_asked_for_with_its_difference(guide: Driver, folder: Path) -> None:
    guide.handlers["session/request_permission"] = answering("allow_once")
    session = await ready(guide, folder)
    assert await guide.prompt(session, EDIT) == "end_turn"
    [asked] = guide.asked("session/request_permission")
    assert [option["kind"] for option in asked["options"]] == ["allow_once", "allow_always", "reject_once"]
    [difference] = asked["toolCall"]["content"]
    assert difference["path"] == str(folder / "src/parser.py")
    assert difference["oldText"].endswith("return text\n")
    assert difference["newText"].endswith("return text.strip()\n")
    assert asked["toolCall"]["kind"] == "edit"
    assert asked["toolCall"]["locations"] == [{"path": str(folder / "src/parser.py"), "line": 5}]
    assert [u["status"] for u in guide.updates if "toolCallId" in u] == ["pending", "completed"]
    assert (folder / "src/parser.py").read_text().endswith("return text.strip()\n")
    await guide.prompt(session, "/edit src/parser.py import re => import os")
    assert len(guide.asked("session/request_permission")) == 2


async def test_always_holds_for_edits_of_this_session(guide: Driver, folder: Path) -> None:
    guide.handlers["session/request_permission"] = answering("allow_always")
    session = await ready(guide, folder)
    await guide.prompt(session, EDIT)
    await guide.prompt(session, "/edit notes.txt\n```\nhello\n```")
    assert len(guide.asked("session/request_permission")) == 1
    assert (folder / "notes.txt").read_text() == "hello\n"
    await guide.prompt(await guide.session(folder), "/edit notes.txt hello => bye")
    assert len(guide.asked("session/request_permission")) == 2


@pytest.mark.parametrize(("answer", "reason"), [("reject_once", "end_turn"), ("cancelled", "cancelled")])
@pytest.mark.parametrize("command", [EDIT, "/run touch made"])
async def test_refused_and_cancelled_requests_change_nothing(
    guide: Driver, folder: Path, command: str, answer: str, reason: str
) -> None:
    before = (folder / "src/parser.py").read_text()
    guide.handlers["session/request_permission"] = answering(answer)
    assert await guide.prompt(await ready(guide, folder), command) == reason
    assert (folder / "src/parser.py").read_text() == before
    assert not (folder / "made").exists()
    if reason == "end_turn":
        assert guide.tool()["status"] == "failed"
        assert "You refused, so I did nothing." in guide.text()


async def test_a_client_that_cannot_ask_has_nothing_changed(guide: Driver, folder: Path) -> None:
    assert await guide.prompt(await ready(guide, folder), EDIT) == "end_turn"
    assert "Nobody could be asked for permission (Method not found)" in guide.text()
    guide.handlers["session/request_permission"] = rubbish
    await guide.prompt(await guide.session(folder), EDIT)
    assert "its answer does not follow the protocol" in guide.text()
    assert "strip" not in (folder / "src/parser.py").read_text()


async def rubbish(_: dict[str, Any]) -> dict[str, Any]:
    return {"outcome": "yes"}


async def test_a_file_that_changed_meanwhile_is_left_alone(guide: Driver, folder: Path) -> None:
    async def change_first(params: dict[str, Any]) -> dict[str, Any]:
        (folder / "src/parser.py").write_text("somebody else\n")
        return dict(await answering("allow_once")(params))

    guide.handlers["session/request_permission"] = change_first
    await guide.prompt(await ready(guide, folder), EDIT)
    assert "changed in the meantime" in guide.text()
    assert (folder / "src/parser.py").read_text() == "somebody else\n"


async def test_a_link_that_was_put_in_the_way_meanwhile_is_not_followed(guide: Driver, folder: Path) -> None:
    async def swap_first(params: dict[str, Any]) -> dict[str, Any]:
        (folder / "note.txt").unlink()
        (folder / "note.txt").symlink_to(folder.parent / "secret.txt")
        return dict(await answering("allow_once")(params))

    (folder / "note.txt").write_text("secret\n")
    guide.handlers["session/request_permission"] = swap_first
    await guide.prompt(await ready(guide, folder), "/edit note.txt secret => told")
    assert "outside of my folder" in guide.text()
    assert (folder.parent / "secret.txt").read_text() == "secret\n"


async def test_line_ends_and_byte_order_mark_stay(guide: Driver, folder: Path) -> None:
    (folder / "dos.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    guide.handlers["session/request_permission"] = answering("allow_once")
    await guide.prompt(await ready(guide, folder), '/edit dos.txt "one\\n" => "1\\nand\\n"')
    assert (folder / "dos.txt").read_bytes() == b"\xef\xbb\xbf1\r\nand\r\ntwo\r\n"


def serve_files(guide: Driver) -> dict[str, str]:
    """Give files as an editor does that holds one which was not saved yet; what is written is kept."""
    written: dict[str, str] = {}

    async def read(params: dict[str, Any]) -> dict[str, Any]:
        path = params["path"]
        if path in written:
            return {"content": written[path]}
        if path.endswith("unsaved.py"):
            return {"content": "draft = 1\n"}
        if not Path(path).exists():
            raise ClientError(-32002, "Resource not found")
        return {"content": Path(path).read_text()}

    async def write(params: dict[str, Any]) -> dict[str, Any]:
        written[params["path"]] = params["content"]
        return {}

    guide.handlers |= {"fs/read_text_file": read, "fs/write_text_file": write}
    return written


async def test_files_go_through_a_client_that_has_them(guide: Driver, folder: Path) -> None:
    written = serve_files(guide)
    guide.handlers["session/request_permission"] = answering("allow_once")
    session = await ready(guide, folder, **FILES)
    await guide.prompt(session, "/edit unsaved.py draft => final")
    assert written == {str(folder / "unsaved.py"): "final = 1\n"}
    assert not (folder / "unsaved.py").exists()
    await guide.prompt(session, "/read unsaved.py")
    assert "final = 1" in guide.text()


async def test_a_client_that_refuses_a_file_is_quoted(guide: Driver, folder: Path) -> None:
    async def refuse(_: dict[str, Any]) -> dict[str, Any]:
        raise ClientError(-32603, "no such luck")

    guide.handlers |= {"fs/read_text_file": refuse, "fs/write_text_file": refuse}
    guide.handlers["session/request_permission"] = answering("allow_once")
    session = await ready(guide, folder, **FILES)
    await guide.prompt(session, "/read README.md")
    assert "The client does not give `README.md`: no such luck." in guide.text()
    await guide.prompt(session, "/edit new.txt\n```\nx\n```")
    assert "The client did not write `new.txt`: no such luck." in guide.text()


@pytest.mark.parametrize(
    ("command", "words", "status"),
    [
        ("echo out; echo err >&2", "ended with status 0. It printed:\n\n```text\nout\nerr\n```", "completed"),
        ("exit 3", "ended with status 3. It printed nothing.", "failed"),
        ("kill -9 $$", "was ended by SIGKILL", "failed"),
        ("seq 100", "The last 15 of its 100 lines:\n\n```text\n86\n", "completed"),
        ("pwd -P; sleep 1000 &", "ended with status 0", "completed"),
    ],
)
async def test_run_without_a_terminal(
    guide: Driver, folder: Path, command: str, words: str, status: str
) -> None:
    guide.handlers["session/request_permission"] = answering("allow_once")
    assert await guide.prompt(await ready(guide, folder), f"/run {command}") == "end_turn"
    [asked] = guide.asked("session/request_permission")
    assert asked["toolCall"]["content"][0]["content"]["text"] == f"```sh\n{command}\n```\n"
    assert asked["toolCall"]["rawInput"] == {"command": command}
    assert words in guide.text()
    assert (guide.tool()["kind"], guide.tool()["status"]) == ("execute", status)


async def test_always_holds_for_exactly_this_command(guide: Driver, folder: Path) -> None:
    guide.handlers["session/request_permission"] = answering("allow_always")
    session = await ready(guide, folder)
    for command in ("true", "true", "true --x"):
        await guide.prompt(session, f"/run {command}")
    assert len(guide.asked("session/request_permission")) == 2


async def test_a_cancel_ends_a_command_and_its_children(guide: Driver, folder: Path) -> None:
    guide.handlers["session/request_permission"] = answering("allow_once")
    session = await ready(guide, folder)
    pids = folder / "pids"
    os.mkfifo(pids)
    turn = asyncio.create_task(guide.prompt(session, "/run sh -c 'echo $$ > pids; exec sleep 1000' & wait"))
    child = int(await asyncio.to_thread(pids.read_text))
    guide.notify("session/cancel", {"sessionId": session})
    assert await turn == "cancelled"
    assert ended(child)
    assert await guide.prompt(session, "hello") == "end_turn"


class Terminal:
    """A client's terminal in which one command runs until it is killed, or told to end."""

    def __init__(self, guide: Driver) -> None:
        self.calls: list[str] = []
        self.created: dict[str, Any] = {}
        self.ended = asyncio.Event()
        self.may_create = asyncio.Event()
        self.may_create.set()
        for name in ("create", "wait_for_exit", "output", "kill", "release"):
            guide.handlers[f"terminal/{name}"] = self._handler(name)

    def _handler(self, name: str) -> Any:
        async def handle(params: dict[str, Any]) -> dict[str, Any]:
            self.calls.append(name)
            match name:
                case "create":
                    self.created = params
                    await self.may_create.wait()
                    return {"terminalId": "t1"}
                case "wait_for_exit":
                    await self.ended.wait()
                    return {"exitCode": 0}
                case "output":
                    return {"output": "\x1b[32mall good\x1b[0m\n", "truncated": False}
            return {}

        return handle


async def test_run_in_the_clients_terminal(guide: Driver, folder: Path) -> None:
    terminal = Terminal(guide)
    terminal.ended.set()
    guide.handlers["session/request_permission"] = answering("allow_once")
    assert await guide.prompt(await ready(guide, folder, terminal=True), "/run make test") == "end_turn"
    assert terminal.calls == ["create", "wait_for_exit", "output", "release"]
    assert [terminal.created["command"], *terminal.created["args"]] == ["/bin/sh", "-c", "make test"]
    assert terminal.created["cwd"] == str(folder)
    assert guide.tool()["content"] == [{"type": "terminal", "terminalId": "t1"}]
    assert "It printed:\n\n```text\nall good\n```" in guide.text()


async def test_a_cancel_kills_and_releases_the_terminal(guide: Driver, folder: Path) -> None:
    terminal = Terminal(guide)
    guide.handlers["session/request_permission"] = answering("allow_once")
    session = await ready(guide, folder, terminal=True)
    turn = asyncio.create_task(guide.prompt(session, "/run sleep 1000"))
    await guide.until(lambda: "wait_for_exit" in terminal.calls)
    guide.notify("session/cancel", {"sessionId": session})
    guide.notify("session/cancel", {"sessionId": session})
    assert await turn == "cancelled"
    assert terminal.calls == ["create", "wait_for_exit", "kill", "release"]


async def test_a_cancel_does_not_lose_a_terminal_that_is_being_made(guide: Driver, folder: Path) -> None:
    terminal = Terminal(guide)
    terminal.may_create.clear()
    guide.handlers["session/request_permission"] = answering("allow_once")
    session = await ready(guide, folder, terminal=True)
    turn = asyncio.create_task(guide.prompt(session, "/run sleep 1000"))
    await guide.until(lambda: "create" in terminal.calls)
    guide.notify("session/cancel", {"sessionId": session})
    await guide.until(lambda: not turn.done())
    terminal.may_create.set()
    assert await turn == "cancelled"
    assert terminal.calls == ["create", "kill", "release"]


async def test_a_terminal_that_cannot_be_had_is_told(guide: Driver, folder: Path) -> None:
    guide.handlers["session/request_permission"] = answering("allow_once")
    await guide.prompt(await ready(guide, folder, terminal=True), "/run true")
    assert "The client could not run it: Method not found" in guide.text()


async def test_a_cancel_while_a_permission_waits(guide: Driver, folder: Path) -> None:
    never = asyncio.Event()

    async def wait(_: dict[str, Any]) -> dict[str, Any]:
        await never.wait()
        return {"outcome": {"outcome": "cancelled"}}

    guide.handlers["session/request_permission"] = wait
    session = await ready(guide, folder)
    turn = asyncio.create_task(guide.prompt(session, EDIT))
    await guide.until(lambda: bool(guide.requests))
    guide.notify("session/cancel", {"sessionId": session})
    assert await turn == "cancelled"
    never.set()
    assert await guide.prompt(session, "hello") == "end_turn"


async def test_a_cancel_while_an_answer_streams(guide: Driver, folder: Path) -> None:
    (folder / "long.txt").write_text("word " * 100_000)
    session = await ready(guide, folder)
    turn = asyncio.create_task(guide.prompt(session, "/read long.txt"))
    await guide.until(lambda: bool(guide.of("agent_message_chunk")))
    guide.notify("session/cancel", {"sessionId": session})
    assert await turn == "cancelled"
    assert len(guide.text()) < 500_000
    guide.notify("session/cancel", {"sessionId": session})
    assert await guide.prompt(session, "hello") == "end_turn"


async def test_a_look_at_the_folder_is_a_plan_that_is_ticked_off(guide: Driver, folder: Path) -> None:
    await guide.prompt(await ready(guide, folder), "/plan look at the folder")
    plans = [[entry["status"] for entry in plan["entries"]] for plan in guide.of("plan")]
    assert plans[0] == ["in_progress", "pending", "pending", "pending"]
    assert plans[-1] == ["completed"] * 4
    assert [plan.index("in_progress") for plan in plans[:-1]] == [0, 1, 2, 3]
    assert "| `.py` | 1 | 5 |" in guide.text()
    assert "> Reads things." in guide.text()
    assert "2 files in 2 folders, 8 lines of text" in guide.text()
    assert {u["kind"] for u in guide.of("tool_call")} == {"search", "read"}


async def test_a_step_that_is_refused_ends_the_plan(guide: Driver, folder: Path) -> None:
    guide.handlers["session/request_permission"] = answering("reject_once")
    await guide.prompt(await ready(guide, folder), "/plan find parse; run touch made; list the files")
    statuses = [entry["status"] for entry in guide.of("plan")[-1]["entries"]]
    assert statuses == ["completed", "pending", "pending"]
    assert "You refused, so I did nothing. I left the 1 step after it." in guide.text()


async def test_a_command_that_fails_ends_the_plan(guide: Driver, folder: Path) -> None:
    guide.handlers["session/request_permission"] = answering("allow_once")
    await guide.prompt(await ready(guide, folder), "/plan run false; run true")
    assert "`false` ended with status 1." in guide.text()
    assert len(guide.of("tool_call")) == 1


async def test_a_plan_that_makes_no_sense_is_not_begun(guide: Driver, folder: Path) -> None:
    await guide.prompt(await ready(guide, folder), "/plan list the files; conquer the world")
    assert "I do not know how to “conquer the world”" in guide.text()
    assert not guide.of("plan")


async def test_an_empty_folder(guide: Driver, tmp_path: Path) -> None:
    await guide.prompt(await ready(guide, tmp_path), "/plan")
    assert "no files in no folders" in guide.text()
    assert "The folder is empty." in guide.text()
