"""How fast columns pass between numpy and the server.

usage: python benchmarks/columns.py [SAMPLES]

Starts the server that HEARTH names, else `hearth`, on a store of its own; each round saves and reads that many samples
(a million, if not said). Prints the median of five rounds, with the slowest and the fastest.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

import hearth

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
TYPE = "HKQuantityTypeIdentifierHeartRate"
UNIT = "count/min"


def made(count: int, index: int) -> hearth.Samples:
    """A round's samples: a second apart, none of them in another round."""
    starts = np.datetime64("2000-01-01", "ns") + np.arange(index * count, (index + 1) * count) * np.timedelta64(1, "s")
    return hearth.quantities(TYPE, starts, np.random.default_rng(index).uniform(40, 200, count), UNIT)


def checksum(arrays: list[np.ndarray]) -> float:
    """Touches every value, as a reader does."""
    return float(sum(array.sum() for array in arrays))


def measured(name: str, count: int, work: Callable[[int], int]) -> None:
    """Prints how fast the work is done, which says how many samples it was about."""
    rates = []
    for index in range(ROUNDS):
        begin = time.perf_counter()
        assert work(index) == count
        rates.append(count / (time.perf_counter() - begin) / 1e6)
    print(f"{name:32} {median(rates):6.2f} M samples/s ({min(rates):.2f} - {max(rates):.2f})")


def compare(client: hearth.Client, count: int) -> None:
    """All that is measured."""
    rounds = [made(count, index) for index in range(ROUNDS)]
    measured("saved from numpy", count, lambda index: client.save(rounds[index]).added)

    def batches(_: int) -> int:
        found = 0
        for batch in client.query(TYPE, unit=UNIT):
            found += len(batch)
            checksum([samples.values for samples in batch.samples])
        return found

    measured("read into numpy, in batches", count * ROUNDS, batches)
    measured("read into numpy, as one", count * ROUNDS, lambda _: len(client.read(TYPE, unit=UNIT)))

    def changes(_: int) -> int:
        return sum(len(samples) for batch in client.changes(TYPE, unit=UNIT) for samples in batch.added)

    measured("read as changes", count * ROUNDS, changes)
    # What of it is Python's: the reading again, with the time that this process alone worked.
    begin, found = time.process_time(), batches(0)
    print(
        f"{'of which the client works':32} {found / (time.process_time() - begin) / 1e6:6.2f} M samples/s of its time"
    )


def main() -> None:
    """Starts the server and compares."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        socket = f"{folder}/run/hearth.sock"
        command = [os.environ.get("HEARTH", "hearth"), "serve", "--store", f"{folder}/store", "--socket", socket]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            assert server.stderr is not None
            try:
                while "serves" not in (line := server.stderr.readline()):
                    assert line, "the server did not start"
                with hearth.Client(socket) as client:
                    compare(client, count)
            finally:
                server.send_signal(signal.SIGTERM)


if __name__ == "__main__":
    main()
