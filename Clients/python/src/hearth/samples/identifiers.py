"""UUIDs, and texts that name things."""

from __future__ import annotations

import os
import time
import uuid
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ErrorCode, RequestError
from .columns import UUID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .columns import Uuids

# So many bits count the UUIDs that are made together; 48 are chosen by chance.
_COUNTER_BITS = 26


def new_uuids(count: int) -> Uuids:
    """New ones in order of time (version 7), which the store keeps in less room than others."""
    counter = np.arange(count, dtype=np.uint64)
    # What the counter has no room for goes on in the next millisecond.
    milliseconds = np.uint64(time.time_ns() // 1_000_000) + (counter >> np.uint64(_COUNTER_BITS))
    chance = np.frombuffer(os.urandom(8 * count), dtype=np.uint64) >> np.uint64(16)
    # Both halves have some bits that say what kind of UUID it is.
    halves = np.empty((count, 2), dtype=">u8")
    halves[:, 0] = milliseconds << np.uint64(16) | np.uint64(7 << 12) | counter >> np.uint64(14) & np.uint64(0xFFF)
    halves[:, 1] = np.uint64(2 << 62) | (counter & np.uint64(0x3FFF)) << np.uint64(48) | chance
    return halves.reshape(-1).view(UUID)


def uuid_column(given: Iterable[uuid.UUID | bytes] | Uuids, field: str) -> Uuids:
    """A column of UUIDs, of an array of 16 bytes each, or one by one."""
    if isinstance(given, np.ndarray):
        if given.dtype.itemsize * (given.shape[1] if given.ndim == 2 else 1) != 16:
            raise RequestError(ErrorCode.MALFORMED_COLUMN, "A UUID has 16 bytes.", field)
        return np.ascontiguousarray(given).reshape(-1).view(UUID)
    return np.frombuffer(b"".join(uuid_bytes(one, field) for one in given), dtype=UUID)


def uuid_bytes(given: uuid.UUID | bytes | np.void, field: str) -> bytes:
    """The bytes of one."""
    if not isinstance(given, uuid.UUID | bytes | np.void):
        text = f"A {type(given).__name__} is not a UUID."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, field)
    data = given.bytes if isinstance(given, uuid.UUID) else given.tobytes() if isinstance(given, np.void) else given
    if len(data) != 16:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "A UUID has 16 bytes.", field)
    return data


def check_text(text: str, field: str) -> None:
    """Raises for a text that no message may hold."""
    if not isinstance(text, str):
        raise RequestError(ErrorCode.INVALID_ARGUMENT, f"A {type(text).__name__} is not a text.", field)
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise RequestError(ErrorCode.MALFORMED_TEXT, "A text must be Unicode and must not contain NUL.", field)
