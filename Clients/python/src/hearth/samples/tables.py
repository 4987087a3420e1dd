"""Samples as tables of other libraries. Each is an extra of this package, and imported only when it is asked for."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ErrorCode, RequestError
from .categories import Correlations
from .category_enums import EnumType, codes_and_names
from .contained import contained_columns, contained_values
from .payload import LENGTHS
from .record_tables import record_columns, record_series
from .records import Records
from .sample import time_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from .columns import Array, Numbers, Uuids
    from .payload import Payload
    from .provenance import Provenance
    from .times import Times

#: In a table without a choice of columns, besides `start`, `end` and `source`.
_USUAL = ("duration", "activity_type", "count")
#: Of many samples a notebook shows this number of the first and of the last ones.
_SHOWN = 5
_ENUMS = {"value", "activity_type"}
#: The types of what rows and lists are made of; UUIDs and documents are bytes.
_POLARS = {"number": "Float64", "integer": "Int64", "truth": "Boolean", "uuid": "Binary", "text": "String"}
_ARROW = {"number": "float64", "integer": "int64", "truth": "bool_", "uuid": "binary", "text": "string"}


def extra(module: str) -> Any:
    """A library that this package can do without."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        # Not an extra of `hearth`: pip would look for it on PyPI, where another project has that name.
        raise ImportError(f"{library} is not installed. Install it with: pip install {library}") from error


