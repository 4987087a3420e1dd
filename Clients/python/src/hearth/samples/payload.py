"""The base of everything that samples can hold: columns with a row for each sample, and columns of items, whose number
for each sample is in `lengths`."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from ..errors import ErrorCode, RequestError
from .columns import Array, Column, Integers, starts_of_items

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from google.protobuf.message import Message

    from .times import Times

LENGTHS = "lengths"


class Payload:
    """The base of dataclasses whose fields are named as those of their message."""

    #: The member of `SampleColumns.payload`.
    NAME: ClassVar[str]
    ROWS: ClassVar[tuple[Column, ...]]
    ITEMS: ClassVar[tuple[Column, ...]] = ()
    #: The columns whose absence means something that only the samples' times say.
    TIMED: ClassVar[tuple[str, ...]] = ()

    __slots__ = ()

    @classmethod
    def read(cls, message: Any, count: int, path: str) -> Self:
        """Of a message from the server, for this number of samples."""
        columns: dict[str, Array | None] = {
            column.name: column.read(getattr(message, column.name), count, path) for column in cls.ROWS
        }
        if cls.ITEMS:
            items = _item_count(columns.get(LENGTHS))
            for column in cls.ITEMS:
                # A column of items is absent where there are none, whatever its meaning otherwise.
                columns[column.name] = column.read(getattr(message, column.name), items, path)
        return cls(**columns, **cls.read_rest(message, count, path))

    @classmethod
    def read_rest(cls, _message: Any, _count: int, _path: str) -> dict[str, Any]:
        """The fields that are no columns."""
        return {}

    @classmethod
    def checked(cls, given: Mapping[str, Any], count: int | None, **rest: Any) -> Self:
        """Of what a program gives: arrays, or whatever numpy makes arrays of."""
        columns = {column.name: column.given(given.get(column.name), count, cls.NAME) for column in cls.ROWS}
        if cls.ITEMS:
            items = _item_count(columns.get(LENGTHS))
            for column in cls.ITEMS:
                columns[column.name] = column.given(given.get(column.name), items, cls.NAME)
        return cls(**columns, **rest)

    def write(self, message: Message) -> None:
        """Sets the fields of the message."""
        for column in (*self.ROWS, *self.ITEMS):
            array: Array | None = getattr(self, column.name)
            if array is not None:
                setattr(message, column.name, array.tobytes())

    def part(self, begin: int, end: int) -> Self:
        """Of these samples only; the arrays are views."""
        changes: dict[str, Any] = {}
        for column in self.ROWS:
            array = getattr(self, column.name)
            changes[column.name] = None if array is None else array[begin:end]
        if self.ITEMS:
            lengths: Array | None = getattr(self, LENGTHS)
            places = starts_of_items(lengths) if lengths is not None else np.zeros(end + 1, dtype=np.int64)
            for column in self.ITEMS:
                array = getattr(self, column.name)
                changes[column.name] = None if array is None else array[places[begin] : places[end]]
        return replace(self, **changes)  # type: ignore[type-var]  # each payload is a dataclass

    @classmethod
    def joined(cls, parts: Sequence[Self], counts: Sequence[int]) -> Self:
        """All samples of some parts, which have these numbers of samples."""
        columns: dict[str, Array | None] = {}
        for column in cls.ROWS:
            columns[column.name] = _joined(column, parts, counts)
        items = [_item_count(getattr(part, LENGTHS)) for part in parts] if cls.ITEMS else []
        for column in cls.ITEMS:
            columns[column.name] = _joined(column, parts, items)
        return cls(**columns, **cls.joined_rest(parts, counts))

    @classmethod
    def joined_rest(cls, _parts: Sequence[Self], _counts: Sequence[int]) -> dict[str, Any]:
        """The fields that are no columns."""
        return {}

    def timed(self, starts: Times, ends: Times) -> Self:
        """The same, with the absent columns filled in that mean the samples' times."""
        return self

    def sizes(self, count: int) -> Integers:
        """The bytes that each sample takes in a message."""
        fixed = sum(column.dtype.itemsize for column in self.ROWS if getattr(self, column.name) is not None)
        sizes = np.full(count, fixed, dtype=np.int64)
        if self.ITEMS and (lengths := getattr(self, LENGTHS)) is not None:
            width = sum(column.dtype.itemsize for column in self.ITEMS if getattr(self, column.name) is not None)
            sizes += lengths.astype(np.int64) * width
        return sizes

    def column(self, name: str, count: int) -> Array:
        """A column with a row for each sample; an absent one is filled with what its absence means."""
        column = next(column for column in self.ROWS if column.name == name)
        array: Array | None = getattr(self, name)
        return _filled(column, self, count) if array is None else array

    def __eq__(self, other: object) -> bool:
        """Whether both say the same; an absent column is not one that is filled with what its absence means."""
        if type(self) is not type(other):
            return NotImplemented
        return all(
            _same(getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)  # type: ignore[arg-type]  # each payload is a dataclass
        )

    __hash__ = None  # type: ignore[assignment]  # arrays can be changed


def _item_count(lengths: Array | None) -> int:
    return 0 if lengths is None else int(lengths.sum(dtype=np.int64))


def _joined(column: Column, parts: Sequence[Any], counts: Sequence[int]) -> Array | None:
    arrays: list[Array | None] = [getattr(part, column.name) for part in parts]
    if all(array is None for array in arrays):
        return None
    return np.concatenate(
        [
            _filled(column, part, count) if array is None else array
            for array, part, count in zip(arrays, parts, counts, strict=True)
        ]
    )


def _filled(column: Column, part: Any, count: int) -> Array:
    """A column that is absent, with what that means."""
    if not isinstance(column.fill, str):
        return np.full(count, column.fill or 0, dtype=column.dtype)
    source: Array | None = getattr(part, column.fill)
    return np.zeros(count, dtype=column.dtype) if source is None else source


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        return isinstance(left, np.ndarray) and isinstance(right, np.ndarray) and np.array_equal(left, right)
    return bool(left == right)


def check_carried(lengths: Array, counts: Array, path: str) -> None:
    """Raises when a sample carries some of its items, and not all; 0 are none."""
    wrong = (lengths != 0) & (lengths != counts)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        text = "The number of items that a sample carries differs from its count."
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"{path}.{LENGTHS}[{row}]")
