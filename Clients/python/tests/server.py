"""The real server, on a socket and a store of its own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Self

PROGRAM = os.environ.get("HEARTH", "hearth")
#: For whatever may hang: reached only when a test has failed.
SECONDS_MAX = 60


class Server:
    """A server that can be killed and started again on the same store."""

    def __init__(self, store: str | None = None) -> None:
        """The store is a file in its folder, or that at an address."""
        self.folder = Path(tempfile.mkdtemp(prefix="hearth-"))
        self._store = store or str(self.folder / "store.hearth")
        self.socket = str(self.folder / "run" / "hearth.sock")
        self.log: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    @property
    def process(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Returns when it listens."""
        # It outlives its starter only by the stop below.
        self._process = subprocess.Popen(
            [PROGRAM, "serve", "--store", self._store, "--socket", self.socket],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        serves = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self._process, serves))
        self._reader.start()
        assert serves.wait(SECONDS_MAX), self.log
        assert self._process.poll() is None, self.log

    def _read(self, process: subprocess.Popen[str], serves: threading.Event) -> None:
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                self.log.append(line)
                if "serves" in line:
                    serves.set()
        serves.set()

    def kill(self) -> None:
        """As a crash: it cannot say goodbye."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """In order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None or self._reader is None:
            return
        process.send_signal(how)
        process.wait(SECONDS_MAX)
        self._reader.join(SECONDS_MAX)
