"""Numbers that the protocol can hold."""

from __future__ import annotations

import math

import numpy as np

from ..arguments import wrong_type
from ..errors import ErrorCode, RequestError


def finite(number: float, field: str) -> float:
    """The number. NaN, the infinities and what lies beyond a float are refused."""
    if isinstance(number, bool) or not isinstance(number, int | float | np.integer | np.floating):
        raise wrong_type(number, "a number", field)
    try:
        value = float(number)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "A number must be finite.", field)
    return value


def int64(number: int, field: str) -> int:
    """The number, as far as 64 bits hold it."""
    if not -(1 << 63) <= number < 1 << 63:
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "The integer does not fit into 64 bits.", field)
    return number
