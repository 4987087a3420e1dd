"""A dashboard where apps have to ask: what it may not read is not said to be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth
import numpy as np
import pytest
from hearth.types import bodyMass
from server import PROGRAM, Server

from askers import owner_of
from dashboards import Dashboard, sent
from hearth_dashboard.access import access_of as parsed
from hearth_dashboard.owner import OwnerError, status_of
from pages import page_of
from stores import PHONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages import Element

EMPTY = [
    "/",
    "/types",
    "/workouts",
    "/sources",
    "/sleep",
    "/types/heartRate",
    "/types/coughing",
    "/types/bloodPressure",
]
DASHBOARD = "org.hearth.dashboard"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Where each app has to ask, after one has saved something."""
    with Server() as running:
        with hearth.Client(running.socket, app=PHONE) as phone:
            phone.save(hearth.quantities(bodyMass, [np.datetime64("2026-11-20T08:00")], [72.0], "kg"))
        owner_of(running).let_ask(True)
        yield running


@pytest.fixture(scope="module")
def dashboard(server: Server) -> Iterator[Dashboard]:
    """One that was entered."""
    with Dashboard(server, "--program", PROGRAM) as running:
        yield running.enter()


@pytest.fixture(autouse=True)
def nothing_decided(server: Server) -> Iterator[None]:
    """Of what a test has decided nothing is left for the next one."""
    yield
    owner_of(server).decide("revoke", DASHBOARD, ["all"], what="read")


def said_on(dashboard: Dashboard, path: str) -> Element:
    """What a page says instead of what it shows."""
    return next(page_of(dashboard.get(path).text).the("main").every("p", "empty"))


@pytest.mark.parametrize("path", EMPTY)
def test_an_empty_page_says_that_it_may_not_read(server: Server, dashboard: Dashboard, path: str) -> None:
    hidden = said_on(dashboard, path)
    assert hidden.text == "This dashboard may not read this data yet. You can allow it on the page Access."
    assert hidden.the("a").attributes["href"] == "/access"
    owner_of(server).decide("allow", DASHBOARD, ["heartRate", "stepCount"], what="read")
    shown = said_on(dashboard, path).text
    if path in {"/", "/types", "/sources"}:
        assert shown.startswith("This dashboard may not read all of this data.")
    else:
        assert shown.startswith("Nothing" if path == "/types/heartRate" else "This dashboard may not read this data")


def test_what_it_may_read_and_is_not_there_is_missing(server: Server, dashboard: Dashboard) -> None:
    owner_of(server).decide("allow", DASHBOARD, ["all"], what="read")
    for path in EMPTY:
        assert "may not read" not in dashboard.get(path).text
    assert said_on(dashboard, "/workouts").text.startswith("No workout is stored.")


def test_a_page_that_leaves_something_out_says_so(server: Server, dashboard: Dashboard) -> None:
    owner = owner_of(server)
    owner.decide("allow", DASHBOARD, ["all"], what="read")
    for path in ("/", "/types", "/sources"):
        assert not [one for one in page_of(dashboard.get(path).text).every("p", "note") if "not complete" in one.text]
    owner.decide("deny", DASHBOARD, ["heartRate"], what="read")
    for path in ("/", "/types", "/sources"):
        (said,) = (one for one in page_of(dashboard.get(path).text).every("p", "note") if "not complete" in one.text)
        assert said.text == (
            "This page is not complete: this dashboard may not read all samples of heart rate."
            " You can allow it on the page Access."
        )
        assert said.the("a").attributes["href"] == "/access"


def test_what_is_hidden_is_decided_by_type() -> None:
    text = (
        '{"mode":"MODE","seen":1,"decisions":[{"app":"a","type":"heartRate","read":"allowed"},'
        '{"app":"a","type":"height","read":"allowed","since":"2026-11-20T08:00:00Z"},'
        '{"app":"a","type":"bloodPressureSystolic","read":"denied"},{"app":"a","type":"acne","share":"allowed"},'
        '{"app":"b","type":"bodyMass","read":"denied"}]}'
    )
    types = {"heartRate", "height", "bloodPressure", "acne", "bodyMass", "food"}
    open_, asks = (parsed(text.replace("MODE", mode)).hidden("a", types) for mode in ("open", "ask"))
    assert open_ == {"height", "bloodPressure"}
    assert asks == types - {"heartRate"}
    # One with a socket has to ask, also where others need not.
    socket = '{"mode":"open","apps":[{"app":"a","socket":"s"}],"seen":1,"decisions":['
    told = parsed(text.replace("MODE", "open").replace('{"mode":"open","seen":1,"decisions":[', socket))
    assert told.sockets == {"a"}
    assert told.hidden("a", types) == asks


def test_the_owner_sees_the_server_and_backs_up(server: Server, dashboard: Dashboard) -> None:
    page = page_of(dashboard.get("/system").text)
    connected = [row[0] for row in page.section("Connected apps").rows()]
    assert DASHBOARD in connected
    figures = {next(one.every("dt")).text: next(one.every("dd")).text for one in page.the("dl", "tiles").every("div")}
    assert (figures["Samples"], figures["Connections"] != "0") == ("1", True)
    assert str(server.folder / "store.hearth") in page.the("main").text
    secret = next(one for one in page.every("input") if one.attributes["name"] == "secret").attributes["value"] or ""
    assert sent(dashboard, "/system/backup", {"secret": secret}).status == 303
    assert len([*(server.folder / "backups").iterdir()]) == 1


def test_without_the_program_pages_say_what_they_know(server: Server) -> None:
    with Dashboard(server, "--program", "/no/such/hearth") as running:
        running.enter()
        page = page_of(running.get("/system").text)
        assert page.the("h1").text == "System"
        assert "'hearth status' prints it in a terminal" in page.the("main").text
        assert "may not read this data yet" in said_on(running, "/").text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"server_version": 1}', "[" * 100_000])
def test_a_state_that_cannot_be_read_is_said(text: str) -> None:
    with pytest.raises(OwnerError):
        status_of(text)
