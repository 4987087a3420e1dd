"""Workouts, routes and heartbeats to be saved, of arrays or lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import check_type, listed
from ..enums import WorkoutActivityType
from ..errors import ErrorCode, RequestError
from ..hearth_pb2 import WorkoutDetail
from .build import count_of, make_samples
from .category_enums import numbers_of_names
from .workouts import Heartbeats, Routes, Workouts

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from .identifiers import UuidsLike
    from .metadata import Metadata
    from .provenance import Device
    from .samples import Samples
    from .times import TimesLike


def workouts(
    starts: TimesLike,
    ends: TimesLike,
    activity_types: npt.ArrayLike,
    *,
    durations: npt.ArrayLike | None = None,
    details: Sequence[WorkoutDetail] = (),
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
) -> Samples:
    """Workouts; `activity_types` are members of `hearth.enums.WorkoutActivityType`, their names, or their numbers.
    `durations` are seconds without pauses; `details` has one message for each workout. The rest is as for
    `make_samples`.

    >>> run = workouts(["2026-11-22T08:00Z"], ["2026-11-22T08:25Z"], ["running"])
    >>> run.members
    [<WorkoutActivityType.running: 37>]
    """
    count = count_of(starts)
    details = listed(details, "a list of WorkoutDetail", "details")
    for index, detail in enumerate(details):
        check_type(detail, WorkoutDetail, "a WorkoutDetail of hearth.messages", f"details[{index}]")
    if details and len(details) != count:
        text = f"{len(details)} details for {count} workouts."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, "workout.details")
    numbers = numbers_of_names(activity_types, WorkoutActivityType, "workout.activity_types")
    columns = {"activity_types": numbers, "durations": durations}
    return make_samples(
        "HKWorkoutTypeIdentifier",
        starts,
        Workouts.checked(columns, count, details=tuple(details)),
        ends=ends,
        uuids=uuids,
        device=device,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
    )


def routes(
    starts: TimesLike,
    ends: TimesLike,
    lengths: npt.ArrayLike,
    timestamps: TimesLike,
    latitudes: npt.ArrayLike,
    longitudes: npt.ArrayLike,
    *,
    altitudes: npt.ArrayLike | None = None,
    horizontal_accuracies: npt.ArrayLike | None = None,
    vertical_accuracies: npt.ArrayLike | None = None,
    speeds: npt.ArrayLike | None = None,
    courses: npt.ArrayLike | None = None,
    speed_accuracies: npt.ArrayLike | None = None,
    course_accuracies: npt.ArrayLike | None = None,
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
) -> Samples:
    """Routes; `lengths` has the number of locations of each one, and the locations follow one after the other. `Routes`
    describes their columns. The rest is as for `make_samples`.

    >>> times = ["2026-11-22T08:00Z", "2026-11-22T08:01Z"]
    >>> routes(times[:1], times[1:], [2], times, [48.1, 48.2], [11.5, 11.6])
    <1 sample of workoutRoute, 2026-11-22 08:00:00 UTC>
    """
    columns = {
        "lengths": lengths,
        "timestamps": timestamps,
        "latitudes": latitudes,
        "longitudes": longitudes,
        "altitudes": altitudes,
        "horizontal_accuracies": horizontal_accuracies,
        "vertical_accuracies": vertical_accuracies,
        "speeds": speeds,
        "courses": courses,
        "speed_accuracies": speed_accuracies,
        "course_accuracies": course_accuracies,
    }
    return make_samples(
        "HKWorkoutRouteTypeIdentifier",
        starts,
        Routes.checked(columns, count_of(starts)),
        ends=ends,
        uuids=uuids,
        device=device,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
    )


def heartbeats(
    starts: TimesLike,
    ends: TimesLike,
    lengths: npt.ArrayLike,
    offsets: npt.ArrayLike,
    *,
    gaps: npt.ArrayLike | None = None,
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
) -> Samples:
    """Series of heartbeats: `lengths` has the number of beats of each one, `offsets` are seconds since its start, and
    `gaps` is true for beats with a gap before them. The rest is as for `make_samples`.

    >>> heartbeats(["2026-11-22T08:00Z"], ["2026-11-22T08:01Z"], [3], [0.0, 0.8, 1.7])
    <1 sample of heartbeatSeries, 2026-11-22 08:00:00 UTC>
    """
    return make_samples(
        "HKDataTypeIdentifierHeartbeatSeries",
        starts,
        Heartbeats.checked({"lengths": lengths, "offsets": offsets, "gaps": gaps}, count_of(starts)),
        ends=ends,
        uuids=uuids,
        device=device,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
    )
