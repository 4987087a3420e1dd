"""The page *Access*: questions, decisions, what apps have read, and the forms that answer and decide."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import hearth
import numpy as np
import pytest
from hearth.enums import Permission
from server import PROGRAM, SECONDS_MAX, Server

from askers import Asker, access_of, owner_of
from dashboards import Dashboard
from hearth_dashboard.access import Question
from hearth_dashboard.access import access_of as parsed
from hearth_dashboard.pages.access import notice_of
from hearth_dashboard.pages.visit import day_text
from hearth_dashboard.report.apps import short_text
from pages import page_of
from test_forms import sent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages import Element

MOOD = "org.example.mood"
HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
BODY_MASS = "HKQuantityTypeIdentifierBodyMass"
STEP_COUNT = "HKQuantityTypeIdentifierStepCount"
#: An app may say anything of itself.
HOSTILE = "--read='\"><script>alert(1)</script>&amp;"
HOSTILE_NAME = "Hearth\u202e <b onclick=x>\u200b\n" + "long " * 40
HOSTILE_USAGE = "</q></form><form action=//example.com>\u2066 \x07" + "z" * 900


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Where each app has to ask."""
    with Server() as running:
        owner_of(running).let_ask(True)
        yield running


@pytest.fixture(scope="module")
def dashboard(server: Server) -> Iterator[Dashboard]:
    """One that was entered."""
    with Dashboard(server, "--program", PROGRAM) as running:
        yield running.enter()


@pytest.fixture(autouse=True)
def nothing_decided(server: Server) -> Iterator[None]:
    """Of what a test has decided and asked nothing is left for the next one."""
    yield
    found = access_of(server)
    for question in found.questions:
        for what, types in (("share", question.share), ("read", question.read)):
            if types:
                owner_of(server).decide("deny", question.app, types, what=what)
    for one in access_of(server).decisions:
        for what in ("share", "read"):
            owner_of(server).decide("revoke", one.app, [one.type], what=what)
    left = access_of(server)
    assert (left.questions, left.decisions) == ((), ())


def access_page(dashboard: Dashboard, path: str = "/access") -> Element:
    return page_of(dashboard.get(path).text)


def fields_of(form: Element, button: str | None = None, unchecked: tuple[str, ...] = ()) -> dict[str, str | list[str]]:
    """What a browser sends of a form, whose button with an identifier is pressed, after all was checked that an app
    asks for but these."""
    fields: dict[str, str | list[str]] = {}
    for one in form.every():
        given = one.attributes
        is_sent = (
            given.get("type") != "checkbox" or (given["name"] in ("share", "read") and given["id"] not in unchecked)
            if one.name == "input"
            else one.name == "button" and given.get("id") == button
        )
        if is_sent:
            found = fields.setdefault(given["name"] or "", [])
            assert isinstance(found, list)
            found.append(given.get("value") or "")
    assert button is None or any(one.attributes.get("id") == button for one in form.every("button"))
    return fields


def question_of(page: Element, app: str) -> Element:
    """The form of an app's question."""
    (found,) = (
        form
        for form in page.every("form", "question")
        if any((one.attributes.get("name"), one.attributes.get("value")) == ("app", app) for one in form.every("input"))
    )
    return found


def said(dashboard: Dashboard, location: str) -> str:
    return access_page(dashboard, location).the("p", "said").text


