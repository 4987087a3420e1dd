"""Conditions: what they send, and what the server finds with them."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np
import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearth
from hearth import messages as pb
from hearth import predicates as p

if TYPE_CHECKING:
    from collections.abc import Callable

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
COUNT = 60
BEGIN = np.datetime64("2031-01-01", "ns")
STARTS = BEGIN + np.arange(COUNT) * np.timedelta64(60, "s")
ENDS = STARTS + np.timedelta64(30, "s")
VALUES = 40.0 + np.arange(COUNT)
OUT_OF_RANGE = hearth.ErrorCode.VALUE_OUT_OF_RANGE
MALFORMED_TEXT = hearth.ErrorCode.MALFORMED_TEXT


@pytest.fixture
def stored(client: hearth.Client) -> hearth.Client:
    """A client whose server has the samples above, once, some of them entered by hand."""
    ids = np.frombuffer(b"".join(bytes([7] * 15 + [row]) for row in range(COUNT)), "V16")
    entries: list[hearth.Metadata] = [{"HKWasUserEntered": True}, {"note": "after a run"}]
    client.save(
        hearth.quantities(
            HEART_RATE,
            STARTS,
            VALUES,
            "count/min",
            ends=ENDS,
            uuids=ids,
            metadata=entries,
            metadata_indexes=np.arange(COUNT) % 2,
            device=hearth.Device(name="Belt", model="B1"),
        )
    )
    return client


# Each test with what it means for the arrays above.
Test = tuple[p.Predicate, "np.ndarray[tuple[int], np.dtype[np.bool_]]"]
_entered = np.arange(COUNT) % 2 == 0


tests: st.SearchStrategy[Test] = st.one_of(
    st.integers(30, 110).map(lambda value: (p.quantity("count/min") > value, value < VALUES)),
    st.integers(30, 110).map(lambda value: (p.quantity("count/min") <= value, value >= VALUES)),
    st.integers(30, 110).map(lambda value: (p.quantity() == value, value == VALUES)),
    st.integers(30, 110).map(lambda value: (p.quantity() != value, value != VALUES)),
    st.integers(-5, 70).map(lambda row: (p.start >= BEGIN + row * 60 * 10**9, np.arange(COUNT) >= row)),
    st.integers(-5, 70).map(lambda row: (p.end < BEGIN + row * 60 * 10**9, np.arange(COUNT) < row)),
    st.integers(0, 60).map(
        lambda row: (
            p.between(BEGIN + row * 60 * 10**9, BEGIN + (row + 9) * 60 * 10**9, strict_start=True),
            (np.arange(COUNT) >= row) & (np.arange(COUNT) < row + 9),
        )
    ),
    st.sampled_from([True, False]).map(lambda yes: (p.metadata("HKWasUserEntered", yes), _entered & yes)),
    st.just((p.has_metadata("note"), ~_entered)),
    st.just((p.metadata("note", "run", pb.RELATION_ENDS_WITH), ~_entered)),
    st.just((p.device_property(pb.DEVICE_PROPERTY_MODEL, "B1", "B2"), np.ones(COUNT, bool))),
    st.just((p.device(hearth.Device(name="Belt")), np.zeros(COUNT, bool))),
    st.just((p.device(hearth.Device(name="Belt", model="B1")), np.ones(COUNT, bool))),
    st.just((p.source("org.example.tests"), np.ones(COUNT, bool))),
    st.just((p.source("org.example.other"), np.zeros(COUNT, bool))),
    st.just((p.always(), np.ones(COUNT, bool))),
    st.just((p.correlated(), np.zeros(COUNT, bool))),
    st.just((p.in_workout(uuid4()), np.zeros(COUNT, bool))),
)


def combined(parts: st.SearchStrategy[Test]) -> st.SearchStrategy[Test]:
    return st.one_of(
        st.tuples(parts, parts).map(lambda pair: (pair[0][0] & pair[1][0], pair[0][1] & pair[1][1])),
        st.tuples(parts, parts).map(lambda pair: (pair[0][0] | pair[1][0], pair[0][1] | pair[1][1])),
        parts.map(lambda one: (~one[0], ~one[1])),
    )


@given(test=st.recursive(tests, combined, max_leaves=8))
def test_the_server_finds_what_numpy_finds(stored: hearth.Client, test: Test) -> None:
    condition, meaning = test
    mine = p.between(BEGIN, BEGIN + np.timedelta64(1, "D"))
    found = stored.read(HEART_RATE, mine & condition, unit="count/min")
    assert found.values.tolist() == VALUES[meaning].tolist()


def test_what_is_sent_is_in_postfix_order() -> None:
    condition = (p.source("a") | p.device_property(pb.DEVICE_PROPERTY_MODEL, "X1")) & ~p.metadata("k", value=True)
    terms = [term.WhichOneof("term") for term in condition.message().terms]
    assert terms == ["sources", "device_property", "any_of", "metadata", "none_of", "all_of"]
    swims = p.any_activity((p.activity_type == 46) & (p.activity_duration > 1200))
    assert [term.WhichOneof("term") for term in swims.terms] == ["comparison", "comparison", "all_of", "any_activity"]


def test_workouts_are_found_by_their_activities(client: hearth.Client) -> None:
    start, end = np.array(["2032-01-01T08"], "M8[ns]"), np.array(["2032-01-01T10"], "M8[ns]")
    swim = pb.WorkoutActivity(
        uuid=uuid4().bytes, activity_type=46, start=start.astype(int)[0], end=end.astype(int)[0], duration=1800
    )
    workout = hearth.workouts(start, end, [82], details=[pb.WorkoutDetail(activities=[swim])])
    client.save(workout)
    long = p.any_activity((p.activity_type == 46) & (p.activity_duration > 1200))
    longer = p.any_activity((p.activity_type == 46) & (p.activity_duration > 3600))
    since = (p.start >= start[0]) & p.one_of(workout.uuids)
    assert len(client.read("HKWorkoutTypeIdentifier", long & since & (p.workout_type == 82))) == 1
    assert len(client.read("HKWorkoutTypeIdentifier", longer & since)) == 0


def test_conditions_are_no_truth_values() -> None:
    with pytest.raises(TypeError, match="write &"):
        _ = (p.start > 0) and (p.start < 5)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: p.start > "noon",
        lambda: p.start > 1.5,  # not whole nanoseconds
        lambda: p.count > "2026-11-21",
        lambda: p.category >= p.start,  # type: ignore[operator]
        lambda: p.quantity() > "60",
        lambda: p.one_of([b"short"]),
        lambda: p.in_workout("abc"),
        lambda: p.workout_type == "runing",
        lambda: p.category == "asleepREM",  # the type of the samples is not known here
        lambda: p.start > np.datetime64("NaT"),
    ],
)
def test_operands_of_another_kind_are_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        wrong()
    assert refused.value.field


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        (lambda: p.start < datetime.max.replace(tzinfo=UTC), OUT_OF_RANGE, "comparison.integer"),
        (lambda: p.category == 1 << 63, OUT_OF_RANGE, "comparison.integer"),
        (lambda: p.between(until=datetime.max.replace(tzinfo=UTC)), OUT_OF_RANGE, "interval.end"),
        (lambda: p.quantity() > -math.inf, OUT_OF_RANGE, "comparison.number"),
        (lambda: p.quantity() > 10**400, OUT_OF_RANGE, "comparison.number"),
        (lambda: p.quantity("\0") > 1, MALFORMED_TEXT, "comparison.unit"),
        (lambda: p.field(pb.FIELD_WORKOUT_SUM, of="\0") > 1, MALFORMED_TEXT, "comparison.type"),
        (lambda: p.has_metadata("\0"), MALFORMED_TEXT, "metadata_key"),
        (lambda: p.metadata("key", "\ud800"), MALFORMED_TEXT, "metadata"),
        (lambda: p.metadata("key", float("inf")), OUT_OF_RANGE, "metadata"),
        (lambda: p.source("org.example.run", "\ud800"), MALFORMED_TEXT, "sources.bundle_identifiers[1]"),
        (lambda: p.device(hearth.Device(name="\0")), MALFORMED_TEXT, "devices.devices[0].name"),
        (
            lambda: p.device_property(pb.DEVICE_PROPERTY_MODEL, "\ud800"),
            MALFORMED_TEXT,
            "device_property.values[0]",
        ),
    ],
)
def test_what_the_protocol_cannot_hold_is_refused(
    wrong: Callable[[], object], code: hearth.ErrorCode, field: str
) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        wrong()
    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_timestamp_of_pandas_keeps_its_nanoseconds() -> None:
    time = np.datetime64("2026-11-21T08:00:00.123456789", "ns")
    (term,) = (p.start >= pandas.Timestamp(time, tz="UTC")).terms
    assert term.comparison.integer == time.astype(int)


def test_the_server_says_what_is_wrong_with_a_condition(client: hearth.Client) -> None:
    with pytest.raises(hearth.RequestError) as refused:
        client.read(HEART_RATE, p.category == 1)
    assert refused.value.code is hearth.ErrorCode.MALFORMED_PREDICATE
    assert refused.value.field.startswith("query_samples.clauses[0].predicate")
