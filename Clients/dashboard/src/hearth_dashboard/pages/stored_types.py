"""The types of which samples are stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearth.predicates import end
from hearth.samples.short_names import short_name
from hearth.type_table import IDENTIFIERS

from ..report.units import words

if TYPE_CHECKING:
    from hearth.samples.samples import Samples

    from .visit import Visit


def type_name(identifier: str) -> str:
    """What people call a type.

    >>> type_name("HKQuantityTypeIdentifierHeartRate")
    'Heart rate'
    """
    return words(short_name(identifier))


def newest_samples(visit: Visit) -> dict[str, Samples]:
    """The sample that ended last of each type that has any, by the identifiers of the types."""
    found = {one: visit.client.read(one, order=end.descending, limit=1) for one in IDENTIFIERS}
    return {identifier: samples for identifier, samples in found.items() if len(samples)}
