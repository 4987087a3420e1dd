"""Whether a page shows all that it has, at the sizes and in the colours that people have."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from browsers import text

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

SIZES = {"desktop": (1280, 1000), "phone": (390, 844), "small": (360, 640)}


def set_window(browser: WebDriver, size: str, scheme: str) -> None:
    """As large as a desktop's or a phone's, light or dark."""
    browser.set_window_size(*SIZES[size])
    features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", features)


def broken_words(browser: WebDriver) -> list[str]:
    """The words of tables that begin on one line and end on the next one, of a length that words have."""
    found: list[str] = browser.execute_script(r"""
        const broken = [];
        const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          if (node.parentElement.closest("td, th") === null) continue;
          for (const word of node.data.matchAll(/(?<!\S)\p{L}{2,16}(?!\p{L})/gu)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((one) => one.top)).size > 1) broken.push(word[0]);
          }
        }
        return broken;
    """)
    return found


def assert_fits(browser: WebDriver, name: str, scheme: str) -> None:
    """The page that is open shows all that it has, in the colours of the scheme."""
    assert len(text(browser)) > 50
    wider: int = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0
    assert broken_words(browser) == []
    # The way to the other pages needs no scrolling.
    assert browser.execute_script(
        "const one = document.querySelector('nav'); return one.scrollWidth <= one.clientWidth"
    )
    background: str = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(20, 23, 27)")
    if folder := os.environ.get("HEARTH_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        browser.save_screenshot(str(Path(folder, f"{name}.png")))
    # The policy allows all that the page needs, and nothing is fetched from elsewhere.
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
