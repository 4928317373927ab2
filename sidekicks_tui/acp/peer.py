"""JSON-RPC with one agent: the SDK's connection over our transport. Its exceptions stop here."""

import asyncio
from contextlib import suppress

from acp.connection import Connection
from acp.exceptions import RequestError

from sidekicks_tui.acp.client import Client
from sidekicks_tui.acp.fields import JsonMapping, mapping
from sidekicks_tui.acp.refusals import refusal
from sidekicks_tui.acp.requests import Requests
from sidekicks_tui.acp.sorting import Sorter
from sidekicks_tui.acp.transport import Outgoing, PipeTransport
from sidekicks_tui.acp.wire import Wire
from sidekicks_tui.acp.wire_json import JsonObject
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import AgentGone
from sidekicks_tui.model.sessions import AgentInfo, AuthMethod


class Peer:
    """Listens from the moment it is made; needs a running loop."""

    def __init__(self, wire: Wire, client: Client) -> None:
        requests = Requests(client)
        self._requests = requests
        transport = PipeTransport(wire, Sorter(client, requests.withdraw), ended=requests.withdraw_all)
        self._connection = Connection(requests.handle, transport)
        self._logins: tuple[AuthMethod, ...] = ()
        self._withdrawing: set[asyncio.Future[None]] = set()

    async def request(self, method: str, params: JsonObject) -> JsonMapping:
        """The result, empty when it is no object. Raises `AgentRefused`, `AuthRequired`, `AgentGone`.

        Cancelled, it tells the agent that nobody waits for the answer any more.
        """
        outgoing = Outgoing(params)
        try:
            return mapping(await self._connection.send_request(method, outgoing))
        except asyncio.CancelledError:
            if outgoing.id is not None:
                self._withdraw(outgoing.id)
            raise
        except RequestError as error:
            raise refusal(error.code, str(error), error.data, self._logins) from None
        except ConnectionError:
            raise AgentGone(_("The agent ended before it answered.")) from None

    def meet(self, info: AgentInfo) -> None:
        """The agent has said who it is: a refusal for want of a login offers what it announced."""
        self._logins = info.auth_methods
        self._requests.missing_is_empty = info.name.startswith("gemini")

    async def notify(self, method: str, params: JsonObject) -> None:
        """Raises `AgentGone`."""
        try:
            await self._connection.send_notification(method, params)
        except ConnectionError:
            raise AgentGone(_("The agent has ended.")) from None

    async def close(self) -> None:
        """Stop listening; what is pending is answered with `AgentGone`."""
        for telling in self._withdrawing:
            telling.cancel()
        await self._connection.close()

    def _withdraw(self, request: object) -> None:
        telling = asyncio.ensure_future(self._tell_withdrawn(request))
        self._withdrawing.add(telling)
        telling.add_done_callback(self._withdrawing.discard)

    async def _tell_withdrawn(self, request: object) -> None:
        with suppress(AgentGone):
            await self.notify("$/cancel_request", {"requestId": request})
