"""DuckDB in the process of its program, as an analyst uses it: from Python, with Arrow in and out, on all cores.

The samples are those of data.c, which is loaded as a library. Tests/Comparison/README.md says what the orders are."""

from __future__ import annotations

import ctypes
import math
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy.typing as npt

BATCH = 4_096
TYPE, SOURCE = 1, 1
PHONE, WATCH = 2, 3
DAYS = 3_653
UUID_BYTES = 16
MIXER = np.uint64(0x9E3779B97F4A7C15)
WORD = (1 << 64) - 1


class Columns(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_size_t),
        ("uuids", ctypes.c_void_p),
        ("starts", ctypes.c_void_p),
        ("ends", ctypes.c_void_p),
        ("values", ctypes.c_void_p),
        ("type", ctypes.c_int32),
        ("source", ctypes.c_int32),
    ]


class Range(ctypes.Structure):
    _fields_ = [("start", ctypes.c_int64), ("end", ctypes.c_int64)]


class Samples:
    """What data.c generates, as tables."""

    def __init__(self, library: Path) -> None:
        self._library = ctypes.CDLL(str(library))
        self._library.set_density.argtypes = [ctypes.c_size_t]
        self._library.generate.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
        self._library.generate.restype = Columns
        self._library.parts_of_steps.restype = ctypes.c_size_t
        self._library.generate_steps.argtypes = [ctypes.c_int32, ctypes.c_size_t, ctypes.c_size_t]
        self._library.generate_steps.restype = Columns
        self._library.free_columns.argtypes = [ctypes.POINTER(Columns)]
        self._library.range_of_day.argtypes = [ctypes.c_size_t]
        self._library.range_of_day.restype = Range
        for name in ("first_day", "length_of_day"):
            getattr(self._library, name).restype = ctypes.c_int64

    def set_density(self, samples: int) -> None:
        self._library.set_density(samples)

    def table(self, first: int, count: int) -> pa.Table:
        return self._taken_over(self._library.generate(first, count))

    def parts_of_steps(self) -> int:
        return int(self._library.parts_of_steps())

    def steps(self, source: int, first: int, parts: int) -> pa.Table:
        return self._taken_over(self._library.generate_steps(source, first, parts))

    def _taken_over(self, columns: Columns) -> pa.Table:
        count = columns.count
        uuids = pa.py_buffer(ctypes.string_at(columns.uuids, count * UUID_BYTES))
        starts, ends = (
            np.frombuffer(ctypes.string_at(times, count * 8), np.int64) for times in (columns.starts, columns.ends)
        )
        table = pa.table(
            {
                "uuid": pa.FixedSizeBinaryArray.from_buffers(pa.binary(UUID_BYTES), count, [None, uuids]),
                "type": np.full(count, columns.type, np.int32),
                "start": starts,
                "end": ends,
                "value": np.frombuffer(ctypes.string_at(columns.values, count * 8), np.float64),
                "source": np.full(count, columns.source, np.int32),
            }
        )
        self._library.free_columns(ctypes.byref(columns))
        return table

    def day(self, number: int) -> tuple[int, int]:
        day = self._library.range_of_day(number)
        return day.start, day.end

    def first_day(self) -> int:
        return int(self._library.first_day())

    def length_of_day(self) -> int:
        return int(self._library.length_of_day())


