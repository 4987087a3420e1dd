"""The generated files are what they are said to be, by libraries that do not know how they were made."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import fitdecode
import gpxpy
import pytest

from imports import amounts
from imports.files import Files
from imports.generated import clock, fit

if TYPE_CHECKING:
    from pathlib import Path

    from imports.files import File

SMALL = replace(amounts.QUICK, export=amounts.Export(3_000, 8, 3, 60), fit_seconds=7_300, gpx_bytes=50_000)


def _opened(file: File) -> tuple[ET.Element, dict[str, bytes]]:
    with zipfile.ZipFile(file.path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    return ET.fromstring(members["apple_health_export/export.xml"]), members


def test_a_seed_makes_the_same_files(tmp_path: Path) -> None:
    def made(folder: str, seed: int) -> list[bytes]:
        (tmp_path / folder).mkdir()
        files = Files(tmp_path / folder, SMALL, seed)
        return [file.path.read_bytes() for file in (files.export(), files.fit(), files.gpx())]

    first = made("first", 1)
    assert made("second", 1) == first
    assert all(one != other for one, other in zip(made("third", 2), first, strict=True))


def test_the_export_has_the_elements_that_are_counted(tmp_path: Path) -> None:
    file = Files(tmp_path, SMALL, 1).export()
    document, members = _opened(file)
    found = Counter(element.attrib["type"] for element in document.iter("Record"))
    assert found.total() == SMALL.export.records == file.contents.records
    assert found == {kind: file.contents.samples[kind] for kind in found}
    assert len(document.findall("Workout")) == SMALL.export.workouts
    entries = list(document.iter("MetadataEntry"))
    assert len(entries) == file.contents.parts["metadata"]
    assert len(list(document.iter("InstantaneousBeatsPerMinute"))) == file.contents.parts["beats"]
    assert len(members["apple_health_export/export.xml"]) == file.contents.document_bytes


def test_no_two_records_have_the_same_type_source_and_start(tmp_path: Path) -> None:
    document, _ = _opened(Files(tmp_path, SMALL, 1).export())
    names = ("type", "sourceName", "startDate")
    found = Counter(tuple(element.attrib[name] for name in names) for element in document.iter("Record"))
    assert found.most_common(1)[0][1] == 1


def test_each_route_is_a_file_with_its_positions(tmp_path: Path) -> None:
    document, members = _opened(Files(tmp_path, SMALL, 1).export())
    references = [element.attrib["path"] for element in document.iter("FileReference")]
    assert len(references) == len(set(references)) == SMALL.export.routes
    for reference in references:
        parsed = gpxpy.parse(members[f"apple_health_export{reference}"])
        assert parsed.get_points_no() == SMALL.export.points


@pytest.mark.parametrize(
    ("moment", "text"),
    [("2026-10-31T23:59:59", "2026-11-01 01:59:59 +0200"), ("2026-01-05T23:30:00", "2026-01-06 00:30:00 +0100")],
)
def test_moments_are_local_with_their_offset(moment: str, text: str) -> None:
    seconds = int(datetime.fromisoformat(moment + "+00:00").timestamp())
    assert clock.Clock(400).text(seconds) == text


def test_fitdecode_reads_the_fit_file(tmp_path: Path) -> None:
    found: Counter[str] = Counter()
    times = []
    with fitdecode.FitReader(Files(tmp_path, SMALL, 1).fit().path, check_crc=fitdecode.CrcCheck.RAISE) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage):
                found[frame.name] += 1
                if frame.name == "record":
                    times.append(int(frame.get_value("timestamp").timestamp()))
    assert (found["record"], found["session"], found["lap"]) == (SMALL.fit_seconds, 1, 5)
    gaps = Counter(later - earlier for earlier, later in itertools.pairwise(times))
    assert gaps == {1: SMALL.fit_seconds - 3, 1 + fit.PAUSE: 2}


def test_gpxpy_reads_the_gpx_file(tmp_path: Path) -> None:
    file = Files(tmp_path, SMALL, 1).gpx()
    parsed = gpxpy.parse(file.path.read_text(encoding="utf-8"))
    assert parsed.get_points_no() == file.contents.parts["positions"]
    point = parsed.tracks[0].segments[0].points[-1]
    assert point.elevation
    assert point.time
    assert [child.tag.rpartition("}")[2] for child in point.extensions[0]] == ["hr", "cad"]
    assert SMALL.gpx_bytes <= file.size < SMALL.gpx_bytes + 1_000
