"""A file that only its owner can read, and that is there whole or not at all: it gets its name when it is finished."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

#: How the file of a store begins.
_STORE = b"SQLite format 3\0"
#: How the names of files end that a store has beside its own.
_BESIDE = ("-wal", "-shm", "-journal", ".lock")


def write_private(path: Path, content: bytes) -> None:
    """Writes the file, in the place of one of this name. A link of this name is replaced, and not followed."""
    _check_replacing(path)
    # A name of its own: what may lie there already is never opened.
    draft = path.with_name(f".hearth-{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
        draft.replace(path)
    except OSError as error:
        raise OSError(error.errno, os.strerror(error.errno or 0), str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def _is_store(path: Path) -> bool:
    with contextlib.suppress(OSError), path.open("rb") as file:
        return file.read(len(_STORE)) == _STORE
    return False


def _check_replacing(path: Path) -> None:
    """Raises when the name is that of what a report must not take the place of."""
    for suffix in _BESIDE:
        if path.name.endswith(suffix) and _is_store(path.with_name(path.name.removesuffix(suffix))):
            raise FileExistsError(errno.EEXIST, "It belongs to the file of a store, and is not replaced", str(path))
    try:
        mode = path.stat().st_mode
    except OSError:
        # Nothing is there, or a link to nothing. What else is wrong is found when the file is made.
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise FileExistsError(errno.EEXIST, "It is not a file, and is not replaced; -o - is standard output", str(path))
    if _is_store(path):
        raise FileExistsError(errno.EEXIST, "It is the file of a store, and is not replaced", str(path))
