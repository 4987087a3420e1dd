"""Spans of time: pauses, or the time in which a person moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ErrorCode, RequestError
from ..samples.times import TIME, Times, TimesLike
from .arrays import NANOSECONDS, as_times, moments, ticks

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..samples.columns import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Spans of time, half open, in ascending order and apart from each other. `make_spans` makes them of any."""

    starts: Times
    ends: Times

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def seconds(self) -> float:
        """The length of all together."""
        return int((ticks(self.ends) - ticks(self.starts)).sum()) / NANOSECONDS

    def seconds_within(self, begins: Times, ends: Times) -> Floats:
        """The seconds of the spans that lie between each begin and its end."""
        return (self._ticks_before(ticks(ends)) - self._ticks_before(ticks(begins))) / NANOSECONDS

    def hold(self, times: Times) -> npt.NDArray[np.bool_]:
        """Whether each time lies in a span."""
        if not len(self):
            return np.zeros(len(times), dtype=np.bool_)
        place = np.searchsorted(self.starts, times, side="right") - 1
        inside: npt.NDArray[np.bool_] = (place >= 0) & (times < self.ends[np.maximum(place, 0)])
        return inside

    def within(self, begin: np.datetime64, end: np.datetime64) -> Spans:
        """What of the spans lies between two times."""
        starts, ends = np.maximum(self.starts, begin), np.minimum(self.ends, end)
        kept = starts < ends
        return Spans(starts[kept], ends[kept])

    def without(self, other: Spans) -> Spans:
        """What of these spans lies in none of the others."""
        edges = np.unique(np.concatenate([self.starts, self.ends, other.starts, other.ends]))
        begins, ends = edges[:-1], edges[1:]
        kept = self.hold(begins) & ~other.hold(begins)
        return make_spans(begins[kept], ends[kept])

    def _ticks_before(self, times: Integers) -> Integers:
        """The nanoseconds of the spans before each time: whole numbers, so that they add up exactly."""
        if not len(self):
            return np.zeros(len(times), dtype=np.int64)
        starts, ends = ticks(self.starts), ticks(self.ends)
        before = np.concatenate([[0], np.cumsum(ends - starts)])
        place = np.searchsorted(starts, times, side="right") - 1
        of = np.maximum(place, 0)
        reached = before[of] + np.minimum(times, ends[of]) - starts[of]
        return np.where(place < 0, 0, reached)


#: No time at all.
NO_SPANS = Spans(np.empty(0, TIME), np.empty(0, TIME))


def make_spans(starts: TimesLike, ends: TimesLike) -> Spans:
    """Spans in any order. Those that overlap or touch become one, and those without length are left out."""
    begins, stops = moments(starts, "starts"), moments(ends, "ends")
    if len(begins) != len(stops):
        raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(stops)} ends for {len(begins)} starts.", "ends")
    if (stops < begins).any():
        row = int(np.argmax(stops < begins))
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "A span ends before it starts.", f"ends[{row}]")
    kept = stops > begins
    order = np.argsort(begins[kept], kind="stable")
    first, last = ticks(begins)[kept][order], ticks(stops)[kept][order]
    if not len(first):
        return NO_SPANS
    reached = np.maximum.accumulate(last)
    # A span begins a new one where nothing before it reaches it.
    new = np.concatenate([[True], first[1:] > reached[:-1]])
    return Spans(as_times(first[new]), as_times(reached[np.append(np.flatnonzero(new)[1:] - 1, len(first) - 1)]))
