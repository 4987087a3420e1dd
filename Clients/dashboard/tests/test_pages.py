"""The pages as functions of a visit, against the real server."""

from __future__ import annotations

import functools
import re
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from hearth.predicates import end, source
from hearth.type_table import IDENTIFIERS
from server import PROGRAM, Server

from hearth_dashboard.owner import Owner
from hearth_dashboard.pages import PAGES, NotFoundError, Visit, page_html, workout
from hearth_dashboard.pages import type as type_module
from hearth_dashboard.pages.comparison import difference_text
from hearth_dashboard.pages.kept import Kept
from hearth_dashboard.pages.stored_types import type_name
from hearth_dashboard.report import KILOMETRES, MILES
from hearth_dashboard.report.details import local
from pages import page_of
from stores import day_text, earlier_run, fill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages import Element

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture(scope="module")
def client() -> Iterator[hearth.Client]:
    """Of a store with some weeks in it."""
    with Server() as server:
        fill(server)
        with hearth.Client(server.socket, app="org.example.reader") as connected:
            yield connected


@pytest.fixture(scope="module")
def nothing() -> Iterator[hearth.Client]:
    """Of a store with nothing in it."""
    with Server() as server, hearth.Client(server.socket, app="org.example.reader") as connected:
        yield connected


def shown(client: hearth.Client, route: str, query: dict[str, str] | None = None, **path: str) -> Element:
    """A page as a browser reads it."""
    visit = Visit(client, BERLIN, KILOMETRES, query or {}, path, route.format(**path))
    return page_of(page_html(PAGES[route](visit), visit))


def tiles(page: Element) -> dict[str, str]:
    return {
        next(one.every("dt")).text: next(one.every("dd")).text
        for one in page.the("main").every("div")
        if [*one.every("dt")]
    }


def run_of(client: hearth.Client, row: int = 0) -> str:
    found = client.read("workout", hearth.predicates.workout_type == "running")
    return str(found.uuid(row))


@pytest.mark.parametrize("route", [route for route in PAGES if "{" not in route and route != "/sources/delete"])
def test_a_store_with_nothing_has_every_page(nothing: hearth.Client, route: str) -> None:
    page = shown(nothing, route)
    assert page.the("h1").text
    assert not [*page.every("td")] or route == "/system"


def test_workouts_are_listed_and_filtered(client: hearth.Client) -> None:
    page = shown(client, "/workouts")
    assert tiles(page) == {"Workouts": "13", "Time": "18 h", "Distance": "427 km"}
    assert page.rows()[0][:3] == ["2026-11-21 09:00", "Running", "30:00"]
    assert [one.text for one in page.every("option")][:3] == ["All activities", "Cycling (12)", "Running (1)"]
    cycling = str(int(hearth.enums.WorkoutActivityType.cycling))
    rides = shown(client, "/workouts", {"activity": cycling, "year": "2026"})
    assert {row[1] for row in rides.rows()} == {"Cycling"}
    assert [one.text for one in rides.every("option") if "selected" in one.attributes] == ["Cycling (12)", "2026"]
    assert tiles(shown(client, "/workouts", {"year": "1999"}))["Workouts"] == "0"


@pytest.mark.parametrize(
    ("route", "name"),
    [
        ("/workouts", "activity"),
        ("/workouts", "year"),
        ("/workouts", "page"),
        ("/", "day"),
        ("/types/{name}", "day"),
        ("/types/{name}", "period"),
        ("/sleep", "night"),
    ],
)
@pytest.mark.parametrize("odd", ["", "x", "-1", "9" * 40, "²", "decade", "2026-13-01", "WEEK", "\ud800"])
def test_what_an_address_cannot_ask_for_has_no_page(client: hearth.Client, route: str, name: str, odd: str) -> None:
    with pytest.raises(NotFoundError, match=f"Unknown {name}"):
        shown(client, route, {name: odd}, **({"name": "stepCount"} if "{" in route else {}))


