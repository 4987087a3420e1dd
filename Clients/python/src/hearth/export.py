"""Samples as Arrow tables and Parquet files that hold all of them, and back.

Unlike `Samples.to_arrow`, whose tables are for looking at, these have everything that was saved: UUIDs, the items of
routes, heartbeats and series, the details of workouts, what correlations contain, devices and metadata. DuckDB, polars
and pandas open the files. It needs pyarrow: `pip install pyarrow`.

| column | what it has |
|---|---|
| `uuid`, `start`, `end`, `source` | 16 bytes, the times in UTC, the identifier of the app |
| `value`, `count`, `duration`, ... | what samples of the type hold; of 97 % HealthKit's 0.97 |
| `latitudes`, `offsets`, `point_values`, ... | lists: the items of routes, heartbeats and series, voltages, documents |
| `detail`, `total_distance`, `total_energy_burned` | of workouts: the protocol's `WorkoutDetail`, and some of it |
| `record`, `classification`, `valence`, ... | of records: the protocol's `Record`, and lists of its values |
| `members`, `bloodPressureSystolic`, ... | lists: the UUIDs that correlations have, and the samples of each type |
| `provenance`, `metadata` | texts in JSON |

Columns that the samples do not have are left out. The type and the units are in the schema's metadata, under `hearth`.
Of shares the unit there is HealthKit's `%`: 1 is 100 percent.
"""

from __future__ import annotations

import json
import os
import secrets
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import hearth_pb2 as pb
from .arguments import check_optional, check_type
from .errors import ErrorCode, RequestError
from .samples.categories import Correlations
from .samples.columns import UUID, Array, Column, starts_of_items
from .samples.identifiers import new_uuids
from .samples.metadata import Quantity, check_metadata
from .samples.payload import LENGTHS, Payload
from .samples.provenance import Device, Provenance, Source
from .samples.quantities import Quantities, SeriesPoints
from .samples.records import Records
from .samples.samples import Samples, no_samples
from .samples.short_names import short_name
from .samples.tables import extra
from .samples.times import TIME
from .samples.type_names import type_identifier
from .samples.units import protocol_unit
from .samples.workouts import Workouts
from .type_table import IDENTIFIERS, STORAGE_UNITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from os import PathLike
    from typing import BinaryIO

    import pyarrow as pa

    from .client import Client
    from .samples.columns import Numbers
    from .samples.metadata import Metadata, MetadataValue

_KEY = b"hearth"
#: The version of this layout. A later one may add columns.
_VERSION = 1
_UUID_BYTES = 16
#: What the columns of a series' points begin with.
_POINT = "point_"
_TOTALS = ("total_distance", "total_energy_burned")


def to_arrow(samples: Samples) -> pa.Table:
    """A `pyarrow.Table` of samples of one type, from which `from_arrow` makes the same samples.

    >>> import hearth
    >>> rates = hearth.quantities("heartRate", ["2026-11-21T08:00Z"], [62], "count/min")
    >>> table = to_arrow(rates)
    >>> table.column_names, table["value"].to_pylist()
    (['uuid', 'start', 'end', 'source', 'value'], [62.0])
    >>> from_arrow(table).values
    array([62.])
    """
    check_type(samples, Samples, "samples", "samples")
    _check_series(samples)
    arrow = extra("pyarrow")
    columns = _columns(arrow, samples)
    about: dict[str, Any] = {"version": _VERSION, "type": samples.type, "units": _units(samples)}
    table: pa.Table = arrow.table(columns).replace_schema_metadata({_KEY: json.dumps(about).encode()})
    return table


def from_arrow(table: pa.Table, *, type: str | None = None, unit: str | None = None) -> Samples:
    """The samples of a table that `to_arrow` made, or another library of such a table. One that lost the metadata of
    the schema needs the type and, for quantities in another unit than the type's own, the unit. The rows of a table
    without UUIDs get new ones."""
    check_optional(type, str, "a type", "type")
    check_optional(unit, str, "a unit", "unit")
    arrow = extra("pyarrow")
    check_type(table, arrow.Table, "a pyarrow.Table", "table")
    about = _about(table)
    given = type if type is not None else about.get("type")
    if given is None:
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "The table does not say of which type it is.", "type")
    identifier = type_identifier(given)
    units = dict(about.get("units", {}))
    if unit is not None:
        units[short_name(identifier)] = unit
    table = table.combine_chunks()
    names = table.column_names
    columns = {name: table[name] for name in names if name not in {"source", *_TOTALS}}
    return _samples(arrow, identifier, units, columns, table.num_rows)


def to_parquet(samples: Samples, path: str | PathLike[str]) -> None:
    """Writes samples of one type as a Parquet file, which DuckDB, polars and pandas open. Only its owner can read the
    file. It is there whole or not at all: when it is finished, it takes the place of a file of this name."""
    parquet = extra("pyarrow.parquet")
    table = to_arrow(samples)
    with _private_file(Path(path)) as file:
        parquet.write_table(table, file, compression="zstd")


