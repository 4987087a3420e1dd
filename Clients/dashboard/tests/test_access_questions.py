"""The page *Access*: questions of apps, and the form that answers them."""

from __future__ import annotations

import subprocess
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from hearth.enums import Permission
from server import PROGRAM

from access_pages import (
    BODY_MASS,
    HEART_RATE,
    MOOD,
    STEP_COUNT,
    access_page,
    fields_of,
    question_of,
    said,
)
from askers import Asker, access_of, owner_of
from dashboards import sent
from hearth_dashboard.pages.app_fields import app_key
from hearth_dashboard.pages.visit import day_text
from pages import page_of

if TYPE_CHECKING:
    from server import Server

    from dashboards import Dashboard

pytestmark = [pytest.mark.apps_ask, pytest.mark.usefixtures("nothing_left")]

#: An app may say anything of itself.
HOSTILE = "--read='\"><script>alert(1)</script>&amp;"
HOSTILE_NAME = "Hearth\u202e <b onclick=x>\u200b\n" + "long " * 40
HOSTILE_USAGE = "</q></form><form action=//example.com>\u2066 \x07" + "z" * 900


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
