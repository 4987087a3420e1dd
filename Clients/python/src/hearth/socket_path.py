"""Where the server listens, and who this program is."""

from __future__ import annotations

import os
import platform
import re
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from . import hearth_pb2 as pb
from .errors import ConnectionLostError, NoServerError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Linux has room for no longer path.
PATH_BYTES = 107
HOW_TO_START = "Start one with 'hearth serve', or name the socket of one that runs with HEARTH_SOCKET."


def standard_path(environment: Mapping[str, str]) -> str:
    """Where a server of this user listens, unless it is told otherwise."""
    if path := environment.get("HEARTH_SOCKET"):
        return path
    if folder := environment.get("XDG_RUNTIME_DIR"):
        return f"{folder}/hearth/hearth.sock"
    return f"/tmp/hearth-{os.getuid()}/hearth.sock"


def check(path: str) -> None:
    """Raises when no socket can be there, or one that may be somebody else's: anybody can make folders in /tmp."""
    if len(os.fsencode(path)) > PATH_BYTES:
        raise ConnectionLostError(f"A socket's path has at most {PATH_BYTES} bytes: {path}")
    if path != standard_path({}):
        return
    folder = Path(path).parent
    try:
        status = folder.lstat()
    except FileNotFoundError:
        raise NoServerError(f"No Hearth server listens at {path}. {HOW_TO_START}") from None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) != 0o700:
        raise ConnectionLostError(f"{folder} is not a folder of this user alone: whoever made it could listen there.")


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
