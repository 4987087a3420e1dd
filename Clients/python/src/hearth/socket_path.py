"""Where the server listens, and which app this program is."""

from __future__ import annotations

import errno
import os
import platform
import re
import socket
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from . import hearth_pb2 as pb
from .errors import ConnectionLostError, NoServerError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Linux has room for no longer path.
PATH_BYTES = 107
HOW_TO_START = "Start one with 'hearth serve', or name its socket with HEARTH_SOCKET."
#: No server listens there.
_ABSENT = {errno.ENOENT, errno.ECONNREFUSED, errno.ENOTDIR}


def standard_places(environment: Mapping[str, str]) -> list[str]:
    """The sockets at which a server of this user may listen, in the order in which they are tried."""
    if path := environment.get("HEARTH_SOCKET"):
        return [path]
    given, usual = environment.get("XDG_RUNTIME_DIR"), _run_folder()
    # logind makes the usual folder. Where it does not run, the folder does not exist.
    folders = [given, usual if _is_own_folder(usual) else None]
    places = [f"{folder}/hearth/hearth.sock" for folder in folders if folder]
    return list(dict.fromkeys([*places, f"{_shared_folder()}/hearth.sock"]))


def connect(places: Sequence[str]) -> socket.socket:
    """A socket that never blocks, connected to the first place at which a server listens.

    Raises `NoServerError`, which names all places, `BlockingIOError` when a server has no time for a connection, and
    `ConnectionLostError`.
    """
    tried = []
    for place in places:
        if reason := _reason_against(place):
            tried.append(f"{place} ({reason})")
            continue
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.setblocking(False)
            connection.connect(place)
        except BlockingIOError:
            connection.close()
            raise
        except OSError as error:
            connection.close()
            if error.errno not in _ABSENT:
                raise ConnectionLostError(f"Connecting to {place} failed: {error.strerror}.") from None
            tried.append(place)
        else:
            return connection
    raise NoServerError(f"No Hearth server listens on {_listed(tried)}. {HOW_TO_START}")


def _run_folder() -> str:
    return f"/run/user/{os.getuid()}"


def _shared_folder() -> str:
    return f"/tmp/hearth-{os.getuid()}"


def _is_own_folder(path: str) -> bool:
    try:
        status = Path(path).lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()


def _reason_against(place: str) -> str | None:
    """Why a place is not tried: no socket can be there, or another user could listen there."""
    if len(os.fsencode(place)) > PATH_BYTES:
        return f"longer than the {PATH_BYTES} bytes of a socket's path"
    # Every user can make a folder in /tmp.
    if place.startswith(f"{_shared_folder()}/"):
        return _reason_against_folder(_shared_folder(), is_private=True)
    if place.startswith(f"{_run_folder()}/"):
        return _reason_against_folder(_run_folder(), is_private=False)
    return None


def _reason_against_folder(folder: str, *, is_private: bool) -> str | None:
    try:
        status = Path(folder).lstat()
    except OSError:
        # Connecting reports the missing file.
        return None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        return f"{folder} is not a folder of this user"
    if is_private and stat.S_IMODE(status.st_mode) != 0o700:
        return f"{folder} does not have the permissions 0700"
    return None


def _listed(places: Sequence[str]) -> str:
    return " or ".join([", ".join(places[:-1]), places[-1]] if len(places) > 1 else places)


def current_app(environment: Mapping[str, str]) -> pb.App:
    """The program that runs, as a source of samples: `HEARTH_APP_ID`, else its name."""
    name = Path(sys.argv[0]).stem if sys.argv and not sys.argv[0].startswith("-") else ""
    name = name or "python"
    return pb.App(bundle_identifier=environment.get("HEARTH_APP_ID") or name, name=name)


def current_host() -> pb.Host:
    """The machine and the system on which the program runs."""
    numbers = [int(number) for number in re.findall(r"\d+", platform.release())[:3]]
    major, minor, patch = ([*numbers, 0, 0, 0])[:3]
    version = pb.OperatingSystemVersion(major=major, minor=minor, patch=patch)
    return pb.Host(product_type=platform.machine(), operating_system_version=version)
