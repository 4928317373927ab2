"""A small ACP client in raw JSON lines, to drive the guide as a real process."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import psutil

from sidekicks_tui.guide.serve import serve
from sidekicks_tui.guide.service import Service
from sidekicks_tui.guide.stdio import LineTransport

Handler = Callable[[dict[str, Any]], Awaitable[Any]]
PROMPT_TIMEOUT = 20.0
LINE_LIMIT = 64 * 1024 * 1024
GUIDE = (sys.executable, "-m", "sidekicks_tui.guide")


class ClientError(Exception):
    """What a handler raises to refuse a request, or an agent's error answer."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Driver:
    """One guide. `handlers` answer its requests; every update is kept in `updates`."""

    def __init__(self) -> None:
        self.updates: list[dict[str, Any]] = []
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.handlers: dict[str, Handler] = {}
        self.order: list[str] = []
        """The methods of the guide's messages, as they came; `answer` for an answer."""
        self._seen = asyncio.Event()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._next = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def connect(self, service: Service | None = None) -> None:
        """Serve inside this process, over real pipes."""
        (agent_in, self._output), (client_in, agent_out) = os.pipe(), os.pipe()
        self._serving = asyncio.create_task(serve(LineTransport(agent_in, agent_out), service))
        self._serving.add_done_callback(lambda _: (os.close(agent_in), os.close(agent_out)))
        reader = asyncio.StreamReader(limit=LINE_LIMIT)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(client_in, "rb")
        )
        self._reading = asyncio.create_task(self._read(reader))

    async def spawn(self, env: Mapping[str, str] | None = None) -> None:
        """Start it as a process of its own."""
        read, self._output = os.pipe()
        self.process = await asyncio.create_subprocess_exec(
            *GUIDE,
            stdin=read,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **(env or {})},
            limit=LINE_LIMIT,
        )
        os.close(read)
        assert self.process.stdout is not None
        self._reading = asyncio.create_task(self._read(self.process.stdout))

    async def initialize(self, **capabilities: Any) -> dict[str, Any]:
        params = {"protocolVersion": 1, "clientCapabilities": capabilities}
        return dict(await self.request("initialize", params))

    async def session(self, cwd: Path, **more: Any) -> str:
        result = await self.request("session/new", {"cwd": str(cwd), "mcpServers": [], **more})
        return str(result["sessionId"])

    async def prompt(self, session: str, *blocks: str | dict[str, Any]) -> str:
        """The stop reason."""
        content = [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks]
        result = await self.request("session/prompt", {"sessionId": session, "prompt": content})
        return str(result["stopReason"])

    async def request(self, method: str, params: dict[str, Any]) -> Any:
        self._next += 1
        number = self._next
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        async with asyncio.timeout(PROMPT_TIMEOUT):
            return await answer

    def notify(self, method: str, params: dict[str, Any]) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def send(self, message: object) -> None:
        self.write(json.dumps(message) + "\n")

    def write(self, text: str) -> None:
        os.write(self._output, text.encode())

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for messages until `condition` holds."""
        async with asyncio.timeout(PROMPT_TIMEOUT):
            while not condition():
                self._seen.clear()
                await self._seen.wait()

    async def close(self) -> None:
        """End its input, and wait until it is gone."""
        os.close(self._output)
        async with asyncio.timeout(PROMPT_TIMEOUT):
            await self._reading

    def text(self, kind: str = "agent_message_chunk") -> str:
        return "".join(u["content"]["text"] for u in self.of(kind))

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [update for update in self.updates if update["sessionUpdate"] == kind]

    def tool(self) -> dict[str, Any]:
        """The last tool call, its updates merged."""
        merged: dict[str, Any] = {}
        for update in self.updates:
            if update["sessionUpdate"] == "tool_call":
                merged = dict(update)
            elif update["sessionUpdate"] == "tool_call_update":
                assert update["toolCallId"] == merged["toolCallId"]
                merged |= update
        return merged

    def asked(self, method: str) -> list[dict[str, Any]]:
        return [params for name, params in self.requests if name == method]

    async def _read(self, lines: asyncio.StreamReader) -> None:
        async for line in lines:
            message = json.loads(line)
            self.order.append(message.get("method") or "answer")
            if "method" not in message:
                self._settle(message)
            elif "id" in message:
                task = asyncio.create_task(self._serve(message))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                self.updates.append(message["params"]["update"])
            self._seen.set()

    def _settle(self, message: dict[str, Any]) -> None:
        answer = self._answers.pop(message["id"])
        if "error" in message:
            answer.set_exception(ClientError(message["error"]["code"], message["error"]["message"]))
        else:
            answer.set_result(message["result"])

    async def _serve(self, message: dict[str, Any]) -> None:
        self.requests.append((message["method"], message["params"]))
        self._seen.set()
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            handler = self.handlers.get(message["method"])
            if handler is None:
                raise ClientError(-32601, "Method not found")
            reply["result"] = await handler(message["params"])
        except ClientError as error:
            reply["error"] = {"code": error.code, "message": str(error)}
        self.send(reply)


def answering(option: str) -> Handler:
    """Answers permission requests with the option of the kind `option`, or cancels them."""

    async def answer(params: dict[str, Any]) -> dict[str, Any]:
        if option == "cancelled":
            return {"outcome": {"outcome": "cancelled"}}
        chosen = next(o["optionId"] for o in params["options"] if o["kind"] == option)
        return {"outcome": {"outcome": "selected", "optionId": chosen}}

    return answer


def ended(pid: int, patience: float = 5.0) -> bool:
    """Whether the process, which was killed, ends; one that nobody has waited for yet has ended too."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.01)
    return False
