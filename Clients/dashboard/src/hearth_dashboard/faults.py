"""Faults of the program itself: said with their place, and without the values that led to them."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

#: What is said instead of a page.
FAULT = "This could not be shown, because of a fault of the dashboard."


#: What was said already: pages are made again and again.
_noted: set[str] = set()


def note(error: BaseException) -> None:
    """Says once which kind of error was raised, and where. Its text may hold health values."""
    place = place_of(error)
    if place not in _noted:
        _noted.add(place)
        print(f"hearth-dashboard: a fault: {place}", file=sys.stderr, flush=True)


def place_of(error: BaseException) -> str:
    """The kind of an error, and the file and line that raised it."""
    steps = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(steps[-1].filename).name}, line {steps[-1].lineno}" if steps else ""
    return f"{type(error).__name__}{where}"
