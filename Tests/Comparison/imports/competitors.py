"""What people use instead of `hearth import`."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from imports import processes

if TYPE_CHECKING:
    from pathlib import Path

    from imports.processes import Cost

_PREFIXES = ("HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier")


def healthkit_to_sqlite(archive: Path, database: Path) -> Cost:
    """Its own command, without its progress bar. `run` sets the interpreter of its environment."""
    program = "from healthkit_to_sqlite.cli import cli; cli()"
    return processes.run([os.environ["HEALTHKIT_TO_SQLITE"], "-c", program, "--silent", str(archive), str(database)])


def rows(database: Path, types: list[str]) -> dict[str, int]:
    """The rows of each type that it has a table for: it stores records, workouts, and the positions of routes."""
    found = {}
    with closing(sqlite3.connect(database)) as opened:
        tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for kind in types:
            name = "workouts" if kind == "HKWorkoutTypeIdentifier" else f"r{_short(kind)}"
            if name in tables:
                found[kind] = _count(opened, name)
        found["positions"] = _count(opened, "workout_points") if "workout_points" in tables else 0
    return found


def _short(kind: str) -> str:
    for prefix in _PREFIXES:
        kind = kind.removeprefix(prefix)
    return kind


def _count(opened: sqlite3.Connection, table: str) -> int:
    (count,) = opened.execute(f"SELECT count(*) FROM [{table}]").fetchone()
    return int(count)


def parse(library: str, path: Path) -> tuple[float, int, Cost]:
    """The seconds in which a library of Python reads a file, and the points that it finds."""
    cost = processes.run([sys.executable, "-m", "imports.parsers", library, str(path)])
    seconds, points = cost.output.split()
    return float(seconds), int(points), cost


def version() -> str:
    """Of healthkit-to-sqlite."""
    program = "import importlib.metadata; print(importlib.metadata.version('healthkit-to-sqlite'))"
    return processes.run([os.environ["HEALTHKIT_TO_SQLITE"], "-c", program]).output.strip()
