"""Why the saves of an app are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..report.markup import Markup, element

if TYPE_CHECKING:
    from datetime import datetime

    from ..access import Refused
    from .visit import Visit


def refused_saves(visit: Visit, refused: Refused | None) -> Markup | None:
    """Says since when and until when, and how that ends. None: they are not."""
    if refused is None:
        return None

    def when(word: str, time: datetime | None) -> str:
        return "" if time is None else f" {word} {time.astimezone(visit.zone):%Y-%m-%d %H:%M}"

    return element(
        "p",
        f"Its saves are refused{when('until', refused.until)}, or until you allow it to save:"
        f"{when('since', refused.since)} it has tried UUIDs of samples that it may not see.",
        class_="note",
    )
