"""A series of heartbeats: the intervals between its beats, which is a tachogram."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hearth.analysis import NO_SPANS
from hearth.samples.workouts import Heartbeats

from ..report.chart import chart
from ..report.details import local
from ..report.series import Series
from ..report.units import amount
from .frame import panel, tiles

if TYPE_CHECKING:
    from hearth.samples.columns import Floats
    from hearth.samples.samples import Samples

    from ..report.markup import Markup
    from .visit import Visit

#: Seconds: beats that are further apart are not neighbours.
_GAP = 3.0
_BEATS_MIN = 3
#: Milliseconds between the ends of its axis.
_SPAN_MIN = 20.0


def beats_panel(visit: Visit, found: Samples) -> Markup | None:
    """A chart of the intervals of the first of these series, with how much they vary."""
    if not len(found) or not isinstance(found.payload, Heartbeats):
        return None
    offsets, gaps = found.payload.offsets, found.payload.gaps
    intervals: Floats = 1000 * np.diff(offsets)
    if gaps is not None:
        intervals = np.where(gaps[1:] != 0, np.nan, intervals)
    known = intervals[np.isfinite(intervals) & (intervals > 0)]
    if len(known) < _BEATS_MIN:
        return None
    drawn = Series(
        name="Intervals between beats",
        key="heart",
        seconds=offsets[1:],
        values=np.where(intervals > 0, intervals, np.nan),
        text=lambda value: amount(value, "ms"),
        mark=lambda value: f"{value:g}",
        gap=_GAP,
        span_min=_SPAN_MIN,
    )
    when = local(found.starts[0], visit.zone)
    shown = {
        "Beats": f"{len(offsets):,}",
        "Mean rate": amount(60_000 / float(known.mean()), "/min"),
        "SDNN": amount(float(known.std(ddof=1)), "ms"),
    }
    notes = {"SDNN": "standard deviation of the intervals"}
    figure = chart(drawn, float(offsets[-1]), NO_SPANS, found.starts[0])
    return panel(f"Heartbeats of {when.day} {when:%B %Y, %H:%M}", tiles(shown, notes), figure)
