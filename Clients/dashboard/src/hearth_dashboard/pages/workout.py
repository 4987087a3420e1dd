"""A workout: its report, next to another one if that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth
import numpy as np
from hearth import joined as joined_samples
from hearth.analysis import workout_clauses
from hearth.predicates import one_of, start, workout_type
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

#: Workouts of the same activity that can be compared with: before it, after it, and the newest.
_OTHERS, _NEWEST = 15, 15
_MISSING = (hearth.ErrorCode.WORKOUT_NOT_FOUND, hearth.ErrorCode.INVALID_ARGUMENT, hearth.ErrorCode.MALFORMED_COLUMN)


def workout_page(visit: Visit) -> Page:
    """The map, the charts and the tables of its report."""
    anchor = visit.anchor
    analysis = _analysed(visit, visit.path["uuid"])
    other = visit.query.get("with", "")
    compared = comparison(visit, analysis, _analysed(visit, other)) if other else None
    body = joined(
        _chooser(visit, analysis, other),
        compared,
        report_content(analysis, visit.units, visit.zone, visit.tiles),
    )
    # Also of those that may be added.
    types = ("workout", *(short_name(clause.type) for clause in workout_clauses(analysis.record.workout.uuid(0))))
    return Page(title=title(analysis.record), body=body, types=types, anchor=anchor)


def _analysed(visit: Visit, uuid: str) -> WorkoutAnalysis:
    try:
        return hearth.analyse_workout(visit.client, uuid)
    except hearth.RequestError as error:
        if error.code in _MISSING:
            raise NotFoundError("The workout is not stored.") from None
        raise


def _chooser(visit: Visit, analysis: WorkoutAnalysis, chosen: str) -> Markup | None:
    of_activity = workout_type == int(analysis.record.activity_type)
    record = analysis.record
    # The nearest before it and after it: an old one is compared with those of its time.
    read = visit.client.read
    before = read("workout", of_activity & (start <= record.start), order=start.descending, limit=_OTHERS + 1)
    after = read("workout", of_activity & (start > record.start), order=start, limit=_OTHERS)
    newest = read("workout", of_activity, order=start.descending, limit=_NEWEST)
    parts = [newest, after, before]
    if chosen:
        parts.append(read("workout", one_of([chosen])))
    found = joined_samples([one for one in parts if len(one)] or [record.workout])
    own = record.workout.uuid(0)
    rows = {found.uuid(row): row for row in range(len(found)) if found.uuid(row) != own}
    others = sorted(rows.values(), key=lambda row: int(found.starts[row].astype(np.int64)), reverse=True)
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
