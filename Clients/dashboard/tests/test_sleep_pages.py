"""The page of the nights, against the real server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from server import Server

from hearth_dashboard.pages import PAGES, Visit, page_html
from hearth_dashboard.report import KILOMETRES
from hearth_dashboard.report.details import local
from pages import page_of, shown, tiles
from stores import day_text


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


def test_a_night_without_sleep_leads_to_the_newest_with_some(client: hearth.Client, nothing: hearth.Client) -> None:
    page = shown(client, "/sleep", {"night": "2020-01-01"})
    (link,) = (one for one in page.every("a") if one.attributes.get("id") == "newest")
    address = link.attributes["href"] or ""
    assert address == f"/sleep?night={day_text()}"
    assert "No sleep" not in shown(client, "/sleep", {"night": address.partition("=")[2]}).the("main").text
    assert "newest" not in [one.attributes.get("id") for one in shown(nothing, "/sleep").every("a")]


def test_a_night_of_more_apps_than_a_person_has_shows_some() -> None:
    begin = np.datetime64("2025-03-08T23:00")
    with Server() as server:
        for number in range(23):
            with hearth.Client(server.socket, app=f"org.example.app{number}") as saving:
                night = hearth.categories("sleepAnalysis", [begin], ["inBed"], ends=[begin + np.timedelta64(7, "h")])
                saving.save(night)
        with hearth.Client(server.socket, app="org.example.reader") as reader:
            page = shown(reader, "/sleep", {"night": "2025-03-09"})
    assert len([*page.every("h2")]) == 20 + 1
    assert "and 3 more apps" in [one.text for one in page.every("p")]


def test_the_stages_of_a_night_lie_on_each_other(client: hearth.Client) -> None:
    begin = np.datetime64("2025-03-08T23:00")
    hour = np.timedelta64(1, "h")
    stages = ["asleepDeep", "asleepCore", "asleepREM"]
    begins = begin + np.arange(3) * hour
    night = hearth.categories("sleepAnalysis", begins, stages, ends=begins + hour)
    client.save(night)
    chart = shown(client, "/sleep", {"night": "2025-03-09"}).section("14 nights").the("svg", "plot")
    client.delete(night.uuids)
    bars = {name: next(chart.every("rect", name)).attributes for name in ("deep", "core", "rem")}
    tops = [float(one["y"] or "") for one in bars.values()]
    heights = [float(one["height"] or "") for one in bars.values()]
    assert heights == pytest.approx([heights[0]] * 3, abs=0.2)
    assert np.diff(tops) == pytest.approx([-heights[0]] * 2, abs=0.2)


def test_what_is_longer_than_a_day_is_left_out_and_said(nothing: hearth.Client) -> None:
    """The night beside it is the one that is shown, and the newest that is led to."""
    begin, hour = np.datetime64("2025-03-08T23:00"), np.timedelta64(1, "h")
    ends = begin + np.array([7 * hour, 25 * hour, 9000 * hour])
    night = hearth.categories("sleepAnalysis", [begin, begin - 20 * hour, begin], ["asleepCore"] * 3, ends=ends)
    nothing.save(night)
    try:
        page = shown(nothing, "/sleep", {"night": "2025-03-09"})
        assert tiles(page)["Asleep"] == "7 h 00 min"
        assert "2 samples are longer than a day, and are left out." in [one.text for one in page.every("p")]
        (link,) = (
            one
            for one in shown(nothing, "/sleep", {"night": "2020-01-01"}).every("a")
            if one.attributes.get("id") == "newest"
        )
        assert link.attributes["href"] == "/sleep?night=2025-03-09"
    finally:
        nothing.delete(night.uuids)
