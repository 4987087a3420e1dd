"""Who may read the dashboard: each way past the guard is tried."""

from __future__ import annotations

import contextlib
import html
import json
import os
import re
import resource
import select
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from server import SECONDS_MAX, Server

from dashboards import Dashboard
from hearth_dashboard.web import connections
from hearth_dashboard.web.connections import is_owner, system_tells, user_of
from pages import page_of
from stores import fill

if TYPE_CHECKING:
    from collections.abc import Iterator

NOBODY = 65534


def has_other_address() -> bool:
    """Whether the machine has `::1`."""
    try:
        with socket.socket(socket.AF_INET6) as one:
            one.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def entered(server: Server) -> Iterator[Dashboard]:
    """One whose cookie is known."""
    with Dashboard(server) as running:
        yield running.enter()


@pytest.mark.parametrize("path", ["/", "/workouts", "/live", "/files/live.js", "/nothing", "/?token=", "/?token=wrong"])
def test_without_the_token_nothing_is_shown(dashboard: Dashboard, path: str) -> None:
    answer = dashboard.get(path)
    assert answer.status == 403
    assert "Open the address" in answer.text


def test_the_token_becomes_a_cookie_and_leaves_the_address(dashboard: Dashboard) -> None:
    answer = dashboard.get(f"/sleep?night=2026-11-20&token={dashboard.token}&x=%3C")
    assert (answer.status, answer.headers["Location"]) == (303, "/sleep?night=2026-11-20&x=%3C")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("hearth=")
    # Without a domain it belongs to the name alone.
    assert "domain" not in cookie.lower()
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert dashboard.token not in cookie
    value = cookie.partition(";")[0]
    assert dashboard.get("/sleep", Cookie=value).status == 200
    for others in ("other=1", 'other={"a": [1, 2]}', "a b c", "other=\xe4", "=;;=", "hearth=other"):
        assert dashboard.get("/sleep", Cookie=f"{others}; {value}; more=2").status == 200
    for wrong in (value[:-1], value + "x", f"hearth={dashboard.token}", "\xff", "a=b;;="):
        assert dashboard.get("/sleep", Cookie=wrong).status == 403
    # The address is one of this server.
    assert dashboard.get(f"//example.com/x?token={dashboard.token}").headers["Location"] == "/example.com/x"


def test_a_browser_that_another_page_led_here_makes_a_step_of_its_own(dashboard: Dashboard) -> None:
    """It does not send a strict cookie with a redirection."""
    answer = dashboard.get(f"/sleep?x=%22%3E%3C&token={dashboard.token}", Sec_Fetch_Site="cross-site")
    assert answer.status == 200
    assert 'content="0;url=/sleep?x=%22%3E%3C"' in answer.text
    assert dashboard.token not in answer.text
    assert dashboard.get("/sleep", Cookie=answer.headers["Set-Cookie"].partition(";")[0]).status == 200
    assert dashboard.get("/sleep?token=wrong", Sec_Fetch_Site="cross-site").status == 403


def test_the_cookie_of_one_dashboard_opens_no_other(dashboard: Dashboard, entered: Dashboard) -> None:
    value = entered.cookie.partition("=")[2]
    assert dashboard.get("/", Cookie=f"hearth={value}").status == 403


HOSTS = ["example.com", "127.0.0.1", "127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}", "", "{name}", "{name}:1"]
HOSTS += ["x{name}:{port}", "{name}.example.com:{port}", "hearth-00000000000000000000000000000000.localhost:{port}"]


@pytest.mark.parametrize("host", HOSTS)
def test_another_host_is_refused(entered: Dashboard, host: str) -> None:
    """A page whose name an attacker lets point to this machine is of that name, and nobody else knows that of a run."""
    written = host.format(port=entered.port, name=entered.host.partition(":")[0])
    for path in ("/", f"/?token={entered.token}"):
        answer = entered.get(path, Host=written)
        assert answer.status in {400, 421}
        assert "Set-Cookie" not in answer.headers
    assert entered.get("/workouts", Origin=entered.base).status == 200


def test_an_address_of_an_earlier_start_says_how_the_dashboard_is_opened(entered: Dashboard) -> None:
    earlier = f"hearth-{'0' * 32}.localhost:{entered.port}"
    right = entered.get("/workouts")
    for answer, status, heading in (
        (entered.get("/workouts", Host=earlier), 421, "The dashboard was started again"),
        (entered.get("/workouts", Host=f"127.0.0.1:{entered.port}"), 421, "Another address"),
        (entered.get("/workouts", Cookie=""), 403, "Not open"),
    ):
        assert answer.status == status
        page = page_of(answer.text.removeprefix("<!DOCTYPE html>"))
        assert page.the("h1").text == heading
        assert page.the("code").text == "hearth dashboard"
        # It is of a phone's width, and reads nothing that it may not.
        assert "width=device-width, initial-scale=1" in [one.attributes.get("content") for one in page.every("meta")]
        assert not [one for name in ("script", "form", "link") for one in page.every(name)]
        for secret in (entered.token, entered.cookie.partition("=")[2], entered.host.partition(":")[0]):
            assert secret not in answer.text
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        for name in ("Content-Security-Policy", "Cache-Control", "X-Content-Type-Options", "Referrer-Policy"):
            assert answer.headers[name] == right.headers[name]


