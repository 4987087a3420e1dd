"""A connected socket that speaks in frames, and says how they fall on the wire."""

from __future__ import annotations

import queue
import select
import socket
import struct
import threading
import time
from typing import Sequence

from google.protobuf.message import DecodeError

import messages
from schema import Generated, decode, encode
from vector_files import FRAME_BYTES_MAX, PREFIX_BYTES, framed

_READ_BYTES = 1 << 18
# The smallest buffer that the system gives: of single bytes it holds two or three.
_LEAST_BUFFER = 1


class Fault(Exception):
    """What the other side does wrong."""


class Ended(Fault):
    """The other side has ended the connection."""


class Deadline:
    """A moment at which patience is over."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        return max(0.0, self._end - time.monotonic())


def wait_for(readable: Sequence[socket.socket | int], deadline: Deadline) -> list[socket.socket | int]:
    """Those of which something can be read, as soon as there are some; none when patience is over."""
    return select.select(readable, [], [], deadline.left())[0]


class FrameSocket:
    """One end of a connection. `received` is the type of the frames that come.

    What is sent goes out by itself: nobody waits until the other side reads.
    """

    def __init__(self, connection: socket.socket, received: str) -> None:
        self._socket = connection
        self._received = received
        self._pending = bytearray()
        self._gathered: bytearray | None = None
        self._bytewise = False
        self.with_unknown_fields = False
        connection.setblocking(False)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self, deadline: Deadline) -> None:
        """Ends the connection after what was sent."""
        self._outgoing.put(None)
        self._writer.join(deadline.left())
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            # The other side was first.
            pass
        self._writer.join()
        self._socket.close()

    # ------------------------------------------------------------------------------------------------------- sending

    def bytewise(self) -> None:
        """From now on each byte is sent by itself, and no sooner than those before it were read."""
        self._bytewise = True
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LEAST_BUFFER)

    def gather(self) -> None:
        """From now on frames are kept until they are all sent at once."""
        self._gathered = bytearray()

    def flush(self) -> None:
        gathered, self._gathered = self._gathered, None
        self.send_bytes(bytes(gathered or b""))

    def send(self, frame: Generated) -> int:
        """Sends a frame; the length of its body."""
        if self.with_unknown_fields:
            frame = messages.with_unknown_fields(frame)
        body = encode(frame)
        self.send_bytes(framed(body))
        return len(body)

    def send_bytes(self, data: bytes) -> None:
        if self._gathered is not None:
            self._gathered += data
        else:
            self._outgoing.put(data)

    def _write(self) -> None:
        """What the thread does that sends. That the other side is gone is found by whoever reads."""
        room = select.poll()
        room.register(self._socket, select.POLLOUT)
        while (data := self._outgoing.get()) is not None:
            left = memoryview(data)
            while left:
                # When the other side does not read, the end of the connection ends this too.
                room.poll()
                try:
                    left = left[self._socket.send(left[:1] if self._bytewise else left) :]
                except OSError:
                    return

    # ----------------------------------------------------------------------------------------------------- receiving

    def read_some(self) -> None:
        """Reads what is there; to be called when there is something."""
        try:
            data = self._socket.recv(_READ_BYTES)
        except ConnectionResetError:
            data = b""
        if not data:
            cut = f" within a frame, of which {len(self._pending)} bytes came" if self._pending else ""
            raise Ended(f"ends the connection{cut}")
        self._pending += data

    def take(self) -> tuple[Generated, int] | None:
        """The next frame and the length of its body, when it is there as a whole."""
        if len(self._pending) < PREFIX_BYTES:
            return None
        (length,) = struct.unpack_from("<I", self._pending)
        if not 1 <= length <= FRAME_BYTES_MAX:
            raise Fault(f"sends a frame of {length} bytes")
        end = PREFIX_BYTES + length
        if len(self._pending) < end:
            return None
        body = bytes(self._pending[PREFIX_BYTES:end])
        del self._pending[:end]
        try:
            return decode(self._received, body), length
        except DecodeError as error:
            raise Fault(f"sends a frame of {length} bytes that is no {self._received}") from error

    def receive(self, deadline: Deadline) -> tuple[Generated, int]:
        while (frame := self.take()) is None:
            if not wait_for([self._socket], deadline):
                raise Fault("sends nothing")
            self.read_some()
        return frame

    def wait_for_end(self, deadline: Deadline) -> None:
        """Waits until the other side ends the connection; what comes before is passed over."""
        try:
            while wait_for([self._socket], deadline):
                self.read_some()
        except Ended:
            return
        raise Fault("does not end the connection")
