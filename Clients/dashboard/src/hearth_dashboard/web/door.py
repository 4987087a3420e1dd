"""The way into a dashboard that runs: a page in a file that only its owner can read, which leads to its address.

Every user of a machine can read the arguments of a browser, so the address with its token is never one of them. The
file lies next to the server's socket, where the next start finds the dashboard that runs already. It stays when the
dashboard ends: the next one takes over its address, so that pages that are open go on.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from hearth.socket_path import standard_places

from ..report.markup import element
from .guard import TOKEN
from .peers import is_own_server

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAME = "dashboard.html"
_ADDRESS = re.compile(rf"http://127\.0\.0\.1:(\d{{1,5}})(/\?{TOKEN}=[\w-]{{1,100}})")
#: Until a dashboard that runs says so.
_SECONDS_MAX = 5


class Door:
    """The file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lead_to(self, address: str) -> None:
        """Makes the file, in the place of one that was left behind."""
        head = element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", name="referrer", content="no-referrer"),
            element("meta", http_equiv="refresh", content=f"0;url={address}"),
            element("title", "Hearth"),
        )
        page = element("html", head, element("body", element("a", "Dashboard", href=address)), lang="en")
        whole = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        with contextlib.suppress(FileNotFoundError):
            whole.unlink()
        with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(f"<!DOCTYPE html>\n{page}\n")
        whole.replace(self.path)

    def open_address(self) -> str | None:
        """The address of the dashboard that runs. None: none does, or what is there is not its owner's alone."""
        address = self.address()
        return address if address is not None and _answers(address) else None

    def address(self) -> str | None:
        """The address that it leads to, of a dashboard that runs or has run. None: it is not its owner's alone."""
        try:
            with os.fdopen(os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), encoding="utf-8") as file:
                status = os.fstat(file.fileno())
                if not stat.S_ISREG(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
                    return None
                found = _ADDRESS.search(file.read(4096))
        except (OSError, UnicodeDecodeError):
            return None
        return None if found is None else found[0]


def port_and_token(address: str) -> tuple[int, str]:
    """Of an address that a door leads to."""
    found = _ADDRESS.fullmatch(address)
    assert found is not None
    return int(found[1]), found[2].partition("=")[2]


def door_of(socket: str | None, environment: Mapping[str, str]) -> Door | None:
    """The door of the server at a socket, or where one usually listens. None: others can enter the socket's folder."""
    places = standard_places(environment) if socket is None else [socket]
    place = next((one for one in places if Path(one).exists()), places[0])
    folder = Path(place).absolute().parent
    try:
        status = folder.stat()
    except OSError:
        return None
    if status.st_uid != os.getuid() or status.st_mode & 0o077:
        return None
    return Door(folder / f"{Path(place).name}.{_NAME}")


def _answers(address: str) -> bool:
    """Whether a dashboard takes the token. What another user lets listen there is not told it."""
    found = _ADDRESS.fullmatch(address)
    assert found is not None
    if not is_own_server(int(found[1])):
        return False
    connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=_SECONDS_MAX)
    try:
        connection.request("GET", found[2])
        return connection.getresponse().status == http.HTTPStatus.SEE_OTHER
    except (OSError, http.client.HTTPException, OverflowError):
        return False
    finally:
        connection.close()
