"""Samples as Arrow tables and Parquet files: the same samples come back, and other libraries open them."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearth
from hearth import export
from hearth.messages import WORKOUT_EVENT_TYPE_PAUSE, Record, WorkoutDetail, WorkoutEvent

if TYPE_CHECKING:
    from pathlib import Path

    from server import Server

SECOND = np.timedelta64(10**9, "ns")
STARTS = np.datetime64("2026-11-21T08:00:00.123456789", "ns") + np.arange(4) * 60 * SECOND
ENDS = STARTS + 30 * SECOND
WATCH = hearth.Device(name="Watch", manufacturer="", model="W1")
METADATA: list[hearth.Metadata] = [
    {"HKTimeZone": "Europe/Berlin", "own": True, "number": 3, "share": 3.0},
    {"when": np.datetime64("2026-01-01T00:00:00.000000001", "ns"), "far": hearth.Quantity(64, "%"), "Ü": "ä\n"},
    {},
    {"HKTimeZone": "Europe/Berlin", "own": True, "number": 3, "share": 3.0},
]


RHYTHM = {"classification": 1, "symptoms_status": 1, "average_heart_rate": 64.5}
MOOD = {"mind_kind": 2, "valence": 1.0}
SYMPTOMS = {"classification": 100, "symptoms_status": 2, "symptoms": [UUID(int=7), UUID(int=8)]}


def every_kind() -> list[hearth.Samples]:
    """Samples of each kind, with all that they can hold."""
    event = WorkoutEvent(
        type=WORKOUT_EVENT_TYPE_PAUSE, start=int(STARTS[0].astype(np.int64)), end=int(STARTS[0].astype(np.int64))
    )
    details = [WorkoutDetail(total_distance=5000.5, events=[event]), WorkoutDetail()]
    points = hearth.series_points([2, 1], np.sort(np.append(STARTS[:1] + SECOND, STARTS[:2])), [60.0, 64.0, 70.1])
    return [
        hearth.quantities("heartRate", STARTS, [62.0, 0.1, 99.9, 70], "count/min", device=WATCH, metadata=METADATA),
        hearth.quantities("stepCount", STARTS, [1, 2, 3, 4], ends=ENDS),
        hearth.quantities(
            "heartRate", STARTS[:2], [62.0, 70.1], "count/min", counts=[2, 1], points=points, ends=ENDS[:2]
        ),
        hearth.quantities("oxygenSaturation", STARTS, [97.3, 96, 1.1, 33.3], "%"),
        hearth.quantities("oxygenSaturation", STARTS, [0.973, 0.96, 0.011, 1 / 3], "1"),
        hearth.quantities("bloodGlucose", STARTS, [5.5, 6.1, 4.9, 7], "mmol/L"),
        hearth.categories("sleepAnalysis", STARTS, [0, 1, 2, 5], ends=ENDS),
        hearth.blood_pressures(STARTS, [120, 118, 131, 125], [80, 79, 84, 82], metadata=METADATA, device=WATCH),
        hearth.blood_pressures(STARTS[:1], [16.0], [10.6], "kPa"),
        hearth.workouts(STARTS[:2], ENDS[:2], ["running", "yoga"], details=details, durations=[12.5, 30]),
        hearth.routes(
            STARTS[:2],
            ENDS[:2],
            [2, 1],
            np.append(STARTS[0] + np.arange(2) * SECOND, STARTS[1]),
            [1, 2, 3],
            [4, 5, 6.5],
            speeds=[1, 2, 3],
        ),
        hearth.heartbeats(STARTS[:2], ENDS[:2], [2, 3], [0.5, 1.5, 0.25, 1, 2], gaps=[0, 1, 0, 0, 1]),
        hearth.records(
            "electrocardiogram", STARTS[:2], [RHYTHM, SYMPTOMS], voltages=[[-12.5, 250.25], []], ends=ENDS[:2]
        ),
        hearth.records("electrocardiogram", STARTS[:2], [RHYTHM, RHYTHM], voltages=[[], []], metadata=METADATA[:2]),
        hearth.records("labResultRecord", STARTS[:2], [{"display_name": "Ü"}] * 2, contents=[b"", b'{"a":1}']),
        hearth.records("stateOfMind", STARTS[:2], [{"mind_kind": 1, "valence": -0.0, "labels": [17, 7]}, MOOD]),
    ]


def same(one: hearth.Samples, other: hearth.Samples) -> None:
    """All that they say is the same."""
    assert one.type == other.type
    assert one.payload == other.payload
    for name in ("uuids", "starts", "ends"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    for row in range(len(one)):
        assert one.metadata_of(row) == other.metadata_of(row)
        assert list(map(type, one.metadata_of(row).values())) == list(map(type, other.metadata_of(row).values()))
        assert one.provenance_of(row) == other.provenance_of(row)
    assert len(one.contained) == len(other.contained)
    for inner, outer in zip(one.contained, other.contained, strict=True):
        same(inner, outer)


@pytest.mark.parametrize("number", range(len(every_kind())))
def test_what_is_written_comes_back(number: int, tmp_path: Path) -> None:
    samples = every_kind()[number]
    same(export.from_arrow(export.to_arrow(samples)), samples)
    export.to_parquet(samples, tmp_path / "one.parquet")
    same(export.from_parquet(tmp_path / "one.parquet"), samples)
    # A part of them is a table as good.
    if not samples.contained:
        same(export.from_arrow(export.to_arrow(samples).slice(1)), samples[1:])
    assert len(export.from_arrow(export.to_arrow(samples).slice(0, 0))) == 0


# The server computes what a series of points is summed up to, and takes it from nobody else.
@pytest.mark.parametrize("number", [number for number in range(len(every_kind())) if number != 2])
def test_what_the_store_has_is_saved_again_from_a_file(server: Server, number: int, tmp_path: Path) -> None:
    """With the app and the device that the server names, and the counts of series."""
    samples = every_kind()[number]
    with hearth.Client(server.socket, app="org.example.first") as client:
        client.save(samples)
        where = hearth.predicates.one_of(samples.uuids)
        unit = samples.unit if samples.type.startswith("HKQuantity") else ""
        found = client.read(samples.type, where, unit=unit, series=True)
        export.to_parquet(found, tmp_path / "one.parquet")
        read = export.from_parquet(tmp_path / "one.parquet")
        same(read, found)
        client.delete(samples.uuids)
        for contained in samples.contained:
            client.delete(contained.uuids)
    with hearth.Client(server.socket, app="org.example.first") as client:
        assert client.save(read).added == len(samples) + sum(map(len, samples.contained))
        again = client.read(samples.type, where, unit=unit, series=True)
        assert again.payload == found.payload
        assert {one.source.bundle_identifier for one in again.provenances if one.source} == {"org.example.first"}


def test_other_libraries_open_the_files(tmp_path: Path) -> None:
    rates, pressures = every_kind()[0], every_kind()[7]
    route, beats, records = every_kind()[10:13]
    named = {"rates": rates, "pressures": pressures, "route": route, "beats": beats, "records": records}
    for name, samples in named.items():
        export.to_parquet(samples, tmp_path / f"{name}.parquet")

    def asked(query: str) -> list[Any]:
        found = duckdb.sql(query.format(tmp_path))
        assert found is not None
        return found.fetchall()

    assert asked("select count(*), max(value) from '{}/rates.parquet'") == [(4, 99.9)]
    assert asked("select len(latitudes) from '{}/route.parquet' order by all") == [(1,), (2,)]
    assert asked("select bloodPressureSystolic[1].value from '{}/pressures.parquet' limit 1") == [(120.0,)]
    assert asked("select metadata->>'HKTimeZone' from '{}/rates.parquet' limit 1") == [("Europe/Berlin",)]
    query = "select average_heart_rate[1], voltages from '{}/records.parquet' where classification[1] = 1"
    assert asked(query) == [(64.5, [-12.5, 250.25])]
    frame = pl.read_parquet(tmp_path / "rates.parquet")
    assert frame["value"].to_list() == [62.0, 0.1, 99.9, 70]
    assert frame["start"].dt.epoch("ns").to_list() == STARTS.astype(np.int64).tolist()
    assert pl.read_parquet(tmp_path / "beats.parquet")["offsets"].to_list() == [[0.5, 1.5], [0.25, 1, 2]]


@pytest.mark.parametrize("number", range(len(every_kind())))
def test_what_other_libraries_write_is_read(number: int, tmp_path: Path) -> None:
    """polars and DuckDB have other kinds of columns, and drop what the schema says."""
    samples = every_kind()[number]
    path = tmp_path / "one.parquet"
    export.to_parquet(samples, path)
    unit = samples.unit if samples.type.startswith("HKQuantity") else None
    units = {"type": samples.type, "unit": unit}
    of_polars = export.from_arrow(pl.read_parquet(path).to_arrow(), **units)
    duckdb.sql(f"copy (select * from '{path}') to '{tmp_path}/other.parquet' (format parquet)")
    of_duckdb = export.from_parquet(tmp_path / "other.parquet", **units)
    if samples.contained and samples.contained[0].unit != "mmHg":
        # Nothing says any more that these are kilopascals.
        return
    same(of_polars, samples)
    same(of_duckdb, samples)


def test_only_the_owner_can_read_a_file_which_is_whole_or_not_there(tmp_path: Path) -> None:
    samples = every_kind()[0]
    path = tmp_path / "one.parquet"
    # What everybody may read is replaced, and not written to.
    everybody = tmp_path / "everybody"
    everybody.write_text("old")
    everybody.chmod(0o644)
    path.hardlink_to(everybody)
    before = os.umask(0)
    try:
        export.to_parquet(samples, path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert everybody.read_text() == "old"
    same(export.from_parquet(path), samples)
    with pytest.raises(FileNotFoundError) as missing:
        export.to_parquet(samples, tmp_path / "missing" / "one.parquet")
    assert missing.value.filename == str(tmp_path / "missing" / "one.parquet")
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        export.to_parquet(samples, tmp_path / "folder")
    assert {found.name for found in tmp_path.iterdir()} == {"everybody", "folder", "one.parquet"}


def test_samples_without_their_series_are_refused(own_server: Server, tmp_path: Path) -> None:
    with hearth.Client(own_server.socket, app="org.example.series") as client:
        kinds = ("RouteTypeIdentifier", "HeartbeatSeries")
        client.save([samples for samples in every_kind() if samples.type.endswith(kinds)])
        for name in ("workoutRoute", "heartbeatSeries"):
            with pytest.raises(hearth.RequestError, match="series=True"):
                export.to_arrow(client.read(name))
        written = export.store_to_parquet(client, tmp_path, "workoutRoute")
    assert written == [tmp_path / "workoutRoute.parquet"]


def test_all_types_of_a_store_become_files(own_server: Server, tmp_path: Path) -> None:
    with hearth.Client(own_server.socket, app="org.example.all") as client:
        kinds = [samples for number, samples in enumerate(every_kind()) if number not in {2, 4, 8}]
        client.save(kinds)
        written = export.store_to_parquet(client, tmp_path / "new" / "folder")
    names = {"bloodGlucose", "bloodPressure", "bloodPressureDiastolic", "bloodPressureSystolic", "heartRate"}
    names |= {"heartbeatSeries", "oxygenSaturation", "sleepAnalysis", "stepCount", "workout", "workoutRoute"}
    names |= {"electrocardiogram", "labResultRecord", "stateOfMind"}
    assert {path.stem for path in written} == names
    assert {len(export.from_parquet(path)) for path in written} <= {2, 4}


@pytest.mark.parametrize(
    ("table", "field"),
    [
        (pa.table({"value": [1.0]}), "type"),
        (pa.table({"value": [1.0]}).replace_schema_metadata({b"hearth": b"{"}), "table"),
        (pa.table({"value": [1.0]}).replace_schema_metadata({b"hearth": b'{"type": 1}'}), "table"),
        (pa.table({"value": [1.0]}).replace_schema_metadata({b"hearth": b'{"type": "heartRate"}'}), "start"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(table: pa.Table, field: str) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        export.from_arrow(table)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("metadata", pa.array(["{"] * 4)),
        ("metadata", pa.array(['{"a": [1]}'] * 4)),
        ("metadata", pa.array(["[1]"] * 4)),
        ("provenance", pa.array(['{"source": 3}'] * 4)),
        ("uuid", pa.array([b"short"] * 4)),
        ("uuid", pa.array([None] * 4, pa.binary())),
        ("start", pa.array(["yesterday"] * 4)),
        ("start", pa.array([None] * 4, pa.timestamp("ns"))),
        ("value", pa.array(["x"] * 4)),
        ("value", pa.array([float("nan")] * 4)),
        ("point_starts", pa.array([[1]] * 4, pa.list_(pa.timestamp("ns")))),
    ],
)
def test_a_column_that_cannot_be_read_is_named(name: str, column: pa.Array) -> None:
    table = export.to_arrow(every_kind()[0])
    if name in table.column_names:
        table = table.drop_columns([name])
    with pytest.raises(hearth.RequestError) as refused:
        export.from_arrow(table.append_column(name, column))
    assert name.removesuffix("s") in refused.value.field or refused.value.field.startswith("quantity.")
    assert "yesterday" not in refused.value.text


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50), st.sampled_from(["%", "1"]))
def test_percentages_keep_all_their_bits(values: list[float], unit: str) -> None:
    starts = STARTS[0] + np.arange(len(values)) * SECOND
    samples = hearth.quantities("bodyFatPercentage", starts, values, unit)
    same(export.from_arrow(export.to_arrow(samples)), samples)


def test_a_file_is_compressed(tmp_path: Path) -> None:
    starts = STARTS[0] + np.arange(10_000) * 5 * SECOND
    export.to_parquet(hearth.quantities("heartRate", starts, np.arange(10_000) % 40 + 60.0), tmp_path / "r.parquet")
    assert pq.ParquetFile(tmp_path / "r.parquet").metadata.row_group(0).column(0).compression == "ZSTD"


def test_the_owner_and_the_records_of_a_table_are_read() -> None:
    imported = hearth.Provenance(source=hearth.Source("org.example.watch", "Watch"), owner="org.example.import")
    samples = replace(every_kind()[12], provenances=(imported,))
    same(export.from_arrow(export.to_arrow(samples)), samples)
    table = export.to_arrow(samples)
    for wrong in (table.drop_columns(["record"]), replaced(table, [b"\xff"] * 2), replaced(table, [ODD] * 2)):
        with pytest.raises(hearth.RequestError) as refused:
            export.from_arrow(wrong)
        assert refused.value.code is hearth.ErrorCode.MALFORMED_COLUMN
        assert refused.value.field.startswith("record")


#: A record with an attribute without a value.
ODD = Record(attributes=[{"name": 1}]).SerializeToString()


def replaced(table: pa.Table, records: list[bytes]) -> pa.Table:
    return table.set_column(table.column_names.index("record"), "record", pa.array(records))
