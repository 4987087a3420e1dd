"""Workouts, their routes, and heartbeats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ..errors import ErrorCode, RequestError
from ..hearth_pb2 import WorkoutDetail
from .columns import FLAG, FLOAT, INTEGER, NUMBER, Column, Flags, Floats, Integers, Numbers
from .payload import LENGTHS, Payload, check_carried
from .times import TIME, Times

if TYPE_CHECKING:
    from collections.abc import Sequence

#: How many items are carried of each sample (absent: none of any), and how many each has (absent: as many).
_CARRIED = (Column(LENGTHS, NUMBER, fill=0), Column("counts", INTEGER, fill=LENGTHS, least=0))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Workouts(Payload):
    """Workouts."""

    NAME: ClassVar[str] = "workout"
    #: An absent duration is the end minus the start, which only the samples know: it is filled in where they are.
    ROWS: ClassVar[tuple[Column, ...]] = (Column("activity_types", NUMBER), Column("durations", FLOAT, fill=0, least=0))
    TIMED: ClassVar[tuple[str, ...]] = ("durations",)

    #: Numbers of `hearth.enums.WorkoutActivityType`.
    activity_types: Numbers
    #: Seconds without pauses; None: the end minus the start.
    durations: Floats | None = None
    #: Totals, events, activities and statistics, one for each workout or none at all.
    details: tuple[WorkoutDetail, ...] = ()

    @classmethod
    def read_rest(cls, message: Any, count: int, path: str) -> dict[str, Any]:
        details = tuple(message.details)
        if details and len(details) != count:
            text = f"{len(details)} details for {count} workouts."
            raise RequestError(ErrorCode.MALFORMED_COLUMN, text, f"{path}.details")
        return {"details": details}

    def write(self, message: Any) -> None:
        Payload.write(self, message)
        message.details.extend(self.details)

    def part(self, begin: int, end: int) -> Self:
        part = Payload.part(self, begin, end)
        object.__setattr__(part, "details", self.details[begin:end])
        return part

    @classmethod
    def joined_rest(cls, parts: Sequence[Self], counts: Sequence[int]) -> dict[str, Any]:
        if not any(part.details for part in parts):
            return {}
        blank = WorkoutDetail()
        each = (part.details or (blank,) * count for part, count in zip(parts, counts, strict=True))
        return {"details": tuple(detail for details in each for detail in details)}

    def timed(self, starts: Times, ends: Times) -> Self:
        if self.durations is not None:
            return self
        return replace(self, durations=(ends - starts) / np.timedelta64(1, "s"))

    def sizes(self, count: int) -> Integers:
        sizes = Payload.sizes(self, count)
        if self.details:
            sizes += np.array([detail.ByteSize() + 8 for detail in self.details], dtype=np.int64)
        return sizes


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Routes(Payload):
    """Locations along workouts, one route after the other. Without `series` a query carries only `counts`."""

    NAME: ClassVar[str] = "route"
    ROWS: ClassVar[tuple[Column, ...]] = _CARRIED
    ITEMS: ClassVar[tuple[Column, ...]] = (
        Column("timestamps", TIME),
        Column("latitudes", FLOAT),
        Column("longitudes", FLOAT),
        Column("altitudes", FLOAT, fill=0.0),
        Column("horizontal_accuracies", FLOAT, fill=-1.0),
        Column("vertical_accuracies", FLOAT, fill=-1.0),
        Column("speeds", FLOAT, fill=-1.0),
        Column("courses", FLOAT, fill=-1.0),
        Column("speed_accuracies", FLOAT, fill=-1.0),
        Column("course_accuracies", FLOAT, fill=-1.0),
    )

    #: How many locations are carried of each route; None: of none.
    lengths: Numbers | None = None
    #: How many locations each route has; None in what is to be saved.
    counts: Integers | None = None
    #: Ascending within a route.
    timestamps: Times
    #: Degrees, -90 to 90 and -180 to 180.
    latitudes: Floats
    longitudes: Floats
    #: Metres; None: not known, 0. Of those below None is "not known", -1.
    altitudes: Floats | None = None
    horizontal_accuracies: Floats | None = None
    vertical_accuracies: Floats | None = None
    #: Metres a second, and degrees from north.
    speeds: Floats | None = None
    courses: Floats | None = None
    speed_accuracies: Floats | None = None
    course_accuracies: Floats | None = None

    @classmethod
    def read_rest(cls, message: Any, count: int, path: str) -> dict[str, Any]:
        return _check_carried(message, count, path)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Heartbeats(Payload):
    """Series of heartbeats, one after the other. Without `series` a query carries only `counts`."""

    NAME: ClassVar[str] = "heartbeat"
    ROWS: ClassVar[tuple[Column, ...]] = _CARRIED
    ITEMS: ClassVar[tuple[Column, ...]] = (Column("offsets", FLOAT, least=0), Column("gaps", FLAG, fill=0))

    #: How many beats are carried of each series; None: of none.
    lengths: Numbers | None = None
    #: How many beats each series has; None in what is to be saved.
    counts: Integers | None = None
    #: Seconds since the sample's start, ascending within a series.
    offsets: Floats
    #: 1 where a gap precedes the beat; None: none does.
    gaps: Flags | None = None

    @classmethod
    def read_rest(cls, message: Any, count: int, path: str) -> dict[str, Any]:
        return _check_carried(message, count, path)


def _check_carried(message: Any, count: int, path: str) -> dict[str, Any]:
    """Of each route or series all is carried or nothing, and something says how much there is of it; the columns are
    checked before."""
    if message.lengths and message.counts:
        check_carried(np.frombuffer(message.lengths, NUMBER), np.frombuffer(message.counts, INTEGER), path)
    elif count and not message.lengths and not message.counts:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "Lengths or counts are required.", f"{path}.{LENGTHS}")
    return {}
