"""How far a person came, and when: of the distances that a device measured, or of positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ErrorCode, RequestError
from ..samples.times import TIME, Times, TimesLike
from .arrays import NANOSECONDS, as_times, moments, numbers, ticks
from .geodesy import step_lengths
from .spans import NO_SPANS, Spans

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..samples.columns import Floats, Integers
    from .track import Track

#: Metres by which a sum of distances may be wrong.
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DistanceCurve:
    """The distance that was covered by each time: at least two times, and straight lines between them."""

    #: Strictly ascending.
    times: Times
    #: Metres since the beginning, never falling.
    metres: Floats
    #: How the distance was measured.
    method: str
    #: Metres a second in each step from one time to the next, as the device measured them; NaN: not known.
    measured_speeds: Floats | None = None

    @property
    def total(self) -> float:
        """Metres in all."""
        return float(self.metres[-1])

    @property
    def step_seconds(self) -> Floats:
        """The seconds from each time to the next."""
        seconds: Floats = np.diff(ticks(self.times)) / NANOSECONDS
        return seconds

    @property
    def speeds(self) -> Floats:
        """Metres a second in each step: as the device measured them, else the distance over the time."""
        derived: Floats = np.diff(self.metres) / self.step_seconds
        if self.measured_speeds is None:
            return derived
        speeds: Floats = np.where(np.isnan(self.measured_speeds), derived, self.measured_speeds)
        return speeds

    def metres_at(self, times: Times) -> Floats:
        """The distance at each time. Before the first time it is the first one, after the last time the last one."""
        origin = ticks(self.times)[0]
        metres: Floats = np.interp(ticks(times) - origin, ticks(self.times) - origin, self.metres)
        return metres

    def with_times(self, times: Times) -> DistanceCurve:
        """The same distance with more times in it; those outside of it are left out."""
        inside = times[(times > self.times[0]) & (times < self.times[-1])]
        knots = np.unique(np.concatenate([self.times, inside]))
        return DistanceCurve(times=knots, metres=self.metres_at(knots), method=self.method)

    def times_at(self, metres: npt.ArrayLike, *, last: bool = False) -> Times:
        """When each distance was reached; with `last`, when it was left: the end of a rest there.

        A rest within a micrometre of a distance is at that distance: rounding does not decide whether it counts.
        """
        targets = np.asarray(metres, dtype=np.float64)
        count = len(self.metres)
        after = (
            np.searchsorted(self.metres, targets + _ROUNDING, side="right")
            if last
            else np.searchsorted(self.metres, targets - _ROUNDING, side="left")
        )
        after = np.clip(after, 1, count - 1)
        low, high = self.metres[after - 1], self.metres[after]
        part = np.clip(np.divide(targets - low, high - low, out=np.ones(targets.shape), where=high > low), 0, 1)
        at = ticks(self.times)
        begins: Integers = at[after - 1]
        return as_times(begins + np.rint(part * (at[after] - begins)).astype(np.int64))


def distance_of_samples(
    starts: TimesLike,
    ends: TimesLike,
    metres: npt.ArrayLike,
    *,
    begin: np.datetime64 | None = None,
    method: str = "device samples",
) -> DistanceCurve | None:
    """The distance of samples such as those of `distanceWalkingRunning`, each covered evenly from its start to its end.

    Between samples no distance is covered. A sample whose start is its end counts for the time since the last one, or
    since `begin`, the start of the workout. Samples without a value (NaN) are left out. None: there are no samples, or
    all of them are at the same time. Reference: `HKWorkout.statistics(for:)` in the documentation of HealthKit, whose
    sum is the distance of a workout.

    >>> curve = distance_of_samples(
    ...     ["2026-11-21T08:00:00", "2026-11-21T08:00:10"], ["2026-11-21T08:00:10", "2026-11-21T08:00:20"], [30, 40]
    ... )
    >>> curve.total, curve.method
    (70.0, 'device samples')
    >>> curve.metres_at(np.array(["2026-11-21T08:00:15"], "M8[ns]"))
    array([50.])
    """
    first, last = moments(starts, "starts"), moments(ends, "ends")
    values = numbers(metres, "metres", len(first))
    if len(last) != len(first):
        raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(last)} ends for {len(first)} starts.", "ends")
    for wrong, text, field in (
        (last < first, "A sample ends before it starts.", "ends"),
        (values < 0, "A distance is negative.", "metres"),
    ):
        if wrong.any():
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"{field}[{int(np.argmax(wrong))}]")
    known = np.isfinite(values)
    first, last, values = first[known], last[known], values[known]
    origin = [] if begin is None or not len(first) else [min(begin.astype(TIME), first.min())]
    knots, places = np.unique(np.concatenate([first, last, np.array(origin, TIME)]), return_inverse=True)
    if len(knots) < 2:
        return None
    opened, closed = places[: len(first)], places[len(first) : 2 * len(first)]
    lasts = opened < closed
    # Each sample adds its speed at its start and takes it away at its end; one without length adds its metres at once.
    seconds = np.diff(ticks(knots)) / NANOSECONDS
    speeds = values[lasts] / ((ticks(last) - ticks(first))[lasts] / NANOSECONDS)
    changes = np.bincount(opened[lasts], speeds, len(knots)) - np.bincount(closed[lasts], speeds, len(knots))
    # What rounding leaves between samples is not a distance.
    running = np.cumsum(
        np.bincount(opened[lasts], minlength=len(knots)) - np.bincount(closed[lasts], minlength=len(knots))
    )
    covered = np.where(running[:-1] > 0, np.maximum(np.cumsum(changes)[:-1], 0) * seconds, 0)
    sums = np.concatenate([[0], np.cumsum(covered)]) + np.cumsum(
        np.bincount(closed[~lasts], values[~lasts], len(knots))
    )
    return DistanceCurve(times=knots, metres=sums, method=method)


def distance_of_track(track: Track) -> DistanceCurve | None:
    """The distance along a track, in two dimensions: `step_lengths` of its positions. None: there are fewer than two.

    A step across a pause adds nothing: where the person went meanwhile is not part of the workout. Reference: that of
    `step_lengths`, Snyder, Map Projections, USGS Professional Paper 1395 (1987).
    """
    if len(track) < 2:
        return None
    steps = step_lengths(track.latitudes, track.longitudes)
    steps[overlap(track.times, track.pauses)] = 0
    # No sum of two is too large.
    speeds = track.speeds[1:] / 2 + track.speeds[:-1] / 2
    return DistanceCurve(
        times=track.times,
        metres=np.concatenate([[0], np.cumsum(steps)]),
        method=f"positions within {track.accuracy_max:g} m, WGS 84, two-dimensional",
        measured_speeds=None if np.isnan(speeds).all() else speeds,
    )


def overlap(times: Times, pauses: Spans = NO_SPANS) -> npt.NDArray[np.bool_]:
    """Whether a pause lies in each step from one time to the next, or in a part of it."""
    across: npt.NDArray[np.bool_] = pauses.seconds_within(times[:-1], times[1:]) > 0
    return across
