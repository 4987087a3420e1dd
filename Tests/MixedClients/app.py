"""An app of one language: a driver that saves and a driver that follows, each with its connection."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from driver import Driver
from frame_socket import Fault

HEART_RATES = "HKQuantityTypeIdentifierHeartRate count/min"


class Saver:
    """One task at a time; `answered` counts those that are done."""

    def __init__(self, name: str, command: str, socket: Path) -> None:
        self.name = name
        self.driver = Driver(command, socket)
        self.tasks: list[str] = []
        self.answered = 0
        self.added = 0
        self.deleted = 0
        self.stored: Counter[str] = Counter()
        self._current: str | None = None

    def is_idle(self) -> bool:
        return self._current is None and not self.tasks

    def go_on(self) -> None:
        """Begins the next task when none is under way."""
        if self._current is None and self.tasks:
            self._current = self.tasks.pop(0)
            self.driver.tell(self._current)

    def hear(self, line: str) -> None:
        match [self._current.split()[0] if self._current else "", *line.split()]:
            case ["save" | "delete", "committed", added, deleted, _]:
                # What was repeated after a loss is said to be unchanged when the first time did it.
                self._done(line, int(added), int(deleted))
            case ["query", "sample", uuid, _, _]:
                self.stored[uuid.lower()] += 1
            case ["query", "batch"]:
                self.driver.tell("next")
            case ["query", "end"]:
                self._current = None
            case _:
                raise Fault(f"answers {self._current!r} with {line!r}")

    def _done(self, line: str, added: int, deleted: int) -> None:
        assert self._current is not None
        name, argument = self._current.split()
        unchanged = int(line.split()[3])
        wanted = (int(argument), 0) if name == "save" else (0, 1)
        if (added + unchanged, deleted) != wanted:
            raise Fault(f"answers {self._current!r} with {line!r}")
        self.added += wanted[0]
        self.deleted += wanted[1]
        self.answered += 1
        self._current = None

    def read_store(self) -> None:
        """All samples, by a query, into `stored`."""
        self._current = f"query {HEART_RATES}"
        self.driver.tell(self._current)
        self.driver.tell("next")


class Follower:
    """Follows changes from an empty store on, and counts how often each was seen."""

    def __init__(self, name: str, command: str, socket: Path) -> None:
        self.name = name
        self.driver = Driver(command, socket)
        self.added: Counter[str] = Counter()
        self.deleted: Counter[str] = Counter()
        self.has_caught_up = False
        self.driver.tell(f"watch {HEART_RATES}")
        self.driver.tell("next")

    def hear(self, line: str) -> None:
        match line.split():
            case ["added", uuid, _, _]:
                self.added[uuid.lower()] += 1
            case ["deleted", uuid]:
                self.deleted[uuid.lower()] += 1
            case ["caught-up"]:
                self.has_caught_up = True
            case ["anchor", _]:
                pass
            case ["batch"]:
                self.driver.tell("next")
            case _:
                raise Fault(f"prints {line!r} while it follows")
