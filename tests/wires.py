"""Send events to the application and receive its events without a server, and wait longer than Channels does.

Channels gives up after a second, which a busy machine may exceed.
"""

from typing import Any

from channels.testing import ApplicationCommunicator, WebsocketCommunicator

PATIENCE = 120


class Wire(ApplicationCommunicator):
    async def receive_output(self, timeout: float = PATIENCE) -> Any:
        return await super().receive_output(PATIENCE)

    async def wait(self, timeout: float = PATIENCE) -> None:
        await super().wait(PATIENCE)


class SocketWire(Wire, WebsocketCommunicator):
    """A Wire that is also a WebSocket communicator."""

    async def refusal(self) -> int | None:
        """Connect, and return the code with which the server closes the socket; None if it stays open."""
        accepted, code = await self.connect()
        if not accepted:
            return int(code or 0)
        answer = await self.receive_output()
        return int(answer["code"]) if answer["type"] == "websocket.close" else None
