"""Samples to be saved, of arrays or lists. Arrays of the right kind are not copied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import ErrorCode, RequestError
from .categories import Categories, Correlations
from .columns import NUMBER, Array, Column, Numbers, Uuids
from .identifiers import check_text, new_uuids, uuids
from .metadata import Metadata, check_metadata
from .provenance import Device, Provenance
from .quantities import Quantities, SeriesPoints
from .samples import Samples
from .times import TIME, TimesLike, check_range
from .workouts import Heartbeats, Routes, Workouts

if TYPE_CHECKING:
    from uuid import UUID

    from ..hearth_pb2 import WorkoutDetail
    from .payload import Payload

UuidsLike: TypeAlias = "Uuids | Iterable[UUID | bytes]"
_INDEXES = "metadata_indexes"


def make_samples(
    type: str,
    starts: TimesLike,
    payload: Payload,
    *,
    ends: TimesLike | None = None,
    ids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
) -> Samples:
    """Samples that hold what `payload` says. The other functions here are shorter.

    `ids` are their UUIDs; without them they get new ones. `metadata` is that of all of them, or a list: of one for each
    sample, or of those that `metadata_indexes` names for each sample.
    """
    check_text(type, "type")
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
    identifiers = new_uuids(count) if ids is None else uuids(ids, "ids")
    if len(identifiers) != count:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(identifiers)} UUIDs of {count} samples.", "ids")
    if device is not None:
        device.check("device")
    entries, indexes = _dictionary(metadata, metadata_indexes, count)
    return Samples(
        type=type,
        uuids=identifiers,
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
    counts: npt.ArrayLike | None = None,
    minimums: npt.ArrayLike | None = None,
    maximums: npt.ArrayLike | None = None,
    most_recents: npt.ArrayLike | None = None,
    most_recent_starts: TimesLike | None = None,
    most_recent_ends: TimesLike | None = None,
    points: SeriesPoints | None = None,
    **rest: Any,
) -> Samples:
    """Quantities in a unit; "" is the type's storage unit. `rest` is as for `make_samples`."""
    check_text(unit, "unit")
    count = _count(starts)
    if points is not None and len(points.lengths) != count:
        text = f"{len(points.lengths)} lengths of {count} samples."
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
    return make_samples(type, starts, Quantities.checked(columns, count, unit=unit, points=points), **rest)


def series_points(
    lengths: npt.ArrayLike, starts: TimesLike, values: npt.ArrayLike, ends: TimesLike | None = None
) -> SeriesPoints:
    """The quantities of series, one after the other: so many of each sample."""
    columns = {"lengths": lengths, "starts": starts, "values": values, "ends": ends}
    return SeriesPoints.checked(columns, None)


def categories(type: str, starts: TimesLike, values: npt.ArrayLike, **rest: Any) -> Samples:
    """Values of a category type, the numbers of its enum. `rest` is as for `make_samples`."""
    return make_samples(type, starts, Categories.checked({"values": values}, _count(starts)), **rest)


def correlations(
    type: str,
    starts: TimesLike,
    lengths: npt.ArrayLike,
    members: UuidsLike,
    **rest: Any,
) -> Samples:
    """Samples that belong together: so many members of each. They are saved beside it, in the same save."""
    columns: Mapping[str, Any] = {"lengths": lengths, "members": uuids(members, "correlation.members")}
    return make_samples(type, starts, Correlations.checked(columns, _count(starts)), **rest)


def workouts(
    starts: TimesLike,
    ends: TimesLike,
    activity_types: npt.ArrayLike,
    *,
    durations: npt.ArrayLike | None = None,
    details: Sequence[WorkoutDetail] = (),
    **rest: Any,
) -> Samples:
    """Workouts; 37 is running. `durations` are seconds without pauses, `details` one message for each workout."""
    count = _count(starts)
    if details and len(details) != count:
        text = f"{len(details)} details of {count} workouts."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, "workout.details")
    columns = {"activity_types": activity_types, "durations": durations}
    payload = Workouts.checked(columns, count, details=tuple(details))
    return make_samples("HKWorkoutTypeIdentifier", starts, payload, ends=ends, **rest)


def routes(
    starts: TimesLike,
    ends: TimesLike,
    lengths: npt.ArrayLike,
    timestamps: TimesLike,
    latitudes: npt.ArrayLike,
    longitudes: npt.ArrayLike,
    *,
    columns: Mapping[str, npt.ArrayLike] | None = None,
    **rest: Any,
) -> Samples:
    """Routes: so many locations of each, one route after the other. `columns` are those of `Routes` that may be
    absent, as `{"altitudes": ...}`."""
    given = {"lengths": lengths, "timestamps": timestamps, "latitudes": latitudes, "longitudes": longitudes}
    payload = Routes.checked({**(columns or {}), **given}, _count(starts))
    return make_samples("HKWorkoutRouteTypeIdentifier", starts, payload, ends=ends, **rest)


def heartbeats(
    starts: TimesLike,
    ends: TimesLike,
    lengths: npt.ArrayLike,
    offsets: npt.ArrayLike,
    *,
    gaps: npt.ArrayLike | None = None,
    **rest: Any,
) -> Samples:
    """Series of heartbeats: so many of each, in seconds since its start; `gaps` says before which there was a gap."""
    payload = Heartbeats.checked({"lengths": lengths, "offsets": offsets, "gaps": gaps}, _count(starts))
    return make_samples("HKDataTypeIdentifierHeartbeatSeries", starts, payload, ends=ends, **rest)


def _count(starts: TimesLike) -> int:
    try:
        return len(starts)  # type: ignore[arg-type]  # what has no length is refused here
    except TypeError:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "A column has one dimension.", "starts") from None


def _dictionary(
    given: Metadata | Sequence[Metadata] | None, indexes: npt.ArrayLike | None, count: int
) -> tuple[tuple[Metadata, ...], Numbers | None]:
    if given is None:
        return (), None
    entries = (given,) if isinstance(given, Mapping) else tuple(given)
    for index, entry in enumerate(entries):
        check_metadata(entry, "metadata" if isinstance(given, Mapping) else f"metadata[{index}]")
    if isinstance(given, Mapping):
        return entries, None
    if indexes is None:
        if len(entries) != count:
            text = f"{len(entries)} of metadata for {count} samples, and no indexes."
            raise RequestError(ErrorCode.MALFORMED_COLUMN, text, "metadata")
        return entries, np.arange(count, dtype=NUMBER)
    chosen: Array | None = Column(_INDEXES, NUMBER).given(indexes, count, "")
    if chosen is not None and chosen.max() >= len(entries):
        row = int(np.flatnonzero(chosen >= len(entries))[0])
        text = f"There are {len(entries)} of metadata."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, f"{_INDEXES}[{row}]")
    return entries, chosen
