"""What an app may save and what files may hold: pages and reports are made of it, of a size that can be read."""

from __future__ import annotations

import dataclasses
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from hearth import analysis
from hearth.messages import (
    WORKOUT_EVENT_TYPE_LAP,
    WORKOUT_EVENT_TYPE_PAUSE,
    WORKOUT_EVENT_TYPE_RESUME,
    WorkoutDetail,
)
from server import Server

from dashboards import Dashboard
from hearth_dashboard.pages import PAGES, Visit, page_html
from hearth_dashboard.pages.quantities import change_text
from hearth_dashboard.private_file import write_private
from hearth_dashboard.report import KILOMETRES, report_html, report_values
from hearth_dashboard.report.details import details
from hearth_dashboard.report.scale import marks, round_step
from hearth_dashboard.report.tables import SPLITS_MAX, altitude_changes, mean_rates
from hearth_dashboard.report.tiles import FileTiles, TilesError, tiles_of
from hearth_dashboard.report.units import number_text
from pages import page_of
from runs import SECOND, START, analysed, event, recorded_run
from stores import day_text
from tile_files import picture, tile_file

if TYPE_CHECKING:
    from collections.abc import Iterator

BERLIN = ZoneInfo("Europe/Berlin")
NOON = np.datetime64(f"{day_text()}T12:00", "ns")
HOUR = np.timedelta64(3600 * 10**9, "ns")
#: That ask at once.
THREADS = 16
#: Of any page.
LETTERS_MAX = 1_000_000


@pytest.fixture(scope="module")
def client() -> Iterator[hearth.Client]:
    """Of a store that each test fills."""
    with Server() as server, hearth.Client(server.socket, app="org.example.hostile") as connected:
        yield connected


def page_text(client: hearth.Client, route: str, query: dict[str, str], **path: str) -> str:
    """A page, which is whole and can be read."""
    visit = Visit(client, BERLIN, KILOMETRES, query, path, route.format(**path))
    text = page_html(PAGES[route](visit), visit)
    page_of(text)
    assert len(text) < LETTERS_MAX
    return text


def long_run(count: int, metres: float, seconds: int = 1) -> list[hearth.Samples]:
    """A workout with a lap and a pause every ten samples."""
    times = START + np.arange(count) * seconds * SECOND
    events = [event(WORKOUT_EVENT_TYPE_LAP, row, count) for row in range(0, count, 10)]
    for row in range(0, count - 2, 10):
        events += [event(WORKOUT_EVENT_TYPE_PAUSE, row * seconds, row * seconds)]
        events += [event(WORKOUT_EVENT_TYPE_RESUME, row * seconds + 1, row * seconds + 1)]
    ends = times[-1:]
    run = hearth.workouts([START], ends, ["running"], details=[WorkoutDetail(events=events)])
    rates = hearth.quantities("heartRate", times, 150.0 + np.arange(count) % 7, "count/min")
    lengths = hearth.quantities(
        "distanceWalkingRunning", times[:-1], np.full(count - 1, metres / count), "m", ends=times[1:]
    )
    route = hearth.routes(
        [START],
        ends,
        [count],
        times,
        52 + np.arange(count) * 1e-6,
        np.full(count, 13.0),
        altitudes=np.arange(count) % 99,
    )
    return [run, route, rates, lengths]


@pytest.mark.parametrize(("count", "metres", "seconds"), [(20_000, 9e7, 1), (20_000, 2e4, 60)])
def test_a_workout_of_very_many_parts_has_a_report_that_can_be_read(count: int, metres: float, seconds: int) -> None:
    long = analysed(long_run(count, metres, seconds))
    text = report_html(long)
    assert len(text) < LETTERS_MAX
    page = page_of(text)
    laps = page.section("Laps")
    assert len(laps.rows()) == SPLITS_MAX
    assert f"The first {SPLITS_MAX:,} of {count // 10:,}." in laps.text
    assert len([*page.section("Charts").every("rect", "pause")]) <= 3 * 1001
    if metres > 1e6:
        assert f"The first {SPLITS_MAX:,} of {len(long.splits):,}." in page.section("Splits").text
    assert len(report_values(long)["splits"]) == len(long.splits)  # type: ignore[arg-type]


