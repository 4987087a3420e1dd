"""The command against the real server, and the examples of README.md."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import hearth
import pytest
from server import Server

from askers import owner_of
from dashboards import Dashboard
from hearth_dashboard.commands import main
from hearth_dashboard.pdf import PROGRAMS
from pages import page_of
from runs import recorded_run

HERE = Path(__file__).resolve().parents[1]
APP = hearth.messages.App(bundle_identifier="org.example.tests", name="<b>Tests</b>", version="1.2")
#: Where there is no browser, only the tests that need it are left out.
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def run(server: Server) -> hearth.Samples:
    """A run that the server has."""
    run, *rest = recorded_run(0.2)
    with hearth.Client(server.socket, app=APP) as client:
        client.save(run)
        client.add_to_workout(run.uuid(0), rest)
        client.set_characteristics(date_of_birth="1986-11-21")
    return run


@pytest.fixture(autouse=True)
def folder(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where files are written; the command finds the server."""
    monkeypatch.setenv("HEARTH_SOCKET", server.socket)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_last_workout_is_written_to_a_file_named_by_activity_and_time(
    run: hearth.Samples, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "--last"]) == 0
    assert capsys.readouterr().out == "The report is in running-2026-11-21-0900.html.\n"
    page = page_of((folder / "running-2026-11-21-0900.html").read_text("utf-8"))
    assert next(page.the("main").every("p")).text.endswith(" CET · <b>Tests</b>")
    assert "Tests" not in [one.text for one in page.every("b")]
    assert ["UUID", str(run.uuid(0)).upper()] in page.section("Details").rows()
    assert len(page.section("Heart-rate zones").rows()) == 5


