"""A server under test: a program that listens on `$HEARTH_SOCKET` and keeps its store in the home of its own."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

from frame_socket import Deadline, Fault, wait_for


class ServerProcess:
    """Begun when this exists, and ready: it has said READY=1 to `$NOTIFY_SOCKET`, as systemd's services do."""

    def __init__(self, command: str, folder: Path, store: str, deadline: Deadline) -> None:
        self.path = folder / "run" / "hearth.sock"
        home = folder / store
        for needed in (self.path.parent, home):
            needed.mkdir(mode=0o700, exist_ok=True)
        self._errors = tempfile.TemporaryFile()
        notice_path = folder / "notice"
        notice_path.unlink(missing_ok=True)
        # The other end of `life` is open in the server only: it ends with it.
        life, life_in_server = socket.socketpair()
        notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with life, notices:
            notices.bind(str(notice_path))
            with life_in_server:
                self._process = subprocess.Popen(
                    shlex.split(command),
                    stdin=subprocess.DEVNULL,
                    stdout=self._errors,
                    stderr=self._errors,
                    env=self._environment(home, notice_path),
                    pass_fds=[life_in_server.fileno()],
                    start_new_session=True,
                )
            self._wait_until_ready(life, notices, deadline)

    def _environment(self, home: Path, notice_path: Path) -> dict[str, str]:
        own = {"HOME": home, "XDG_DATA_HOME": home, "HEARTH_SOCKET": self.path, "NOTIFY_SOCKET": notice_path}
        return {**os.environ, **{name: str(value) for name, value in own.items()}}

    def _wait_until_ready(self, life: socket.socket, notices: socket.socket, deadline: Deadline) -> None:
        while True:
            found = wait_for([notices, life], deadline)
            if notices in found and b"READY=1" in notices.recv(4_096).split(b"\n"):
                return
            if notices not in found:
                self.kill()
                raise Fault("does not start" if not found else "ends while it starts")

    def kill(self) -> None:
        """Ends it as nothing can refuse."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()

    def end(self) -> str:
        """Ends it; the last of what it printed."""
        self.kill()
        with self._errors:
            self._errors.seek(0, os.SEEK_END)
            self._errors.seek(max(0, self._errors.tell() - 2_000))
            return self._errors.read().decode(errors="replace").strip()
