"""What open pages do while something changes: the store, the server, the dashboard, or the program at its port."""

from __future__ import annotations

import contextlib
import http.server
import json
import select
import socket
import subprocess
import threading
from typing import TYPE_CHECKING

import hearth
import numpy as np
from hearth.enums import SleepAnalysis
from server import PROGRAM, SECONDS_MAX, Server

from browsers import NEEDS_CHROMIUM, text, wait
from dashboards import Dashboard
from hearth_dashboard.owner import Owner
from hearth_dashboard.web.door import door_of
from stores import WATCH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = NEEDS_CHROMIUM
#: What does not know the key proves nothing.
PROOF = '{"salt": "0123456789abcdef0123456789abcdef", "proof": "00"}'
HOUR = np.timedelta64(1, "h")


def slept(day: str, hours: int) -> hearth.Samples:
    start = np.datetime64(f"{day}T00:00")
    return hearth.categories("sleepAnalysis", [start], [SleepAnalysis.asleepDeep], ends=[start + hours * HOUR])


@contextlib.contextmanager
def listener(port: int) -> Iterator[tuple[int, list[str]]]:
    """Another program at a port of this machine: its port, and all that it is sent."""
    said: list[str] = []

    class Recorder(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said.append(f"{self.path}\n{self.headers}")
            body = b"<main id=page data-every=1><h1>Fake</h1></main><script>fetch('/more')</script>"
            kind = "text/html"
            if self.path.startswith("/live"):
                change = {
                    "anchor": "00",
                    "rules": "9",
                    "types": [],
                    "access": "9",
                    "asks": {"app": "Fake", "text": "!"},
                }
                body = f"event: proof\ndata: {PROOF}\n\ndata: {json.dumps(change)}\n\n".encode()
                kind = "text/event-stream"
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", port), Recorder) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield running.server_port, said
        finally:
            running.shutdown()
            thread.join()


def test_a_page_goes_on_with_the_next_dashboard_and_not_with_another_program(browser: WebDriver) -> None:
    """What the other one was sent meanwhile opens nothing."""
    with Server() as other, hearth.Client(other.socket, app=WATCH) as client, Dashboard(other) as first:
        browser.get(first.url)
        browser.get(f"{first.base}/sleep?night=2025-07-05")
        assert "No sleep was recorded" in text(browser)
        door = door_of(other.socket, {})
        known = None if door is None else door.known()
        assert known is not None
        key = known[1]
        first.stop()
        wait(browser, lambda one: "Reconnecting …" in text(one, "#stale"))
        with listener(first.port) as (_, said):
            wait(browser, lambda _: sum(one.startswith("/again") for one in said) > 2)
            assert "No sleep was recorded" in text(browser)
            assert "The dashboard is not running" in text(browser, "#stale")
        stolen = "".join(said)
        assert key not in stolen
        assert all(one.startswith(("/again", "/live")) for one in said)
        assert browser.execute_script("return document.documentElement.outerHTML").count(key) == 0
        client.save(slept("2025-07-05", 5))
        with Dashboard(other, "--port", str(first.port)) as second:
            wait(browser, lambda one: one.current_url == f"{second.base}/sleep?night=2025-07-05")
            wait(browser, lambda one: "5 h 00 min" in text(one))
            assert second.token not in stolen
            assert second.host not in stolen
            for line in stolen.splitlines():
                if line.lower().startswith("cookie:"):
                    for host in (first.host, second.host):
                        assert second.get("/", Host=host, Cookie=line.partition(":")[2].strip()).status in {403, 421}
            assert not text(browser, "#stale:not([hidden])")
            client.delete([*client.read("sleepAnalysis").uuids])
            wait(browser, lambda one: "No sleep was recorded" in text(one))
            # What is before it in the history has the name of the first one.
            browser.back()
            wait(browser, lambda one: one.current_url.startswith(first.base))
            assert text(browser, "h1") == "The dashboard was started again"
            browser.refresh()
            assert text(browser, "code") == "hearth dashboard"
            assert browser.execute_script("return document.documentElement.scrollWidth - innerWidth") <= 0
    browser.get_log("browser")  # type: ignore[no-untyped-call]


def test_what_accepts_and_says_nothing_holds_no_page(browser: WebDriver) -> None:
    """The page says that it is out of date, and goes on with the next dashboard while the connections stay open."""
    with Server() as other, contextlib.ExitStack() as stack, Dashboard(other) as first:
        browser.get(first.url)
        browser.get(f"{first.base}/sleep?night=2025-07-05")
        wait(browser, lambda one: "No sleep was recorded" in text(one))
        # It holds what the page asks next.
        with socket.socket() as silent:
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            first.stop()
            silent.bind(("127.0.0.1", first.port))
            silent.listen()
            open_ones, said = [silent], ""
            while "/again" not in said or "/live" not in said:
                there, _, _ = select.select(open_ones, [], [], SECONDS_MAX)
                assert there
                for one in there:
                    if one is silent:
                        open_ones.append(stack.enter_context(silent.accept()[0]))
                    elif part := one.recv(65536).decode():
                        said += part
                    else:
                        open_ones.remove(one)
            assert "Reconnecting …" in text(browser, "#stale")
        with Dashboard(other, "--port", str(first.port)) as second:
            wait(browser, lambda one: one.current_url == f"{second.base}/sleep?night=2025-07-05")
    browser.get_log("browser")  # type: ignore[no-untyped-call]


def test_another_port_of_this_machine_is_sent_nothing(browser: WebDriver, dashboard: Dashboard) -> None:
    """Cookies do not know ports: only the name keeps them apart. A page of the other port, to which a link led, asks
    its own server again, as the same site."""
    browser.get(f"{dashboard.base}/system")
    with listener(0) as (port, said):
        for count, name in enumerate(("127.0.0.1", "localhost"), 1):
            browser.get(f"http://{name}:{port}/")
            wait(browser, lambda _, count=count: sum(one.startswith("/more") for one in said) == count)  # type: ignore[misc]
        everything = "".join(said).lower()
        assert "cookie" not in everything
        assert dashboard.host.partition(":")[0] not in everything
        # Only who knew the name would be sent the cookie.
        browser.get(f"http://{dashboard.host.partition(':')[0]}:{port}/")
        wait(browser, lambda _: "cookie" in "".join(said).lower())
    browser.get_log("browser")  # type: ignore[no-untyped-call]


def test_a_page_that_was_opened_while_the_server_was_away_is_live(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    server.kill()
    browser.get(f"{dashboard.base}/sleep?night=2025-07-08")
    assert "is not running" in text(browser)
    server.start()
    wait(browser, lambda one: "No sleep was recorded" in text(one))
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(slept("2025-07-08", 6))
        wait(browser, lambda one: "6 h 00 min" in text(one))
    browser.get_log("browser")  # type: ignore[no-untyped-call]


#: Notes what pages tell one another, and lets a test hold and count what the page fetches.
WATCHED = """
    window.told = [];
    new BroadcastChannel("live").onmessage = (event) => told.push(event.data);
    const own = window.fetch;
    window.fetches = 0;
    window.isHeld = arguments[0];
    window.fetch = async (...asked) => {
      fetches += 1;
      const answer = await own(...asked);
      const text = await answer.text();
      if (isHeld) await new Promise((go) => { window.release = go; });
      return new Response(text, { status: answer.status });
    };
"""


def is_told(browser: WebDriver, anchor: bytes) -> bool:
    found: bool = browser.execute_script("return told.some((one) => one.anchor === arguments[0])", anchor.hex())
    return found


def test_a_change_while_the_page_is_fetched_is_not_lost(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    browser.get(f"{dashboard.base}/sleep?night=2025-08-02")
    with hearth.Client(server.socket, app=WATCH) as client:
        browser.execute_script(WATCHED, True)
        client.save(slept("2025-08-02", 2))
        wait(browser, lambda one: one.execute_script("return window.release !== undefined"))
        second = client.save(slept("2025-08-02", 4))
        wait(browser, lambda one: is_told(one, second.anchor))
        browser.execute_script("isHeld = false; release()")
        wait(browser, lambda one: "4 h 00 min" in text(one))


def test_a_page_that_nobody_sees_is_fetched_when_it_is_seen(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    browser.get(f"{dashboard.base}/sleep?night=2025-08-05")
    with hearth.Client(server.socket, app=WATCH) as client:
        # Nothing is put off because a page took long.
        browser.execute_script(WATCHED + "performance.now = () => 1e9;", False)
        browser.execute_script("Object.defineProperty(document, 'hidden', { get: () => window.isAway })")
        # What the page fetches of its first notice has ended.
        client.save(slept("2025-08-05", 2))
        wait(browser, lambda one: "2 h 00 min" in text(one))
        wait(browser, lambda one: one.execute_script("window.isAway = true; return fetches"))
        before = browser.execute_script("return fetches")
        saved = client.save(slept("2025-08-05", 4))
        wait(browser, lambda one: is_told(one, saved.anchor))
        assert browser.execute_script("return fetches") == before
        browser.execute_script("window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))")
        wait(browser, lambda one: "4 h 00 min" in text(one))


def test_a_new_page_is_told_the_state_and_not_what_changed_last(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    """Between its making and its script there may have been other changes."""
    browser.get(f"{dashboard.base}/sleep?night=2025-08-08")
    with hearth.Client(server.socket, app=WATCH) as client:
        browser.execute_script(WATCHED, False)
        client.save(slept("2025-08-08", 2))
        saved = client.save(hearth.quantities("bodyMass", [np.datetime64("2025-08-08T07:00")], [72.0], "kg"))
        wait(browser, lambda one: is_told(one, saved.anchor))
        browser.execute_script("told.length = 0; new BroadcastChannel('live').postMessage('new')")
        wait(browser, lambda one: is_told(one, saved.anchor))
        answers = browser.execute_script("return told.filter((one) => one !== 'new')")
        (answer,) = answers
    assert (answer["anchor"], answer["types"]) == (saved.anchor.hex(), [])


def test_an_order_and_a_denial_appear(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    """Neither is a commit."""
    day = np.datetime64("2025-09-01T10:00")
    for name, count in (("org.example.one", 1234.0), ("org.example.two", 4321.0)):
        with hearth.Client(server.socket, app=name) as client:
            client.save(hearth.quantities("stepCount", [day], [count], ends=[day + HOUR]))
    owner = Owner(socket=server.socket, program=PROGRAM)
    owner.rank("HKQuantityTypeIdentifierStepCount", ["org.example.one"])
    browser.get(f"{dashboard.base}/types/stepCount?period=day&day=2025-09-01")
    wait(browser, lambda one: "1,234" in text(one, "dl"))
    for first, shown in (("org.example.two", "4,321"), ("org.example.one", "1,234")):
        owner.rank("HKQuantityTypeIdentifierStepCount", [first])
        wait(browser, lambda one, shown=shown: shown in text(one, "dl"))  # type: ignore[misc]
    for verb, shown in (("deny", "may not read this data yet"), ("allow", "1,234")):
        command = [PROGRAM, verb, "org.hearth.dashboard", "stepCount", "--read", f"--socket={server.socket}"]
        subprocess.run(command, check=True, capture_output=True)
        wait(browser, lambda one, shown=shown: shown in text(one))  # type: ignore[misc]
    browser.get_log("browser")  # type: ignore[no-untyped-call]


def test_a_change_of_no_concern_fetches_nothing(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    """Also after the order of the apps was changed, which concerns every page once."""
    day = np.datetime64("2025-09-03T10:00")
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(hearth.quantities("flightsClimbed", [day], [3.0], ends=[day + HOUR]))
        browser.get(f"{dashboard.base}/sleep?night=2025-09-03")
        # Nothing is put off because a page took long.
        browser.execute_script(WATCHED + "performance.now = () => 1e9;", False)
        rules = browser.execute_script("return document.getElementById('page').dataset.rules")
        owner = Owner(socket=server.socket, program=PROGRAM)
        owner.rank("HKQuantityTypeIdentifierFlightsClimbed", [WATCH.bundle_identifier])
        wait(
            browser,
            lambda one: one.execute_script("return document.getElementById('page').dataset.rules") not in {rules, None},
        )
        before = browser.execute_script("return fetches")
        saved = client.save(hearth.quantities("heartRate", [day], [60.0], "count/min"))
        wait(browser, lambda one: is_told(one, saved.anchor))
        assert browser.execute_script("return fetches") == before
        client.save(slept("2025-09-03", 3))
        wait(browser, lambda one: "3 h 00 min" in text(one))
        # Whether it has moved, and the page.
        assert browser.execute_script("return fetches") == before + 2


def test_a_page_that_takes_long_is_fetched_less_often(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    """After a page that took a tenth of a second none is fetched for three of them."""
    browser.get(f"{dashboard.base}/sleep?night=2025-09-05")
    with hearth.Client(server.socket, app=WATCH) as client:
        browser.execute_script(WATCHED + "window.clock = 1e9; performance.now = () => clock;", True)
        client.save(slept("2025-09-05", 2))
        wait(browser, lambda one: one.execute_script("return window.release !== undefined"))
        browser.execute_script("clock += 100; isHeld = false; release()")
        wait(browser, lambda one: "2 h 00 min" in text(one))
        before = browser.execute_script("clock += 299; return fetches")
        saved = client.save(slept("2025-09-05", 4))
        wait(browser, lambda one: is_told(one, saved.anchor))
        assert browser.execute_script("return fetches") == before
        browser.execute_script("clock += 1")
        wait(browser, lambda one: "4 h 00 min" in text(one))


def test_a_page_that_could_not_be_fetched_is_fetched_again(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    """While the stream of changes goes on, and tells of none."""
    browser.get(f"{dashboard.base}/sleep?night=2025-09-08")
    browser.execute_script("""
        const own = window.fetch;
        window.fetch = () => {
          window.fetch = own;
          return Promise.reject(new Error("lost"));
        };
    """)
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(slept("2025-09-08", 2))
        wait(browser, lambda one: "2 h 00 min" in text(one))
        wait(browser, lambda one: not text(one, "#stale:not([hidden])"))


def test_the_figures_of_the_system_go_on(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    """Page after page."""
    browser.get(f"{dashboard.base}/system")
    with hearth.Client(server.socket, app=WATCH) as client:
        for number in range(2):
            client.save(hearth.quantities("height", [np.datetime64(f"2025-09-0{number + 1}")], [1.7], "m"))
            samples = f"{client.status().store.samples:,}"
            wait(browser, lambda one, samples=samples: text(one, "dl dd") == samples)  # type: ignore[misc]


def test_a_distance_that_is_added_to_a_workout_appears_in_the_list(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    start = np.datetime64("2025-09-06T10:00")
    with hearth.Client(server.socket, app=WATCH) as client:
        swim = hearth.workouts([start], [start + HOUR], ["swimming"])
        client.save(swim)
        browser.get(f"{dashboard.base}/workouts")
        assert "1.25 km" not in text(browser)
        metres = hearth.quantities("distanceSwimming", [start], [1250.0], "m", ends=[start + HOUR])
        client.add_to_workout(swim.uuid(0), metres)
        wait(browser, lambda one: "1.25 km" in text(one))


def test_a_page_that_takes_too_long_is_said_to_take_long(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    """The dashboard answers: it is not said to be gone."""
    browser.get(f"{dashboard.base}/sleep?night=2025-09-09")
    browser.execute_script("""
        const own = window.fetch;
        window.fetch = (address, options) => {
          if (!String(address).includes("/sleep")) return own(address, options);
          window.fetch = own;
          return new Promise((_, reject) => {
            options.signal.addEventListener("abort", () => reject(options.signal.reason));
            window.abort = (name) => reject(new DOMException("", name));
          });
        };
    """)
    with hearth.Client(server.socket, app=WATCH) as client:
        client.save(slept("2025-09-09", 2))
        wait(browser, lambda one: one.execute_script("return window.abort !== undefined"))
        browser.execute_script("abort('TimeoutError')")
        wait(browser, lambda one: "dashboard takes long" in text(one, "#stale:not([hidden])"))
        # It is tried again.
        wait(browser, lambda one: "2 h 00 min" in text(one))
        wait(browser, lambda one: not text(one, "#stale:not([hidden])"))
