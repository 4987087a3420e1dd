"""Whose process is at the other end of a connection: only the owner's may be, whatever secret it knows.

Other users of the machine can take the port while the dashboard does not run, and read what open pages send to it; and
a cookie of 127.0.0.1 is sent to each of its ports. So a secret alone is not enough. Linux says who has made a
connection.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterator

#: Those of IPv4; and of IPv6, with which a program can reach 127.0.0.1, too.
_TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
_ESTABLISHED, _LISTENING = "01", "0A"


class OwnProtocol(H11Protocol):
    """HTTP with programs of the owner. Connections of others are closed before they are read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins it."""
        (_, port), (_, peer) = transport.get_extra_info("sockname"), transport.get_extra_info("peername")
        super().connection_made(transport)
        if not is_own(peer, port):
            transport.abort()


def is_own(port: int, remote: int) -> bool:
    """Whether a connection from one port of this machine to another one was made by this user. Where the machine does
    not say so, it may be."""
    return _is_of_this_user(port, remote, _ESTABLISHED)


def is_own_server(port: int) -> bool:
    """Whether what listens at a port was started by this user; not where nothing does."""
    return _is_of_this_user(port, 0, _LISTENING)


def _is_of_this_user(port: int, remote: int, state: str) -> bool:
    try:
        users = {user for lines in map(_lines, _TABLES) for user in _users(lines, port, remote, state)}
    except OSError:
        return True
    return users == {os.getuid()}


def _lines(table: str) -> list[str]:
    path = Path(table)
    # A kernel may have no IPv6.
    return path.read_text("ascii").splitlines()[1:] if path.exists() or table == _TABLES[0] else []


def _users(lines: list[str], port: int, remote: int, state: str) -> Iterator[int]:
    """Of the sockets in this state from one port to another."""
    # " 12: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 ..."
    for line in lines:
        fields = line.split()
        ends = [int(field.rpartition(":")[2], 16) for field in fields[1:3]]
        if ends == [port, remote] and fields[3] == state:
            yield int(fields[7])
