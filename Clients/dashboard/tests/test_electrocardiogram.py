"""Electrocardiograms on their paper, against the real server."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING
from uuid import uuid4

import hearth
import numpy as np
import pytest
from server import Server

from pages import shown
from stores import FREQUENCY, electrocardiograms, heart_voltages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from hearth.samples.columns import Floats

    from pages import Element

#: That of the heart.
DAY = {"period": "day", "day": "2026-11-21"}
AT = np.array(["2026-11-21T09:00"], "M8[ns]")
SECOND = np.timedelta64(1, "s")
RHYTHM = {"classification": 1, "symptoms_status": 0}
#: Pixels: of a millimetre of the paper, and of a piece.
MILLIMETRE, PIECE = 4, 50


@pytest.fixture(scope="module")
def client() -> Iterator[hearth.Client]:
    """Of a store of its own."""
    with Server() as server, hearth.Client(server.socket, app="org.example.heart") as connected:
        yield connected


def drawn(client: hearth.Client, voltages: Sequence[float] | Floats, seconds: float = 10, **values: Any) -> Element:
    """The page of an electrocardiogram, which is deleted again."""
    ends = AT + np.timedelta64(round(seconds * 1e9), "ns")
    saved = hearth.records("electrocardiogram", AT, [{**RHYTHM, **values}], ends=ends, voltages=[voltages])
    client.save(saved)
    try:
        return shown(client, "/types/{name}", DAY, zone="UTC", name="electrocardiogram")
    finally:
        client.delete(saved.uuids)


def tiles(page: Element) -> dict[str, list[str]]:
    each = [one for one in page.the("main").every("div") if [*one.every("dt")]]
    return {next(one.every("dt")).text: [found.text for found in one.every("dd")] for one in each}


def pieces(page: Element) -> list[Element]:
    return [*page.the("div", "paper").every("svg")]


def trace(page: Element) -> list[tuple[float, float]]:
    """The points of the whole trace, in pixels from its begin."""
    found: dict[tuple[float, float], None] = {}
    for index, piece in enumerate(pieces(page)):
        path = piece.the("path", "trace").attributes["d"] or ""
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path):
            found[round(float(x) + index * PIECE, 1), float(y)] = None
    return list(found)


def test_what_it_shows_stands_above_it(client: hearth.Client) -> None:
    saved = electrocardiograms(AT)
    client.save(saved)
    page = shown(client, "/types/{name}", DAY, zone="UTC", name="electrocardiogram")
    assert "Electrocardiogram of 21 November 2026, 09:00:00" in [one.text for one in page.every("h2")]
    assert tiles(page) == {
        "Classification": ["Sinus rhythm"],
        "Average heart rate": ["66 /min"],
        "Symptoms": ["Present", "Headache: mild"],
        "Length": ["30 s", "15,360 voltages, 512 a second"],
    }
    assert page.the("figcaption").text == "25 mm/s, 10 mm/mV; a large square is 0.2 s and 0.5 mV"
    assert [row[2] for row in page.rows()] == ["Sinus rhythm, 66 /min"]
    assert len(pieces(page)) == 60
    assert [one.text for one in page.the("div", "paper").every("text")] == [f"{second} s" for second in range(30)]
    for samples in saved:
        client.delete(samples.uuids)


def test_a_second_is_25_millimetres_and_a_millivolt_10(client: hearth.Client) -> None:
    """A saw tooth of a millivolt a second: the tips are where they must be, to a pixel."""
    voltages = np.tile(np.linspace(0, 1000, 100, endpoint=False), 4)
    points = trace(drawn(client, voltages, sampling_frequency=100.0))
    tops = [x for (x, y), (_, after) in itertools.pairwise(points) if after - y > 5 * MILLIMETRE]
    assert tops == pytest.approx([99, 199, 299], abs=1)
    heights = [y for _, y in points]
    assert max(heights) - min(heights) == pytest.approx(0.99 * 10 * MILLIMETRE, abs=0.2)
    assert max(x for x, _ in points) == pytest.approx(399, abs=1)


def test_the_trace_goes_on_from_piece_to_piece(client: hearth.Client) -> None:
    page = drawn(client, heart_voltages(seconds=4, beat=0.8), sampling_frequency=float(FREQUENCY))
    for index, piece in enumerate(found := pieces(page)):
        path = piece.the("path", "trace").attributes["d"] or ""
        x = [float(one) for one in re.findall(r"[ML](-?[\d.]+) ", path)]
        assert path.count("M") == 1
        assert x == sorted(x)
        assert index == 0 or x[0] <= 0
        assert index == len(found) - 1 or x[-1] >= PIECE
        # At most four points of each column of pixels, and one on either side.
        assert len(x) <= 4 * PIECE + 2


def test_the_lines_of_the_paper_are_a_millimetre_apart(client: hearth.Client) -> None:
    found = pieces(drawn(client, [0.0, 100.0] * 500))
    for piece in found:
        down = [float(one) for one in re.findall(r"M([\d.]+) 0V", piece.the("path", "small").attributes["d"] or "")]
        assert set(np.diff(down)) == {MILLIMETRE}
    begins = [re.findall(r"M([\d.]+) 0V", one.the("path", "large").attributes["d"] or "") for one in found[:2]]
    # Large squares go on in the next piece, which begins in the middle of one.
    assert begins == [["0.5", "20.5", "40.5"], ["10.5", "30.5"]]


@pytest.mark.parametrize(
    ("values", "seconds", "length"),
    [
        ({"sampling_frequency": 200.0}, 10, "5 s"),
        ({}, 10, "10 s"),
        ({}, 0, "–"),
        # No device has these: the time of the sample counts.
        *(({"sampling_frequency": one}, 10, "10 s") for one in (1.7e308, 5e-324, 1e-300)),
    ],
)
def test_how_long_it_is(client: hearth.Client, values: dict[str, float], seconds: float, length: str) -> None:
    page = drawn(client, np.zeros(1000), seconds, **values)
    assert tiles(page)["Length"][0] == length
    assert ("No voltages" in page.the("main").text) == (length == "–")


def test_a_long_one_is_drawn_in_part(client: hearth.Client) -> None:
    page = drawn(client, np.zeros(131_072), sampling_frequency=512.0)
    assert page.the("figcaption").text.endswith("the first 60 s of 256")
    assert len(pieces(page)) == 120
    # Of a voltage a day nothing but the first is in the first minute.
    slow = drawn(client, [0.0, 500.0], sampling_frequency=1 / 86_400)
    assert len(trace(slow)) == 1


@pytest.mark.parametrize("value", [1e308, -1e308, 5e4, 1e6, 5e-324])
def test_voltages_that_no_heart_has_are_drawn_smaller(client: hearth.Client, value: float) -> None:
    page = drawn(client, [value, -value, 0.0] * 100)
    heights = {int(piece.attributes["height"] or 0) for piece in pieces(page)}
    assert len(heights) == 1
    height = heights.pop()
    assert height <= 80 * MILLIMETRE
    # A large square is five millimetres.
    said = re.fullmatch(r"25 mm/s, (\S+) mm/mV; a large square is 0.2 s and (\S+) mV", page.the("figcaption").text)
    assert said is not None
    assert float(said[1]) * float(said[2]) == pytest.approx(5, rel=1e-4)
    assert all(0 <= y <= height for _, y in trace(page))
    assert "nan" not in page.the("main").text


def test_one_without_voltages_says_so(client: hearth.Client) -> None:
    page = drawn(client, [], classification=100, symptoms_status=1)
    assert {name: values[0] for name, values in tiles(page).items()} == {
        "Classification": "Unrecognized",
        "Average heart rate": "–",
        "Symptoms": "None",
        "Length": "–",
    }
    assert "No voltages are stored." in page.the("main").text
    assert not [*page.every("svg")]


def test_symptoms_that_are_gone_have_no_name(client: hearth.Client) -> None:
    page = drawn(client, [1.0], symptoms_status=2, symptoms=[uuid4()])
    assert tiles(page)["Symptoms"] == ["Present"]
