"""Records: samples of kinds with a few values, such as electrocardiograms, states of mind and clinical records."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, cast

import numpy as np

from ..errors import ErrorCode, RequestError
from ..hearth_pb2 import Attribute, AttributeMatch, AttributeName, Record
from .columns import FLAG, FLOAT, INTEGER, NUMBER, UUID, Column, Flags, Floats, Integers, Numbers, starts_of_items
from .identifiers import check_text, uuid_column
from .numbers import finite, int64
from .payload import LENGTHS, Payload, check_carried
from .record_enums import numbers_of_members
from .times import nanoseconds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: What a record has under a name, always as a list: integers, numbers, texts or UUIDs.
AttributeValues: TypeAlias = "list[int] | list[float] | list[str] | list[bytes]"

_PREFIX = "ATTRIBUTE_NAME_"
#: The most values of an attribute.
VALUES_MAX = 4_096
#: The most bytes of the attributes of a record.
_RECORD_BYTES_MAX = 65_536
_SERIES_MAX = {"voltages": 131_072, "contents": 8_388_608}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Records(Payload):
    """Samples with a few values by name, and for some types a series: voltages, or the bytes of documents. Without
    `series` a query carries only `counts` of these. RECORDS.md of the protocol lists the names."""

    NAME: ClassVar[str] = "record"
    ROWS: ClassVar[tuple[Column, ...]] = (
        Column(LENGTHS, NUMBER, fill=0),
        Column("counts", INTEGER, fill=LENGTHS, least=0),
    )
    ITEMS: ClassVar[tuple[Column, ...]] = (Column("voltages", FLOAT, fill=0.0), Column("contents", FLAG, fill=0))

    #: One for each sample; `attributes_of` reads them.
    records: tuple[Record, ...] = ()
    #: How many elements are carried of each series; None: of none.
    lengths: Numbers | None = None
    #: How many elements each series has; None in what is to be saved, and of types without one.
    counts: Integers | None = None
    #: Microvolts, of one electrocardiogram after the other.
    voltages: Floats | None = None
    #: Bytes, of one document after the other.
    contents: Flags | None = None

    def attributes_of(self, row: int) -> dict[str, AttributeValues]:
        """The values of a sample, by names such as `average_heart_rate`. Names of later versions are left out."""
        found: dict[str, AttributeValues] = {}
        for attribute in self.records[row].attributes:
            if _is_known(attribute):
                name = AttributeName.Name(attribute.name).removeprefix(_PREFIX).lower()
                found[name] = attribute_values(attribute)
        return found

    def voltages_of(self, row: int) -> Floats | None:
        """The voltages of a sample, in microvolts; None: none are carried."""
        return None if self.voltages is None else self.voltages[self._elements_of(row)]

    def contents_of(self, row: int) -> bytes | None:
        """The document of a sample; None: none is carried."""
        return None if self.contents is None else self.contents[self._elements_of(row)].tobytes()

    def count_of(self, row: int) -> int | None:
        """How many elements the series of a sample has, carried or not; None: the type has no series."""
        column = self.lengths if self.counts is None else self.counts
        return None if column is None else int(column[row])

    def _elements_of(self, row: int) -> slice:
        assert self.lengths is not None  # there are elements
        place = starts_of_items(self.lengths)
        return slice(int(place[row]), int(place[row + 1]))

    @classmethod
    def read_rest(cls, message: Any, count: int, path: str) -> dict[str, Any]:
        records = tuple(message.records)
        if len(records) != count:
            text = f"{len(records)} records for {count} samples."
            raise RequestError(ErrorCode.MALFORMED_COLUMN, text, f"{path}.records")
        lengths = np.frombuffer(message.lengths, NUMBER)
        if message.lengths and message.counts:
            check_carried(lengths, np.frombuffer(message.counts, INTEGER), path)
        if message.voltages and message.contents:
            text = "Samples have voltages or contents, and not both."
            raise RequestError(ErrorCode.MALFORMED_COLUMN, text, f"{path}.contents")
        if lengths.any() and not (message.voltages or message.contents):
            raise RequestError(ErrorCode.MALFORMED_COLUMN, "The column is missing.", f"{path}.voltages")
        for row, record in enumerate(records):
            _check_record(record, f"{path}.records[{row}]")
        return {"records": records}

    def write(self, message: Any) -> None:
        Payload.write(self, message)
        message.records.extend(self.records)

    def part(self, begin: int, end: int) -> Self:
        part = Payload.part(self, begin, end)
        object.__setattr__(part, "records", self.records[begin:end])
        for column in self.ITEMS:
            # A column without elements is absent, as in replies.
            if (array := getattr(part, column.name)) is not None and not len(array):
                object.__setattr__(part, column.name, None)
        return part

    @classmethod
    def joined_rest(cls, parts: Sequence[Self], _counts: Sequence[int]) -> dict[str, Any]:
        return {"records": tuple(record for part in parts for record in part.records)}

    def sizes(self, count: int) -> Integers:
        sizes = Payload.sizes(self, count)
        if self.records:
            sizes += np.array([record.ByteSize() + 8 for record in self.records], dtype=np.int64)
        return sizes


def _is_known(attribute: Attribute) -> bool:
    """Whether this version knows the name."""
    return bool(attribute.name) and attribute.name in AttributeName.values()


def _check_record(record: Record, path: str) -> None:
    """Raises for attributes that are no values, or out of order. Unknown ones may have anything."""
    before = 0
    for index, attribute in enumerate(record.attributes):
        if not _is_known(attribute):
            continue
        here = f"{path}.attributes[{index}]"
        _check(attribute, here)
        if attribute.name <= before:
            text = "The attribute must come after the one before it."
            raise RequestError(ErrorCode.INVALID_ARGUMENT, text, f"{here}.name")
        before = attribute.name


def _check(attribute: Attribute, path: str) -> None:
    """Raises unless one field has values: whole ones, and finite numbers."""
    for name, width in (("integers", 8), ("numbers", 8), ("uuids", 16)):
        length = len(getattr(attribute, name))
        if length % width:
            text = f"{length} bytes are not a whole number of values."
            raise RequestError(ErrorCode.MALFORMED_COLUMN, text, f"{path}.{name}")
    forms = sum(map(bool, (attribute.integers, attribute.numbers, attribute.texts, attribute.uuids)))
    if forms == 0:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "The attribute has no value.", f"{path}.integers")
    if forms > 1:
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "There are values of several forms.", f"{path}.integers")
    wrong = np.flatnonzero(~np.isfinite(np.frombuffer(attribute.numbers, FLOAT)))
    if len(wrong):
        text = "A number must be finite."
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"{path}.numbers[{wrong[0]}]")


def attribute_values(attribute: Attribute) -> AttributeValues:
    """The values of an attribute."""
    if attribute.numbers:
        return [float(number) for number in np.frombuffer(attribute.numbers, FLOAT)]
    if attribute.uuids:
        return [row.tobytes() for row in np.frombuffer(attribute.uuids, UUID)]
    if attribute.texts:
        return list(attribute.texts)
    return [int(number) for number in np.frombuffer(attribute.integers, INTEGER)]


def record_of(attributes: Mapping[str, Any], path: str) -> Record:
    """A record with values by name: a whole number, a float, a text, a UUID, or a list of one of them."""
    record = Record()
    numbers = {name: attribute_number(name, path) for name in attributes}
    for name, number in sorted(numbers.items(), key=operator.itemgetter(1)):
        set_values(record.attributes.add(name=number), name, attributes[name], f"{path}.{name}")
    bytes_held = sum(
        len(one.integers) + len(one.numbers) + len(one.uuids) + sum(len(text.encode()) for text in one.texts)
        for one in record.attributes
    )
    if bytes_held > _RECORD_BYTES_MAX:
        text = f"The values of a record are at most {_RECORD_BYTES_MAX} bytes."
        raise RequestError(ErrorCode.LIMIT_EXCEEDED, text, path)
    return record


def check_series(name: str, lengths: Sequence[int]) -> None:
    """Raises for a series that is too long."""
    for row, length in enumerate(lengths):
        if length > _SERIES_MAX[name]:
            text = f"A sample has at most {_SERIES_MAX[name]} {name}."
            raise RequestError(ErrorCode.LIMIT_EXCEEDED, text, f"{name}[{row}]")


def attribute_number(name: str, path: str) -> AttributeName:
    """The number of a name such as `average_heart_rate`."""
    full = f"{_PREFIX}{name.upper()}"
    if name != name.lower() or name == "unspecified" or full not in dict(AttributeName.items()):
        raise RequestError(ErrorCode.INVALID_ARGUMENT, f"There is no attribute {name}.", path)
    return cast("AttributeName", AttributeName.Value(full))


def set_values(attribute: Attribute | AttributeMatch, name: str, given: Any, path: str, most: int = VALUES_MAX) -> None:
    """Sets the field for values of this form: whole numbers, members of an enum or their names, times, floats, texts or
    UUIDs, one or a list of them."""
    given = numbers_of_members(name, given, path)
    is_one = isinstance(given, str | bytes) or not hasattr(given, "__len__")
    values: Sequence[Any] = [given] if is_one else list(given)
    if not values:
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "An attribute has at least one value.", path)
    if len(values) > most:
        raise RequestError(ErrorCode.LIMIT_EXCEEDED, f"There are at most {most} values.", path)
    if all(isinstance(value, str) for value in values):
        for value in values:
            check_text(value, path)
        attribute.texts.extend(values)
    elif all(isinstance(value, date | np.datetime64) for value in values):
        attribute.integers = np.array([nanoseconds(value, path) for value in values], dtype=INTEGER).tobytes()
    elif all(isinstance(value, bool | np.bool_ | int | np.integer) for value in values):
        attribute.integers = np.array([int64(int(value), path) for value in values], dtype=INTEGER).tobytes()
    elif all(isinstance(value, int | float | np.integer | np.floating) for value in values):
        attribute.numbers = np.array([finite(value, path) for value in values], dtype=FLOAT).tobytes()
    else:
        attribute.uuids = uuid_column(values, path).tobytes()
