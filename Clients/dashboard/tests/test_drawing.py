"""What lines, scales and maps are made of."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re

import hearth
import numpy as np
import pytest
from hearth.analysis import DistanceCurve, make_spans, make_track
from hypothesis import given, settings
from hypothesis import strategies as st

from hearth_dashboard import pages, report
from hearth_dashboard.report import KILOMETRES
from hearth_dashboard.report.chart import HEIGHT, WIDTH, charts, line
from hearth_dashboard.report.route_map import canvas_of, lines
from hearth_dashboard.report.scale import Scale, clock_step, marks, round_step
from hearth_dashboard.report.series import Series, series_of, speeds_at
from hearth_dashboard.report.thinning import apart, extremes
from pages import page_of
from runs import SECOND, START, analysed, recorded_run

NUMBERS = st.floats(-1e6, 1e6, allow_subnormal=False)
settings.register_profile("hearth", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("hearth")


def test_the_examples_of_the_documentation_are_right() -> None:
    attempted = 0
    for package in (report, pages):
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            result = doctest.testmod(importlib.import_module(module.name))
            assert result.failed == 0
            attempted += result.attempted
    assert attempted > 10


@given(st.lists(st.tuples(st.integers(0, 9), NUMBERS), max_size=60))
def test_thinned_lines_cover_the_same_pixels(points: list[tuple[int, float]]) -> None:
    points.sort(key=lambda point: point[0])
    columns = np.array([column for column, _ in points], np.int64)
    values = np.array([value for _, value in points], np.float64)
    rows = extremes(columns, values)
    assert (np.diff(rows) > 0).all()
    for column in set(columns.tolist()):
        every, kept = values[columns == column], values[rows][columns[rows] == column]
        assert (kept[0], kept[-1], kept.min(), kept.max()) == (every[0], every[-1], every.min(), every.max())
        assert len(kept) <= 4


@given(st.lists(st.tuples(st.floats(0, 800), st.floats(0, 800)), max_size=60), st.integers(1, 10))
def test_points_of_a_map_are_apart_and_few(points: list[tuple[float, float]], most: int) -> None:
    x, y = np.array([one for one, _ in points]), np.array([one for _, one in points])
    rows = apart(x, y, 5, most)
    assert len(rows) <= max(most + 1, min(len(points), 2))
    assert rows.tolist()[:1] == [0] * (len(points) > 0)
    assert rows.tolist()[-1:] == [len(points) - 1] * (len(points) > 0)
    near = np.maximum(np.abs(np.diff(x[rows])), np.abs(np.diff(y[rows]))) < 5
    # Only the end may be near to the point before it, but for points that were left out in between.
    assert len(points) > most or not near[:-1].any()


@given(st.floats(1e-6, 1e9), st.integers(1, 20))
def test_axes_have_a_few_round_marks(span: float, most: int) -> None:
    for step in (round_step(span, most), clock_step(span, most)):
        assert step > 0
        assert len(marks(0, span, step)) <= most + 1
    assert marks(0, span, round_step(span, most))[0] == 0


def test_a_line_has_parts_where_nothing_is_known_between_them() -> None:
    series = Series(
        name="",
        key="",
        seconds=np.array([0, 10, 20, 30, 100, 110, 200.0]),
        values=np.array([0, 5, np.nan, 5, 10, 10, 4.0]),
        text=str,
        mark=str,
        gap=30,
        span_min=1,
    )
    across = Scale(low=0, high=200, begin=0, end=WIDTH)
    vertical = Scale(low=0, high=10, begin=HEIGHT, end=0)
    assert line(series, across, vertical) == "M0 150L50 75M150 75h.1M500 0L550 0M1000 90h.1"
    upside_down = Scale(low=10, high=0, begin=HEIGHT, end=0)
    assert line(series, across, upside_down).startswith("M0 0L50 75")


def test_a_speed_is_that_of_the_time_without_pauses() -> None:
    times = START + np.array([0, 100, 200, 300]) * SECOND
    curve = DistanceCurve(times=times, metres=np.array([0, 400.0, 400, 800]), method="")
    pauses = make_spans(times[1:2], times[2:3])
    at = START + np.array([0, 50, 99, 150, 201, 300, 301]) * SECOND
    found = speeds_at(at, curve, pauses)
    assert found[[0, 1, 2, 4, 5]] == pytest.approx([4] * 5)
    assert np.isnan(found[[3, 6]]).all()
    assert speeds_at(times[1:3], curve, pauses) == pytest.approx([4, 4])


def test_a_map_has_north_up_and_the_same_scale_in_each_direction() -> None:
    # A square of 1 km at 60 degrees north, over the antimeridian.
    north, east = 1000 / 111_195, 1000 / (111_195 * np.cos(np.radians(60)))
    track = make_track(
        START + np.arange(4) * SECOND,
        60 + np.array([0, north, north, 0]),
        [179.995, 179.995, 179.995 + east - 360, 179.995 + east - 360],
    )
    canvas = canvas_of(track)
    assert np.diff(canvas.x) == pytest.approx([0, 1000 * canvas.scale, 0], rel=1e-3, abs=1e-6)
    assert np.diff(canvas.y) == pytest.approx([-1000 * canvas.scale, 0, 1000 * canvas.scale], rel=1e-3, abs=1e-6)
    assert canvas.y.min() >= 0
    assert canvas.y.max() <= canvas.height
    assert canvas.x.min() >= 0
    assert canvas.x.max() <= 800


def test_a_slow_route_on_a_large_map_is_one_line() -> None:
    # Ten metres each ten seconds for 200 km: a pixel takes four minutes.
    track = make_track(START + np.arange(20_000) * 10 * SECOND, np.arange(20_000) * 10 / 111_195, np.zeros(20_000))
    canvas = canvas_of(track)
    rows = apart(canvas.x, canvas.y, 1, 8000)
    (path,) = lines(canvas, track, rows, np.zeros(len(rows), np.int64), 1)
    assert path.count("M") == 1
    assert len(rows) > 400


def test_a_map_joins_nothing_across_a_pause_or_a_gap() -> None:
    times = START + np.array([0, 1, 2, 10, 11, 200, 201]) * SECOND
    pauses = make_spans(times[2:3], times[3:4])
    track = make_track(times, np.arange(7) / 1000, np.zeros(7), pauses=pauses)
    paths = lines(canvas_of(track), track, np.arange(7), np.array([0, 0, 1, 1, 1, 0, 0]), 2)
    assert [len(re.findall("[ML]", path)) for path in paths] == [4, 4]
    assert [path.count("M") for path in paths] == [2, 2]


@pytest.mark.parametrize(("name", "spread", "whole"), [("heartRate", 0.4, 5.0), ("heartRate", 40.0, 40.0)])
def test_what_hardly_changes_is_drawn_nearly_level(name: str, spread: float, whole: float) -> None:
    """Within less than half a beat there is nothing to be seen."""
    run, *_ = recorded_run(0.05)
    times = START + np.arange(180) * SECOND
    values = 140 + spread / 2 * np.sin(np.arange(180))
    analysis = analysed([run, hearth.quantities(name, times, values, "count/min")])
    (drawn,) = series_of(analysis, KILOMETRES)
    figure = page_of(str(charts([drawn], analysis.elapsed_seconds, analysis.pauses, START)))
    heights = [
        float(one) for one in re.findall(r"[ML][0-9.]+ ([0-9.]+)", figure.the("path", "line").attributes["d"] or "")
    ]
    # The whole height is that of at least five beats.
    assert (max(heights) - min(heights)) / HEIGHT == pytest.approx(spread / whole, rel=0.15)
