"""The way into a dashboard that runs: who can use it, and how long it is there."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from server import SECONDS_MAX, Server

from dashboards import Dashboard
from hearth_dashboard.commands import main
from hearth_dashboard.web.door import Door, door_of
from hearth_dashboard.web.keys import Keys

#: In the place of a browser: writes down what it is given.
BROWSER = '#!/bin/sh\nprintf \'%s\\n\' "$@" > "$0.opened"\n'


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


def test_a_dashboard_that_is_started_again_has_the_port_and_the_key_and_a_new_way_in(server: Server) -> None:
    command = [sys.executable, "-m", "hearth_dashboard.commands", "serve", "--socket", server.socket]
    addresses = []
    known = set()
    for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            addresses.append(process.stdout.readline().strip())
            known.add(door(server).known())
            process.send_signal(how)
            assert process.wait(SECONDS_MAX) == (-signal.SIGKILL if how is signal.SIGKILL else 0)
    (found,) = known
    assert found is not None
    port, key = found
    parts = [urlsplit(address) for address in addresses]
    assert {part.port for part in parts} == {port}
    assert len({part.hostname for part in parts}) == len({part.query for part in parts}) == 3
    assert not any(key in address for address in addresses)
    # What another program has taken meanwhile is left to it.
    with socket.socket() as taken:
        # There may be what is left of connections.
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", port))
        taken.listen()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert urlsplit(process.stdout.readline().strip()).port != port
            process.terminate()


def test_what_opened_the_pages_of_one_start_opens_none_of_the_next(server: Server) -> None:
    with Dashboard(server) as first:
        first.enter()
        assert first.get("/types").status == 200
    with Dashboard(server, "--port", str(first.port)) as second:
        assert first.get("/types").status == 421
        for host in (first.host, second.host):
            assert second.get("/types", Host=host, Cookie=first.cookie).status in {403, 421}
            assert second.get(f"/types?token={first.token}", Host=host).status in {403, 421}


def test_another_program_at_the_port_learns_nothing(server: Server) -> None:
    """Also not by asking a dashboard that runs at another port, in the name of this one."""
    with Dashboard(server) as running, socket.socket() as other:
        known = door(server).known()
        assert known is not None
        other.bind(("127.0.0.1", 0))
        other.listen()
        key, there = known[1], Door(server.folder / "run" / "other.html")
        led = Keys(key=key, port=other.getsockname()[1])
        there.lead_to(led)
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(there.open_address)
            connection, _ = other.accept()
            with connection:
                request = connection.recv(65536).decode()
                path = request.split()[1]
                body = running.get(path, Host=f"127.0.0.1:{running.port}").text
                answer = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}"
                connection.sendall(answer.encode())
            assert asked.result(SECONDS_MAX) is None
        for secret in (key, led.token, led.session, led.host.partition(":")[0], running.token):
            assert secret not in request
        there.path.unlink()


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"salt": 1, "proof": null}', '{"salt": "x", "proof": "x"}', "[" * 4000]
)
def test_what_does_not_know_the_key_is_no_dashboard(tmp_path: Path, body: str) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        there = Door(tmp_path / "door.html")
        there.lead_to(Keys(port=other.getsockname()[1]))
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(there.open_address)
            connection, _ = other.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            assert asked.result(SECONDS_MAX) is None


@pytest.mark.parametrize("kind", ["letters", "interim answers", "nothing"])
def test_what_never_ends_its_answer_is_no_dashboard(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it says something."""
    monkeypatch.setattr("hearth_dashboard.web.door._SECONDS_MAX", 0.5)
    pieces = {"letters": b"x", "interim answers": b"HTTP/1.1 100 Continue\r\n\r\n", "nothing": b""}
    with socket.create_server(("127.0.0.1", 0)) as other, ThreadPoolExecutor(1) as pool:
        there = Door(tmp_path / "door.html")
        there.lead_to(Keys(port=other.getsockname()[1]))
        asked = pool.submit(there.open_address)
        connection, _ = other.accept()
        with connection, contextlib.suppress(ConnectionError):
            connection.recv(65536)
            if kind == "letters":
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n")
            end = time.monotonic() + SECONDS_MAX
            # Until the other end has had enough.
            while not select.select([connection], [], [], 0.05)[0] and time.monotonic() < end:
                connection.sendall(pieces[kind])
            assert time.monotonic() < end
        assert asked.result(SECONDS_MAX) is None


def test_a_port_of_which_another_program_has_the_other_address_is_not_taken(server: Server) -> None:
    """A browser may ask that one first."""
    with socket.socket(socket.AF_INET6) as other:
        try:
            other.bind(("::1", 0))
        except OSError:
            pytest.skip("the machine has one address of its own only")
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--socket", server.socket, "--port", str(port)]) == 1


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
        assert "keeps running without --backups, --miles and --zone: end it first" in capsys.readouterr().err
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
    assert said.startswith("hearth-dashboard: No Hearth server listens on ")
    assert said.count("'hearth serve'") == 1
