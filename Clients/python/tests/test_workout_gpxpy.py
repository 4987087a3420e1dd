"""`hearth.analysis` against `gpxpy`, which takes the earth for a sphere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
import pytest
from gpxpy.geo import calculate_uphill_downhill
from gpxpy.gpx import GPXTrackPoint, GPXTrackSegment

from hearth.analysis import MovingRule, distance_of_track, elevation_of_altitudes, make_track, moving_by_speed

if TYPE_CHECKING:
    from hearth.samples.columns import Floats

START = np.datetime64("2026-11-21T08:00", "ns")
SEEDS = range(10)
#: How far the radii of curvature of WGS 84 are from the equatorial radius of gpxpy's sphere: at most 1.5 times the
#: flattening's double, at the equator along the meridian.
SPHERE = 0.0068


def walk(seed: int) -> tuple[Floats, Floats, Floats]:
    """Seconds, latitudes and longitudes of a walk with stops, at any latitude up to 70 degrees."""
    chance = np.random.default_rng(seed)
    count = int(chance.integers(50, 400))
    seconds = np.concatenate([[0], np.cumsum(chance.integers(1, 6, count))]).astype(np.float64)
    metres = chance.uniform(2, 6, count) * np.diff(seconds) * (chance.random(count) > 0.2)
    heading = np.cumsum(chance.normal(0, 0.2, count))
    latitude = chance.uniform(-70, 70)
    north = latitude + np.concatenate([[0], np.cumsum(metres * np.cos(heading))]) / 111_000
    east = np.concatenate([[0], np.cumsum(metres * np.sin(heading))]) / (111_000 * np.cos(np.radians(latitude)))
    return seconds, north, east


def segment(seconds: Floats, latitudes: Floats, longitudes: Floats) -> GPXTrackSegment:
    begin = datetime(2026, 11, 21, 8, tzinfo=UTC)
    return GPXTrackSegment(
        [
            GPXTrackPoint(north, east, time=begin + timedelta(seconds=second))
            for second, north, east in zip(seconds.tolist(), latitudes.tolist(), longitudes.tolist(), strict=True)
        ]
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_distances_and_moving_times_are_those_of_gpxpy(seed: int) -> None:
    seconds, north, east = walk(seed)
    theirs = segment(seconds, north, east)
    curve = distance_of_track(make_track(START + seconds.astype("m8[s]"), north, east))
    assert curve is not None
    assert curve.total == pytest.approx(theirs.length_2d(), rel=SPHERE)
    # It stops whenever it is slower than 1 km/h, however short.
    moving = moving_by_speed(curve, MovingRule.RIDE, ride_stop_max=1e-9)
    data = theirs.get_moving_data(raw=True)
    assert data is not None
    assert moving.seconds == data.moving_time


def test_distances_along_the_equator_are_those_of_the_sphere() -> None:
    east = np.cumsum(np.random.default_rng(1).uniform(0, 1e-3, 100))
    curve = distance_of_track(make_track(START + np.arange(100).astype("m8[s]"), np.zeros(100), east))
    assert curve is not None
    assert curve.total == pytest.approx(segment(np.arange(100.0), np.zeros(100), east).length_2d(), rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_elevations_of_its_smoothed_altitudes_are_those_of_gpxpy(seed: int) -> None:
    chance = np.random.default_rng(seed)
    altitudes = 300 + np.cumsum(chance.normal(0, 1, 500))
    up, down = calculate_uphill_downhill(altitudes.tolist())
    # Its method: each altitude with a third of its neighbours, and every change.
    smooth = altitudes.copy()
    smooth[1:-1] = 0.3 * altitudes[:-2] + 0.4 * altitudes[1:-1] + 0.3 * altitudes[2:]
    every = elevation_of_altitudes(smooth, hysteresis=1e-12)
    assert every is not None
    assert (every.ascended, every.descended) == pytest.approx((up, down))
    # The hysteresis finds less, and the same difference between both ends but for what it leaves out.
    found = elevation_of_altitudes(altitudes)
    assert found is not None
    assert found.ascended is not None
    assert found.descended is not None
    assert found.ascended < up
    assert found.ascended - found.descended == pytest.approx(altitudes[-1] - altitudes[0], abs=3)