def _object_text(value: Any) -> str:
    """What a notebook shows of a text, of bytes or of a list."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bytes():
            return f"{len(value):,} bytes"
        case _:
            return f"{len(value):,} values"


class Tabular(ABC):
    """What becomes a table with a row for each sample.

    Its columns are `start` and `end` (in UTC), `source`, the identifier of the app, and what the samples hold: `value`
    of quantities and categories, `duration` and `activity_type` of workouts, `count` of routes and heartbeats, and the
    values of the samples that correlations contain, such as `systolic` and `diastolic`. Records have their values by
    name, such as `classification` and `valence`, the `count` of their series, and the series itself, `voltages` or
    `contents`, when it was read. Where a sample may have several values of a name, as with `symptoms` and `labels`,
    each row is a list. Values of an enum are its names, as categories; in lists they are texts.

    `columns` chooses others, in their order. There are also `uuid` (16 bytes, of which most libraries make an object
    for each row) and, of quantities, `count`, `minimum`, `maximum`, `most_recent`, `most_recent_start` and
    `most_recent_end`. Metadata and the items of series are not columns.
    """

    __slots__ = ()

    type: str
    uuids: Uuids
    starts: Times
    payload: Payload
    provenances: tuple[Provenance, ...]
    provenance_indexes: Numbers | None
    contained: tuple[Tabular, ...]

    @property
    @abstractmethod
    def ends(self) -> Times:
        """When each sample ends."""

    @property
    @abstractmethod
    def shown(self) -> Payload:
        """What the samples hold, with percentages as people write them."""

    @property
    @abstractmethod
    def enum(self) -> EnumType | None:
        """The enum of the values."""

    def to_pandas(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """A `pandas.DataFrame`, which is a copy."""
        pandas = extra("pandas")
        made: dict[str, Any] = {}
        for name in self._names(columns):
            if name == "uuid":
                made[name] = pandas.Series(self.uuids.tolist(), dtype=object)
            elif (coded := self._coded(name)) is not None:
                made[name] = pandas.Categorical.from_codes(*coded)
            elif (objects := self._objects(name)) is not None:
                made[name] = pandas.Series(objects[0], dtype=object)
            else:
                array = self.column_array(name)
                made[name] = pandas.DatetimeIndex(array, tz="UTC") if array.dtype.kind == "M" else array
        frame: pd.DataFrame = pandas.DataFrame(made)
        return frame

    def to_polars(self, columns: Sequence[str] | None = None) -> pl.DataFrame:
        """A `polars.DataFrame`."""
        polars = extra("polars")
        made: dict[str, Any] = {}
        for name in self._names(columns):
            if name == "uuid":
                made[name] = polars.Series(self.uuids.tolist(), dtype=polars.Binary)
            elif (coded := self._coded(name)) is not None:
                codes, names = coded
                # The row behind the last name is for what has none.
                rows = np.where(codes < 0, len(names), codes).astype(np.uint32)
                made[name] = polars.Series([*names, None], dtype=polars.Enum(names)).gather(rows)
            elif (objects := self._objects(name)) is not None:
                values, kind, is_list = objects
                element = getattr(polars, _POLARS[kind])
                made[name] = polars.Series(values, dtype=polars.List(element) if is_list else element)
            else:
                array = self.column_array(name)
                series = polars.Series(array)
                made[name] = series.dt.replace_time_zone("UTC") if array.dtype.kind == "M" else series
        frame: pl.DataFrame = polars.DataFrame(made)
        return frame

    def to_arrow(self, columns: Sequence[str] | None = None) -> pa.Table:
        """A `pyarrow.Table`. UUIDs, times and numbers are not copied."""
        arrow = extra("pyarrow")
        made: dict[str, Any] = {}
        for name in self._names(columns):
            if name == "uuid":
                buffers = [None, arrow.py_buffer(self.uuids)]
                made[name] = arrow.Array.from_buffers(arrow.binary(16), len(self.uuids), buffers)
            elif (coded := self._coded(name)) is not None:
                codes, names = coded
                indexes = arrow.array(codes, mask=codes < 0)
                made[name] = arrow.DictionaryArray.from_arrays(indexes, arrow.array(names, arrow.string()))
            elif (objects := self._objects(name)) is not None:
                values, kind, is_list = objects
                element = getattr(arrow, _ARROW[kind])()
                made[name] = arrow.array(values, arrow.list_(element) if is_list else element)
            else:
                array = arrow.array(self.column_array(name))
                is_time = arrow.types.is_timestamp(array.type)
                made[name] = array.cast(arrow.timestamp("ns", "UTC")) if is_time else array
        return arrow.table(made)

    def _repr_html_(self) -> str:
        """What a notebook shows: a table of the first and the last samples."""
        count = len(self.uuids)
        rows = [*range(count)] if count <= 2 * _SHOWN + 1 else [*range(_SHOWN), None, *range(count - _SHOWN, count)]
        names = self.column_names
        columns = [self._texts(name, [row for row in rows if row is not None]) for name in names]
        lines = [f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in names)}</tr>"]
        cells = zip(*columns, strict=True)
        for row in rows:
            texts = ["…"] * len(names) if row is None else next(cells)
            lines.append(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in texts)}</tr>")
        return f"<div>{escape(repr(self).strip('<>'))}<table>{''.join(lines)}</table></div>"

    def _texts(self, name: str, rows: Sequence[int]) -> list[str]:
        if (coded := self._coded(name)) is not None:
            codes, names = coded
            return [names[codes[row]] if codes[row] >= 0 else "" for row in rows]
        if (objects := self._objects(name)) is not None:
            return [_object_text(objects[0][row]) for row in rows]
        array = self.column_array(name)
        if array.dtype.kind == "M":
            return [time_text(array[row]) for row in rows]
        if array.dtype.kind == "b":
            return ["yes" if array[row] else "no" for row in rows]
        return [f"{array[row]:.15g}" for row in rows]

    # ------------------------------------------------------------------------------------------------------- columns

    @property
    def column_names(self) -> list[str]:
        """The columns of a table without a choice of them. What the samples hold is last: pandas leaves out columns in
        the middle of what it prints."""
        return ["start", "end", "source", *self.held_names]

    @property
    def held_names(self) -> list[str]:
        """The columns among these that have what the samples hold."""
        held = self._held()
        if isinstance(self.payload, Correlations | Records):
            return list(held)
        # The count of quantities is 1, except for those that stand for a series.
        return ["value"] if "value" in held else [name for name in _USUAL if name in held]

    def _names(self, chosen: Sequence[str] | None) -> Sequence[str]:
        held = self._held()
        if chosen is None:
            return self.column_names
        known = {"uuid": "", "start": "", "end": "", **held, "source": ""}
        for index, name in enumerate([chosen] if isinstance(chosen, str) else chosen):
            if name not in known:
                text = f"{name!r} is not a column. These samples have {', '.join(known)}."
                raise RequestError(ErrorCode.INVALID_ARGUMENT, text, f"columns[{index}]")
        return [chosen] if isinstance(chosen, str) else chosen

    def _held(self) -> dict[str, str]:
        """The columns of what the samples hold, each named in the singular, with the name that it has there."""
        if isinstance(self.payload, Correlations):
            return contained_columns(self.type, [samples.type for samples in self.contained])
        if isinstance(self.payload, Records):
            names = {name: name for name in record_columns(self.type)}
            if (series := record_series(self.type)) is not None:
                names["count"] = "counts"
                if getattr(self.payload, series) is not None:
                    names[series] = series
            return names
        rows = [column.name for column in self.payload.ROWS if column.name != LENGTHS]
        return {name.replace("_types", "_type").removesuffix("s"): name for name in rows}

    def column_array(self, name: str) -> Array:
        """A column of the table that is not one of names; of objects where its rows are texts or lists."""
        if name in {"start", "end"}:
            return self.starts if name == "start" else self.ends
        held = self._held()[name]
        shown = self.shown
        if isinstance(shown, Correlations):
            pairs = [(one.uuids, one.column_array("value")) for one in self.contained if one.type == held]
            return contained_values(shown, pairs)
        if isinstance(shown, Records) and (column := record_columns(self.type).get(held)) is not None:
            return column.array(shown)
        payload = shown.timed(self.starts, self.ends) if held in shown.TIMED else shown
        return payload.column(held, len(self.uuids))

    def _coded(self, name: str) -> tuple[Array, list[str]] | None:
        """The codes and the names of a column of names; None: it is another one. The code -1 is for what has none."""
        if name == "source":
            return self._sources()
        if isinstance(self.payload, Records):
            column = record_columns(self.type).get(name)
            is_coded = column is not None and column.enum is not None and not column.is_list
            return column.codes(self.payload) if column is not None and is_coded else None
        if name not in _ENUMS or self.enum is None:
            return None
        return codes_and_names(self.enum, self.column_array(name))

    def _objects(self, name: str) -> tuple[list[Any], str, bool] | None:
        """The rows of a column of texts, bytes or lists, what they are, and whether they are lists; None: it is another
        one."""
        records, rows = self.payload, range(len(self.uuids))
        if not isinstance(records, Records):
            return None
        if name == "voltages":
            return [records.voltages_of(row) for row in rows], "number", True
        if name == "contents":
            return [records.contents_of(row) for row in rows], "uuid", False
        column = record_columns(self.type).get(name)
        if column is None or (not column.is_list and column.kind != "text"):
            return None
        return column.array(records).tolist(), column.kind, column.is_list

    def _sources(self) -> tuple[Array, list[str]]:
        """For each sample which of the sources it is of; -1: not known."""
        identifiers = [
            None if provenance.source is None else provenance.source.bundle_identifier
            for provenance in self.provenances
        ]
        names = sorted({identifier for identifier in identifiers if identifier is not None})
        places = [-1 if identifier is None else names.index(identifier) for identifier in identifiers] or [-1]
        codes = np.array(places, dtype=np.min_scalar_type(-len(names) - 1))
        if self.provenance_indexes is None:
            return np.full(len(self.uuids), codes[0]), names
        return codes[self.provenance_indexes], names