def test_the_means_and_climbs_of_splits_are_those_of_their_samples() -> None:
    run = analysed(recorded_run(1))
    readings, track = run.record.readings("heartRate"), run.track
    assert readings is not None
    assert track is not None
    for parts in (run.splits, run.laps):
        rates, climbs = mean_rates(run, parts), altitude_changes(track, parts)
        for part, rate, climb in zip(parts, rates, climbs, strict=True):
            held = (readings.starts >= part.start) & (readings.starts < part.end)
            assert rate == pytest.approx(readings.values[held].mean())
            seconds = [(moment - START) / SECOND for moment in (part.start, part.end)]
            begin, end = np.interp(seconds, (track.times - START) / SECOND, track.altitudes)
            assert climb == pytest.approx(end - begin)
    # The middle of the rest has no heart rate, and after the track nothing is known of heights.
    split = dataclasses.replace(run.splits[0], start=START - 10 * SECOND, end=START - 5 * SECOND)
    assert mean_rates(run, [split]) == altitude_changes(track, [split]) == [None]
    assert mean_rates(run, []) == altitude_changes(None, []) == []


@pytest.mark.parametrize("values", [[1.7e308, -1.7e308], [1.7e308, 1e-300], [5e-324, 0.0], [1e99, -1e99]])
@pytest.mark.parametrize("name", ["heartRate", "bodyMass", "stepCount"])
def test_any_numbers_have_pages(client: hearth.Client, name: str, values: list[float]) -> None:
    units = {"heartRate": "count/min", "bodyMass": "kg", "stepCount": "count"}
    times = NOON - np.array([0, 8 * 24]) * HOUR
    saved = hearth.quantities(name, times, values, units[name], force=True)
    both = hearth.quantities(name, NOON - np.array([1, 2]) * HOUR, values, units[name], force=True)
    client.save([saved, both])
    try:
        page_text(client, "/", {"day": day_text()})
        for period in ("day", "week", "month", "half", "year"):
            text = page_text(client, "/types/{name}", {"period": period, "day": day_text()}, name=name)
            assert "Measurements" in text
        page_text(client, "/types", {})
        page_text(client, "/sources", {"span": "all"})
    finally:
        client.delete([*saved.uuids, *both.uuids])


def test_numbers_that_nobody_reads_are_short() -> None:
    assert number_text(1.7e308) == "1.7e+308"
    assert change_text(1.7e308, 1e-300) == ""
    assert marks(-1.7e308, 1.7e308, round_step(np.inf, 5)) == []
    assert marks(1e300, 1e300, 1e-300) == []
    assert len(marks(0, 1e9, 1)) < 1000
    assert round_step(5e-324, 5) == 1


def test_requests_at_once_share_two_heaps() -> None:
    """With one for each thread the memory of an open dashboard grows for hours."""
    with Server() as server, Dashboard(server) as dashboard, ThreadPoolExecutor(THREADS) as threads:
        dashboard.enter()
        answers = list(threads.map(lambda _: dashboard.get("/types").status, range(10 * THREADS)))
        assert answers == [200] * len(answers)
        assert heaps(dashboard.process) <= 2


def heaps(process: int) -> int:
    """How many heaps glibc has made for threads: each is at a multiple of its largest size."""
    parts = (line.split() for line in Path(f"/proc/{process}/maps").read_text().splitlines())
    unnamed = [first for first, access, _, _, _, *name in parts if access == "rw-p" and not name]
    return sum(int(first.partition("-")[0], 16) % (64 << 20) == 0 for first in unnamed)


