"""The guide's process: its descriptors, its signals, and the connection that it lives on."""

import asyncio
import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, cast

from acp.agent.connection import AgentSideConnection

from sidekicks_tui.guide.agent import GuideAgent
from sidekicks_tui.guide.service import Service
from sidekicks_tui.guide.stdio import LineTransport

if TYPE_CHECKING:
    from acp.interfaces import Agent


def main() -> int:
    """Serve on standard input and output; 0 at the end of input, 128 + its number after a signal."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="guide: %(levelname)s: %(message)s")
    if sys.stdin is not None and sys.stdin.isatty():
        sys.stderr.write(
            "This is an agent that speaks ACP (one JSON-RPC message a line) on its standard input and "
            "output: an ACP client starts it. Ctrl+D ends it.\n"
        )
    return asyncio.run(_serve(_protocol_output()))


def _protocol_output() -> int:
    """A descriptor for the protocol alone: anything else that is printed goes to standard error."""
    output = os.dup(1)
    os.dup2(2, 1)
    return output


async def _serve(output: int) -> int:
    transport = LineTransport(0, output)
    status = 0

    def end(number: int) -> None:
        nonlocal status
        status = 128 + number
        transport.end()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, end, number)
    await serve(transport, Service.of(os.environ))
    return status


async def serve(transport: LineTransport, service: Service | None = None) -> None:
    """Be the agent of the client at the other end of `transport`, until its messages end."""
    connection = AgentSideConnection(
        # The SDK asks the object for each method by name, and answers "method not found" for the rest:
        # sessions are not listed, loaded or forked here, and inheriting its protocol would pretend it.
        lambda client: cast("Agent", GuideAgent(client, service)),
        transport,
        listening=False,
        use_unstable_protocol=True,  # the SDK still counts session/resume and session/close among it
    )
    try:
        await connection.listen()
    finally:
        await connection.close()
