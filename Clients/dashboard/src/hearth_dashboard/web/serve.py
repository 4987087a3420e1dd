"""Serves the dashboard until it is interrupted."""

from __future__ import annotations

import contextlib
import secrets
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING

import uvicorn

from .application import make_application
from .guard import TOKEN

if TYPE_CHECKING:
    from datetime import tzinfo

    from ..report import Units

#: Only this machine.
HOST = "127.0.0.1"
#: Seconds that open pages get to end.
_SECONDS_MAX = 1


def serve(path: str | None, *, port: int, zone: tzinfo, units: Units, opens: bool) -> None:
    """Serves at a port, or at a free one when it is 0, and prints the address. `opens`: in the browser, too."""
    token = secrets.token_urlsafe(32)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
        port = listening.getsockname()[1]
        application = make_application(path, port=port, token=token, zone=zone, units=units)
        address = f"http://{HOST}:{port}/?{TOKEN}={token}"
        # The token is in it: printed, and in no log. Addresses have what a person looked at.
        settings = uvicorn.Config(
            application,
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_SECONDS_MAX,
        )
        listening.listen()
        print(address, flush=True)
        if opens and not webbrowser.open(address):
            print("hearth-dashboard: no browser was found: open the address above", file=sys.stderr)
        # What interrupts it ends it in order, and is the way to end it.
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(settings).run(sockets=[listening])
