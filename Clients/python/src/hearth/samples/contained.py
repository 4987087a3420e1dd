"""The values of the samples that correlations contain, as columns with a row for each correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .columns import FLOAT, starts_of_items
from .short_names import short_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .categories import Correlations
    from .columns import Array, Floats, Uuids

BLOOD_PRESSURE = "HKCorrelationTypeIdentifierBloodPressure"
SYSTOLIC = "HKQuantityTypeIdentifierBloodPressureSystolic"
DIASTOLIC = "HKQuantityTypeIdentifierBloodPressureDiastolic"


def contained_columns(type: str, contained: Iterable[str]) -> dict[str, str]:
    """The names of the columns, with the type of which each has the values: `systolic`, `dietaryCarbohydrates`."""
    types = [SYSTOLIC, DIASTOLIC] if type == BLOOD_PRESSURE else []
    types += sorted(set(contained) - set(types))
    return {_column(short_name(type), short_name(one)): one for one in types}


def _column(correlation: str, contained: str) -> str:
    name = contained.removeprefix(correlation)
    return name[:1].lower() + name[1:]


def contained_values(correlations: Correlations, contained: Iterable[tuple[Uuids, Array]]) -> Floats:
    """For each correlation the value of the first of these samples that it contains; NaN for one without any."""
    known = {
        uuid: value for uuids, values in contained for uuid, value in zip(uuids.tolist(), values.tolist(), strict=True)
    }
    found = np.full(len(correlations.lengths), np.nan, dtype=FLOAT)
    places = starts_of_items(correlations.lengths)
    rows = np.repeat(np.arange(len(found)), correlations.lengths)
    # From the last to the first, so that the first one stays.
    for row, uuid in zip(rows[::-1].tolist(), correlations.members[: places[-1]][::-1].tolist(), strict=True):
        if uuid in known:
            found[row] = known[uuid]
    return found
