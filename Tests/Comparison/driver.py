"""The program that does a lane's work: it is told what to do, and says how long that took."""

from __future__ import annotations

import contextlib
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class DriverError(Exception):
    pass


class CannotError(DriverError):
    """The lane has nothing of the kind."""


class Driver:
    def __init__(self, title: str, program: list[str], folder: Path) -> None:
        self._title = title
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *program, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def order(self, word: str, *numbers: int) -> dict[str, int]:
        """What it says, by name. Waits until the work is done."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = " ".join([word, *map(str, numbers)])
        try:
            self._process.stdin.write(line + "\n")
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        return parse_answer(answer, f"{self._title}, {line}")

    def end(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def parse_answer(answer: str, asked: str) -> dict[str, int]:
    words = answer.split()
    if words[:1] == ["cannot"]:
        raise CannotError(asked)
    if words[:1] != ["ok"]:
        raise DriverError(f"{asked}: {answer.strip() or 'the driver has ended'}")
    return {name: int(value) for name, _, value in (word.partition("=") for word in words[1:])}