def test_two_names_are_refused(entered: Dashboard) -> None:
    with socket.create_connection(("127.0.0.1", entered.port), timeout=SECONDS_MAX) as connection:
        hosts = f"Host: {entered.host}\r\nHost: example.com"
        connection.sendall(f"GET / HTTP/1.1\r\n{hosts}\r\nCookie: {entered.cookie}\r\n\r\n".encode())
        assert connection.recv(4096).split()[1] in {b"400", b"421"}


def test_it_shows_that_it_knows_the_key_and_tells_nothing(dashboard: Dashboard) -> None:
    nonce = "0" * 32
    for host in (dashboard.host, f"127.0.0.1:{dashboard.port}", f"hearth-0.localhost:{dashboard.port}"):
        answer = dashboard.get(f"/again?nonce={nonce}", Host=host)
        assert answer.status == 200
        assert sorted(json.loads(answer.text)) == ["proof", "salt"]
        for secret in (dashboard.token, dashboard.host.partition(":")[0].removeprefix("hearth-")):
            assert secret not in answer.text
    for path in ("/again", "/again?nonce=", "/again?nonce=x", f"/again?nonce={nonce}0"):
        assert dashboard.get(path).status == 403
    for host in ("example.com", f"example.com:{dashboard.port}", "hearth-0.localhost:1"):
        assert dashboard.get(f"/again?nonce={nonce}", Host=host).status == 403
    assert dashboard.get(f"/again?nonce={nonce}", method="POST").status == 405


