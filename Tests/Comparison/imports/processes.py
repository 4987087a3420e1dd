"""What a process costs: time, processor time and memory, as Linux counts them."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Between two looks at the memory of a process. Its highest value only grows, so that only what it gained since the
#: last look is missed.
_LOOK_SECONDS: Final = 0.005
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class ProgramError(Exception):
    """A program failed; the message has what it printed."""


@dataclass(frozen=True)
class Cost:
    seconds: float
    processor_seconds: float
    #: The most memory that was resident at a time.
    peak_bytes: int
    output: str


def peak_bytes(process: int) -> int:
    """0 if the process has ended. Not `ru_maxrss`: that starts from the memory of the process that forked."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def processor_seconds(process: int) -> float:
    """Of a process that runs, over all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def run(command: list[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Runs a program to its end."""
    begin = time.monotonic()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        text=True,
    )
    peak = 0
    has_ended = threading.Event()

    def look() -> None:
        nonlocal peak
        while True:
            peak = max(peak, peak_bytes(process.pid))
            if has_ended.wait(_LOOK_SECONDS):
                return

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    assert process.stdout is not None
    try:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begin
    except BaseException:
        process.kill()
        process.wait()
        raise
    finally:
        has_ended.set()
        watcher.join()
        process.stdout.close()
    # So that Popen does not wait for it.
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise ProgramError(f"{command[0]} ended with {process.returncode}: {output[-2000:]}")
    return Cost(seconds, usage.ru_utime + usage.ru_stime, peak, output)
