"""Power: its mean-maximal curve, and normalized power."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import listed
from ..errors import ErrorCode, RequestError
from ..samples.numbers import finite
from .arrays import NANOSECONDS, ticks
from .holding import GAP_MAX, held

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from ..samples.columns import Floats, Integers
    from ..samples.times import TimesLike

#: Seconds.
POWER_DURATIONS: tuple[int, ...] = (
    1,
    2,
    5,
    10,
    15,
    20,
    30,
    60,
    120,
    180,
    300,
    480,
    600,
    900,
    1200,
    1800,
    2700,
    3600,
    5400,
    7200,
    10_800,
    14_400,
    18_000,
    21_600,
)
#: Seconds over which normalized power takes its mean.
NORMALIZED_WINDOW = 30


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PowerCurve:
    """The greatest mean power of each duration."""

    #: Durations, of those that the workout has.
    seconds: Integers
    watts: Floats
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalizedPower:
    """The even power that would have been as hard as the one that changed."""

    watts: float
    method: str


def mean_maximal_power(
    times: TimesLike,
    watts: npt.ArrayLike,
    durations: Sequence[int] = POWER_DURATIONS,
    *,
    end: np.datetime64 | None = None,
    gap_max: float = GAP_MAX,
) -> PowerCurve | None:
    """The greatest mean power of each duration.

    Method: `watts_by_second`, and the greatest mean of as many seconds in a row that have a power. Reference: Allen,
    Coggan, Training and Racing with a Power Meter (2010). None: no second has a power.

    >>> times = np.datetime64("2026-11-21T08:00", "ns") + np.arange(61) * np.timedelta64(1, "s")
    >>> curve = mean_maximal_power(times, [200] * 30 + [300] * 31, [10, 40, 90])
    >>> curve.seconds, curve.watts
    (array([10, 40]), array([300., 275.]))
    """
    durations = [
        finite(seconds, f"durations[{row}]")  # type: ignore[misc]  # checked to be whole below
        for row, seconds in enumerate(listed(durations, "a list of seconds", "durations"))
    ]
    wrong = [row for row, seconds in enumerate(durations) if seconds < 1 or seconds != int(seconds)]
    if wrong:
        text = "A duration must be a whole number of seconds above 0."
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"durations[{wrong[0]}]")
    by_second = watts_by_second(times, watts, end=end, gap_max=gap_max)
    found = [(seconds, _means(by_second, int(seconds))) for seconds in durations]
    greatest = [(seconds, float(means.max())) for seconds, means in found if len(means)]
    if not greatest:
        return None
    return PowerCurve(
        seconds=np.array([seconds for seconds, _ in greatest], np.int64),
        watts=np.array([most for _, most in greatest]),
        method="mean-maximal, means of 1 s",
    )


def normalized_power(
    times: TimesLike, watts: npt.ArrayLike, *, end: np.datetime64 | None = None, gap_max: float = GAP_MAX
) -> NormalizedPower | None:
    """Normalized power: the fourth root of the mean of the fourth powers of 30 s means.

    Method: `watts_by_second`, the means of 30 seconds in a row that have a power, and so on. Reference: Allen, Coggan,
    Training and Racing with a Power Meter (2010), chapter 7. None: there are no 30 seconds in a row.

    >>> times = np.datetime64("2026-11-21T08:00", "ns") + np.arange(601) * np.timedelta64(1, "s")
    >>> normalized_power(times, np.full(601, 250)).watts
    250.0
    """
    means = _means(watts_by_second(times, watts, end=end, gap_max=gap_max), NORMALIZED_WINDOW)
    if not len(means):
        return None
    # Of the greatest, so that nothing overflows.
    greatest = float(means.max())
    result = greatest * float(np.mean((means / greatest) ** 4)) ** 0.25 if greatest > 0 else 0.0
    return NormalizedPower(watts=result, method=f"mean of {NORMALIZED_WINDOW} s, fourth power")


def watts_by_second(
    times: TimesLike, watts: npt.ArrayLike, *, end: np.datetime64 | None = None, gap_max: float = GAP_MAX
) -> Floats:
    """The mean power of each second. A value holds until the next one, and for `gap_max` seconds at most.

    A longer gap is one NaN, however long: no mean reaches across it, and it is not a power of 0. Seconds are counted
    from the first value and from the first one after each gap; what is left before a gap is left out.
    """
    begins, ends, column = held(times, watts, end=end, gap_max=gap_max)
    if (column < 0).any():
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "A power is negative.", "values")
    if not len(column):
        return np.empty(0)
    first, last = ticks(begins), ticks(ends)
    # The time in which there is a power, without the gaps, and the work until then.
    clock = np.concatenate([[0], np.cumsum(last - first)])
    work = np.concatenate([[0], np.cumsum(column * ((last - first) / NANOSECONDS))])
    opens = np.flatnonzero(np.concatenate([[True], first[1:] > last[:-1]]))
    closes = np.append(opens[1:], len(first))
    counts = (clock[closes] - clock[opens]) // NANOSECONDS
    # The beginnings of each stretch's seconds and the end of its last one: between stretches there is a NaN.
    marks = np.repeat(clock[opens], counts + 1) + _counted(counts + 1) * NANOSECONDS
    by_second: Floats = np.diff(np.interp(marks, clock, work))
    by_second[np.cumsum(counts + 1)[:-1] - 1] = np.nan
    return by_second


def _counted(counts: Integers) -> Integers:
    """0, 1, 2 and so on for each count."""
    places = np.arange(int(counts.sum()))
    return places - np.repeat(np.cumsum(counts) - counts, counts)


def _means(by_second: Floats, seconds: int) -> Floats:
    """The mean of as many seconds in a row, wherever all of them have a power."""
    if len(by_second) < seconds:
        return np.empty(0)
    missing = np.isnan(by_second)
    sums = np.concatenate([[0], np.cumsum(np.where(missing, 0, by_second))])
    gaps = np.concatenate([[0], np.cumsum(missing)])
    whole = gaps[seconds:] == gaps[:-seconds]
    means: Floats = (sums[seconds:] - sums[:-seconds])[whole] / seconds
    return means
