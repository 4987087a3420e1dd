"""protobuf's wire format, by hand: for frames that no encoder makes."""

from __future__ import annotations

VARINT, FIXED64, LENGTH_DELIMITED, START_GROUP, END_GROUP, FIXED32 = range(6)


def varint(value: int, width: int = 1) -> bytes:
    """The value in at least `width` bytes; more than it needs is not minimal, but allowed."""
    groups: list[int] = []
    while value or len(groups) < width:
        groups.append(value & 0x7F)
        value >>= 7
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])


def tag(field_number: int, wire_type: int, width: int = 1) -> bytes:
    return varint(field_number << 3 | wire_type, width)


def uint(field_number: int, value: int) -> bytes:
    return tag(field_number, VARINT) + varint(value)


def fixed32(field_number: int, data: bytes) -> bytes:
    return tag(field_number, FIXED32) + data


def fixed64(field_number: int, data: bytes) -> bytes:
    return tag(field_number, FIXED64) + data


def sized(field_number: int, content: bytes) -> bytes:
    """A string, bytes or a message."""
    return tag(field_number, LENGTH_DELIMITED) + varint(len(content)) + content
