"""What no person has and no device measures, in a browser: each page still shows all that it has, on a phone, too."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import hearth
import numpy as np
import pytest
from server import Server

from browsers import NEEDS_CHROMIUM, text
from fits import SIZES, assert_fits, set_window
from runs import SECOND, START
from stores import WATCH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver.chrome.webdriver import WebDriver

    from dashboards import Dashboard

pytestmark = NEEDS_CHROMIUM
HOUR = 3600 * SECOND
DAY = str(START.astype("M8[D]"))
APP = hearth.messages.App(bundle_identifier=f"org.example.{'x' * 900}", name="\u202e\u200b" + "W" * 900)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """With the largest numbers and the longest names."""
    with Server() as running:
        fill(running)
        yield running


def fill(server: Server) -> None:
    totals = [
        hearth.messages.WorkoutDetail(total_distance=1.7e308, total_energy_burned=1.7e308),
        hearth.messages.WorkoutDetail(total_distance=1e18, total_energy_burned=1e18),
    ]
    starts = START - np.array([5, 3]) * HOUR
    rides = hearth.workouts(
        starts,
        starts + HOUR,
        ["cycling"] * 2,
        details=totals,
        durations=[3600.0] * 2,
        metadata=[{"org.example.note": "n" * 3000, "k" * 200: 1.7e308}] * 2,
    )
    times = START + np.arange(3) * HOUR
    values = [1.7e308, 1.7e308, -1.7e308]
    for app in (WATCH, APP):
        with hearth.Client(server.socket, app=app) as client:
            client.save(
                [
                    hearth.quantities("stepCount", times, np.abs(values), "count", ends=times + HOUR, force=True),
                    hearth.quantities("bodyMass", times, np.abs(values), "kg", force=True),
                    hearth.quantities("heartRate", times, np.abs(values), "count/min", force=True),
                    hearth.categories("sleepAnalysis", times, ["asleepCore", "awake", "inBed"], ends=times + HOUR),
                ]
            )
    with hearth.Client(server.socket, app=APP) as client:
        client.save(rides)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "path",
    [
        f"/?day={DAY}",
        "/types",
        f"/types/stepCount?period=month&day={DAY}",
        f"/types/heartRate?period=week&day={DAY}",
        f"/types/workout?period=week&day={DAY}",
        "/workouts",
        "/workouts/newest",
        f"/sleep?night={DAY}",
        "/sources?span=all",
        f"/sources/delete?{urlencode({'app': APP.bundle_identifier})}",
        "/system",
    ],
)
def test_a_hostile_store_fits(browser: WebDriver, dashboard: Dashboard, path: str, size: str) -> None:
    set_window(browser, size, "light")
    browser.get(dashboard.base + path.replace("newest", "").rstrip("/") if "newest" in path else dashboard.base + path)
    if "newest" in path:
        browser.find_elements("css selector", "tbody a")[0].click()
        assert text(browser, "h1") == "Cycling"
    name = path.partition("?")[0].strip("/").replace("/", "-") or "today"
    assert_fits(browser, f"hostile-{name}-{size}-light", "light")
    # A box holds what is in it.
    outside: list[str] = browser.execute_script("""
        return [...document.querySelectorAll("main :is(h1, h2, p, dd, dt, code, button, td, th, figcaption)")]
          .filter((one) => one.closest("svg, details:not([open])") === null)
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
          .map((one) => `${one.tagName} ${one.textContent.slice(0, 40)}`);
    """)
    assert outside == []
