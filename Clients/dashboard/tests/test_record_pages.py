"""Records on their pages: all that was saved of each, and the documents of those that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from hearth.samples.record_tables import record_columns
from hearth.samples.type_names import type_identifier

from dashboards import Dashboard
from hearth_dashboard.pages import PAGES, Visit, page_html
from hearth_dashboard.report import KILOMETRES
from pages import page_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server import Server

    from pages import Element

TIME = np.datetime64("2026-05-04T08:00", "ns")
HOUR = np.timedelta64(3600 * 10**9, "ns")
SCRIPT = b"<html><script>alert(1)</script></html>"
LENSES = {
    "sphere": (-2.25, -2.0),
    "cylinder": (-0.5, 0.25),
    "axis": (90.0, 45.0),
    "add_power": (1.0, 1.25),
    "vertex_distance": (12.0, 12.5),
    "far_pupillary_distance": (31.0, 31.5),
    "near_pupillary_distance": (29.0, 29.5),
    "base_curve": (8.6, 8.7),
    "diameter": (14.2, 14.3),
}


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[hearth.Client]:
    """The app of a practice."""
    with hearth.Client(server.socket, app="org.example.practice") as connected:
        yield connected


def shown_type(client: hearth.Client, name: str, **query: str) -> Element:
    """The page of a type on the day."""
    query = {"period": "day", "day": "2026-05-04", **query}
    return shown(client, "/types/{name}", query, zone="UTC", name=name).the("main")


def test_a_prescription_has_all_values_of_both_eyes(client: hearth.Client) -> None:
    values: dict[str, Any] = {
        f"{eye}_{name}": pair[row] for name, pair in LENSES.items() for row, eye in enumerate(("right", "left"))
    }
    values |= {"prescription_type": "contacts", "brand": "Acme <b>", "expiration": int(TIME.astype(np.int64))}
    values |= {"left_prism": [0.5, 90.0, 0.5, 0.0], "left_prism_bases": [1, 3]}
    client.save(hearth.records("visionPrescription", [TIME], [values]))
    page = shown_type(client, "visionPrescription")
    named, lenses, _ = page.every("table")
    assert page.rows_of(named) == [
        ["Prescription type", "Contacts"],
        ["Expiration", "2026-05-04 08:00"],
        ["Brand", "Acme <b>"],
    ]
    assert page.rows_of(lenses)[:4] == [
        ["Sphere", "−2.25 dpt", "−2.00 dpt"],
        ["Cylinder", "−0.50 dpt", "+0.25 dpt"],
        ["Axis", "90°", "45°"],
        ["Add power", "+1.00 dpt", "+1.25 dpt"],
    ]
    assert ["Base curve", "8.6 mm", "8.7 mm"] in page.rows_of(lenses)
    assert ["Prism", "–", "0.5 Δ, 90°, 0.5 Δ vertically, 0 Δ horizontally"] in page.rows_of(lenses)
    assert len(page.rows_of(lenses)) == len(LENSES) + 2
    assert "Contacts, Acme <b>, right −2.25 dpt, left −2.00 dpt" in page.text


def test_an_audiogram_has_what_each_ear_heard(client: hearth.Client) -> None:
    values = {
        "frequencies": [500.0, 1000.0, 500.0, 1000.0],
        "ears": [0, 0, 1, 1],
        "sensitivities": [10.0, 15.0, 5.0, 25.0],
        "conduction_types": [0, 0, 0, 0],
        "masked": [0, 1, 0, 0],
        "clampings": [0, 0, 2, 1],
        "clamping_lower_bounds": [0.0, 0.0, 0.0, 20.0],
        "clamping_upper_bounds": [0.0, 0.0, 90.0, 0.0],
    }
    client.save(hearth.records("audiogram", [TIME], [values]))
    page = shown_type(client, "audiogram")
    heard, listed = page.every("table")
    assert [one.text for one in heard.the("thead").every("th")] == ["", "Left ear", "Right ear"]
    assert page.rows_of(heard) == [
        ["500 Hz", "10 dB (air)", "5 dB (air, clamped at 90 dB)"],
        ["1,000 Hz", "15 dB (air, masked)", "25 dB (air, clamped at 20 dB)"],
    ]
    assert page.rows_of(listed)[0][2] == "Left ear 10 – 15 dB, right ear 5 – 25 dB"


def test_a_dose_says_what_became_of_it(client: hearth.Client) -> None:
    concept = {"medication": "rx-1", "nickname": "Morning pill", "archived": 0, "has_schedule": 1}
    concept |= {"display_text": "Ibuprofen 400", "general_form": "tablet"}
    client.save(hearth.records("userAnnotatedMedication", [TIME], [concept]))
    doses = [
        {"log_status": status, "schedule_type": "schedule", "medication": medication, "dose_unit": "tablet", **dose}
        for status, medication, dose in (
            ("taken", "rx-1", {"dose_quantity": 1.0, "scheduled_dose_quantity": 2.0}),
            ("skipped", "rx-2", {"scheduled_dose_quantity": 2.0}),
        )
    ]
    client.save(hearth.records("medicationDoseEvent", [TIME, TIME + HOUR], doses))
    page = shown_type(client, "medicationDoseEvent")
    named, listed = page.every("table")
    assert [row[2] for row in page.rows_of(listed)] == ["Skipped: rx-2, 2 tablet", "Taken: Morning pill, 1 tablet"]
    assert ["Log status", "Skipped"] in page.rows_of(named)
    link = next(one for one in listed.every("a") if one.text.startswith("2026-05-04 08"))
    sample = (link.attributes["href"] or "").partition("sample=")[2]
    whole = shown_type(client, "medicationDoseEvent", sample=sample)
    assert ["Medication", "Morning pill (rx-1)"] in whole.rows_of(next(whole.every("table")))
    visit = Visit(client, ZoneInfo("UTC"), KILOMETRES, {}, {}, "/types")
    rows = page_of(page_html(PAGES["/types"](visit), visit)).rows()
    assert ["Medication dose event", "Skipped: rx-2, 2 tablet"] in [row[:2] for row in rows]


@pytest.mark.parametrize("name", ["labResultRecord", "CDA"])
def test_a_document_can_be_saved_and_never_runs(client: hearth.Client, server: Server, name: str) -> None:
    values = dict.fromkeys(record_columns(type_identifier(name)), "<script>")
    saved = hearth.records(name, [TIME], [values], contents=[SCRIPT])
    client.save(saved)
    page = shown_type(client, name)
    (link,) = (one for one in page.every("a") if one.text == "Save the document as a file")
    address = link.attributes["href"] or ""
    assert address == f"/documents/{name}/{saved.uuid(0)}"
    assert link.attributes["download"] == f"{name}-2026-05-04.txt"
    # Each value is on the page.
    assert len(page.rows_of(next(page.every("table")))) == len(values)
    with Dashboard(server) as dashboard:
        assert dashboard.get(address).status == 403
        dashboard.enter()
        answer = dashboard.get(address)
        assert (answer.status, answer.text) == (200, SCRIPT.decode())
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.headers["Content-Disposition"] == f"attachment; filename={name}-2026-05-04.txt"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        for wrong in (
            f"/documents/{name}/x",
            f"/documents/nothing/{saved.uuid(0)}",
            f"/documents/heartRate/{saved.uuid(0)}",
        ):
            assert dashboard.get(wrong).status == 404


@pytest.mark.parametrize("name", ["mindfulSession", "highHeartRateEvent"])
def test_what_has_no_value_but_its_time_shows_how_long_it_was(client: hearth.Client, name: str) -> None:
    client.save(hearth.categories(name, [TIME], ["notApplicable"], ends=[TIME + HOUR / 6]))
    page = shown_type(client, name)
    assert page.rows()[0][2] == "10:00"
    assert "Not applicable" not in page.text


@pytest.mark.parametrize("name", ["stateOfMind", "GAD7"])
def test_other_records_are_whole(client: hearth.Client, name: str) -> None:
    values = {"mind_kind": "dailyMood", "valence": 0.5, "labels": list(range(1, 7)), "associations": [1]}
    saved = hearth.records(name, [TIME], [values if name == "stateOfMind" else {"answers": [0, 1, 2, 3, 3, 0, 1]}])
    client.save(saved)
    page = shown_type(client, name)
    rows = dict(page.rows_of(next(page.every("table"))))
    if name == "GAD7":
        assert rows == {"Answers": "0, 1, 2, 3, 3, 0, 1"}
    else:
        assert rows["Mind kind"] == "Daily mood"
        assert len(rows["Labels"].split(", ")) == 6


def test_truths_and_times_are_said_as_people_say_them(client: hearth.Client) -> None:
    concept = {"medication": "rx-9", "nickname": "Evening pill", "archived": 0, "has_schedule": 1}
    expiry = {"prescription_type": "glasses", "expiration": int((TIME + 15 * HOUR).astype(np.int64))}
    saved = [
        hearth.records(
            "userAnnotatedMedication", [TIME + HOUR], [{**concept, "display_text": "x", "general_form": "tablet"}]
        ),
        hearth.records("visionPrescription", [TIME + HOUR], [expiry]),
    ]
    client.save(saved)
    try:
        rows = dict(page_rows(client, "userAnnotatedMedication"))
        assert (rows["Archived"], rows["Has schedule"]) == ("no", "yes")
        # In the zone of the visit it is the next day.
        assert dict(page_rows(client, "visionPrescription"))["Expiration"] == "2026-05-05 01:00"
    finally:
        client.delete(np.concatenate([one.uuids for one in saved]))


def page_rows(client: hearth.Client, name: str) -> list[list[str]]:
    """The values of the newest record, in Berlin."""
    query = {"period": "day", "day": "2026-05-04"}
    visit = Visit(client, ZoneInfo("Europe/Berlin"), KILOMETRES, query, {"name": name}, f"/types/{name}")
    page = page_of(page_html(PAGES["/types/{name}"](visit), visit)).the("main")
    return page.rows_of(next(page.every("table")))


def test_a_record_without_a_document_has_none(client: hearth.Client, server: Server) -> None:
    saved = hearth.records("visionPrescription", [TIME + HOUR], [{"prescription_type": "glasses"}])
    client.save(saved)
    assert "Save the document" not in shown_type(client, "visionPrescription", sample=str(saved.uuid(0))).text
    with Dashboard(server) as dashboard:
        dashboard.enter()
        assert dashboard.get(f"/documents/visionPrescription/{saved.uuid(0)}").status == 404
    client.delete(saved.uuids)
