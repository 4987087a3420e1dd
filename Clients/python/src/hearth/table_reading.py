"""Reads Arrow tables of samples."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from . import hearth_pb2 as pb
from .errors import ErrorCode, RequestError
from .samples.categories import Correlations
from .samples.columns import UUID, Array, Column
from .samples.identifiers import new_uuids
from .samples.metadata import Quantity, check_metadata
from .samples.payload import LENGTHS, Payload
from .samples.provenance import Device, Provenance, Source
from .samples.quantities import Quantities, SeriesPoints
from .samples.records import Records
from .samples.samples import Samples, no_samples
from .samples.short_names import short_name
from .samples.times import TIME
from .samples.type_names import type_identifier
from .samples.units import protocol_unit
from .samples.workouts import Workouts
from .table_layout import POINT, UUID_BYTES, row_name
from .type_table import STORAGE_UNITS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .samples.columns import Numbers
    from .samples.metadata import Metadata, MetadataValue


def samples_of(
    arrow: Any, identifier: str, units: Mapping[str, str], columns: Mapping[str, Any], count: int
) -> Samples:
    empty = no_samples(identifier)
    kind = empty.payload.__class__
    taken: dict[str, Array | None] = {}
    for column in kind.ROWS:
        if (found := columns.get(row_name(column))) is not None:
            taken[column.name] = _numbers(arrow, found, column.dtype, row_name(column))
    if kind.ITEMS:
        lengths, items = _items(arrow, kind.ITEMS, columns, "")
        taken |= {LENGTHS: lengths, **items}
    rest: dict[str, Any] = {}
    if issubclass(kind, Quantities):
        rest["unit"] = protocol_unit(identifier, units.get(short_name(identifier), STORAGE_UNITS[identifier]))
        if any(name.startswith(POINT) for name in columns):
            lengths, items = _items(arrow, SeriesPoints.ITEMS, columns, POINT)
            rest["points"] = SeriesPoints.checked({LENGTHS: lengths, **items}, count)
    if issubclass(kind, Workouts) and (details := columns.get("detail")) is not None:
        rest["details"] = _read("detail", lambda: tuple(map(pb.WorkoutDetail.FromString, details.to_pylist())))
    if issubclass(kind, Records):
        taken |= {name: None for name in ("voltages", "contents") if not len(items.get(name, ()))}
        rest["records"] = _records(columns, count)
    starts = _required(arrow, columns, "start")
    ends = starts if columns.get("end") is None else _numbers(arrow, columns["end"], TIME, "end")
    payload: Payload = kind.checked(taken, count, **rest)
    provenances, provenance_indexes = _entries(columns, "provenance", _read_provenance)
    metadata, metadata_indexes = _entries(columns, "metadata", _read_metadata)
    return replace(
        empty,
        uuids=_uuids(arrow, columns, count),
        starts=starts,
        given_ends=None if np.array_equal(starts, ends) else ends,
        payload=payload,
        provenances=provenances,
        provenance_indexes=provenance_indexes,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
        contained=_contained_samples(arrow, units, columns) if issubclass(kind, Correlations) else (),
    )


def _records(columns: Mapping[str, Any], count: int) -> tuple[pb.Record, ...]:
    if (found := columns.get("record")) is None:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "The table lacks this column.", "record")
    records = _read("record", lambda: tuple(map(pb.Record.FromString, found.to_pylist())))
    Records.read(pb.RecordColumns(records=records), count, "record")  # refuses what no record has
    return records  # type: ignore[no-any-return]


def _required(arrow: Any, columns: Mapping[str, Any], name: str) -> Any:
    if (found := columns.get(name)) is None:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "The table lacks this column.", name)
    return _numbers(arrow, found, TIME, name)


def _read(name: str, read: Callable[[], Any]) -> Any:
    """What is read of a column; the error names the column, and never what is in it."""
    try:
        return read()
    except RequestError:
        raise
    except Exception:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "The column cannot be read.", name) from None


def _numbers(arrow: Any, column: Any, dtype: np.dtype[Any], name: str) -> Array:
    """A column as numpy has it, whichever of the kinds of Arrow another library made of it."""
    if column.null_count:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, "The column lacks values.", name)
    if dtype == UUID:
        return _read(name, lambda: _uuids_of(arrow, column))  # type: ignore[no-any-return]

    def read() -> Array:
        if dtype == TIME:
            found = column.cast(arrow.timestamp("ns", column.type.tz)).cast(arrow.int64())
            return np.array(found, np.int64).view(TIME)
        return np.array(column.cast(arrow.from_numpy_dtype(dtype)), dtype)

    return _read(name, read)  # type: ignore[no-any-return]


def _uuids_of(arrow: Any, column: Any) -> Array:
    data = b"".join(column.cast(arrow.large_binary()).to_pylist())
    if len(data) != UUID_BYTES * len(column):
        raise ValueError
    return np.frombuffer(data, UUID)


def _uuids(arrow: Any, columns: Mapping[str, Any], count: int) -> Array:
    found = columns.get("uuid")
    return new_uuids(count) if found is None else _numbers(arrow, found, UUID, "uuid")


def _items(
    arrow: Any, kinds: Sequence[Column], columns: Mapping[str, Any], prefix: str
) -> tuple[Array | None, dict[str, Array]]:
    """The columns of items, and how many of them each sample has."""
    lengths: Array | None = None
    items: dict[str, Array] = {}
    for kind in kinds:
        name = prefix + kind.name
        if (column := columns.get(name)) is None:
            continue
        own = _lengths(arrow, column, name)
        if lengths is not None and not np.array_equal(lengths, own):
            raise RequestError(ErrorCode.MALFORMED_COLUMN, "The lists of a sample differ in their length.", name)
        lengths = own
        items[kind.name] = _numbers(arrow, arrow.compute.list_flatten(column), kind.dtype, name)
    return lengths, items


def _lengths(arrow: Any, column: Any, name: str) -> Array:
    return _read(name, lambda: np.array(arrow.compute.list_value_length(column), np.uint32))  # type: ignore[no-any-return]


def _entries(
    columns: Mapping[str, Any], name: str, read: Callable[[Any], Any]
) -> tuple[tuple[Any, ...], Numbers | None]:
    """What several samples share, each different one once, and which of it each sample has."""
    if (column := columns.get(name)) is None:
        return (), None

    def found() -> tuple[tuple[Any, ...], Numbers | None]:
        places: dict[str | None, int] = {}
        indexes = np.array([places.setdefault(text, len(places)) for text in column.to_pylist()], np.uint32)
        entries = tuple(read({} if text is None else json.loads(text)) for text in places)
        return entries, None if len(entries) <= 1 else indexes

    return _read(name, found)  # type: ignore[no-any-return]


def _read_provenance(found: Any) -> Provenance:
    source, device, system = (found.get(name) for name in ("source", "device", "operating_system_version"))
    return Provenance(
        source=None if source is None else Source(**source),
        version=found.get("version"),
        product_type=found.get("product_type"),
        operating_system_version=None if system is None else (int(system[0]), int(system[1]), int(system[2])),
        device=None if device is None else Device(**device),
        owner=found.get("owner"),
    )


def _read_metadata(found: Any) -> Metadata:
    def value(given: Any) -> MetadataValue:
        if isinstance(given, dict):
            return np.datetime64(given["time"], "ns") if "time" in given else Quantity(given["value"], given["unit"])
        if not isinstance(given, str | bool | int | float):
            raise TypeError
        return given

    read = {key: value(given) for key, given in found.items()}
    check_metadata(read, "metadata")
    return read


def _contained_samples(arrow: Any, units: Mapping[str, str], columns: Mapping[str, Any]) -> tuple[Samples, ...]:
    found = []
    for name, column in columns.items():
        if not arrow.types.is_large_list(column.type) and not arrow.types.is_list(column.type):
            continue
        if not arrow.types.is_struct(column.type.value_type):
            continue
        rows = arrow.compute.list_flatten(column)
        table = arrow.Table.from_struct_array(rows)
        # Samples that several contain are there several times.
        _, first = np.unique(_numbers(arrow, table["uuid"], UUID, f"{name}.uuid"), return_index=True)
        table = table.take(arrow.array(np.sort(first)))
        inner = {one: table[one] for one in table.column_names if one != "source"}
        identifier = type_identifier(name)
        found.append(samples_of(arrow, identifier, units, inner, table.num_rows))
    return tuple(found)
