"""The tiles at the top of a report: a number each, with its method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .markup import Markup, element
from .units import amount, clock, rate_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hearth.analysis import WorkoutAnalysis

    from .units import Units


@dataclass(frozen=True, slots=True)
class Tile:
    """A number of the summary."""

    name: str
    value: str
    #: By which method it was found.
    method: str | None = None


def tiles(analysis: WorkoutAnalysis, units: Units) -> Iterator[Tile]:
    """What is known: a number that is not known has no tile."""
    moving = None if analysis.moving is None else analysis.moving.seconds
    if analysis.distance is not None:
        yield Tile("Distance", units.distance(analysis.distance.metres), analysis.distance.method)
    if analysis.moving is not None:
        yield Tile("Moving time", clock(moving), analysis.moving.method)
    elif abs(analysis.record.duration_seconds - analysis.elapsed_seconds) >= 1:
        yield Tile("Duration", clock(analysis.record.duration_seconds), "without pauses, as the app saved it")
    yield Tile("Elapsed time", clock(analysis.elapsed_seconds))
    yield from _rates(analysis, units, analysis.elapsed_seconds if moving is None else moving)
    yield from _heart(analysis)
    if (elevation := analysis.elevation) is not None:
        if elevation.ascended is not None:
            yield Tile("Elevation gain", units.height(elevation.ascended), elevation.method)
        if elevation.descended is not None:
            yield Tile("Elevation loss", units.height(elevation.descended), elevation.method)
    if analysis.normalized_power is not None:
        yield Tile("Normalized power", amount(analysis.normalized_power.watts, "W"), analysis.normalized_power.method)
    detail = analysis.record.detail
    if detail is not None and detail.HasField("total_energy_burned"):
        yield Tile("Energy", amount(detail.total_energy_burned, "kcal"), "the workout's total")


def _rates(analysis: WorkoutAnalysis, units: Units, seconds: float) -> Iterator[Tile]:
    rate = rate_of(analysis.record.activity_type, units)
    if analysis.distance is not None and analysis.distance.metres > 0 and seconds > 0:
        basis = "of the elapsed time" if analysis.moving is None else "of the moving time"
        yield Tile(f"Average {rate.name.lower()}", rate.of_distance(analysis.distance.metres, seconds), basis)
    adjusted = analysis.grade_adjusted_seconds_per_kilometre
    if adjusted is not None and adjusted > 0 and analysis.grade_adjusted is not None:
        yield Tile("Grade-adjusted pace", rate.text(rate.of(1000 / adjusted)), analysis.grade_adjusted.method)


def _heart(analysis: WorkoutAnalysis) -> Iterator[Tile]:
    readings = analysis.record.readings("heartRate")
    known = np.empty(0) if readings is None else readings.values[np.isfinite(readings.values)]
    if len(known):
        # Of numbers that no heart has the sum is infinite.
        with np.errstate(over="ignore"):
            mean = float(known.mean())
        yield Tile("Average heart rate", amount(mean, "/min"), f"mean of {len(known):,} measurements")
        yield Tile("Highest heart rate", amount(float(known.max()), "/min"))


def summary(analysis: WorkoutAnalysis, units: Units) -> Markup:
    """All tiles."""
    return element(
        "dl",
        *(
            element(
                "div",
                element("dt", tile.name),
                element("dd", tile.value),
                None if tile.method is None else element("dd", tile.method, class_="note"),
            )
            for tile in tiles(analysis, units)
        ),
        class_="tiles",
    )
