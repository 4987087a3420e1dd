"""A served store on a disk, and what is done with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Self

import hearth

from imports import processes
from servers import HearthServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from imports.processes import Cost

#: Milliseconds between two saves of another app.
_INTERVAL = 50


class Store(HearthServer):
    """An empty one, on whose socket only this run saves."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        super().__init__(folder)
        self.prepare()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        shutil.rmtree(self.folder)

    @property
    def socket(self) -> str:
        return str(self.folder / "socket")

    @property
    def process(self) -> int:
        assert self._process is not None
        return self._process.pid

    def import_file(self, path: Path) -> Imported:
        """Runs `hearth import`. It fails if something in the file was not taken and could have been."""
        before = processes.processor_seconds(self.process)
        cost = processes.run([os.environ["HEARTH"], "import", str(path), "--socket", self.socket])
        after = processes.processor_seconds(self.process)
        return Imported(cost, after - before, processes.peak_bytes(self.process))

    def sample_count(self) -> int:
        with hearth.Client(self.socket) as client:
            return client.status().store.samples

    def write_count(self) -> int:
        """The writes that the server was asked for so far."""
        with hearth.Client(self.socket) as client:
            return client.status().counters.writes

    def counts(self, types: list[str]) -> dict[str, int]:
        """The samples of each type, read from the store."""
        found = {}
        with hearth.Client(self.socket) as client:
            for kind in types:
                with client.query(kind) as query:
                    found[kind] = sum(len(batch) for batch in query)
        return found

    def file_bytes(self) -> int:
        return (self.folder / "store.hearth").stat().st_size


class Imported:
    def __init__(self, cost: Cost, server_seconds: float, server_peak: int) -> None:
        self.cost = cost
        self.server_seconds = server_seconds
        #: Since the server began.
        self.server_peak = server_peak
        self.rows = list(_rows(cost.output))

    @property
    def new(self) -> int:
        """The samples that the table at the end calls new: characteristics and the like are no samples."""
        return sum(new for name, new, _ in self.rows if name != "characteristics")


def _rows(output: str) -> Iterator[tuple[str, int, int]]:
    """The table at the end: type, new, known."""
    for line in output.splitlines():
        words = line.split()
        if len(words) >= 5 and all(word.isdigit() for word in words[1:5]):
            yield words[0], int(words[1]), int(words[2])


class Saver:
    """Another app, that saves one sample after the other."""

    def __init__(self, store: Store) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "imports.saver", store.socket, str(_INTERVAL)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        if self._process.stdout.readline() != "ready\n":
            raise processes.ProgramError("the app that saves meanwhile did not start")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def end(self) -> list[float]:
        """The milliseconds of each save."""
        output, _ = self._process.communicate("")
        if self._process.returncode != 0:
            raise processes.ProgramError("the app that saves meanwhile failed")
        taken: list[float] = json.loads(output)
        return taken

    @staticmethod
    def alone(store: Store, seconds: float) -> list[float]:
        """The same while nothing else happens."""
        with Saver(store) as saver:
            # As long as is to be measured.
            threading.Event().wait(seconds)
            return saver.end()
