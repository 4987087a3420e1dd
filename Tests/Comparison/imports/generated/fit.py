"""An activity as a watch records it: a FIT file with a message each second, laps, and a pause each hour."""

from __future__ import annotations

import math
import random
import struct
from typing import TYPE_CHECKING, Final

from imports.generated.clock import DAY, END, HOUR
from imports.generated.contents import Contents

if TYPE_CHECKING:
    from pathlib import Path

#: FIT counts its seconds from the end of 1989.
EPOCH: Final = 631_065_600
START: Final = END - 20 * DAY
PAUSE: Final = 90
_LAP: Final = 1_800
_SEMICIRCLES: Final = 2**31 / 180

_ENUM, _UINT8, _SINT8, _UINT16, _SINT32, _UINT32, _UINT32Z = 0x00, 0x02, 0x01, 0x84, 0x85, 0x86, 0x8C
_FORMATS: Final = {_ENUM: "B", _UINT8: "B", _SINT8: "b", _UINT16: "H", _SINT32: "i", _UINT32: "I", _UINT32Z: "I"}


class _Message:
    """A definition: the number of the message, and the numbers and types of its fields."""

    def __init__(self, local: int, number: int, fields: tuple[tuple[int, int], ...]) -> None:
        self._local = local
        self._number = number
        self._fields = fields
        self._struct = struct.Struct("<B" + "".join(_FORMATS[kind] for _, kind in fields))

    def definition(self) -> bytes:
        head = struct.pack("<BBBHB", 0x40 | self._local, 0, 0, self._number, len(self._fields))
        sizes = (struct.calcsize(_FORMATS[kind]) for _, kind in self._fields)
        return head + b"".join(
            bytes((field, size, kind)) for (field, kind), size in zip(self._fields, sizes, strict=True)
        )

    def data(self, *values: int) -> bytes:
        return self._struct.pack(self._local, *values)


_TIME: Final = (253, _UINT32)
_TOTALS: Final = ((2, _UINT32), (7, _UINT32), (8, _UINT32), (9, _UINT32), (11, _UINT16), (16, _UINT8))
_FILE_ID: Final = _Message(0, 0, ((0, _ENUM), (1, _UINT16), (2, _UINT16), (3, _UINT32Z), (4, _UINT32)))
_DEVICE: Final = _Message(1, 23, (_TIME, (3, _UINT32Z), (2, _UINT16), (4, _UINT16), (5, _UINT16), (0, _UINT8)))
_EVENT: Final = _Message(2, 21, (_TIME, (0, _ENUM), (1, _ENUM)))
_RECORD: Final = _Message(
    3,
    20,
    (
        _TIME,
        *((0, _SINT32), (1, _SINT32), (5, _UINT32), (78, _UINT32), (73, _UINT32)),
        *((7, _UINT16), (39, _UINT16), (41, _UINT16), (3, _UINT8), (4, _UINT8), (13, _SINT8)),
    ),
)
_LAP_MESSAGE: Final = _Message(4, 19, (_TIME, *_TOTALS, (24, _ENUM)))
_SESSION: Final = _Message(5, 18, (_TIME, *_TOTALS, (5, _ENUM), (6, _ENUM), (26, _UINT16)))
_ACTIVITY: Final = _Message(6, 34, (_TIME, (0, _UINT32), (1, _UINT16), (2, _ENUM), (3, _ENUM), (4, _ENUM)))
_TIMER, _SESSION_EVENT = 0, 8
_BEGIN, _STOP_ALL = 0, 4


def write(path: Path, seconds: int, seed: int) -> Contents:
    """Writes a run of as many seconds, pauses not counted: a record for each."""
    chance = random.Random(seed)
    parts = [_FILE_ID.definition(), _FILE_ID.data(4, 1, 4024, 3_900_000_000 + seed % 1_000, START - EPOCH)]
    parts += [_DEVICE.definition(), _DEVICE.data(START - EPOCH, 3_900_000_000 + seed % 1_000, 1, 4024, 1_420, 0)]
    parts += [_EVENT.definition(), _EVENT.data(START - EPOCH, _TIMER, _BEGIN)]
    parts += [_RECORD.definition(), _LAP_MESSAGE.definition()]
    now = begin = lap_begin = START - EPOCH
    metres, latitude, longitude, course = 0.0, 52.45, 13.35, 0.0
    lap_metres, laps = 0.0, 0
    for second in range(seconds):
        noise = chance.random()
        speed = 2.6 + 0.6 * noise
        course = (course + 8 * noise - 3.5) % 360
        latitude += speed * math.cos(math.radians(course)) / 111_250
        longitude += speed * math.sin(math.radians(course)) / 68_000
        altitude = int((34 + 20 * math.sin(second / 900) + 500) * 5)
        rate, cadence = 130 + int(40 * noise), 82 + int(8 * noise)
        parts.append(
            _RECORD.data(
                now,
                *(int(latitude * _SEMICIRCLES), int(longitude * _SEMICIRCLES), int(metres * 100), altitude),
                *(int(speed * 1_000), 230 + int(60 * noise), 820 + int(90 * noise), 2_300 + int(300 * noise)),
                *(rate, cadence, 12 + second // 7_200),
            )
        )
        metres += speed
        if second % _LAP == _LAP - 1 or second == seconds - 1:
            totals = (now - lap_begin + 1) * 1_000
            parts.append(
                _LAP_MESSAGE.data(now, lap_begin, totals, totals, int((metres - lap_metres) * 100), 95, 150, 0)
            )
            lap_begin, lap_metres, laps = now + 1, metres, laps + 1
        if second % HOUR == HOUR - 1 and second < seconds - 1:
            parts += [_EVENT.data(now, _TIMER, _STOP_ALL), _EVENT.data(now + PAUSE, _TIMER, _BEGIN)]
            now += PAUSE
        now += 1
    end = now - 1
    parts.append(_EVENT.data(end, _TIMER, _STOP_ALL))
    elapsed = (end - begin) * 1_000
    totals_of_session = (begin, elapsed, (seconds - 1) * 1_000, int(metres * 100), seconds // 6, 150)
    parts += [_SESSION.definition(), _SESSION.data(end, *totals_of_session, 1, 0, laps)]
    parts += [_ACTIVITY.definition(), _ACTIVITY.data(end, (seconds - 1) * 1_000, 1, 0, 26, 1)]
    path.write_bytes(_framed(b"".join(parts)))
    contents = Contents()
    contents.add_part("positions", seconds)
    contents.add_part("tracks", 1)
    return contents


def _framed(messages: bytes) -> bytes:
    header = struct.pack("<BBHI4s", 14, 0x20, 2132, len(messages), b".FIT")
    file = header + struct.pack("<H", checksum(header)) + messages
    return file + struct.pack("<H", checksum(file))


def _table() -> list[int]:
    entries = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ 0xA001 if value & 1 else value >> 1
        entries.append(value)
    return entries


_TABLE: Final = _table()


def checksum(content: bytes) -> int:
    value = 0
    for byte in content:
        value = value >> 8 ^ _TABLE[(value ^ byte) & 0xFF]
    return value
