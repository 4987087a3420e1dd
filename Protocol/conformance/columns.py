"""Columns, as the `bytes` fields of the protocol hold them, and the values that go into them."""

from __future__ import annotations

import struct
from datetime import datetime

_EPOCH = datetime(1970, 1, 1)
SECOND = 1_000_000_000


def nanoseconds(time: str) -> int:
    """The protocol's time for a text such as `2024-03-01T07:00:00.5Z`, with up to nine decimals."""
    whole, _, decimals = time.removesuffix("Z").partition(".")
    since_epoch = datetime.fromisoformat(whole) - _EPOCH
    seconds = since_epoch.days * 86_400 + since_epoch.seconds
    return seconds * SECOND + int(decimals.ljust(9, "0"))


def int64s(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}q", *values)


def uint32s(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def float64s(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}d", *values)


def times(*values: str) -> bytes:
    return int64s(*map(nanoseconds, values))


def uuids(*numbers: int) -> bytes:
    """Invented UUIDs, told apart by small numbers, in the form of version 7."""
    return b"".join(struct.pack(">IHHHHI", 0x018DF8C1, number, 0x7A10, 0x8B20, 0, number) for number in numbers)
