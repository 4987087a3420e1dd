"""A client under test, as a transcript talks to it: what it was told and printed, and what that makes of a copy."""

from __future__ import annotations

from typing import Callable

import messages
from driver import Driver
from frame_socket import Deadline, Fault

_ENDS = ("batch", "end", "error", "failed")


class DrivenClient:
    """The driver of a client, and the copy of the store that an app would keep of the changes that it hands out."""

    def __init__(self, driver: Driver, patience: float, consumed: Callable[[], None]) -> None:
        self.driver = driver
        self._patience = patience
        # Told of each batch that the client has worked through.
        self._consumed = consumed
        self._copy: set[str] = set()
        self._printed: list[str] = []
        # Whether a batch was asked for that has not come.
        self.is_asked = False

    def tell(self, task: str) -> None:
        if task == "next":
            self.is_asked = True
        self.driver.tell(messages.with_shorthands(task))

    def next_line(self) -> str:
        line = self.driver.line(Deadline(self._patience))
        self._printed.append(line)
        words = line.split()
        if words[:1] == ["added"]:
            self._copy.add(words[1].lower())
        elif words[:1] == ["deleted"]:
            self._copy.discard(words[1].lower())
        elif words[:1] == ["reset"]:
            self._copy.clear()
        elif words[:1] == ["batch"]:
            self._consumed()
        if words[:1] and words[0] in _ENDS:
            self.is_asked = False
        return line

    def expect_line(self, wanted: str) -> None:
        line = self.next_line()
        if not messages.printed_equally(messages.with_shorthands(wanted), line):
            raise Fault(f"prints: {line}")

    def expect_batch(self, numbers: str) -> None:
        """These samples, and the end of the batch."""
        for number in numbers.split():
            self.expect_line(f"sample @heart_rate({number})")
        self.expect_line("batch")

    def go_on_asking(self) -> None:
        """An app that reads changes goes on with it, also while its client looks for the server."""
        while self.is_asked and self.driver.has_line():
            self.next_line()
            if not self.is_asked:
                self.tell("next")

    def take(self, numbers: str) -> None:
        """Takes batches until all of these samples have come."""
        wanted = _identifiers(numbers)
        while not wanted <= self._copy or self.is_asked:
            if not self.is_asked:
                self.tell("next")
            while self.is_asked:
                line = self.next_line()
                if line.split()[:1] in (["end"], ["error"], ["failed"]):
                    raise Fault(f"prints: {line}")

    def start_over(self) -> None:
        """The state comes anew."""
        self._copy.clear()

    def compare_copy(self, numbers: str) -> None:
        """The changes so far make exactly these samples."""
        wanted = _identifiers(numbers)
        if self._copy != wanted:
            raise Fault(
                f"has handed out changes that make {len(self._copy)} samples:"
                f" {len(wanted - self._copy)} are missing, {len(self._copy - wanted)} too many"
            )

    def look_for(self, marker: str) -> None:
        """What it has printed so far, and said on standard error, does not have the marker in it."""
        if any(marker in text for text in [*self._printed, self.driver.errors()]):
            raise Fault("says what is nobody else's business")


def _identifiers(numbers: str) -> set[str]:
    return {messages.sample_words(int(number)).split()[0] for number in numbers.split()}
