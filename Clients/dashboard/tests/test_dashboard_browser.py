"""The dashboard in Debian's Chromium, which reaches no network: each page at the sizes and in the colours that people
have, and what happens while it is open. HEARTH_SCREENSHOTS names a folder for pictures of the pages."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from hearth.enums import SleepAnalysis
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from server import PROGRAM, Server

from browsers import NEEDS_CHROMIUM, text, wait
from dashboards import Dashboard
from fits import SIZES, assert_fits
from hearth_dashboard.report.apps import NAME_MAX
from hearth_dashboard.web.door import door_of
from stores import WATCH, day_text, earlier_run, electrocardiograms, fill, practice_records
from tile_files import tile_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = NEEDS_CHROMIUM
PAGES = {
    "today": f"/?day={day_text()}",
    "types": "/types",
    "steps": f"/types/stepCount?period=month&day={day_text()}",
    "heart": f"/types/heartRate?period=week&day={day_text()}",
    "beats": f"/types/heartbeatSeries?period=day&day={day_text()}",
    "electrocardiogram": f"/types/electrocardiogram?period=week&day={day_text()}",
    "workouts": "/workouts",
    "sleep": f"/sleep?night={day_text(1)}",
    "sources": "/sources",
    "system": "/system",
}
HOUR = np.timedelta64(1, "h")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """With some weeks in its store."""
    with Server() as running:
        fill(running)
        yield running


def test_the_address_that_is_printed_opens_it_and_keeps_no_token(browser: WebDriver, dashboard: Dashboard) -> None:
    browser.get(dashboard.url)
    assert browser.current_url == f"{dashboard.base}/"
    assert text(browser, "h1")


def test_the_door_leads_in(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    door = door_of(server.socket, {})
    assert door is not None
    browser.delete_all_cookies()
    browser.get(door.path.as_uri())
    wait(browser, lambda one: one.current_url == f"{dashboard.base}/")
    assert text(browser, "nav")


def colour_shares(browser: WebDriver, picture: str) -> list[float]:
    """The share of each colour in a picture of PNG, which the page that is open may show."""
    shares: list[float] = browser.execute_async_script(
        """
        const [picture, done] = arguments;
        const image = new Image();
        image.onload = () => {
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
          canvas.drawImage(image, 0, 0);
          const pixels = new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer);
          const counts = new Map();
          for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
          done([...counts.values()].map((count) => count / pixels.length));
        };
        image.src = `data:image/png;base64,${picture}`;
        """,
        picture,
    )
    return shares


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [*PAGES, "workout"])
def test_every_page_fits(browser: WebDriver, dashboard: Dashboard, name: str, size: str, scheme: str) -> None:
    browser.set_window_size(*SIZES[size])
    features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
    browser.get(dashboard.base + PAGES.get(name, "/workouts"))
    if name == "workout":
        browser.find_element(By.CSS_SELECTOR, "tbody a").click()
        wait(browser, lambda one: "Running" in text(one, "h1"))
    assert_fits(browser, f"{name}-{size}-{scheme}", scheme)
    if name == "workout":
        # Also the last columns of the splits are on a phone.
        hidden: int = browser.execute_script(
            "const one = document.querySelector('.splits'); return one.scrollWidth - one.clientWidth"
        )
        assert hidden <= 0 or size == "small"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_two_workouts_are_compared(
    browser: WebDriver, dashboard: Dashboard, server: Server, size: str, scheme: str
) -> None:
    """The cursor stays that of the workout's own charts."""
    browser.set_window_size(*SIZES[size])
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    with hearth.Client(server.socket, app=WATCH) as client, earlier_run(client):
        browser.get(f"{dashboard.base}/workouts")
        browser.find_element(By.CSS_SELECTOR, "tbody a").click()
        wait(browser, lambda one: "Running" in text(one, "h1"))
        Select(browser.find_element(By.ID, "choose-with")).select_by_index(1)
        wait(browser, lambda one: "This one" in text(one))
        drawn = browser.find_elements(By.CSS_SELECTOR, ".plot:has(.previous)")
        assert len(drawn) == 4
        ActionChains(browser).move_to_element(drawn[0]).perform()
        assert not browser.find_elements(By.CSS_SELECTOR, "line.cursor:not([hidden])")
        own = browser.find_element(By.CSS_SELECTOR, ".plot:has(line.cursor)")
        # Away from the panel at the bottom.
        browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", own)
        ActionChains(browser).move_to_element(own).perform()
        wait(browser, lambda one: len(one.find_elements(By.CSS_SELECTOR, "line.cursor:not([hidden])")) == 4)
        browser.execute_script("scrollTo(0, 0)")
        assert_fits(browser, f"comparison-{size}-{scheme}", scheme)
        # It would be told that the other one is gone.
        browser.get(f"{dashboard.base}/system")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_records_fit(browser: WebDriver, dashboard: Dashboard, server: Server, size: str, scheme: str) -> None:
    browser.set_window_size(*SIZES[size])
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    time = np.datetime64("2025-04-03T10:00", "ns")
    found = practice_records(time)
    # The document of a procedure, whose name is one long word.
    found.append(hearth.records("procedureRecord", [time], [{"display_name": "Appendectomy"}], contents=[b"{}"]))
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(found)
        try:
            for name in (
                "visionPrescription",
                "audiogram",
                "medicationDoseEvent",
                "labResultRecord",
                "procedureRecord",
            ):
                browser.get(f"{dashboard.base}/types/{name}?day=2025-04-03")
                assert len(browser.find_elements(By.TAG_NAME, "table")) >= 2
                assert_fits(browser, f"{name}-{size}-{scheme}", scheme)
            browser.get(f"{dashboard.base}/types")
            assert_fits(browser, f"types-with-records-{size}-{scheme}", scheme)
            # The last column is on the page, too.
            hidden: int = browser.execute_script(
                "const one = document.querySelector('.scroll'); return one.scrollWidth - one.clientWidth"
            )
            assert hidden <= 0 or size != "desktop"
            browser.get(f"{dashboard.base}/sources/delete?app=org.example.watch")
            assert_fits(browser, f"deletion-{size}-{scheme}", scheme)
        finally:
            client.delete(np.concatenate([one.uuids for one in found]))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_map_of_a_file_lies_below_the_route(browser: WebDriver, server: Server, tmp_path: Path, scheme: str) -> None:
    browser.set_window_size(*SIZES["desktop"])
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    path = tile_file(tmp_path / "town.mbtiles", attribution="© Example Maps")
    with Dashboard(server, "--tiles", str(path)) as own:
        browser.get(own.url)
        browser.get(f"{own.base}/workouts")
        browser.find_element(By.CSS_SELECTOR, "tbody a").click()
        wait(browser, lambda one: "Map: © Example Maps" in text(one))
        loaded: list[bool] = browser.execute_async_script("""
            const done = arguments[0];
            Promise.all([...document.querySelectorAll("image")].map((one) => fetch(one.getAttribute("href"))))
              .then((answers) => done(answers.map((one) => one.ok)));
        """)
        assert loaded
        assert all(loaded)
        # The colours of both kinds of tiles are on the map.
        drawn = browser.find_element(By.CSS_SELECTOR, "svg.map")
        browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", drawn)
        picture = drawn.screenshot_as_base64
        assert_fits(browser, f"tiles-desktop-{scheme}", scheme)
        browser.get("about:blank")
        shares = sorted(colour_shares(browser, picture), reverse=True)
        assert shares[1] > 0.2


