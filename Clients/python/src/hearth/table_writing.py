"""Makes Arrow tables of samples."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import ErrorCode, RequestError
from .samples.categories import Correlations
from .samples.columns import UUID, Array, Column, starts_of_items
from .samples.metadata import Quantity
from .samples.payload import LENGTHS
from .samples.quantities import Quantities
from .samples.records import Records
from .samples.short_names import short_name
from .samples.times import TIME
from .samples.workouts import Workouts
from .table_layout import POINT, TOTALS, UUID_BYTES, row_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .samples.columns import Numbers
    from .samples.metadata import Metadata, MetadataValue
    from .samples.provenance import Provenance
    from .samples.samples import Samples


def units_of(samples: Samples) -> dict[str, str]:
    """The units of quantities, also of those that correlations contain, by the names of their types."""
    own = {short_name(samples.type): samples.unit} if isinstance(samples.payload, Quantities) else {}
    for contained in samples.contained:
        own |= units_of(contained)
    return own


def check_series(samples: Samples) -> None:
    """Without their items, routes and heartbeats are not all of the samples."""
    payload = samples.payload
    lengths = getattr(payload, LENGTHS, None)
    items = len(samples) if lengths is None else int(lengths.sum())
    for column, array in _present(payload.ITEMS, payload):
        if not len(array) and items:
            text = "The samples were read without their series: read them with series=True."
            raise RequestError(ErrorCode.INVALID_ARGUMENT, text, column.name)


def columns_of(arrow: Any, samples: Samples) -> dict[str, Any]:
    count = len(samples)
    made = {
        "uuid": _uuid_array(arrow, samples.uuids),
        "start": _times_array(arrow, samples.starts),
        "end": _times_array(arrow, samples.ends),
        "source": _texts(arrow, [_app(one) for one in samples.provenances], samples.provenance_indexes, count),
    }
    payload = samples.payload
    made |= {row_name(column): _array(arrow, array) for column, array in _present(payload.ROWS, payload)}
    lengths = getattr(payload, LENGTHS, None)
    made |= {column.name: _lists(arrow, array, lengths) for column, array in _present(payload.ITEMS, payload)}
    if isinstance(payload, Quantities) and (points := payload.points) is not None:
        for column, array in _present(points.ITEMS, points):
            made[POINT + column.name] = _lists(arrow, array, points.lengths)
    if isinstance(payload, Workouts) and payload.details:
        made["detail"] = arrow.array([one.SerializeToString(deterministic=True) for one in payload.details])
        for name in TOTALS:
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


def _array(arrow: Any, array: Array) -> Any:
    if array.dtype == UUID:
        return _uuid_array(arrow, array)
    return _times_array(arrow, array) if array.dtype.kind == "M" else arrow.array(array)


def _uuid_array(arrow: Any, uuids: Array) -> Any:
    buffers = [None, arrow.py_buffer(np.ascontiguousarray(uuids))]
    return arrow.Array.from_buffers(arrow.binary(UUID_BYTES), len(uuids), buffers)


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
    every = arrow.RecordBatch.from_pydict(columns_of(arrow, contained)).to_struct_array()
    items = every.take(arrow.array(np.array(members, np.int64)[known]))
    return arrow.LargeListArray.from_arrays(arrow.array(starts_of_items(lengths)), items)