def test_what_is_checked_is_allowed_and_the_app_learns_it(server: Server, dashboard: Dashboard) -> None:
    with Asker(
        server,
        MOOD,
        "Mood",
        save=["bodyMass"],
        read=["heartRate", "bodyMass", "stepCount"],
        read_usage="To see\nhow you are.",
    ) as asker:
        form = question_of(access_page(dashboard), MOOD)
        assert form.the("h3").text == f"Mood ({MOOD}) asks"
        assert "Not verified: any program of yours could use this name." in form.text
        assert [one.text for one in form.every("q")] == ["To see how you are."]
        rows = [next(row.every("th")).text for row in form.the("tbody").every("tr")]
        assert rows == ["Body mass", "Heart rate", "Step count"]
        boxes = [one.attributes["aria-label"] for one in form.every("input") if "aria-label" in one.attributes]
        assert boxes == [
            "Mood may save body mass",
            "Mood may read body mass",
            "Mood may read heart rate",
            "Mood may read step count",
        ]
        fields = fields_of(form, f"allow-{MOOD}", unchecked=(f"read-stepCount-{MOOD}",))
        answer = sent(dashboard, "/access/answer", fields)
        assert answer.status == 303
        assert said(dashboard, answer.headers["Location"]) == (
            "Mood may now save body mass, read body mass and read heart rate."
        )
        told = asker.answer()
        assert told[BODY_MASS].save is Permission.ALLOWED
        assert told[HEART_RATE].is_read_decided
        assert told[HEART_RATE].since is None
    states = {one.type: (one.share, one.read, one.since) for one in access_of(server).decisions}
    assert states == {
        "bodyMass": ("allowed", "allowed", None),
        "heartRate": ("", "allowed", None),
        "stepCount": ("", "denied", None),
    }
    assert not [*access_page(dashboard).every("form", "question")]


def test_all_is_denied(server: Server, dashboard: Dashboard) -> None:
    with Asker(server, MOOD, "Mood", save=["bodyMass"], read=["heartRate"]) as asker:
        fields = fields_of(question_of(access_page(dashboard), MOOD), f"deny-{MOOD}")
        answer = sent(dashboard, "/access/answer", fields)
        assert said(dashboard, answer.headers["Location"]) == "Mood was denied what it asked for."
        assert asker.answer()[BODY_MASS].save is Permission.DENIED
    assert {(one.share, one.read) for one in access_of(server).decisions} == {("denied", ""), ("", "denied")}


def test_only_the_last_month_is_read(server: Server, dashboard: Dashboard) -> None:
    """The limit is one of reading: what is saved has none."""
    with Asker(server, MOOD, "Mood", save=["bodyMass"], read=["heartRate"]) as asker:
        form = question_of(access_page(dashboard), MOOD)
        fields = fields_of(form, f"allow-{MOOD}")
        box = next(one for one in form.every("input") if one.attributes.get("name") == "limited")
        day = date.fromisoformat(box.attributes["value"] or "")
        assert f"It reads only data from {day_text(day)} on" in form.text
        assert sent(dashboard, "/access/answer", {**fields, "limited": "yes"}).status == 400
        answer = sent(dashboard, "/access/answer", {**fields, "limited": day.isoformat()})
        assert answer.status == 303
        since = asker.answer()[HEART_RATE].since
    assert since is not None
    (decided,) = (one for one in access_of(server).decisions if one.type == "heartRate")
    assert decided.since is not None
    age = datetime.now(UTC) - decided.since
    assert timedelta(days=29) < age < timedelta(days=31)
    page = access_page(dashboard, answer.headers["Location"])
    (reading,) = (one for one in page.every("span", "state") if "reads data" in one.text)
    limit = f"reads data from {day_text(day)} on"
    assert reading.text == f"allowed, {limit}"
    assert page.the("p", "said").text == f"Mood may now save body mass and read heart rate. It {limit}."


@pytest.mark.parametrize(
    "name",
    ["This dashboard", "this\u00a0Dashboard.", "Hearth\u2019s command line", "\uff28\uff45\uff41\uff52\uff54\uff48"],
)
def test_no_app_has_the_name_of_hearths_own(server: Server, dashboard: Dashboard, name: str) -> None:
    with Asker(server, MOOD, name, read=["heartRate"]):
        page = access_page(dashboard)
        assert question_of(page, MOOD).the("h3").text == f"{MOOD} asks"
        fields = fields_of(question_of(page, MOOD), f"allow-{MOOD}")
        answer = sent(dashboard, "/access/answer", fields)
        assert said(dashboard, answer.headers["Location"]) == f"{MOOD} may now read heart rate."


