"""The pages as functions of a visit, against the real server."""

from __future__ import annotations

import functools
import re
import subprocess
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import hearth
import numpy as np
import pytest
from hearth.predicates import end, source
from hearth.type_table import IDENTIFIERS
from server import PROGRAM, Server

from hearth_dashboard.owner import Owner
from hearth_dashboard.pages import PAGES, NotFoundError, Visit, page_html
from hearth_dashboard.pages import type as type_module
from hearth_dashboard.pages.kept import Kept
from hearth_dashboard.pages.stored_types import type_name
from hearth_dashboard.report import KILOMETRES, MILES
from hearth_dashboard.report.details import local
from pages import BERLIN, page_of, run_of, shown, tiles
from stores import day_text

if TYPE_CHECKING:
    from pages import Element


@pytest.mark.parametrize("route", [route for route in PAGES if "{" not in route and route != "/sources/delete"])
def test_a_store_with_nothing_has_every_page(nothing: hearth.Client, route: str) -> None:
    page = shown(nothing, route)
    assert page.the("h1").text
    assert not [*page.every("td")] or route == "/system"


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


@pytest.mark.parametrize("uuid", [str(uuid4()), "x", "\ud800", "../../etc/passwd"])
def test_what_is_not_stored_has_no_page(client: hearth.Client, uuid: str) -> None:
    with pytest.raises(NotFoundError):
        shown(client, "/workouts/{uuid}", uuid=uuid)
    with pytest.raises(NotFoundError):
        shown(client, "/workouts/{uuid}", {"with": uuid}, uuid=run_of(client))


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
            assert {*ways} == {"← Newer", "Older →"} - {1: {"← Newer"}, 3: {"Older →"}}.get(number, set())
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
    assert page.the("h1").text == "Saturday, 21 November 2026"
    assert len([*page.section("Heart rate").every("rect", "hit")]) == 96


def ways(page: Element) -> dict[str, str | None]:
    """Where the pager leads."""
    return {one.text: one.attributes["href"] for one in page.the("p", "pager").every("a")}


def test_a_day_leads_to_those_beside_it(client: hearth.Client) -> None:
    assert ways(shown(client, "/", {"day": "2026-01-01"})) == {
        "← Previous": "/?day=2025-12-31",
        "Today": "/",
        "Next →": "/?day=2026-01-02",
    }
    today = datetime.now(BERLIN).date()
    yesterday = (today - timedelta(days=1)).isoformat()
    page = shown(client, "/")
    assert ways(page) == {"← Previous": f"/?day={yesterday}"}
    assert page.the("p", "pager").text.strip("← Previous") == f"{today:%A}, {today.day} {today:%B %Y}"
    assert ways(shown(client, "/", {"day": yesterday}))["Next →"] == "/"


def test_what_a_doctor_asks_for_is_in_the_tiles_of_the_day() -> None:
    at = [np.datetime64(f"{day_text()}T08:00")]
    saved = [
        hearth.blood_pressures(at, [118.0], [76.0]),
        hearth.quantities("respiratoryRate", at, [14.0], "count/min"),
        hearth.quantities("vo2Max", at, [44.1], "mL/min·kg"),
    ]
    with Server() as server, hearth.Client(server.socket, app="org.example.clinic") as own:
        own.save(saved)
        page = shown(own, "/", {"day": day_text()})
        found = tiles(page)
        assert (found["Blood pressure"], found["Respiratory rate"]) == ("118/76 mmHg", "14 /min")
        assert found["VO₂ max"].startswith("44.1 ")
        assert "bloodPressure" in (page.the("main").attributes["data-types"] or "").split()


def test_tables_name_what_their_rows_are(client: hearth.Client) -> None:
    for route, name in (("/types", "Type"), ("/sources", "Type"), ("/workouts", "Start")):
        assert {next(one.every("th")).text for one in shown(client, route).every("thead")} == {name}


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
        for verb, shown_total in (("deny", "may not read this data yet"), ("allow", "10")):
            command = [PROGRAM, verb, app, "stepCount", "--read", f"--socket={server.socket}"]
            subprocess.run(command, check=True, capture_output=True)
            assert shown_total in total()


def test_the_activity_of_a_day_is_drawn_as_rings() -> None:
    hour = np.timedelta64(1, "h")
    day = np.datetime64("2026-11-20T23:00")
    with Server() as server, hearth.Client(server.socket, app="org.example.rings") as own:
        days = day - np.arange(1, 11) * 24 * hour
        own.save(hearth.quantities("activeEnergyBurned", days, [380.0, 420.0] * 5, "kcal", ends=days + hour))
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


def test_lengths_are_in_the_units_of_the_visit(client: hearth.Client) -> None:
    name = "distanceWalkingRunning"
    visit = Visit(client, BERLIN, MILES, {}, {}, "/workouts")
    assert tiles(page_of(page_html(PAGES["/workouts"](visit), visit)))["Distance"] == "265 mi"
    visit = Visit(client, BERLIN, MILES, {"day": day_text()}, {"name": name}, f"/types/{name}")
    assert tiles(page_of(page_html(PAGES["/types/{name}"](visit), visit)))["Total"].endswith(" mi")


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


def test_the_headers_of_words_and_times_begin_where_these_do(client: hearth.Client) -> None:
    page = shown(client, "/types")
    headers = {one.text: one.attributes.get("class") for one in page.the("thead").every("th")}
    assert headers == {"Type": None, "Newest": "text", "Until": "text", "App": "text"}
