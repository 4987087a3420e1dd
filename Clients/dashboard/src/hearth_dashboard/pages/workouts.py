"""The workouts of a year, as a list that can be filtered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hearth import joined as joined_samples
from hearth.analysis import workout_distances
from hearth.analysis.record import DISTANCES, ROUTE, WORKOUT
from hearth.enums import WorkoutActivityType
from hearth.predicates import start
from hearth.samples.short_names import short_name
from hearth.samples.workouts import Workouts

from ..report.apps import app_name
from ..report.details import local, zone_of
from ..report.markup import Markup, element, joined
from ..report.tables import table
from ..report.units import UNKNOWN, amount, clock, rate_of, words
from .frame import Page, nothing_stored, pager, tiles

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from hearth.analysis import Distance
    from hearth.samples.columns import Floats, Integers, Numbers
    from hearth.samples.samples import Samples

    from .visit import Visit

#: Rows of a page.
ROWS = 100
#: The types of workouts, and of what their distances are measured by: what is added to one later changes only these.
TYPES = (WORKOUT, ROUTE, *sorted(set(DISTANCES.values())))
_ALL = "all"


def workouts_page(visit: Visit) -> Page:
    """The newest first."""
    anchor = visit.anchor
    found = visit.client.read("workout", order=start.descending)
    if not len(found) or not isinstance(found.payload, Workouts):
        nothing = nothing_stored(visit, "No workout is stored.", [short_name(WORKOUT)])
        return Page(title="Workouts", body=nothing, types=TYPES, anchor=anchor)
    years = np.array([workout_start(visit, found, row).year for row in range(len(found))], np.int64)
    activities = found.payload.activity_types
    year, activity = (None if visit.query.get(name) == _ALL else visit.number(name) for name in ("year", "activity"))
    is_chosen = np.ones(len(found), np.bool_)
    if year is not None:
        is_chosen &= years == year
    if activity is not None:
        is_chosen &= activities == activity
    rows = np.flatnonzero(is_chosen).tolist()
    body = joined(
        _filters(years, activities, _ALL if year is None else str(year), _ALL if activity is None else str(activity)),
        tiles(*_totals(visit, found, rows)),
        _list(visit, found, rows),
    )
    return Page(title="Workouts", body=body, types=TYPES, anchor=anchor)


def activity_name(number: int) -> str:
    """What people call the activity of a number."""
    if number in WorkoutActivityType._value2member_map_:
        return words(WorkoutActivityType(number).name)
    return f"Activity {number}"


def _filters(years: Integers, activities: Numbers, year: str, activity: str) -> Markup:
    numbers, counts = np.unique(activities, return_counts=True)
    by_count = sorted(zip(numbers.tolist(), counts.tolist(), strict=True), key=lambda one: -one[1])
    kinds = {str(number): f"{activity_name(number)} ({count})" for number, count in by_count}
    of_years = {str(one): str(one) for one in sorted(set(years.tolist()), reverse=True)}
    return element(
        "form",
        _select("activity", "Activity", {_ALL: "All activities", **kinds}, activity),
        _select("year", "Year", {_ALL: "All years", **of_years}, year),
        element("button", "Show", id="show"),
        method="get",
        action="/workouts",
        data_submits=True,
    )


def _select(name: str, label: str, options: dict[str, str], chosen: str) -> Markup:
    items = (element("option", text, value=value, selected=value == chosen) for value, text in options.items())
    return element("label", label, element("select", *items, name=name, id=f"choose-{name}"))


def _totals(visit: Visit, found: Samples, rows: Sequence[int]) -> tuple[dict[str, str], dict[str, str]]:
    """The tiles, and what is said about them."""
    payload = found.shown
    assert isinstance(payload, Workouts)
    durations = durations_of(found)[rows]
    # Reading the samples of all others would take long.
    totals = [length for row in rows if payload.details and (length := payload.details[row].total_distance)]
    # What no number can hold is no distance.
    metres = [length for length in totals if np.isfinite(length)]
    shown = {"Workouts": f"{len(rows):,}", "Time": _hours(float(durations.sum()))}
    notes = {}
    if metres:
        shown["Distance"] = amount(sum(metres) / visit.units.long, visit.units.long_name, ",.0f")
        notes["Distance"] = f"of the {len(metres):,} whose app saved a total"
    return shown, notes


def _hours(seconds: float) -> str:
    return amount(seconds / 3600, "h", ",.0f") if seconds >= 36_000 else clock(seconds)


def durations_of(found: Samples) -> Floats:
    """The seconds of workouts without their pauses, as the apps saved them, else from the start to the end."""
    payload = found.shown
    assert isinstance(payload, Workouts)
    durations: Floats = payload.timed(found.starts, found.ends).column("durations", len(found))
    return durations


def workout_start(visit: Visit, found: Samples, row: int) -> datetime:
    """When a workout began, in the zone that its report has."""
    return local(found.starts[row], zone_of(found.metadata_of(row), visit.zone))


def zone_mark(moment: datetime, visit: Visit) -> str:
    """The zone of a time that is another one than the visit's, as an end of the time."""
    return "" if moment.utcoffset() == moment.astimezone(visit.zone).utcoffset() else f" {moment:%Z}"