def test_nothing_is_checked_at_first(server: Server, dashboard: Dashboard) -> None:
    with Asker(server, MOOD, "Mood", save=["bodyMass"], read=["heartRate"]):
        form = question_of(access_page(dashboard), MOOD)
        assert not any("checked" in one.attributes for one in form.every("input"))
        none = (f"share-bodyMass-{MOOD}", f"read-heartRate-{MOOD}")
        answer = sent(dashboard, "/access/answer", fields_of(form, f"allow-{MOOD}", unchecked=none))
        # It is no way to deny.
        assert (answer.status, "Nothing was checked." in answer.text) == (400, True)
        assert len(access_of(server).questions) == 1


def test_a_decision_says_in_a_few_words_what_an_app_may_do(server: Server, dashboard: Dashboard) -> None:
    owner = owner_of(server)
    owner.decide("allow", MOOD, ["heartRate", "stepCount", "height"], what="read")
    owner.decide("allow", MOOD, ["bodyMass"], what="share")
    owner.decide("deny", MOOD, ["height"], what="share")
    owner.decide("deny", "org.example.other", ["height"], what="read")
    folded = [*access_page(dashboard).section("Decisions").every("details")]
    assert [one.the("summary").text for one in folded] == [
        f"{MOOD} reads 3 types, saves 1, 1 denied",
        "org.example.other 1 denied",
    ]
    assert not any("open" in one.attributes for one in folded)
    owner.let_ask(False)
    try:
        folded = [*access_page(dashboard).section("Decisions").every("details")]
        assert [one.the("summary").text for one in folded] == [
            f"{MOOD} reads all types, saves 1 type, 1 denied",
            "org.example.other does not read all of 1 type, 1 denied",
        ]
    finally:
        owner.let_ask(True)


def test_what_was_asked_for_meanwhile_stays_a_question(server: Server, dashboard: Dashboard) -> None:
    with Asker(server, MOOD, "Mood", read=["heartRate"]):
        fields = fields_of(question_of(access_page(dashboard), MOOD), f"allow-{MOOD}")
        with Asker(server, MOOD, "Mood", save=["stepCount"], read=["bodyMass"]):
            assert sent(dashboard, "/access/answer", {**fields, "read": ["heartRate", "bodyMass"]}).status == 303
            (left,) = access_of(server).questions
            assert (left.share, left.read) == (("stepCount",), ("bodyMass",))
            assert [(one.type, one.read) for one in access_of(server).decisions] == [("heartRate", "allowed")]


def test_a_question_that_was_answered_is_not_answered_again(server: Server, dashboard: Dashboard) -> None:
    """Perhaps otherwise, in a terminal."""
    with Asker(server, MOOD, "Mood", read=["heartRate"]) as asker:
        fields = fields_of(question_of(access_page(dashboard), MOOD), f"allow-{MOOD}")
        owner_of(server).decide("deny", MOOD, ["heartRate"], what="read")
        asker.answer()
    answer = sent(dashboard, "/access/answer", fields)
    assert (answer.status, "does not ask any more" in answer.text) == (400, True)
    assert page_of(answer.text).the("main").the("a").attributes["href"] == "/access"
    assert [one.read for one in access_of(server).decisions] == ["denied"]


