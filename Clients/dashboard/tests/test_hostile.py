"""What no device measures, saved by an app that may: no page and no report fails at it or takes long."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from hearth.analysis import Readings, WorkoutRecord
from hearth.enums import WorkoutActivityType
from server import Server

from hearth_dashboard.pages import NotFoundError
from hearth_dashboard.pages.app_fields import app_received
from hearth_dashboard.pages.quantities import change_text
from hearth_dashboard.pages.record_texts import record_text
from hearth_dashboard.report import KILOMETRES, MILES, report_html, report_values
from hearth_dashboard.report.markup import element, written
from hearth_dashboard.report.tables import SPLITS_MAX
from hearth_dashboard.report.units import amount, clock, number_text, rate_of
from pages import page_of, shown
from runs import SECOND, START, analysed, recorded_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hearth_dashboard.report import Units
    from pages import Element

UTC = ZoneInfo("UTC")
DAY = str(START.astype("M8[D]"))
#: What Python writes for no number, and for what is greater than each.
NO_NUMBER = re.compile(r"\b(nan|inf)\b", re.IGNORECASE)
#: Characters without a space between them that a narrow page has room for.
WORD_MAX = 80


@pytest.fixture(scope="module")
def client() -> Iterator[hearth.Client]:
    """Of a store with nothing in it."""
    with Server() as server, hearth.Client(server.socket, app="org.example.hostile") as connected:
        yield connected


def longest(page: Element) -> int:
    """The characters of the longest word of the texts that are shown."""
    texts = (part for one in page.every() for part in one.content if isinstance(part, str))
    return max(len(word) for text in texts for word in text.split())


@pytest.mark.parametrize(
    ("name", "unit"), [("heartRate", "count/min"), ("bodyMass", "kg"), ("stepCount", "count"), ("dietaryWater", "mL")]
)
@pytest.mark.parametrize(
    "values", [[1.7e308, -1.7e308], [1.7e308, 1e-300], [5e-324, 0.0], [1.7e308, 1.7e308], [-1e300, -1e299]]
)
def test_numbers_that_nothing_has_are_drawn(client: hearth.Client, name: str, unit: str, values: list[float]) -> None:
    """Next to each other, and a day, a week and a year apart."""
    for days in (0, 1, 7, 365):
        starts = START + np.array([60 * SECOND, -days * 86_400 * SECOND])
        found = hearth.quantities(name, starts, values, unit, force=True)
        client.save(found)
        try:
            today = shown(client, "/", {"day": DAY}).the("main")
            assert not NO_NUMBER.search(today.text)
            assert longest(today) <= WORD_MAX
            for period in ("day", "week", "month", "half", "year"):
                page = shown(client, "/types/{name}", {"period": period, "day": DAY}, name=name)
                for one in page.every():
                    assert not any(NO_NUMBER.search(value or "") for value in one.attributes.values())
                assert not NO_NUMBER.search(page.the("main").text)
                assert longest(page) <= WORD_MAX
        finally:
            client.delete(found.uuids)


def test_an_electrocardiogram_of_any_frequency_is_drawn(client: hearth.Client) -> None:
    for frequency in (1.7e308, 5e-324, 1e9):
        value = {"classification": 1, "symptoms_status": 2, "sampling_frequency": frequency}
        found = hearth.records("electrocardiogram", [START], [value], ends=[START + SECOND], voltages=[[1.0] * 512])
        client.save(found)
        assert "Sinus rhythm" in shown(client, "/types/{name}", {"day": DAY}, name="electrocardiogram").the("main").text
        client.delete(found.uuids)


def test_a_time_that_no_calendar_has_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client sends none, but another program may."""
    never = np.datetime64("NaT", "ns")
    monkeypatch.setattr(hearth.Samples, "metadata_of", lambda *_: {"org.example.never": never})
    page = page_of(report_html(analysed(recorded_run(0.05))))
    assert ["org.example.never", "–"] in page.section("Details").rows()


def test_a_workout_of_many_splits_and_readings_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """What each split has is not looked for in all readings once more."""
    run, *_ = recorded_run(2)
    times = START + np.arange(100_000) * 72 * np.timedelta64(10**6, "ns")
    far = hearth.quantities("distanceWalkingRunning", times[::100], np.full(1000, 9.9e4), "m", force=True)
    rates = hearth.quantities("heartRate", times, np.full(len(times), 1.7e308), "count/min", force=True)
    analysis = analysed([run, far, rates])
    assert len(analysis.splits) > 90_000
    asked: list[str] = []
    readings = WorkoutRecord.readings

    def noting(record: WorkoutRecord, name: str) -> Readings | None:
        asked.append(name)
        return readings(record, name)

    monkeypatch.setattr(WorkoutRecord, "readings", noting)
    page = page_of(report_html(analysis))
    text = json.dumps(report_values(analysis), allow_nan=False)
    assert asked.count("heartRate") < 20
    assert len(page.section("Splits").rows()) == SPLITS_MAX
    assert page.section("Splits").the("p").text == f"The first 1,000 of {len(analysis.splits):,}."
    assert len(json.loads(text)["splits"]) == len(analysis.splits)


def test_a_name_of_any_length_is_refused(client: hearth.Client) -> None:
    with pytest.raises(NotFoundError):
        shown(client, "/types/{name}", name="a" * 60_000)