def test_what_another_app_saves_appears(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    browser.get(f"{dashboard.base}/sleep?night=2025-05-02")
    assert "No sleep was recorded" in text(browser)
    start = np.datetime64("2025-05-02T00:00")
    night = hearth.categories("sleepAnalysis", [start], [SleepAnalysis.asleepDeep], ends=[start + 2 * HOUR])
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(night)
        wait(browser, lambda one: "2 h 00 min" in text(one))
        client.delete(night.uuids)
        wait(browser, lambda one: "No sleep was recorded" in text(one))


@pytest.mark.parametrize("size", SIZES)
def test_an_electrocardiogram_appears_as_whole_lines(
    browser: WebDriver, dashboard: Dashboard, server: Server, size: str
) -> None:
    browser.set_window_size(*SIZES[size])
    browser.get(f"{dashboard.base}/types/electrocardiogram?period=day&day=2025-05-04")
    assert "No sample" in text(browser)
    symptoms, heart = electrocardiograms(np.array(["2025-05-04T10:00"], "M8[ns]"))
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save([heart, symptoms])
        wait(browser, lambda one: "Sinus rhythm" in text(one))
        wait(browser, lambda one: "Headache: mild" in text(one))
        boxes: list[list[float]] = browser.execute_script("""
            return [...document.querySelectorAll(".paper svg")].map((one) => {
              const box = one.getBoundingClientRect();
              return [box.left, box.top, box.right];
            });
        """)
        lines = [[*line] for _, line in itertools.groupby(boxes, key=lambda box: box[1])]
        assert sum(map(len, lines)) == 60
        # Nothing lies between two pieces of a line, and a line holds as many as there is room for.
        for line in lines:
            assert all(one[2] == following[0] for one, following in itertools.pairwise(line))
        assert len({len(line) for line in lines[:-1]}) == 1
        client.delete([*heart.uuids, *symptoms.uuids])
        wait(browser, lambda one: "No sample" in text(one))


def test_the_heart_rate_of_the_moment_appears(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    browser.get(dashboard.base)
    now = np.datetime64("now")
    rates = hearth.quantities("heartRate", [now], [123.0], "count/min")
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(rates)
        wait(browser, lambda one: "123 /min" in text(one))
        client.delete(rates.uuids)
        wait(browser, lambda one: "123 /min" not in text(one))


def test_what_is_open_stays_open(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    browser.get(f"{dashboard.base}/types/stepCount?period=day&day={day_text()}")
    browser.find_element(By.CSS_SELECTOR, "#numbers summary").click()
    steps = hearth.quantities("stepCount", [f"{day_text()}T03:00:00+01:00"], [4242.0])
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(steps)
        wait(browser, lambda one: "4,242" in text(one, "#numbers[open]"))
        client.delete(steps.uuids)


def test_what_is_added_to_a_workout_alone_is_shown_and_the_cursor_stays(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    """The page is not loaded again, and what belongs to no workout leaves it as it is."""
    start = np.datetime64("2025-06-02T10:00")
    second = np.timedelta64(1, "s")
    with hearth.Client(server.socket, app=WATCH) as client:
        walk = hearth.workouts([start], [start + HOUR], ["walking"])
        client.save(walk)
        browser.get(f"{dashboard.base}/workouts/{walk.uuid(0)}")
        assert "Average heart rate" not in text(browser)
        browser.execute_script("window.mark = 1")
        times = start + np.arange(100) * 30 * second
        client.add_to_workout(walk.uuid(0), hearth.quantities("heartRate", times, np.full(100, 111.0), "count/min"))
        wait(browser, lambda one: "111 /min" in text(one))
        slider = browser.find_element(By.ID, "cursor")
        slider.send_keys(Keys.ARROW_RIGHT)
        at = text(browser, "output.time")
        assert at != "0:00"
        element = browser.find_element(By.ID, "page")
        other = hearth.quantities("heartRate", [np.datetime64("now")], [77.0], "count/min")
        anchor = client.save(other).anchor.hex()
        wait(browser, lambda one: one.find_element(By.ID, "page").get_attribute("data-anchor") == anchor)
        assert browser.find_element(By.ID, "page") == element
        client.add_to_workout(walk.uuid(0), hearth.quantities("heartRate", [start + HOUR / 2], [199.0], "count/min"))
        wait(browser, lambda one: "199 /min" in text(one))
        assert text(browser, "output.time") == at
        assert len(browser.find_elements(By.CSS_SELECTOR, "line.cursor:not([hidden])")) == 1
        assert browser.execute_script("return window.mark") == 1
        client.delete(other.uuids)


def test_a_workout_that_is_deleted_while_it_is_open_is_said_to_be_gone(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    start = np.datetime64("2025-06-03T10:00")
    with hearth.Client(server.socket, app=WATCH) as client:
        walk = hearth.workouts([start], [start + HOUR], ["walking"])
        client.save(walk)
        browser.get(f"{dashboard.base}/workouts/{walk.uuid(0)}")
        assert text(browser, "h1") == "Walking"
        client.delete(walk.uuids)
        wait(browser, lambda one: "The workout is not stored." in text(one))
        assert not browser.find_elements(By.CSS_SELECTOR, "#stale:not([hidden])")
        symptoms, heart = electrocardiograms(np.array(["2025-06-04T10:00"], "M8[ns]"))
        client.save([symptoms, heart])
        browser.get(f"{dashboard.base}/types/electrocardiogram?sample={heart.uuid(0)}")
        assert "Sinus rhythm" in text(browser)
        client.delete([*symptoms.uuids, *heart.uuids])
        wait(browser, lambda one: "The sample is not stored." in text(one))
    browser.get_log("browser")  # type: ignore[no-untyped-call]


def test_a_server_that_comes_back_is_followed_again(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    browser.get(f"{dashboard.base}/sleep?night=2025-07-02")
    start = np.datetime64("2025-07-02T00:00")
    server.kill()
    wait(browser, lambda one: "The Hearth server is not running" in text(one, "#stale"))
    assert "No sleep was recorded" in text(browser)
    server.start()
    night = hearth.categories("sleepAnalysis", [start], [SleepAnalysis.asleepDeep], ends=[start + 3 * HOUR])
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(night)
        wait(browser, lambda one: "3 h 00 min" in text(one))
        wait(browser, lambda one: not text(one, "#stale:not([hidden])"))
        client.delete(night.uuids)
        wait(browser, lambda one: "No sleep was recorded" in text(one))
    # What the browser says about the time between is no fault of a page.
    browser.get_log("browser")  # type: ignore[no-untyped-call]


def test_more_pages_are_open_than_a_browser_has_connections(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    """One of them reads the changes and tells the others; when it is left, another one does."""
    night = hearth.categories(
        "sleepAnalysis", ["2025-06-03T00:00Z"], [SleepAnalysis.asleepDeep], ends=["2025-06-03T04:00Z"]
    )
    own = browser.current_window_handle
    opened: list[str] = []
    try:
        with hearth.Client(server.socket, app=WATCH) as client:
            for _ in range(10):
                browser.switch_to.new_window("tab")
                opened.append(browser.current_window_handle)
                browser.get(f"{dashboard.base}/sleep?night=2025-06-03")
                assert "No sleep was recorded" in text(browser)
            browser.switch_to.window(own)
            browser.get(f"{dashboard.base}/system")
            # The page that was the first.
            browser.switch_to.window(opened.pop(0))
            browser.close()
            for shown in ("4 h 00 min", "No sleep was recorded"):
                if shown.startswith("4"):
                    client.save(night)
                else:
                    client.delete(night.uuids)
                for one in opened:
                    browser.switch_to.window(one)
                    wait(browser, lambda page, shown=shown: shown in text(page))  # type: ignore[misc]
    finally:
        for one in opened:
            browser.switch_to.window(one)
            browser.close()
        browser.switch_to.window(own)


def test_an_order_is_set_and_the_data_of_an_app_is_deleted(browser: WebDriver) -> None:
    """As a person does it, with what a browser says about its forms."""
    with Server() as other, Dashboard(other, "--program", PROGRAM) as own:
        fill(other)
        with hearth.Client(other.socket, app="org.example.reader") as client:
            browser.get(own.url)
            browser.get(f"{own.base}/sources")
            browser.find_element(By.CSS_SELECTOR, "button[value='org.example.watch']").click()
            wait(browser, lambda one: "Remove the order" in text(one))
            assert browser.current_url == f"{own.base}/sources"
            assert client.source_ranks("stepCount") == ["org.example.watch"]
            # The page is where it was.
            assert text(browser, ".said") == "Step count: Watch now comes first."
            assert browser.execute_script("return scrollY") > 0
            # It has not the colour of what is out of date, and is there until the page is left.
            colours: list[str] = browser.execute_script("""
                const of = (selector) => getComputedStyle(document.querySelector(selector)).borderLeftColor;
                return [of(".said"), of("#stale")];
            """)
            assert len(set(colours)) == 2
            with hearth.Client(other.socket, app=WATCH) as watch:
                newer = hearth.quantities("pushCount", [np.datetime64("2026-11-20T08:00")], [5.0])
                watch.save(newer)
                wait(browser, lambda one: "Push count" in text(one))
                assert text(browser, ".said") == "Step count: Watch now comes first."
                watch.delete(newer.uuids)
                wait(browser, lambda one: "Push count" not in text(one))
            browser.get(f"{own.base}/system")
            browser.back()
            wait(browser, lambda one: text(one, "h1") == "Sources")
            assert not browser.find_elements(By.CSS_SELECTOR, ".said")
            browser.refresh()
            assert not browser.find_elements(By.CSS_SELECTOR, ".said")
            browser.find_element(By.CSS_SELECTOR, "input[value='org.example.phone'] + button").click()
            wait(browser, lambda one: "Delete the data of Phone" in text(one, "h1"))
            delete = browser.find_element(By.CSS_SELECTOR, "button.danger")
            delete.click()
            # The browser asks for the tick first.
            assert "Delete the data of Phone" in text(browser, "h1")
            browser.find_element(By.ID, "sure").click()
            delete.click()
            wait(browser, lambda one: "were deleted." in text(one, ".said"))
            assert {source.bundle_identifier for source in client.sources()} == {"org.example.watch"}
            assert "org.example.phone" not in text(browser)
            browser.get("about:blank")
    browser.get_log("browser")  # type: ignore[no-untyped-call]


def test_the_keyboard_is_enough(browser: WebDriver, dashboard: Dashboard) -> None:
    """From the list to a workout, and along its charts."""
    browser.get(f"{dashboard.base}/workouts")
    link = browser.find_element(By.CSS_SELECTOR, "tbody a")
    for _ in range(20):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        if browser.switch_to.active_element == link:
            break
    outline: str = browser.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    wait(browser, lambda one: "Running" in text(one, "h1"))
    slider = browser.find_element(By.ID, "cursor")
    slider.send_keys(Keys.ARROW_RIGHT)
    wait(browser, lambda one: len(one.find_elements(By.CSS_SELECTOR, "line.cursor:not([hidden])")) == 4)
    assert "Heart rate" in (slider.get_attribute("aria-valuetext") or "")


def test_a_choice_in_a_form_is_followed_at_once(browser: WebDriver, dashboard: Dashboard) -> None:
    browser.get(f"{dashboard.base}/workouts")
    Select(browser.find_element(By.ID, "choose-activity")).select_by_visible_text("Running (1)")
    wait(browser, lambda one: "activity=" in one.current_url)
    wait(browser, lambda one: len(one.find_elements(By.CSS_SELECTOR, "tbody tr")) == 1)


def test_a_choice_by_keys_waits_for_the_button(browser: WebDriver, dashboard: Dashboard) -> None:
    """Each arrow key chooses another one of a closed list."""
    browser.get(f"{dashboard.base}/workouts")
    chosen = browser.find_element(By.ID, "choose-activity")
    ActionChains(browser).send_keys_to_element(chosen, Keys.ARROW_DOWN, Keys.ARROW_DOWN).perform()
    assert browser.current_url == f"{dashboard.base}/workouts"
    assert browser.switch_to.active_element == chosen
    ActionChains(browser).send_keys(Keys.TAB, Keys.TAB, Keys.ENTER).perform()
    wait(browser, lambda one: "activity=" in one.current_url)


def test_names_and_metadata_are_text(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    markup = "<img src=x onerror=\"document.title='a'\"><script>a</script>"
    assert len(markup) <= NAME_MAX
    app = hearth.messages.App(bundle_identifier="org.example.markup", name=markup)
    start = np.datetime64("2025-08-01T10:00")
    with hearth.Client(server.socket, app=app) as client:
        walk = hearth.workouts([start], [start + HOUR], ["walking"], metadata=[{markup: markup}])
        night = hearth.categories("sleepAnalysis", [start - 10 * HOUR], [SleepAnalysis.inBed], ends=[start - 5 * HOUR])
        client.save([walk, night])
    # What came before is no fault of these pages.
    browser.get("about:blank")
    browser.get_log("browser")  # type: ignore[no-untyped-call]
    for path in (f"/workouts/{walk.uuid(0)}", "/workouts", "/sources", "/sleep?night=2025-08-01"):
        browser.get(dashboard.base + path)
        assert markup in text(browser)
        assert browser.title.endswith("– Hearth")
        assert not browser.find_elements(By.TAG_NAME, "img")
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
