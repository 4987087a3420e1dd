"""Serves the dashboard until it is interrupted."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import hearth
import uvicorn
from hearth.nearest import joined

from .application import make_application
from .door import Door, door_of, port_and_token
from .guard import TOKEN
from .peers import OwnProtocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ..owner import Owner
    from ..report import Units
    from ..report.tiles import Tiles

#: Only this machine.
HOST = "127.0.0.1"
#: Seconds that open pages get to end.
_SECONDS_MAX = 1


def serve(
    owner: Owner,
    *,
    port: int | None,
    zone: tzinfo,
    units: Units,
    tiles: Tiles | None,
    opens: bool,
    is_quiet: bool,
    given: Sequence[str] = (),
) -> None:
    """Serves at a port, or at a free one when it is 0, and prints the address unless it is to be quiet. `opens`: in the
    browser, too. Without a port a dashboard of the same server that runs already is opened instead, without the options
    that were `given` for a new one."""
    shared = door_of(owner.socket, os.environ)
    running = None if shared is None else shared.open_address()
    if shared is not None and running is not None and port is None:
        _say(_running_text(given))
        _show(shared, running, opens=opens, is_quiet=is_quiet)
        return
    _check_server(owner.socket)
    # One that has run: its address is taken over, unless it shall be another one.
    kept = None if shared is None or running is not None else shared.address()
    last_port, last_token = (0, "") if kept is None else port_and_token(kept)
    # What interrupts it ends it in order, and is the way to end it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt), contextlib.ExitStack() as stack:
        listening = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, last_port if port is None else port))
        except (OSError, OverflowError):
            if port is not None:
                raise
            listening.bind((HOST, 0))
        port = listening.getsockname()[1]
        token = last_token if last_token and port == last_port else secrets.token_urlsafe(32)
        application = make_application(owner, port=port, token=token, zone=zone, units=units, tiles=tiles)
        address = f"http://{HOST}:{port}/?{TOKEN}={token}"
        # The token is in it: printed, and in no log. Addresses have what a person looked at.
        settings = uvicorn.Config(
            application,
            log_level="critical",
            access_log=False,
            server_header=False,
            http=OwnProtocol,
            ws="none",
            timeout_graceful_shutdown=_SECONDS_MAX,
        )
        dashboard = uvicorn.Server(settings)
        # From here on a signal is noted, and ends what is about to run: an exception could be lost in what starts.
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, dashboard.handle_exit)
        listening.listen()
        if shared is None or running is not None:
            shared = Door(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hearth-"))) / "dashboard.html")
        shared.lead_to(address)
        _show(shared, address, opens=opens, is_quiet=is_quiet)
        dashboard.run(sockets=[listening])


def _check_server(socket: str | None) -> None:
    """Says that there is no server yet. The pages say it, too, and show the store as soon as there is one."""
    try:
        with hearth.Client(socket) as client:
            client.ping()
    except hearth.HearthError as error:
        _say(f"no server answers: {error} 'hearth serve' starts one, and the pages then show its store")


def _running_text(given: Sequence[str]) -> str:
    text = "a dashboard of this server runs already"
    if not given:
        return text
    names = joined(list(given), "and")
    return f"{text}, and goes on without {names}: end it first, or add --port 0 for another one"


def _say(text: str) -> None:
    print(f"hearth-dashboard: {text}", file=sys.stderr, flush=True)


def _show(door: Door, address: str, *, opens: bool, is_quiet: bool) -> None:
    if opens and not webbrowser.open(door.path.as_uri()):
        _say(f"no browser was found: open {door.path} in one")
    if not is_quiet:
        print(address, flush=True)