def from_parquet(path: str | PathLike[str], *, type: str | None = None, unit: str | None = None) -> Samples:
    """The samples of a Parquet file, as `from_arrow` makes them."""
    parquet = extra("pyarrow.parquet")
    return from_arrow(parquet.read_table(path), type=type, unit=unit)


def store_to_parquet(client: Client, folder: str | PathLike[str], types: Iterable[str] = IDENTIFIERS) -> list[Path]:
    """Writes all samples of these types, a file for each type of which there are some, and returns the files. The
    folder is made where it is missing. A type is held in memory as a whole, one at a time. A file of a type that the
    store has no samples of any more stays as it is."""
    if isinstance(types, str):
        types = [types]
    place = Path(folder)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = []
    for name in types:
        found = client.read(name, series=True)
        if len(found):
            path = place / f"{short_name(found.type)}.parquet"
            to_parquet(found, path)
            written.append(path)
    return written


@contextmanager
def _private_file(path: Path) -> Iterator[BinaryIO]:
    """A file that only its owner can read, and that gets its name at the end."""
    # A name of its own: what may lie there already is never opened.
    draft = path.with_name(f".hearth-{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
        draft.replace(path)
    except OSError as error:
        raise OSError(error.errno, os.strerror(error.errno or 0), str(path)) from None
    finally:
        with suppress(OSError):
            draft.unlink()


def _about(table: pa.Table) -> dict[str, Any]:
    """What the metadata of the schema says, checked."""
    text = (table.schema.metadata or {}).get(_KEY)
    if text is None:
        return {}
    try:
        about: dict[str, Any] = dict(json.loads(text))
    except (ValueError, TypeError):
        about = {}
    units = about.get("units", {})
    if not isinstance(units, dict) or not all(isinstance(text, str) for text in (about.get("type"), *units.values())):
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "The schema's metadata cannot be read.", "table")
    return about


# ------------------------------------------------------------------------------------------------------- making a table


def _units(samples: Samples) -> dict[str, str]:
    """The units of quantities, also of those that correlations contain, by the names of their types."""
    own = {short_name(samples.type): samples.unit} if isinstance(samples.payload, Quantities) else {}
    for contained in samples.contained:
        own |= _units(contained)
    return own


def _check_series(samples: Samples) -> None:
    """Without their items, routes and heartbeats are not all of the samples."""
    payload = samples.payload
    lengths = getattr(payload, LENGTHS, None)
    items = len(samples) if lengths is None else int(lengths.sum())
    for column, array in _present(payload.ITEMS, payload):
        if not len(array) and items:
            text = "The samples were read without their series: read them with series=True."
            raise RequestError(ErrorCode.INVALID_ARGUMENT, text, column.name)


def _columns(arrow: Any, samples: Samples) -> dict[str, Any]:
    count = len(samples)
    made = {
        "uuid": _uuid_array(arrow, samples.uuids),
        "start": _times_array(arrow, samples.starts),
        "end": _times_array(arrow, samples.ends),
        "source": _texts(arrow, [_app(one) for one in samples.provenances], samples.provenance_indexes, count),
    }
    payload = samples.payload
    made |= {_row_name(column): _array(arrow, array) for column, array in _present(payload.ROWS, payload)}
    lengths = getattr(payload, LENGTHS, None)
    made |= {column.name: _lists(arrow, array, lengths) for column, array in _present(payload.ITEMS, payload)}
    if isinstance(payload, Quantities) and (points := payload.points) is not None:
        for column, array in _present(points.ITEMS, points):
            made[_POINT + column.name] = _lists(arrow, array, points.lengths)
    if isinstance(payload, Workouts) and payload.details:
        made["detail"] = arrow.array([one.SerializeToString(deterministic=True) for one in payload.details])
        for name in _TOTALS:
            totals = [getattr(one, name) if one.HasField(name) else None for one in payload.details]
            made[name] = arrow.array(totals, arrow.float64())
    if isinstance(payload, Records):
        made |= _record_columns(arrow, payload)
    if isinstance(payload, Correlations):
        made |= {short_name(one.type): _contained(arrow, payload, one) for one in samples.contained}
    if samples.provenances:
        texts = [json.dumps(_provenance(one), ensure_ascii=False) for one in samples.provenances]
        made["provenance"] = _texts(arrow, texts, samples.provenance_indexes, count)
    if samples.metadata:
        texts = [json.dumps(_metadata(one), ensure_ascii=False) for one in samples.metadata]
        made["metadata"] = _texts(arrow, texts, samples.metadata_indexes, count)
    return made


def _record_columns(arrow: Any, payload: Records) -> dict[str, Any]:
    made = {
        "record": arrow.array([one.SerializeToString(deterministic=True) for one in payload.records], arrow.binary())
    }
    rows = [payload.attributes_of(row) for row in range(len(payload.records))]
    for name in sorted({name for attributes in rows for name in attributes}):
        made[name] = arrow.array([attributes.get(name) for attributes in rows])
    if payload.lengths is not None and payload.voltages is None and payload.contents is None:
        # Empty series are some all the same.
        made["voltages"] = _lists(arrow, np.zeros(0), payload.lengths)
    return made


