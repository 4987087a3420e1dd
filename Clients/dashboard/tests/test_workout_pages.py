"""The pages of workouts, against the real server."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest

from hearth_dashboard.pages import PAGES, Visit, page_html, workout, workouts
from hearth_dashboard.pages.comparison import difference_text
from hearth_dashboard.pages.kept import Kept
from hearth_dashboard.report import KILOMETRES
from pages import page_of, run_of, shown, tiles
from runs import START
from stores import earlier_run

if TYPE_CHECKING:
    from pages import Element


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


@pytest.mark.parametrize(("zone", "time"), [(None, "17:00"), ("Asia/Tokyo", "09:00"), ("x/../y", "17:00")])
def test_a_workout_has_the_same_time_and_distance_on_all_pages(
    client: hearth.Client, monkeypatch: pytest.MonkeyPatch, zone: str | None, time: str
) -> None:
    """The time is in the zone that it names, else in that of the visit; the distance is the one of its report. What is
    only chosen from is not measured, which may take long: it has the total that its app has saved."""
    start, end = np.datetime64("2024-02-03T00:00"), np.datetime64("2024-02-03T01:00")
    walk = hearth.workouts([start], [end], ["walking"], metadata=[{} if zone is None else {"HKTimeZone": zone}])
    client.save(walk)
    metres = hearth.quantities("distanceWalkingRunning", [start], [5250], "m", ends=[end])
    client.add_to_workout(walk.uuid(0), metres)
    uuid = str(walk.uuid(0))
    others = start - np.array([1, 2]) * np.timedelta64(1, "D")
    totals = [hearth.messages.WorkoutDetail(total_distance=4000), hearth.messages.WorkoutDetail()]
    other = hearth.workouts(others, others + (end - start), ["walking"] * 2, details=totals)
    client.save(other)
    try:
        for route, path in (("/workouts", {}), ("/workouts/{uuid}", {"uuid": uuid})):
            visit = Visit(client, ZoneInfo("America/Denver"), KILOMETRES, {}, path, route.format(**path))
            found = page_of(page_html(PAGES[route](visit), visit)).the("main").text
            assert time in found
            assert "5.25 km" in found
        with monkeypatch.context() as patch:
            patch.setattr(workouts, "workout_distances", None)
            compared = shown(client, "/workouts/{uuid}", uuid=str(other.uuid(1)))
        texts = {one.attributes["value"]: one.text for one in compared.every("option")}
        assert texts[str(other.uuid(0))].endswith(", 4.00 km")
        assert texts[uuid].endswith(", 1:00:00")
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


def test_more_workouts_than_a_page_has_are_on_the_next(client: hearth.Client) -> None:
    starts = np.datetime64("2019-01-01T08:00") + np.arange(120) * np.timedelta64(1, "D")
    walks = hearth.workouts(starts, starts + np.timedelta64(1, "h"), ["walking"] * 120)
    client.save(walks)
    try:
        seen = []
        for number, count in ((1, 100), (2, 20), (9, 20)):
            page = shown(client, "/workouts", {"year": "2019", "page": str(number)})
            assert tiles(page)["Workouts"] == "120"
            assert len(page.rows()) == count
            seen.append({row[0] for row in page.rows()})
        assert len(seen[0] | seen[1]) == 120
        ways = {one.text: one.attributes["href"] for one in page.the("p", "pager").every("a")}
        assert ways == {"← Newer": "/workouts?year=2019&page=1"}
    finally:
        client.delete(walks.uuids)


def test_a_workout_is_of_the_year_in_which_it_was_there(client: hearth.Client) -> None:
    start = np.datetime64("2018-12-31T20:00")
    yoga = hearth.workouts([start], [start + np.timedelta64(1, "h")], ["yoga"], metadata=[{"HKTimeZone": "Asia/Tokyo"}])
    client.save(yoga)
    try:
        assert [row[0] for row in shown(client, "/workouts", {"year": "2019"}).rows()] == ["2019-01-01 05:00 JST"]
        assert tiles(shown(client, "/workouts", {"year": "2018"}))["Workouts"] == "0"
    finally:
        client.delete(yoga.uuids)


def test_charts_are_as_long_as_the_longer_of_two_workouts(client: hearth.Client) -> None:
    """And a time is less where this one was faster."""
    with earlier_run(client) as other:
        theirs = str(other.uuid(0))
        longer = next(one for one in (run_of(client, row) for row in (0, 1)) if one != theirs)
        section = shown(client, "/workouts/{uuid}", {"with": longer}, uuid=theirs).section("Comparison")
        behind, ahead = next(section.every("figure")).the("svg", "plot").every("path", "line")
        ends = [float((one.attributes["d"] or "").rpartition("L")[2].split()[0]) for one in (ahead, behind)]
        assert ends == pytest.approx([800, 1000], abs=2)
        efforts = [
            {effort.metres: effort.elapsed_seconds for effort in hearth.analyse_workout(client, uuid).efforts}
            for uuid in (theirs, longer)
        ]
        *_, table = section.every("table")
        rows = {row[0]: row[3] for row in section.rows_of(table)}
        assert rows["1 km"] == difference_text(efforts[0][1000] - efforts[1][1000])
        assert rows["1 km"] != "0:00"


def test_a_distance_that_was_measured_is_not_asked_for_again(
    client: hearth.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as nothing is saved. Of a workout to which very much belongs it takes long."""
    asked: list[int] = []
    measure = hearth.analysis.workout_distances

    def counting(own: hearth.Client, found: hearth.Samples) -> list[hearth.analysis.Distance | None]:
        asked.append(len(found))
        return measure(own, found)

    monkeypatch.setattr(workouts, "workout_distances", counting)
    kept = Kept()

    def listed() -> str:
        visit = Visit(client, ZoneInfo("Europe/Berlin"), KILOMETRES, {}, {}, "/workouts", kept=kept)
        return page_html(PAGES["/workouts"](visit), visit)

    assert listed() == listed()
    assert len(asked) == 1
    run = run_of(client)
    more = hearth.quantities("distanceWalkingRunning", [START], [1.0], "m")
    client.save(more)
    try:
        listed()
        assert len(asked) == 2
    finally:
        client.delete(more.uuids)
    assert run in listed()


def test_a_ride_of_a_half_marathon_is_none(client: hearth.Client) -> None:
    begins = np.datetime64("2023-05-06T08:00") + np.array([0, 1]) * np.timedelta64(1, "D")
    minute = np.timedelta64(1, "m")
    rides = hearth.workouts(begins, begins + 60 * minute, ["cycling"] * 2)
    client.save(rides)
    saved = [*rides.uuids]
    for row, begin in enumerate(begins):
        starts = begin + np.arange(60) * minute
        metres = hearth.quantities("distanceCycling", starts, [500.0 + row] * 60, "m", ends=starts + minute)
        client.add_to_workout(rides.uuid(row), metres)
        saved += [*metres.uuids]
    try:
        first, second = (str(rides.uuid(row)) for row in (0, 1))
        page = shown(client, "/workouts/{uuid}", {"with": second}, uuid=first)
        *_, efforts = page.section("Comparison").every("table")
        names = [row[0] for row in page.rows_of(efforts)]
        assert "21.1 km" in names
        assert "half marathon" not in page.text
    finally:
        client.delete(np.array(saved))
