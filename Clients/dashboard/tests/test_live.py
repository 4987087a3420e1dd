"""What tells a page that it is out of date."""

from __future__ import annotations

import http.client
from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from server import SECONDS_MAX, Server

from dashboards import Dashboard

if TYPE_CHECKING:
    from collections.abc import Iterator

DASHBOARD = "org.hearth.dashboard"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One for all tests."""
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def dashboard(server: Server) -> Iterator[Dashboard]:
    """One that was entered."""
    with Dashboard(server) as running:
        yield running.enter()


class Events:
    """A stream of events, as a page reads it."""

    def __init__(self, dashboard: Dashboard, *types: str) -> None:
        query = "&".join(f"type={one}" for one in types)
        self._connection = http.client.HTTPConnection("127.0.0.1", dashboard.port, timeout=SECONDS_MAX)
        self._connection.request("GET", f"/live?{query}", headers={"Cookie": dashboard.cookie})
        self._answer = self._connection.getresponse()
        assert self._answer.headers["Content-Type"].startswith("text/event-stream")

    def next(self) -> str:
        """The anchor of the next event."""
        while not (line := self._answer.readline().decode()).startswith("data: "):
            assert line
        return line.removeprefix("data: ").strip()

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


def subscriptions(client: hearth.Client) -> int:
    return sum(len(one.subscriptions) for one in client.status().connections if one.bundle_identifier == DASHBOARD)


def test_changes_of_the_types_are_told_and_no_others(server: Server, dashboard: Dashboard) -> None:
    events = Events(dashboard, "heartRate", "stepCount")
    with hearth.Client(server.socket) as client:
        assert events.next() == client.ping().anchor.hex()
        now = np.datetime64("2026-11-21T08:00")
        client.save(hearth.quantities("bodyMass", [now], [72.0], "kg"))
        committed = client.save(hearth.quantities("heartRate", [now], [62.0], "count/min"))
        assert events.next() == committed.anchor.hex()
    events.close()


def test_a_page_that_is_left_costs_the_server_nothing(server: Server, dashboard: Dashboard) -> None:
    with hearth.Client(server.socket) as client:
        # Those of the test before end when its connection is found to be closed.
        while subscriptions(client):
            pass
        open_pages = [Events(dashboard) for _ in range(10)]
        for one in open_pages:
            one.next()
        assert subscriptions(client) == 10
        for one in open_pages:
            one.close()
        while subscriptions(client):
            pass


@pytest.mark.parametrize("name", ["nothing", "%ff", "HK"])
def test_a_type_that_does_not_exist(dashboard: Dashboard, name: str) -> None:
    answer = dashboard.get(f"/live?type={name}")
    assert answer.status == 404 or "data:" not in answer.text
