"""Numbers, charts and maps of a report that a person can compute by hand, of a run made for it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from hearth.enums import WorkoutActivityType as Activity
from hearth.messages import WORKOUT_EVENT_TYPE_PAUSE, WORKOUT_EVENT_TYPE_RESUME, WorkoutDetail

from hearth_dashboard.report import MILES, report_html, report_values
from hearth_dashboard.report.units import rate_of
from pages import page_of, report_tiles
from runs import SECOND, START, analysed, event

if TYPE_CHECKING:
    from hearth.analysis import WorkoutAnalysis

    from pages import Element

#: Three kilometres to the north in 5, 4 and 6 minutes, with a pause of a minute after the first: 50 m up, level, and
#: 20 m down. The heart beats 120, 150 and 130 times a minute, and in the second one once 180 times.
SECONDS = np.array([0.0, 300, 360, 600, 960])
METRES = np.array([0.0, 1000, 1000, 2000, 3000])
ALTITUDES = np.array([100.0, 150, 150, 150, 130])
#: Of a degree of latitude.
DEGREE = 111_195.0


@pytest.fixture(scope="module")
def analysis() -> WorkoutAnalysis:
    """Of that run."""
    times = np.concatenate([np.arange(0, 301, 10), np.arange(360, 961, 10)])
    moments = START + times * SECOND
    metres = np.interp(times, SECONDS, METRES)
    events = [event(WORKOUT_EVENT_TYPE_PAUSE, 300, 300), event(WORKOUT_EVENT_TYPE_RESUME, 360, 360)]
    run = hearth.workouts([START], moments[-1:], ["running"], details=[WorkoutDetail(events=events)])
    route = hearth.routes(
        [START],
        moments[-1:],
        [len(times)],
        moments,
        52 + metres / DEGREE,
        np.full(len(times), 13.0),
        altitudes=np.interp(times, SECONDS, ALTITUDES),
        vertical_accuracies=np.full(len(times), 3.0),
    )
    beats = np.select([times < 300, times < 600], [120.0, 150.0], 130.0)
    beats[(times >= 440) & (times <= 460)] = [135, 180, 135]
    rates = hearth.quantities("heartRate", moments, beats, "count/min")
    lengths = hearth.quantities("distanceWalkingRunning", moments[:-1], np.diff(metres), "m", ends=moments[1:])
    return analysed([run, route, rates, lengths])


@pytest.fixture(scope="module")
def page(analysis: WorkoutAnalysis) -> Element:
    """The report of it."""
    return page_of(report_html(analysis))


def points(element: Element) -> list[tuple[float, float]]:
    """Those of a path."""
    found = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", element.attributes["d"] or "")
    return [(float(x), float(y)) for x, y in found]


def test_the_pace_is_that_of_the_moving_time(page: Element) -> None:
    found = report_tiles(page)
    assert (found["Elapsed time"], found["Moving time"], found["Average pace"]) == ("16:00", "15:00", "5:00 /km")
    assert found["Highest heart rate"] == "180 /min"
    assert (found["Elevation gain"], found["Elevation loss"]) == ("50 m", "20 m")


def test_each_split_has_its_own_numbers(page: Element, analysis: WorkoutAnalysis) -> None:
    assert [row[:5] + row[6:] for row in page.section("Splits").rows()] == [
        ["1", "1.00 km", "5:00", "5:00", "5:00 /km", "120 /min", "+50 m"],
        ["2", "1.00 km", "5:00", "4:00", "4:00 /km", "150 /min", "0 m"],
        ["3", "1.00 km", "6:00", "6:00", "6:00 /km", "130 /min", "−20 m"],
    ]
    miles = page_of(report_html(analysis, units=MILES))
    assert miles.section("Splits").rows()[0][-1] == "+164 ft"
    efforts = {row[0]: row[1:] for row in page.section("Best efforts").rows()}
    assert efforts["1 km"] == ["4:00", "4:00 /km", "6:00"]


def test_values_are_those_of_the_run(analysis: WorkoutAnalysis) -> None:
    values = json.loads(json.dumps(report_values(analysis)))
    assert values["end"] == "2026-11-21T08:16:00.000Z"
    assert values["elevation"] == {
        "ascended_metres": pytest.approx(50),
        "descended_metres": pytest.approx(20),
        "method": "hysteresis of 3 m",
    }
    assert [split["altitude_change_metres"] for split in values["splits"]] == pytest.approx([50, 0, -20], abs=0.1)


def test_a_chart_has_its_pause_and_what_is_fast_above(page: Element, analysis: WorkoutAnalysis) -> None:
    figures = {one.the("b").text: one for one in page.section("Charts").every("figure")}
    (pause,) = figures["Pace"].every("rect", "pause")
    place = [float(pause.attributes[name] or "") for name in ("x", "width")]
    assert place == pytest.approx([1000 * 300 / 960, 1000 * 60 / 960], abs=0.1)
    heights = {second: y for x, y in points(figures["Pace"].the("path", "speed")) if (second := round(x * 0.96))}
    assert heights[480] < heights[200] < heights[800]
    assert "100 m to 150 m" in figures["Altitude"].text
    miles = page_of(report_html(analysis, units=MILES)).section("Charts")
    assert "328 ft to 492 ft" in miles.text


def test_a_map_is_as_long_as_its_scale_says_and_has_its_fast_parts_in_their_colour(
    page: Element, analysis: WorkoutAnalysis
) -> None:
    route = page.section("Route").the("svg", "map")
    first, second = [float(one.attributes["cy"] or "") for one in route.the("g", "distances").every("circle")][:2]
    length, unit = route.the("text", "bar").text.split()
    (width,) = re.findall(r"h([\d.]+)v", route.the("path", "bar").attributes["d"] or "")
    assert unit == "km"
    assert float(width) / float(length) == pytest.approx(first - second, rel=0.01)
    # The second kilometre was the fastest, and the last one the slowest.
    fastest, slowest = (route.the("g", "speed").the("path", name) for name in ("class4", "class0"))
    assert all(second - 3 < y < first + 3 for _, y in points(fastest))
    assert all(y < second + 3 for _, y in points(slowest))
    miles = page_of(report_html(analysis, units=MILES)).section("Route").the("svg", "map")
    (mile,) = (float(one.attributes["cy"] or "") for one in miles.the("g", "distances").every("circle"))
    assert mile == pytest.approx(first - 0.609344 * (first - second), abs=0.5)


def test_the_cursor_is_on_the_map_where_the_person_was(page: Element) -> None:
    moments = json.loads(next(one.text for one in page.every("script") if one.attributes.get("id") == "moments"))
    second = [*page.section("Route").the("g", "distances").every("circle")][1]
    place = [float(second.attributes[name] or "") for name in ("cx", "cy")]
    at = moments["times"].index("10:00")
    assert moments["points"][at] == pytest.approx(place, abs=1)


def test_a_workout_over_midnight_names_both_days() -> None:
    late = np.datetime64("2026-11-21T23:50", "ns")
    yoga = hearth.workouts([late], [late + 1800 * SECOND], ["yoga"])
    said = next(page_of(report_html(analysed([yoga]))).the("main").every("p")).text
    assert said == "Saturday, 21 November 2026, 23:50 – Sunday, 22 November 2026, 00:20 UTC"


def test_a_pool_in_feet_is_of_yards() -> None:
    assert rate_of(Activity.swimming, MILES).of_distance(91.44, 120) == "2:00 /100 yd"