def _present(columns: Sequence[Column], payload: Any) -> list[tuple[Column, Array]]:
    """The columns that are there, without the numbers of items."""
    pairs = [(column, getattr(payload, column.name)) for column in columns if column.name != LENGTHS]
    return [(column, array) for column, array in pairs if array is not None]


def _row_name(column: Column) -> str:
    """As the tables of samples have it: in the singular."""
    return column.name.replace("_types", "_type").removesuffix("s")


def _array(arrow: Any, array: Array) -> Any:
    if array.dtype == UUID:
        return _uuid_array(arrow, array)
    return _times_array(arrow, array) if array.dtype.kind == "M" else arrow.array(array)


def _uuid_array(arrow: Any, uuids: Array) -> Any:
    buffers = [None, arrow.py_buffer(np.ascontiguousarray(uuids))]
    return arrow.Array.from_buffers(arrow.binary(_UUID_BYTES), len(uuids), buffers)


def _times_array(arrow: Any, times: Array) -> Any:
    return arrow.array(times.astype(TIME, copy=False)).cast(arrow.timestamp("ns", "UTC"))


def _lists(arrow: Any, items: Array, lengths: Numbers | None) -> Any:
    places = starts_of_items(np.zeros(0, np.uint32) if lengths is None else lengths)
    return arrow.LargeListArray.from_arrays(arrow.array(places), _array(arrow, items))


def _texts(arrow: Any, texts: Sequence[str | None], indexes: Numbers | None, count: int) -> Any:
    """A text for each row, each different one once."""
    rows = np.zeros(count, np.int32) if indexes is None else indexes.astype(np.int32)
    known = arrow.array(texts or [None], arrow.string())
    return known.take(arrow.array(rows)).dictionary_encode()


def _app(provenance: Provenance) -> str | None:
    return None if provenance.source is None else provenance.source.bundle_identifier


def _provenance(provenance: Provenance) -> dict[str, Any]:
    """What is known of it."""
    found: dict[str, Any] = {}
    for name, value in asdict(provenance).items():
        if isinstance(value, dict):
            found[name] = {key: text for key, text in value.items() if text is not None}
        elif value is not None:
            found[name] = value
    return found


def _metadata(metadata: Metadata) -> dict[str, Any]:
    """Texts, truth values and numbers are those of JSON; a number with a point is no integer."""

    def shown(value: MetadataValue) -> Any:
        match value:
            case Quantity():
                return {"value": value.value, "unit": value.unit}
            case np.datetime64():
                return {"time": int(value.astype(TIME).astype(np.int64))}
            case np.generic():
                return value.item()
            case _:
                return value

    return {key: shown(value) for key, value in metadata.items()}


def _contained(arrow: Any, correlations: Correlations, contained: Samples) -> Any:
    """Of each correlation those of these samples that it contains."""
    rows = {uuid: row for row, uuid in enumerate(contained.uuids.tolist())}
    members = [rows.get(uuid, -1) for uuid in correlations.members.tolist()]
    known = np.array(members, np.int64) >= 0
    owners = np.repeat(np.arange(len(correlations.lengths)), correlations.lengths)[known]
    lengths = np.bincount(owners, minlength=len(correlations.lengths)).astype(np.uint32)
    every = arrow.RecordBatch.from_pydict(_columns(arrow, contained)).to_struct_array()
    items = every.take(arrow.array(np.array(members, np.int64)[known]))
    return arrow.LargeListArray.from_arrays(arrow.array(starts_of_items(lengths)), items)


# ------------------------------------------------------------------------------------------------------ reading a table


def _samples(arrow: Any, identifier: str, units: Mapping[str, str], columns: Mapping[str, Any], count: int) -> Samples:
    empty = no_samples(identifier)
    kind = empty.payload.__class__
    taken: dict[str, Array | None] = {}
    for column in kind.ROWS:
        if (found := columns.get(_row_name(column))) is not None:
            taken[column.name] = _numbers(arrow, found, column.dtype, _row_name(column))
    if kind.ITEMS:
        lengths, items = _items(arrow, kind.ITEMS, columns, "")
        taken |= {LENGTHS: lengths, **items}
    rest: dict[str, Any] = {}
    if issubclass(kind, Quantities):
        rest["unit"] = protocol_unit(identifier, units.get(short_name(identifier), STORAGE_UNITS[identifier]))
        if any(name.startswith(_POINT) for name in columns):
            lengths, items = _items(arrow, SeriesPoints.ITEMS, columns, _POINT)
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
    if len(data) != _UUID_BYTES * len(column):
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
        found.append(_samples(arrow, identifier, units, inner, table.num_rows))
    return tuple(found)
