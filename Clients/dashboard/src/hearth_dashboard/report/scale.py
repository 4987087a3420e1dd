"""Scales: numbers to pixels, and the round numbers that are marked on an axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from hearth.samples.columns import Floats

_STEPS = (1.0, 2.0, 5.0)
#: What is drawn lies between these, so that no difference is infinite.
_DRAWN_MAX = 1e150
#: Smaller ranges are none: what is divided by them is infinite.
_SPAN_MIN = 1e-150
#: More marks are none that an axis has.
_MARKS_MAX = 100
#: Seconds between marks of times and of paces.
CLOCK_STEPS = (1.0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A straight line from numbers to pixels."""

    low: float
    high: float
    #: The pixels of `low` and `high`.
    begin: float
    end: float

    def at(self, values: Floats) -> Floats:
        """The pixel of each number."""
        low, high = (drawable(one) for one in (self.low, self.high))
        span = high - low
        across = np.clip(values, -_DRAWN_MAX, _DRAWN_MAX) - low
        pixels: Floats = self.begin + across * ((self.end - self.begin) / span if abs(span) > _SPAN_MIN else 0)
        return pixels

    def clipped(self, values: Floats) -> Floats:
        """Each number, or the end of the line that it is beyond."""
        inside: Floats = np.clip(values, min(self.low, self.high), max(self.low, self.high))
        return inside

    def pixel(self, value: float) -> float:
        """The pixel of a number."""
        return float(self.at(np.array([value]))[0])


def drawable(value: float) -> float:
    """A number, or the nearest that can be drawn.

    >>> drawable(72.5), drawable(1.7e308)
    (72.5, 1e+150)
    """
    return min(max(value, -_DRAWN_MAX), _DRAWN_MAX)


def round_step(span: float, most: int) -> float:
    """The least step of 1, 2 or 5 times a power of ten that divides a span into at most `most` parts.

    >>> round_step(100, 5), round_step(7, 4), round_step(0.3, 6)
    (20.0, 2.0, 0.05)
    """
    if not _SPAN_MIN < span < np.inf:
        return 1.0
    power = 10.0 ** np.floor(np.log10(span / most))
    return next((float(power * step) for step in _STEPS if span / (power * step) <= most), float(power * 10))


def clock_step(span: float, most: int) -> float:
    """The least step of whole seconds, minutes, hours or days that divides a span of seconds into at most `most` parts.

    >>> clock_step(3600, 6), clock_step(90, 5)
    (600, 30)
    """
    days = 86_400 * max(1.0, np.ceil(span / 86_400 / most))
    return next((step for step in CLOCK_STEPS if span / step <= most), float(days))


def marks(low: float, high: float, step: float) -> list[float]:
    """The multiples of a step from one number to another.

    >>> marks(92, 158, 20)
    [100.0, 120.0, 140.0]
    """
    if not abs(low / step) + abs(high / step) < np.inf:
        return []
    first, last = int(np.ceil(low / step - 1e-9)), int(np.floor(high / step + 1e-9))
    return [step * index * 1.0 for index in range(first, min(last, first + _MARKS_MAX) + 1)]
