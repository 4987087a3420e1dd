"""The values that a quantity type can have by its definition or by physics, and of some types those that a person can
have. What is healthy does not matter.

The rule is that of the `hearth` command. The server accepts any finite number, as HealthKit does.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ErrorCode, RequestError
from ..type_table import STORAGE_UNITS
from .short_names import short_name
from .units import PERCENT, written_unit

if TYPE_CHECKING:
    from .columns import Floats
    from .quantities import Quantities

#: Shares of a whole. Perfusion is a ratio, which has no upper end.
_SHARES = {
    "oxygenSaturation",
    "bodyFatPercentage",
    "bloodAlcoholContent",
    "atrialFibrillationBurden",
    "appleWalkingSteadiness",
    "walkingAsymmetryPercentage",
    "walkingDoubleSupportPercentage",
}
#: What people have, in the storage unit, of types that are often written in another one. The `hearth` command has the
#: same numbers.
_LIMITS = {
    "height": (0.2, 3),
    "waistCircumference": (0.1, 4),
    "bodyMass": (0.2, 700),
    "leanBodyMass": (0.2, 700),
    "bodyMassIndex": (3, 250),
    "bodyTemperature": (13, 47),
    "basalBodyTemperature": (13, 47),
    "bloodGlucose": (9, 3000),
}
_ABSOLUTE_ZEROS = {"degC": -273.15, "degF": -459.67, "K": 0.0}
#: A saturation in percent from here down is HealthKit's fraction, 0.97 for 97 %.
_LEAST_SATURATION = 0.01


def check_plausible(type: str, quantities: Quantities) -> None:
    """Raises for a value that the type cannot have; `quantities` holds the protocol's numbers."""
    storage_unit = STORAGE_UNITS.get(type, "")
    unit = quantities.unit or storage_unit
    limits = _limits(short_name(type), storage_unit, unit)
    if limits is None:
        return
    checks = [limits]
    if unit == storage_unit and short_name(type) in _LIMITS:
        checks.append(_LIMITS[short_name(type)])
    columns = {
        "values": quantities.values,
        "minimums": quantities.minimums,
        "maximums": quantities.maximums,
        "most_recents": quantities.most_recents,
        "points.values": None if quantities.points is None else quantities.points.values,
    }
    for name, column in columns.items():
        if column is not None and len(column):
            for limits in checks:
                _check(type, quantities.unit, column, limits, f"quantity.{name}")


def _limits(name: str, storage_unit: str, unit: str) -> tuple[float, float] | None:
    """The least and the greatest value in the unit. None: the type can have any value."""
    # Sound levels and depths are relative to a reference, so they can be negative.
    if not storage_unit or storage_unit == "dBASPL" or name == "underwaterDepth":
        return None
    if storage_unit == "degC":
        zero = _ABSOLUTE_ZEROS.get(unit)
        return None if zero is None else (zero, math.inf)
    return (0, 1) if storage_unit == PERCENT and name in _SHARES else (0, math.inf)


def _check(type: str, unit: str, column: Floats, limits: tuple[float, float], field: str) -> None:
    least, greatest = limits
    name = short_name(type)
    wrong = (column < least) | (column > greatest)
    text = f"The value is impossible: {name} {_allowed(type, unit, limits)}."
    if name == "oxygenSaturation" and not wrong.any():
        wrong = (column > 0) & (column <= _LEAST_SATURATION)
        text = "A saturation of 1 % or less is not plausible: 97 % is 97 in the unit '%', and 0.97 in '1'."
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        text += " Give force=True to save it."
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"{field}[{row}]")


def _allowed(type: str, unit: str, limits: tuple[float, float]) -> str:
    """The limits, in the unit of the values as people write it."""
    unit = written_unit(type, unit or STORAGE_UNITS[type])
    after = "" if unit == "1" else f" {unit}"
    least, greatest = (limit * 100 if unit == PERCENT else limit for limit in limits)
    if math.isinf(greatest):
        return f"is not below {least:g}{after}"
    return f"is between {least:g}{after} and {greatest:g}{after}"
