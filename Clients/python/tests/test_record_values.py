"""Records of every kind with any values come back bit for bit, and are found by each of them."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearth
from hearth import messages, predicates
from hearth.errors import ErrorCode, RequestError

PROTOCOL = Path(__file__).resolve().parents[3] / "Protocol"
LEAST, LARGEST = 5e-324, 1.7976931348623157e308

texts = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12)
times = st.integers(-2_208_988_800 * 10**9, 5_680_281_600 * 10**9 - 1)


def within(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most)


def floats(least: float = -LARGEST, most: float = LARGEST) -> st.SearchStrategy[float]:
    return st.floats(least, most, allow_nan=False, allow_infinity=False)


#: What the attributes hold, by the names of RECORDS.md; numbers without an entry may be any.
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "classification": st.sampled_from([*range(7), 100]),
    "symptoms_status": within(0, 2),
    "average_heart_rate": floats(0),
    "sampling_frequency": floats(LEAST),
    "frequencies": floats(LEAST),
    "ears": within(0, 1),
    "conduction_types": st.just(0),
    "masked": within(0, 1),
    "clampings": within(0, 3),
    "mind_kind": within(1, 2),
    "valence": floats(-1, 1),
    "labels": within(1, 38),
    "associations": within(1, 18),
    "prescription_type": within(1, 2),
    "expiration": times,
    "right_prism_bases": within(0, 4),
    "left_prism_bases": within(0, 4),
    "answers": within(0, 3),
    "log_status": within(1, 6),
    "schedule_type": within(1, 2),
    "dose_quantity": floats(0),
    "scheduled_dose_quantity": floats(0),
    "scheduled_date": times,
    "archived": within(0, 1),
    "has_schedule": within(0, 1),
}
FORMS = {"numbers": floats(), "texts": texts, "uuids": st.uuids()}


@dataclass(frozen=True)
class Kind:
    """A type, as a section of RECORDS.md has it."""

    type: str
    series: str | None
    #: Of each attribute the field and how many values there are.
    attributes: dict[str, tuple[str, str]]


def kinds() -> list[Kind]:
    sections = (PROTOCOL / "RECORDS.md").read_text().split("\n### ")[1:]
    found = []
    for section in sections:
        heading, _, body = section.partition("\n")
        series = re.search(r"With a series: `(\w+)`", body)
        rows = re.findall(r"^\| (\w+) \| (integers|numbers|texts|uuids) \| ([\w ]+) \|$", body, re.MULTILINE)
        attributes = {name: (form, occurrence) for name, form, occurrence in rows}
        found += [Kind(name, series and series[1], attributes) for name in heading.split(", ")]
    return found


KINDS = kinds()


def count_of(occurrence: str, list_length: int, table_length: int, is_there: bool) -> int:
    match occurrence.split():
        case ["required"]:
            return 1
        case ["optional"]:
            return int(is_there)
        case ["list"]:
            return list_length
        case ["table"]:
            return table_length
        case ["0", "or", count]:
            return int(count) if is_there else 0
        case [count]:
            return int(count)
        case _:
            raise AssertionError(occurrence)


@st.composite
def record(draw: st.DrawFn, kind: Kind) -> dict[str, list[Any]]:
    # Lists that belong together, such as codes, are as long as each other.
    lists, tables = draw(st.integers(0, 3)), draw(st.integers(1, 4))
    found = {}
    for name, (form, occurrence) in kind.attributes.items():
        count = count_of(occurrence, lists, tables, draw(st.booleans()))
        if count:
            values = VALUES[name] if name in VALUES else FORMS[form]
            found[name] = draw(st.lists(values, min_size=count, max_size=count))
    return found


@st.composite
def samples(draw: st.DrawFn) -> tuple[hearth.Samples, list[dict[str, list[Any]]], list[Any]]:
    """Records of one kind, with what they were made of."""
    kind = draw(st.sampled_from(KINDS))
    attributes = draw(st.lists(record(kind), min_size=1, max_size=5))
    count = len(attributes)
    element: st.SearchStrategy[Any] = floats() if kind.series == "voltages" else st.integers(0, 255)
    series = draw(st.lists(st.lists(element, max_size=6), min_size=count, max_size=count)) if kind.series else []
    columns: dict[str, Any] = {}
    if kind.series == "voltages":
        columns = {"voltages": series}
    elif kind.series == "contents":
        columns = {"contents": [bytes(one) for one in series]}
    starts = np.datetime64("2026-11-21T08:00", "ns") + np.arange(count) * np.timedelta64(1, "s")
    return hearth.records(kind.type, starts, attributes, **columns), attributes, series


def exactly(value: Any) -> Any:
    """What two values are compared by: of a float the bits."""
    if isinstance(value, float):
        return struct.pack("<d", value)
    return value.bytes if isinstance(value, UUID) else value


def all_exactly(attributes: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: [exactly(value) for value in values] for name, values in attributes.items()}


def carried(payload: hearth.Records, row: int) -> list[Any]:
    """The elements of a sample's series."""
    voltages, contents = payload.voltages_of(row), payload.contents_of(row)
    return list(contents or b"") if voltages is None else list(map(exactly, voltages.tolist()))


