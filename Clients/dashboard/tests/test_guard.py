"""Who may read the dashboard: each way past the guard is tried."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from server import Server

from dashboards import Dashboard
from hearth_dashboard.web.door import door_of
from stores import fill

if TYPE_CHECKING:
    from collections.abc import Iterator

NOBODY = 65534


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One for all tests."""
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def dashboard(server: Server) -> Iterator[Dashboard]:
    """One that nobody has entered."""
    with Dashboard(server) as running:
        yield running


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
    assert cookie.startswith(f"hearth-{dashboard.port}=")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert dashboard.token not in cookie
    value = cookie.partition(";")[0]
    assert dashboard.get("/sleep", Cookie=value).status == 200
    assert dashboard.get("/sleep", Cookie=f"other=1; {value}; more=2").status == 200
    for wrong in (value[:-1], value + "x", f"hearth-{dashboard.port}={dashboard.token}", "\xff", "a=b;;="):
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
    assert dashboard.get("/", Cookie=f"hearth-{dashboard.port}={value}").status == 403


@pytest.mark.parametrize("host", ["example.com", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.example.com", "[::1]", ""])
def test_another_host_is_refused(entered: Dashboard, host: str) -> None:
    """A page whose name an attacker lets point to this machine is of that name."""
    assert entered.get("/", Host=host).status in {400, 421}
    assert entered.get(f"/?token={entered.token}", Host=host).status in {400, 421}


def test_the_names_of_this_machine_are_its_own(entered: Dashboard) -> None:
    for host in (f"127.0.0.1:{entered.port}", f"localhost:{entered.port}"):
        assert entered.get("/workouts", Host=host, Origin=f"http://{host}").status == 200


@pytest.mark.parametrize("origin", ["http://example.com", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_foreign_origin_is_refused(entered: Dashboard, origin: str) -> None:
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


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_another_user_of_the_machine_is_refused_with_any_secret(entered: Dashboard) -> None:
    """Also over IPv6 to 127.0.0.1. A cookie may have been sent to a port that another user had."""
    for family, address in (("AF_INET", "127.0.0.1"), ("AF_INET6", "::ffff:127.0.0.1")):
        for user in (NOBODY, os.getuid()):
            lines = ("GET /types HTTP/1.0", f"Host: 127.0.0.1:{entered.port}", f"Cookie: {entered.cookie}", "", "")
            asked = "\r\n".join(lines).encode()
            program = f"""
import os, socket
os.setgid({user}); os.setuid({user})
connection = socket.socket(socket.{family})
connection.connect(({address!r}, {entered.port}))
try:
    connection.sendall({asked!r})
    print(connection.recv(4096)[:12].decode())
except ConnectionError:
    print()
"""
            done = subprocess.run(
                [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
            )
            assert done.stdout == ("\n" if user == NOBODY else "HTTP/1.1 200\n")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_the_token_is_not_told_to_another_user_who_has_the_port() -> None:
    with Server() as own, Dashboard(own) as ended:
        door = door_of(own.socket, {})
        assert door is not None
        ended.stop()
        program = f"""
import os, socket
os.setgid({NOBODY}); os.setuid({NOBODY})
listening = socket.socket()
listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listening.bind(("127.0.0.1", {ended.port}))
listening.listen()
print(flush=True)
connection, _ = listening.accept()
print(connection.recv(4096), flush=True)
"""
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "\n"
            try:
                assert door.address() == ended.url
                assert door.open_address() is None
            finally:
                other.terminate()
            assert other.stdout.read() == ""


def test_cookies_of_other_programs_are_in_no_way(entered: Dashboard) -> None:
    for other in ('prefs={"a": 1}', "a[b]=1", "a=b c", "@a(b)=2", "n=\xe9", "=", ""):
        assert entered.get("/types", Cookie=f"{other}; {entered.cookie}").status == 200
        assert entered.get("/types", Cookie=other).status == 403


def test_what_asks_for_another_protocol_is_answered_as_others_are(entered: Dashboard) -> None:
    asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert entered.get("/types", Sec_WebSocket_Version="13", **asked).status == 200
    assert entered.get("/types", Sec_WebSocket_Version="13", Cookie="", **asked).status == 403


@pytest.mark.parametrize("place", ["9" * 5000, "-1", "x", "1" * 9, "²"])
def test_a_tile_that_cannot_be_is_not_there(entered: Dashboard, place: str) -> None:
    assert entered.get(f"/tiles/{quote(place)}/0/0").status == 404


def test_it_listens_on_this_machine_only(dashboard: Dashboard) -> None:
    listening = [
        line.split()[1]
        for name in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and line.split()[1].endswith(f":{dashboard.port:04X}")
    ]
    assert listening == [f"0100007F:{dashboard.port:04X}"]


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
        assert 'href="/"' in answer.text
        assert "width=device-width" in answer.text


def test_an_interruption_ends_it_without_a_word(server: Server) -> None:
    with Dashboard(server) as running:
        running.enter()
        assert running.get("/").status == 200
        assert running.stop() in {(0, ""), (-2, "")}
