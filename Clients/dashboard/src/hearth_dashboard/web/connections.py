"""Connections of the owner only: those of other users of the machine are closed before they are read, and so are those
that ask for nothing, so that nobody can take all of them."""

from __future__ import annotations

import os
import socket
import struct
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

#: Until the first request is there.
_SECONDS_MAX = 5.0
#: Of Linux: which sockets there are. A question and its answer: `linux/netlink.h`, `linux/sock_diag.h` and
#: `linux/inet_diag.h`.
_SOCK_DIAG, _BY_FAMILY, _REQUEST = 4, 20, 1
_HEADER = struct.Struct("=IHHII")
_ASKED = struct.Struct("=BBBBI")
_PORTS = struct.Struct("!HH")
_ANY = struct.pack("=III", 0, 0xFFFF_FFFF, 0xFFFF_FFFF)
_USER = struct.Struct("=I")
#: Before the user: the header, the states, the addresses, and three numbers.
_USER_AT = _HEADER.size + 4 + 48 + 12
_ANSWER_MAX = 4096


class Connection(H11Protocol):
    """A connection of a browser."""

    _hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
        super().connection_made(transport)
        if not _is_owner(transport):
            transport.abort()
            return
        self._hurry = self.loop.call_later(_SECONDS_MAX, self._end_unless_asked)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
        super().connection_lost(exc)

    def _end_unless_asked(self) -> None:
        if self.scope is None:
            self.transport.abort()


def _is_owner(transport: asyncio.Transport) -> bool:
    """Whether the other end is a program of this user or of root. Where the system does not tell, the secrets decide
    alone."""
    own: socket.socket = transport.get_extra_info("socket")
    try:
        user = user_of(own.family, own.getpeername()[:2], own.getsockname()[:2])
    except (OSError, struct.error):
        return True
    return user in {None, 0, os.getuid()}


def user_of(family: int, end: tuple[str, int], other: tuple[str, int]) -> int | None:
    """The user whose socket has this end of a connection, whose other end is on this machine, too. None: the system
    does not tell."""
    if not hasattr(socket, "AF_NETLINK"):
        return None
    places = b"".join(socket.inet_pton(family, host).ljust(16, b"\0") for host, _ in (end, other))
    asked = _ASKED.pack(family, socket.IPPROTO_TCP, 0, 0, 0xFFFF_FFFF) + _PORTS.pack(end[1], other[1]) + places + _ANY
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _SOCK_DIAG) as system:
        # The answer is there when the question was asked.
        system.setblocking(False)
        system.send(_HEADER.pack(_HEADER.size + len(asked), _BY_FAMILY, _REQUEST, 1, 0) + asked)
        answer = system.recv(_ANSWER_MAX)
    if _HEADER.unpack_from(answer)[1] != _BY_FAMILY:
        return None
    user: int = _USER.unpack_from(answer, _USER_AT)[0]
    return user
