"""What every page says while an app asks, and the process that waits for it."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

import pytest
from server import PROGRAM, Server

from access_pages import MOOD, await_that
from askers import Asker, owner_of
from dashboards import Dashboard
from hearth_dashboard.access import Question
from hearth_dashboard.pages.access import notice_of
from hearth_dashboard.report.apps import short_text
from pages import page_of

pytestmark = [pytest.mark.apps_ask, pytest.mark.usefixtures("nothing_left")]


def waiting(dashboard: Dashboard) -> list[int]:
    """The processes of a dashboard that wait for questions."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = (path / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == dashboard.process and b"--wait=" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found


def asks_on(dashboard: Dashboard, path: str = "/sleep") -> str:
    """What a page says of apps that ask."""
    found = next(one for one in page_of(dashboard.get(path).text).every("p") if one.attributes.get("id") == "asking")
    return "" if "hidden" in found.attributes else found.text


def test_every_page_says_that_an_app_asks(server: Server) -> None:
    with Dashboard(server, "--program", PROGRAM) as running:
        running.enter()
        assert asks_on(running) == ""
        with Asker(server, MOOD, "Mood", read=["heartRate"]) as asker:
            await_that(lambda: asks_on(running))
            for path in ("/", "/types", "/types/heartRate", "/workouts", "/sleep", "/sources", "/system", "/nothing"):
                assert asks_on(running, path) == f"{MOOD} (calls itself “Mood”) wants to read your heart rate. Answer"
            # The questions are there.
            assert asks_on(running, "/access") == ""
            owner_of(server).decide("allow", MOOD, ["heartRate"], what="read")
            asker.answer()
            await_that(lambda: not asks_on(running))


def test_one_process_waits_for_all_pages_and_ends_with_the_dashboard() -> None:
    with Server() as own, Dashboard(own, "--program", PROGRAM) as running:
        running.enter()
        await_that(lambda: len(waiting(running)) == 1)
        for _ in range(5):
            running.get("/access")
        # It may be between two processes for a moment.
        await_that(lambda: len(waiting(running)) == 1)
        # After it has failed, and after the server was away, there is one again.
        (first,) = waiting(running)
        os.kill(first, signal.SIGKILL)
        await_that(lambda: waiting(running) not in ([], [first]))
        own.kill()
        own.start()
        owner_of(own).let_ask(True)
        with Asker(own, MOOD, "Mood", save=["bodyMass"]):
            await_that(lambda: asks_on(running) == f"{MOOD} (calls itself “Mood”) wants to save your body mass. Answer")
            await_that(lambda: len(waiting(running)) == 1)
        (last,) = waiting(running)
        assert running.stop() == (0, "")
        assert not Path(f"/proc/{last}").exists()


def asked(name: str, read: list[str], save: list[str], app: str = MOOD) -> Question:
    return Question(
        app=app,
        name=name,
        share=tuple(save),
        read=tuple(read),
        share_usage="",
        read_usage="",
        asked=None,
        verified=False,
    )


@pytest.mark.parametrize(
    ("questions", "text"),
    [
        ([asked("Mood", ["heartRate"], [])], f"{MOOD} (calls itself “Mood”) wants to read your heart rate."),
        ([asked("", [], ["vo2Max"])], f"{MOOD} wants to save your VO₂ max."),
        (
            [asked("Mood", ["heartRate", "stepCount"], ["bodyMass", "height", "GAD7"])],
            f"{MOOD} (calls itself “Mood”) wants to read your heart rate and 1 more type and save your body mass"
            " and 2 more types.",
        ),
        (
            [asked("A\u200b", ["x"], []), asked("B", ["y"], [])],
            f"{MOOD} (calls itself “A\\u200b”) and 1 more app want to use your data.",
        ),
        (
            [asked(str(number), ["x"], []) for number in range(3)],
            f"{MOOD} (calls itself “0”) and 2 more apps want to use your data.",
        ),
        ([asked("A" * 99, ["x"], [])], f"{MOOD} (calls itself “" + "A" * 59 + "…”) wants to read your x."),
    ],
)
def test_what_is_said_of_questions(questions: list[Question], text: str) -> None:
    notice = notice_of(questions)
    assert notice is not None
    assert f"{notice.app} {notice.text}" == text
    assert notice_of([]) is None


def test_names_that_differ_look_different() -> None:
    every = [
        "Mood",
        "Mood\u200b",
        "Mood ",
        "Mood\u3164",
        "Mood\u2800",
        "\u2066Mood",
        "Mood\ud800",
        "Mood\ue000",
    ]
    shown = [short_text(one, 60) for one in every]
    assert len(set(shown)) == len(every)
    assert all(one.strip() == one or one == "Mood " for one in shown)
    # Marks are not drawn over what is above.
    assert "\\u0301" in short_text("a" + "\u0301" * 9, 200)
    assert short_text("é\u0301ü", 60) == "é\u0301ü"
