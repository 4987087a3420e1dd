"""Faults of the program itself: said with their place, and without the values that led to them."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

import hearth

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


def said(error: hearth.HearthError) -> tuple[str, str | None]:
    """What people are told of an error of the server or the client, in words, and by which code a search finds it. Its
    text never holds a health value."""
    if isinstance(error, hearth.ConnectionLostError):
        return "The Hearth server is not running. Start it with 'hearth serve'.", None
    if isinstance(error, hearth.RequestError):
        name = error.code.name if error.code == error.number else str(error.number)
        return error.text, f"Code {name}"
    return str(error), None
