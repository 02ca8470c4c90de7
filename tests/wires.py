"""The program's sockets and answers without a server, for tests that have all the time in the world.

Channels gives up after a second; on a busy machine that is no sign of anything.
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
    """The same with what a WebSocket needs."""
