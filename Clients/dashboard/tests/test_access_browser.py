"""Apps that ask while pages are open, in Debian's Chromium: what is said at once, and what is answered with a click."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from hearth.enums import Permission
from selenium.webdriver.common.by import By
from server import PROGRAM, Server

from access_pages import BODY_MASS, HEART_RATE, MOOD
from askers import Asker, access_of, owner_of
from browsers import NEEDS_CHROMIUM, text, wait
from dashboards import Dashboard
from fits import SIZES, assert_fits, set_window

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = [NEEDS_CHROMIUM, pytest.mark.apps_ask, pytest.mark.usefixtures("nothing_left")]
ASKS = "#asking:not([hidden])"
#: What was just exchanged takes no click; here the time is the test's.
CLOCK = "window.clock = 1e9; performance.now = () => clock;"


def press(browser: WebDriver, identifier: str) -> None:
    """Once the page takes it. It may be folded."""
    browser.execute_script(CLOCK + "clock += 1e6")
    one = browser.find_element(By.ID, identifier)
    browser.execute_script("const folded = arguments[0].closest('details'); if (folded) folded.open = true", one)
    one.click()


def check(browser: WebDriver, app: str) -> None:
    """Everything that an app asks for."""
    browser.find_element(By.ID, f"check-{app}").click()


def unfold(browser: WebDriver) -> None:
    """All apps."""
    browser.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")


@pytest.mark.parametrize("path", ["/", "/sleep", "/system", "/nothing"])
def test_a_question_is_told_on_an_open_page(
    browser: WebDriver, dashboard: Dashboard, server: Server, path: str
) -> None:
    browser.get(dashboard.base + path)
    assert text(browser, ASKS) == ""
    with Asker(server, MOOD, "Mood", read=["heartRate"]) as asker:
        wait(
            browser,
            lambda one: text(one, ASKS) == f"{MOOD} (calls itself “Mood”) wants to read your heart rate. Answer",
        )
        browser.find_element(By.CSS_SELECTOR, f"{ASKS} a").click()
        wait(browser, lambda one: f"{MOOD} (calls itself “Mood”) asks" in text(one))
        assert text(browser, ASKS) == ""
        check(browser, MOOD)
        press(browser, f"allow-{MOOD}")
        wait(browser, lambda one: "Mood may now read heart rate." in text(one, ".said"))
        assert asker.answer()[HEART_RATE].is_read_decided
    # The other pages do not say it any more.
    browser.get(dashboard.base + path)
    wait(browser, lambda one: not text(one, ASKS))
    browser.get_log("browser")  # type: ignore[no-untyped-call]


def test_a_question_appears_on_the_page_and_goes_when_it_is_answered_elsewhere(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    browser.get(f"{dashboard.base}/access")
    assert "No app asks." in text(browser)
    with Asker(server, MOOD, "Mood", save=["bodyMass"]) as asker:
        wait(browser, lambda one: f"{MOOD} (calls itself “Mood”) asks" in text(one))
        owner_of(server).decide("allow", MOOD, ["bodyMass"], what="share")
        assert asker.answer()[BODY_MASS].save is Permission.ALLOWED
        wait(browser, lambda one: "No app asks." in text(one))
        unfold(browser)
        wait(browser, lambda one: "allowed" in text(one, ".decisions"))


def test_a_decision_in_a_terminal_appears(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    owner = owner_of(server)
    owner.decide("allow", MOOD, ["heartRate"], what="read")
    browser.get(f"{dashboard.base}/access")
    # Only what is told brings it: the clock of the page stands still.
    browser.execute_script("for (let id = 1; id < 1000; id += 1) clearTimeout(id)")
    unfold(browser)
    assert text(browser, ".decisions .state.allowed") == "allowed"
    owner.decide("deny", MOOD, ["heartRate"], what="read")
    wait(browser, lambda one: text(one, ".decisions .state.denied") == "denied")
    owner.let_ask(False)
    wait(browser, lambda one: text(one, "#mode").startswith("Apps do not have to ask"))
    owner.let_ask(True)
    wait(browser, lambda one: text(one, "#mode").startswith("Every app has to ask"))


def test_a_decision_is_changed_with_a_click(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    owner_of(server).decide("allow", MOOD, ["heartRate"], what="read")
    browser.get(f"{dashboard.base}/access")
    press(browser, f"deny-read-heartRate-{MOOD}")
    wait(browser, lambda one: "may no longer read heart rate" in text(one, ".said"))
    assert [one.read for one in access_of(server).decisions] == ["denied"]
    # The app stays unfolded. What was pressed is gone: the focus is at what is said.
    assert text(browser, ".decisions .state.denied") == "denied"
    assert browser.execute_script("return document.activeElement.id") == "said"
    owner_of(server).decide("deny", MOOD, ["stepCount"], what="read")
    wait(browser, lambda one: "Step count" in text(one, ".decisions"))
    assert browser.execute_script("return document.activeElement.id") == "said"
    press(browser, f"allow-read-heartRate-{MOOD}")
    wait(browser, lambda one: "may now read heart rate" in text(one, ".said"))


def test_only_what_is_checked_is_allowed(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    """What a person has set stays when the page is exchanged."""
    browser.get(f"{dashboard.base}/access")
    with Asker(server, MOOD, "Mood", save=["bodyMass"], read=["heartRate", "stepCount"]) as asker:
        wait(browser, lambda one: f"{MOOD} (calls itself “Mood”) asks" in text(one))
        assert not browser.find_elements(By.CSS_SELECTOR, ".question input:checked")
        check(browser, MOOD)
        browser.find_element(By.ID, f"read-stepCount-{MOOD}").click()
        browser.find_element(By.ID, f"limited-{MOOD}").click()
        with Asker(server, "org.example.other", "Other", read=["height"]):
            wait(browser, lambda one: "org.example.other (calls itself “Other”) asks" in text(one))
            assert not browser.find_element(By.ID, f"read-stepCount-{MOOD}").is_selected()
            press(browser, f"allow-{MOOD}")
            wait(
                browser,
                lambda one: "Mood may now save body mass and read heart rate. It reads data from" in text(one, ".said"),
            )
            told = asker.answer()
    assert told[BODY_MASS].save is Permission.ALLOWED
    assert told[HEART_RATE].since is not None
    assert {one.type: one.read for one in access_of(server).decisions if one.read and one.app == MOOD} == {
        "heartRate": "allowed",
        "stepCount": "denied",
    }


def test_a_question_that_has_just_appeared_takes_no_click(
    browser: WebDriver, dashboard: Dashboard, server: Server
) -> None:
    """It may have come under a finger that was on its way to another button."""
    browser.get(f"{dashboard.base}/access")
    browser.execute_script(CLOCK)
    with Asker(server, MOOD, "Mood", read=["heartRate"]):
        wait(browser, lambda one: f"{MOOD} (calls itself “Mood”) asks" in text(one))
        check(browser, MOOD)
        browser.find_element(By.ID, f"allow-{MOOD}").click()
        browser.execute_script("clock += 599")
        browser.find_element(By.ID, f"allow-{MOOD}").click()
        assert not text(browser, ".said")
        assert len(access_of(server).questions) == 1
        browser.execute_script("clock += 2")
        browser.find_element(By.ID, f"allow-{MOOD}").click()
        wait(browser, lambda one: "Mood may now read heart rate." in text(one, ".said"))


def test_what_an_app_says_of_itself_is_text(browser: WebDriver, dashboard: Dashboard, server: Server) -> None:
    """Also where the script writes it."""
    name = "<img src=x onerror=document.title='taken'>\u202e"
    browser.get(f"{dashboard.base}/sleep")
    with Asker(server, '"><b id=page>', name, read=["heartRate"], read_usage="<h1>\u2066"):
        # A quotation mark could end the identifier that is shown.
        identifier, shown = "“\\u0022><b id=page>”", name.replace("\u202e", "\\u202e")
        wait(browser, lambda one: text(one, f"{ASKS} b") == f"{identifier} (calls itself “{shown}”)")
        assert browser.execute_script("return document.querySelectorAll('img').length") == 0
        browser.get(f"{dashboard.base}/access")
        assert text(browser, ".question q") == "<h1>\\u2066"
        assert text(browser, ".question code") == identifier
        assert browser.title == "Access – Hearth"
        assert len(browser.find_elements(By.CSS_SELECTOR, "h1, b[id], img")) == 1
    assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_questions_are_told_after_the_server_was_away(browser: WebDriver) -> None:
    with Server() as own, Dashboard(own, "--program", PROGRAM) as running:
        owner_of(own).let_ask(True)
        browser.get(running.url)
        browser.get(f"{running.base}/sleep")
        own.kill()
        own.start()
        with Asker(own, MOOD, "Mood", read=["heartRate"]):
            wait(
                browser,
                lambda one: text(one, ASKS) == f"{MOOD} (calls itself “Mood”) wants to read your heart rate. Answer",
            )
        # The page does not go on to ask a dashboard that has ended.
        browser.get("about:blank")
    browser.get_log("browser")  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits(browser: WebDriver, dashboard: Dashboard, server: Server, size: str, scheme: str) -> None:
    owner = owner_of(server)
    with contextlib.ExitStack() as stack:
        for app in ("org.example.diary", "org.example." + "ring" * 30):
            owner.decide("allow", app, ["heartRate", "bodyMass"], what="read", since="30d")
            owner.decide("deny", app, ["heartRate", "stepCount"], what="share")
            owner.decide("allow", app, ["bloodPressureSystolic", "distanceWalkingRunning"], what="share")
        with hearth.Client(server.socket, app=hearth.messages.App(bundle_identifier=MOOD, name="Mood")) as client:
            owner.decide("allow", MOOD, ["bodyMass"], what="share")
            client.save(hearth.quantities("bodyMass", [np.datetime64("2026-11-20T08:00")], [72.0], "kg"))
            client.read("bodyMass")
        why = "To show how your nights and your mood go together.\nNothing of it leaves this machine."
        mood = Asker(server, MOOD, "Mood", read=["heartRate", "sleepAnalysis"], read_usage=why, save=["height"])
        long = Asker(server, "x" * 200, "N<b>\u202eame " * 30, save=["distanceWalkingRunning"], save_usage="u" * 900)
        stack.enter_context(mood)
        stack.enter_context(long)
        set_window(browser, size, scheme)
        for name, path in (("access-asked", "/sleep"), ("access", "/access")):
            browser.get(dashboard.base + path)
            if name == "access-asked":
                wait(browser, lambda one: "want to use your data" in text(one, ASKS))
            assert_fits(browser, f"{name}-{size}-{scheme}", scheme)
        unfold(browser)
        assert_fits(browser, f"access-unfolded-{size}-{scheme}", scheme)
        if size != "desktop":
            heights = [one.size["height"] for one in browser.find_elements(By.CSS_SELECTOR, "button, summary")]
            # A finger needs that much.
            assert min(heights) >= 40
        for one in browser.find_elements(By.CSS_SELECTOR, ".question, .decisions"):
            assert browser.execute_script("return arguments[0].scrollWidth - arguments[0].clientWidth", one) <= 0
    set_window(browser, "desktop", "light")
