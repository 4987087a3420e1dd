"""The page *Access*: questions, decisions, and the forms that answer and decide."""

from __future__ import annotations

import subprocess
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import hearth
import numpy as np
import pytest
from hearth.enums import Permission
from server import PROGRAM, Server

from access_pages import (
    BODY_MASS,
    HEART_RATE,
    MOOD,
    STEP_COUNT,
    access_page,
    asking_server,
    decide_nothing,
    fields_of,
    question_of,
    said,
)
from askers import Asker, access_of, owner_of
from dashboards import Dashboard, sent
from hearth_dashboard.access_fields import DASHBOARD, OWN_TOOL
from hearth_dashboard.pages.app_fields import app_key, app_sent
from hearth_dashboard.pages.visit import day_text
from pages import page_of

if TYPE_CHECKING:
    from collections.abc import Iterator

#: An app may say anything of itself.
HOSTILE = "--read='\"><script>alert(1)</script>&amp;"
SCALE = "org.example.scale"
HOSTILE_NAME = "Hearth\u202e <b onclick=x>\u200b\n" + "long " * 40
HOSTILE_USAGE = "</q></form><form action=//example.com>\u2066 \x07" + "z" * 900


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Where each app has to ask."""
    with asking_server() as running:
        yield running


@pytest.fixture(scope="module")
def dashboard(server: Server) -> Iterator[Dashboard]:
    """One that was entered."""
    with Dashboard(server, "--program", PROGRAM) as running:
        yield running.enter()


@pytest.fixture(autouse=True)
def nothing_decided(server: Server) -> Iterator[None]:
    """Nothing is left for the next test."""
    yield
    decide_nothing(server)


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
        assert form.the("h3").text == f"{MOOD} (calls itself “Mood”) asks"
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
        f"{MOOD} reads 3 types, saves 1 type",
        "org.example.other reads nothing, saves nothing",
    ]
    assert not any("open" in one.attributes for one in folded)
    owner.let_ask(False)
    try:
        folded = [*access_page(dashboard).section("Decisions").every("details")]
        assert [one.the("summary").text for one in folded] == [
            f"{MOOD} reads all types, saves all types but height",
            "org.example.other reads all types but height, saves all types",
        ]
        owner.decide("allow", MOOD, ["heartRate"], what="read", since="30d")
        owner.decide("deny", MOOD, ["bodyMass", "height", "stepCount"], what="share")
        folded = [*access_page(dashboard).section("Decisions").every("details")]
        assert folded[0].the("summary").text == (
            f"{MOOD} reads all types (1 type only from a day on), saves all types but 3"
        )
    finally:
        owner.let_ask(True)


def test_an_app_with_a_socket_is_marked_and_reads_nothing_by_itself(server: Server, dashboard: Dashboard) -> None:
    """It has to ask, also where others need not."""
    owner = owner_of(server)
    owner.let_ask(False)
    subprocess.run([PROGRAM, "app", "add", SCALE, f"--socket={server.socket}"], check=True, capture_output=True)
    try:
        assert summaries(dashboard) == [f"{SCALE} own socket reads nothing, saves nothing"]
        owner.decide("allow", SCALE, ["bodyMass"], what="share")
        assert summaries(dashboard) == [f"{SCALE} own socket reads nothing, saves 1 type"]
        form = access_page(dashboard).section("Decisions").the("form")
        assert "not decided, so refused" in form.text
        assert form.text.endswith("What is not decided is refused: the app has to ask.")
        owner.decide("allow", SCALE, ["all"], what="read")
        owner.decide("revoke", SCALE, ["heartRate"], what="read")
        assert summaries(dashboard) == [f"{SCALE} own socket reads all types but heart rate, saves 1 type"]
    finally:
        for what in ("read", "share"):
            owner.decide("revoke", SCALE, ["all"], what=what)
        subprocess.run([PROGRAM, "app", "remove", SCALE, f"--socket={server.socket}"], check=True, capture_output=True)
        owner.let_ask(True)


def summaries(dashboard: Dashboard) -> list[str]:
    """What is said of the apps of which something is decided, in a few words."""
    return [one.the("summary").text for one in access_page(dashboard).section("Decisions").every("details")]


def test_what_was_asked_for_meanwhile_stays_a_question(server: Server, dashboard: Dashboard) -> None:
    with Asker(server, MOOD, "Mood", read=["heartRate"]):
        fields = fields_of(question_of(access_page(dashboard), MOOD), f"allow-{MOOD}")
        with Asker(server, MOOD, "Mood", save=["stepCount"], read=["bodyMass"]):
            assert sent(dashboard, "/access/answer", {**fields, "read": ["heartRate", "bodyMass"]}).status == 303
            (left,) = access_of(server).questions
            assert (left.share, left.read) == (("stepCount",), ("bodyMass",))
            assert [(one.type, one.read) for one in access_of(server).decisions] == [("heartRate", "allowed")]


def test_a_form_of_a_verified_question_answers_no_other(server: Server, dashboard: Dashboard) -> None:
    """The app lost its socket after the page was made: any program may ask in its name now."""
    with Asker(server, MOOD, "Mood", read=["heartRate"]):
        form = question_of(access_page(dashboard), MOOD)
        assert "Not verified" in form.text
        fields = fields_of(form, f"allow-{MOOD}")
        answer = sent(dashboard, "/access/answer", {**fields, "verified": "yes"})
        assert (answer.status, "Look at its question again" in answer.text) == (400, True)
        assert access_of(server).decisions == ()
        assert sent(dashboard, "/access/answer", fields).status == 303


def test_what_an_app_asked_for_unasked_is_not_called_decided(server: Server, dashboard: Dashboard) -> None:
    owner = owner_of(server)
    owner.let_ask(False)
    try:
        app = hearth.messages.App(bundle_identifier=MOOD, name="Mood")
        with hearth.Client(server.socket, app=app) as client:
            client.request_authorization([], ["heartRate"])
        (form,) = access_page(dashboard).every("form", "decisions")
        assert "allowed when it asked, not decided by you" in form.text
        owner.decide("allow", MOOD, ["heartRate"], what="read")
        (form,) = access_page(dashboard).every("form", "decisions")
        assert "allowed when it asked" not in form.text
    finally:
        owner.let_ask(True)


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
        assert {one.attributes["action"] for one in page.every("form")} == {
            "/access/answer",
            "/access/limit",
            "/access/mode",
        }
        form = question_of(page, HOSTILE)
        name = form.the("h3").text
        shown = "“" + HOSTILE.replace('"', "\\u0022") + "”"
        assert name.startswith(f"{shown} (calls itself “Hearth\\u202e <b onclick=x>\\u200b\\u000along long")
        assert name.endswith("…”) asks")
        assert len(name) == len(shown) + len(" (calls itself “") + 60 + len("”) asks")
        assert len(form.the("q").text) == 300
        assert "\\u2066 \\u0007zzz" in form.the("q").text
        for one in "\u202e\u200b\u2066\x07":
            assert one not in form.text
        # The app is called like an option, and is none.
        answer = sent(dashboard, "/access/answer", fields_of(form, f"allow-{app_key(HOSTILE)}"))
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
        f"Whether {name} may save heart rate: decision removed. It may not: it has to ask.",
        f"{name} may no longer save heart rate.",
        f"Whether {name} may read heart rate: decision removed. It may not: it has to ask.",
    ]
    # That of another type stays.
    assert [(one.type, one.share) for one in access_of(server).decisions if one.type == "bodyMass"] == [
        ("bodyMass", "allowed")
    ]


def limit_fields(dashboard: Dashboard, app: str, of: str, button: str) -> dict[str, str | list[str]]:
    """What a browser sends of the form that limits an app, after the app and a type were chosen."""
    (form,) = access_page(dashboard).every("form", "limit")
    offered = [one.attributes["value"] for one in form.every("option")]
    assert app_sent(app) in offered
    assert of in offered
    return {**fields_of(form, button), "app": app_sent(app), "type": of}


def test_the_owners_own_tool_is_not_called_limited(server: Server, dashboard: Dashboard) -> None:
    """What is decided of its name holds for other programs only."""
    sentence = (
        "org.hearth.cli is your own hearth, which this does not limit. It limits other programs that use this name."
    )
    owner_of(server).decide("deny", OWN_TOOL, ["heartRate"], what="share")
    answer = sent(dashboard, "/access/limit", limit_fields(dashboard, OWN_TOOL, "heartRate", "limit-read"))
    assert said(dashboard, answer.headers["Location"]) == sentence
    for verb, text in (("allow", sentence), ("revoke", "The decision about org.hearth.cli is removed.")):
        (form,) = access_page(dashboard).every("form", "decisions")
        assert sentence in form.text
        answer = sent(dashboard, "/access/decide", fields_of(form, f"{verb}-read-heartRate-{app_key(OWN_TOOL)}"))
        assert said(dashboard, answer.headers["Location"]) == text


def test_an_app_that_never_asked_is_limited(server: Server, dashboard: Dashboard) -> None:
    owner = owner_of(server)
    owner.let_ask(False)
    try:
        with hearth.Client(server.socket, app=hearth.messages.App(bundle_identifier="org.example.quiet")) as quiet:
            quiet.save(hearth.quantities("stepCount", np.array([0]), np.array([7.0]), "count"))
        owner.decide("allow", DASHBOARD, ["all"], what="read")
        # The page of what apps saved leads to the form, where the app is chosen.
        sources = page_of(dashboard.get("/sources").text).section("org.example.quiet")
        way = next(one for one in sources.every("a") if one.text == "Limit what it may read and save")
        page = access_page(dashboard, (way.attributes["href"] or "").partition("#")[0])
        chosen = [one.attributes["value"] for one in page.every("option") if "selected" in one.attributes]
        assert chosen == ["org.example.quiet"]
        owner.decide("revoke", DASHBOARD, ["all"], what="read")
        answer = sent(
            dashboard, "/access/limit", limit_fields(dashboard, "org.example.quiet", "heartRate", "limit-read")
        )
        assert said(dashboard, answer.headers["Location"]) == "org.example.quiet may no longer read heart rate."
        assert [(one.type, one.share, one.read) for one in access_of(server).decisions] == [("heartRate", "", "denied")]
        born = limit_fields(dashboard, "org.example.quiet", "dateOfBirth", "limit-read")
        answer = sent(dashboard, "/access/limit", born)
        assert said(dashboard, answer.headers["Location"]) == "org.example.quiet may no longer read date of birth."
        answer = sent(dashboard, "/access/limit", limit_fields(dashboard, "org.example.quiet", "all", "limit-save"))
        assert said(dashboard, answer.headers["Location"]) == "org.example.quiet may no longer save any type."
        decided = access_of(server).decisions
        assert len(decided) > 100
        assert {one.share for one in decided} == {"denied"}
    finally:
        owner.decide("revoke", "org.example.quiet", ["all"], what="share")
        owner.let_ask(True)


@pytest.mark.parametrize(
    "given",
    [
        {"app": "org.example.unseen"},
        {"type": "nothing"},
        {"type": "--read"},
        {"type": "bloodPressure"},
        {"decision": "allow"},
    ],
)
def test_a_limit_that_is_none_is_refused(server: Server, dashboard: Dashboard, given: dict[str, str]) -> None:
    with Asker(server, MOOD, "Mood", read=["heartRate"]):
        fields = limit_fields(dashboard, MOOD, "heartRate", "limit-read")
        assert sent(dashboard, "/access/limit", {**fields, **given}).status == 400
    assert access_of(server).decisions == ()


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
        assert page.section("Decisions").the("summary").text == "This dashboard reads all types, saves nothing"
        assert len([*page.every("form", "mode")]) == 1
        assert "72 kg" in running.get("/types").text


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
