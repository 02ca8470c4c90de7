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
    """A Wire that is also a WebSocket communicator. Like a browser's page, it shows no pings."""

    ping = ""
    """The last ping of the server, which was not answered."""

    async def receive_output(self, timeout: float = PATIENCE) -> Any:
        while self.ignores(output := await self.receive_anything()):
            continue
        return output

    async def receive_nothing(self, timeout: float = 0.1, interval: float = 0.01) -> bool:
        while not await super().receive_nothing(timeout, interval):
            if not self.ignores(await self.receive_anything()):
                return False
        return True

    async def receive_anything(self) -> Any:
        return await super().receive_output()

    def ignores(self, output: dict[str, Any]) -> bool:
        text = str(output.get("text") or "")
        is_ping = text.startswith("ping ")
        self.ping = text.removeprefix("ping ") if is_ping else self.ping
        return is_ping

    async def refusal(self) -> int | None:
        """Connect, and return the code with which the server closes the socket; None if it stays open."""
        accepted, code = await self.connect()
        if not accepted:
            return int(code or 0)
        answer = await self.receive_output()
        return int(answer["code"]) if answer["type"] == "websocket.close" else None
