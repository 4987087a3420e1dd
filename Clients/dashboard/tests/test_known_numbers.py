"""Numbers on pages that a person can compute by hand, of a small store that has nothing else."""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from server import Server

from hearth_dashboard.pages import PAGES, Visit, page_html
from hearth_dashboard.pages.kept import Kept
from hearth_dashboard.report import KILOMETRES
from hearth_dashboard.report.units import number_text
from pages import page_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages import Element

BERLIN = ZoneInfo("Europe/Berlin")
#: The last day of a week.
SUNDAY = datetime(2025, 6, 29, 12, tzinfo=BERLIN)
#: Two weeks of 2,000 steps a day, one of 3,000, and one of 1,000 to 7,000.
STEPS = [2000] * 14 + [3000] * 7 + [1000 * day for day in range(1, 8)]
HOUR = np.timedelta64(3600 * 10**9, "ns")


@pytest.fixture(scope="module")
def client() -> Iterator[hearth.Client]:
    """Of a store with these steps, and two nights."""
    with Server() as server, hearth.Client(server.socket, app="org.example.known") as connected:
        days = [SUNDAY - timedelta(days=len(STEPS) - 1 - row) for row in range(len(STEPS))]
        connected.save(hearth.quantities("stepCount", days, [float(one) for one in STEPS]))
        midnight = np.datetime64("2025-06-24T22:00", "ns")
        # Stages that overlap; and a sample over six in the evening, most of it after that.
        begins = [midnight, midnight + HOUR, midnight + 17 * HOUR]
        ends = [midnight + 2 * HOUR, midnight + 3 * HOUR, midnight + 20 * HOUR]
        connected.save(hearth.categories("sleepAnalysis", begins, ["asleepCore", "asleepDeep", "asleepREM"], ends=ends))
        yield connected


def tiles(page: Element) -> dict[str, list[str]]:
    """The value and what is said about it."""
    return {
        next(one.every("dt")).text: [part.text for part in one.every("dd")]
        for one in page.every("div")
        if [*one.every("dt")]
    }


def steps(client: hearth.Client, period: str) -> Element:
    return shown(client, "/types/{name}", {"period": period, "day": "2025-06-25"}, name="stepCount").the("main")


def test_a_week_of_steps(client: hearth.Client) -> None:
    page = steps(client, "week")
    assert tiles(page) == {
        "Total": ["28,000"],
        "Average per day with data": ["4,000"],
        "Previous period": ["21,000", "+33 % against the previous period"],
        "Measurements": ["7"],
    }
    chart = page.the("svg", "plot")
    tops = [float(one.attributes["y"] or "") for one in chart.every("rect", "buckets")]
    bottoms = [float(one.attributes["height"] or "") for one in chart.every("rect", "buckets")]
    assert bottoms == pytest.approx([bottoms[0] * day for day in range(1, 8)], abs=0.5)
    # The week before lies as high as the bar of 3,000.
    assert heights(chart, "previous") == pytest.approx([tops[2]] * 7, abs=0.11)
    # The median of the 28 days until Sunday is 2,000; their mean is 2,750, and the median of the week 4,000.
    assert heights(chart, "trend")[-1] == pytest.approx(tops[1], abs=0.11)


def heights(chart: Element, kind: str) -> list[float]:
    """Of the points of a line."""
    (line,) = chart.every("path", kind)
    points = (line.attributes["d"] or "").replace("h.1", "").replace("L", "M").split("M")[1:]
    return [float(one.split()[1]) for one in points]


def test_weeks_of_steps_are_as_high_as_their_days(client: hearth.Client) -> None:
    texts = [one.text for one in steps(client, "half").every("title")]
    assert texts == [
        "Week of 2 June: 2,000",
        "Week of 9 June: 2,000",
        "Week of 16 June: 3,000",
        "Week of 23 June: 4,000",
    ]


@pytest.mark.parametrize(
    ("day", "value", "before"),
    [("2025-06-29", "7,000", "6,000"), ("2025-06-30", "–", "7,000"), ("2025-06-02", "2,000", "–")],
)
def test_what_is_absent_from_a_day_is_not_zero(client: hearth.Client, day: str, value: str, before: str) -> None:
    assert tiles(shown(client, "/", {"day": day}))["Step count"] == [value, f"the day before {before}"]


def test_times_of_several_stages_that_overlap_count_once(client: hearth.Client) -> None:
    page = shown(client, "/sleep", {"night": "2025-06-25"})
    found = tiles(page)
    assert (found["Asleep"], found["Fell asleep"], found["Woke"]) == (["3 h 00 min"], ["00:00"], ["03:00"])
    assert dict(zip(("Core", "Deep"), [row[1:] for row in page.section("org.example.known").rows()], strict=True)) == {
        "Core": ["2 h 00 min", "67 %"],
        "Deep": ["2 h 00 min", "67 %"],
    }
    # The one of the evening belongs to the next night, because its middle does.
    assert tiles(shown(client, "/sleep", {"night": "2025-06-26"}))["Asleep"] == ["3 h 00 min"]