def test_a_workout_is_written_where_it_is_said(
    run: hearth.Samples, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    uuid = str(run.uuid(0))
    assert main(["report", uuid, "-o", "run.html", "--miles"]) == 0
    assert " mi<" in (folder / "run.html").read_text("utf-8")
    capsys.readouterr()
    assert main(["report", uuid, "-o", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["uuid"] == uuid.upper()
    assert main(["report", uuid, "--json"]) == 0
    assert json.loads((folder / "running-2026-11-21-0900.json").read_text("utf-8"))["activity"] == "Running"


@pytest.mark.parametrize("form", ["html", "json", "pdf"])
def test_the_report_of_another_workout_is_not_replaced(
    server: Server, folder: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several on one day, of the same minute, and of the same second, as two apps may save one."""
    monkeypatch.setattr("hearth_dashboard.commands.pdf_of", str.encode)
    starts = ["2024-05-01T08:00Z", "2024-05-01T18:00Z", "2024-05-01T18:00Z", "2024-05-01T18:00:30Z"]
    ends = ["2024-05-01T09:00Z"] + ["2024-05-01T19:00Z"] * 3
    walks = hearth.workouts(starts, ends, ["walking"] * 4)
    given = ["--zone", "UTC", *([] if form == "html" else [f"--{form}"])]
    with hearth.Client(server.socket, app=APP) as client:
        client.save(walks)
        try:
            for _ in range(2):
                for row in range(4):
                    assert main(["report", str(walks.uuid(row)), *given]) == 0
        finally:
            client.delete(walks.uuids)
    written = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    uuids = [str(walks.uuid(row)).upper() for row in range(4)]
    assert set(written) == {
        f"walking-2024-05-01-0800.{form}",
        f"walking-2024-05-01-1800.{form}",
        *(f"walking-2024-05-01-1800-{uuid.lower()}.{form}" for uuid in uuids[2:]),
    }
    assert all(any(uuid in text for text in written.values()) for uuid in uuids)


def test_errors_of_the_system_are_said_in_words(
    run: hearth.Samples, folder: Path, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(run) == 1
    (folder / "file").write_text("")
    (folder / "none").mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for arguments, text in (
            (["report", "--last", "-o", "none"], "Is a directory: 'none'"),
            (["report", "--last", "--tiles", "nope.mbtiles"], "nope.mbtiles is not there"),
            (["serve", "--port", port, "--socket", server.socket], "Address already in use"),
        ):
            assert main(arguments) == 1
            assert text in (printed := capsys.readouterr().err)
            assert "Errno" not in printed
    with pytest.raises(SystemExit):
        main(["serve", "--backups", "file"])
    assert "'file' is not a folder" in capsys.readouterr().err


def test_a_store_is_not_replaced(run: hearth.Samples, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(run) == 1
    store = b"SQLite format 3\0 and all that was saved"
    (folder / "store.hearth").write_bytes(store)
    assert main(["report", "--last", "-o", "store.hearth"]) == 1
    assert "It is the file of a store, and is not replaced: 'store.hearth'" in capsys.readouterr().err
    assert (folder / "store.hearth").read_bytes() == store
    # Nor are the files that belong to it, whether or not they are there now.
    (folder / "store.hearth-wal").write_bytes(b"log")
    for name in ("store.hearth-wal", "store.hearth-shm", "store.hearth-journal"):
        assert main(["report", "--last", "-o", name]) == 1
        assert "It belongs to the file of a store" in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == ["store.hearth", "store.hearth-wal"]


@pytest.mark.parametrize("form", ["html", "json", "pdf"])
def test_only_its_owner_can_read_a_report(
    run: hearth.Samples, folder: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(run) == 1
    monkeypatch.setattr("hearth_dashboard.commands.pdf_of", str.encode)
    given = [] if form == "html" else [f"--{form}"]
    name = f"running-2026-11-21-0900.{form}"
    # What everybody may read is replaced, and not written to.
    everybody = folder / "everybody"
    everybody.write_text("old")
    everybody.chmod(0o644)
    (folder / name).hardlink_to(everybody)
    before = os.umask(0)
    try:
        assert main(["report", "--last", *given, "-o", name]) == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    assert (folder / name).stat().st_size > len("old")
    assert everybody.read_text() == "old"
    assert {path.name for path in folder.iterdir()} == {"everybody", name}
    # Without a name of its own it takes the place of nothing but a report of the same workout.
    (folder / name).write_text("notes")
    assert main(["report", "--last", *given]) == 0
    assert (folder / name).read_text() == "notes"


def test_a_report_is_readable_by_others_at_no_moment(
    run: hearth.Samples, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(run) == 1
    opened: list[tuple[int, int]] = []
    open_file = os.open

    def noting(path: str, flags: int, mode: int = 0o777) -> int:
        descriptor = open_file(path, flags, mode)
        if flags & os.O_CREAT:
            opened.append((flags & os.O_EXCL, stat.S_IMODE(os.fstat(descriptor).st_mode)))
        return descriptor

    monkeypatch.setattr(os, "open", noting)
    assert main(["report", "--last", "-o", "run.html"]) == 0
    assert opened == [(os.O_EXCL, 0o600)]
    assert (folder / "run.html").is_file()


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_in_the_way_is_replaced_and_not_followed(run: hearth.Samples, folder: Path, exists: bool) -> None:
    assert len(run) == 1
    target = folder / "elsewhere"
    if exists:
        target.write_text("kept")
    (folder / "run.html").symlink_to(target)
    assert main(["report", "--last", "-o", "run.html"]) == 0
    assert not (folder / "run.html").is_symlink()
    assert (folder / "run.html").read_bytes().startswith(b"<!DOCTYPE html>")
    assert target.exists() == exists
    assert not exists or target.read_text() == "kept"


def test_what_is_not_a_file_is_not_replaced(
    run: hearth.Samples, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(run) == 1
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to(folder / "pipe")
    (folder / "none").mkdir()
    for name, text in (("pipe", "-o - is standard output"), ("link", "-o - is"), ("none", "Is a directory: 'none'")):
        assert main(["report", "--last", "-o", name]) == 1
        assert text in capsys.readouterr().err
    assert {path.name for path in folder.iterdir()} == {"pipe", "link", "none"}
    assert (folder / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([str(uuid4())], "WORKOUT_NOT_FOUND"),
        (["not-a-uuid"], "The text is not a UUID"),
        (["--last", "-o", "none/run.html"], "none/run.html"),
        (["--last", "--socket", "none.sock"], "none.sock"),
    ],
)
def test_what_cannot_be_done_is_said_on_one_line(
    run: hearth.Samples, arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(run) == 1
    assert main(["report", *arguments]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("hearth-dashboard: ")
    assert text in printed.err


@pytest.mark.parametrize("arguments", [["report"], ["report", "--last", str(uuid4())], []])
def test_a_report_is_of_one_workout(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert raised.value.code == 2
    assert "usage: hearth-dashboard" in capsys.readouterr().err


def test_a_store_without_workouts_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with Server() as empty:
        assert main(["report", "--last", "--socket", empty.socket]) == 1
    assert "No workout is stored." in capsys.readouterr().err


def test_readme(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)
    with Server() as own:
        monkeypatch.setenv("HEARTH_SOCKET", own.socket)
        exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out == "1500.0\n"
    assert page_of(Path("run.html").read_text()).the("h1").text == "Running"
    help_text = subprocess.run(
        [sys.executable, "-m", "hearth_dashboard.commands", "report", "--help"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    lines = re.findall(r"^hearth report ([^#\n]*)", (HERE / "README.md").read_text(), re.MULTILINE)
    options = {word for line in lines for word in line.split() if re.fullmatch(r"--?[a-z]+", word)}
    assert options >= {"-o", "--last", "--json", "--pdf", "--miles"}
    assert all(option in help_text for option in options)


@needs_chromium
def test_a_report_is_printed_as_pdf(run: hearth.Samples, folder: Path) -> None:
    """And replaced by a newer one of the same workout."""
    for _ in range(2):
        assert main(["report", str(run.uuid(0)), "--pdf"]) == 0
        (path,) = folder.iterdir()
        assert path.name == "running-2026-11-21-0900.pdf"
        assert path.read_bytes().startswith(b"%PDF-")
        path.write_bytes(path.read_bytes().replace(b"%PDF-", b"%OLD-"))


@pytest.mark.parametrize(
    ("script", "text"), [(None, "PDF needs Chromium"), ("exit 1", "could not print"), ("exit 0", "could not print")]
)
def test_pdf_without_a_browser_that_prints_is_an_error(
    run: hearth.Samples,
    folder: Path,
    script: str | None,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PATH", str(folder))
    if script is not None:
        (folder / "chromium").write_text(f"#!/bin/sh\n{script}\n")
        (folder / "chromium").chmod(0o755)
    assert main(["report", str(run.uuid(0)), "--pdf"]) == 1
    assert text in capsys.readouterr().err
    assert not list(folder.glob("*.pdf"))


@pytest.mark.parametrize(
    "options", [["--port", "x"], ["--port", "65536"], ["--zone", "Europe/Atlantis"], ["--zone", ""]]
)
def test_a_dashboard_with_wrong_options_is_refused(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["serve", *options])
    assert raised.value.code == 2
    printed = capsys.readouterr().err
    assert printed.startswith("usage: hearth-dashboard serve")
    # What is said is said to people: it holds the name of no function.
    said = printed.splitlines()[-1]
    assert "_" not in said
    assert "invalid" not in said
    assert said.startswith(f"hearth-dashboard serve: error: argument {options[0]}: ")


@pytest.mark.parametrize("port", ["80000", "65536", "-1", "x", "٣", "9" * 5000])
def test_a_port_that_there_is_not_is_said_with_those_that_there_are(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["serve", f"--port={port}"])
    assert "a port is a number from 0, for a free one, to 65535" in capsys.readouterr().err


def test_a_workout_without_a_zone_is_named_by_the_day_of_the_given_one(
    server: Server, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    late = hearth.workouts(["2024-03-01T23:30Z"], ["2024-03-01T23:50Z"], ["walking"])
    with hearth.Client(server.socket, app=APP) as client:
        client.save(late)
    for zone, day, time in (("Asia/Tokyo", "2024-03-02", "0830"), ("UTC", "2024-03-01", "2330")):
        assert main(["report", str(late.uuid(0)), "--zone", zone]) == 0
        assert capsys.readouterr().out == f"The report is in walking-{day}-{time}.html.\n"
    assert "08:30 – 08:50 JST" in (folder / "walking-2024-03-02-0830.html").read_text("utf-8")


def test_a_port_that_is_taken_is_said_on_one_line(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["serve", "--port", str(taken.getsockname()[1]), "--socket", server.socket]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("hearth-dashboard: ")
    assert printed.err.count("\n") == 1


def test_the_last_workout_is_the_one_that_ended_last(server: Server, folder: Path) -> None:
    starts, ends = ["2027-01-01T08:00Z", "2027-01-01T09:00Z"], ["2027-01-01T12:00Z", "2027-01-01T10:00Z"]
    both = hearth.workouts(starts, ends, ["hiking", "yoga"])
    with hearth.Client(server.socket, app=APP) as client:
        client.save(both)
        try:
            assert main(["report", "--last", "--zone", "UTC"]) == 0
        finally:
            client.delete(both.uuids)
    assert [path.name for path in folder.iterdir()] == ["hiking-2027-01-01-0800.html"]


def test_a_dashboard_in_miles_has_them(server: Server, run: hearth.Samples) -> None:
    for given, unit in (([], "/km"), (["--miles"], "/mi")):
        with Dashboard(server, *given) as running:
            assert f" {unit}</dd>" in running.enter().get(f"/workouts/{run.uuid(0)}").text


@pytest.mark.parametrize("other", [None, "", "Client = None"])
def test_without_the_client_it_says_what_to_install(folder: Path, other: str | None) -> None:
    """Also where the package of that name is another project's, as on PyPI."""
    start = "import sys; from hearth_dashboard.program import main; sys.exit(main())"
    if other is None:
        start = f"import sys; sys.modules['hearth'] = None; {start}"
    else:
        (folder / "hearth.py").write_text(other)
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", start, "report", "--last"],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 1
    assert done.stderr.startswith("hearth-dashboard: Hearth's client for Python is not installed.")
    assert "Traceback" not in done.stderr
    assert "pip install ./Clients/python ./Clients/dashboard" in done.stderr


def test_a_report_reads_as_the_dashboard_where_apps_have_to_ask(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing is found it says how to allow it."""
    workout, *_ = recorded_run(0.2)
    with Server() as own:
        monkeypatch.setenv("HEARTH_SOCKET", own.socket)
        assert main(["report", "--last"]) == 1
        assert capsys.readouterr().err.endswith("No workout is stored. (workout)\n")
        with hearth.Client(own.socket, app=APP) as client:
            client.save(workout)
        owner_of(own).let_ask(True)
        for which in ("--last", str(workout.uuid(0))):
            assert main(["report", which]) == 1
            assert "'hearth allow org.hearth.dashboard all --read' allows that." in capsys.readouterr().err
        owner_of(own).decide("allow", "org.hearth.dashboard", ["all"], what="read")
        assert main(["report", "--last"]) == 0
    assert [*folder.glob("*.html")]