def test_a_night_of_very_many_stages_has_a_page(client: hearth.Client) -> None:
    count = 20_000
    length = 8 * HOUR // count
    begins = np.datetime64(f"{day_text()}T00:00", "ns") + np.arange(count) * length
    stages = np.arange(count) % 2 * 2 + 3
    saved = hearth.categories("sleepAnalysis", begins, stages, ends=begins + length // 2)
    client.save(saved)
    page = page_of(page_text(client, "/sleep", {"night": day_text()}))
    bars = [one for one in page.every("rect") if one.attributes.get("class") in {"core", "rem"}]
    assert 2 <= len(bars) < 2100
    client.delete(saved.uuids)


def test_metadata_of_any_kind_and_size_is_shown() -> None:
    given: dict[str, object] = {f"key {number:04}": "x" * 5000 for number in range(400)}
    given["a date"] = np.datetime64("NaT", "ns")
    run, *_ = recorded_run(0.01)
    record = analysis.WorkoutRecord(workout=run)
    assert "–" in details(_with_metadata(record, given), BERLIN)
    text = str(details(_with_metadata(record, given), BERLIN))
    assert len(text) < LETTERS_MAX
    assert "more" in text
    assert "(5,000 letters)" in text


class _Workout:
    """A workout with metadata that the client would not save, and the server has."""

    def __init__(self, workout: hearth.Samples, metadata: dict[str, object]) -> None:
        self._workout, self._metadata = workout, metadata

    def metadata_of(self, _: int) -> dict[str, object]:
        return self._metadata

    def __getattr__(self, name: str) -> object:
        return getattr(self._workout, name)


def _with_metadata(record: analysis.WorkoutRecord, metadata: dict[str, object]) -> analysis.WorkoutRecord:
    changed = dataclasses.replace(record)
    object.__setattr__(changed, "workout", _Workout(record.workout, metadata))
    return changed


TILES: dict[str, object] = {"number": 3_000_000_000, "less": -1, "text": "text", "nothing": None, "real": 1.5}
VIEWS = {
    "slow": "SELECT 0 zoom_level, 0 tile_column, 0 tile_row, (WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL"
    " SELECT n + 1 FROM r WHERE n < 300000000) SELECT zeroblob(max(n)) FROM r) tile_data",
    "endless": "WITH RECURSIVE r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r) SELECT n zoom_level, 0 tile_column,"
    " 0 tile_row, x'00' tile_data FROM r",
    "large": "SELECT 0 zoom_level, 0 tile_column, 0 tile_row, zeroblob(900000000) tile_data",
    "long inside": "SELECT 0 zoom_level, 0 tile_column, 0 tile_row,"
    " CAST(substr(hex(zeroblob(3000000)), 1, 10) AS BLOB) tile_data",
    "costly": "SELECT 0 zoom_level, 0 tile_column, 0 tile_row, (WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL"
    " SELECT n + 1 FROM r WHERE n < 3000) SELECT CAST(max(hex(randomblob(1000000))) AS BLOB) FROM r) tile_data",
    "fails": "SELECT 0 zoom_level, 0 tile_column, 0 tile_row, abs(-9223372036854775807 - 1) tile_data",
}


@pytest.mark.parametrize("kind", [*TILES, *VIEWS])
def test_a_file_of_tiles_of_any_content_has_a_tile_or_none(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "tiles.mbtiles"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        file.execute("INSERT INTO metadata VALUES ('format', 'png'), ('attribution', ?)", ("<" * 60_000,))
        if kind in VIEWS:
            file.execute(f"CREATE VIEW tiles AS {VIEWS[kind]}")
        else:
            file.execute("CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)")
            file.execute("INSERT INTO tiles VALUES (0, 0, 0, ?)", (TILES[kind],))
    file.close()
    try:
        tiles = tiles_of(str(path))
    except TilesError:
        assert kind in VIEWS
        return
    assert isinstance(tiles, FileTiles)
    assert tiles.picture(0, 0, 0) is None
    assert len(tiles.attribution) < 1000


def test_a_damaged_file_of_tiles_has_the_other_ones(tmp_path: Path) -> None:
    path = tile_file(tmp_path / "tiles.mbtiles")
    tiles = tiles_of(str(path))
    assert isinstance(tiles, FileTiles)
    assert tiles.picture(0, 0, 0) in {picture((250, 240, 200)), picture((200, 230, 250))}
    path.write_bytes(path.read_bytes()[:4096] + bytes(8192))
    tiles.picture(5, 17, 10)


def test_addresses_of_tiles_that_are_no_numbers_are_not_found(tmp_path: Path) -> None:
    path = tile_file(tmp_path / "tiles.mbtiles")
    with Server() as server, Dashboard(server, "--tiles", str(path)) as running:
        running.enter()
        assert running.get("/tiles/0/0/0").status == 200
        for place in (
            "9" * 5000 + "/0/0",
            "0/0/" + "9" * 4400,
            "-1/0/0",
            "0/1/0",
            "x/0/0",
            "٣/0/0".encode().hex() + "/0/0",
        ):
            assert running.get(f"/tiles/{place}").status == 404
        # What asks for a web socket gets what it would get without.
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
        assert running.get("/system", Sec_WebSocket_Key="eA==", **upgrade).status == 200
        assert running.get("/live", Cookie="", Sec_WebSocket_Key="eA==", **upgrade).status == 403


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal", ".lock"])
@pytest.mark.parametrize("is_there", [True, False])
def test_what_belongs_to_a_store_is_not_replaced(tmp_path: Path, ending: str, *, is_there: bool) -> None:
    (tmp_path / "store.hearth").write_bytes(b"SQLite format 3\0 and more")
    path = tmp_path / f"store.hearth{ending}"
    if is_there:
        path.write_bytes(b"of the store")
    with pytest.raises(FileExistsError, match="belongs to the file of a store"):
        write_private(path, b"report")
    assert path.exists() == is_there
    assert not is_there or path.read_bytes() == b"of the store"
    # A name alone says nothing.
    write_private(tmp_path / f"run.html{ending}", b"report")
    assert (tmp_path / f"run.html{ending}").read_bytes() == b"report"
