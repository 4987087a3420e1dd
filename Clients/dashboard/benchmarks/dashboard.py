"""How fast the dashboard is: pages from a store of ten years, a save until its pixels, and memory over many reloads.

usage: PYTHONPATH=tests:../python/tests python benchmarks/dashboard.py [DAYS]    # HEARTH names the server's program
"""

from __future__ import annotations

import shutil
import statistics
import sys
import time
from pathlib import Path

import hearth
import numpy as np
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from server import Server

from dashboards import Dashboard
from hearth_dashboard.pdf import PROGRAMS
from stores import WATCH

LAST = np.datetime64("2026-11-21T00:00", "ns")
DAY = np.timedelta64(86_400 * 10**9, "ns")
#: A heart rate each half minute: ten years have ten million.
RATES_A_DAY = 2880
RELOADS = 300
SAVES = 30


def fill(client: hearth.Client, days: int) -> int:
    """Saves heart rates and steps for a number of days, and returns how many samples these are."""
    chance = np.random.default_rng(3)
    count = 0
    for begin in range(0, days, 100):
        some = min(100, days - begin)
        starts = (LAST - np.arange(days - begin, days - begin - some, -1)[:, None] * DAY).ravel()
        times = (starts[:, None] + np.arange(RATES_A_DAY) * (DAY // RATES_A_DAY)).ravel()
        rates = hearth.quantities("heartRate", times, np.rint(chance.normal(70, 12, len(times))), "count/min")
        tens = (starts[:, None] + np.arange(144) * (DAY // 144)).ravel()
        steps = hearth.quantities("stepCount", tens, chance.integers(1, 90, len(tens)), ends=tens + DAY // 144)
        client.save([rates, steps])
        count += len(times) + len(tens)
    return count


def browser_of() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = str(next(filter(None, map(shutil.which, PROGRAMS))))
    for one in (
        "--headless=new",
        "--disable-gpu",
        "--no-sandbox",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ):
        options.add_argument(one)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def milliseconds(dashboard: Dashboard, path: str) -> float:
    began = time.perf_counter()
    assert dashboard.get(path).status == 200
    return 1000 * (time.perf_counter() - began)


def mebibytes(process: int) -> float:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 / (1 << 20)


def main() -> None:
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 3653
    with Server() as server, hearth.Client(server.socket, app=WATCH) as client:
        print(f"{fill(client, days):,} samples of {days} days")
        with Dashboard(server) as dashboard:
            dashboard.enter()
            for path in ("/?day=2026-11-20", "/types", "/types/heartRate?period=year&day=2026-11-20", "/sources"):
                first = milliseconds(dashboard, path)
                again = statistics.median(milliseconds(dashboard, path) for _ in range(5))
                print(f"{path}: {first:.0f} ms, then {again:.0f} ms")
            browser = browser_of()
            try:
                browser.get(dashboard.url)
                paint = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
                while not (painted := browser.execute_script(paint)):
                    pass
                print(f"first paint of Today: {painted:.0f} ms")
                print(f"from a save to its pixels: {statistics.median(pixels(client, browser)):.0f} ms")
            finally:
                browser.quit()
            before = mebibytes(dashboard.process)
            for _ in range(RELOADS):
                milliseconds(dashboard, "/?day=2026-11-20")
            print(f"memory: {before:.0f} MiB, after {RELOADS} reloads {mebibytes(dashboard.process):.0f} MiB")


def pixels(client: hearth.Client, browser: webdriver.Chrome) -> list[float]:
    """Milliseconds until what was saved is drawn, as the page itself sees it."""
    wait = """
    const [text, done] = arguments;
    (function look() {
      if (document.body.innerText.includes(text)) requestAnimationFrame(() => done(Date.now()));
      else requestAnimationFrame(look);
    })();
    """
    found = []
    for number in range(SAVES):
        text = f"{200 + number} /min"
        now = np.datetime64(time.time_ns(), "ns")
        began = time.time()
        client.save(hearth.quantities("heartRate", [now], [200.0 + number], "count/min", force=True))
        found.append(browser.execute_async_script(wait, text) - 1000 * began)
    return found


if __name__ == "__main__":
    main()