def test_what_an_app_says_of_itself_is_only_shown(server: Server, dashboard: Dashboard) -> None:
    with Asker(server, HOSTILE, HOSTILE_NAME, save=["bodyMass"], read=["heartRate"], save_usage=HOSTILE_USAGE) as asker:
        text = dashboard.get("/access").text
        page = page_of(text)
        assert [one.attributes for one in page.every("script") if one.text] == []
        assert {one.attributes["action"] for one in page.every("form")} == {"/access/answer", "/access/mode"}
        form = question_of(page, HOSTILE)
        name = form.the("h3").text
        assert name.startswith("Hearth\\u202e <b onclick=x>\\u200b\\u000along long")
        assert name.endswith(f"… ({HOSTILE}) asks")
        assert len(name) == 60 + len(f" ({HOSTILE}) asks")
        assert len(form.the("q").text) == 300
        assert "\\u2066 \\u0007zzz" in form.the("q").text
        for one in "\u202e\u200b\u2066\x07":
            assert one not in form.text
        # The app is called like an option, and is none.
        answer = sent(dashboard, "/access/answer", fields_of(form, f"allow-{HOSTILE}"))
        assert answer.status == 303
        assert asker.answer()[BODY_MASS].save is Permission.ALLOWED
        assert said(dashboard, answer.headers["Location"]).startswith("Hearth\\u202e <b onclick=x>")
    assert {one.app for one in access_of(server).decisions} == {HOSTILE}
    (decided,) = access_page(dashboard).every("form", "decisions")
    fields = fields_of(decided, next(decided.every("button")).attributes["id"])
    assert sent(dashboard, "/access/decide", fields).status == 303


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"app": MOOD},
        {"app": MOOD, "answer": "allow", "read": "heartRate"},
        {"app": MOOD, "answer": "allow", "read": "heartRate", "asked-read": ""},
        {"app": "org.example.other", "answer": "allow", "read": "heartRate", "asked-read": "heartRate"},
        {"app": MOOD, "answer": "allow", "read": "nothing", "asked-read": "nothing"},
        {"app": MOOD, "answer": "allow", "read": "--share", "asked-read": "--share"},
    ],
)
def test_an_answer_that_is_none_is_refused(
    server: Server, dashboard: Dashboard, fields: dict[str, str | list[str]]
) -> None:
    with Asker(server, MOOD, "Mood", read=["heartRate"]):
        secret = fields_of(question_of(access_page(dashboard), MOOD))["secret"]
        assert sent(dashboard, "/access/answer", {**fields, "secret": secret}).status == 400
        assert access_of(server).decisions == ()
        assert len(access_of(server).questions) == 1


@pytest.mark.parametrize("way", ["origin", "no origin", "secret", "cookie", "host"])
def test_an_answer_of_another_page_changes_nothing(server: Server, dashboard: Dashboard, way: str) -> None:
    with Asker(server, MOOD, "Mood", read=["heartRate"]):
        fields = fields_of(question_of(access_page(dashboard), MOOD), f"allow-{MOOD}")
        headers: dict[str, str] = {
            "origin": {"Origin": "http://example.com"},
            "cookie": {"Cookie": ""},
            "host": {"Host": f"127.0.0.1:{dashboard.port}"},
        }.get(way, {})
        if way == "secret":
            fields["secret"] = "0" * 64
        for path, more in (
            ("/access/answer", {}),
            ("/access/decide", {"decision": "allow read heartRate"}),
            ("/access/mode", {"mode": "open"}),
        ):
            if way == "no origin":
                body = urlencode({**fields, **more}, doseq=True)
                answer = dashboard.get(path, method="POST", body=body)
            else:
                answer = sent(dashboard, path, {**fields, **more}, **headers)
            assert answer.status in {403, 421}
        found = access_of(server)
        assert (len(found.questions), found.decisions, found.asks) == (1, (), True)