def test_a_name_cannot_turn_what_follows(client: hearth.Client) -> None:
    app = hearth.messages.App(bundle_identifier="org.example.turned", name="a\u202eb\u2066c")
    with hearth.Client(client_socket(client), app=app) as other:
        saved = hearth.quantities("bodyMass", [SUNDAY], [70.0], "kg")
        other.save(saved)
        page = shown(client, "/sources/delete", {"app": "org.example.turned"})
        other.delete(saved.uuids)
    assert page.the("h1").text == r"Delete the data of a\u202eb\u2066c?"


def client_socket(client: hearth.Client) -> str:
    """The socket of its server, as it says it."""
    return repr(client).partition("server at ")[2].partition(",")[0]


@contextlib.contextmanager
def saved(client: hearth.Client, *samples: hearth.Samples) -> Iterator[None]:
    """They are there meanwhile."""
    client.save(list(samples))
    try:
        yield
    finally:
        client.delete(np.concatenate([one.uuids for one in samples]))


def test_a_month_lies_on_the_days_of_the_one_before(client: hearth.Client) -> None:
    """June has a day less than July."""
    steps_of_july = hearth.quantities("stepCount", [datetime(2025, 7, 10, 12, tzinfo=BERLIN)], [1000.0])
    with saved(client, steps_of_july):
        page = shown(client, "/types/{name}", {"period": "month", "day": "2025-07-10"}, name="stepCount")
    line = page.the("svg", "plot").the("path", "previous").attributes["d"] or ""
    # From 2 June to 29 June.
    places = [float(one.split()[0]) for one in line.replace("h.1", "").replace("L", "M").split("M")[1:]]
    assert (places[0], places[-1]) == pytest.approx((1000 * 1.5 / 31, 1000 * 28.5 / 31), abs=0.1)


def test_the_trend_is_of_28_days(client: hearth.Client) -> None:
    """Of the 35 days until Sunday those of the last 15 are less than half, and of 28 more."""
    days = [SUNDAY - timedelta(days=34 - row) for row in range(35)]
    with saved(client, hearth.quantities("bodyMass", days, [100.0] * 20 + [70.0] * 15, "kg")):
        page = shown(client, "/types/{name}", {"period": "week", "day": "2025-06-25"}, name="bodyMass")
    chart = page.the("svg", "plot")
    (last,) = [*chart.every("path", "average")][-1:]
    at = float((last.attributes["d"] or "").split()[1].partition("h")[0])
    assert heights(chart, "trend")[-1] == pytest.approx(at, abs=0.11)


def test_a_period_that_is_not_over_is_not_judged_and_has_days_that_have_begun() -> None:
    now = datetime.now(BERLIN)
    with Server() as server, hearth.Client(server.socket, app="org.example.known") as own:
        own.save(hearth.quantities("stepCount", [now - timedelta(days=7), now], [700.0, 420.0]))
        assert tiles(shown(own, "/types/{name}", {"period": "week"}, name="stepCount"))["Previous period"] == ["700"]
        for period, days in (("half", now.weekday() + 1), ("year", now.day)):
            page = shown(own, "/types/{name}", {"period": period}, name="stepCount")
            last = [one.text for one in page.every("title")][-1]
            sums = {"half": 420, "year": 420 if now.day <= 7 else 1120}
            assert last.endswith(f": {number_text(sums[period] / days)}")