def test_the_tables_of_the_specification_are_all_there() -> None:
    named = {name for kind in KINDS for name in kind.attributes}
    known = {name.removeprefix("ATTRIBUTE_NAME_").lower() for name, _ in messages.AttributeName.items()} - {
        "unspecified"
    }
    assert named == known
    assert len(KINDS) == 18
    assert set(VALUES) <= named


@given(made=samples())
def test_records_come_back_bit_for_bit(
    client: hearth.Client, made: tuple[hearth.Samples, list[dict[str, list[Any]]], list[Any]]
) -> None:
    saved, attributes, series = made
    client.save(saved)
    mine = predicates.one_of(saved.uuids)
    found, plain = client.read(saved.type, mine, series=True), client.read(saved.type, mine)
    (changes,) = client.changes(saved.type, mine, series=True)
    (changed,) = changes.added
    for read in (found, changed):
        payload = read.payload
        assert isinstance(payload, hearth.Records)
        places = {uuid: row for row, uuid in enumerate(read.uuids.tolist())}
        for row, uuid in enumerate(saved.uuids.tolist()):
            assert all_exactly(payload.attributes_of(places[uuid])) == all_exactly(attributes[row])
            if not series:
                assert payload.count_of(places[uuid]) is None
                continue
            assert payload.count_of(places[uuid]) == len(series[row])
            assert carried(payload, places[uuid]) == list(map(exactly, series[row]))
    assert isinstance(plain.payload, hearth.Records)
    assert plain.payload.voltages is None
    assert plain.payload.contents is None
    assert client.save(saved).unchanged == len(saved)
    assert client.save(found).unchanged == len(saved)
    for name, values in attributes[0].items():
        assert saved.uuids[0] in client.read(saved.type, mine & predicates.attribute(name, values)).uuids
    client.delete(saved.uuids)


@given(made=samples(), place=st.integers(0, 5))
def test_parts_join_to_the_same_records(
    made: tuple[hearth.Samples, list[dict[str, list[Any]]], list[Any]], place: int
) -> None:
    saved = made[0]
    parts = [part for part in (saved[:place], saved[place:]) if len(part)]
    assert hearth.joined(parts).payload == saved.payload


AT = ["2026-11-21T08:00Z"]


@pytest.mark.parametrize(
    ("attributes", "code"),
    [
        ({"valence": float("nan")}, ErrorCode.VALUE_OUT_OF_RANGE),
        ({"valence": [0.5, float("inf")]}, ErrorCode.VALUE_OUT_OF_RANGE),
        ({"valence": [0.5, 10**400]}, ErrorCode.VALUE_OUT_OF_RANGE),
        ({"mind_kind": 1 << 63}, ErrorCode.VALUE_OUT_OF_RANGE),
        ({"labels": [1] * 4097}, ErrorCode.LIMIT_EXCEEDED),
        ({"brand": "a\0b"}, ErrorCode.MALFORMED_TEXT),
        ({"brand": "\ud800"}, ErrorCode.MALFORMED_TEXT),
        ({"coding_codes": ["x" * 4096] * 17}, ErrorCode.LIMIT_EXCEEDED),
        ({"symptoms": "no UUID", "answers": [1, "a"]}, ErrorCode.INVALID_ARGUMENT),
        ({"labels": [1, "a"]}, ErrorCode.VALUE_OUT_OF_RANGE),
        ({"labels": [object()]}, ErrorCode.INVALID_ARGUMENT),
    ],
)
def test_values_that_no_record_has_are_refused(attributes: dict[str, Any], code: ErrorCode) -> None:
    with pytest.raises(RequestError) as refused:
        hearth.records("stateOfMind", AT, [attributes])
    assert refused.value.code is code
    assert refused.value.field.startswith("attributes[0]")


