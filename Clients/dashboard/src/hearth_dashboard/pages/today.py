"""The day: what was done, what was measured last, the night before and the newest workout."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

import numpy as np
from hearth.predicates import end, start
from hearth.samples.contained import BLOOD_PRESSURE
from hearth.samples.short_names import short_name
from hearth.type_table import CUMULATIVE
from hearth.types import (
    activeEnergyBurned,
    appleExerciseTime,
    appleStandHour,
    appleStandTime,
    bloodGlucose,
    bodyMass,
    bodyTemperature,
    dietaryWater,
    distanceCycling,
    distanceWalkingRunning,
    flightsClimbed,
    heartRate,
    heartRateVariabilitySDNN,
    oxygenSaturation,
    respiratoryRate,
    restingHeartRate,
    stepCount,
    vo2Max,
)

from ..report.details import local
from ..report.markup import Markup, element, joined
from ..report.units import clock
from .bucket_chart import Buckets, bucket_chart
from .frame import Page, nothing_stored, pager, panel, partly_hidden
from .quantities import quantity_text, unit_of
from .rings import rings
from .sleep import ASLEEP, SLEEP, duration, nights_of
from .stored_types import newest_of, type_name
from .type import main_values, statistics_of
from .types import value_text
from .visit import day_after
from .workouts import TYPES as WORKOUT_TYPES
from .workouts import activity_name, distances_of, durations_of, workout_start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from hearth.samples.samples import Samples

    from .visit import Visit

#: In the order in which they are shown, those that add up first.
TYPES = (
    stepCount,
    distanceWalkingRunning,
    activeEnergyBurned,
    appleExerciseTime,
    appleStandTime,
    flightsClimbed,
    distanceCycling,
    dietaryWater,
    heartRate,
    restingHeartRate,
    heartRateVariabilitySDNN,
    oxygenSaturation,
    respiratoryRate,
    vo2Max,
    BLOOD_PRESSURE,
    bodyMass,
    bodyTemperature,
    bloodGlucose,
)
_QUARTER = "15min"


def today_page(visit: Visit) -> Page:
    """Of the day that the address names; today without one."""
    anchor = visit.anchor
    day = visit.day()
    newest = newest_of(visit, TYPES, start < visit.time(day_after(day, 1)))
    shown = [*_tiles(visit, day, newest), *_night(visit, day), *_workout(visit, day)]
    types = tuple(dict.fromkeys([*map(short_name, (*TYPES, appleStandHour)), SLEEP, *WORKOUT_TYPES]))
    body = joined(
        _pager(visit, day),
        partly_hidden(visit, types) if shown else None,
        element("dl", *shown, class_="tiles") if shown else nothing_stored(visit, "Nothing is stored yet.", types),
        rings(visit, day, newest),
        _heart(visit, day) if heartRate in newest else None,
    )
    now = visit.now()
    is_today = day == now.date()
    # The next day begins without a change of the store.
    left = int((visit.time(day_after(day, 1)) - now.astimezone(UTC)).total_seconds()) + 1
    return Page(
        title="Today" if is_today else _words(day),
        body=body,
        types=types,
        anchor=anchor,
        every=left if is_today else None,
    )


def _words(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"


def _pager(visit: Visit, day: date) -> Markup:
    today, after = visit.now().date(), day_after(day, 1)
    return pager(
        _words(day) if day == today else element("a", "Today", href=visit.link(day=None), id="today"),
        visit.link(day=day_after(day, -1).isoformat()),
        visit.link(day=after.isoformat() if after != today else None) if day < today else None,
    )


def _tile(name: str, value: str, note: str, link: str) -> Markup:
    return element(
        "div", element("dt", element("a", name, href=link)), element("dd", value), element("dd", note, class_="note")
    )


def _tiles(visit: Visit, day: date, newest: dict[str, Samples]) -> Iterator[Markup]:
    for identifier, samples in newest.items():
        link = f"/types/{short_name(identifier)}?period=day&day={day.isoformat()}"
        name = type_name(identifier)
        if identifier in CUMULATIVE:
            days = statistics_of(visit, identifier, visit.time(day_after(day, -1)), visit.time(day_after(day, 1)), "1D")
            before, now = main_values(days).tolist()
            # Nothing yet is not known to be nothing.
            if np.isfinite(now) or np.isfinite(before):
                yield _tile(
                    name, quantity_text(now, days.unit), f"the day before {quantity_text(before, days.unit)}", link
                )
        else:
            when = local(samples.ends[0], visit.zone)
            value = value_text(samples, 0)
            is_of_day = when.date() == day
            yield _tile(name, value, f"{when:%H:%M}" if is_of_day else f"{when.day} {when:%B %Y, %H:%M}", link)


def _night(visit: Visit, day: date) -> Iterator[Markup]:
    until, begin = visit.time(day, 18), visit.time(day_after(day, -1), 18)
    found = visit.client.read(SLEEP, (start < until) & (end > begin))
    nights = nights_of(visit, found, day)
    if nights and (asleep := nights[0].seconds(*ASLEEP)):
        yield _tile("Sleep", duration(asleep), nights[0].source, f"/sleep?night={day.isoformat()}")


def _workout(visit: Visit, day: date) -> Iterator[Markup]:
    """The one that ended last, as in reports; of an older day, of those until then. One that has not ended counts by
    its start: an app may say that it ends in a hundred years."""
    until = min(visit.time(day_after(day, 1)), visit.now())
    found, going = (
        visit.client.read("workout", where, order=order, limit=1)
        for where, order in (
            (end <= until, end.descending),
            ((start < visit.time(day_after(day, 1))) & (end > until), start.descending),
        )
    )
    if len(going) and (not len(found) or going.starts[0] > found.ends[0]):
        found = going
    if len(found):
        (distance,) = distances_of(visit, found, [0])
        seconds = float(durations_of(found)[0])
        value = clock(seconds) if distance is None else visit.units.distance(distance.metres)
        name = activity_name(int(found.payload.activity_types[0]))  # type: ignore[attr-defined]  # workouts
        when = workout_start(visit, found, 0)
        yield _tile(name, value, f"{when.day} {when:%B %Y, %H:%M}", f"/workouts/{found.uuid(0)}")


def _heart(visit: Visit, day: date) -> Markup | None:
    """The heart rate over the day, in quarters of an hour."""
    begin, end = visit.time(day), visit.time(day_after(day, 1))
    quarters = statistics_of(visit, heartRate, begin, end, _QUARTER)
    if not quarters.counts.any():
        return None
    unit = unit_of(heartRate, visit.units)
    moments = [local(one, visit.zone) for one in quarters.starts]
    chart = bucket_chart(
        Buckets(
            name="Average, lowest and highest per quarter-hour",
            of="the heart rate over the day",
            values=main_values(quarters),
            lows=quarters.minimums,
            highs=quarters.maximums,
            names=[f"{one:%H:%M}" for one in moments],
            labels={row: f"{one:%H}" for row, one in enumerate(moments) if one.minute == 0 and one.hour % 3 == 0},
            text=lambda value: quantity_text(value, unit),
        )
    )
    return panel("Heart rate", chart)
