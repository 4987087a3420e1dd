"""Serves the dashboard until it is interrupted."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import logging
import os
import resource
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

from ..access_fields import DASHBOARD
from .application import make_application
from .connections import Connection, system_tells
from .door import Door, door_of
from .keys import Keys, new_key

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from ..owner import Owner
    from ..report import Units
    from ..report.tiles import Tiles

#: Only this machine, which has two addresses. A browser may take either for a name of it, so nobody else may have the
#: other one's port.
_HOSTS = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}
#: What an address of a machine without it is answered with.
_MISSING = {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL}
_ATTEMPTS = 20
#: Connections that wait, and that are taken at once.
_BACKLOG = 128
#: Seconds that open pages get to end.
_SECONDS_MAX = 1
#: glibc's parameter for the number of heaps that the threads of a process share, and how many are enough: with its
#: default, eight for each core, each keeps what pages of the past needed, and memory grows for hours.
_M_ARENA_MAX, _ARENAS = -8, 2


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
    _share_heaps()
    _check_server(owner.socket)
    # One that has run: pages of it look for the next one at its port, and know it by its key.
    kept = None if shared is None or running is not None else shared.known()
    # What interrupts it ends it in order, and is the way to end it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt), contextlib.ExitStack() as stack:
        try:
            listening = _listening(stack, port if port is not None else 0 if kept is None else kept[0])
        except (OSError, OverflowError):
            if port is not None:
                raise
            listening = _listening(stack, 0)
        port = listening[0].getsockname()[1]
        keys = Keys(key=new_key() if kept is None else kept[1], port=port)
        application = make_application(owner, keys=keys, zone=zone, units=units, tiles=tiles)
        # The token is in it: printed, and in no log. Addresses have what a person looked at.
        settings = uvicorn.Config(
            application,
            log_level="critical",
            access_log=False,
            server_header=False,
            http=Connection,
            backlog=_BACKLOG,
            # There are none: what asks for one gets a page.
            ws="none",
            timeout_graceful_shutdown=_SECONDS_MAX,
        )
        dashboard = uvicorn.Server(settings)
        _take_descriptors()
        # While there are descriptors.
        system_tells()
        # From here on a signal is noted, and ends what is about to run: an exception could be lost in what starts.
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, dashboard.handle_exit)
        if shared is None or running is not None:
            shared = Door(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hearth-"))) / "dashboard.html")
        shared.lead_to(keys)
        _show(shared, keys.address, opens=opens, is_quiet=is_quiet)
        dashboard.run(sockets=listening)


def _share_heaps() -> None:
    """Before there are threads. Other libraries of C have no such call, and need none."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS)


def _take_descriptors() -> None:
    """As many as there may be. A connection for which there is none left is lost without a word, because each would
    have its lines in a log."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def _listening(stack: contextlib.ExitStack, port: int) -> list[socket.socket]:
    """Sockets that listen at the same port of all addresses of this machine, which is a free one when it is 0."""
    for attempt in range(_ATTEMPTS):
        chosen = port
        found: list[socket.socket] = []
        with contextlib.ExitStack() as own:
            try:
                for family, host in _HOSTS.items():
                    try:
                        one = own.enter_context(socket.socket(family, socket.SOCK_STREAM))
                        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                        one.bind((host, chosen))
                    except OSError as error:
                        if found and error.errno in _MISSING:
                            continue
                        raise
                    one.listen(_BACKLOG)
                    chosen = one.getsockname()[1]
                    found.append(one)
            except OSError:
                # The other address of a port that was free may be taken.
                if port or attempt == _ATTEMPTS - 1:
                    raise
                continue
            stack.enter_context(own.pop_all())
            return found
    raise AssertionError("the last attempt returns or raises")


def _check_server(socket: str | None) -> None:
    """Says that there is no server yet. The pages say it, too, and show the store as soon as there is one."""
    try:
        with hearth.Client(socket, app=DASHBOARD) as client:
            client.ping()
    except hearth.HearthError as error:
        _say(f"{error} The pages show the store as soon as a server runs.")


def _running_text(given: Sequence[str]) -> str:
    text = "a dashboard of this server runs already"
    if not given:
        return text
    names = joined(list(given), "and")
    return f"{text}, and keeps running without {names}: end it first, or add --port 0 for another"


def _say(text: str) -> None:
    print(f"hearth-dashboard: {text}", file=sys.stderr, flush=True)


def _show(door: Door, address: str, *, opens: bool, is_quiet: bool) -> None:
    if opens and not webbrowser.open(door.path.as_uri()):
        _say(f"no browser was found: open {door.path} in one")
    if not is_quiet:
        print(address, flush=True)
