"""Another app that saves a heart rate every few milliseconds, one at a time, until its input ends.

usage: python -m imports.saver SOCKET MILLISECONDS

It prints `ready` after its first save, and at the end the milliseconds that each took as JSON. They count from the
moment when the save was due: one that waits delays those that follow, and that counts too.
"""

from __future__ import annotations

import json
import select
import sys
import time

import hearth
import numpy as np


def main() -> None:
    socket, interval = sys.argv[1], int(sys.argv[2]) / 1000
    taken: list[float] = []
    with hearth.Client(socket, app="org.example.sensor") as client:
        _save(client)
        print("ready", flush=True)
        due = time.monotonic()
        while not _has_ended(due):
            _save(client)
            taken.append((time.monotonic() - due) * 1000)
            due += interval
    print(json.dumps(taken))


def _has_ended(due: float) -> bool:
    """Waits until a save is due, or the input ends."""
    readable, _, _ = select.select([sys.stdin], [], [], max(due - time.monotonic(), 0))
    return bool(readable)


def _save(client: hearth.Client) -> None:
    now = np.datetime64(time.time_ns(), "ns")
    client.save(hearth.quantities("heartRate", [now], [70.0], "count/min"))


if __name__ == "__main__":
    main()
