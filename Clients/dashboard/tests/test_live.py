"""What tells a page that it is out of date."""

from __future__ import annotations

import http.client
import json
import time
from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from server import PROGRAM, SECONDS_MAX, Server

from dashboards import Dashboard
from hearth_dashboard.owner import Owner
from hearth_dashboard.web.door import door_of
from hearth_dashboard.web.keys import Keys
from pages import page_of
from runs import SECOND, START
from stores import WATCH, day_text, fill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pages import Element

DASHBOARD = "org.hearth.dashboard"


@pytest.fixture(scope="module")
def dashboard(server: Server) -> Iterator[Dashboard]:
    """One that was entered."""
    with Dashboard(server) as running:
        yield running.enter()


class Events:
    """A stream of events, as a page reads it."""

    def __init__(self, dashboard: Dashboard) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", dashboard.port, timeout=SECONDS_MAX)
        self._connection.request("GET", "/live", headers={"Host": dashboard.host, "Cookie": dashboard.cookie})
        self._answer = self._connection.getresponse()
        assert self._answer.headers["Content-Type"].startswith("text/event-stream")

    def next(self) -> tuple[str, list[str]]:
        """The anchor of the next event, and the types that have changed."""
        while not (line := self._answer.readline().decode()).startswith("data: "):
            assert line
        event = json.loads(line.removeprefix("data: "))
        self.rules = str(event["rules"])
        return event["anchor"], event["types"]

    def concerns(self, page: Element) -> bool:
        """Whether the next event makes a page out of date, as its script decides it."""
        anchor, types = self.next()
        shown = page.the("main").attributes
        if (anchor, self.rules) == (shown["data-anchor"], shown["data-rules"]):
            return False
        followed = (shown["data-types"] or "").split()
        return not (followed and types) or bool({*followed} & {*types}) or self.rules != shown["data-rules"]

    def rest(self) -> bytes:
        """What comes until it ends in order."""
        return self._answer.read()

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


def subscriptions(client: hearth.Client) -> int:
    return sum(len(one.subscriptions) for one in client.status().connections if one.bundle_identifier == DASHBOARD)


def await_subscriptions(client: hearth.Client, count: int) -> None:
    """Until there are as many."""
    begin = time.monotonic()
    while subscriptions(client) != count:
        assert time.monotonic() - begin < SECONDS_MAX


def test_each_change_is_told_with_its_types(server: Server, dashboard: Dashboard) -> None:
    events = Events(dashboard)
    with hearth.Client(server.socket) as client:
        assert events.next() == (client.ping().anchor.hex(), [])
        now = np.datetime64("2026-11-21T08:00")
        committed = client.save(hearth.quantities("bodyMass", [now], [72.0], "kg"))
        assert events.next() == (committed.anchor.hex(), ["bodyMass"])
        committed = client.save(hearth.quantities("heartRate", [now], [62.0], "count/min"))
        assert events.next() == (committed.anchor.hex(), ["heartRate"])
    events.close()


def test_a_page_that_is_left_costs_the_server_nothing(server: Server, dashboard: Dashboard) -> None:
    with hearth.Client(server.socket) as client:
        # Those of the test before end when its connection is found to be closed.
        await_subscriptions(client, 0)
        open_pages = [Events(dashboard) for _ in range(10)]
        for one in open_pages:
            one.next()
        assert subscriptions(client) == 10
        for one in open_pages:
            one.close()
        await_subscriptions(client, 0)


def test_a_stream_ends_in_order_with_the_server() -> None:
    """A browser then asks again, and reads of the state first."""
    with Server() as own, Dashboard(own) as running:
        events = Events(running.enter())
        anchor, types = events.next()
        own.kill()
        assert events.rest().strip() == b""
        events.close()
        own.start()
        again = Events(running)
        assert again.next() == (anchor, types)
        again.close()
        assert running.stop() == (0, "")


