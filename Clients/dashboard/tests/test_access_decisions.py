"""The page *Access*: what is decided of apps, and the forms that decide and set whether apps have to ask."""

from __future__ import annotations

import subprocess

import hearth
import numpy as np
import pytest
from server import PROGRAM, Server

from access_pages import MOOD, access_page, fields_of, said
from askers import Asker, access_of, owner_of
from dashboards import Dashboard, sent
from hearth_dashboard.access_fields import DASHBOARD, OWN_TOOL
from hearth_dashboard.pages.app_fields import app_key, app_sent
from pages import page_of

pytestmark = [pytest.mark.apps_ask, pytest.mark.usefixtures("nothing_left")]

SCALE = "org.example.scale"


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


def test_the_server_is_away() -> None:
    with Server() as own, Dashboard(own, "--program", PROGRAM) as running:
        running.enter()
        own.kill()
        answer = running.get("/access")
        assert answer.status == 503
        assert "is not running" in answer.text
