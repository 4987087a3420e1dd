"""Moments as files write them. Tables make that fast: millions are needed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

HOUR: Final = 3_600
DAY: Final = 24 * HOUR
#: The day after the last one.
END: Final = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp())


def is_summer(seconds: int) -> bool:
    """Whether clocks are set to summer time: from April to October, by UTC."""
    return 4 <= datetime.fromtimestamp(seconds, UTC).month <= 10


class Clock:
    """Writes the moments of a period of whole days before END as Apple's exports do: in local time, with the offset."""

    def __init__(self, days: int) -> None:
        self.start = END - days * DAY
        # A day more at either end: for what ends or was created later.
        self._first = self.start - DAY
        self._hours = [self._hour(self._first + hour * HOUR) for hour in range((days + 3) * 24)]
        self._rests = [f"{second // 60:02}:{second % 60:02}" for second in range(HOUR)]

    @staticmethod
    def _hour(seconds: int) -> tuple[str, str]:
        offset = 2 if is_summer(seconds) else 1
        local = datetime.fromtimestamp(seconds + offset * HOUR, UTC)
        return f"{local:%Y-%m-%d %H:}", f" +0{offset}00"

    def text(self, seconds: int) -> str:
        hour, rest = divmod(seconds - self._first, HOUR)
        before, after = self._hours[hour]
        return before + self._rests[rest] + after


def utc(seconds: int) -> str:
    """As GPX files have it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19] + "Z"
