"""The way into a dashboard that runs: a page in a file that only its owner can read, which leads to its address.

Every user of a machine can read the arguments of a browser, so the address with its token is never one of them. The
file lies next to the server's socket, where the next start finds the dashboard that runs already. It stays when the
dashboard ends: the next one takes over its port and its key, by which pages that are open find it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from hearth.socket_path import standard_places

from ..report.markup import element
from .keys import AGAIN, TOKEN, Keys, new_nonce

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAME = "dashboard.html"
_ADDRESS = re.compile(rf"http://hearth-[0-9a-f]{{32}}\.localhost:(\d{{1,5}})/\?{TOKEN}=[0-9a-f]{{64}}\"")
_KEY = re.compile(r'name="key" content="([0-9a-f]{64})"')
_SALT = re.compile(r"[0-9a-f]{32}")
_BYTES_MAX = 4096
#: Until a dashboard that runs has said so.
_SECONDS_MAX = 5


class Door:
    """The file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lead_to(self, keys: Keys) -> None:
        """Makes the file, in the place of one that was left behind."""
        head = element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", name="referrer", content="no-referrer"),
            element("meta", name="key", content=keys.key),
            element("meta", http_equiv="refresh", content=f"0;url={keys.address}"),
            element("title", "Hearth"),
        )
        page = element("html", head, element("body", element("a", "Dashboard", href=keys.address)), lang="en")
        whole = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        with contextlib.suppress(FileNotFoundError):
            whole.unlink()
        with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(f"<!DOCTYPE html>\n{page}\n")
        whole.replace(self.path)

    def open_address(self) -> str | None:
        """The address of the dashboard that runs. None: none does, or what is there is not its owner's alone."""
        known = self.known()
        return None if known is None else _running_address(*known)

    def known(self) -> tuple[int, str] | None:
        """The port and the key of a dashboard that runs or has run. None: the file is not its owner's alone."""
        try:
            with os.fdopen(os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), encoding="utf-8") as file:
                status = os.fstat(file.fileno())
                if not stat.S_ISREG(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
                    return None
                text = file.read(_BYTES_MAX)
        except (OSError, UnicodeDecodeError):
            return None
        address, key = _ADDRESS.search(text), _KEY.search(text)
        return None if address is None or key is None else (int(address[1]), key[1])


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


def _running_address(port: int, key: str) -> str | None:
    """That of the dashboard at a port. None: what listens there does not know the key, and does not learn it."""
    nonce = new_nonce()
    try:
        found = json.loads(_answer(port, f"{AGAIN}?{urlencode({'nonce': nonce})}"))
        salt, proof = found["salt"], found["proof"]
    except (OSError, OverflowError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if not isinstance(salt, str) or not _SALT.fullmatch(salt):
        return None
    keys = Keys(key=key, port=port, salt=salt)
    return keys.address if proof == keys.proof(nonce) else None


def _answer(port: int, path: str) -> bytes:
    """What a port of this machine answers. The whole exchange ends in time."""
    end = time.monotonic() + _SECONDS_MAX
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    said = b""
    with socket.create_connection(("127.0.0.1", port), _SECONDS_MAX) as connection:
        connection.sendall(asked.encode())
        while len(said) <= _BYTES_MAX:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            connection.settimeout(left)
            part = connection.recv(_BYTES_MAX)
            if not part:
                break
            said += part
    head, _, body = said.partition(b"\r\n\r\n")
    # Anything else is no answer of a dashboard, also one that says that there will be another.
    if not head.startswith(b"HTTP/1.1 200 "):
        raise ValueError(head)
    return body