def test_each_app_has_its_own_sum_and_the_one_with_most_comes_first(client: hearth.Client) -> None:
    day = np.datetime64("2025-06-25T08:00", "ns")
    apps = {"org.example.few": [100.0, 300.0], "org.example.many": [20.0] * 5}
    for row, (app, counts) in enumerate(apps.items()):
        starts = day + (4 * row + np.arange(len(counts)) / 2) * HOUR
        with hearth.Client(client_socket(client), app=app) as other:
            other.save(hearth.quantities("pushCount", starts, counts, ends=starts + HOUR // 4))
    page = shown(client, "/types/{name}", {"period": "day", "day": "2025-06-25"}, name="pushCount")
    assert tiles(page)["Total"] == ["500"]
    section = page.section("Apps")
    assert section.rows() == [["org.example.many", "100", "", "5"], ["org.example.few", "400", "", "2"]]
    assert [one.attributes["width"] for one in section.every("rect")] == ["25.0%", "100.0%"]


def test_what_is_kept_is_that_of_the_page_that_asks(client: hearth.Client) -> None:
    """A week that was shown as the one before has its apps, and another span has its own counts."""
    kept = Kept()

    def again(route: str, query: dict[str, str], **path: str) -> Element:
        visit = Visit(client, BERLIN, KILOMETRES, query, path, route.format(**path), kept)
        return page_of(page_html(PAGES[route](visit), visit)).the("main")

    for day in ("2025-06-25", "2025-06-18"):
        page = again("/types/{name}", {"day": day}, name="stepCount")
        assert [row[0] for row in page.section("Apps").rows()] == ["org.example.known"]
    counts = []
    for span in ("month", "all", "month"):
        rows = {row[0]: row[1] for row in again("/sources", {"span": span}).section("org.example.known").rows()}
        counts.append(rows.get("Step count"))
    assert counts == [None, "28", None]


def test_a_night_of_today_begins_the_evening_before(client: hearth.Client) -> None:
    midnight = np.datetime64("2025-06-26T22:00", "ns")
    begins, ends = [midnight - HOUR, midnight + HOUR // 2], [midnight - HOUR // 4, midnight + HOUR]
    with saved(client, hearth.categories("sleepAnalysis", begins, ["asleepCore", "asleepREM"], ends=ends)):
        assert tiles(shown(client, "/", {"day": "2025-06-27"}))["Sleep"] == ["1 h 15 min", "org.example.known"]


def test_a_sleep_of_the_evening_is_led_to_as_the_next_night(client: hearth.Client) -> None:
    page = shown(client, "/sleep", {"night": "2020-01-01"})
    assert [one.attributes["href"] for one in page.every("a") if one.attributes.get("id") == "newest"] == [
        "/sleep?night=2025-06-26"
    ]


def test_a_day_shows_nothing_that_came_after_it(client: hearth.Client) -> None:
    """And of its workouts the one that ended last, as reports do."""
    day = np.datetime64("2025-06-10T08:00", "ns")
    masses = hearth.quantities("bodyMass", [day, day + 48 * HOUR], [70.0, 80.0], "kg")
    walks = hearth.workouts([day, day + HOUR], [day + 5 * HOUR, day + 2 * HOUR], ["hiking", "yoga"])
    with saved(client, masses, walks):
        found = tiles(shown(client, "/", {"day": "2025-06-11"}))
    assert found["Body mass"] == ["70 kg", "10 June 2025, 10:00"]
    assert "Hiking" in found
    assert "Yoga" not in found


def test_the_beat_before_a_gap_is_no_neighbour_of_the_one_after_it(client: hearth.Client) -> None:
    start = np.datetime64("2025-06-10T08:00", "ns")
    beats = hearth.heartbeats([start], [start + HOUR], [6], np.array([1.0, 2, 3, 8, 9, 10]), gaps=np.arange(6) == 3)
    with saved(client, beats):
        page = shown(client, "/types/{name}", {"period": "day", "day": "2025-06-10"}, name="heartbeatSeries")
    assert tiles(page)["Mean rate"] == ["60 /min"]
    assert tiles(page)["SDNN"][0] == "0 ms"
    # Beats that are five seconds apart are no neighbours, either.
    beats = hearth.heartbeats([start], [start + HOUR], [6], np.array([1.0, 2, 3, 8, 9, 10]))
    with saved(client, beats):
        page = shown(client, "/types/{name}", {"period": "day", "day": "2025-06-10"}, name="heartbeatSeries")
    assert (page.the("path", "heart").attributes["d"] or "").count("M") == 2


def test_a_month_of_samples_is_one_of_28_days(client: hearth.Client) -> None:
    now = np.datetime64("now", "ns")
    with saved(client, hearth.quantities("height", [now - 20 * 24 * HOUR, now - 40 * 24 * HOUR], [1.7, 1.7], "m")):
        rows = {row[0]: row[1] for row in shown(client, "/sources", {}).section("org.example.known").rows()}
    assert rows["Height"] == "1"


def test_only_the_newest_samples_of_a_quantity_are_listed(client: hearth.Client) -> None:
    times = np.datetime64("2025-06-10T08:00", "ns") + np.arange(130) * (HOUR // 60)
    with saved(client, hearth.quantities("heartRate", times, np.full(130, 60.0), "count/min")):
        page = shown(client, "/types/{name}", {"period": "day", "day": "2025-06-10"}, name="heartRate")
    (listed,) = (one for one in page.every("details") if one.attributes.get("id") == "samples")
    assert listed.the("summary").text == "The newest 100 samples"
    assert [row[0][-8:] for row in listed.rows()][::99] == ["12:09:00", "10:30:00"]


def test_pressures_are_written_as_people_say_them(client: hearth.Client) -> None:
    with saved(client, hearth.blood_pressures([np.datetime64("2025-06-10T08:00", "ns")], [120.0], [80.0])):
        rows = {row[0]: row[1] for row in shown(client, "/types", {}).rows()}
    assert rows["Blood pressure"] == "120/80 mmHg"
