"""A client under test: a program that is told on standard input what to do, and prints what came of it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from pathlib import Path

from frame_socket import Deadline, Fault, wait_for


class Unsupported(Exception):
    """The client does not have what a task asks for."""


class Driver:
    def __init__(self, command: str, socket_path: Path) -> None:
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "HEARTH_SOCKET": str(socket_path)},
            start_new_session=True,
        )
        self._pending = b""
        self._lines: list[str] = []
        self._is_over = False

    def fileno(self) -> int:
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def tell(self, task: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{task}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise Fault(f"has ended before the task: {task}") from error

    def read_some(self) -> None:
        """Reads what was printed; to be called when there is something."""
        data = os.read(self.fileno(), 1 << 16)
        if not data:
            self._is_over = True
            raise Fault("has ended")
        *lines, self._pending = (self._pending + data).split(b"\n")
        self._lines += [line.decode(errors="replace").strip() for line in lines]
        if "unsupported" in self._lines:
            raise Unsupported

    def printed(self) -> str | None:
        """The next line, when there is one."""
        return self._lines.pop(0) if self._lines else None

    def has_line(self) -> bool:
        return bool(self._lines)

    def failure(self) -> str | None:
        """The line that says that a task has failed, when it is the next one; it is taken."""
        if self._lines and self._lines[0].split()[:1] in (["error"], ["failed"]):
            return self._lines.pop(0)
        return None

    def line(self, deadline: Deadline) -> str:
        while (line := self.printed()) is None:
            if not wait_for([self.fileno()], deadline):
                raise Fault("prints nothing")
            self.read_some()
        return line

    def finish(self, deadline: Deadline) -> None:
        """Says that there are no more tasks; the driver is to end by itself, and well."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            code = self._process.wait(deadline.left())
        except subprocess.TimeoutExpired as error:
            raise Fault("does not end when its input ends") from error
        if code != 0:
            raise Fault(f"ends with {code}")

    def kill(self) -> str:
        """Ends it in any case; the last of what it said on standard error."""
        try:
            # A command that starts others, as a shell's script does, has a group with them.
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except BrokenPipeError:
                pass
        with self._errors:
            return self.errors()[-2_000:]

    def errors(self) -> str:
        """What it said on standard error."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").strip()
