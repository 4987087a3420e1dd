"""What only the owner of a store does, on stores that hold what is unusual."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from server import PROGRAM, Server

from dashboards import Dashboard
from hearth_dashboard.owner import Owner, OwnerError
from hearth_dashboard.pages import Visit
from hearth_dashboard.pages.sources import Stored, deletion_text
from hearth_dashboard.report import KILOMETRES
from hearth_dashboard.web.forms import Form, rank
from pages import page_of
from runs import SECOND, START

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hearth import Source

APP = hearth.messages.App(bundle_identifier="org.example.old", name="Old")


@pytest.fixture
def client(server: Server) -> Iterator[hearth.Client]:
    """The app whose samples are deleted."""
    with hearth.Client(server.socket, app=APP) as connected:
        yield connected


def source_of(client: hearth.Client) -> Source:
    (found,) = (one for one in client.sources() if one.bundle_identifier == APP.bundle_identifier)
    return found


def test_years_between_samples_take_no_calls(
    server: Server, client: hearth.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = np.array(["1900-01-02", "1900-02-01", "2149-01-01"], "M8[ns]")
    client.save(hearth.quantities("stepCount", times, [1.0, 2.0, 3.0], ends=times + SECOND))
    calls: list[str] = []
    for name in ("read", "delete_matching"):
        own = getattr(hearth.Client, name)

        def counting(*arguments: object, _own: object = own, _name: str = name, **more: object) -> object:
            calls.append(_name)
            return _own(*arguments, **more)  # type: ignore[operator]

        monkeypatch.setattr(hearth.Client, name, counting)
    assert Owner(socket=server.socket).delete(source_of(client), ["stepCount"]) == 3
    # One for each group of samples, and the last look of each of the two apps.
    assert calls.count("delete_matching") == 2
    assert calls.count("read") == 4
    assert client.status().store.samples == 0


def test_an_app_with_a_socket_of_its_own_has_its_data_deleted_through_it(server: Server, client: hearth.Client) -> None:
    """On the socket of all it is refused."""
    app = hearth.messages.App(bundle_identifier="org.example.own", name="Own")
    with hearth.Client(server.socket, app=app) as saving:
        saving.save(hearth.quantities("stepCount", START + np.arange(3) * 400 * 86_400 * SECOND, [1.0] * 3))
    add = [PROGRAM, "app", "add", app.bundle_identifier, "--socket", server.socket]
    subprocess.run(add, check=True, capture_output=True)
    try:
        with pytest.raises(hearth.RequestError), hearth.Client(server.socket, app=app) as refused:
            refused.ping()
        with Dashboard(server, "--program", PROGRAM) as dashboard:
            dashboard.enter()
            question = page_of(dashboard.get(f"/sources/delete?app={app.bundle_identifier}").text)
            form = {one.attributes["name"] or "": one.attributes["value"] or "" for one in question.every("input")}
            answer = dashboard.get(
                "/sources/delete",
                method="POST",
                body=urlencode(form),
                Origin=dashboard.base,
                Content_Type="application/x-www-form-urlencoded",
            )
            assert answer.status == 303
            assert "3 samples of Own were deleted." in dashboard.get(answer.headers["Location"]).text
        assert client.status().store.samples == 0
        own = hearth.Source(app.bundle_identifier, app.name)
        with pytest.raises(OwnerError):
            Owner(socket=server.socket, program="/bin/false").delete(own, ["stepCount"])
    finally:
        subprocess.run([*add[:2], "remove", *add[3:]], check=True, capture_output=True)


def test_the_app_that_is_put_first_leaves_the_order_of_the_others(server: Server, client: hearth.Client) -> None:
    apps = [f"org.example.{name}" for name in ("one", "two", "three")]
    saved = []
    for app in apps:
        with hearth.Client(server.socket, app=app) as saving:
            saved.append(hearth.quantities("stepCount", [START], [1.0]))
            saving.save(saved[-1])
    owner = Owner(socket=server.socket, program=PROGRAM)
    visit = Visit(client, ZoneInfo("UTC"), KILOMETRES, {}, {}, "/sources")
    owner.rank("stepCount", apps[:2])
    for first, order in ((2, [2, 0, 1]), (1, [1, 2, 0]), (1, [1, 2, 0])):
        text = rank(Form(urlencode({"type": "stepCount", "first": apps[first]}).encode()), visit, owner)
        assert text == f"Step count: {apps[first]} now comes first."
        assert client.source_ranks("stepCount") == [apps[one] for one in order]
    owner.rank("stepCount", [])


@pytest.mark.parametrize(
    ("app", "has_command"),
    [("org.example.diary", True), ("-gpx:Garmin_2", True), ("a'; rm -rf ~; '", False), ("a b", False), ("$(x)", False)],
)
def test_a_command_that_a_person_copies_does_what_it_says(
    client: hearth.Client, monkeypatch: pytest.MonkeyPatch, app: str, *, has_command: bool
) -> None:
    one = hearth.Source(app, "App")
    monkeypatch.setattr(
        "hearth_dashboard.pages.sources.stored", lambda _: Stored(apps={"HKQuantityTypeIdentifierStepCount": [one]})
    )
    visit = Visit(client, ZoneInfo("UTC"), KILOMETRES, {}, {}, "/sources")
    text = deletion_text(visit, one, 2)
    assert "which are left: Step count." in text
    assert ("hearth delete" in text) == has_command
    assert (f" --app={app}'" in text) == has_command
