"""Quantities as people read them: in which unit, and with how many digits."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from hearth.type_table import STORAGE_UNITS

from ..report.units import UNKNOWN, minus_text, number_text

if TYPE_CHECKING:
    from ..report import Units

#: Per cent: a change by more is one of kind.
_CHANGE_MAX = 1e6
#: The units of lengths that are short, how many of them a long one has, and the size below which it is short.
_SHORT = {"km": ("m", 1000.0), "mi": ("ft", 5280.0)}
_SHORT_MAX = 0.1
#: What is not written after a number, and what is written instead.
_WRITTEN = {"count": "", "count/min": "/min", "degC": "°C", "mcg": "µg"}


def unit_of(identifier: str, units: Units) -> str:
    """The unit in which a quantity type is shown."""
    unit = STORAGE_UNITS.get(identifier, "")
    if unit == "m" and "Distance" in identifier:
        return units.long_name
    return unit


def quantity_text(value: float, unit: str) -> str:
    """A value with its unit, in three digits or more.

    >>> quantity_text(8123.4, "count"), quantity_text(72.46, "kg"), quantity_text(0.974, "km")
    ('8,123', '72.5 kg', '0.974 km')
    >>> quantity_text(0.0003, "km"), quantity_text(0.05, "mi"), quantity_text(1.7e300, "kg")
    ('0.300 m', '264 ft', '1.7e+300 kg')
    """
    if not np.isfinite(value):
        return UNKNOWN
    value, unit = _in_near_unit(value, unit)
    written = _WRITTEN.get(unit, unit)
    return f"{number_text(value)}{' ' if written else ''}{written}"


def range_text(low: float, high: float, unit: str) -> str:
    """Two values with their unit.

    >>> range_text(52, 141, "count/min"), range_text(0.05, 0.4, "km"), range_text(0.05, 0.06, "km")
    ('52 – 141 /min', '50 m – 0.400 km', '50 – 60 m')
    """
    near, (last, near_unit) = _in_near_unit(low, unit), _in_near_unit(high, unit)
    first = number_text(near[0]) if near[1] == near_unit else quantity_text(low, unit)
    return f"{first} – {quantity_text(last, near_unit)}"


def _in_near_unit(value: float, unit: str) -> tuple[float, str]:
    """A length that is short in a short unit, and every other value as it is."""
    if unit in _SHORT and 0 < abs(value) < _SHORT_MAX:
        short, count = _SHORT[unit]
        return float(f"{value * count:.12g}"), short
    return value, unit


def change_text(value: float, before: float) -> str:
    """By how much a value differs from the one before it.

    >>> change_text(110, 100), change_text(95, 100), change_text(99.9, 100), change_text(1, 0)
    ('+10 %', '−5 %', '0 %', '')
    """
    if not np.isfinite(value) or not np.isfinite(before) or before == 0:
        return ""
    # In Python's numbers, which are infinite without a warning.
    share = (float(value) / abs(float(before)) - math.copysign(1, before)) * 100
    if not abs(share) <= _CHANGE_MAX:
        return ""
    percent = round(share)
    return minus_text(f"{percent:+} %") if percent else "0 %"
