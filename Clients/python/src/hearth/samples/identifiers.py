"""UUIDs, and texts that name things."""

from __future__ import annotations

import os
import time
import uuid
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..arguments import check_integer, listed, wrong_type
from ..errors import ErrorCode, RequestError
from .columns import UUID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .columns import Uuids

#: A UUID, its 16 bytes, or its text.
UuidLike: TypeAlias = "uuid.UUID | bytes | str | np.void"
#: Some UUIDs: an array with 16 bytes for each, a list, or a single one.
UuidsLike: TypeAlias = "Uuids | Iterable[UuidLike] | UuidLike"

# The bits that count the UUIDs made together; 48 bits are random.
_COUNTER_BITS = 26


def new_uuids(count: int) -> Uuids:
    """New ones in order of time (version 7), which the store keeps in less room than others."""
    count = check_integer(count, "count", most=1 << 32)
    counter = np.arange(count, dtype=np.uint64)
    # A counter that is full continues in the next millisecond.
    milliseconds = np.uint64(time.time_ns() // 1_000_000) + (counter >> np.uint64(_COUNTER_BITS))
    chance = np.frombuffer(os.urandom(8 * count), dtype=np.uint64) >> np.uint64(16)
    # Both halves have some bits that say what kind of UUID it is.
    halves = np.empty((count, 2), dtype=">u8")
    halves[:, 0] = milliseconds << np.uint64(16) | np.uint64(7 << 12) | counter >> np.uint64(14) & np.uint64(0xFFF)
    halves[:, 1] = np.uint64(2 << 62) | (counter & np.uint64(0x3FFF)) << np.uint64(48) | chance
    return halves.reshape(-1).view(UUID)


def uuid_column(given: UuidsLike, field: str) -> Uuids:
    """A column of UUIDs: an array of 16 bytes each, a list, or a single one."""
    if isinstance(given, uuid.UUID | bytes | str | np.void):
        given = [given]
    if isinstance(given, np.ndarray) and given.dtype.kind not in "OUT":
        if given.dtype.itemsize * (given.shape[1] if given.ndim == 2 else 1) != 16:
            raise RequestError(ErrorCode.MALFORMED_COLUMN, "A UUID has 16 bytes.", field)
        return np.ascontiguousarray(given).reshape(-1).view(UUID)
    uuids = listed(given, "a list of UUIDs", field)
    return np.frombuffer(b"".join(uuid_bytes(one, f"{field}[{row}]") for row, one in enumerate(uuids)), dtype=UUID)


def uuid_bytes(given: UuidLike, field: str) -> bytes:
    """The bytes of one."""
    if isinstance(given, str):
        try:
            return uuid.UUID(given).bytes
        except ValueError:
            text = "The text is not a UUID, such as 01A1FEF9-F3B1-700D-937B-7067034304ED."
            raise RequestError(ErrorCode.INVALID_ARGUMENT, text, field) from None
    if not isinstance(given, uuid.UUID | bytes | np.void):
        raise wrong_type(given, "a UUID", field)
    data = given.bytes if isinstance(given, uuid.UUID) else given.tobytes() if isinstance(given, np.void) else given
    if len(data) != 16:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "A UUID has 16 bytes.", field)
    return data


def check_text(text: str, field: str) -> None:
    """Raises for a text that no message may hold."""
    if not isinstance(text, str):
        raise wrong_type(text, "a text", field)
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise RequestError(ErrorCode.MALFORMED_TEXT, "A text must be Unicode and must not contain NUL.", field)
