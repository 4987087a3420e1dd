"""The dashboard as a person starts it, and requests that any program can make."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Self
from urllib.parse import urlencode, urlsplit

from server import SECONDS_MAX

if TYPE_CHECKING:
    from server import Server


class Answer:
    """What came back."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status = answer.status
        self.headers = answer.headers
        self.text = answer.read().decode("utf-8", "replace")


class Dashboard:
    """A dashboard of a server, which ends with the test."""

    def __init__(self, server: Server, *options: str) -> None:
        command = [sys.executable, "-m", "hearth_dashboard.commands", "serve", "--socket", server.socket]
        # With a port, so that it is one of its own.
        command += ["--zone", "Europe/Berlin", "--port", "0", *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        #: As it was printed, with the token.
        self.url = self._process.stdout.readline().strip()
        assert self.url
        parts = urlsplit(self.url)
        self.port = parts.port or 0
        self.token = parts.query.removeprefix("token=")
        #: The name that it has.
        self.host = parts.netloc
        self.base = f"http://{self.host}"
        self.cookie = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def process(self) -> int:
        """The number of its process."""
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """Interrupts it: how it ends, and what it wrote besides the address."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        output, errors = self._process.communicate(timeout=SECONDS_MAX)
        return self._process.returncode, output + errors

    def enter(self) -> Self:
        """Takes the cookie, as a browser does."""
        self.cookie = self.get(f"/?token={self.token}").headers["Set-Cookie"].partition(";")[0]
        return self

    def get(self, path: str, *, method: str = "GET", body: str | None = None, **headers: str) -> Answer:
        """Asks, with the cookie if there is one."""
        given = {"Host": self.host} | ({"Cookie": self.cookie} if self.cookie else {})
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_MAX)
        try:
            connection.request(method, path, body, given)
            return Answer(connection.getresponse())
        finally:
            connection.close()


def sent(dashboard: Dashboard, path: str, fields: dict[str, str | list[str]], **headers: str) -> Answer:
    """A form as a browser sends it."""
    given = {"Origin": dashboard.base, "Content_Type": "application/x-www-form-urlencoded", **headers}
    return dashboard.get(path, method="POST", body=urlencode(fields, doseq=True), **given)
