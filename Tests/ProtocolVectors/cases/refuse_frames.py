"""Frames that end the connection, and requests that no version of this protocol knows."""

from __future__ import annotations

import struct
from typing import Sequence

from cases.case import Case, Stream, client, encoded, refuse
from cases.wire import END_GROUP, FIXED32, FIXED64, LENGTH_DELIMITED, START_GROUP, VARINT, sized, tag, uint, varint
from vector_files import FRAME_BYTES_MAX

CALL = uint(1, 2)
PING = sized(11, b"")


def prefix(length: int) -> Stream:
    return Stream(struct.pack("<I", length))


FRAMING: Sequence[Case] = (
    refuse("frame-empty", "MALFORMED_FRAME", "", "a length of 0: no frame is empty", prefix(0)),
    refuse(
        "frame-too-large", "FRAME_TOO_LARGE", "", "a length of one byte more than 16 MiB", prefix(FRAME_BYTES_MAX + 1)
    ),
    refuse(
        "frame-largest-prefix", "FRAME_TOO_LARGE", "", "the greatest length that a prefix can say", prefix(2**32 - 1)
    ),
    refuse(
        "frame-text",
        "FRAME_TOO_LARGE",
        "",
        "HTTP instead of a frame: its letters are a length",
        Stream(b"GET / HTTP/1.1\r\n\r\n"),
    ),
    refuse(
        "frame-server-empty", "MALFORMED_FRAME", "", "a reply with a length of 0", prefix(0), direction="server"
    ),
    refuse(
        "frame-server-too-large",
        "FRAME_TOO_LARGE",
        "",
        "a reply with a length of one byte more than 16 MiB, the limit that Welcome named",
        prefix(FRAME_BYTES_MAX + 1),
        direction="server",
    ),
)

MALFORMED: Sequence[Case] = (
    refuse("frame-truncated-tag", "MALFORMED_FRAME", "", "the body ends within a tag", CALL + b"\x80"),
    refuse("frame-truncated-varint", "MALFORMED_FRAME", "", "the body ends within a number", tag(1, VARINT) + b"\x80"),
    refuse(
        "frame-truncated-length",
        "MALFORMED_FRAME",
        "",
        "the body ends where a length should stand",
        CALL + tag(11, LENGTH_DELIMITED),
    ),
    refuse(
        "frame-truncated-message",
        "MALFORMED_FRAME",
        "",
        "a message is longer than the body",
        CALL + tag(11, LENGTH_DELIMITED) + varint(8) + sized(1, b"abc"),
    ),
    refuse(
        "frame-truncated-nested",
        "MALFORMED_FRAME",
        "",
        "a field is longer than its message",
        CALL + sized(11, tag(1, LENGTH_DELIMITED) + varint(9)),
    ),
    refuse(
        "frame-truncated-fixed64",
        "MALFORMED_FRAME",
        "",
        "the body ends within an unknown fixed64",
        CALL + PING + tag(1000, FIXED64) + bytes(7),
    ),
    refuse(
        "frame-truncated-fixed32",
        "MALFORMED_FRAME",
        "",
        "the body ends within an unknown fixed32",
        CALL + PING + tag(1000, FIXED32) + bytes(3),
    ),
    refuse(
        "frame-varint-endless",
        "MALFORMED_FRAME",
        "",
        "a number of eleven bytes",
        tag(1, VARINT) + b"\x80" * 10 + b"\x01" + PING,
    ),
    refuse(
        "frame-length-endless",
        "MALFORMED_FRAME",
        "",
        "a length of six bytes",
        CALL + tag(11, LENGTH_DELIMITED) + b"\x80" * 5 + b"\x01",
    ),
    refuse(
        "frame-length-huge",
        "MALFORMED_FRAME",
        "",
        "a length of 2,147,483,647",
        CALL + tag(11, LENGTH_DELIMITED) + varint(2**31 - 1),
    ),
    refuse(
        "frame-group",
        "MALFORMED_FRAME",
        "",
        "a group, which this protocol does not use",
        CALL + PING + tag(1000, START_GROUP) + tag(1000, END_GROUP),
    ),
    refuse(
        "frame-group-open", "MALFORMED_FRAME", "", "a group that does not end", CALL + PING + tag(1000, START_GROUP)
    ),
    refuse(
        "frame-group-end",
        "MALFORMED_FRAME",
        "",
        "the end of a group that did not begin",
        CALL + PING + tag(1000, END_GROUP),
    ),
    refuse("frame-wire-type-6", "MALFORMED_FRAME", "", "a wire type that does not exist", CALL + PING + tag(1000, 6)),
    refuse("frame-wire-type-7", "MALFORMED_FRAME", "", "a wire type that does not exist", CALL + PING + tag(1000, 7)),
    refuse("frame-random", "MALFORMED_FRAME", "", "bytes that mean nothing", bytes([0xFF] * 16)),
    refuse(
        "frame-server-truncated",
        "MALFORMED_FRAME",
        "",
        "a reply that ends within a number",
        tag(1, VARINT) + b"\xff",
        direction="server",
    ),
    refuse(
        "call-zero",
        "MALFORMED_FRAME",
        "",
        "a request without a call number",
        encoded("client", client({"ping": {}}, call=0)),
    ),
)

UNKNOWN: Sequence[Case] = (
    refuse("request-none", "UNIMPLEMENTED", "", "a frame that asks for nothing", CALL),
    refuse("request-unknown", "UNIMPLEMENTED", "", "a request of a later minor version", CALL + sized(98, b"")),
    refuse(
        "request-unknown-content",
        "UNIMPLEMENTED",
        "",
        "a request of a later minor version, with content",
        CALL + sized(99, uint(1, 5)),
    ),
)

CASES: Sequence[Case] = (*FRAMING, *MALFORMED, *UNKNOWN)
