"""Workout files as `hearth import` stores them, beside `gpxpy`, `gpsbabel` and `fitdecode`: points, times and totals.

The GPX files are those of a folder that `GPX_FILES` names, such as the files that gpxpy ships with its source, and
generated ones; gpsbabel makes TCX and FIT of the latter.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import fitdecode
import gpxpy
import numpy as np
import pytest
from gpxpy.gpx import GPX, GPXTrack, GPXTrackPoint, GPXTrackSegment

import hearth
from conftest import APP
from server import PROGRAM, SECONDS_MAX, Server

SEEDS = range(4)
#: What a position of 32 bits resolves, and seven digits behind the point.
DEGREES = 180 / 2**31
#: What a Python time resolves, in nanoseconds.
MICROSECOND = 1_000
BEGIN = datetime(2026, 5, 1, 6, tzinfo=UTC)
GARMIN = "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
TCX = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
SHIPPED = sorted(Path(os.environ["GPX_FILES"]).glob("*.gpx")) if "GPX_FILES" in os.environ else []


@dataclass
class Activity:
    """What one workout of a file has. Times are nanoseconds since 1970."""

    times: list[int] = field(default_factory=list)
    latitudes: list[float] = field(default_factory=list)
    longitudes: list[float] = field(default_factory=list)
    altitudes: list[float] = field(default_factory=list)
    heart_rates: list[tuple[int, float]] = field(default_factory=list)
    start: int = 0
    end: int = 0
    distance: float | None = None
    timer: float | None = None


def nanoseconds(time: datetime) -> int:
    whole = time.astimezone(UTC).replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return (whole.days * 86_400 + whole.seconds) * 1_000_000_000 + whole.microseconds * 1_000


def generated(seed: int, folder: Path) -> Path:
    """A run with a pause, with a heart rate at each point."""
    chance = np.random.default_rng(seed)
    track = GPXTrack()
    time, north, east = BEGIN, float(chance.uniform(-60, 60)), float(chance.uniform(-170, 170))
    for _ in range(int(chance.integers(1, 4))):
        segment = GPXTrackSegment()
        for _ in range(int(chance.integers(30, 200))):
            north += float(chance.normal(0, 3e-5))
            east += float(chance.normal(0, 3e-5))
            altitude = round(float(chance.uniform(20, 60)), 1)
            point = GPXTrackPoint(round(north, 7), round(east, 7), altitude, time)
            extension = ElementTree.Element(f"{{{GARMIN}}}TrackPointExtension")
            ElementTree.SubElement(extension, f"{{{GARMIN}}}hr").text = str(chance.integers(80, 180))
            point.extensions.append(extension)
            segment.points.append(point)
            time += timedelta(seconds=int(chance.integers(1, 4)))
        track.segments.append(segment)
        time += timedelta(seconds=120)
    document = GPX()
    document.nsmap["gpxtpx"] = GARMIN
    document.tracks.append(track)
    path = folder / "run.gpx"
    path.write_text(document.to_xml(), encoding="utf-8")
    return path


def converted(gpx: Path, format: str, suffix: str) -> Path:
    path = gpx.with_suffix(suffix)
    command = ["gpsbabel", "-t", "-i", "gpx", "-f", str(gpx), "-o", format, "-F", str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=SECONDS_MAX)
    return path


def as_activity(path: Path) -> Path:
    """gpsbabel marks what it writes as a course, which is no workout: the same file as an activity."""
    content = bytearray(path.read_bytes())
    with fitdecode.FitReader(path, keep_raw_chunks=True) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage) and frame.name == "file_id":
                place = frame.chunk.offset + 1
                for each in frame.def_mesg.field_defs:
                    if each.def_num == 0:
                        content[place] = 4
                        break
                    place += each.size
    content[-2:] = fitdecode.utils.compute_crc(bytes(content[:-2])).to_bytes(2, "little")
    path.write_bytes(content)
    return path


def imported(server: Server, path: Path) -> list[Activity]:
    """What a store has after an import, a workout each, in order of time. Waypoints and routes are not taken."""
    command = [PROGRAM, "import", str(path), "--socket", server.socket]
    result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=SECONDS_MAX)
    assert result.returncode in {0, 1}, result.stderr
    with hearth.Client(server.socket, app=APP) as client:
        workouts = client.read("workout")
        routes = client.read("workoutRoute", series=True)
        rates = client.read("heartRate")
        found, payload = workouts.payload, routes.payload
        assert isinstance(found, hearth.Workouts)
        assert isinstance(payload, hearth.Routes)
        activities = []
        for row in range(len(workouts)):
            activity = Activity(start=int(workouts.starts[row]), end=int(workouts.ends[row]))
            seconds = (activity.end - activity.start) / 1e9
            activity.timer = seconds if found.durations is None else float(found.durations[row])
            activity.distance = found.details[row].total_distance if found.details else None
            activities.append(activity)
        activities.sort(key=lambda activity: activity.start)
        begin = 0
        for row, length in enumerate([] if payload.lengths is None else payload.lengths.tolist()):
            times = payload.timestamps[begin : begin + length].astype(np.int64).tolist()
            first, last = int(routes.starts[row]), int(routes.ends[row])
            activity = next(each for each in activities if each.start <= first and last <= each.end and not each.times)
            activity.times = times
            activity.latitudes = payload.latitudes[begin : begin + length].tolist()
            activity.longitudes = payload.longitudes[begin : begin + length].tolist()
            if payload.altitudes is not None:
                activity.altitudes = payload.altitudes[begin : begin + length].tolist()
            begin += length
        for start, value in zip(rates.starts.astype(np.int64).tolist(), rates.values.tolist(), strict=True):
            activity = next(each for each in activities if each.start <= start <= each.end)
            activity.heart_rates.append((start, value))
    return activities


def by_gpxpy(path: Path) -> list[Activity]:
    activities = []
    for track in gpxpy.parse(path.read_text(encoding="utf-8-sig")).tracks:
        points = [point for segment in track.segments for point in segment.points if point.time is not None]
        points.sort(key=lambda point: nanoseconds(point.time or BEGIN))
        if not points:
            continue
        activity = Activity()
        for point in points:
            activity.times.append(nanoseconds(point.time or BEGIN))
            activity.latitudes.append(point.latitude)
            activity.longitudes.append(point.longitude)
            activity.altitudes.append(point.elevation if point.elevation is not None else 0.0)
            rates = [rate.text for extension in point.extensions for rate in extension.iter(f"{{{GARMIN}}}hr")]
            activity.heart_rates += [(activity.times[-1], float(rate)) for rate in rates if rate]
        activity.start, activity.end = activity.times[0], activity.times[-1]
        activities.append(activity)
    return activities


def by_fitdecode(path: Path) -> Activity:
    activity = Activity()
    with fitdecode.FitReader(path) as reader:
        for frame in reader:
            if not isinstance(frame, fitdecode.FitDataMessage):
                continue
            value = {each.name: each.value for each in frame.fields}
            if frame.name == "record":
                time = nanoseconds(value["timestamp"])
                # The distance so far, where the session has none.
                activity.distance = value.get("distance", activity.distance)
                if value.get("position_lat") is not None:
                    activity.times.append(time)
                    activity.latitudes.append(value["position_lat"] * DEGREES)
                    activity.longitudes.append(value["position_long"] * DEGREES)
                    altitude = "enhanced_altitude" if "enhanced_altitude" in value else "altitude"
                    activity.altitudes.append(value[altitude])
                if value.get("heart_rate") is not None:
                    activity.heart_rates.append((time, float(value["heart_rate"])))
            elif frame.name == "lap":
                activity.distance = value.get("total_distance", activity.distance)
    return activity


def by_tcx(path: Path) -> Activity:
    """The points as gpsbabel reads them back, and the totals of the laps as they stand in the file."""
    back = path.with_suffix(".back.gpx")
    command = ["gpsbabel", "-t", "-i", "gtrnctr", "-f", str(path), "-o", "gpx,garminextensions", "-F", str(back)]
    subprocess.run(command, check=True, capture_output=True, timeout=SECONDS_MAX)
    activity = by_gpxpy(back)[0]
    laps = ElementTree.parse(path).getroot().iter(f"{TCX}Lap")
    activity.distance = sum(float(lap.findtext(f"{TCX}DistanceMeters") or 0) for lap in laps)
    return activity


def same(found: Activity, expected: Activity, degrees: float = 0.0, metres: float = 0.0) -> None:
    assert len(found.times) == len(expected.times)
    assert all(abs(time - other) <= MICROSECOND for time, other in zip(found.times, expected.times, strict=True))
    np.testing.assert_allclose(found.latitudes, expected.latitudes, rtol=0, atol=degrees)
    np.testing.assert_allclose(found.longitudes, expected.longitudes, rtol=0, atol=degrees)
    if any(expected.altitudes):
        np.testing.assert_allclose(found.altitudes, expected.altitudes, rtol=0, atol=metres)
    assert found.heart_rates == expected.heart_rates


def moving_seconds(activity: Activity) -> float:
    """From the first point to the last, without the pauses between segments."""
    gaps = [later - earlier for earlier, later in pairwise(activity.times) if later - earlier >= 100e9]
    return (activity.times[-1] - activity.times[0] - sum(gaps)) / 1e9


@pytest.mark.parametrize("seed", SEEDS)
def test_gpx_is_what_gpxpy_reads(own_server: Server, tmp_path: Path, seed: int) -> None:
    path = generated(seed, tmp_path)
    (expected,) = by_gpxpy(path)
    (found,) = imported(own_server, path)
    same(found, expected)
    assert (found.start, found.end) == (expected.start, expected.end)
    assert found.timer == pytest.approx(moving_seconds(expected))


@pytest.mark.parametrize("seed", SEEDS)
def test_tcx_is_what_gpsbabel_writes_and_reads(own_server: Server, tmp_path: Path, seed: int) -> None:
    path = converted(generated(seed, tmp_path), "gtrnctr,course=0,sport=Running", ".tcx")
    expected = by_tcx(path)
    (found,) = imported(own_server, path)
    same(found, expected, degrees=1e-9, metres=1e-6)
    assert found.distance == pytest.approx(expected.distance, abs=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_fit_is_what_fitdecode_reads(own_server: Server, tmp_path: Path, seed: int) -> None:
    path = as_activity(converted(generated(seed, tmp_path), "garmin_fit", ".fit"))
    expected = by_fitdecode(path)
    (found,) = imported(own_server, path)
    same(found, expected, degrees=1e-12, metres=1e-6)
    assert found.distance == pytest.approx(expected.distance, abs=1e-6)
    # gpsbabel writes a lap and no session, so the file does not say that the run was paused.
    assert found.timer == pytest.approx(moving_seconds(expected))
    assert found.start == expected.times[0]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_files_that_others_ship(own_server: Server, path: Path) -> None:
    expected = by_gpxpy(path)
    found = imported(own_server, path)
    assert len(found) == len(expected)
    for one, other in zip(found, sorted(expected, key=lambda activity: activity.start), strict=True):
        same(one, other)
