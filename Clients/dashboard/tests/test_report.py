"""The report of a workout, read as a browser reads it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from hearth.enums import WorkoutActivityType as Activity
from hearth.messages import WorkoutDetail
from hearth.samples.provenance import Provenance, Source

from hearth_dashboard.report import KILOMETRES, MILES, report_html, report_values
from hearth_dashboard.report.cursor import MOMENTS
from hearth_dashboard.report.tables import distance_name, table
from hearth_dashboard.report.units import rate_of
from pages import page_of, report_tiles
from runs import SECOND, START, analysed, recorded_run

if TYPE_CHECKING:
    from hearth.analysis import WorkoutAnalysis
    from hearth.samples.metadata import Metadata

    from pages import Element

HOSTILE = "</script><img src=x onerror=\"alert('&amp;')\"><!--"


@pytest.fixture(scope="module")
def analysis() -> WorkoutAnalysis:
    """Of a run of an hour."""
    return analysed(recorded_run())


@pytest.fixture(scope="module")
def page(analysis: WorkoutAnalysis) -> Element:
    """The report of it."""
    return page_of(report_html(analysis))


def test_a_report_refers_to_nothing_outside_of_itself(page: Element) -> None:
    for one in page.every():
        assert not {"src", "href", "srcset", "style", "action"} & set(one.attributes)
        assert not any(name.startswith("on") for name in one.attributes)
        assert one.name not in ("link", "base", "iframe", "object", "form")
    style = page.the("style").text
    assert "url(" not in style
    assert "@import" not in style
    assert not re.search(r"fetch|XMLHttp|import|http", page.the("body").content[-1].text)  # type: ignore[union-attr]


def test_the_policy_allows_no_script_but_its_own(page: Element) -> None:
    (policy,) = (
        one.attributes["content"] for one in page.every("meta") if one.attributes.get("http-equiv") is not None
    )
    code = [one for one in page.every("script") if "type" not in one.attributes]
    hashes = [
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in (page.the("style").text, code[0].text)
    ]
    assert len(code) == 1
    assert policy == f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'"


def test_tiles_have_the_numbers_of_the_analysis_and_their_methods(page: Element, analysis: WorkoutAnalysis) -> None:
    assert analysis.distance is not None
    found = report_tiles(page)
    assert found["Distance"] == f"{analysis.distance.metres / 1000:.2f} km"
    assert (found["Elapsed time"], found["Moving time"]) == ("1:00:00", "58:00")
    assert found["Energy"] == "780 kcal"
    assert {"Average pace", "Grade-adjusted pace", "Average heart rate", "Elevation gain", "Normalized power"} <= set(
        found
    )
    notes = [one.text for one in page.the("dl").every("dd", "note")]
    assert "device samples (distanceWalkingRunning)" in notes
    assert "hysteresis of 3 m" in notes
    assert "Minetti 2002, grade within ±0.45 over 40 m" in notes


def test_the_times_are_those_of_the_zone_where_it_was(page: Element) -> None:
    assert next(page.the("main").every("p")).text == "Saturday, 21 November 2026, 09:00 – 10:00 CET"
    for zone in ("", "../../etc/passwd", "/etc/passwd", "Nowhere/At_All", "x" * 5000, "Europe", 5):
        found = page_of(report_html(analysed(recorded_run(0.05, metadata={"HKTimeZone": zone}))))
        assert "08:00 – 08:03 UTC" in next(found.the("main").every("p")).text


def test_splits_are_kilometres_or_miles(page: Element, analysis: WorkoutAnalysis) -> None:
    rows = page.section("Splits").rows()
    assert len(rows) == len(analysis.splits)
    assert [row[1] for row in rows[:-1]] == ["1.00 km"] * (len(rows) - 1)
    assert page.section("Splits").the("p").text.startswith("The segments that the device marked end within ")
    miles = page_of(report_html(analysis, units=MILES))
    assert {row[1] for row in miles.section("Splits").rows()[:-1]} == {"1.00 mi"}
    assert report_tiles(miles)["Average pace"].endswith(" /mi")
    assert report_tiles(miles)["Elevation gain"].endswith(" ft")


def test_laps_zones_efforts_and_power_have_tables(page: Element, analysis: WorkoutAnalysis) -> None:
    assert len(page.section("Laps").rows()) == 4
    zones = page.section("Heart-rate zones").rows()
    assert [row[0] for row in zones] == [f"Zone {number}" for number in range(1, 6)]
    assert sum(float(row[3].split()[0]) for row in zones) == pytest.approx(100, abs=3)
    assert [row[0] for row in page.section("Best efforts").rows()] == [
        "400 m", "0.5 mi", "1 km", "1 mi", "2 mi", "5 km", "10 km",
    ]  # fmt: skip
    assert analysis.power_curve is not None
    assert len(page.section("Best power").rows()) == len(analysis.power_curve.seconds)


def test_charts_have_the_pause_the_gap_and_a_text_for_each_moment(page: Element) -> None:
    charts = page.section("Charts")
    assert [one.the("b").text for one in charts.every("figcaption")] == ["Pace", "Heart rate", "Altitude", "Power"]
    for figure in charts.every("figure"):
        assert len(list(figure.every("rect", "pause"))) == 1
    # Before the pause, after it, and after the gap.
    assert (charts.the("path", "heart").attributes["d"] or "").count("M") == 3
    moments = json.loads(next(one.text for one in page.every("script") if one.attributes.get("id") == "moments"))
    assert {len(texts) for texts in (moments["times"], *moments["series"], moments["points"])} == {MOMENTS}
    assert (moments["times"][0], moments["times"][-1]) == ("0:00", "1:00:00")
    # In the gap the heart rate is not known.
    assert moments["series"][1][round(0.62 * (MOMENTS - 1))] == "–"
    assert moments["series"][1][0].endswith(" /min")


def test_the_map_has_a_layer_and_a_legend_for_pace_and_for_heart_rate(page: Element) -> None:
    route = page.section("Route")
    assert [one.text for one in route.every("label")] == ["Pace", "Heart rate"]
    assert ["checked" in one.attributes for one in route.every("input")] == [True, False]
    for key in ("speed", "heart"):
        assert len(list(route.the("g", key).every("path"))) >= 4
    assert [one.text for one in route.the("ul", "heart").every("li")] == [
        "Zone 1: below 132 /min",
        "Zone 2: 132 – 146 /min",
        "Zone 3: 146 – 159 /min",
        "Zone 4: 159 – 173 /min",
        "Zone 5: from 173 /min",
        "not known",
    ]
    assert len(list(route.the("ul", "speed").every("li"))) == 5
    marks = [one.text for one in route.the("g", "distances").every("text")]
    assert marks == [str(number) for number in range(1, 11)]
    assert [one.text for one in route.the("g", "ends").every("text")] == ["Start", "End"]


def hostile_run(metadata: Metadata) -> hearth.Samples:
    run = recorded_run(0.02, metadata=metadata)[0]
    device = hearth.Device(name=HOSTILE, model=HOSTILE)
    source = Source(bundle_identifier=HOSTILE, name=HOSTILE)
    return replace(run, provenances=(Provenance(source=source, version=HOSTILE, device=device),))


def test_markup_in_names_and_metadata_is_text() -> None:
    samples = [hostile_run({HOSTILE: HOSTILE, "HKTimeZone": HOSTILE}), *recorded_run(0.02)[1:]]
    text = report_html(analysed(samples))
    page = page_of(text)
    assert not list(page.every("img"))
    assert "<img" not in text
    assert "<!--" not in text
    assert len(list(page.every("script"))) == 2
    assert next(page.the("main").every("p")).text.endswith(f" · {HOSTILE}")
    rows = page.section("Details").rows()
    assert [HOSTILE, HOSTILE] in rows
    # Its name is its identifier, which is said once.
    assert ["App", HOSTILE] in rows
    assert ["Device: name", HOSTILE] in rows


def test_metadata_of_each_kind_is_shown() -> None:
    metadata: Metadata = {
        "text": "café ✓",
        "flag": True,
        "number": 0.5,
        "count": 7,
        "time": np.datetime64("2026-01-02T03:04:05"),
        "quantity": hearth.Quantity(21.5, "degC"),
    }
    rows = page_of(report_html(analysed(recorded_run(0.02, metadata=metadata)))).section("Details").rows()
    assert rows[1:] == [
        ["count", "7"],
        ["flag", "yes"],
        ["number", "0.5"],
        ["quantity", "21.5 degC"],
        ["text", "café ✓"],
        ["time", "2026-01-02 03:04:05 UTC"],
    ]


@pytest.mark.parametrize("length", [0, 3600])
def test_what_is_not_known_has_no_place(length: int) -> None:
    yoga = hearth.workouts([START], [START + length * SECOND], [Activity.yoga])
    page = page_of(report_html(analysed([yoga])))
    assert [one.text for one in page.every("h2")] == ["Details"]
    assert list(report_tiles(page)) == ["Elapsed time"]
    values = report_values(analysed([yoga]))
    assert values["distance"] is None
    assert values["heart_rate"] is None
    assert values["splits"] == []


def test_an_activity_of_a_newer_version_has_a_report() -> None:
    later = hearth.workouts([START], [START + 60 * SECOND], [999])
    assert page_of(report_html(analysed([later]))).the("h1").text == "Activity 999"


def test_a_ride_has_its_speed_and_cadence() -> None:
    ends = [START + 600 * SECOND]
    ride = hearth.workouts([START], ends, ["cycling"])
    times = START + np.arange(0, 600, 5) * SECOND
    metres = hearth.quantities("distanceCycling", times, np.full(120, 40.0), "m", ends=times + 5 * SECOND)
    turns = hearth.quantities("cyclingCadence", times, np.full(120, 88.0), "count/min")
    page = page_of(report_html(analysed([ride, metres, turns])))
    captions = [one.text for one in page.section("Charts").every("figcaption")]
    assert captions == ["Speed 28.8 km/h to 28.8 km/h", "Cadence 88 /min to 88 /min"]
    assert report_tiles(page)["Average speed"] == "28.8 km/h"


def test_heart_rates_alone_are_a_chart_without_a_map() -> None:
    run, _, rates, *_ = recorded_run(0.1)
    page = page_of(report_html(analysed([run, rates])))
    headings = [one.text for one in page.every("h2")]
    assert headings == ["Charts", "Laps", "Heart-rate zones", "Details"]
    assert [one.the("b").text for one in page.section("Charts").every("figcaption")] == ["Heart rate"]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_track_of_a_few_positions_has_a_report(count: int) -> None:
    ends = [START + 600 * SECOND]
    run = hearth.workouts([START], ends, ["cycling"])
    times = START + np.arange(count) * SECOND
    route = hearth.routes([START], ends, [count], times, np.full(count, 52.0), np.full(count, 13.0))
    page = page_of(report_html(analysed([run, route])))
    assert ("Route" in [one.text for one in page.every("h2")]) == (count > 1)


@pytest.mark.parametrize("value", [1e308, 1e10, 5e-324, 0.0])
def test_values_that_nothing_measures_have_a_report(value: float) -> None:
    ends = [START + 100 * 365 * 86_400 * SECOND]
    times = np.array([START, START + SECOND, ends[0]])
    run = hearth.workouts([START], ends, ["running"], details=[WorkoutDetail(total_energy_burned=value)])
    degrees = np.array([-90.0, 90, -90])
    route = hearth.routes([START], ends, [3], times, degrees, 2 * degrees, altitudes=[-value, value, 0])
    rates = hearth.quantities("heartRate", times, [value, 0, value], "count/min")
    watts = hearth.quantities("runningPower", times, [value, 0, value], "W")
    metres = hearth.quantities("distanceWalkingRunning", times, [value, 0, value], "m")
    text = report_html(analysed([run, route, rates, watts, metres]))
    page_of(text)
    assert not re.search(r"\b(nan|inf)\b", text.replace(page_of(text).the("style").text, ""))


def test_days_in_the_mountains_are_one_line() -> None:
    count = 3 * 24 * 360
    times = START + np.arange(count) * 10 * SECOND
    hike = hearth.workouts([START], times[-1:], ["hiking"])
    north = np.arange(count) * 8 / 111_195
    route = hearth.routes([START], times[-1:], [count], times, north, np.zeros(count))
    page = page_of(report_html(analysed([hike, route])))
    assert (page.section("Charts").the("path", "speed").attributes["d"] or "").count("M") == 1
    assert len(list(page.section("Route").the("ul", "speed").every("li"))) == 5


def test_a_run_of_three_hours_is_less_than_a_megabyte() -> None:
    assert len(report_html(analysed(recorded_run(3))).encode()) < 1_000_000


def test_values_are_json_with_the_numbers_of_the_analysis(analysis: WorkoutAnalysis) -> None:
    values = json.loads(json.dumps(report_values(analysis), allow_nan=False))
    assert analysis.distance is not None
    assert analysis.zones is not None
    assert values["distance"] == {"metres": analysis.distance.metres, "method": analysis.distance.method}
    assert values["start"] == "2026-11-21T08:00:00.000Z"
    assert values["zones"]["seconds"] == analysis.zones.seconds.tolist()
    assert len(values["splits"]) == len(analysis.splits)
    assert values["splits"][0]["mean_heart_rate_per_minute"] == pytest.approx(148, abs=14)
    assert [effort["metres"] for effort in values["efforts"]] == [effort.metres for effort in analysis.efforts]


def test_the_name_that_was_imported_is_said_first() -> None:
    for name, said in (("Morning run <b>", "Morning run <b> · "), (" ", ""), (5, "")):
        page = page_of(report_html(analysed(recorded_run(0.05, metadata={"org.hearth.imported.name": name}))))
        assert next(page.the("main").every("p")).text.startswith(f"{said}Saturday, 21 November 2026")


def test_activities_have_the_rates_and_distances_that_people_say() -> None:
    assert rate_of(Activity.rowing, KILOMETRES).of_distance(2000, 480) == "2:00 /500 m"
    assert distance_name(21_097.5, is_on_foot=False) == "21.1 km"
    assert distance_name(21_097.5, is_on_foot=True) == "half marathon"


def test_words_begin_at_the_left_and_numbers_end_at_the_right() -> None:
    page = page_of(table(("", "App", "Time"), [("a", "Watch", "1:00")], texts={"App"}))
    assert [one.attributes.get("class") for one in page.every("th")] == [None, "text", None, None]
    assert [one.attributes.get("class") for one in page.every("td")] == ["text", None]