def test_whatever_a_page_is_made_of_makes_it_out_of_date() -> None:
    """Each change of what a page shows is told: by its effect, and not by what the page says of itself."""
    day = str(START.astype("M8[D]"))
    with (
        Server() as own,
        Dashboard(own, "--program", PROGRAM) as running,
        hearth.Client(own.socket, app=WATCH) as client,
    ):
        fill(own)
        running.enter()
        run = client.read("workout", hearth.predicates.workout_type == "running").uuid(0)
        owner = Owner(socket=own.socket, program=PROGRAM)
        steps = f"/types/stepCount?period=day&day={day_text(1)}"
        later = hearth.quantities("heartRate", [START + 40 * SECOND], [199.0], "count/min")
        resting = hearth.quantities("restingHeartRate", [START - SECOND], [50.0], "count/min")
        night = np.datetime64(f"{day_text(1)}T05:00")
        asleep = hearth.categories("sleepAnalysis", [night], ["awake"], ends=[night + 900 * SECOND])
        mass = hearth.quantities("bodyMass", [START], [80.0], "kg")
        changes: list[tuple[str, Callable[[], object]]] = [
            (f"/workouts/{run}", lambda: client.set_characteristics(date_of_birth="1950-01-01")),
            (f"/workouts/{run}", lambda: client.save(resting)),
            (f"/workouts/{run}", lambda: client.add_to_workout(run, later)),
            (steps, lambda: owner.rank("stepCount", [WATCH.bundle_identifier])),
            (f"/sleep?night={day_text(1)}", lambda: client.save(asleep)),
            (f"/?day={day}", lambda: client.save(mass)),
            (steps, lambda: owner.decide("deny", DASHBOARD, ["stepCount"], what="read")),
        ]
        for path, change in changes:
            before = page_of(running.get(path).text)
            events = Events(running)
            events.next()
            change()
            while not events.concerns(before):
                pass
            events.close()
            after = page_of(running.get(path).text)
            assert after.the("main").attributes["data-content"] != before.the("main").attributes["data-content"]


def test_a_page_is_out_of_date_when_a_change_that_it_shows_was_taken_back(server: Server, dashboard: Dashboard) -> None:
    """Also when both changes came between two looks: that it was shown is what counts."""
    owner = Owner(socket=server.socket, program=PROGRAM)
    path = "/types/flightsClimbed?period=day&day=2025-10-01"
    day = np.datetime64("2025-10-01T10:00")
    for name in ("org.example.one", "org.example.two"):
        with hearth.Client(server.socket, app=name) as client:
            client.save(hearth.quantities("flightsClimbed", [day], [3.0], ends=[day + np.timedelta64(1, "h")]))

    def rules() -> str | None:
        return page_of(dashboard.get(path).text).the("main").attributes["data-rules"]

    owner.rank("flightsClimbed", ["org.example.one"])
    rules()
    owner.rank("flightsClimbed", ["org.example.two"])
    shown = rules()
    owner.rank("flightsClimbed", ["org.example.one"])
    events = Events(dashboard)
    try:
        events.next()
        assert events.rules != shown
    finally:
        events.close()


def test_a_stream_begins_with_the_proof_that_a_page_has_asked_for(server: Server, dashboard: Dashboard) -> None:
    door = door_of(server.socket, {})
    known = None if door is None else door.known()
    assert known is not None
    connection = http.client.HTTPConnection("127.0.0.1", dashboard.port, timeout=SECONDS_MAX)
    try:
        connection.request(
            "GET", f"/live?nonce={'ab' * 16}", headers={"Host": dashboard.host, "Cookie": dashboard.cookie}
        )
        answer = connection.getresponse()
        while (line := answer.readline().decode()) != "event: proof\n":
            assert not line.startswith("data:")
        found = json.loads(answer.readline().decode().removeprefix("data: "))
        keys = Keys(key=known[1], port=dashboard.port, salt=found["salt"])
        assert (keys.host, keys.proof("ab" * 16)) == (dashboard.host, found["proof"])
    finally:
        connection.close()