def test_decisions_are_changed(server: Server, dashboard: Dashboard) -> None:
    owner = owner_of(server)
    owner.decide("allow", MOOD, ["heartRate"], what="read", since="30d")
    owner.decide("deny", MOOD, ["heartRate"], what="share")
    owner.decide("allow", MOOD, ["bodyMass"], what="share")

    def pressed(button: str) -> tuple[str, str, bool]:
        """What is decided of the heart rate after that."""
        (form,) = access_page(dashboard).every("form", "decisions")
        answer = sent(dashboard, "/access/decide", fields_of(form, f"{button}-heartRate-{MOOD}"))
        assert answer.status == 303
        told.append(said(dashboard, answer.headers["Location"]))
        found = [one for one in access_of(server).decisions if one.type == "heartRate"]
        return (found[0].share, found[0].read, found[0].since is not None) if found else ("", "", False)

    told: list[str] = []
    name = MOOD
    assert pressed("allow-read") == ("denied", "allowed", False)
    assert pressed("deny-read") == ("denied", "denied", False)
    assert pressed("allow-share") == ("allowed", "denied", False)
    assert pressed("revoke-share") == ("", "denied", False)
    assert pressed("deny-share") == ("denied", "denied", False)
    assert pressed("revoke-read") == ("denied", "", False)
    assert told == [
        f"{name} may now read heart rate.",
        f"{name} may no longer read heart rate.",
        f"{name} may now save heart rate.",
        f"Whether {name} may save heart rate: decision removed.",
        f"{name} may no longer save heart rate.",
        f"Whether {name} may read heart rate: decision removed.",
    ]
    # That of another type stays.
    assert [(one.type, one.share) for one in access_of(server).decisions if one.type == "bodyMass"] == [
        ("bodyMass", "allowed")
    ]


@pytest.mark.parametrize(
    "decision",
    ["", "allow", "allow read", "allow read stepCount", "remove read heartRate", "allow app heartRate", "-- read x"],
)
def test_a_decision_that_is_none_is_refused(server: Server, dashboard: Dashboard, decision: str) -> None:
    owner_of(server).decide("deny", MOOD, ["heartRate"], what="read")
    (form,) = access_page(dashboard).every("form", "decisions")
    answer = sent(dashboard, "/access/decide", {**fields_of(form), "decision": decision})
    assert answer.status == 400
    assert [(one.type, one.read) for one in access_of(server).decisions] == [("heartRate", "denied")]


def test_whether_apps_have_to_ask_is_said_and_changed(server: Server, dashboard: Dashboard) -> None:
    meanings = []
    for asks, text in ((False, "Apps do not have to ask any more."), (True, "Every app has to ask now.")):
        form = next(access_page(dashboard).every("form", "mode"))
        meanings.append(next(form.every("span")).text)
        answer = sent(dashboard, "/access/mode", fields_of(form, "change-mode"))
        assert said(dashboard, answer.headers["Location"]) == text
        assert access_of(server).asks is asks
    assert meanings[0].startswith("Every app has to ask: an app can do only what you have allowed.")
    assert meanings[1].startswith("Apps do not have to ask: ")
    form = next(access_page(dashboard).every("form", "mode"))
    assert sent(dashboard, "/access/mode", {**fields_of(form), "mode": "other"}).status == 400


def test_the_dashboard_reads_everything_after_a_click() -> None:
    """Where each app has to ask, it shows nothing else."""
    with Server() as own, Dashboard(own, "--program", PROGRAM) as running:
        with hearth.Client(own.socket, app="org.example.watch") as watch:
            watch.save(hearth.quantities("bodyMass", [np.datetime64("2026-11-20T08:00")], [72.0], "kg"))
        assert "read-everything" not in running.enter().get("/access").text
        owner_of(own).let_ask(True)
        (_, form) = access_page(running).every("form", "mode")
        assert "72 kg" not in running.get("/types").text
        answer = sent(running, "/access/mode", fields_of(form, "read-everything"))
        page = access_page(running, answer.headers["Location"])
        assert page.the("p", "said").text == "This dashboard may now read everything."
        assert page.section("Decisions").the("summary").text == "This dashboard reads all types"
        assert len([*page.every("form", "mode")]) == 1
        assert "72 kg" in running.get("/types").text


# ------------------------------------------------------------------------------------------- what the program prints


def program_of(folder: Path, script: str) -> str:
    """A program that does what the script says when it is asked for access."""
    path = folder / "hearth"
    path.write_text(f'#!/bin/sh\nif [ "$1" = access ]; then {script}; fi\nexec {PROGRAM} "$@"\n')
    path.chmod(0o755)
    return str(path)