@pytest.mark.parametrize(("zone", "time"), [(None, "17:00"), ("Asia/Tokyo", "09:00"), ("x/../y", "17:00")])
def test_a_workout_has_the_same_time_and_distance_on_all_pages(
    client: hearth.Client, zone: str | None, time: str
) -> None:
    """The time is in the zone that it names, else in that of the visit; the distance is the one of its report."""
    start, end = np.datetime64("2024-02-03T00:00"), np.datetime64("2024-02-03T01:00")
    walk = hearth.workouts([start], [end], ["walking"], metadata=[{} if zone is None else {"HKTimeZone": zone}])
    client.save(walk)
    metres = hearth.quantities("distanceWalkingRunning", [start], [5250], "m", ends=[end])
    client.add_to_workout(walk.uuid(0), metres)
    uuid = str(walk.uuid(0))
    other = hearth.workouts([start - np.timedelta64(1, "D")], [end - np.timedelta64(1, "D")], ["walking"])
    client.save(other)
    try:
        for route, path in (("/workouts", {}), ("/workouts/{uuid}", {"uuid": uuid})):
            visit = Visit(client, ZoneInfo("America/Denver"), KILOMETRES, {}, path, route.format(**path))
            found = page_of(page_html(PAGES[route](visit), visit)).the("main").text
            assert time in found
            assert "5.25 km" in found
        compared = shown(client, "/workouts/{uuid}", uuid=str(other.uuid(0)))
        assert any(one.text.endswith(", 5.25 km") for one in compared.every("option"))
    finally:
        client.delete(walk.uuids)
        client.delete(other.uuids)
        client.delete(metres.uuids)


def test_a_workout_has_its_report(client: hearth.Client) -> None:
    page = shown(client, "/workouts/{uuid}", uuid=run_of(client))
    assert page.the("h1").text == "Running"
    assert [one.text for one in page.every("h2")][:3] == ["Route", "Charts", "Splits"]
    # What may be added makes it another one, too.
    types = (page.the("main").attributes["data-types"] or "").split()
    assert {"workout", "heartRate", "workoutRoute", "cyclingPower"} <= set(types)


def test_two_workouts_are_compared(client: hearth.Client) -> None:
    rides = client.read("workout", hearth.predicates.workout_type == "cycling", limit=2)
    first, second = (str(rides.uuid(row)) for row in (0, 1))
    page = shown(client, "/workouts/{uuid}", {"with": second}, uuid=first)
    rows = page.section("Comparison").rows()
    assert "Elapsed time" in [row[0] for row in rows]
    assert len(rows[0]) == 3
    chosen = [one.attributes["value"] for one in page.every("option") if "selected" in one.attributes]
    assert chosen == [second]


def test_charts_splits_and_efforts_are_compared(client: hearth.Client) -> None:
    with earlier_run(client) as other:
        theirs = str(other.uuid(0))
        mine = next(one for one in (run_of(client, row) for row in (0, 1)) if one != theirs)
        section = shown(client, "/workouts/{uuid}", {"with": theirs}, uuid=mine).section("Comparison")
        figures = [*section.every("figure")]
        assert [one.the("b").text for one in figures] == ["Pace", "Heart rate", "Altitude", "Power"]
        for figure in figures:
            behind, ahead = figure.the("svg", "plot").every("path", "line")
            assert behind.attributes["class"] == "line previous"
            assert ahead.attributes["d"] != behind.attributes["d"]
            # The other one is shorter: 24 of 30 minutes.
            ends = [float((one.attributes["d"] or "").rpartition("L")[2].split()[0]) for one in (ahead, behind)]
            assert ends == pytest.approx([1000, 800], abs=2)
        _, splits, efforts = section.every("table")
        one, two = (hearth.analyse_workout(client, uuid).splits_every(1000)[0] for uuid in (mine, theirs))
        assert one.moving_seconds is not None
        assert two.moving_seconds is not None
        row = section.rows_of(splits)[0]
        assert (row[0], row[3]) == ("1 km", difference_text(one.moving_seconds - two.moving_seconds))
        # Only those that both have as a whole.
        assert len(section.rows_of(splits)) == 3
        assert [row[0] for row in section.rows_of(efforts)][:2] == ["400 m", "0.5 mi"]


@pytest.mark.parametrize("uuid", [str(uuid4()), "x", "\ud800", "../../etc/passwd"])
def test_what_is_not_stored_has_no_page(client: hearth.Client, uuid: str) -> None:
    with pytest.raises(NotFoundError):
        shown(client, "/workouts/{uuid}", uuid=uuid)
    with pytest.raises(NotFoundError):
        shown(client, "/workouts/{uuid}", {"with": uuid}, uuid=run_of(client))


def test_a_night_has_its_stages_by_source(client: hearth.Client) -> None:
    page = shown(client, "/sleep", {"night": day_text(1)})
    assert "Thursday to Friday, 20 November 2026" in page.the("main").text
    headings = [one.text for one in page.every("h2")]
    assert headings == ["Watch", "Phone <b>&amp;", "14 nights"]
    shares = {row[0]: row[2] for row in page.section("Watch").rows()}
    assert list(shares) == ["REM", "Core", "Deep"]
    assert sum(int(share.split()[0]) for share in shares.values()) in {99, 100, 101}
    titles = [one.text for one in page.section("Watch").every("title")]
    assert titles[0].startswith("Awake, ")
    assert tiles(page)["In bed"] == "10 h 00 min"
    assert len(page.section("14 nights").rows()) == 14
    assert "No sleep" in shown(client, "/sleep", {"night": "2020-01-01"}).the("main").text
    for odd in ("0001-01-01", "9999-12-31"):
        shown(client, "/sleep", {"night": odd})


