"""Columns: how one is described, checked, read from bytes and made from what a program gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..arguments import check_dimension, check_rows, with_article
from ..errors import ErrorCode, RequestError
from .times import TIME, TimesLike, times

Array: TypeAlias = "npt.NDArray[Any]"
Floats: TypeAlias = "npt.NDArray[np.float64]"
Integers: TypeAlias = "npt.NDArray[np.int64]"
Numbers: TypeAlias = "npt.NDArray[np.uint32]"
Flags: TypeAlias = "npt.NDArray[np.uint8]"
#: UUIDs, each 16 bytes: `row.tobytes()`.
Uuids: TypeAlias = "npt.NDArray[np.void]"

FLOAT = np.dtype("<f8")
INTEGER = np.dtype("<i8")
NUMBER = np.dtype("<u4")
FLAG = np.dtype("u1")
UUID = np.dtype("V16")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a message."""

    name: str
    dtype: np.dtype[Any]
    #: What its absence means: this number in each row, or what the column of this name has. None: it must be there.
    fill: float | str | None = None
    #: Numbers below are refused.
    least: float | None = None

    def read(self, data: bytes, count: int, path: str) -> Array | None:
        """A view of the bytes as an array with this number of rows. None: the column is absent, and may be."""
        if not data and self.fill is not None:
            return None
        if len(data) != count * self.dtype.itemsize:
            field = f"{path}.{self.name}"
            raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(data)} bytes are not {count} rows.", field)
        array = np.frombuffer(data, self.dtype)
        self.check(array, path)
        return array

    def given(self, values: TimesLike | None, count: int | None, path: str) -> Array | None:
        """An array of what a program gives; copied only if it is of another kind. None: absent, and may be."""
        field = f"{path}.{self.name}" if path else self.name
        if values is None:
            if self.fill is None:
                raise RequestError(ErrorCode.MALFORMED_COLUMN, "This column is required.", field)
            return None
        array = times(values, field) if self.dtype == TIME else self._converted(values, field)
        if count is not None:
            check_rows(array, count, field)
        self.check(array, path)
        return array

    def check(self, array: Array, path: str) -> None:
        """Raises when a number is not finite, or less than allowed."""
        wrong: Array | None = None
        text = "A number must be finite: leave out the rows without one."
        if self.dtype == FLOAT and not np.isfinite(array).all():
            wrong = ~np.isfinite(array)
        elif self.least is not None and len(array) and array.min() < self.least:
            wrong = array < self.least
            text = f"A number here must be at least {self.least:g}."
        if wrong is not None:
            field = f"{path}.{self.name}" if path else self.name
            row = int(np.flatnonzero(wrong)[0])
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"{field}[{row}]")

    def _converted(self, values: TimesLike, field: str) -> Array:
        try:
            array = np.asarray(values)
        except ValueError:
            raise RequestError(ErrorCode.INVALID_ARGUMENT, "The rows differ in their length.", field) from None
        kind = self.dtype.kind
        allowed = {"f": "fiu", "i": "iub", "u": "iub", "V": "V"}[kind]
        check_dimension(array, field)
        if len(array) and array.dtype.kind not in allowed:
            raise _wrong_kind(array, self.dtype, field)
        converted = np.ascontiguousarray(array.astype(self.dtype, copy=False))
        if kind in "iu" and array.dtype != self.dtype and (converted != array).any():
            row = int(np.flatnonzero(converted != array)[0])
            raise RequestError(
                ErrorCode.VALUE_OUT_OF_RANGE, f"The value does not fit into {self.dtype}.", f"{field}[{row}]"
            )
        return converted


def _wrong_kind(array: Array, wanted: np.dtype[Any], field: str) -> RequestError:
    """The error for a column of something else. It names the types, never a value."""
    named = {"f": "numbers", "i": "integers", "u": "integers from 0", "V": "values of 16 bytes"}[wanted.kind]
    if array.dtype.kind == "O":
        # Numbers next to None, for example: the first object that is not a number is at fault.
        rows = [
            row for row, one in enumerate(array.tolist()) if isinstance(one, bool) or not isinstance(one, int | float)
        ]
        if rows:
            text = f"A column of {named} cannot hold {with_article(array[rows[0]])}."
            return RequestError(ErrorCode.INVALID_ARGUMENT, text, f"{field}[{rows[0]}]")
    given = {"U": "texts", "T": "texts", "S": "bytes", "b": "truth values", "M": "times"}.get(array.dtype.kind)
    text = f"A column of {named} cannot hold {given or f'values of the type {array.dtype}'}."
    return RequestError(ErrorCode.INVALID_ARGUMENT, text, field)


def starts_of_items(lengths: Numbers) -> Integers:
    """Where the items of each row begin, and in the end where the last ones end."""
    places = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=places[1:])
    return places
