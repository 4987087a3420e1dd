"""A server, a dashboard and a browser for each file of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth
import pytest
from server import Server

from browsers import chromium
from dashboards import Dashboard
from stores import fill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver.chrome.webdriver import WebDriver


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """With an empty store."""
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def dashboard(server: Server) -> Iterator[Dashboard]:
    """Of that server. No browser has entered it."""
    with Dashboard(server) as running:
        yield running


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
