"""Samples to be saved, of arrays or lists. Arrays of the right kind are not copied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..arguments import check_flag, check_optional, check_type
from ..errors import ErrorCode, RequestError
from ..type_table import IDENTIFIERS
from .categories import Categories, Correlations
from .category_enums import enum_of_category, numbers_of_names
from .columns import Column
from .dictionaries import given_dictionary
from .identifiers import UuidsLike, check_text, new_uuids, uuid_column
from .payload import Payload
from .plausible import check_plausible
from .provenance import Device, Provenance
from .quantities import Quantities, SeriesPoints
from .records import Records
from .samples import Samples
from .short_names import short_name
from .times import TIME, TimesLike, check_range
from .type_names import type_identifier
from .units import check_unit, is_percentage, protocol_unit
from .workouts import Heartbeats, Routes, Workouts

if TYPE_CHECKING:
    from .metadata import Metadata


def make_samples(
    type: str,
    starts: TimesLike,
    payload: Payload,
    *,
    ends: TimesLike | None = None,
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
) -> Samples:
    """Samples that hold what `payload` says. The other functions here are shorter.

    `type` is a name as `heartRate`, or HealthKit's identifier. Without `uuids` the samples get new ones. `metadata` is
    that of all of them, or a list: of one for each sample, or of those that `metadata_indexes` names for each sample.

    >>> found = quantities("stepCount", ["2026-11-21T08:00Z"], [700])
    >>> make_samples(found.type, found.starts, found.payload, metadata={"place": "home"}).metadata_of(0)
    {'place': 'home'}
    """
    identifier = type_identifier(type)
    check_type(payload, Payload, "what samples hold, such as Quantities", "payload")
    _check_kind(identifier, payload)
    begin = Column("starts", TIME).given(starts, None, "")
    if begin is None or not len(begin):
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "There must be at least one sample.", "starts")
    check_range(begin, "starts")
    count = len(begin)
    end = Column("ends", TIME, fill="starts").given(ends, count, "")
    if end is not None:
        check_range(end, "ends")
        if (end < begin).any():
            row = int(np.flatnonzero(end < begin)[0])
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "A sample ends before it starts.", f"ends[{row}]")
    named = new_uuids(count) if uuids is None else uuid_column(uuids, "uuids")
    if len(named) != count:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(named)} UUIDs for {count} samples.", "uuids")
    check_optional(device, Device, "a Device", "device")
    if device is not None:
        device.check("device")
    entries, indexes = given_dictionary(metadata, metadata_indexes, count)
    return Samples(
        type=identifier,
        uuids=named,
        starts=begin,
        given_ends=end,
        payload=payload,
        provenances=() if device is None else (Provenance(device=device),),
        metadata=entries,
        metadata_indexes=indexes,
    )


def quantities(
    type: str,
    starts: TimesLike,
    values: npt.ArrayLike,
    unit: str = "",
    *,
    ends: TimesLike | None = None,
    counts: npt.ArrayLike | None = None,
    minimums: npt.ArrayLike | None = None,
    maximums: npt.ArrayLike | None = None,
    most_recents: npt.ArrayLike | None = None,
    most_recent_starts: TimesLike | None = None,
    most_recent_ends: TimesLike | None = None,
    points: SeriesPoints | None = None,
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
    force: bool = False,
) -> Samples:
    """Quantities in a unit; "" is the type's storage unit. In `%` 97 means 97 %, which HealthKit calls 0.97; in `1` it
    is written 0.97. The rest is as for `make_samples`.

    Refuses values that the type cannot have, as the `hearth` command does: a negative count or rate, a saturation above
    100 % or of 1 % or less, a temperature below absolute zero. `force` accepts them.

    >>> quantities("heartRate", ["2026-11-21T08:00Z"], [62], "count/min").values
    array([62.])
    >>> quantities("oxygenSaturation", ["2026-11-21T08:00Z"], [0.97], "1").shown.values
    array([0.97])
    """
    identifier = type_identifier(type)
    check_text(unit, "unit")
    check_optional(points, SeriesPoints, "SeriesPoints, which series_points() makes", "points")
    count = count_of(starts)
    if points is not None and len(points.lengths) != count:
        text = f"{len(points.lengths)} lengths for {count} samples."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, "quantity.points.lengths")
    columns = {
        "values": values,
        "counts": counts,
        "minimums": minimums,
        "maximums": maximums,
        "most_recents": most_recents,
        "most_recent_starts": most_recent_starts,
        "most_recent_ends": most_recent_ends,
    }
    check_unit(identifier, unit)
    payload = Quantities.checked(columns, count, unit=protocol_unit(identifier, unit), points=points)
    if is_percentage(identifier, unit):
        payload = payload.of_percentages()
    if not check_flag(force, "force"):
        check_plausible(identifier, payload)
    return make_samples(
        identifier,
        starts,
        payload,
        ends=ends,
        uuids=uuids,
        device=device,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
    )


def series_points(
    lengths: npt.ArrayLike, starts: TimesLike, values: npt.ArrayLike, ends: TimesLike | None = None
) -> SeriesPoints:
    """The quantities of series, one after the other; `lengths` has the number for each sample.

    >>> minutes = ["2026-11-21T08:00Z", "2026-11-21T08:01Z"]
    >>> walk = series_points([2], minutes, [90, 110])
    >>> quantities("stepCount", minutes[:1], [200], ends=minutes[1:], counts=[2], points=walk).payload.counts
    array([2])
    """
    columns = {"lengths": lengths, "starts": starts, "values": values, "ends": ends}
    return SeriesPoints.checked(columns, None)


def categories(
    type: str,
    starts: TimesLike,
    values: npt.ArrayLike,
    *,
    ends: TimesLike | None = None,
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
) -> Samples:
    """Values of a category type: members of its enum in `hearth.enums`, their names, or their numbers. The rest is as
    for `make_samples`.

    >>> night = categories("sleepAnalysis", ["2026-11-21T01:30Z"], ["asleepREM"], ends=["2026-11-21T02:10Z"])
    >>> night.members
    [<SleepAnalysis.asleepREM: 5>]
    """
    identifier = type_identifier(type)
    numbers = numbers_of_names(values, enum_of_category(identifier), "category.values")
    return make_samples(
        identifier,
        starts,
        Categories.checked({"values": numbers}, count_of(starts)),
        ends=ends,
        uuids=uuids,
        device=device,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
    )


def correlations(
    type: str,
    starts: TimesLike,
    lengths: npt.ArrayLike,
    members: UuidsLike,
    *,
    ends: TimesLike | None = None,
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
) -> Samples:
    """Samples that belong together: `members` has their UUIDs, one correlation after the other, and `lengths` the
    number of members of each. The members are saved in the same save. `blood_pressures` makes both. The rest is as for
    `make_samples`.

    >>> at = ["2026-11-21T12:30Z"]
    >>> carbohydrates = quantities("dietaryCarbohydrates", at, [60], "g")
    >>> protein = quantities("dietaryProtein", at, [25], "g")
    >>> lunch = correlations("food", at, [2], [carbohydrates.uuid(0), protein.uuid(0)])
    >>> to_be_saved = [lunch, carbohydrates, protein]
    """
    columns = {"lengths": lengths, "members": uuid_column(members, "correlation.members")}
    return make_samples(
        type,
        starts,
        Correlations.checked(columns, count_of(starts)),
        ends=ends,
        uuids=uuids,
        device=device,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
    )


#: What the samples of a type hold, by the beginning of its identifier.
_PAYLOADS = {
    "HKQuantityTypeIdentifier": Quantities,
    "HKCategoryTypeIdentifier": Categories,
    "HKCorrelationTypeIdentifier": Correlations,
    "HKWorkoutTypeIdentifier": Workouts,
    "HKWorkoutRouteTypeIdentifier": Routes,
    "HKDataTypeIdentifierHeartbeatSeries": Heartbeats,
    "HK": Records,
}


def _check_kind(type: str, payload: Payload) -> None:
    """Raises when the type's samples hold something else, as far as that is known here."""
    known = ((beginning, kind) for beginning, kind in _PAYLOADS.items() if type.startswith(beginning))
    beginning, kind = next(known, ("", Payload))
    if isinstance(payload, kind) or (beginning == "HK" and type not in IDENTIFIERS):
        return
    name = kind.__name__.lower()
    text = f"{short_name(type)} is a type of {name}: hearth.{name}() makes its samples."
    raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "type")


def count_of(starts: TimesLike) -> int:
    """The number of samples. Raises for what is not a column."""
    # A text and a mapping have a length, too, and an array without a dimension has only the method.
    if isinstance(starts, str | bytes | Mapping) or not hasattr(starts, "__len__") or getattr(starts, "ndim", 1) == 0:
        text = "A column is a list, an array or a series: put a single time into a list."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, "starts")
    return len(starts)  # type: ignore[arg-type]  # it has a length