def test_changes_and_numbers_that_nobody_can_read_are_short() -> None:
    assert change_text(1.7e308, 1e-300) == ""
    assert change_text(-1.7e308, 1.7e308) == "−200 %"
    assert record_text({"title": ["x" * 5000]}) == "x" * 80 + "…"
    numbers = (1.7e308, 1e-300, 0.0003, 0.0, -0.0)
    assert [number_text(value) for value in numbers] == ["1.7e+308", "1e−300", "0.0003", "0", "0"]
    # As the server sends them; a number that is too large is no fault of the page that is said.
    assert change_text(*np.array([1.7e308, 1e-2])) == ""
    for text in (KILOMETRES.distance, MILES.height, clock, lambda value: amount(value, "kcal")):
        for value in (1.7e308, -1.7e308, 1e16):
            assert len(text(value)) < 20
        assert text(np.inf) == text(np.nan) == "–"
    assert rate_of(WorkoutActivityType.running, KILOMETRES).of_distance(np.inf, 60) == "–"


@pytest.mark.parametrize("units", [KILOMETRES, MILES])
def test_a_distance_that_no_workout_has_has_no_splits(units: Units) -> None:
    run, *_ = recorded_run(0.5)
    far = hearth.quantities("distanceWalkingRunning", [START], [1e9], "m", ends=[START + 1800 * SECOND], force=True)
    analysis = analysed([run, far])
    assert analysis.splits == []
    page = page_of(report_html(analysis, units=units))
    assert "Splits" not in [one.text for one in page.every("h2")]


def test_more_apps_than_a_person_has_are_counted() -> None:
    with Server() as server:
        for number in range(103):
            app = hearth.messages.App(bundle_identifier=f"org.example.app{number:03}", name=f"App {number:03}")
            with hearth.Client(server.socket, app=app) as saving:
                saving.save(hearth.quantities("stepCount", [START], [1.0]))
        with hearth.Client(server.socket, app="org.example.reader") as reader:
            page = shown(reader, "/sources", {"span": "all"})
            assert "3 more apps are listed by 'hearth sources'." in page.the("main").text
            assert len([*page.every("code")]) == 100
            page = shown(reader, "/types/{name}", {"day": DAY}, name="stepCount")
            assert len(page.section("Apps").rows()) == 100
            assert "3 more apps have less." in page.section("Apps").text


def test_a_workout_of_totals_that_nobody_reaches_is_listed(client: hearth.Client) -> None:
    """In columns that hold them. One that ends in a hundred years is not the newest for all that time."""
    details = [
        hearth.messages.WorkoutDetail(total_distance=1.7e308, total_energy_burned=1.7e308),
        hearth.messages.WorkoutDetail(total_distance=1.7e308, total_energy_burned=1e30),
        hearth.messages.WorkoutDetail(total_distance=5000),
    ]
    hour = 3600 * SECOND
    starts = START - np.array([3, 2, 1]) * hour
    ends = starts + np.array([hour, 365 * 100 * 24 * hour, hour])
    found = hearth.workouts(starts, ends, ["rowing", "cycling", "running"], details=details)
    client.save(found)
    try:
        for route, path in (
            ("/workouts", dict[str, str]()),
            *(("/workouts/{uuid}", {"uuid": str(found.uuid(row))}) for row in range(3)),
        ):
            page = shown(client, route, None, **path)
            assert not NO_NUMBER.search(page.the("main").text)
            assert longest(page) <= WORD_MAX
        assert "Running" in shown(client, "/", {"day": DAY}).the("dl").text
        following = shown(client, "/", {"day": str(START.astype("M8[D]") + 1)}).the("dl")
        assert "Running" in following.text
        assert "Cycling" not in following.text
    finally:
        client.delete(found.uuids)


@pytest.mark.parametrize(
    "one", ["\u061c", "\u200b", "\u2060", "\ufeff", "\u00ad", "\U000e0041", "\u2028", "\u202e", "\n", "\x07"]
)
def test_names_that_differ_look_different(client: hearth.Client, one: str) -> None:
    """Also where an app is deleted or put first, and in what is read aloud. A form sends back what was saved."""
    app, name = f"org.example.seen{one}", f"Watch{one}" + "x" * 200
    saved = hearth.quantities("stepCount", [START], [1.0])
    with hearth.Client(client_socket(client), app=hearth.messages.App(bundle_identifier=app, name=name)) as other:
        other.save(saved)
    own = hearth.quantities("stepCount", [START], [1.0])
    client.save(own)
    try:
        pages = [shown(client, "/sources", {"span": "all"}), shown(client, "/sources/delete", {"app": app})]
        for page in pages:
            assert one not in page.the("main").text
            assert longest(page) <= WORD_MAX + 12
            for part in page.the("main").every():
                for key, value in part.attributes.items():
                    assert key == "value" or one not in (value or "")
        assert pages[1].the("h1").text.startswith("Delete the data of Watch\\u")
        sent = [part.attributes["value"] for part in pages[1].every("input") if part.attributes["name"] == "app"]
        assert [app_received(one or "") for one in sent] == [app]
    finally:
        client.delete(own.uuids)
        with hearth.Client(client_socket(client), app=app) as other:
            other.delete(saved.uuids)


def test_emoji_stay_as_they_are() -> None:
    astronaut, heart = "\U0001f469\u200d\U0001f680", "\u2764\ufe0f\u200d\U0001f525"
    for text in (astronaut, heart, "Läufe für Anna ½", "ไทย हिन्दी"):
        assert written(text) == text
    for text in ("a\u200db", "\u200d", f"{heart[0]}\u200d", "\u2764\ufe0f\ufe0f", "1\ufe0f"):
        assert written(text) != text
    assert element("p", aria_label="a\u202eb") == '<p aria-label="a\\u202eb"></p>'


def client_socket(client: hearth.Client) -> str:
    """The socket of its server, as it says it."""
    return repr(client).partition("server at ")[2].partition(",")[0]
