"""What apps are called, everywhere by one rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .markup import written
from .units import UNKNOWN

if TYPE_CHECKING:
    from hearth import Source

#: Letters of a name: an app may say a longer one.
NAME_MAX = 80


def app_name(source: Source | None) -> str:
    """What people call an app: the name that it says, else its identifier; of either no more than people read.

    >>> from hearth import Source
    >>> app_name(Source("org.example.diary", "Diary")), app_name(Source("org.example.diary", " ")), app_name(None)
    ('Diary', 'org.example.diary', '–')
    """
    if source is None:
        return UNKNOWN
    name = source.name if source.name.strip() else source.bundle_identifier
    shown = written(name[: NAME_MAX + 1])
    return shown if len(shown) <= NAME_MAX else f"{shown[: NAME_MAX - 1]}…"
