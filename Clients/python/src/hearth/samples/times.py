"""Times: signed nanoseconds since 1970 in the protocol, `datetime64[ns]` in arrays.

What has no time zone means what its kind means elsewhere in Python and in the `hearth` command: a `datetime`, a `date`
and a text are local time, as in `datetime.timestamp()`; a `datetime64` and a `pandas.Timestamp` are UTC.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from ..arguments import check_dimension, wrong_type
from ..errors import ErrorCode, RequestError
from .numbers import int64

if TYPE_CHECKING:
    from collections.abc import Sequence

#: One time: a `datetime`, a `date` (its midnight), a `pandas.Timestamp`, a `datetime64`, a text in ISO 8601 such as
#: `2026-11-21T08:00:00+01:00`, or nanoseconds since 1970: 0, or at least 10**16, as smaller integers are other units.
Time: TypeAlias = "datetime | date | np.datetime64 | str | int"
#: Times: an array of `datetime64` or of nanoseconds since 1970, a series of a data frame, or a list of `Time`.
TimesLike: TypeAlias = "npt.ArrayLike | Sequence[datetime] | Sequence[date] | Sequence[str]"
Times: TypeAlias = "npt.NDArray[np.datetime64]"

TIME = np.dtype("<M8[ns]")
#: Times of samples lie from here to before the next.
EARLIEST = np.datetime64("1900-01-01", "ns")
LATEST = np.datetime64("2150-01-01", "ns")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NANOSECONDS = np.dtype("<i8")
#: Integers below are seconds, milliseconds or microseconds: as nanoseconds they are in the first days of 1970.
_FEWEST_NANOSECONDS = 10**16
#: ISO 8601, also with a space where it has a T, and before the zone as Apple's exports have it.
_TEXT = re.compile(
    r"(\d{4}-\d\d-\d\d)"
    r"(?:[Tt ](\d\d:\d\d(?::\d\d)?)(?:(?<=:\d\d:\d\d)[.,](\d{1,9}))?(?: ?([Zz]|[+-]\d\d(?::?\d\d)?))?)?",
    re.ASCII,
)


def nanoseconds(time: Time, field: str = "", zone: tzinfo | None = None) -> int:
    """The protocol's number for a time, exactly. What would be local time is of the zone, if there is one."""
    if isinstance(time, str):
        return _of_text(time, field, zone)
    # A timestamp of pandas is a datetime with nanoseconds; without a zone it is UTC, as a datetime64 is.
    if isinstance(time, datetime) and time.tzinfo is None and hasattr(time, "to_datetime64"):
        time = time.to_datetime64()
    if isinstance(time, datetime):
        moment = _in_utc(time, field, zone)
        number = (moment - _EPOCH) // timedelta(microseconds=1) * 1000 + getattr(time, "nanosecond", 0)
        return int64(number, field)
    if isinstance(time, np.datetime64):
        exact = time.astype(TIME)
        if np.isnat(time) or exact.astype(time.dtype) != time:
            raise RequestError(
                ErrorCode.VALUE_OUT_OF_RANGE, "This is not a time that 64-bit nanoseconds can hold.", field
            )
        return int(exact.astype(np.int64))
    if isinstance(time, date):
        midnight = _in_utc(datetime(time.year, time.month, time.day), field, zone)
        return int64((midnight - _EPOCH) // timedelta(seconds=1) * 10**9, field)
    if isinstance(time, bool) or not isinstance(time, int | np.integer):
        raise wrong_type(time, "a time: give a datetime, a date, a datetime64, a text or nanoseconds", field)
    number = int64(int(time), field)
    if 0 < abs(number) < _FEWEST_NANOSECONDS:
        raise _not_nanoseconds(field)
    return number


def _not_nanoseconds(field: str) -> RequestError:
    text = (
        "An integer is nanoseconds since 1970, and this one would be in the first days of 1970. Give"
        " np.datetime64(time, 's') for seconds, 'ms' for milliseconds or 'us' for microseconds."
    )
    return RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, field)


