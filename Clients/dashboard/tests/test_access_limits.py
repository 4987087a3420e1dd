"""The page *Access*: whom it cuts off that every app has to ask, and apps that read only what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from server import PROGRAM, Server

from access_pages import access_page, fields_of, said
from askers import access_of, owner_of
from dashboards import Dashboard, sent
from hearth_dashboard.pages.app_fields import app_key, app_sent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages import Element

QUIET, DECIDED = "org.example.quiet", "org.example.decided"


@pytest.fixture
def server() -> Iterator[Server]:
    """Where no app has to ask, and two have saved step counts."""
    with Server() as running:
        for app in (QUIET, DECIDED):
            with hearth.Client(running.socket, app=hearth.messages.App(bundle_identifier=app)) as client:
                client.save(hearth.quantities("stepCount", np.array([0]), np.array([7.0]), "count"))
        owner_of(running).decide("allow", DECIDED, ["stepCount"], what="share")
        yield running


@pytest.fixture
def dashboard(server: Server) -> Iterator[Dashboard]:
    """One that was entered."""
    with Dashboard(server, "--program", PROGRAM) as running:
        yield running.enter()


def test_the_page_says_whom_it_cuts_off_that_apps_ask(server: Server, dashboard: Dashboard) -> None:
    (note,) = (one for one in access_page(dashboard).every("p") if one.attributes.get("id") == "cut-off")
    assert "In the last 7 days" in note.text
    assert QUIET in note.text
    assert DECIDED not in note.text
    owner_of(server).let_ask(True)
    assert not [one for one in access_page(dashboard).every("p") if one.attributes.get("id") == "cut-off"]


def test_an_app_that_never_asked_is_limited_to_what_is_new(server: Server, dashboard: Dashboard) -> None:
    (form,) = access_page(dashboard).every("form", "limit")
    fields = {**fields_of(form, "limit-since"), "app": app_sent(QUIET), "type": "heartRate"}
    answer = sent(dashboard, "/access/limit", fields)
    assert said(dashboard, answer.headers["Location"]).startswith(f"{QUIET} now reads heart rate only from ")
    (decided,) = (one for one in access_of(server).decisions if one.app == QUIET)
    assert (decided.type, decided.share, decided.read) == ("heartRate", "", "allowed")
    assert decided.since is not None
    for wrong in ({"limited": ""}, {"limited": "soon"}):
        assert sent(dashboard, "/access/limit", {**fields, **wrong}).status == 400


def test_what_is_decided_of_all_types_is_changed_at_once(server: Server, dashboard: Dashboard) -> None:
    def row() -> list[str]:
        (form,) = (one for one in access_page(dashboard).every("form", "decisions") if app_sent(QUIET) in sent_by(one))
        return [one.text for one in next(form.the("tbody").every("tr")).every("span", "state")]

    def sent_by(form: Element) -> list[str]:
        return [one.attributes["value"] or "" for one in form.every("input") if one.attributes.get("name") == "app"]

    owner_of(server).decide("allow", QUIET, ["all"], what="read")
    (form,) = (one for one in access_page(dashboard).every("form", "decisions") if app_sent(QUIET) in sent_by(one))
    assert next(form.the("tbody").every("th")).text == "All types"
    assert row()[1] == "allowed"
    owner_of(server).decide("deny", QUIET, ["heartRate"], what="read")
    assert row()[1] == "not the same for all"
    fields = fields_of(form, f"deny-read-all-{app_key(QUIET)}")
    answer = sent(dashboard, "/access/decide", fields)
    assert said(dashboard, answer.headers["Location"]) == f"{QUIET} may no longer read any type."
    assert row()[1] == "denied"
    # An app about whose types nothing is decided has no such row.
    (other,) = (one for one in access_page(dashboard).every("form", "decisions") if app_sent(DECIDED) in sent_by(one))
    assert [one.text for one in other.the("tbody").every("th")] == ["Step count"]