def test_the_night_with_a_change_of_the_clock(client: hearth.Client) -> None:
    page = shown(client, "/sleep", {"night": "2026-10-25"})
    times = [one.text for one in page.section("Phone <b>&amp;").the("svg", "times").every("text")]
    # The hour between two and three comes twice, and the marks are two hours apart.
    assert times == ["00:00", "02:00", "03:00", "05:00", "07:00", "09:00"]
    # Each lies as many hours from the first as have passed.
    axis = page.section("Phone <b>&amp;").the("svg", "times")
    places = [float((one.attributes["x"] or "").rstrip("%")) for one in axis.every("text")]
    hours = (places[1] - places[0]) / 2
    assert [round((one - places[0]) / hours) for one in places] == [0, 2, 4, 6, 8, 10]


def test_times_that_overlap_count_once(client: hearth.Client) -> None:
    start = np.datetime64("2025-03-02T00:00")
    hour = np.timedelta64(1, "h")
    with_overlap = hearth.categories(
        "sleepAnalysis", [start, start + hour], [1, 1], ends=[start + 2 * hour, start + 3 * hour]
    )
    client.save(with_overlap)
    assert tiles(shown(client, "/sleep", {"night": "2025-03-02"}))["Asleep"] == "3 h 00 min"
    client.delete(with_overlap.uuids)


def test_types_are_listed_with_their_newest(client: hearth.Client) -> None:
    rows = {row[0]: row[1:] for row in shown(client, "/types").rows()}
    assert list(rows)[:3] == ["Body mass", "Electrocardiogram", "Headache"]
    assert rows["Heartbeat series"][0] == "70 beats"
    assert rows["Electrocardiogram"][0] == "Sinus rhythm, 66 /min"
    assert rows["Oxygen saturation"][0].endswith(" %")
    assert rows["Workout"][0] == "Running"
    assert rows["Sleep analysis"][2] in {"Phone <b>&amp;", "Watch"}


@pytest.mark.parametrize("period", ["day", "week", "month", "half", "year"])
def test_a_type_that_adds_up_in_each_period(client: hearth.Client, period: str) -> None:
    page = shown(client, "/types/{name}", {"period": period, "day": day_text(1)}, name="stepCount")
    found = tiles(page)
    begin, until, every = {
        "day": ("2026-11-20", "2026-11-21", "1h"),
        "month": ("2026-11-01", "2026-12-01", "1D"),
        "half": ("2026-05-25", "2026-11-23", "1W"),
        "year": ("2026-01-01", "2027-01-01", "1MS"),
    }.get(period, ("2026-11-16", "2026-11-23", "1D"))
    expected = client.statistics("stepCount", "sum", since=begin, until=until, zone=BERLIN)
    assert expected.sums is not None
    assert found["Total"] == f"{expected.sums[0]:,.0f}"
    assert found["Measurements"] == f"{expected.counts[0]:,}"
    buckets = client.statistics("stepCount", "sum", since=begin, until=until, every=every, zone=BERLIN)
    filled = int(np.count_nonzero(buckets.counts))
    assert len([*page.every("rect", "buckets")]) == filled
    assert len([*page.every("rect", "hit")]) == filled
    assert sorted(row[0] for row in page.section("Apps").rows()) == ["Phone <b>&amp;", "Watch"]


def test_a_type_that_does_not_add_up(client: hearth.Client) -> None:
    page = shown(client, "/types/{name}", {"period": "month", "day": day_text()}, name="heartRate")
    found = tiles(page)
    assert found["Range"].endswith(" – 164 /min")
    assert found["Average"].endswith(" /min")
    assert len([*page.every("rect", "band")]) == 22
    assert [*page.every("path", "trend")]
    nothing = shown(client, "/types/{name}", {"day": "2020-01-01"}, name="heartRate")
    assert "Nothing was recorded" in nothing.the("main").text


def test_heartbeats_are_drawn(client: hearth.Client) -> None:
    page = shown(client, "/types/{name}", {"period": "day", "day": day_text()}, name="heartbeatSeries")
    assert tiles(page)["Beats"] == "70"
    assert int(tiles(page)["Mean rate"].split()[0]) in range(65, 76)
    # The gap parts the line.
    assert (page.the("path", "heart").attributes["d"] or "").count("M") == 2
    assert [row[2] for row in page.rows()] == ["70 beats"]
    earlier = shown(client, "/types/{name}", {"period": "day", "day": day_text(1)}, name="heartbeatSeries")
    assert "No sample" in earlier.the("main").text


