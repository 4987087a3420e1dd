"""What the pages can change: the order of apps, and the samples of one. Each way past the guard is tried."""

from __future__ import annotations

import http.client
import os
import stat
import subprocess
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import hearth
import numpy as np
import pytest
from server import PROGRAM, SECONDS_MAX, Server

from dashboards import Dashboard, sent
from hearth_dashboard.backup_files import folder_of
from hearth_dashboard.owner import Owner, OwnerError
from hearth_dashboard.pages import PAGES, Visit, page_html
from hearth_dashboard.pages.backups import backups_in
from hearth_dashboard.pages.sources import deletion_text
from hearth_dashboard.report import KILOMETRES
from hearth_dashboard.web.forms import BYTES_MAX, FORMS
from pages import page_of
from stores import PHONE, WATCH, day_text, fill

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages import Element

PATHS = list(FORMS)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """With some weeks of two apps in its store."""
    with Server() as running:
        fill(running)
        yield running


@pytest.fixture(scope="module")
def dashboard(server: Server) -> Iterator[Dashboard]:
    """One that was entered."""
    with Dashboard(server, "--program", PROGRAM) as running:
        yield running.enter()


@pytest.fixture
def client(server: Server) -> Iterator[hearth.Client]:
    """To see what has changed."""
    with hearth.Client(server.socket, app="org.example.reader") as connected:
        yield connected


def secret_of(dashboard: Dashboard) -> str:
    """As a page shows it to its browser."""
    page = page_of(dashboard.get("/sources").text)
    return next(one.attributes["value"] or "" for one in page.every("input") if one.attributes["name"] == "secret")


def sum_of(client: hearth.Client) -> float:
    """The steps of the day before the last."""
    begin = datetime.fromisoformat(day_text(1)).replace(tzinfo=ZoneInfo("Europe/Berlin"))
    found = client.statistics("stepCount", ["sum"], since=begin, until=begin + timedelta(days=1))
    assert found.sums is not None
    return float(found.sums[0])


def test_an_app_is_put_first_and_the_order_is_taken_back(
    server: Server, dashboard: Dashboard, client: hearth.Client
) -> None:
    fields: dict[str, str | list[str]] = {"secret": secret_of(dashboard), "type": "stepCount"}
    # It has no effect on what is not summed, such as the heart rate that both have recorded, too.
    with hearth.Client(server.socket, app=PHONE) as phone:
        rates = hearth.quantities("heartRate", [np.datetime64("2026-11-20T08:00")], [60.0], "count/min")
        phone.save(rates)
        orders = page_of(dashboard.get("/sources").text).section("Order of the apps")
        phone.delete(rates.uuids)
    assert [one.text for one in orders.every("b")] == ["Step count"]
    assert not [*orders.every("ol")]
    for app, others in (("org.example.watch", ["Phone <b>&amp;"]), ("org.example.phone", ["Watch"])):
        answer = sent(dashboard, "/sources/rank", {**fields, "first": app})
        assert (answer.status, answer.headers["Location"].partition("=")[0]) == (303, "/sources?said")
        assert client.source_ranks("stepCount")[0] == app
        page = page_of(dashboard.get(answer.headers["Location"]).text)
        assert page.the("p", "said").text.startswith("Step count: ")
        assert not any("said=" in (one.attributes["href"] or "") for one in page.every("a"))
        section = page.section("Order of the apps")
        assert next(section.the("ol").every("li")).text in {"Watch", "Phone <b>&amp;"} - {*others}
        assert [one.text.removesuffix("Put first") for one in section.every("li")][1:] == others
        # The sum is that of the order, at once.
        shown = dashboard.get(f"/types/stepCount?period=day&day={day_text(1)}").text
        assert f"{sum_of(client):,.0f}" in shown
    assert sent(dashboard, "/sources/rank", {**fields, "none": "yes"}).status == 303
    assert client.source_ranks("stepCount") == []


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "stepCount", "first": "org.example.other"},
        {"type": "stepCount", "first": "--none"},
        {"type": "nothing", "first": "org.example.watch"},
        {"type": "sleepAnalysis", "first": "org.example.watch"},
        {},
    ],
)
def test_an_order_that_cannot_be_is_refused(
    dashboard: Dashboard, client: hearth.Client, fields: dict[str, str | list[str]]
) -> None:
    answer = sent(dashboard, "/sources/rank", {"secret": secret_of(dashboard), **fields})
    assert answer.status == 400
    assert page_of(answer.text).the("h1").text == "Not done"
    assert client.source_ranks("stepCount") == []


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("origin", ["http://example.com", "null", "http://127.0.0.1:1", "http://localhost", None])
def test_a_form_of_another_page_changes_nothing(dashboard: Dashboard, path: str, origin: str | None) -> None:
    """Also one of another port of this machine, whose pages send the cookie, and one that names no origin."""
    fields = {"secret": secret_of(dashboard), "type": "stepCount", "first": "org.example.watch"}
    fields |= {"app": "org.example.watch", "sure": "yes"}
    headers = {"Content_Type": "application/x-www-form-urlencoded"} | ({} if origin is None else {"Origin": origin})
    assert dashboard.get(path, method="POST", body=urlencode(fields), **headers).status == 403


