"""The types of which samples are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearth.predicates import start
from hearth.samples.short_names import short_name
from hearth.type_table import IDENTIFIERS, STORAGE_UNITS

from ..report.units import words
from .quantities import unit_of
from .visit import day_after

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from hearth.predicates import Predicate
    from hearth.samples.samples import Samples

    from .visit import Visit


#: Where the words of a name are in an order that nobody says.
_NAMES = {
    "distanceWalkingRunning": "Walking and running distance",
    "distanceCycling": "Cycling distance",
    "distanceSwimming": "Swimming distance",
    "distanceWheelchair": "Wheelchair distance",
    "bloodPressureSystolic": "Systolic blood pressure",
    "bloodPressureDiastolic": "Diastolic blood pressure",
    "workoutType": "Workout",
    "vo2Max": "VO₂ max",
    "GAD7": "GAD-7",
    "PHQ9": "PHQ-9",
    "CDA": "Clinical document",
}


def type_name(identifier: str) -> str:
    """What people call a type.

    >>> type_name("HKQuantityTypeIdentifierHeartRate")
    'Heart rate'
    """
    name = short_name(identifier)
    return _NAMES.get(name) or words(name.removeprefix("apple"))


def type_link(visit: Visit, identifier: str, until: datetime) -> str:
    """The page of a type, in the week of a sample: without a day it would be the one of today."""
    address = f"/types/{short_name(identifier)}"
    monday = day_after(visit.now().date(), -visit.now().weekday())
    return address if until.date() >= monday else f"{address}?day={until.date().isoformat()}"


def newest_samples(visit: Visit) -> dict[str, Samples]:
    """The newest sample of each type that has any, by the identifiers of the types."""
    return newest_of(visit, IDENTIFIERS)


def newest_of(visit: Visit, types: Iterable[str], where: Predicate | None = None) -> dict[str, Samples]:
    """The newest sample that matches of each of these types that has any."""
    # All are asked before the first answer is awaited.
    asked = {
        one: visit.client.query(
            one, where, unit=unit_of(one, visit.units) if one in STORAGE_UNITS else "", order=start.descending, limit=1
        )
        for one in types
    }
    found = {identifier: query.collect() for identifier, query in asked.items()}
    return {identifier: samples[0] for identifier, samples in found.items() if samples}
