"""Columns: how one is described, checked, read from bytes and made from what a program gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

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
        if count is not None and array.shape != (count,):
            text = f"A column of shape {array.shape} among columns of {count} rows."
            raise RequestError(ErrorCode.MALFORMED_COLUMN, text, field)
        self.check(array, path)
        return array

    def check(self, array: Array, path: str) -> None:
        """Raises when a number is not finite, or less than allowed."""
        wrong: Array | None = None
        if self.dtype == FLOAT and not np.isfinite(array).all():
            wrong = ~np.isfinite(array)
        elif self.least is not None and len(array) and array.min() < self.least:
            wrong = array < self.least
        if wrong is not None:
            field = f"{path}.{self.name}" if path else self.name
            row = int(np.flatnonzero(wrong)[0])
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "This number is not allowed here.", f"{field}[{row}]")

    def _converted(self, values: TimesLike, field: str) -> Array:
        try:
            array = np.asarray(values)
        except ValueError:
            raise RequestError(ErrorCode.INVALID_ARGUMENT, "The rows differ in their length.", field) from None
        kind = self.dtype.kind
        allowed = {"f": "fiu", "i": "iub", "u": "iub", "V": "V"}[kind]
        if array.ndim != 1:
            raise RequestError(ErrorCode.MALFORMED_COLUMN, "A column has one dimension.", field)
        if len(array) and array.dtype.kind not in allowed:
            raise RequestError(ErrorCode.INVALID_ARGUMENT, f"{array.dtype} is not {self.dtype}.", field)
        converted = np.ascontiguousarray(array.astype(self.dtype, copy=False))
        if kind in "iu" and array.dtype != self.dtype and (converted != array).any():
            row = int(np.flatnonzero(converted != array)[0])
            raise RequestError(
                ErrorCode.VALUE_OUT_OF_RANGE, f"The value does not fit into {self.dtype}.", f"{field}[{row}]"
            )
        return converted


def starts_of_items(lengths: Numbers) -> Integers:
    """Where the items of each row begin, and in the end where the last ones end."""
    places = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=places[1:])
    return places
