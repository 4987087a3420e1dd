"""How long a value that was measured holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .arrays import NANOSECONDS, as_times, moments, numbers, positive, tick, ticks

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..samples.columns import Floats
    from ..samples.times import Times, TimesLike

#: Seconds: a longer gap between two values counts as this much of the first.
GAP_MAX = 30.0


def held(
    times: TimesLike, values: npt.ArrayLike, *, end: np.datetime64 | None, gap_max: float = GAP_MAX
) -> tuple[Times, Times, Floats]:
    """Values in order of time, each from when until when it holds: until the next one or `end`, and for `gap_max`
    seconds at most. The last one holds for no time without `end`. Values that are not known (NaN) are left out, and of
    several at the same time all but the last."""
    at = moments(times, "times")
    column = numbers(values, "values", len(at))
    # 73 years, which added to any time fit into 63 bits.
    limit = min(round(positive(gap_max, "gap_max") * NANOSECONDS), 1 << 61)
    known = np.isfinite(column)
    at, column = at[known], column[known]
    order = np.argsort(at, kind="stable")
    at, column = at[order], column[order]
    if not len(at):
        return at, at, column
    last = np.append(at[1:] > at[:-1], True)
    begins, column = ticks(at[last]), column[last]
    final = begins[-1] if end is None else max(tick(end, "end"), begins[-1])
    ends = np.minimum(np.append(begins[1:], final), begins + limit)
    return as_times(begins), as_times(ends), column