def _in_utc(time: datetime, field: str, zone: tzinfo | None) -> datetime:
    """A time without a zone is local: the first of two that the clock shows, as `timestamp` decides."""
    try:
        if time.tzinfo is not None or zone is not None:
            return (time if time.tzinfo is not None else time.replace(tzinfo=zone)).astimezone(UTC)
        # Exact, which `timestamp` is with whole seconds.
        seconds = int(time.replace(microsecond=0).timestamp())
        return _EPOCH + timedelta(seconds=seconds, microseconds=time.microsecond)
    except (OverflowError, ValueError, OSError):
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "The time is too far away.", field) from None


def _of_text(text: str, field: str, zone: tzinfo | None) -> int:
    """Nanoseconds are kept, which `datetime` has no room for."""
    match = _TEXT.fullmatch(text)
    if match is None:
        explanation = "A text is a time as in 2026-11-21, 2026-11-21T08:00 (local time) or 2026-11-21T08:00:00.5+01:00."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, explanation, field)
    day, clock, fraction, written = match.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{clock or '00:00'}{(written or '').upper()}")
    except ValueError:
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "The day or the time of day does not exist.", field) from None
    seconds = _in_utc(moment, field, zone)
    return int64((seconds - _EPOCH) // timedelta(seconds=1) * 10**9 + int((fraction or "").ljust(9, "0")), field)


def times(given: TimesLike, field: str) -> Times:
    """An array of the protocol's times. What is not there already in nanoseconds is copied."""
    array = _array(given, field)
    if array.dtype.kind == "M":
        array = _in_nanoseconds(array, field)
    elif (array.dtype.kind in "iu" and array.dtype.itemsize == 8) or not len(array):
        numbers = array.astype(_NANOSECONDS, copy=False)
        if array.dtype.kind == "u" and (numbers < 0).any():
            row = int(np.flatnonzero(numbers < 0)[0])
            raise RequestError(
                ErrorCode.VALUE_OUT_OF_RANGE, "The integer does not fit into 64 bits.", f"{field}[{row}]"
            )
        short = (numbers != 0) & (numbers > -_FEWEST_NANOSECONDS) & (numbers < _FEWEST_NANOSECONDS)
        if short.any():
            raise _not_nanoseconds(f"{field}[{int(np.flatnonzero(short)[0])}]")
        array = numbers.view(TIME)
    else:
        text = "Times are datetimes, dates, texts, datetime64 or int64 nanoseconds."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, field)
    return np.ascontiguousarray(array)


def check_range(array: Times, field: str) -> None:
    """Raises when one is not a time that a sample may have."""
    # NaT, the smallest integer, is neither before nor after any time.
    right = (array >= EARLIEST) & (array < LATEST)
    if not right.all():
        row = int(np.flatnonzero(~right)[0])
        raise RequestError(
            ErrorCode.VALUE_OUT_OF_RANGE, "Times must lie between 1900-01-01 and 2150-01-01.", f"{field}[{row}]"
        )


def _array(given: TimesLike, field: str) -> npt.NDArray[np.generic]:
    # Series of data frames with a time zone convert themselves to UTC only when they are asked for datetime64: in the
    # unit that they have, as they wrap around in another one without a word.
    kind = getattr(given, "dtype", None)
    has_zone = getattr(kind, "tz", None) is not None
    try:
        array = np.asarray(given, dtype=np.dtype(f"M8[{getattr(kind, 'unit', 'ns')}]") if has_zone else None)
    except (TypeError, ValueError):
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "This is not a column of times.", field) from None
    check_dimension(array, field)
    # Objects, and texts of a fixed or of any length.
    if array.dtype.kind in "OUT" and len(array):
        numbers = [nanoseconds(time, f"{field}[{row}]") for row, time in enumerate(array.tolist())]
        array = np.array(numbers, dtype=_NANOSECONDS).view(TIME)
    return array


def _in_nanoseconds(array: npt.NDArray[np.generic], field: str) -> Times:
    exact = array.astype(TIME, copy=False)
    # numpy wraps around without a word.
    changed = np.isnat(array) if array.dtype == TIME else np.isnat(array) | (exact.astype(array.dtype) != array)
    if changed.any():
        row = int(np.flatnonzero(changed)[0])
        raise RequestError(
            ErrorCode.VALUE_OUT_OF_RANGE, "This is not a time that 64-bit nanoseconds can hold.", f"{field}[{row}]"
        )
    return exact
