"""A workout: its report, next to another one if that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth
from hearth.predicates import start, workout_type
from hearth.samples.short_names import short_name

from ..report.details import title, when
from ..report.markup import Markup, element, joined
from ..report.page import report_content
from ..report.summary import tiles
from ..report.tables import distance_name, table
from ..report.units import UNKNOWN, clock
from .frame import Page, panel
from .visit import NotFoundError
from .workouts import distances_of, workout_start

if TYPE_CHECKING:
    from hearth.analysis import WorkoutAnalysis

    from .visit import Visit

#: Workouts of the same activity that can be compared with.
_OTHERS = 30
_MISSING = (hearth.ErrorCode.WORKOUT_NOT_FOUND, hearth.ErrorCode.INVALID_ARGUMENT, hearth.ErrorCode.MALFORMED_COLUMN)


def workout_page(visit: Visit) -> Page:
    """The map, the charts and the tables of its report."""
    anchor = visit.anchor
    analysis = _analysed(visit, visit.path["uuid"])
    other = visit.query.get("with", "")
    body = joined(
        _chooser(visit, analysis, other),
        _comparison(visit, analysis, _analysed(visit, other)) if other else None,
        report_content(analysis, visit.units, visit.zone),
    )
    types = tuple(sorted({"workout", *map(short_name, analysis.record.samples)}))
    return Page(title=title(analysis.record), body=body, types=types, anchor=anchor, has_cursor=True)


def _analysed(visit: Visit, uuid: str) -> WorkoutAnalysis:
    try:
        return hearth.analyse_workout(visit.client, uuid)
    except hearth.RequestError as error:
        if error.code in _MISSING:
            raise NotFoundError("The workout is not stored.") from None
        raise


def _chooser(visit: Visit, analysis: WorkoutAnalysis, chosen: str) -> Markup | None:
    activity = int(analysis.record.activity_type)
    found = visit.client.read("workout", workout_type == activity, order=start.descending, limit=_OTHERS)
    own = analysis.record.workout.uuid(0)
    others = [row for row in range(len(found)) if found.uuid(row) != own]
    options = []
    for row, distance in zip(others, distances_of(visit, found, others), strict=True):
        uuid = str(found.uuid(row))
        text = f"{workout_start(visit, found, row):%Y-%m-%d %H:%M}"
        text += "" if distance is None else f", {visit.units.distance(distance.metres)}"
        options.append(element("option", text, value=uuid, selected=uuid == chosen.lower()))
    if not options:
        return None
    select = element("select", element("option", "–", value=""), *options, name="with", id="choose-with")
    return element("form", element("label", "Compare with", select), method="get", data_submits=True)


def _comparison(visit: Visit, one: WorkoutAnalysis, other: WorkoutAnalysis) -> Markup:
    columns = [{tile.name: tile.value for tile in tiles(analysis, visit.units)} for analysis in (one, other)]
    names = list(dict.fromkeys([*columns[0], *columns[1]]))
    rows = [(name, *(column.get(name, UNKNOWN) for column in columns)) for name in names]
    link = element("a", when(other.record, visit.zone), href=f"/workouts/{other.record.workout.uuid(0)}")
    return panel("Comparison", table(("", "This one", link), rows), _efforts(one, other))


def _efforts(one: WorkoutAnalysis, other: WorkoutAnalysis) -> Markup | None:
    """The best efforts of both, and by how much this one was faster."""
    theirs = {effort.metres: effort.elapsed_seconds for effort in other.efforts}
    rows = [
        (
            distance_name(effort.metres),
            clock(effort.elapsed_seconds),
            clock(theirs[effort.metres]),
            f"{effort.elapsed_seconds - theirs[effort.metres]:+.0f} s",
        )
        for effort in one.efforts
        if effort.metres in theirs
    ]
    return table(("Best effort", "This one", "The other", "Difference"), rows) if rows else None
