"""The whole comparison, with a little of everything: what it checks holds."""

from __future__ import annotations

import xml.etree.ElementTree as ET
import zipfile
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import TYPE_CHECKING

import hearth
import pytest

from imports import amounts, competitors
from imports.files import Files
from imports.session import PARTS, DisagreementError, Session
from imports.store import Store

if TYPE_CHECKING:
    from pathlib import Path

LITTLE = replace(amounts.QUICK, export=amounts.Export(2_000, 6, 2, 30), fit_seconds=60, gpx_bytes=20_000, file_rounds=1)


def test_all_parts_run_and_agree(tmp_path: Path) -> None:
    session = Session(Files(tmp_path, LITTLE, 1), LITTLE, list(PARTS), tmp_path)
    session.run()
    for work in ("apple.time", "fit.time", "gpx.time"):
        for lane in ("first", "again", "other"):
            assert session.figures.spread(work, lane), f"{work}, {lane}"
    assert session.figures.spread("saves.p99", "meanwhile")


def test_a_store_that_lacks_samples_is_noticed(tmp_path: Path) -> None:
    files = Files(tmp_path, LITTLE, 1)
    export = files.export()
    export.path.with_suffix(".json").write_text(
        export.path.with_suffix(".json")
        .read_text()
        .replace('"HKWorkoutTypeIdentifier": 6', '"HKWorkoutTypeIdentifier": 7')
    )
    with pytest.raises(DisagreementError, match="samples in the store"):
        Session(files, LITTLE, ["apple"], tmp_path).run()


def test_times_and_values_are_those_of_the_file(tmp_path: Path) -> None:
    export = Files(tmp_path, LITTLE, 1).export()
    with zipfile.ZipFile(export.path) as archive:
        document = ET.fromstring(archive.read("apple_health_export/export.xml"))
    expected: dict[str, list[tuple[int, int, float]]] = {}
    units = {}
    for record in document.iter("Record"):
        if unit := record.get("unit"):
            kind, value = record.attrib["type"], float(record.attrib["value"])
            # Exports write a share with the sign of a percentage.
            units[kind] = "1" if unit == "%" else "mmol/L" if unit.startswith("mmol") else unit
            start, end = (_seconds(record.attrib[name]) for name in ("startDate", "endDate"))
            expected.setdefault(kind, []).append((start, end, value))
    with Store(tmp_path / "store") as store:
        store.import_file(export.path)
        with hearth.Client(store.socket) as client:
            for kind, rows in expected.items():
                found = client.read(kind, unit=units[kind])
                starts, ends = (times.astype("datetime64[s]").astype(int) for times in (found.starts, found.ends))
                stored = sorted(zip(starts, ends, found.values, strict=True), key=itemgetter(0, 1))
                in_file = sorted(rows, key=itemgetter(0, 1))
                assert [row[:2] for row in stored] == [row[:2] for row in in_file], kind
                assert [row[2] for row in stored] == pytest.approx([row[2] for row in in_file]), kind


def _seconds(date: str) -> int:
    return int(datetime.strptime(date, "%Y-%m-%d %H:%M:%S %z").timestamp())


def test_both_hold_the_same_records(tmp_path: Path) -> None:
    export = Files(tmp_path, LITTLE, 1).export()
    kinds = list(export.contents.samples)
    with Store(tmp_path / "store") as store:
        store.import_file(export.path)
        counts = store.counts(kinds)
    competitors.healthkit_to_sqlite(export.path, tmp_path / "health.db")
    rows = competitors.rows(tmp_path / "health.db", kinds)
    assert rows.pop("positions") == LITTLE.export.routes * LITTLE.export.points
    assert rows == {kind: counts[kind] for kind in rows}
    assert set(counts) - set(rows) == {
        "HKCorrelationTypeIdentifierBloodPressure",
        "HKDataTypeIdentifierHeartbeatSeries",
        "HKWorkoutRouteTypeIdentifier",
    }