def printing(folder: Path, whole: dict[str, Any]) -> str:
    (folder / "access.json").write_text(json.dumps({"mode": "open", "seen": 7, **whole}))
    # It waits as long as nothing changes, which is until it is ended.
    return program_of(folder, f'case "$*" in *--wait=7*) exec sleep 1000;; esac; exec cat {folder / "access.json"}')


@pytest.mark.parametrize(
    "script",
    [
        # What a program of 1.6 printed: a decision on each line, or nothing.
        """echo '{"app":"org.example.mood","type":"heartRate","save":"allowed","read":"allowed"}'; exit 0""",
        "exit 0",
        "echo 'hearth: Unknown option --wait.' >&2; exit 2",
        "echo '[]'; exit 0",
        """echo '{"mode":"other","seen":1}'; exit 0""",
        """echo '{"mode":"open","seen":1,"questions":[{}]}'; exit 0""",
        r"""printf '\377\376'; exit 0""",
    ],
)
def test_a_program_that_does_not_tell_it_is_said(server: Server, tmp_path: Path, script: str) -> None:
    with Dashboard(server, "--program", program_of(tmp_path, script)) as running:
        running.enter()
        answer = running.get("/access")
        assert answer.status == 200
        shown = page_of(answer.text).the("main")
        assert "Unknown option" in shown.text or "older than this dashboard" in shown.text
        assert "'hearth access' lists in a terminal" in shown.text
        # Nothing else fails.
        assert running.get("/").status == 200
        assert running.stop() == (0, "")


def test_without_the_program_that_is_said(server: Server, tmp_path: Path) -> None:
    with Dashboard(server, "--program", str(tmp_path / "nothing")) as running:
        running.enter()
        assert "The program hearth does not run." in page_of(running.get("/access").text).the("main").text
        assert running.stop() == (0, "")


def test_who_read_what(server: Server, tmp_path: Path) -> None:
    today = datetime.now(UTC).date()

    def row(app: str, of: str, days: int, read: int, **more: str | int) -> dict[str, Any]:
        day = (today - timedelta(days=days)).isoformat()
        found = {"app": app, "type": of, "day": day, "read": read, "saved": 3, "deleted": 0}
        return {**found, **({"last_read": f"{day}T00:30:00.5Z"} if read else {}), **more}

    counts = [
        row(MOOD, "heartRate", 0, 1200, name="Mood <b>"),
        row(MOOD, "heartRate", 6, 30),
        row(MOOD, "heartRate", 7, 500),
        row(MOOD, "sleepAnalysis", 40, 9),
        # It has saved only.
        row("org.example.watch", "heartRate", 0, 0, name="Watch", last_written=f"{today}T00:45:00Z"),
        # It has done neither.
        row("org.example.idle", "heartRate", 0, 0),
        row("org.hearth.dashboard", "stepCount", 0, 5, saved=0, last_read=f"{today}T00:50:00Z"),
        row("", "stepCount", 1, 2),
        row("org.example.new", "HKQuantityTypeIdentifierFuture", 2, 1),
    ]
    with Dashboard(server, "--program", printing(tmp_path, {"counts": counts})) as running:
        text = running.enter().get("/access").text
        folded = [*page_of(text).section("Who read and saved what").every("details")]
        assert [one.the("summary").text for one in folded] == [
            "Watch 1 type, in 7 days 0 read and 3 saved",
            "Mood <b> 2 types, in 7 days 1,230 read and 6 saved",
            "Other apps 1 type, in 7 days 2 read and 3 saved",
            "org.example.new 1 type, in 7 days 1 read and 3 saved",
            "This dashboard 1 type, in 7 days 5 read and 0 saved",
        ]
        rows = [row for one in folded for row in one.rows()]
        assert [row[:5] for row in rows] == [
            ["Heart rate", "0", "0", "3", "3"],
            ["Heart rate", "1,200", "1,230", "3", "6"],
            ["Sleep analysis", "0", "0", "0", "0"],
            ["Step count", "0", "2", "0", "3"],
            ["Future", "0", "1", "0", "3"],
            ["Step count", "5", "5", "0", "0"],
        ]
        # In the zone of the page.
        assert rows[1][5] in {f"{today} 01:30", f"{today} 02:30"}
        assert not any("open" in one.attributes for one in folded)
        # What was decided is below.
        assert text.index("Who read and saved what") < text.index("Decisions")


