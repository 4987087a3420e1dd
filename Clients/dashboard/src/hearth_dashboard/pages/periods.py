"""The times that a page of a type shows: a day, a week, a month, six months or a year of the calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from .visit import day_after

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

#: Weeks of the half of a year.
_WEEKS = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A time and its buckets."""

    key: str
    #: The first day, and the one after the last.
    begin: date
    end: date
    #: The step of the buckets, as the client has it.
    every: str

    @property
    def before(self) -> Period:
        """The period of the same kind before it."""
        return period_of(self.key, day_after(self.begin, -1))

    @property
    def after(self) -> Period:
        """The period of the same kind after it."""
        # Half a year ends with the week of a day.
        return period_of(self.key, day_after(self.end, 7 * _WEEKS - 7 if self.key == "half" else 0))

    @property
    def title(self) -> str:
        """What it is called."""
        last = day_after(self.end, -1)
        match self.key:
            case "day":
                return f"{self.begin:%A}, {self.begin.day} {self.begin:%B %Y}"
            case "month":
                return f"{self.begin:%B %Y}"
            case "year":
                return f"{self.begin.year}"
            case _:
                year = "" if self.begin.year == last.year else f" {self.begin.year}"
                return f"{self.begin.day} {self.begin:%B}{year} – {last.day} {last:%B %Y}"

    def name(self, start: datetime) -> str:
        """What the bucket that begins then is called."""
        match self.every:
            case "1D":
                return f"{start:%A}, {start.day} {start:%B}"
            case "1W":
                return f"Week of {start.day} {start:%B}"
            case "1MS":
                return f"{start:%B %Y}"
            case _:
                return f"{start:%H:%M}"

    def labels(self, starts: Sequence[datetime]) -> dict[int, str]:
        """What is written below some of the buckets."""
        match self.key:
            case "day":
                return {row: f"{start:%H}" for row, start in enumerate(starts) if start.hour % 3 == 0}
            case "week":
                return {row: f"{start:%a} {start.day}" for row, start in enumerate(starts)}
            case "month":
                return {row: f"{start.day}" for row, start in enumerate(starts) if row % 5 == 0}
            case "half":
                return {
                    row: f"{start:%b}"
                    for row, start in enumerate(starts)
                    if start.day <= 7 and (row == 0 or starts[row - 1].month != start.month)
                }
            case _:
                return {row: f"{start:%b}" for row, start in enumerate(starts)}


#: The kinds of periods, and what they are called.
PERIODS = {"day": "Day", "week": "Week", "month": "Month", "half": "6 months", "year": "Year"}


def period_of(key: str, day: date) -> Period:
    """The period of a kind, one of `PERIODS`, in which a day lies."""
    match key:
        case "day":
            return Period(key=key, begin=day, end=day_after(day, 1), every="1h")
        case "month":
            begin = day.replace(day=1)
            return Period(key=key, begin=begin, end=day_after(begin, 31).replace(day=1), every="1D")
        case "half":
            end = day_after(day, 7 - day.weekday())
            return Period(key=key, begin=day_after(end, -7 * _WEEKS), end=end, every="1W")
        case "year":
            return Period(key=key, begin=date(day.year, 1, 1), end=date(day.year + 1, 1, 1), every="1MS")
        case _:
            begin = day_after(day, -day.weekday())
            return Period(key=key, begin=begin, end=day_after(begin, 7), every="1D")
