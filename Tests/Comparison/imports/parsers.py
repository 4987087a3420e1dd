"""Reads a workout file with a library of Python, and stores nothing.

usage: python -m imports.parsers gpxpy|fitdecode FILE

Prints the seconds that this took, without the start of Python and its imports, and the points that were read.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path


def _gpxpy(path: Path) -> tuple[float, int]:
    import gpxpy

    begin = time.monotonic()
    with path.open(encoding="utf-8") as file:
        parsed = gpxpy.parse(file)
    return time.monotonic() - begin, parsed.get_points_no()


def _fitdecode(path: Path) -> tuple[float, int]:
    import fitdecode

    begin = time.monotonic()
    points = 0
    with fitdecode.FitReader(path, check_crc=fitdecode.CrcCheck.RAISE) as reader:
        for frame in reader:
            points += isinstance(frame, fitdecode.FitDataMessage) and frame.name == "record"
    return time.monotonic() - begin, points


def main() -> None:
    read = {"gpxpy": _gpxpy, "fitdecode": _fitdecode}[sys.argv[1]]
    print(*read(Path(sys.argv[2])))


if __name__ == "__main__":
    main()