def test_what_an_app_reads_is_counted() -> None:
    """By the server itself: a number, and no value."""
    with Server() as own, Dashboard(own, "--program", PROGRAM) as running:
        running.enter()
        times = np.datetime64("2026-11-20T08:00") + np.arange(25) * np.timedelta64(1, "m")
        with hearth.Client(own.socket, app=hearth.messages.App(bundle_identifier=MOOD, name="Mood")) as client:
            client.save(hearth.quantities("heartRate", times, np.full(25, 61.5), "count/min"))
            assert len(client.read("heartRate")) == 25
        section = access_page(running).section("Who read and saved what")
        (mood,) = (one for one in section.every("details") if "Mood" in one.the("summary").text)
        assert mood.rows()[0][:5] == ["Heart rate", "25", "25", "25", "25"]
        assert "61.5" not in running.get("/access").text


def test_more_than_a_person_has_is_counted(server: Server, tmp_path: Path) -> None:
    day = datetime.now(UTC).date().isoformat()
    apps = [f"org.example.app{number:03}" for number in range(103)]
    whole = {
        "questions": [{"app": app, "share": [], "read": ["heartRate"]} for app in apps],
        "decisions": [{"app": app, "type": "heartRate", "read": "denied"} for app in apps],
        "counts": [
            {"app": f"{app}.{kind}", "type": "heartRate", "day": day, "read": 1, "last_read": f"{day}T00:00:00Z"}
            for app in apps[:65]
            for kind in "abcd"
        ],
    }
    with Dashboard(server, "--program", printing(tmp_path, whole)) as running:
        page = access_page(running.enter())
        assert len([*page.every("form", "question")]) == 64
        assert "39 more apps ask: 'hearth status' lists them." in page.section("Questions").text
        assert len([*page.every("form", "decisions")]) == 100
        assert "3 more apps are listed by 'hearth access'." in page.section("Decisions").text
        assert len([*page.section("Who read and saved what").every("details")]) == 250
        assert "10 more rows are listed" in page.section("Who read and saved what").text


def test_names_and_types_are_said_in_words(server: Server, tmp_path: Path) -> None:
    whole = {
        "apps": [{"app": MOOD, "name": "Mood", "socket": "/run/mood.sock"}],
        "decisions": [{"app": MOOD, "type": one, "read": "allowed"} for one in ("dateOfBirth", "biologicalSex")],
    }
    with Dashboard(server, "--program", printing(tmp_path, whole)) as running:
        section = access_page(running.enter()).section("Decisions")
        assert section.the("b").text == "Mood"
        assert [row[0] for row in section.rows()] == ["Biological sex", "Date of birth"]
        buttons = [one.attributes["aria-label"] for one in section.every("button")]
        assert "Deny Mood to read date of birth" in buttons


def test_an_app_with_a_socket_is_known(server: Server, tmp_path: Path) -> None:
    whole = {
        "apps": [{"app": MOOD, "name": "Mood", "socket": "/run/mood.sock"}],
        "questions": [
            {"app": MOOD, "name": "Mood", "share": [], "read": ["heartRate"], "asked": "2026-11-27T06:12:04Z"}
        ],
    }
    with Dashboard(server, "--program", printing(tmp_path, whole)) as running:
        form = question_of(access_page(running.enter()), MOOD)
        assert "It has a socket of its own: nobody else asks in its name." in form.text
        assert "Not verified" not in form.text


