"""Cuts what a socket gives into frames. No I/O here."""

from __future__ import annotations

import struct

from .errors import ErrorCode, ReplyError

PREFIX = struct.Struct("<I")
#: The longest body until a server has named its limit.
FRAME_BYTES = 16_777_216
#: The size of a read before the length of the next frame is known.
READ_BYTES = 16_384


def framed(body: bytes) -> bytes:
    """The body behind its length."""
    return PREFIX.pack(len(body)) + body


class FrameReader:
    """Takes bytes as they come, wherever reads fall, and gives whole bodies.

    A long body gets memory of its own and is read into it without a copy. Always: at most `frame_bytes` of memory for
    a body, and only after its length was checked.
    """

    def __init__(self, frame_bytes: int = FRAME_BYTES) -> None:
        self.frame_bytes = frame_bytes
        self._window = bytearray(READ_BYTES)
        #: How much of the window is filled with what was not handed out yet.
        self._filled = 0
        #: The body that is being read, when it does not fit into the window.
        self._body = bytearray()
        self._body_filled = 0

    def space(self) -> memoryview:
        """Where the next bytes are to be put; never empty."""
        if self._body:
            return memoryview(self._body)[self._body_filled :]
        return memoryview(self._window)[self._filled :]

    def received(self, count: int) -> list[bytes | bytearray]:
        """Takes this number of bytes from the buffer: the bodies that are whole now. Raises `ReplyError` if broken."""
        if self._body:
            self._body_filled += count
            if self._body_filled < len(self._body):
                return []
            body, self._body = self._body, bytearray()
            return [body]
        self._filled += count
        return self._take_from_window()

    def _take_from_window(self) -> list[bytes | bytearray]:
        bodies: list[bytes | bytearray] = []
        place = 0
        while self._filled - place >= PREFIX.size:
            length = self._checked(PREFIX.unpack_from(self._window, place)[0])
            begin, end = place + PREFIX.size, place + PREFIX.size + length
            if end > self._filled:
                if PREFIX.size + length > len(self._window):
                    self._begin_long_body(begin, length)
                    place = self._filled
                break
            bodies.append(bytes(self._window[begin:end]))
            place = end
        rest = self._filled - place
        self._window[:rest] = self._window[place : self._filled]
        self._filled = rest
        return bodies

    def _begin_long_body(self, begin: int, length: int) -> None:
        self._body = bytearray(length)
        self._body_filled = self._filled - begin
        self._body[: self._body_filled] = self._window[begin : self._filled]

    def _checked(self, length: int) -> int:
        if not 1 <= length <= self.frame_bytes:
            code = ErrorCode.FRAME_TOO_LARGE if length else ErrorCode.MALFORMED_FRAME
            raise ReplyError(code, f"The server sent a frame of {length} bytes.")
        return length
