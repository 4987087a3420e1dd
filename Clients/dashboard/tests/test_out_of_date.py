"""What makes a page out of date, as it says it to the script that fetches it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hearth_dashboard.pages import failure_page, missing_page
from pages import run_of, shown

if TYPE_CHECKING:
    import hearth


@pytest.mark.parametrize(
    ("route", "path", "types"),
    [
        ("/sleep", {}, {"sleepAnalysis"}),
        ("/types/{name}", {"name": "bodyMass"}, {"bodyMass"}),
        ("/types/{name}", {"name": "medicationDoseEvent"}, {"medicationDoseEvent", "userAnnotatedMedication"}),
        # Of all types.
        ("/types", {}, set()),
        ("/sources", {}, set()),
    ],
)
def test_pages_say_what_makes_them_out_of_date(
    client: hearth.Client, route: str, path: dict[str, str], types: set[str]
) -> None:
    main = shown(client, route, None, **path).the("main")
    assert set((main.attributes["data-types"] or "").split()) == types
    assert main.attributes["data-anchor"] == client.ping().anchor.hex()


def test_the_page_of_today_follows_all_that_it_shows(client: hearth.Client) -> None:
    types = set((shown(client, "/").the("main").attributes["data-types"] or "").split())
    assert types >= {"stepCount", "heartRate", "bodyMass", "sleepAnalysis", "appleStandHour", "workout"}
    # What may be added to a workout later.
    assert types >= {"distanceSwimming", "workoutRoute"}
    assert not types & {"coughing", "electrocardiogram"}


def test_pages_of_workouts_follow_what_is_added_to_them(client: hearth.Client, nothing: hearth.Client) -> None:
    """A device saves a workout first, and then what it measured."""
    for own in (client, nothing):
        types = set((shown(own, "/workouts").the("main").attributes["data-types"] or "").split())
        assert types >= {"workout", "distanceSwimming", "distanceWalkingRunning", "workoutRoute"}
        assert "heartRate" not in types
    types = set(
        (shown(client, "/workouts/{uuid}", uuid=run_of(client)).the("main").attributes["data-types"] or "").split()
    )
    # The zones are of the resting rate.
    assert types >= {"workout", "heartRate", "distanceSwimming", "workoutRoute", "restingHeartRate"}


def test_an_electrocardiogram_follows_its_symptoms(client: hearth.Client) -> None:
    main = shown(client, "/types/{name}", name="electrocardiogram").the("main")
    assert {"electrocardiogram", "headache"} <= set((main.attributes["data-types"] or "").split())


def test_what_is_not_there_yet_is_looked_for_again() -> None:
    """When anything changes; and when the server did not answer, after a while."""
    assert missing_page("It is not stored.").types == ()
    assert failure_page("The server is not running.").every == 2
