"""The way into a dashboard that runs: who can use it, and how long it is there."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from server import SECONDS_MAX, Server

from dashboards import Dashboard
from hearth_dashboard.commands import main
from hearth_dashboard.web.door import Door, door_of, port_and_token

if TYPE_CHECKING:
    from collections.abc import Iterator

#: In the place of a browser: writes down what it is given.
BROWSER = '#!/bin/sh\nprintf \'%s\\n\' "$@" > "$0.opened"\n'


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One for all tests."""
    with Server() as running:
        yield running


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The browser; what it opens is in a file of the same name with `.opened`."""
    program = tmp_path / "browser"
    program.write_text(BROWSER)
    program.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{program} %s")
    return program


def door(server: Server) -> Door:
    found = door_of(server.socket, {})
    assert found is not None
    return found


def test_only_the_owner_can_read_it(server: Server) -> None:
    with Dashboard(server) as running:
        status = door(server).path.stat()
        assert stat.S_IMODE(status.st_mode) == 0o600
        assert door(server).open_address() == running.url
        assert str(door(server).path) == f"{server.socket}.dashboard.html"
    assert door(server).open_address() is None
    assert sorted(one.name for one in door(server).path.parent.iterdir()) == ["hearth.sock", door(server).path.name]


def test_a_dashboard_that_is_started_again_knows_the_pages_that_are_open(server: Server) -> None:
    command = [sys.executable, "-m", "hearth_dashboard.commands", "serve", "--socket", server.socket]
    addresses = []
    for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            addresses.append(process.stdout.readline().strip())
            process.send_signal(how)
            assert process.wait(SECONDS_MAX) == (-signal.SIGKILL if how is signal.SIGKILL else 0)
    assert len(set(addresses)) == 1
    # What another program has taken meanwhile is left to it, and a port that is asked for has a token of its own.
    port, token = port_and_token(addresses[0])
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            other_port, other_token = port_and_token(process.stdout.readline().strip())
            process.terminate()
    assert other_port != port
    assert other_token != token


def test_a_dashboard_that_is_terminated_ends_in_order(server: Server) -> None:
    with Dashboard(server) as running:
        assert running.stop(signal.SIGTERM) == (0, "")


def test_the_browser_is_given_the_door_and_not_the_token(server: Server, browser: Path) -> None:
    with Dashboard(server, "--open") as running:
        opened = Path(f"{browser}.opened").read_text()
        assert opened == f"{door(server).path.as_uri()}\n"
        assert running.token not in opened


def test_one_that_runs_already_is_opened(server: Server, browser: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Dashboard(server) as running:
        assert main(["serve", "--socket", server.socket, "--open"]) == 0
        printed = capsys.readouterr()
        assert printed.out == f"{running.url}\n"
        assert "runs already" in printed.err
        assert Path(f"{browser}.opened").read_text() == f"{door(server).path.as_uri()}\n"
        assert main(["serve", "--socket", server.socket, "--quiet"]) == 0
        printed = capsys.readouterr()
        assert printed.out == ""
        assert "without" not in printed.err
        # What was asked of a new one is said not to be.
        options = ["--zone", "Europe/Berlin", "--miles", "--backups", str(browser.parent)]
        assert main(["serve", "--socket", server.socket, "--quiet", *options]) == 0
        assert "goes on without --backups, --miles and --zone: end it first" in capsys.readouterr().err
        # Another one leaves the door as it is.
        with Dashboard(server) as other:
            assert other.url != running.url
            assert door(server).open_address() == running.url
        assert door(server).open_address() == running.url


@pytest.mark.parametrize("content", ["", "\xff", "http://127.0.0.1:1/?token=x", "http://127.0.0.1:99999/?token=x"])
def test_what_leads_nowhere_is_replaced(server: Server, content: str) -> None:
    door(server).path.write_text(content, "latin-1")
    door(server).path.chmod(0o600)
    assert door(server).open_address() is None
    with Dashboard(server) as running:
        assert door(server).open_address() == running.url


def test_what_others_could_have_written_is_not_followed(server: Server, tmp_path: Path) -> None:
    with Dashboard(server) as running:
        path = door(server).path
        path.chmod(0o644)
        assert door(server).open_address() is None
        path.chmod(0o600)
        (tmp_path / "link").symlink_to(path)
        assert Door(tmp_path / "link").open_address() is None
        os.mkfifo(tmp_path / "pipe", 0o600)
        assert Door(tmp_path / "pipe").open_address() is None
        assert door(server).open_address() == running.url
    tmp_path.chmod(0o755)
    assert door_of(str(tmp_path / "hearth.sock"), {}) is None
    assert door_of(str(tmp_path / "none" / "hearth.sock"), {}) is None


def test_where_others_can_enter_it_is_somewhere_else(server: Server, tmp_path: Path, browser: Path) -> None:
    (tmp_path / "hearth.sock").symlink_to(server.socket)
    tmp_path.chmod(0o755)
    command = [sys.executable, "-m", "hearth_dashboard.commands", "serve", "--socket", str(tmp_path / "hearth.sock")]
    with subprocess.Popen([*command, "--open"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            page = Path(Path(f"{browser}.opened").read_text().strip().removeprefix("file://"))
            assert address in page.read_text()
            assert stat.S_IMODE(page.parent.stat().st_mode) == 0o700
        finally:
            process.terminate()
        assert process.wait(SECONDS_MAX) == 0
    assert not page.parent.exists()


def test_a_server_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    command = [sys.executable, "-m", "hearth_dashboard.commands", "serve", "--socket", str(tmp_path / "none.sock")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            # Before the address.
            said = process.stderr.readline()
            assert process.stdout.readline().startswith("http://")
        finally:
            process.terminate()
        assert process.wait(SECONDS_MAX) == 0
    assert said.startswith("hearth-dashboard: no server answers: ")
    assert "'hearth serve'" in said