def test_one_of_several_is_drawn(client: hearth.Client) -> None:
    where = {"period": "day", "day": day_text()}
    start = np.datetime64(f"{day_text()}T06:00")
    second = np.timedelta64(1, "s")
    earlier = hearth.heartbeats([start], [start + 5 * second], [5], np.arange(1.0, 6.0))
    client.save(earlier)
    try:
        assert tiles(shown(client, "/types/{name}", where, name="heartbeatSeries"))["Beats"] == "70"
        page = shown(client, "/types/{name}", {**where, "sample": str(earlier.uuid(0))}, name="heartbeatSeries")
        assert tiles(page) == {"Beats": "5", "Mean rate": "60 /min", "SDNN": "0 ms"}
        links = [one for one in page.every("a") if "sample=" in (one.attributes["href"] or "")]
        assert ["aria-current" in one.attributes for one in links] == [False, True]
        for one in (*page.the("nav", "choice").every("a"), *page.the("p", "pager").every("a")):
            assert "sample" not in (one.attributes["href"] or "")
        with pytest.raises(NotFoundError, match="not stored"):
            shown(client, "/types/{name}", {**where, "sample": str(uuid4())}, name="heartbeatSeries")
        with pytest.raises(NotFoundError, match="Unknown sample"):
            shown(client, "/types/{name}", {**where, "sample": "\ud800"}, name="heartbeatSeries")
    finally:
        client.delete(earlier.uuids)


def test_categories_have_their_samples(client: hearth.Client) -> None:
    page = shown(client, "/types/{name}", {"period": "day", "day": day_text(1)}, name="sleepAnalysis")
    assert {row[2] for row in page.rows()} <= {"Asleep REM", "Asleep core", "Asleep deep", "Awake", "In bed"}