class Collector:
    """Looks at every sample of what is read, and adds it up as lane.c does."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0
        self._uuids = 0
        self._is_ordered = True
        self._last = -(1 << 63)

    def begin_reading(self) -> None:
        self._last = -(1 << 63)

    def take(self, batches: Iterable[pa.RecordBatch]) -> None:
        for batch in batches:
            if batch.num_rows == 0:
                continue
            uuids, types, starts, ends, values, sources = batch.columns
            begin = uuids.offset * UUID_BYTES
            words = np.frombuffer(uuids.buffers()[2], np.uint64, batch.num_rows * 2, begin).reshape(-1, 2)
            times = starts.to_numpy()
            if (
                np.any(times != ends.to_numpy())
                or np.any(types.to_numpy() != TYPE)
                or np.any(sources.to_numpy() != SOURCE)
            ):
                raise ValueError("a row is not what was saved")
            mixed = (times.view(np.uint64) ^ values.to_numpy().view(np.uint64)) * MIXER
            self._sum += int(mixed.sum())
            self._uuids += int((words[:, 0] ^ words[:, 1]).sum())
            self._is_ordered &= bool(times[0] >= self._last and np.all(times[1:] >= times[:-1]))
            self._last = int(times[-1])
            self.count += batch.num_rows

    def described(self) -> dict[str, int]:
        return {
            "count": self.count,
            "sum": self._sum & WORD,
            "uuids": self._uuids & WORD,
            "ordered": int(self._is_ordered),
        }


def nanoseconds() -> int:
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def percentiles(times: list[int]) -> dict[str, int]:
    times = sorted(times)
    return {f"p{percent}": times[(len(times) - 1) * percent // 100] for percent in (50, 95, 99)}


def tallied(
    counts: npt.NDArray[np.int64],
    averages: npt.NDArray[np.float64],
    minima: npt.NDArray[np.float64],
    maxima: npt.NDArray[np.float64],
) -> dict[str, int]:
    """Statistics by bucket, added up as lane.c does."""
    mixed = 0
    for count, least, most in zip(
        counts.tolist(), minima.view(np.uint64).tolist(), maxima.view(np.uint64).tolist(), strict=True
    ):
        mixed = (mixed + count + least * 3 + most * 5) * int(MIXER) & WORD
    average = math.floor(averages.sum() / max(len(averages), 1) * 1000 + 0.5)
    return {"count": int(counts.sum()), "sum": mixed, "buckets": len(counts), "average": average}


class Lane:
    ROWS = 'SELECT uuid, type, start, "end", value, source FROM samples '
    FOUR = "SELECT count(*), avg(value), min(value), max(value) FROM samples WHERE type = 1 "

    # In each hour the steps of the watch (source 3), or else all, which are then those of the phone.
    DAILY_STEPS = (
        "SELECT sum(quantities)::BIGINT AS quantities, sum(steps) AS steps FROM"
        " (SELECT (start - ?) // 3600000000000 AS hour, count(*) AS quantities,"
        " coalesce(sum(value) FILTER (WHERE source = 3), sum(value)) AS steps"
        " FROM samples WHERE type = 2 AND start >= ? AND start < ? GROUP BY hour)"
        " GROUP BY hour // 24 ORDER BY hour // 24"
    )

    def __init__(self, path: Path, samples: Samples) -> None:
        self._path = path
        self._samples = samples
        self._marked = 0

    def _open(self) -> None:
        self._database = duckdb.connect(self._path / "samples.duckdb")

    def _rows(self, query: str, *parameters: int) -> pa.RecordBatchReader:
        return self._database.sql(self.ROWS + query, params=list(parameters)).to_arrow_reader(BATCH)

    def data(self, count: int) -> dict[str, int]:
        self._samples.set_density(count)
        return {}

    def create(self) -> dict[str, int]:
        self._open()
        # No index, as is usual for tables that are filled in bulk.
        self._database.execute(
            "CREATE SEQUENCE numbers; CREATE TABLE samples (sequence BIGINT DEFAULT nextval('numbers'),"
            ' uuid BLOB, type INTEGER, start BIGINT, "end" BIGINT, value DOUBLE, source INTEGER)'
        )
        return {}

    def start(self) -> dict[str, int]:
        collector = Collector()
        begin = nanoseconds()
        self._open()
        collector.take(self._rows("WHERE type = 1 ORDER BY start DESC LIMIT 1"))
        end = nanoseconds()
        return {"ns": end - begin, "at": end, **collector.described()}

    def save(self, first: int, count: int, at_once: int) -> dict[str, int]:
        table = self._samples.table(first, count)
        begin = nanoseconds()
        for row in range(0, count, at_once):
            self._database.register("part", table.slice(row, at_once))
            self._database.execute("INSERT INTO samples BY NAME SELECT * FROM part")
        return {"ns": nanoseconds() - begin}

    def single(self, first: int, count: int) -> dict[str, int]:
        columns = self._samples.table(first, count)
        rows = list(zip(*(columns.column(name).to_pylist() for name in columns.column_names), strict=True))
        times = []
        begin = nanoseconds()
        for row in rows:
            sent = nanoseconds()
            self._database.execute(
                'INSERT INTO samples (uuid, type, start, "end", value, source) VALUES (?, ?, ?, ?, ?, ?)', row
            )
            times.append(nanoseconds() - sent)
        return {"ns": nanoseconds() - begin, **percentiles(times)}

    def columns(self) -> dict[str, int]:
        collector = Collector()
        begin = nanoseconds()
        collector.take(self._rows("WHERE type = 1 ORDER BY start"))
        return {"ns": nanoseconds() - begin, **collector.described()}

    def days(self, count: int) -> dict[str, int]:
        collector = Collector()
        times = []
        begin = nanoseconds()
        for number in range(count):
            day = self._samples.day((number * 1009 + 365) % DAYS)
            asked = nanoseconds()
            collector.begin_reading()
            collector.take(self._rows("WHERE type = 1 AND start >= ? AND start < ? ORDER BY start", *day))
            times.append(nanoseconds() - asked)
        return {"ns": nanoseconds() - begin, **percentiles(times), **collector.described()}

    def statistics(self, days: int) -> dict[str, int]:
        first, length = self._samples.first_day(), days * self._samples.length_of_day()
        begin = nanoseconds()
        if days == 0:
            found = self._database.sql(self.FOUR).fetchnumpy()
        else:
            buckets = -(-DAYS // days)
            found = self._database.sql(
                self.FOUR.replace("SELECT", "SELECT (start - ?) // ? AS bucket,")
                + "AND start >= ? AND start < ? GROUP BY bucket ORDER BY bucket",
                params=[first, length, first, first + length * buckets],
            ).fetchnumpy()
        counts, averages, minima, maxima = (np.asarray(column) for column in list(found.values())[-4:])
        return {"ns": nanoseconds() - begin, **tallied(counts, averages, minima, maxima)}

    def steps(self, at_once: int) -> dict[str, int]:
        parts, count, taken = self._samples.parts_of_steps(), 0, 0
        for first in range(0, parts, at_once):
            for source in (PHONE, WATCH):
                table = self._samples.steps(source, first, min(at_once, parts - first))
                begin = nanoseconds()
                self._database.register("part", table)
                self._database.execute("INSERT INTO samples BY NAME SELECT * FROM part")
                taken += nanoseconds() - begin
                count += table.num_rows
        return {"ns": taken, "count": count}

    def sumsteps(self) -> dict[str, int]:
        first, length = self._samples.first_day(), self._samples.length_of_day()
        begin = nanoseconds()
        found = self._database.sql(self.DAILY_STEPS, params=[first, first, first + length * DAYS]).fetchnumpy()
        counts, sums = (np.asarray(found[name]) for name in ("quantities", "steps"))
        return {"ns": nanoseconds() - begin, **tallied(counts, sums, sums, sums)}

    def mark(self) -> dict[str, int]:
        (self._marked,) = self._database.execute("SELECT max(sequence) FROM samples").fetchall()[0]
        return {}

    def changes(self, times_read: int) -> dict[str, int]:
        collector = Collector()
        times = []
        begin = nanoseconds()
        for _ in range(times_read):
            asked = nanoseconds()
            collector.begin_reading()
            collector.take(self._rows("WHERE sequence > ? ORDER BY sequence", self._marked))
            times.append(nanoseconds() - asked)
        return {"ns": nanoseconds() - begin, **percentiles(times), **collector.described()}

    def settle(self) -> dict[str, int]:
        self._database.execute("CHECKPOINT")
        return {}


ORDERS: dict[str, Callable[..., dict[str, int]]] = {
    name: getattr(Lane, name)
    for name in (
        *("data", "create", "start", "save", "single", "columns", "days"),
        *("statistics", "steps", "sumsteps", "mark", "changes", "settle"),
    )
}


def answer(lane: Lane, line: str) -> str:
    word, *numbers = line.split()
    order = ORDERS.get(word)
    if order is None:
        return "cannot"
    found = order(lane, *map(int, numbers))
    return " ".join(["ok", *(f"{name}={value}" for name, value in found.items())])


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lane = Lane(Path(sys.argv[1]), Samples(Path(os.environ["COMPARISON_PROGRAMS"]) / "libsamples.so"))
    lane.data(1_000_000)
    for line in sys.stdin:
        try:
            print(answer(lane, line), flush=True)
        except (duckdb.Error, ValueError) as fault:
            sys.exit(print("error", " ".join(str(fault).split()), flush=True))


if __name__ == "__main__":
    main()
