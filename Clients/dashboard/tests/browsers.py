"""Debian's Chromium, which reaches no network."""

from __future__ import annotations

import contextlib
import os
import shutil
from typing import TYPE_CHECKING

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait
from server import SECONDS_MAX

from hearth_dashboard.pdf import PROGRAMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from selenium.webdriver.chrome.webdriver import WebDriver

_CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
_DRIVER = shutil.which("chromedriver")
NEEDS_CHROMIUM = pytest.mark.skipif(_CHROMIUM is None or _DRIVER is None, reason="there is no Chromium with its driver")


@contextlib.contextmanager
def chromium() -> Iterator[WebDriver]:
    """A browser that ends with the test."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(_CHROMIUM)
    for one in ("--headless=new", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(one)
    # These are names of this machine, which Chromium knows by itself.
    options.add_argument(
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1"
    )
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(_DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


def wait(browser: WebDriver, condition: Callable[[WebDriver], object]) -> None:
    """Until it is so."""
    WebDriverWait(browser, SECONDS_MAX, 0.02).until(condition)


def text(browser: WebDriver, selector: str = "main") -> str:
    """What is shown, of elements that may be exchanged meanwhile."""
    found: str | None = browser.execute_script("return document.querySelector(arguments[0])?.innerText", selector)
    return found or ""
