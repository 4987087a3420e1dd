"""How fast the dashboard is with a store of ten years: its pages, a save until its pixels, and memory while a page is
loaded again each ten seconds, ten others are open, and an app saves.

usage: PYTHONPATH=tests:../python/tests python benchmarks/dashboard.py [--days N] [--minutes N] [--pictures FOLDER]

HEARTH names the server's program.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import statistics
import sys
import threading
import time
from pathlib import Path

import hearth
import numpy as np
from hearth.predicates import start, workout_type
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from server import Server
from ten_years import DAYS, fill

from dashboards import Dashboard
from hearth_dashboard.pdf import PROGRAMS
from stores import WATCH

SAVES = 30
#: Pages that are open meanwhile, and seconds between two loads of another one and between two saves.
OPEN, LOAD_SECONDS, SAVE_SECONDS = 10, 10.0, 5.0
DAY = "2026-11-21"
PATHS = {
    "today": f"/?day={DAY}",
    "types": "/types",
    "steps": f"/types/stepCount?period=month&day={DAY}",
    "day": f"/types/heartRate?period=day&day={DAY}",
    "half": f"/types/heartRate?period=half&day={DAY}",
    "year": f"/types/heartRate?period=year&day={DAY}",
    "beats": f"/types/heartbeatSeries?period=day&day={DAY}",
    "electrocardiogram": f"/types/electrocardiogram?period=week&day={DAY}",
    "pressures": f"/types/bloodPressure?period=month&day={DAY}",
    "workouts": "/workouts",
    "sleep": f"/sleep?night={DAY}",
    "sources": "/sources",
    "deletion": "/sources/delete?app=org.example.phone",
    "system": "/system",
}
SIZES = {"desktop": (1280, 1000), "phone": (390, 844)}
_HEIGHT_MAX = 3000


def browser_of() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = str(next(filter(None, map(shutil.which, PROGRAMS))))
    for one in (
        "--headless=new",
        "--disable-gpu",
        "--no-sandbox",
        "--hide-scrollbars",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE *.localhost",
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
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    with Server() as server, hearth.Client(server.socket, app=WATCH) as client:
        print(f"{fill(server.socket, options.days):,} samples of {options.days} days", flush=True)
        with Dashboard(server) as dashboard:
            dashboard.enter()
            newest = client.read("workout", workout_type == "running", order=start.descending, limit=2)
            workout = f"/workouts/{newest.uuid(0)}"
            paths = {**PATHS, "workout": workout, "comparison": f"{workout}?with={newest.uuid(1)}"}
            for path in paths.values():
                first = milliseconds(dashboard, path)
                again = statistics.median(milliseconds(dashboard, path) for _ in range(5))
                print(f"{path}: {first:.0f} ms, then {again:.0f} ms", flush=True)
            browser = browser_of()
            try:
                browser.get(dashboard.url)
                print(f"first paint of Today: {painted(browser):.0f} ms")
                print(f"from a save to its pixels: {statistics.median(pixels(client, browser)):.0f} ms", flush=True)
                if options.pictures:
                    pictures(browser, dashboard, options.pictures, paths)
                stay_open(browser, dashboard, client, 60 * options.minutes)
            finally:
                browser.quit()


def painted(browser: webdriver.Chrome) -> float:
    paint = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    while not (found := float(browser.execute_script(paint))):
        pass
    return found


def pictures(browser: webdriver.Chrome, dashboard: Dashboard, folder: Path, paths: dict[str, str]) -> None:
    """Of all pages at the sizes and in the colours that people have, each in its whole length."""
    folder.mkdir(parents=True, exist_ok=True)
    for (name, path), size, scheme in itertools.product(paths.items(), SIZES, ("light", "dark")):
        width, height = SIZES[size]
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        )
        for _ in range(2):
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            browser.get(dashboard.base + path)
            height = min(browser.execute_script("return document.documentElement.scrollHeight"), _HEIGHT_MAX)
        browser.save_screenshot(str(folder / f"{name}-{size}-{scheme}.png"))


def stay_open(browser: webdriver.Chrome, dashboard: Dashboard, client: hearth.Client, seconds: float) -> None:
    """Prints memory each minute. In windows, as hidden tabs fetch nothing."""
    for path in itertools.islice(itertools.cycle(PATHS.values()), OPEN):
        browser.switch_to.new_window("window")
        browser.get(dashboard.base + path)
    browser.switch_to.new_window("window")
    began = time.monotonic()
    loads, minute = 0, 0
    pause = threading.Event()
    while (passed := time.monotonic() - began) < seconds:
        now = np.datetime64(time.time_ns(), "ns")
        client.save(hearth.quantities("heartRate", [now], [60.0 + loads % 40], "count/min"))
        if passed >= LOAD_SECONDS * loads:
            browser.get(f"{dashboard.base}/")
            loads += 1
        if passed >= 60 * minute:
            heap = browser.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"] / (1 << 20)
            print(f"{minute} min, {loads} loads: dashboard {mebibytes(dashboard.process):.1f} MiB, page {heap:.1f} MiB")
            sys.stdout.flush()
            minute += 1
        pause.wait(SAVE_SECONDS)


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
