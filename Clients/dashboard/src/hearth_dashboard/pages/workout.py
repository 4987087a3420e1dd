"""A workout: its report, next to another one if that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth
import numpy as np
from hearth import joined as joined_samples
from hearth.analysis import workout_clauses
from hearth.predicates import one_of, start, workout_type
from hearth.samples.short_names import short_name
from hearth.samples.workouts import Workouts

from ..report.details import title
from ..report.markup import Markup, element, joined
from ..report.page import report_content
from ..report.units import clock
from .comparison import comparison
from .frame import Page
from .visit import NotFoundError
from .workouts import durations_of, workout_start

if TYPE_CHECKING:
    from hearth.analysis import WorkoutAnalysis
    from hearth.samples.samples import Samples

    from .visit import Visit

#: Workouts of the same activity that can be compared with: those that are nearest in time.
_OTHERS_MAX = 1000
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
    # Also of those that may be added, and of what the zones are made of.
    measured = (short_name(clause.type) for clause in workout_clauses(analysis.record.workout.uuid(0)))
    types = ("workout", *measured, "restingHeartRate")
    return Page(title=title(analysis.record), body=body, types=types, anchor=anchor)


def _analysed(visit: Visit, uuid: str) -> WorkoutAnalysis:
    try:
        return hearth.analyse_workout(visit.client, uuid)
    except hearth.RequestError as error:
        if error.code in _MISSING:
            raise NotFoundError("The workout is not stored.") from None
        raise


def _chooser(visit: Visit, analysis: WorkoutAnalysis, chosen: str) -> Markup | None:
    own, begin = analysis.record.workout.uuid(0), analysis.record.start
    found = visit.client.read("workout", workout_type == int(analysis.record.activity_type), order=start.descending)
    others = [row for row in range(len(found)) if found.uuid(row) != own]
    times = found.starts.astype(np.int64).tolist()
    at = int(begin.astype(np.int64))
    # From the nearest to the one that is furthest away.
    listed = sorted(others, key=lambda row: abs(times[row] - at))[:_OTHERS_MAX]
    if chosen and not any(str(found.uuid(row)) == chosen.lower() for row in listed):
        # It is further away, or of another activity.
        more = visit.client.read("workout", one_of([chosen]))
        if len(more) and more.uuid(0) != own:
            listed.append(len(found))
            found = joined_samples([found, more])
    listed.sort(key=lambda row: int(found.starts[row].astype(np.int64)), reverse=True)
    if not listed:
        return None
    lengths = _lengths(visit, found, listed)
    seconds = durations_of(found)
    years: dict[int, list[Markup]] = {}
    for row in listed:
        uuid, when = str(found.uuid(row)), workout_start(visit, found, row)
        text = ", ".join([f"{when:%Y-%m-%d %H:%M}", clock(float(seconds[row])), *lengths.get(row, ())])
        option = element("option", text, value=uuid, selected=uuid == chosen.lower())
        years.setdefault(when.year, []).append(option)
    groups = (element("optgroup", *options, label=str(year)) for year, options in sorted(years.items(), reverse=True))
    select = element("select", element("option", "–", value=""), *groups, name="with", id="choose-with")
    button = element("button", "Show", id="show")
    cut = None
    if len(others) > _OTHERS_MAX:
        text = f"The list has the {_OTHERS_MAX:,} nearest in time of {len(others):,} workouts."
        cut = element("p", text, class_="note")
    return element("form", element("label", "Compare with", select), button, cut, method="get", data_submits=True)


def _lengths(visit: Visit, found: Samples, rows: list[int]) -> dict[int, tuple[str]]:
    """The distances of workouts that apps have saved. What is only chosen from is not measured: of a workout to which
    very much belongs that takes long."""
    details = found.payload.details if isinstance(found.payload, Workouts) else None
    if not details:
        return {}
    return {row: (visit.units.distance(length),) for row in rows if (length := details[row].total_distance)}
