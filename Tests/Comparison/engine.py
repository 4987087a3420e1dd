"""Many overlapping sources, as `hearth-bench store` measures them: Hearth's engine in one process, without a server."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

from servers import ServerError
from works import ENGINE

if TYPE_CHECKING:
    from pathlib import Path

    from figures import Figures

# By the name of a row, and how many rows before it have the same name: 10 sources come before 100.
WORKS_OF_ROWS = {
    ("all of heart rate, by start", 0): "ordered1",
    ("all of heart rate of 10 apps, by start", 0): "ordered10",
    ("all of heart rate of 100 apps, by start", 0): "ordered100",
    ("all of a day in the middle", 0): "day1",
    ("all of a day in the middle of these", 0): "day10",
    ("all of a day in the middle of these", 1): "day100",
    ("sums of steps of 2 apps by day", 0): "merged2",
}

# From samples/s to k samples/s, from nanoseconds to µs.
FACTORS = {"samples_per_second": 1e-3, "nanoseconds": 1e-3}


def measure(samples: int, folder: Path, figures: Figures, *, quick: bool) -> None:
    command = [os.environ["HEARTH_BENCH"], "store", "--samples", str(samples), "--directory", str(folder), "--json"]
    done = subprocess.run(
        ["setpriv", "--pdeathsig", "KILL", *command, *(["--quick"] if quick else [])],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ServerError(f"hearth-bench store: {done.stderr.strip()[-1000:]}")
    take_over(done.stdout, figures)


def take_over(output: str, figures: Figures) -> None:
    """Each figure is the median of rounds; the best and the worst round are its spread."""
    rows: dict[str, int] = {}
    for result in json.loads(output)["results"]:
        name = result["work"]
        work = WORKS_OF_ROWS.get((name, rows.get(name, 0)))
        rows[name] = rows.get(name, 0) + 1
        if work is not None:
            for lane in ("hearth", "sqlite"):
                for figure in ("worst", "median", "best"):
                    figures.add(work, lane, result[lane][figure] * FACTORS[result["unit"]])
    for one in ENGINE:
        if figures.spread(one.key, "hearth") is None:
            raise ServerError(f"hearth-bench store has no row for '{one.title}'")
