"""Units as people write them, which are those of the `hearth` command. They differ from the protocol's in three cases:

- `%` is a percentage: 97 % is what HealthKit and the protocol store as 0.97.
- `1` is the unit of a plain number: a percentage in it is a share, 0.97.
- `mmol/L` of blood glucose needs no molar mass.

A payload holds the protocol's numbers and unit, so that what was read can be saved again without a change.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ErrorCode, RequestError
from ..nearest import nearest, question
from ..type_table import STORAGE_UNITS
from .dimensions import are_different, is_no_unit
from .short_names import short_name

if TYPE_CHECKING:
    from .columns import Floats

PERCENT = "%"
#: The types whose storage unit it is.
PERCENTAGES = frozenset(identifier for identifier, unit in STORAGE_UNITS.items() if unit == PERCENT)
_IDENTIFIER = re.compile(r"HK\w+")
_GLUCOSE = "HKQuantityTypeIdentifierBloodGlucose"
_MOLE_OF_GLUCOSE = "mol<180.1558800000541>"
#: Decimals up to which moving the point is exact, and what moves it.
_DECIMALS, _SHIFTED = 1e10, 1e12
#: Integers above are not exact.
_EXACT = 2.0**53


_COMMON = (
    *("count", "%", "count/min", "count/s", "count/hr", "IU", "dBASPL", "dBHL", "mcS", "mV", "W", "mmHg", "kPa"),
    *("kg", "g", "mg", "mcg", "lb", "oz", "st", "mg/dL", "mmol/L", "degC", "degF", "K", "kcal", "cal", "kJ", "J"),
    *("m", "km", "cm", "mm", "ft", "in", "yd", "mi", "m/s", "km/hr", "mi/hr", "L", "mL", "dL", "L/min"),
    *("s", "ms", "min", "hr", "d"),
)
#: What people and other programs call units.
_SYNONYMS = {
    "beatsmin": ["count/min"],
    "bpm": ["count/min"],
    "c": ["degC"],
    "calorie": ["kcal", "cal"],
    "celsius": ["degC"],
    "day": ["d"],
    "f": ["degF"],
    "fahrenheit": ["degF"],
    "feet": ["ft"],
    "gram": ["g"],
    "h": ["hr"],
    "hour": ["hr"],
    "inch": ["in"],
    "kgs": ["kg"],
    "kilogram": ["kg"],
    "kilometer": ["km"],
    "kmh": ["km/hr"],
    "kph": ["km/hr"],
    "lbs": ["lb"],
    "liter": ["L"],
    "meter": ["m"],
    "mile": ["mi"],
    "minute": ["min"],
    "mmol": ["mmol/L"],
    "mph": ["mi/hr"],
    "ounce": ["oz"],
    "percent": ["%"],
    "pound": ["lb"],
    "rpm": ["count/min"],
    "sec": ["s"],
    "second": ["s"],
    "step": ["count"],
    "ug": ["mcg"],
}


def check_unit(type: str, unit: str) -> None:
    """Raises for a unit that does not exist, or that measures something else than the type, which is an identifier. A
    type that is not known here is left to the server."""
    storage_unit = STORAGE_UNITS.get(type)
    if not unit or not storage_unit:
        return
    written = protocol_unit(type, unit)
    if is_no_unit(written) or are_different(written, storage_unit):
        text = explained_unit(unit, f"{unit} is not a unit for {type}")
        raise RequestError(ErrorCode.INCOMPATIBLE_UNIT, text, "quantity.unit")


def check_any_unit(unit: str, field: str) -> None:
    """Raises for a unit that does not exist."""
    if is_no_unit(unit):
        raise RequestError(ErrorCode.INCOMPATIBLE_UNIT, explained_unit(unit, "The text is not a unit."), field)


def explained_unit(unit: str, text: str) -> str:
    """The server's text about a wrong unit, with the unit as the app wrote it and those that it may have meant."""
    found = text if unit in text else f"{unit!r} is not a unit."
    named = _IDENTIFIER.search(text)
    meant = question([one for one in nearest(unit, _COMMON, _SYNONYMS) if one != unit])
    if named is None:
        return f"{found.removesuffix('.')}.{meant} 'hearth types TYPE' lists the units of a type."
    name = short_name(named[0])
    return f"{found.replace(named[0], name).removesuffix('.')}.{meant} 'hearth types {name}' lists its units."


def protocol_unit(type: str, unit: str) -> str:
    """The protocol's text for a unit of a type, which is an identifier."""
    if unit == "1" and type in PERCENTAGES:
        return "count"
    if type == _GLUCOSE and "<" not in unit:
        return unit.replace("mol", _MOLE_OF_GLUCOSE)
    return unit


def written_unit(type: str, unit: str) -> str:
    """The text that people write for a unit of the protocol."""
    if unit == "count" and type in PERCENTAGES:
        return "1"
    return unit.replace(_MOLE_OF_GLUCOSE, "mol") if type == _GLUCOSE else unit


def is_percentage(type: str, unit: str) -> bool:
    """Whether values in the unit are percentages; "" is the type's storage unit."""
    return unit == PERCENT or (not unit and type in PERCENTAGES)


def shares(percentages: Floats) -> Floats:
    """The protocol's numbers for percentages: 97.3 is 0.973."""
    return _shifted(percentages, _DECIMALS, _SHIFTED, percentages / 100)


def percentages(shares: Floats) -> Floats:
    """The percentages of the protocol's numbers: 0.973 is 97.3."""
    return _shifted(shares, _SHIFTED, _DECIMALS, shares * 100)


def share(percentage: float) -> float:
    """As `shares`, of one."""
    return float(shares(np.array([percentage]))[0])


def percentage(share: float) -> float:
    """As `percentages`, of one."""
    return float(percentages(np.array([share]))[0])


def _shifted(numbers: Floats, decimals: float, divisor: float, others: Floats) -> Floats:
    """The numbers with their decimal point moved, for those of few decimals: 97.3 / 100 alone is not always the number
    that is written 0.973. `others` are for the rest."""
    with np.errstate(over="ignore", invalid="ignore"):
        digits = np.rint(numbers * decimals)
        is_short = (np.abs(digits) < _EXACT) & (digits / decimals == numbers)
    found: Floats = np.where(is_short, digits / divisor, others)
    return found
