"""Statistics as columns, and as tables of other libraries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arguments import check_flag
from ..samples.short_names import short_name
from ..samples.tables import extra
from .edges import zone_name

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from ..samples.columns import Array, Floats, Integers
    from ..samples.provenance import Source
    from ..samples.times import Times

#: The columns that each statistic brings.
COLUMNS_OF = {
    "sum": ("sums",),
    "average": ("averages",),
    "minimum": ("minimums",),
    "maximum": ("maximums",),
    "most_recent": ("most_recents", "most_recent_starts", "most_recent_ends"),
    "duration": ("durations",),
}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Statistics:
    """Statistics of a quantity type: numpy arrays with a row for each bucket.

    A bucket without data has the count 0, and NaN or NaT in the other columns: absent is not zero. A statistic that was
    not asked for is None.
    """

    #: Identifier of the type.
    type: str
    #: The unit of the values.
    unit: str
    #: The time zone of the calendar, which tables have too.
    zone: ZoneInfo
    #: The times of the buckets, in UTC. The only bucket of a request without times is as long as its data.
    starts: Times
    ends: Times
    #: How many quantities are in each bucket.
    counts: Integers
    #: The earliest start and the latest end of them, which may lie outside of the bucket.
    first_starts: Times
    last_ends: Times
    sums: Floats | None = None
    averages: Floats | None = None
    minimums: Floats | None = None
    maximums: Floats | None = None
    #: The latest quantity, and its times.
    most_recents: Floats | None = None
    most_recent_starts: Times | None = None
    most_recent_ends: Times | None = None
    #: The seconds that are covered.
    durations: Floats | None = None
    #: The same of each source by itself, when that was asked for: statistics with these buckets, by the `Source`,
    #: which has a `bundle_identifier` and a `name`. What several sources recorded at the same time is in each of them:
    #: they may add up to more than `sums`.
    by_source: dict[Source, Statistics] = field(default_factory=dict)
    #: The store's state from which the last of them were computed.
    anchor: bytes = b""

    def __len__(self) -> int:
        return len(self.starts)

    def __repr__(self) -> str:
        # Without a value: what is printed may end in a log.
        filled = int(np.count_nonzero(self.counts))
        buckets = f"{len(self)} bucket{'' if len(self) == 1 else 's'}"
        count = len(self.by_source)
        sources = f", and of {count} source{'' if count == 1 else 's'} alone" if count else ""
        return f"<{buckets} of {short_name(self.type)} in {self.unit}, {filled} with data{sources}>"

    def to_pandas(self, *, by_source: bool = False) -> pd.DataFrame:
        """A `pandas.DataFrame` with a row for each bucket. Its index is when the buckets start, in the time zone.
        `by_source`: instead those of each source by itself, with its identifier in the column `source`."""
        pandas = extra("pandas")
        name = zone_name(self.zone)
        made: dict[str, Any] = {
            column: _in_zone(pandas.DatetimeIndex(array, tz="UTC"), name) if array.dtype.kind == "M" else array
            for column, array in self._columns(by_source=by_source).items()
        }
        frame: pd.DataFrame = pandas.DataFrame(made).set_index("start")
        return frame

    def to_polars(self, *, by_source: bool = False) -> pl.DataFrame:
        """A `polars.DataFrame` with a row for each bucket, with times in the time zone. `by_source`: as for
        `to_pandas`."""
        polars = extra("polars")
        made: dict[str, Any] = {}
        for name, array in self._columns(by_source=by_source).items():
            series = polars.Series(array, nan_to_null=array.dtype.kind == "f")
            is_time = array.dtype.kind == "M"
            made[name] = _converted(series, zone_name(self.zone)) if is_time else series
        frame: pl.DataFrame = polars.DataFrame(made)
        return frame

    def to_arrow(self, *, by_source: bool = False) -> pa.Table:
        """A `pyarrow.Table` with a row for each bucket, with times in the time zone. `by_source`: as for
        `to_pandas`."""
        arrow = extra("pyarrow")
        made: dict[str, Any] = {}
        for name, array in self._columns(by_source=by_source).items():
            if array.dtype.kind == "M":
                made[name] = arrow.array(array).cast(arrow.timestamp("ns", zone_name(self.zone)))
            else:
                made[name] = arrow.array(array, from_pandas=True)
        return arrow.table(made)

    def _columns(self, *, by_source: bool = False) -> dict[str, Array]:
        """The columns of a table, named in the singular."""
        if check_flag(by_source, "by_source"):
            return self._source_columns()
        names = [name for columns in COLUMNS_OF.values() for name in columns]
        given = {name.removesuffix("s"): getattr(self, name) for name in names if getattr(self, name) is not None}
        return {"start": self.starts, "end": self.ends, "count": self.counts, **given}

    def _source_columns(self) -> dict[str, Array]:
        """The columns of all sources, one source after the other."""
        tables = {source.bundle_identifier: one._columns() for source, one in self.by_source.items()}
        columns = {
            name: np.concatenate([array[:0], *(table[name] for table in tables.values())])
            for name, array in self._columns().items()
        }
        sources = np.repeat(np.array([*tables], np.str_), len(self))
        return {"start": columns.pop("start"), "end": columns.pop("end"), "source": sources, **columns}


def _in_zone(index: Any, name: str) -> Any:
    return index.tz_convert(name)


def _converted(series: Any, name: str) -> Any:
    return series.dt.replace_time_zone("UTC").dt.convert_time_zone(name)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StatisticsUpdate:
    """Statistics that are followed, after a change."""

    #: All of them as they are now.
    statistics: Statistics
    #: Which buckets have changed; at first those with data.
    changed: Integers