@pytest.mark.parametrize("path", PATHS)
def test_a_form_without_the_secret_changes_nothing(server: Server, dashboard: Dashboard, path: str) -> None:
    fields = {"type": "stepCount", "first": "org.example.watch", "app": "org.example.watch", "sure": "yes"}
    with Dashboard(server) as other:
        secrets = ["", "x", secret_of(other.enter()), dashboard.token, dashboard.cookie.partition("=")[2], "\udcff"]
    for secret in secrets:
        answer = sent(dashboard, path, {**fields, "secret": secret.encode("utf-8", "replace").decode()})
        assert answer.status == 403
    assert sent(dashboard, path, {"secret": secret_of(dashboard), **fields}, Cookie="").status == 403
    assert sent(dashboard, f"{path}?token={dashboard.token}", dict(fields), Cookie="").status == 403
    assert sent(dashboard, path, {"secret": "x" * BYTES_MAX}).status == 413
    # Also in many pieces.
    connection = http.client.HTTPConnection("127.0.0.1", dashboard.port, timeout=SECONDS_MAX)
    headers = {"Host": dashboard.host, "Cookie": dashboard.cookie, "Origin": dashboard.base}
    pieces = [b"x" * 1000] * (BYTES_MAX // 1000 + 1)
    connection.request("POST", path, iter(pieces), {**headers, "Transfer-Encoding": "chunked"}, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()
    body = "&".join(["secret=x"] * 5000)
    assert dashboard.get(path, method="POST", body=body, Origin=dashboard.base).status == 403


@pytest.mark.parametrize("path", ["/", "/sources", "/live", "/sources/rank/", "/system"])
def test_nothing_else_takes_a_form(dashboard: Dashboard, path: str) -> None:
    assert sent(dashboard, path, {"secret": secret_of(dashboard)}).status == 405


def test_the_samples_of_an_app_are_deleted_after_a_question(client: hearth.Client, server: Server) -> None:
    app = hearth.messages.App(bundle_identifier='--org.example <b>&"', name="Old & <b>")
    hours = np.datetime64("2024-01-01T00:00") + np.arange(4000) * np.timedelta64(1, "h")
    with hearth.Client(server.socket, app=app) as old:
        old.save(hearth.quantities("heartRate", hours, np.full(4000, 60.0), "count/min"))
        old.save(hearth.blood_pressures(hours[:3], [120] * 3, [80] * 3))
        walk = hearth.workouts([hours[0]], [hours[1]], ["walking"])
        old.save(walk)
        old.add_to_workout(walk.uuid(0), hearth.quantities("stepCount", [hours[0]], [10.0]))
    kept = client.status().store.samples - (4000 + 9 + 2)
    with Dashboard(server) as dashboard:
        dashboard.enter()
        question = page_of(dashboard.get(f"/sources/delete?{urlencode({'app': app.bundle_identifier})}").text)
        assert question.the("h1").text == "Delete the data of Old & <b>?"
        assert (
            "Blood pressure (3), Diastolic blood pressure (3), Heart rate (4,000), Step count (1)"
            in question.the("main").text
        )
        form = {one.attributes["name"] or "": one.attributes["value"] or "" for one in question.every("input")}
        unsure = sent(dashboard, "/sources/delete", {name: form[name] for name in ("secret", "app")})
        assert (unsure.status, "not confirmed" in unsure.text) == (400, True)
        assert client.status().store.samples == kept + 4011
        answer = sent(dashboard, "/sources/delete", dict(form))
        assert answer.status == 303
        assert client.status().store.samples == kept
        said = page_of(dashboard.get(answer.headers["Location"]).text).the("p", "said").text
        assert said == "4,011 samples of Old & <b> were deleted."
        # Once: Reload and Back do not say it again.
        again = dashboard.get(answer.headers["Location"])
        assert again.status == 200
        assert not [*page_of(again.text).every("p", "said")]
        # It is said to nobody else, and only for a while.
        assert "said" not in [
            one.attributes.get("class") for one in page_of(dashboard.get("/sources?said=x").text).every("p")
        ]
        assert "Old" not in dashboard.get("/sources").text
        assert sent(dashboard, "/sources/delete", dict(form)).status == 400
        assert dashboard.get(f"/sources/delete?{urlencode({'app': app.bundle_identifier})}").status == 404
    assert {source.bundle_identifier for source in client.sources()} >= {
        WATCH.bundle_identifier,
        PHONE.bundle_identifier,
    }


def test_what_was_imported_for_an_app_is_deleted_with_it(server: Server, client: hearth.Client, tmp_path: Path) -> None:
    """The samples are the import's, of a source that saved none itself."""
    points = "".join(
        f'<trkpt lat="47.{3700 + second}" lon="8.54"><ele>400</ele><time>2025-05-01T08:00:{second:02}Z</time></trkpt>'
        for second in range(30)
    )
    (tmp_path / "run.gpx").write_text(
        '<gpx version="1.1" creator="Garmin" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type>'
        f"<trkseg>{points}</trkseg></trk></gpx>"
    )
    before = client.status().store.samples
    command = [PROGRAM, "import", str(tmp_path / "run.gpx"), "--socket", server.socket]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    brought = client.status().store.samples - before
    (app,) = (one for one in client.sources("workout") if one.bundle_identifier.startswith("gpx:"))
    assert brought >= 2
    with Dashboard(server) as dashboard:
        dashboard.enter()
        fields = {"secret": secret_of(dashboard), "app": app.bundle_identifier, "sure": "yes"}
        answer = sent(dashboard, "/sources/delete", {**fields})
        assert client.status().store.samples == before
        said = page_of(dashboard.get(answer.headers["Location"]).text).the("p", "said").text
        assert said == f"{brought} samples of {app.name} were deleted."


@pytest.mark.parametrize("program", ["/no/such/hearth", "/bin/false", "/bin/true"])
def test_a_program_that_sets_no_order_is_said(server: Server, client: hearth.Client, program: str) -> None:
    owner = Owner(socket=server.socket, program=program)
    if program == "/bin/true":
        owner.rank("HKQuantityTypeIdentifierStepCount", ["org.example.watch"])
    else:
        with pytest.raises(OwnerError):
            owner.rank("HKQuantityTypeIdentifierStepCount", ["org.example.watch"])
    assert client.source_ranks("stepCount") == []


def test_a_store_is_backed_up_into_the_folder_beside_it(dashboard: Dashboard, server: Server) -> None:
    folder = server.folder / "backups"
    assert "There is no backup yet." in page_of(dashboard.get("/system").text).section("Backups").text
    answer = sent(dashboard, "/system/backup", {"secret": secret_of(dashboard)})
    (made,) = folder.iterdir()
    assert answer.status == 303
    assert f"The backup is {made.name}." in dashboard.get(answer.headers["Location"]).text
    assert made.suffix == ".hearth"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert subprocess.run([PROGRAM, "check", str(made)], check=False, capture_output=True).returncode == 0
    shown = page_of(dashboard.get("/system").text).section("Backups")
    assert "less than an hour ago" in shown.text
    assert shown.rows()[0][0] == made.name
    # What the folder holds besides is no backup, and a link to nowhere is none.
    (folder / "notes.txt").write_text("x")
    (folder / "gone.hearth").symlink_to(folder / "nothing")
    old = folder / "2020-01-01.hearth"
    old.write_bytes(b"x" * 2048)
    os.utime(old, (1.6e9, 1.6e9))
    # Nor is a link to a file, or an empty one; and names and times may be any that a file can have.
    (folder / "link.hearth").symlink_to(old)
    (folder / "empty.hearth").touch()
    odd = os.fsencode(folder) + b"/\xff.hearth"
    Path(os.fsdecode(odd)).write_bytes(b"x")
    for seconds in (-1e10, 2e11):
        os.utime(odd, (seconds, seconds))
        assert "\\udcff.hearth" in dashboard.get("/system").text
    Path(os.fsdecode(odd)).unlink()
    rows = page_of(dashboard.get("/system").text).section("Backups").rows()
    assert [row[0] for row in rows] == [made.name, old.name]
    assert rows[1] == [old.name, "2020-09-13 14:26", "2.0 KiB"]


def test_another_folder_of_backups_is_used(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    with Dashboard(server, "--program", PROGRAM, "--backups", str(folder)) as own:
        own.enter()
        assert sent(own, "/system/backup", {"secret": secret_of(own)}).status == 303
        assert len([*folder.iterdir()]) == 1
        assert str(folder) in own.get("/system").text


def test_a_backup_that_cannot_be_made_is_said(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder, program in ((tmp_path / "file" / "x", PROGRAM), (tmp_path / "y", "/bin/false")):
        with Dashboard(server, "--program", program, "--backups", str(folder)) as own:
            own.enter()
            answer = sent(own, "/system/backup", {"secret": secret_of(own)})
            assert answer.status == 400
            assert page_of(answer.text).the("main").the("a").attributes["href"] == "/system"


def test_a_store_of_another_machine_has_no_backups_here(tmp_path: Path) -> None:
    assert folder_of("", None) is None
    assert folder_of(str(tmp_path / "nothing.hearth"), tmp_path) is None
    assert backups_in(tmp_path / "nothing") == []


def test_the_newest_backups_are_listed_and_how_old_the_newest_is(client: hearth.Client, tmp_path: Path) -> None:
    now = time.time()
    for days in range(3, 15):
        path = tmp_path / f"{days:02}.hearth"
        path.write_bytes(b"x")
        os.utime(path, (now - (days + 0.5) * 86_400,) * 2)
    visit = Visit(client, ZoneInfo("UTC"), KILOMETRES, {}, {}, "/system", backups=tmp_path)
    shown = page_of(page_html(PAGES["/system"](visit), visit)).section("Backups")
    assert "The newest was made 3 days ago." in shown.text
    assert [row[0] for row in shown.rows()] == [f"{days:02}.hearth" for days in range(3, 13)]
    assert "and 2 older ones" in shown.text


def test_what_is_left_of_an_app_is_said(client: hearth.Client) -> None:
    """The import of another program may have saved it."""
    visit = Visit(client, ZoneInfo("UTC"), KILOMETRES, {}, {}, "/sources")
    (watch,) = (one for one in client.sources("workout") if one.bundle_identifier == WATCH.bundle_identifier)
    text = deletion_text(visit, watch, 1)
    assert text.startswith("1 sample of Watch was deleted. Other apps saved some for it, which are left: ")
    assert "Step count" in text
    assert "--app=org.example.watch' names these apps." in text


def test_what_forms_have_done_is_not_kept_for_ever(dashboard: Dashboard, client: hearth.Client) -> None:
    fields: dict[str, str | list[str]] = {"secret": secret_of(dashboard), "type": "stepCount", "none": "yes"}
    places = [sent(dashboard, "/sources/rank", fields).headers["Location"] for _ in range(33)]
    kept = ["said" in [one.attributes.get("class") for one in said_on(dashboard, place)] for place in places]
    assert kept == [False] + [True] * 32
    assert client.source_ranks("stepCount") == []


def said_on(dashboard: Dashboard, place: str) -> list[Element]:
    """The paragraphs of a page."""
    return [*page_of(dashboard.get(place).text).every("p")]
