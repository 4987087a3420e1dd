"""Samples as tables of other libraries. Each is an extra of this package, and imported only when it is asked for."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from .columns import Array, Numbers, Uuids
    from .payload import Payload
    from .provenance import Provenance
    from .times import Times


def _extra(module: str, extra: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{module} is not installed. Install it with: pip install 'hearth[{extra}]'") from error


class Tabular(ABC):
    """What has a row for each sample: `uuid` (16 bytes), `start` and `end` (in UTC), the columns of what the samples
    hold, and `source`, the identifier of the app. Metadata and the items of series are no columns of it."""

    __slots__ = ()

    uuids: Uuids
    starts: Times
    payload: Payload
    provenances: tuple[Provenance, ...]
    provenance_indexes: Numbers | None

    @property
    @abstractmethod
    def ends(self) -> Times:
        """When each sample ends."""

    def to_pandas(self) -> pd.DataFrame:
        """A `pandas.DataFrame`."""
        pandas = _extra("pandas", "pandas")
        columns: dict[str, Any] = {
            "uuid": self.uuids.tolist(),
            "start": pandas.DatetimeIndex(self.starts, tz="UTC"),
            "end": pandas.DatetimeIndex(self.ends, tz="UTC"),
        }
        for name, array in self._numbers().items():
            columns[name] = pandas.DatetimeIndex(array, tz="UTC") if array.dtype.kind == "M" else array
        codes, names = self._sources()
        columns["source"] = pandas.Categorical.from_codes(codes, names)
        frame: pd.DataFrame = pandas.DataFrame(columns)
        return frame

    def to_polars(self) -> pl.DataFrame:
        """A `polars.DataFrame`."""
        polars = _extra("polars", "polars")
        codes, names = self._sources()
        columns: dict[str, Any] = {
            "uuid": polars.Series(self.uuids.tolist(), dtype=polars.Binary),
            "start": polars.Series(self.starts).dt.replace_time_zone("UTC"),
            "end": polars.Series(self.ends).dt.replace_time_zone("UTC"),
        }
        for name, array in self._numbers().items():
            series = polars.Series(array)
            columns[name] = series.dt.replace_time_zone("UTC") if array.dtype.kind == "M" else series
        # The row behind the last name is that of samples without a source.
        of_names = polars.Series([*names, None], dtype=polars.String)
        columns["source"] = of_names.gather(np.where(codes < 0, len(names), codes)).cast(polars.Categorical)
        frame: pl.DataFrame = polars.DataFrame(columns)
        return frame

    def to_arrow(self) -> pa.Table:
        """A `pyarrow.Table`. UUIDs, times and numbers are not copied."""
        arrow = _extra("pyarrow", "arrow")
        codes, names = self._sources()
        count = len(self.uuids)
        columns: dict[str, Any] = {
            "uuid": arrow.Array.from_buffers(arrow.binary(16), count, [None, arrow.py_buffer(self.uuids)]),
            "start": _arrow_column(arrow, self.starts),
            "end": _arrow_column(arrow, self.ends),
        }
        for name, array in self._numbers().items():
            columns[name] = _arrow_column(arrow, array)
        indexes = arrow.array(codes, mask=codes < 0)
        columns["source"] = arrow.DictionaryArray.from_arrays(indexes, arrow.array(names, arrow.string()))
        return arrow.table(columns)

    def _numbers(self) -> dict[str, Array]:
        """The columns of what the samples hold, each named in the singular."""
        return {
            name.replace("_types", "_type").removesuffix("s") if name != "counts" else "count": array
            for name, array in self.payload.table().items()
        }

    def _sources(self) -> tuple[Array, list[str]]:
        """For each sample which of the sources it is of; -1: not known."""
        identifiers = [
            None if provenance.source is None else provenance.source.bundle_identifier
            for provenance in self.provenances
        ]
        names = sorted({identifier for identifier in identifiers if identifier is not None})
        places = [-1 if identifier is None else names.index(identifier) for identifier in identifiers] or [-1]
        codes = np.array(places, dtype=np.int32)
        if self.provenance_indexes is None:
            return np.full(len(self.uuids), codes[0], dtype=np.int32), names
        return codes[self.provenance_indexes], names


def _arrow_column(arrow: Any, array: Array) -> Any:
    if array.dtype.kind == "M":
        return arrow.array(array).cast(arrow.timestamp("ns", "UTC"))
    return arrow.array(array)
