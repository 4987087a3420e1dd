"""The numbers of a report for programs: JSON of metres, seconds, watts and beats a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .details import source_name, title
from .tables import altitude_changes, mean_rates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hearth.analysis import Split, WorkoutAnalysis

Value: TypeAlias = "str | float | bool | Sequence[Value] | Mapping[str, Value] | None"


def report_values(analysis: WorkoutAnalysis) -> dict[str, Value]:
    """The numbers of a report, with their methods. Null: not known. Times are in UTC."""
    record = analysis.record
    distance, moving, elevation = analysis.distance, analysis.moving, analysis.elevation
    zones, adjusted, power = analysis.zones, analysis.grade_adjusted, analysis.normalized_power
    found: dict[str, Value] = _finite(
        {
            "uuid": str(record.workout.uuid(0)).upper(),
            "activity": title(record),
            "source": source_name(record),
            "start": _time(record.start),
            "end": _time(record.end),
            "elapsed_seconds": analysis.elapsed_seconds,
            "moving": None if moving is None else {"seconds": moving.seconds, "method": moving.method},
            "distance": None if distance is None else {"metres": distance.metres, "method": distance.method},
            "elevation": None
            if elevation is None
            else {
                "ascended_metres": elevation.ascended,
                "descended_metres": elevation.descended,
                "method": elevation.method,
            },
            "grade_adjusted": None
            if adjusted is None
            else {
                "seconds_per_kilometre": analysis.grade_adjusted_seconds_per_kilometre,
                "method": adjusted.method,
            },
            "normalized_power": None if power is None else {"watts": power.watts, "method": power.method},
            "heart_rate": _heart(analysis),
            "splits": _splits(analysis, analysis.splits),
            "laps": _splits(analysis, analysis.laps),
            "segments": _splits(analysis, analysis.segments),
            "segment_difference_seconds": analysis.segment_difference,
            "zones": None
            if zones is None
            else {
                "bounds_per_minute": list(zones.zones.bounds),
                "seconds": zones.seconds.tolist(),
                "method": zones.method,
            },
            "efforts": [
                {
                    "metres": effort.metres,
                    "elapsed_seconds": effort.elapsed_seconds,
                    "start": _time(effort.start),
                    "method": effort.method,
                }
                for effort in analysis.efforts
            ],
            "power_curve": None
            if analysis.power_curve is None
            else {
                "seconds": analysis.power_curve.seconds.tolist(),
                "watts": analysis.power_curve.watts.tolist(),
                "method": analysis.power_curve.method,
            },
        }
    )
    return found


def _finite(value: Any) -> Any:
    """The same, with null for numbers that JSON does not have."""
    match value:
        case float():
            return value if np.isfinite(value) else None
        case dict():
            return {key: _finite(one) for key, one in value.items()}
        case list():
            return [_finite(one) for one in value]
        case _:
            return value


def _splits(analysis: WorkoutAnalysis, splits: Sequence[Split]) -> list[dict[str, Value]]:
    return [
        {
            "number": split.number,
            "start": _time(split.start),
            "metres": split.metres,
            "elapsed_seconds": split.elapsed_seconds,
            "moving_seconds": split.moving_seconds,
            "is_partial": split.is_partial,
            "mean_heart_rate_per_minute": beats,
            "altitude_change_metres": change,
        }
        for split, beats, change in zip(
            splits, mean_rates(analysis, splits), altitude_changes(analysis.track, splits), strict=True
        )
    ]


def _heart(analysis: WorkoutAnalysis) -> dict[str, Value] | None:
    readings = analysis.record.readings("heartRate")
    known = np.empty(0) if readings is None else readings.values[np.isfinite(readings.values)]
    if not len(known):
        return None
    # Of numbers that no heart has the sum is infinite.
    with np.errstate(over="ignore"):
        mean = float(known.mean())
    return {"mean_per_minute": mean, "greatest_per_minute": float(known.max()), "count": len(known)}


def _time(time: np.datetime64) -> str:
    return f"{np.datetime_as_string(time, unit='ms')}Z"
