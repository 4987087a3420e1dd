"""Arrays that a program gives, checked: errors name the argument, never a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arguments import check_dimension, check_rows
from ..errors import ErrorCode, RequestError
from ..samples.numbers import finite
from ..samples.times import TIME, Time, Times, TimesLike, nanoseconds, times

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..samples.columns import Floats, Integers

NANOSECONDS = 1_000_000_000


def moments(given: TimesLike, field: str) -> Times:
    """A column of times. One that is not a time is refused."""
    array = times(given, field)
    missing = np.isnat(array)
    if missing.any():
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "A time is missing.", f"{field}[{int(np.argmax(missing))}]")
    return array


def column(given: npt.ArrayLike, field: str) -> Floats:
    """A column of numbers. NaN stands for one that is not known."""
    try:
        array = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "This is not a column of numbers.", field) from None
    check_dimension(array, field)
    return array


def numbers(given: npt.ArrayLike, field: str, count: int) -> Floats:
    """A column with a number for each of `count` rows."""
    array = column(given, field)
    check_rows(array, count, field)
    return array


def optional_numbers(given: npt.ArrayLike | None, field: str, count: int) -> Floats:
    """A column that may be absent: then nothing in it is known."""
    return np.full(count, np.nan) if given is None else numbers(given, field, count)


def positive(value: float, field: str) -> float:
    """A setting that must be finite and above 0."""
    number = finite(value, field)
    if number <= 0:
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "This must be a number above 0.", field)
    return number


def ticks(array: Times) -> Integers:
    """Nanoseconds since 1970."""
    return array.astype(TIME, copy=False).view(np.int64)


def as_times(numbers_since_1970: Integers) -> Times:
    """Times of nanoseconds since 1970."""
    return np.ascontiguousarray(numbers_since_1970, dtype=np.int64).view(TIME)


def tick(time: Time, field: str = "time") -> int:
    """Nanoseconds since 1970 of one time."""
    return nanoseconds(time, field)
