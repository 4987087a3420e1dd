"""Quantities, and series of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ..errors import ErrorCode, RequestError
from .columns import FLOAT, INTEGER, NUMBER, Column, Floats, Integers, Numbers
from .payload import LENGTHS, Payload, check_carried
from .times import TIME, Times
from .units import percentages, shares

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SeriesPoints(Payload):
    """The quantities of series, one series after the other."""

    NAME: ClassVar[str] = "quantity.points"
    ROWS: ClassVar[tuple[Column, ...]] = (Column(LENGTHS, NUMBER),)
    ITEMS: ClassVar[tuple[Column, ...]] = (
        Column("starts", TIME),
        Column("ends", TIME, fill="starts"),
        Column("values", FLOAT),
    )

    #: The number of points that each sample carries: its count, or 0.
    lengths: Numbers
    #: Ascending within a series, and within the sample's times.
    starts: Times
    #: None: equal to the starts.
    ends: Times | None = None
    values: Floats


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Quantities(Payload):
    """Values of a quantity type. Of the columns that may be None the comment says what that means."""

    NAME: ClassVar[str] = "quantity"
    ROWS: ClassVar[tuple[Column, ...]] = (
        Column("values", FLOAT),
        Column("counts", INTEGER, fill=1, least=1),
        Column("minimums", FLOAT, fill="values"),
        Column("maximums", FLOAT, fill="values"),
        Column("most_recents", FLOAT, fill="values"),
        Column("most_recent_starts", TIME, fill=0),
        Column("most_recent_ends", TIME, fill=0),
    )
    TIMED: ClassVar[tuple[str, ...]] = ("most_recent_starts", "most_recent_ends")

    #: The value; of a series its sum (cumulative types) or average.
    values: Floats
    #: The protocol's unit, in which 97 % is 0.97: `Samples.unit` and `Samples.values` are as people write them. "" only
    #: in what is to be saved: the type's storage unit.
    unit: str = ""
    #: The number of quantities that each sample stands for; None: 1 each.
    counts: Integers | None = None
    #: The smallest and the greatest quantity and the last one; None: the value.
    minimums: Floats | None = None
    maximums: Floats | None = None
    most_recents: Floats | None = None
    #: When the last quantity starts and ends; None: as the sample does.
    most_recent_starts: Times | None = None
    most_recent_ends: Times | None = None
    #: None: not carried here.
    points: SeriesPoints | None = None

    @classmethod
    def read_rest(cls, message: Any, count: int, path: str) -> dict[str, Any]:
        rest: dict[str, Any] = {"unit": message.unit}
        if message.HasField("points"):
            points = SeriesPoints.read(message.points, count, f"{path}.points")
            counts = np.frombuffer(message.counts, INTEGER) if message.counts else np.ones(count, INTEGER)
            check_carried(points.lengths, counts, f"{path}.points")
            rest["points"] = points
        return rest

    def write(self, message: Any) -> None:
        # Without super(): with slots a dataclass is another class than the one that stands here.
        Payload.write(self, message)
        message.unit = self.unit
        if self.points is not None:
            self.points.write(message.points)

    def part(self, begin: int, end: int) -> Self:
        part = Payload.part(self, begin, end)
        if self.points is not None:
            object.__setattr__(part, "points", self.points.part(begin, end))
        return part

    @classmethod
    def joined_rest(cls, parts: Sequence[Self], counts: Sequence[int]) -> dict[str, Any]:
        units = {part.unit for part in parts}
        if len(units) > 1:
            raise RequestError(
                ErrorCode.INCOMPATIBLE_UNIT, "Values in different units cannot be joined.", "quantity.unit"
            )
        rest: dict[str, Any] = {"unit": units.pop()}
        if any(part.points is not None for part in parts):
            points = [part.points or _no_points(count) for part, count in zip(parts, counts, strict=True)]
            rest["points"] = SeriesPoints.joined(points, counts)
        return rest

    def of_percentages(self) -> Self:
        """The protocol's numbers, when these are percentages."""
        return self._converted(shares)

    def in_percentages(self) -> Self:
        """Percentages, when these are the protocol's numbers."""
        return self._converted(percentages)

    def _converted(self, convert: Callable[[Floats], Floats]) -> Self:
        changes: dict[str, Any] = {
            name: convert(array)
            for name in ("values", "minimums", "maximums", "most_recents")
            if (array := getattr(self, name)) is not None
        }
        if self.points is not None:
            changes["points"] = replace(self.points, values=convert(self.points.values))
        return replace(self, **changes)

    def timed(self, starts: Times, ends: Times) -> Self:
        if self.most_recent_starts is not None and self.most_recent_ends is not None:
            return self
        return replace(
            self,
            most_recent_starts=starts if self.most_recent_starts is None else self.most_recent_starts,
            most_recent_ends=ends if self.most_recent_ends is None else self.most_recent_ends,
        )

    def sizes(self, count: int) -> Integers:
        sizes = Payload.sizes(self, count)
        return sizes if self.points is None else sizes + self.points.sizes(count)


def _no_points(count: int) -> SeriesPoints:
    return SeriesPoints.checked({"lengths": np.zeros(count, np.uint32), "starts": [], "values": []}, count)
