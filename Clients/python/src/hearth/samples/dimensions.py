"""The names of units and what they measure. What a text in parentheses measures, the server decides."""

from __future__ import annotations

import re
from functools import cache

#: The unit's names, by what they measure. A watt is not a joule a second, as in HealthKit.
_NAMES = {
    "scalar": "count % 1",
    "mass": "g oz lb st",
    "length": "m in ft yd mi",
    "volume": "L l fl_oz_us fl_oz_imp pt_us pt_imp cup_us cup_imp",
    "time": "s min hr d",
    "energy": "J cal kcal Cal",
    "power": "W",
    "pressure": "Pa mmHg cmAq atm inHg",
    "temperature": "K degC degF",
    "conductance": "S",
    "potential": "V",
    "pharmacology": "IU",
    "sound": "dBASPL",
    "hearing": "dBHL",
    "effort": "appleEffortScore",
    "amount": "mol",
    "angle": "rad deg",
    "frequency": "Hz",
    "illuminance": "lx",
    "optical power": "D",
    "prism": "pD",
}
_MEASURED = {name: measured for measured, names in _NAMES.items() for name in names.split()}
#: A mole with a molar mass is a mass.
_MOLE_OF = re.compile(r"mol<[0-9.]+>")
#: A prefix of the units that take one, the unit, and its power.
_FACTOR = re.compile(
    r"(?:(?:da|mc|[fpnmcdhkMGT])(?=(?:g|m|L|l|s|J|W|Pa|K|rad|Hz|S|V|lx|mol)(?:\^|$)))?([A-Za-z_]+|%|1)(?:\^(-?\d+))?"
)
#: A name in the text of a unit, and what else such a text has.
_NAME = re.compile(r"[A-Za-z_%]+")
_CHARACTERS = re.compile(r"[A-Za-z_%0-9*.·/^()<>-]*")

#: The power of each thing that is measured.
Dimension = frozenset[tuple[str, int]]


@cache
def dimension_of(unit: str) -> Dimension | None:
    """What a unit measures. None: it is not known here.

    >>> dimension_of("mg/dL") == dimension_of("kg/m^3")
    True
    """
    numerator, slash, denominator = _MOLE_OF.sub("g", unit).partition("/")
    powers: dict[str, int] = {}
    for product, sign in [(numerator, 1), *([(denominator, -1)] if slash else [])]:
        inner = product[1:-1] if product.startswith("(") and product.endswith(")") else product
        for factor in re.split(r"[*.·]", inner):
            match = _FACTOR.fullmatch(factor)
            whole = factor.partition("^")[0]
            # A whole name comes before a prefix with a name: `min` is the minute.
            name = whole if whole in _MEASURED else match[1] if match else ""
            if match is None or (measured := _MEASURED.get(name)) is None:
                return None
            power = sign * int(match[2] or 1)
            if measured == "volume":
                measured, power = "length", 3 * power
            powers[measured] = powers.get(measured, 0) + power
    return frozenset((measured, power) for measured, power in powers.items() if power and measured != "scalar")


def is_no_unit(text: str) -> bool:
    """Whether no server takes the text as a unit: it names what is none, or has a character that no unit has. How names
    are put together is left to the server.

    >>> is_no_unit("bpm"), is_no_unit("mL/(kg*min)")
    (True, False)
    """
    names = _NAME.findall(_MOLE_OF.sub("mol", text))
    return _CHARACTERS.fullmatch(text) is None or any(dimension_of(name) is None for name in names)


def are_different(unit: str, other: str) -> bool:
    """Whether it is known here that no value in one unit can be converted to the other."""
    dimension, expected = dimension_of(unit), dimension_of(other)
    return dimension is not None and expected is not None and dimension != expected
