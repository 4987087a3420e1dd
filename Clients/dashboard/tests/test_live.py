"""What tells a page that it is out of date."""

from __future__ import annotations

import http.client
import json
import time
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
        return event["anchor"], event["types"]

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