def _list(visit: Visit, found: Samples, rows: Sequence[int]) -> Markup:
    number = page_number(visit, len(rows))
    shown = rows[(number - 1) * ROWS : number * ROWS]
    headers = ("Start", "Activity", "Time", "Distance", "Pace or speed", "Energy", "App")
    lines = table(headers, _rows(visit, found, shown), texts={"Activity", "App"})
    return joined(lines, rows_pager(visit, number, len(rows)))


def _rows(visit: Visit, found: Samples, rows: Sequence[int]) -> list[tuple[str | Markup, ...]]:
    payload = found.payload
    assert isinstance(payload, Workouts)
    durations = durations_of(found)
    made: list[tuple[str | Markup, ...]] = []
    for row, distance in zip(rows, distances_of(visit, found, rows), strict=True):
        metres, seconds = None if distance is None else distance.metres, float(durations[row])
        number = int(payload.activity_types[row])
        rate = rate_of(number, visit.units)
        energy = payload.details[row].total_energy_burned if payload.details else 0
        source = found.provenance_of(row).source
        when = workout_start(visit, found, row)
        made.append(
            (
                element(
                    "a",
                    element("span", f"{when:%Y-%m-%d}", class_="date"),
                    f" {when:%H:%M}{zone_mark(when, visit)}",
                    href=f"/workouts/{found.uuid(row)}",
                ),
                activity_name(number),
                clock(seconds),
                UNKNOWN if metres is None else visit.units.distance(metres),
                rate.of_distance(metres, seconds),
                amount(energy, "kcal") if energy else UNKNOWN,
                app_name(source),
            )
        )
    return made


def distances_of(visit: Visit, found: Samples, rows: Sequence[int]) -> list[Distance | None]:
    """The distance of each of these workouts: that of its report."""
    if not rows:
        return []
    # Of a workout to which very much belongs it takes long to find.
    return visit.kept.distances(
        tuple(found.uuid(row) for row in rows),
        visit.anchor,
        visit.client.welcome,
        lambda: workout_distances(visit.client, joined_samples([found[row : row + 1] for row in rows])),
    )


def page_number(visit: Visit, count: int) -> int:
    """The page whose number the address has, or the nearest one that exists."""
    page = visit.number("page")
    return min(max(1 if page is None else page, 1), max(1, -(-count // ROWS)))


def rows_pager(visit: Visit, number: int, count: int) -> Markup | None:
    """The way to the pages beside this one. None: all rows are on one."""
    last = -(-count // ROWS)
    if last <= 1:
        return None
    newer = visit.link(page=str(number - 1)) if number > 1 else None
    older = visit.link(page=str(number + 1)) if number < last else None
    return pager(f"{number} of {last}", newer, older, names=("← Newer", "Older →"), keys=("newer", "older"))