def test_samples_of_more_than_a_page_have_pages(client: hearth.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = np.datetime64("2024-03-05T08:00")
    starts = begin + np.arange(250) * np.timedelta64(1, "m")
    coughs = hearth.categories("coughing", starts, ["mild"] * 250)
    client.save(coughs)
    asked = {"period": "day", "day": "2024-03-05"}
    try:
        seen: list[str] = []
        headings = ["The newest 100 of 250", "Samples 101 to 200 of 250", "Samples 201 to 250 of 250"]
        for number, heading in enumerate(headings, 1):
            page = shown(client, "/types/{name}", {**asked, "page": str(number)}, name="coughing")
            section = page.section(heading)
            seen += [row[0] for row in section.rows()]
            ways = {one.text: one.attributes["href"] or "" for one in section.the("p", "pager").every("a")}
            assert {*ways} == {"Newer", "Older"} - {1: {"Newer"}, 3: {"Older"}}.get(number, set())
            assert all("day=2024-03-05" in one for one in ways.values())
            # Another time begins with its newest.
            assert not any("page=" in (one.attributes["href"] or "") for one in page.the("nav", "choice").every("a"))
        assert len(set(seen)) == 250
        assert seen == sorted(seen, reverse=True)
        monkeypatch.setattr(type_module, "_COUNTED", 200)
        page = shown(client, "/types/{name}", {**asked, "page": "9"}, name="coughing")
        assert len(page.section("Samples 101 to 200 of more than 200").rows()) == 100
    finally:
        client.delete(coughs.uuids)


@pytest.mark.parametrize("name", ["x", "HKQuantityTypeIdentifierNothing", "", "heartrate\u0000", "\ud800"])
def test_a_type_that_does_not_exist(client: hearth.Client, name: str) -> None:
    with pytest.raises(NotFoundError):
        shown(client, "/types/{name}", name=name)


def test_the_day_in_tiles(client: hearth.Client) -> None:
    page = shown(client, "/", {"day": day_text()})
    found = tiles(page)
    steps = client.statistics("stepCount", "sum", since=day_text(), until="2026-11-22", zone=BERLIN)
    assert steps.sums is not None
    assert found["Step count"] == f"{steps.sums[0]:,.0f}"
    assert {"Heart rate", "Body mass", "Oxygen saturation", "Sleep", "Running"} <= set(found)
    assert page.the("h1").text == day_text()
    assert len([*page.section("Heart rate").every("rect", "hit")]) == 96


def test_sources_have_their_types(client: hearth.Client) -> None:
    page = shown(client, "/sources", {"span": "all"})
    assert [one.text for one in page.every("h2")] == ["Phone <b>&amp;", "Watch", "Order of the apps"]
    assert [one.text for one in page.every("code")] == ["org.example.phone", "org.example.watch"]
    phone, watch = ({row[0]: row[1] for row in page.section(name).rows()} for name in ("Phone <b>&amp;", "Watch"))
    assert list(phone) == [
        "Body mass", "Electrocardiogram", "Headache", "Heartbeat series", "Oxygen saturation", "Sleep analysis",
        "Step count",
    ]  # fmt: skip
    assert (phone["Body mass"], phone["Heartbeat series"], phone["Sleep analysis"]) == ("20", "1", "60")
    assert watch["Workout"] == "13"
    assert int(watch["Heart rate"].replace(",", "")) > 10_000
    # Of each type the newest sample of this app, whether or not another app has a newer one.
    types = {type_name(one): one for one in IDENTIFIERS}
    for name, app in (("Phone <b>&amp;", "org.example.phone"), ("Watch", "org.example.watch")):
        for of, _, newest in page.section(name).rows():
            own = client.read(types[of], source(app), order=end.descending, limit=1)
            assert newest == f"{local(own.ends[0], BERLIN):%Y-%m-%d %H:%M}", (name, of)
    order = page.section("Order of the apps")
    assert "Step count" in order.text
    assert "no order is set" in order.text
    assert [one.attributes["value"] for one in order.every("button")] == ["org.example.phone", "org.example.watch"]
    month = shown(client, "/sources")
    # What has no sample in the time says so; no cell is empty.
    assert all(all(row) and (row[1] == "0") == (row[2] == "none") for row in month.section("Phone <b>&amp;").rows())
    assert int(month.section("Watch").rows()[0][1].replace(",", "")) < int(watch["Heart rate"].replace(",", ""))
    with pytest.raises(NotFoundError):
        shown(client, "/sources", {"span": "decade"})


def test_statistics_are_asked_for_again_only_after_a_change(client: hearth.Client) -> None:
    kept = Kept()
    where = {"period": "day", "day": day_text()}

    def steps() -> Element:
        visit = Visit(client, BERLIN, KILOMETRES, where, {"name": "stepCount"}, "/types/stepCount", kept)
        return page_of(page_html(PAGES["/types/{name}"](visit), visit))

    before = tiles(steps())["Measurements"]
    asked: list[bytes] = []
    again = kept.statistics("key", b"1", 1, lambda: client.statistics("stepCount"))
    assert kept.statistics("key", again.anchor, 1, lambda: asked.append(b"") or again) is again  # type: ignore[func-returns-value]
    assert not asked
    # Another connection may read something else.
    assert kept.statistics("key", again.anchor, 2, lambda: asked.append(b"") or again) is again  # type: ignore[func-returns-value]
    assert len(asked) == 1
    more = hearth.quantities("stepCount", [f"{day_text()}T02:00:00+01:00"], [10.0])
    client.save(more)
    try:
        assert int(tiles(steps())["Measurements"].replace(",", "")) == int(before.replace(",", "")) + 1
    finally:
        client.delete(more.uuids)
    assert tiles(steps())["Measurements"] == before


def test_no_more_statistics_are_kept_than_those_of_some_pages(client: hearth.Client) -> None:
    kept, found = Kept(), client.statistics("stepCount")
    asked: list[int] = []

    def ask(number: int) -> hearth.Statistics:
        asked.append(number)
        return found

    for number in (*range(1000), 999, 0):
        kept.statistics(number, found.anchor, 1, functools.partial(ask, number))
    assert asked == [*range(1000), 0]


def test_an_order_and_a_denial_hold_at_once() -> None:
    """Neither is a commit, so that the state of the store stays the same."""
    day = np.datetime64("2026-11-20T12:00")
    hour = np.timedelta64(1, "h")
    kept = Kept()
    app = "org.hearth.dashboard"
    with Server() as server, hearth.Client(server.socket, app=app) as own:
        for name, count in (("org.example.one", 10.0), ("org.example.two", 30.0)):
            with hearth.Client(server.socket, app=name) as saving:
                saving.save(hearth.quantities("stepCount", [day], [count], ends=[day + hour]))

        def total() -> str:
            where = {"period": "day", "day": "2026-11-20"}
            visit = Visit(own, BERLIN, KILOMETRES, where, {"name": "stepCount"}, "/types/stepCount", kept)
            found = page_of(page_html(PAGES["/types/{name}"](visit), visit))
            return tiles(found).get("Total", "") if [*found.every("dl")] else found.the("main").text

        owner = Owner(socket=server.socket, program=PROGRAM)
        for first, shown_total in (("org.example.one", "10"), ("org.example.two", "30"), ("org.example.one", "10")):
            owner.rank("HKQuantityTypeIdentifierStepCount", [first])
            assert total() == shown_total
        for verb, shown_total in (("deny", "Nothing was recorded"), ("allow", "10")):
            command = [PROGRAM, verb, app, "stepCount", "--read", f"--socket={server.socket}"]
            subprocess.run(command, check=True, capture_output=True)
            assert shown_total in total()


def test_the_activity_of_a_day_is_drawn_as_rings() -> None:
    hour = np.timedelta64(1, "h")
    day = np.datetime64("2026-11-20T23:00")
    with Server() as server, hearth.Client(server.socket, app="org.example.rings") as own:
        days = day - np.arange(1, 11) * 24 * hour
        own.save(hearth.quantities("activeEnergyBurned", days, np.full(10, 400.0), "kcal", ends=days + hour))
        own.save(hearth.quantities("activeEnergyBurned", [day], [500.0], "kcal", ends=[day + hour]))
        own.save(hearth.quantities("appleExerciseTime", [day], [15.0], "min", ends=[day + hour]))
        hours = day + np.array([8, 8, 9, 10]) * hour
        own.save(hearth.categories("appleStandHour", hours, ["stood", "stood", "stood", "idle"], ends=hours + hour))
        found = shown(own, "/", {"day": "2026-11-21"}).section("Activity")
        assert [[one.text for one in row.every() if one.name in {"b", "span"}] for row in found.every("li")] == [
            ["Move", "500 kcal of 400 kcal, the median of 28 days", "125 %"],
            ["Exercise", "15 min of 30 min", "50 %"],
            ["Stand", "2 h of 12 h", "17 %"],
        ]
        rings = {
            one.attributes["class"]: one.attributes.get("stroke-dasharray") for one in found.every("circle", "ring")
        }
        assert rings == {"ring move": None, "ring exercise": "50.0 100", "ring stand": "16.7 100"}
        # Absent is not zero.
        assert "Activity" not in [one.text for one in shown(own, "/", {"day": "2026-01-01"}).every("h2")]


def test_the_system_in_figures(client: hearth.Client) -> None:
    client.registrations({"stepCount": hearth.UpdateFrequency.HOURLY})
    page = shown(client, "/system")
    assert tiles(page)["Samples"] == f"{client.status().store.samples:,}"
    assert "org.example.reader" in [row[0] for row in page.section("Connected apps").rows()]
    assert ["Step count", "hourly"] in [
        [cell.strip() for cell in row[:2]] for row in page.section("Background delivery").rows()
    ]
    assert page.the("main").attributes["data-every"] == "2"


def test_the_system_tells_how_far_behind_a_subscriber_is() -> None:
    """One that does not read what has changed."""
    with Server() as server, hearth.Client(server.socket, app="org.example.reader") as own:
        own.save(hearth.quantities("stepCount", [np.datetime64("2024-12-31")], [1.0]))
        with (
            hearth.Client(server.socket, app="org.example.slow") as slow,
            slow.changes("stepCount", follow=True) as read,
        ):
            assert next(read).added
            starts = np.datetime64("2025-01-01T00:00") + np.arange(50_000) * np.timedelta64(1, "s")
            saves = 10
            for save in range(saves):
                own.save(hearth.quantities("stepCount", starts, np.full(len(starts), float(save)), "count"))
            rows = {row[0]: row for row in shown(own, "/system").section("Connected apps").rows()}
            assert rows["org.example.slow"][3] == "1"
            assert 0 < int(rows["org.example.slow"][4].replace(",", "")) <= saves * len(starts)
            assert rows["org.example.reader"][3:5] == ["0", "0"]


def test_pages_say_what_makes_them_out_of_date(client: hearth.Client) -> None:
    main = shown(client, "/sleep").the("main")
    assert main.attributes["data-types"] == "sleepAnalysis"
    assert main.attributes["data-anchor"] == client.ping().anchor.hex()
    assert shown(client, "/sources").the("main").attributes["data-types"] == ""


def test_lengths_are_in_the_units_of_the_visit(client: hearth.Client) -> None:
    visit = Visit(client, BERLIN, MILES, {}, {}, "/workouts")
    assert tiles(page_of(page_html(PAGES["/workouts"](visit), visit)))["Distance"] == "265 mi"


@pytest.mark.parametrize("day", ["2026-10-25", "2026-11-01", "2026-03-29", "2026-03-08", "2026-06-01"])
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Asia/Kolkata"])
def test_the_hours_of_a_night_lie_where_they_were(client: hearth.Client, day: str, zone: str) -> None:
    """Also where the clock was changed meanwhile."""
    there = ZoneInfo(zone)
    middle = datetime.fromisoformat(f"{day}T00:00").replace(tzinfo=there)
    begin = np.datetime64(middle.astimezone(UTC).replace(tzinfo=None), "ns") - np.timedelta64(1, "h")
    end = begin + np.timedelta64(8, "h")
    night = hearth.categories("sleepAnalysis", [begin], [hearth.enums.SleepAnalysis.inBed], ends=[end])
    client.save(night)
    try:
        visit = Visit(client, there, KILOMETRES, {"night": day}, {}, "/sleep")
        page = page_of(page_html(PAGES["/sleep"](visit), visit)).section("org.example.reader")
    finally:
        client.delete(night.uuids)
    for one in page.the("svg", "times").every("text"):
        at = float((one.attributes["x"] or "").rstrip("%")) / 100 * 8 * 3600
        moment = local(begin + np.timedelta64(round(at), "s"), there)
        # A hundredth of a per cent is three seconds.
        assert (moment + timedelta(seconds=5)).strftime("%H:%M") == one.text


def test_what_was_not_recorded_of_a_night_is_not_zero(client: hearth.Client) -> None:
    begin = np.datetime64("2025-03-08T23:00")
    hour = np.timedelta64(1, "h")
    for value, cells in ((hearth.enums.SleepAnalysis.inBed, ["–"] * 4), (1, ["7 h 00 min", "–", "–", "–"])):
        bed = hearth.categories("sleepAnalysis", [begin], [value], ends=[begin + 7 * hour])
        client.save(bed)
        rows = shown(client, "/sleep", {"night": "2025-03-09"}).section("14 nights").rows()
        client.delete(bed.uuids)
        assert rows == [["Sun 9 Mar", *cells]]


def test_apps_of_the_same_name_have_nights_of_their_own() -> None:
    begin = np.datetime64("2025-03-08T23:00")
    hour = np.timedelta64(1, "h")
    with Server() as server:
        for app, stage in (("org.example.one", "asleepCore"), ("org.example.two", "asleepDeep")):
            named = hearth.messages.App(bundle_identifier=app, name="Watch")
            with hearth.Client(server.socket, app=named) as saving:
                saving.save(hearth.categories("sleepAnalysis", [begin], [stage], ends=[begin + 7 * hour]))
        with hearth.Client(server.socket, app="org.example.reader") as reader:
            page = shown(reader, "/sleep", {"night": "2025-03-09"})
            assert [one.text for one in page.every("h2")] == ["Watch", "Watch", "14 nights"]
            assert tiles(page)["Fell asleep"] == "00:00"
            assert tiles(page)["Woke"] == "07:00"


def test_a_night_of_many_samples_has_no_more_bars_than_pixels(client: hearth.Client) -> None:
    begins = np.datetime64("2025-03-08T23:00", "ns") + np.arange(20_000) * np.timedelta64(10**9, "ns")
    night = hearth.categories("sleepAnalysis", begins, [3] * len(begins), ends=begins + np.timedelta64(10**8, "ns"))
    client.save(night)
    try:
        page = shown(client, "/sleep", {"night": "2025-03-09"}).section("org.example.reader")
    finally:
        client.delete(night.uuids)
    assert 1 <= len([*page.every("rect", "core")]) <= 1000


def test_what_was_measured_long_ago_is_led_to(client: hearth.Client) -> None:
    """From the list of types, and from a time without any."""
    height = hearth.quantities("height", [np.datetime64("2019-03-05T08:00")], [1.8], "m")
    mood = hearth.records("stateOfMind", [np.datetime64("2019-03-06T08:00")], [{"mind_kind": 1, "valence": 0.5}])
    client.save([height, mood])
    try:
        links = {one.text: one.attributes["href"] or "" for one in shown(client, "/types").every("a")}
        assert links["Height"] == "/types/height?day=2019-03-05"
        assert links["State of mind"] == "/types/stateOfMind?day=2019-03-06"
        for name, day in (("height", "2019-03-05"), ("stateOfMind", "2019-03-06")):
            page = shown(client, "/types/{name}", {"period": "month"}, name=name)
            (link,) = (one for one in page.every("a") if one.attributes.get("id") == "newest")
            assert link.attributes["href"] == f"/types/{name}?period=month&day={day}"
            assert link.text.endswith("March 2019")
            page = shown(client, "/types/{name}", {"day": day}, name=name)
            assert "newest" not in [one.attributes.get("id") for one in page.every("a")]
    finally:
        client.delete([*height.uuids, *mood.uuids])


def test_an_empty_store_says_how_something_comes_into_it(nothing: hearth.Client) -> None:
    for route in ("/", "/types", "/workouts", "/sources"):
        assert "'hearth import FILE'" in shown(nothing, route).the("main").text


def test_a_workout_has_one_time_and_one_duration_everywhere(client: hearth.Client) -> None:
    """In the zone where it was, which is named where it is another one than the visit's; as long as the app says."""
    start = np.datetime64("2024-08-03T00:00")
    yoga = hearth.workouts(
        [start], [start + np.timedelta64(1, "h")], ["yoga"], durations=[1800.0], metadata=[{"HKTimeZone": "Asia/Tokyo"}]
    )
    client.save(yoga)
    uuid = str(yoga.uuid(0))
    try:
        (row,) = (row for row in shown(client, "/workouts").rows() if row[1] == "Yoga")
        assert row[:3] == ["2024-08-03 09:00 JST", "Yoga", "30:00"]
        page = shown(client, "/types/{name}", {"period": "day", "day": "2024-08-03"}, name="workout")
        assert page.rows()[0][:2] == ["2024-08-03 09:00:00 JST", "10:00:00"]
        assert f"/workouts/{uuid}" in [one.attributes["href"] for one in page.every("a")]
        today = shown(client, "/", {"day": "2024-08-04"})
        assert tiles(today)["Yoga"] == "30:00"
        found = tiles(shown(client, "/workouts/{uuid}", uuid=uuid))
        assert (found["Duration"], found["Elapsed time"]) == ("30:00", "1:00:00")
    finally:
        client.delete(yoga.uuids)


def test_a_workout_is_compared_with_any_other_of_its_activity(
    client: hearth.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are grouped by their years. What a list leaves out is said."""
    starts = np.datetime64("2020-12-01T10:00") + np.arange(60) * np.timedelta64(1, "D")
    walks = hearth.workouts(starts, starts + np.timedelta64(1, "h"), ["hiking"] * 60)
    client.save(walks)
    try:

        def offered(page: Element) -> list[int]:
            rows = {str(walks.uuid(row)): row for row in range(60)}
            return [rows[one.attributes["value"] or ""] for one in [*page.the("select").every("option")][1:]]

        asked = ({"with": str(walks.uuid(2))}, str(walks.uuid(25)))
        page = shown(client, "/workouts/{uuid}", asked[0], uuid=asked[1])
        assert offered(page) == [row for row in reversed(range(60)) if row != 25]
        groups = {one.attributes["label"]: len([*one.every("option")]) for one in page.every("optgroup")}
        assert groups == {"2021": 29, "2020": 30}
        assert not [*page.the("form").every("p")]
        assert [one.attributes["value"] for one in page.every("option") if "selected" in one.attributes] == [
            str(walks.uuid(2))
        ]
        assert "This one, of Saturday, 26 December 2020" in page.section("Comparison").text
        ride = str(client.read("workout", hearth.predicates.workout_type == "cycling", limit=1).uuid(0))
        page = shown(client, "/workouts/{uuid}", {"with": ride}, uuid=asked[1])
        (option,) = (one for one in page.every("option") if "selected" in one.attributes)
        assert option.attributes["value"] == ride
        monkeypatch.setattr(workout, "_OTHERS_MAX", 10)
        page = shown(client, "/workouts/{uuid}", asked[0], uuid=asked[1])
        assert offered(page) == [*range(30, 25, -1), *range(24, 19, -1), 2]
        assert page.the("form").the("p").text == "The list has the 10 nearest in time of 59 workouts."
    finally:
        client.delete(walks.uuids)


def test_the_day_of_today_ends_at_midnight(client: hearth.Client) -> None:
    main = shown(client, "/").the("main")
    left = int(main.attributes["data-every"] or "")
    now = datetime.now(BERLIN)
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    # The clock may have been changed, and the page was made a moment ago.
    assert abs((midnight.astimezone(UTC) - now.astimezone(UTC)).total_seconds() - left) < 300
    assert "data-every" not in shown(client, "/", {"day": day_text()}).the("main").attributes


def test_the_trend_reaches_the_bucket_of_today() -> None:
    """Whose last days lie ahead."""
    now = np.datetime64("now", "ns")
    with Server() as server, hearth.Client(server.socket, app="org.example.reader") as own:
        days = now - np.arange(40) * np.timedelta64(24, "h")
        own.save(hearth.quantities("bodyMass", days, np.full(40, 70.0), "kg"))
        for period in ("month", "half", "year"):
            page = shown(own, "/types/{name}", {"period": period}, name="bodyMass")
            (line,) = page.the("svg", "plot").every("path", "trend")
            (last,) = [*page.the("svg", "plot").every("rect", "band")][-1:]
            begin, width = float(last.attributes["x"] or ""), float(last.attributes["width"] or "")
            ends = re.findall(r"[ML]([\d.]+) ", line.attributes["d"] or "")
            assert begin < float(ends[-1]) < begin + width


def test_a_night_without_sleep_leads_to_the_newest_with_some(client: hearth.Client, nothing: hearth.Client) -> None:
    page = shown(client, "/sleep", {"night": "2020-01-01"})
    (link,) = (one for one in page.every("a") if one.attributes.get("id") == "newest")
    address = link.attributes["href"] or ""
    assert address == f"/sleep?night={day_text()}"
    assert "No sleep" not in shown(client, "/sleep", {"night": address.partition("=")[2]}).the("main").text
    assert "newest" not in [one.attributes.get("id") for one in shown(nothing, "/sleep").every("a")]