# ------------------------------------------------------------------------------------------------- the one that waits


def waiting(dashboard: Dashboard) -> list[int]:
    """The processes of a dashboard that wait for questions."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = (path / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == dashboard.process and b"--wait=" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found


def await_that(condition: Any) -> None:
    begin = datetime.now(UTC)
    while not condition():
        assert datetime.now(UTC) - begin < timedelta(seconds=SECONDS_MAX)


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
                assert asks_on(running, path) == f"Mood ({MOOD}) wants to read your heart rate. Answer"
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
        assert len(waiting(running)) == 1
        # After it has failed, and after the server was away, there is one again.
        (first,) = waiting(running)
        os.kill(first, signal.SIGKILL)
        await_that(lambda: waiting(running) not in ([], [first]))
        own.kill()
        own.start()
        owner_of(own).let_ask(True)
        with Asker(own, MOOD, "Mood", save=["bodyMass"]):
            await_that(lambda: asks_on(running) == f"Mood ({MOOD}) wants to save your body mass. Answer")
            await_that(lambda: len(waiting(running)) == 1)
        (last,) = waiting(running)
        assert running.stop() == (0, "")
        assert not Path(f"/proc/{last}").exists()


def asked(name: str, read: list[str], save: list[str], app: str = MOOD) -> Question:
    return Question(app=app, name=name, share=tuple(save), read=tuple(read), share_usage="", read_usage="", asked=None)


@pytest.mark.parametrize(
    ("questions", "text"),
    [
        ([asked("Mood", ["heartRate"], [])], f"Mood ({MOOD}) wants to read your heart rate."),
        ([asked("", [], ["vo2Max"])], f"{MOOD} wants to save your VO₂ max."),
        (
            [asked("Mood", ["heartRate", "stepCount"], ["bodyMass", "height", "GAD7"])],
            f"Mood ({MOOD}) wants to read your heart rate and 1 more type and save your body mass and 2 more types.",
        ),
        (
            [asked("A\u200b", ["x"], []), asked("B", ["y"], [])],
            f"A\\u200b ({MOOD}) and 1 more app want to use your data.",
        ),
        ([asked(str(number), ["x"], []) for number in range(3)], f"0 ({MOOD}) and 2 more apps want to use your data."),
        ([asked("A" * 99, ["x"], [])], "A" * 59 + f"… ({MOOD}) wants to read your x."),
    ],
)
def test_what_is_said_of_questions(questions: list[Question], text: str) -> None:
    notice = notice_of(questions)
    assert notice is not None
    assert f"{notice.app} {notice.text}" == text
    assert notice_of([]) is None


def test_times_have_any_fraction() -> None:
    found = parsed(
        '{"mode":"open","seen":9007199254740992,"questions":[{"app":"a","asked":"2026-11-27T06:12:04.108740091Z"}]}'
    )
    assert found.seen == "9007199254740992"
    assert found.questions[0].asked == datetime(2026, 11, 27, 6, 12, 4, 108740, UTC)
    assert found.name("a") == "a"


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


def test_the_terminal_is_told_of_what_the_page_has_decided(server: Server, dashboard: Dashboard) -> None:
    """As `hearth access` lists it."""
    with Asker(server, MOOD, "Mood", read=["stepCount"]) as asker:
        fields = fields_of(question_of(access_page(dashboard), MOOD), f"deny-{MOOD}")
        assert sent(dashboard, "/access/answer", fields).status == 303
        assert asker.answer()[STEP_COUNT].is_read_decided
    listed = subprocess.run(
        [PROGRAM, "access", f"--socket={server.socket}"], check=True, capture_output=True, text=True
    ).stdout
    assert MOOD in listed
    assert "denied" in listed


def test_the_server_is_away() -> None:
    with Server() as own, Dashboard(own, "--program", PROGRAM) as running:
        running.enter()
        own.kill()
        answer = running.get("/access")
        assert answer.status == 503
        assert "is not running" in answer.text
