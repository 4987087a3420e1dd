"""Connections of the owner only: those of other users of the machine are closed before they are read. Those that wait
too long for the rest of a request are closed, too, so that nobody can take all of them."""

from __future__ import annotations

import functools
import os
import socket
import struct
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

#: Until a whole request is there: the first one, and each next one.
_SECONDS_MAX = 5.0
#: Of Linux: which sockets there are. A question and its answer: `linux/netlink.h`, `linux/sock_diag.h` and
#: `linux/inet_diag.h`.
_SOCK_DIAG, _BY_FAMILY, _REQUEST = 4, 20, 1
_HEADER = struct.Struct("=IHHII")
_ASKED = struct.Struct("=BBBBI")
_PORTS = struct.Struct("!HH")
#: The device, and any socket of these ends.
_DEVICE = struct.Struct("=III")
_ANY = 0xFFFF_FFFF
#: The user, and the number of the file, which is 0 when the program has closed the socket: then the user is not told.
_USER = struct.Struct("=II")
#: Before them: the header, the states, the addresses, and three numbers.
_USER_AT = _HEADER.size + 4 + 48 + 12
_ANSWER_MAX = 4096


class Connection(H11Protocol):
    """A connection of a browser."""

    _hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
        super().connection_made(transport)
        if not is_owner(transport.get_extra_info("socket")):
            transport.abort()
            return
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Measures the time without a whole request that is being answered; pieces of one do not begin it again."""
        if self.transport.is_closing():
            return
        is_asked = self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete
        if is_asked:
            self._rest()
        elif self._hurry is None:
            self._hurry = self.loop.call_later(_SECONDS_MAX, self.transport.close)

    def _rest(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None


def is_owner(own: socket.socket) -> bool:
    """Whether the other end is a program of this user or of root. Where the system tells of no socket at all, the
    secrets decide alone."""
    try:
        ends = own.getpeername()[:2], own.getsockname()[:2]
    except OSError:
        # The other end has gone.
        return False
    user = user_of(own.family, *ends)
    return not system_tells() if user is None else user in {0, os.getuid()}


@functools.cache
def system_tells() -> bool:
    """Whether the system tells whose a socket is. It is asked once, about a connection to itself."""
    with socket.create_server(("127.0.0.1", 0)) as there, socket.create_connection(there.getsockname()) as here:
        return user_of(socket.AF_INET, here.getsockname(), there.getsockname()) is not None


def user_of(family: int, end: tuple[str, int], other: tuple[str, int]) -> int | None:
    """The user whose socket has this end of a connection, whose other end is on this machine, too. None: the system
    does not tell, or no program has the socket any more."""
    if not hasattr(socket, "AF_NETLINK"):
        return None
    places = b"".join(socket.inet_pton(family, host).ljust(16, b"\0") for host, _ in (end, other))
    asked = _ASKED.pack(family, socket.IPPROTO_TCP, 0, 0, _ANY) + _PORTS.pack(end[1], other[1]) + places
    try:
        # A socket that is bound to the device is found only where the device is named.
        asked += _DEVICE.pack(socket.if_nametoindex("lo"), _ANY, _ANY)
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _SOCK_DIAG) as system:
            # The answer is there when the question was asked.
            system.setblocking(False)
            system.send(_HEADER.pack(_HEADER.size + len(asked), _BY_FAMILY, _REQUEST, 1, 0) + asked)
            answer = system.recv(_ANSWER_MAX)
        if _HEADER.unpack_from(answer)[1] != _BY_FAMILY:
            return None
        user, file = _USER.unpack_from(answer, _USER_AT)
    except (OSError, struct.error):
        return None
    found: int = user
    return found if file else None
