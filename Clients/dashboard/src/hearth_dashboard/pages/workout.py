"""A workout: its report, next to another one if that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth
from hearth.analysis import workout_clauses
from hearth.predicates import start, workout_type
from hearth.samples.short_names import short_name

from ..report.details import title
from ..report.markup import Markup, element, joined
from ..report.page import report_content
from .comparison import comparison
from .frame import Page
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
        comparison(visit, analysis, _analysed(visit, other)) if other else None,
        report_content(analysis, visit.units, visit.zone, visit.tiles),
    )
    # Also of those that may be added.
    types = ("workout", *(short_name(clause.type) for clause in workout_clauses(analysis.record.workout.uuid(0))))
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
    button = element("button", "Show", id="show")
    return element("form", element("label", "Compare with", select), button, method="get", data_submits=True)