ORIGINS = ["http://example.com", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://localhost"]
# Another port whose digits begin with those of this one, and a name that begins with this one.
ORIGINS += ["{base}0", "{base}.example.com"]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_foreign_origin_is_refused(entered: Dashboard, origin: str) -> None:
    origin = origin.format(base=entered.base)
    assert entered.get("/", Origin=origin).status == 403
    assert entered.get(f"/?token={entered.token}", Origin=origin).status == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_it_is_only_read(entered: Dashboard, method: str) -> None:
    assert entered.get("/", method=method).status == 405


@pytest.mark.parametrize("path", ["/", "/nothing", "/files/live.js", "/files/nothing", "/workouts/not-a-uuid"])
def test_every_answer_says_what_a_browser_may_do(entered: Dashboard, path: str) -> None:
    headers = entered.get(path).headers
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    # Pages of other ports, which are of the same site, may not show what is here.
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert "server" not in headers


def test_the_token_is_in_no_place_that_others_read(dashboard: Dashboard) -> None:
    for name in ("cmdline", "environ"):
        assert dashboard.token.encode() not in Path(f"/proc/{dashboard.process}/{name}").read_bytes()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
@pytest.mark.parametrize("device", [b"", b"lo"])
def test_another_user_of_the_machine_is_not_heard(entered: Dashboard, host: str, device: bytes) -> None:
    """Not even with what opens the pages, nor however often, nor from a socket that is bound to a device."""
    program = f"""
import encodings.idna, os, socket, sys
host, port, request = sys.argv[1], int(sys.argv[2]), sys.argv[3]
os.setgid({NOBODY}); os.setuid({NOBODY})
said, connections = b"", []
for _ in range(300):
    connections.append(socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET))
    if {device!r}:
        connections[-1].setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, {device!r})
    connections[-1].connect((host, port))
for one in connections:
    try:
        one.sendall(request.encode())
        said += one.recv(4096)
    except ConnectionError:
        pass
print(len(connections), said)
"""
    if host == "::1" and not has_other_address():
        pytest.skip("the machine has one address of its own only")
    request = f"GET / HTTP/1.0\r\nHost: {entered.host}\r\nCookie: {entered.cookie}\r\n\r\n"
    # Its own user is heard there.
    with socket.create_connection((host, entered.port), timeout=SECONDS_MAX) as own:
        own.sendall(request.encode())
        assert own.recv(4096).split()[1] == b"200"
    command = [sys.executable, "-c", program, host, str(entered.port), request]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == "300 b''\n"
    assert entered.get("/system").status == 200


#: Requests of which a piece is missing, some after a whole one.
WHOLE = "GET /files/live.js HTTP/1.1\r\nHost: x\r\n\r\n"
UNFINISHED = {
    "nothing": "",
    "a piece": "GET / HTTP/1.1\r\nHost: ",
    "one and a piece": f"{WHOLE}GET /",
    "two and a piece": f"{WHOLE}{WHOLE}GET / HTTP/1.1\r\nHost: ",
    "a body": "POST /system/backup HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\na",
    "a body after one": f"{WHOLE}POST /system/backup HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\na",
}


def test_who_does_not_finish_a_request_is_sent_away(dashboard: Dashboard) -> None:
    """Neither after a whole one nor with more pieces of it."""
    place = ("127.0.0.1", dashboard.port)
    with contextlib.ExitStack() as stack:
        waiting = {}
        for is_slow in (False, True):
            for kind, text in UNFINISHED.items():
                one = stack.enter_context(socket.create_connection(place, timeout=SECONDS_MAX))
                one.sendall(text.encode())
                waiting[one] = (kind, is_slow)
        end = time.monotonic() + SECONDS_MAX
        while waiting and time.monotonic() < end:
            for one in select.select([*waiting], [], [], 0.5)[0]:
                try:
                    said = one.recv(65536)
                except ConnectionError:
                    said = b""
                if not said:
                    del waiting[one]
            for one, (kind, is_slow) in waiting.items():
                if is_slow and kind != "nothing":
                    with contextlib.suppress(ConnectionError):
                        one.sendall(b"a")
        assert not [*waiting.values()]


def test_a_stream_of_changes_stays_open(entered: Dashboard) -> None:
    """Longer than a connection that asks for nothing, and than one that answers a request at a time."""
    request = f"GET {{}} HTTP/1.1\r\nHost: {entered.host}\r\nCookie: {entered.cookie}\r\n\r\n"
    with contextlib.ExitStack() as stack:
        place = ("127.0.0.1", entered.port)
        stream, idle = (stack.enter_context(socket.create_connection(place, timeout=SECONDS_MAX)) for _ in range(2))
        stream.sendall(request.format("/live").encode())
        said = stream.recv(65536)
        while b"data:" not in said:
            said += stream.recv(65536)
        # It begins to wait later, and so is closed later.
        idle.sendall(request.format("/types").encode())
        while idle.recv(65536):
            pass
        stream.setblocking(False)
        with pytest.raises(BlockingIOError):
            stream.recv(1)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_the_user_of_each_end_of_a_connection_is_known() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        with socket.create_connection(listening.getsockname()) as one:
            other, _ = listening.accept()
            with other:
                ends = (one.getsockname(), other.getsockname())
                assert user_of(socket.AF_INET, *ends) == user_of(socket.AF_INET, *ends[::-1]) == os.getuid()
                nowhere = ("127.0.0.1", 1)
                assert user_of(socket.AF_INET, nowhere, nowhere) is None
                assert system_tells()
                # What is closed is nobody's.
                one.close()
                assert user_of(socket.AF_INET, *ends) is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_a_program_that_closes_its_connection_at_once_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose it was is not told. Where nothing is told, the secrets decide."""
    with socket.create_server(("127.0.0.1", 0)) as there:
        with socket.create_connection(there.getsockname()) as here:
            here.sendall(b"GET / HTTP/1.1\r\n\r\n")
        with there.accept()[0] as own:
            assert not is_owner(own)
            monkeypatch.setattr(connections, "system_tells", lambda: False)
            assert is_owner(own)


def test_a_dashboard_with_few_descriptors_takes_more_and_logs_nothing(server: Server) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    try:
        with Dashboard(server) as running:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            running.enter()
            with contextlib.ExitStack() as stack:
                for _ in range(200):
                    stack.enter_context(socket.create_connection(("127.0.0.1", running.port), timeout=SECONDS_MAX))
                assert running.get("/system").status == 200
            assert running.stop() in {(0, ""), (-2, "")}
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_it_listens_on_this_machine_only(dashboard: Dashboard) -> None:
    listening = [
        line.split()[1]
        for name in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and line.split()[1].endswith(f":{dashboard.port:04X}")
    ]
    # Both of its addresses: a browser may take either, and nobody else may have the port of one.
    other = [f"00000000000000000000000001000000:{dashboard.port:04X}"] if has_other_address() else []
    assert listening == [f"0100007F:{dashboard.port:04X}", *other]


def test_nothing_is_written_while_pages_are_read() -> None:
    """Neither what was looked at nor a value; also where a page cannot be made."""
    with Server() as own, Dashboard(own) as running:
        fill(own)
        running.enter()
        found = {"/", "/types", "/workouts", "/sleep", "/sources?span=all", "/system", "/nothing", "/types/nothing"}
        for path in ("/types", "/workouts"):
            found |= set(re.findall(r'href="(/[^"]+)"', running.get(path).text))
        for path in sorted(found):
            assert running.get(html.unescape(path)).status in {200, 404}
        assert len(found) > 30
        own.kill()
        assert running.get("/").status == 503
        assert running.stop() in {(0, ""), (-2, "")}


def test_an_address_without_a_page_leads_to_one(entered: Dashboard) -> None:
    for path in ("/nothing", "/types/a/b", "/%3Cb%3E"):
        answer = entered.get(path)
        assert answer.status == 404
        assert "There is no page at this address." in answer.text
        assert "Page not found – Hearth" in answer.text
        assert 'href="/"' in answer.text
        assert "width=device-width" in answer.text


def test_an_interruption_ends_it_without_a_word(server: Server) -> None:
    with Dashboard(server) as running:
        running.enter()
        assert running.get("/").status == 200
        assert running.stop() in {(0, ""), (-2, "")}