def test_series_that_no_record_has_are_refused() -> None:
    one = [{"classification": 1, "symptoms_status": 0}]
    with pytest.raises(RequestError) as both:
        hearth.records("electrocardiogram", AT, one, voltages=[[1.0]], contents=[b"a"])
    assert both.value.code is ErrorCode.INVALID_ARGUMENT
    for series in ({"voltages": [np.zeros(131_073)]}, {"contents": [bytes(8_388_609)]}):
        with pytest.raises(RequestError) as long:
            hearth.records("electrocardiogram", AT, one, **series)
        assert long.value.code is ErrorCode.LIMIT_EXCEEDED
    with pytest.raises(RequestError) as many:
        predicates.attribute("classification", [1] * 257)
    assert many.value.code is ErrorCode.LIMIT_EXCEEDED


def test_times_and_truth_values_are_integers(client: hearth.Client) -> None:
    moment = datetime(2027, 1, 1, tzinfo=UTC)
    saved = hearth.records("visionPrescription", AT, [{"prescription_type": 2, "expiration": moment, "brand": "a"}])
    client.save(saved)
    for asked in (moment, np.datetime64("2027-01-01"), 1_798_761_600 * 10**9):
        found = client.read(saved.type, predicates.one_of(saved.uuids) & predicates.attribute("expiration", asked))
        assert isinstance(found.payload, hearth.Records)
        assert found.payload.attributes_of(0)["expiration"] == [1_798_761_600 * 10**9]
    client.delete(saved.uuids)
    truth = hearth.records("stateOfMind", AT, [{"masked": [True, np.False_]}]).payload
    assert isinstance(truth, hearth.Records)
    assert truth.attributes_of(0) == {"masked": [1, 0]}


@pytest.mark.parametrize(
    ("record", "code", "field"),
    [
        (messages.RecordColumns(), ErrorCode.MALFORMED_COLUMN, "records"),
        (
            messages.RecordColumns(records=[{}], lengths=b"\2\0\0\0"),
            ErrorCode.MALFORMED_COLUMN,
            "voltages",
        ),
        (
            messages.RecordColumns(records=[{}], lengths=b"\1\0\0\0", voltages=bytes(8), contents=b"a"),
            ErrorCode.MALFORMED_COLUMN,
            "contents",
        ),
        (
            messages.RecordColumns(records=[{"attributes": [{"name": 22, "integers": bytes(8), "numbers": bytes(8)}]}]),
            ErrorCode.INVALID_ARGUMENT,
            "records[0].attributes[0].integers",
        ),
        (
            messages.RecordColumns(
                records=[{"attributes": [{"name": 21, "numbers": struct.pack("<d", float("nan"))}]}]
            ),
            ErrorCode.VALUE_OUT_OF_RANGE,
            "records[0].attributes[0].numbers[0]",
        ),
        (
            messages.RecordColumns(
                records=[{"attributes": [{"name": 22, "integers": bytes(8)}, {"name": 21, "numbers": bytes(8)}]}]
            ),
            ErrorCode.INVALID_ARGUMENT,
            "records[0].attributes[1].name",
        ),
        (
            messages.RecordColumns(records=[{"attributes": [{"name": 22, "integers": bytes(9)}]}]),
            ErrorCode.MALFORMED_COLUMN,
            "records[0].attributes[0].integers",
        ),
    ],
)
def test_malformed_replies_are_refused(record: messages.RecordColumns, code: ErrorCode, field: str) -> None:
    with pytest.raises(RequestError) as refused:
        hearth.Records.read(record, 1, "record")
    assert (refused.value.code, refused.value.field) == (code, f"record.{field}")


def test_what_is_not_known_is_passed_over() -> None:
    unknown = {"name": 9_999, "integers": b"abc", "texts": ["new"]}
    message = messages.RecordColumns(records=[{"attributes": [unknown, {"name": 1, "integers": bytes(8)}]}])
    assert hearth.Records.read(message, 1, "record").attributes_of(0) == {"classification": [0]}


def test_records_with_and_without_a_series_differ() -> None:
    one = [{"classification": 1, "symptoms_status": 0}]
    made = [hearth.records("electrocardiogram", AT, one, voltages=[given]).payload for given in ([], [1.0], [2.0])]
    assert [left == right for left in made for right in made] == [left is right for left in made for right in made]


@pytest.mark.parametrize("none", [[], (), np.empty(0)])
def test_an_empty_list_is_no_value(none: Any) -> None:
    made = hearth.records("stateOfMind", AT, [{"mind_kind": 1, "valence": 0.5, "labels": none, "associations": none}])
    assert isinstance(made.payload, hearth.Records)
    assert made.payload.attributes_of(0) == {"mind_kind": [1], "valence": [0.5]}
