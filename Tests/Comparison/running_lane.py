"""A lane with its server, its driver and its folder, while it is measured."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from driver import Driver
from servers import bytes_below, command_of

if TYPE_CHECKING:
    from amounts import Amounts
    from lanes import Lane


class RunningLane:
    def __init__(self, lane: Lane, folder: Path, amounts: Amounts) -> None:
        self.lane = lane
        self._folder = folder / lane.key
        self._folder.mkdir()
        self._amounts = amounts
        self._server = lane.server(self._folder) if lane.server else None
        self._driver: Driver | None = None
        self.added = 0  # samples saved after the mark

    def begin(self) -> None:
        """A new store, with nothing in it."""
        if self._server is not None:
            self._server.prepare()
            self._server.start()
        self._start_driver()
        self.order("create")

    def order(self, word: str, *numbers: int) -> dict[str, int]:
        assert self._driver is not None
        return self._driver.order(word, *numbers)

    def _start_driver(self) -> None:
        program = [command_of(self.lane.driver)]
        if self.lane.key == "swift":
            program = [os.environ["HEARTH_COMPARISON_DRIVER"]]
        elif self.lane.driver.endswith(".py"):
            program = [os.environ["COMPARISON_PYTHON"], str(Path(__file__).parent / "drivers" / self.lane.driver)]
        self._driver = Driver(self.lane.title, program, self._folder)
        self.order("data", self._amounts.samples)

    def stop(self) -> None:
        """In order: what is on the disk then is what the store takes."""
        assert self._driver is not None
        self._driver.end()
        if self._server is not None:
            self._server.stop()

    def start_again(self) -> tuple[int, dict[str, int]]:
        """Nanoseconds from the start of the server to its first answer, and what that was. Without a server: to open
        the store."""
        self._start_driver()
        begin = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        if self._server is not None:
            self._server.start()
        answer = self.order("start")
        return answer["ns"] if self._server is None else answer["at"] - begin, answer

    def disk_bytes(self) -> int:
        return self._server.disk_bytes() if self._server is not None else bytes_below(self._folder)

    def memory_bytes(self) -> int | None:
        return self._server.memory_bytes() if self._server is not None else None

    def end(self) -> None:
        if self._driver is not None:
            self._driver.end()
        if self._server is not None:
            self._server.end()
