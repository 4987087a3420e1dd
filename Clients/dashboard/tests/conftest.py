"""A server, a dashboard and a browser for each file of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth
import pytest
from server import PROGRAM, Server

from access_pages import asking_server, decide_nothing
from browsers import chromium
from dashboards import Dashboard
from stores import fill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver.chrome.webdriver import WebDriver


def apps_ask(request: pytest.FixtureRequest) -> bool:
    """Whether a file of tests has the mark of those where each app has to ask."""
    return request.node.get_closest_marker("apps_ask") is not None


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """With an empty store."""
    with asking_server() if apps_ask(request) else Server() as running:
        yield running


@pytest.fixture(scope="module")
def dashboard(request: pytest.FixtureRequest, server: Server) -> Iterator[Dashboard]:
    """Of that server. No browser has entered it. Where apps have to ask, it finds the program and was entered without a
    browser."""
    if not apps_ask(request):
        with Dashboard(server) as running:
            yield running
        return
    with Dashboard(server, "--program", PROGRAM) as running:
        yield running.enter()


@pytest.fixture
def nothing_left(server: Server) -> Iterator[None]:
    """Of what a test has decided and asked nothing is left for the next one."""
    yield
    decide_nothing(server)


@pytest.fixture(scope="module")
def browser(dashboard: Dashboard) -> Iterator[WebDriver]:
    """One that has entered the dashboard."""
    with chromium() as driver:
        driver.get(dashboard.url)
        yield driver


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
