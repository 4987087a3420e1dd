"""What the kit, as a server, knows of a client's calls on one connection: numbers, credit, and what was saved."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field

from frame_socket import Fault
from schema import Generated

_CREDIT_MAX = 1 << 30
_STREAMS = ("query_samples", "query_changes", "observe", "query_statistics")


@dataclass
class Stream:
    """The account of a stream, and which of its batches the client has worked through."""

    left: int
    sent: list[int] = field(default_factory=list)
    consumed: int = 0
    granted: int = 0

    def grant(self, amount: int) -> None:
        if not 1 <= amount <= _CREDIT_MAX:
            raise Fault(f"grants a credit of {amount} bytes")
        self.granted += amount
        self.left = min(self.left + amount, _CREDIT_MAX)
        worked_through = sum(self.sent[: self.consumed])
        if self.granted > worked_through:
            raise Fault(
                f"has granted {self.granted} bytes of credit, and worked through {worked_through}:"
                " credit is for what was consumed, not for what was received"
            )


class ConnectionCalls:
    """Follows the calls of a connection, and says what is wrong with them."""

    def __init__(self, initial_credit: int) -> None:
        self._initial_credit = initial_credit
        self._greatest = 0
        self._contents: dict[int, str] = {}
        self.streams: dict[int, Stream] = {}
        self.saves: dict[int, list[Generated]] = {}

    def note(self, frame: Generated) -> None:
        """Takes in what the client sends."""
        call, content = frame.call, frame.WhichOneof("request") or "nothing"
        if content == "credit":
            if call not in self.streams:
                raise Fault(f"grants credit to call {call}, which is no stream")
            self.streams[call].grant(frame.credit.bytes)
        elif content == "cancel":
            if call not in self._contents:
                raise Fault(f"cancels call {call}, which it never opened")
        elif content == "save" and self.saves.get(call) and self.saves[call][-1].more:
            self.saves[call].append(frame.save)
        else:
            self._open(call, content, frame)

    def _open(self, call: int, content: str, frame: Generated) -> None:
        if call <= self._greatest:
            raise Fault(f"opens call {call} with {content} after call {self._greatest}")
        self._greatest = call
        self._contents[call] = content
        if content in _STREAMS:
            self.streams[call] = Stream(self._initial_credit)
        if content == "save":
            self.saves[call] = [frame.save]


@dataclass(frozen=True)
class Saved:
    """The heart rates of a save, whatever frames they came in."""

    uuids: tuple[bytes, ...]
    starts: bytes
    values: bytes

    @staticmethod
    def of(frames: list[Generated]) -> Saved:
        parts = [columns for frame in frames for columns in frame.columns]
        for part in parts:
            rows = len(part.uuids) // 16
            lengths = (len(part.uuids), len(part.starts), len(part.quantity.values))
            if lengths != (16 * rows, 8 * rows, 8 * rows):
                raise Fault(f"saves columns of {lengths} bytes of UUIDs, starts and values")
            if not all(map(math.isfinite, struct.unpack(f"<{rows}d", part.quantity.values))):
                raise Fault("saves a value that is not finite")
        uuids = b"".join(part.uuids for part in parts)
        return Saved(
            tuple(uuids[row : row + 16] for row in range(0, len(uuids), 16)),
            b"".join(part.starts for part in parts),
            b"".join(part.quantity.values for part in parts),
        )
