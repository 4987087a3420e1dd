"""Times: signed nanoseconds since 1970 in the protocol, `datetime64[ns]` in arrays."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import ErrorCode, RequestError
from .numbers import int64

if TYPE_CHECKING:
    from collections.abc import Sequence

#: One time: an aware `datetime`, a `datetime64` in UTC, or nanoseconds since 1970.
Time: TypeAlias = "datetime | np.datetime64 | int"
#: Many times: an array of `datetime64` in UTC or of nanoseconds since 1970, a series of a data frame, or a list.
TimesLike: TypeAlias = "npt.ArrayLike | Sequence[datetime]"
Times: TypeAlias = "npt.NDArray[np.datetime64]"

TIME = np.dtype("<M8[ns]")
#: Times of samples lie from here to before the next.
EARLIEST = np.datetime64("1900-01-01", "ns")
LATEST = np.datetime64("2150-01-01", "ns")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NANOSECONDS = np.dtype("<i8")


def nanoseconds(time: Time, field: str = "") -> int:
    """The protocol's number for a time, exactly."""
    if isinstance(time, datetime):
        if time.tzinfo is None:
            raise RequestError(ErrorCode.INVALID_ARGUMENT, "A datetime needs a time zone.", field)
        # A timestamp of pandas is a datetime, and has nanoseconds beside the microseconds.
        number = (time - _EPOCH) // timedelta(microseconds=1) * 1000 + getattr(time, "nanosecond", 0)
        return int64(number, field)
    if isinstance(time, np.datetime64):
        exact = time.astype(TIME)
        if np.isnat(time) or exact.astype(time.dtype) != time:
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "Nanoseconds of 64 bits do not reach that time.", field)
        return int(exact.astype(np.int64))
    if isinstance(time, bool | date) or not isinstance(time, int | np.integer):
        raise RequestError(
            ErrorCode.INVALID_ARGUMENT, f"A {type(time).__name__} is no datetime, datetime64 or nanoseconds.", field
        )
    return int64(int(time), field)


def times(given: TimesLike, field: str) -> Times:
    """An array of the protocol's times. What is not there already in nanoseconds is copied."""
    array = _array(given, field)
    if array.ndim != 1:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "A column has one dimension.", field)
    if array.dtype.kind == "M":
        array = _in_nanoseconds(array, field)
    elif (array.dtype.kind in "iu" and array.dtype.itemsize == 8) or not len(array):
        numbers = array.astype(_NANOSECONDS, copy=False)
        if array.dtype.kind == "u" and (numbers < 0).any():
            row = int(np.flatnonzero(numbers < 0)[0])
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "An integer has 64 bits.", f"{field}[{row}]")
        array = numbers.view(TIME)
    else:
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "Times are datetimes, datetime64 or int64 nanoseconds.", field)
    return np.ascontiguousarray(array)


def check_range(array: Times, field: str) -> None:
    """Raises when one is not a time that a sample may have."""
    # NaT, the smallest integer, is neither before nor after any time.
    right = (array >= EARLIEST) & (array < LATEST)
    if not right.all():
        row = int(np.flatnonzero(~right)[0])
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "Times lie in 1900 to 2149.", f"{field}[{row}]")


def _array(given: TimesLike, field: str) -> npt.NDArray[np.generic]:
    # Series of data frames with a time zone convert themselves to UTC only when they are asked for datetime64: in the
    # unit that they have, as they wrap around in another one without a word.
    kind = getattr(given, "dtype", None)
    has_zone = getattr(kind, "tz", None) is not None
    try:
        array = np.asarray(given, dtype=np.dtype(f"M8[{getattr(kind, 'unit', 'ns')}]") if has_zone else None)
    except (TypeError, ValueError):
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "Not a column of times.", field) from None
    if array.dtype.kind == "O":
        numbers = [nanoseconds(time, f"{field}[{row}]") for row, time in enumerate(array.tolist())]
        array = np.array(numbers, dtype=_NANOSECONDS)
    return array


def _in_nanoseconds(array: npt.NDArray[np.generic], field: str) -> Times:
    exact = array.astype(TIME, copy=False)
    # numpy wraps around without a word.
    changed = np.isnat(array) if array.dtype == TIME else np.isnat(array) | (exact.astype(array.dtype) != array)
    if changed.any():
        row = int(np.flatnonzero(changed)[0])
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "Not a time, or out of reach.", f"{field}[{row}]")
    return exact
