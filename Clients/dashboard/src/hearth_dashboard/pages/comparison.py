"""Two workouts next to each other: their numbers, their charts from the same start, their splits and best efforts."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from ..report.chart import chart
from ..report.details import when
from ..report.markup import Markup, element, joined
from ..report.series import series_of
from ..report.summary import tiles
from ..report.tables import SPLITS_MAX, distance_name, table
from ..report.units import UNKNOWN, clock, rate_of
from .frame import panel

if TYPE_CHECKING:
    from hearth.analysis import Split, WorkoutAnalysis

    from ..report.units import Units
    from .visit import Visit

_THIS, _OTHER, _DIFFERENCE = "This one", "The other", "Difference"


def comparison(visit: Visit, one: WorkoutAnalysis, other: WorkoutAnalysis) -> Markup:
    """This workout next to the other one."""
    columns = [{tile.name: tile.value for tile in tiles(analysis, visit.units)} for analysis in (one, other)]
    names = list(dict.fromkeys([*columns[0], *columns[1]]))
    rows = [(name, *(column.get(name, UNKNOWN) for column in columns)) for name in names]
    link = element("a", when(other.record, visit.zone), href=f"/workouts/{other.record.workout.uuid(0)}")
    return panel(
        "Comparison",
        element("p", f"This one, of {when(one.record, visit.zone)}, next to the one of ", link, "."),
        table(("", _THIS, _OTHER), rows),
        _charts(one, other, visit.units),
        _splits(one, other, visit.units),
        _efforts(one, other, is_on_foot=rate_of(one.record.activity_type, visit.units).is_pace),
    )


def _charts(one: WorkoutAnalysis, other: WorkoutAnalysis, units: Units) -> Markup | None:
    """What is known of both."""
    behind = {series.key: series for series in series_of(other, units)}
    both = [series for series in series_of(one, units) if series.key in behind]
    if not both:
        return None
    elapsed = max(one.elapsed_seconds, other.elapsed_seconds)
    drawn = (chart(series, elapsed, one.pauses, one.record.start, behind[series.key]) for series in both)
    key = (("line", "this one"), ("line previous", "the other"))
    legend = element(
        "ul",
        *(
            element("li", element("svg", element("path", class_=kind, d="M0 6H26"), aria_hidden="true"), text)
            for kind, text in key
        ),
        class_="legend",
    )
    return joined(*drawn, legend)


def _splits(one: WorkoutAnalysis, other: WorkoutAnalysis, units: Units) -> Markup | None:
    """The whole splits of both, and how long each took."""
    rate = rate_of(one.record.activity_type, units)
    pairs = zip(one.splits_every(units.long), other.splits_every(units.long), strict=False)
    rows = []
    for mine, theirs in itertools.islice(pairs, SPLITS_MAX):
        if mine.is_partial or theirs.is_partial:
            break
        mine_seconds, their_seconds = _seconds(mine), _seconds(theirs)
        paces = (rate.of_distance(split.metres, _seconds(split)) for split in (mine, theirs))
        rows.append((f"{mine.number} {units.long_name}", *paces, difference_text(mine_seconds - their_seconds)))
    return table(("Split", _THIS, _OTHER, _DIFFERENCE), rows) if rows else None


def difference_text(seconds: float) -> str:
    """By how much a time is longer or shorter than another one.

    >>> difference_text(-1146.2), difference_text(0.4), difference_text(79)
    ('−19:06', '0:00', '+1:19')
    """
    sign = "" if abs(seconds) < 0.5 else "−" if seconds < 0 else "+"
    return f"{sign}{clock(abs(seconds))}"


def _seconds(split: Split) -> float:
    """Those in which the person moved, where they are known."""
    return split.elapsed_seconds if split.moving_seconds is None else split.moving_seconds


def _efforts(one: WorkoutAnalysis, other: WorkoutAnalysis, *, is_on_foot: bool) -> Markup | None:
    """The best efforts of both, and by how much this one was faster."""
    theirs = {effort.metres: effort.elapsed_seconds for effort in other.efforts}
    rows = [
        (
            distance_name(effort.metres, is_on_foot=is_on_foot),
            clock(effort.elapsed_seconds),
            clock(theirs[effort.metres]),
            difference_text(effort.elapsed_seconds - theirs[effort.metres]),
        )
        for effort in one.efforts
        if effort.metres in theirs
    ]
    return table(("Best effort", _THIS, _OTHER, _DIFFERENCE), rows) if rows else None
