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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import check_optional, check_type
from .errors import ErrorCode, RequestError
from .samples.samples import Samples
from .samples.short_names import short_name
from .samples.tables import extra
from .samples.type_names import type_identifier
from .table_layout import TOTALS
from .table_reading import samples_of
from .table_writing import check_series, columns_of, units_of
from .type_table import IDENTIFIERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike
    from typing import BinaryIO

    import pyarrow as pa

    from .client import Client

_KEY = b"hearth"
#: The version of this layout. A later one may add columns.
_VERSION = 1


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
    check_series(samples)
    arrow = extra("pyarrow")
    columns = columns_of(arrow, samples)
    about: dict[str, Any] = {"version": _VERSION, "type": samples.type, "units": units_of(samples)}
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
    columns = {name: table[name] for name in names if name not in {"source", *TOTALS}}
    return samples_of(arrow, identifier, units, columns, table.num_rows)


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
