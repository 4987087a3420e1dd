"""What goes into the server comes out again, bit for bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import RFC_4122, UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hearth
from hearth import predicates

if TYPE_CHECKING:
    from server import Server

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
STEPS = "HKQuantityTypeIdentifierStepCount"
SLEEP = "HKCategoryTypeIdentifierSleepAnalysis"
FIRST = np.datetime64("1900-01-01", "ns").astype(np.int64).item()
LAST = np.datetime64("2150-01-01", "ns").astype(np.int64).item() - 1

TIME = "M8[ns]"

times = st.integers(FIRST, LAST)
# The encoders of the protocol may make 0 of -0 outside of columns only.
numbers = st.floats(allow_nan=False, allow_infinity=False, width=64)
positive = st.floats(min_value=0, max_value=1e300)
texts = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=30)
metadata_values = st.one_of(
    texts,
    st.booleans(),
    st.integers(-(1 << 63), (1 << 63) - 1),
    numbers.map(lambda number: number + 0.0),
    st.integers(-(1 << 62), 1 << 62).map(lambda time: np.datetime64(time, "ns")),
    st.builds(hearth.Quantity, positive, st.sampled_from(["kg", "count/min", "mg/dL"])),
)
metadata = st.dictionaries(texts.filter(bool).map("x".__add__), metadata_values, max_size=4)


@st.composite
def quantities(draw: st.DrawFn, of: str = HEART_RATE, unit: str = "count/min") -> hearth.Samples:
    """Quantities of any shape."""
    count = draw(st.integers(1, 40))

    def column(rows: st.SearchStrategy[Any]) -> Any:
        return draw(st.lists(rows, min_size=count, max_size=count))

    starts = np.array(column(times), dtype=np.int64)
    lasts = np.array(column(st.integers(0, 86_400 * 10**9)), dtype=np.int64)
    ends = np.minimum(starts + lasts, LAST) if draw(st.booleans()) else None
    values = np.array(column(positive))
    entries = draw(st.lists(metadata, min_size=1, max_size=4))
    return hearth.quantities(
        of,
        starts.view(TIME),
        values,
        unit,
        ends=None if ends is None else ends.view(TIME),
        device=draw(st.none() | st.builds(hearth.Device, name=st.none() | texts, model=st.none() | texts)),
        metadata=draw(st.none() | st.just(entries)),
        metadata_indexes=column(st.integers(0, len(entries) - 1)),
    )


def stored(client: hearth.Client, saved: hearth.Samples, unit: str = "") -> hearth.Samples:
    """What the server has of these samples, in the order in which they were saved."""
    found = client.read(saved.type, predicates.one_of(saved.uuids), unit=unit, series=True)
    assert len(found) == len(saved)
    place = {uuid: row for row, uuid in enumerate(found.uuids.tolist())}
    order = np.array([place[uuid] for uuid in saved.uuids.tolist()])
    assert np.array_equal(found.starts[order], saved.starts)
    assert np.array_equal(found.ends[order], saved.ends)
    for row in range(len(saved)):
        assert found.metadata_of(int(order[row])) == saved.metadata_of(row)
        device = found.provenance_of(int(order[row])).device
        assert (device or hearth.Device()) == (saved.provenance_of(row).device or hearth.Device())
    return hearth.joined([found.part(row, row + 1) for row in order.tolist()])


@given(saved=quantities())
def test_quantities_come_back_bit_for_bit(client: hearth.Client, saved: hearth.Samples) -> None:
    assert client.save(saved).added == len(saved)
    found = stored(client, saved, "count/min")
    assert found.values.tobytes() == saved.values.tobytes()
    assert found.unit == "count/min"
    assert client.save(saved).unchanged == len(saved)


@given(values=st.lists(st.integers(0, 5), min_size=1, max_size=30), start=times)
def test_categories_come_back(client: hearth.Client, values: list[int], start: int) -> None:
    saved = hearth.categories(SLEEP, np.full(len(values), start).view(TIME), values)
    client.save(saved)
    assert stored(client, saved).values.tolist() == values


@given(lengths=st.lists(st.integers(1, 6), min_size=1, max_size=8), seed=st.integers(0, 1 << 32))
def test_series_come_back(client: hearth.Client, lengths: list[int], seed: int) -> None:
    chance = np.random.default_rng(seed)
    total = sum(lengths)
    values = chance.uniform(0, 100, total)
    # Points of one series ascend within the sample, which has an hour for itself.
    begin = np.repeat(np.arange(len(lengths)) * 3600, lengths)
    within = np.concatenate([np.sort(chance.integers(0, 3600, length)) for length in lengths])
    starts = np.datetime64("2026-01-01", "ns") + (begin + within) * np.timedelta64(10**9, "ns")
    firsts = np.datetime64("2026-01-01", "ns") + np.arange(len(lengths)) * np.timedelta64(3600 * 10**9, "ns")
    places = np.concatenate([[0], np.cumsum(lengths)])[:-1]
    saved = hearth.quantities(
        STEPS,
        firsts,
        np.add.reduceat(values, places),
        "count",
        ends=firsts + np.timedelta64(3600 * 10**9, "ns"),
        counts=lengths,
        points=hearth.series_points(lengths, starts, values),
    )
    client.save(saved)
    found = stored(client, saved, "count").payload
    assert isinstance(found, hearth.Quantities)
    assert found.counts is None or found.counts.tolist() == lengths
    if found.points is None:
        # A series of one quantity is a quantity.
        assert set(lengths) == {1}
        return
    carried = found.points.lengths
    assert (carried[np.array(lengths) > 1] == np.array(lengths)[np.array(lengths) > 1]).all()
    keep = np.repeat(carried > 0, lengths)
    assert found.points.values.tobytes() == values[keep].tobytes()
    assert np.array_equal(found.points.starts, starts[keep])


def test_workouts_routes_and_heartbeats_come_back(client: hearth.Client) -> None:
    start, end = np.array(["2026-11-01T08:00"], "M8[ns]"), np.array(["2026-11-01T09:00"], "M8[ns]")
    pause = hearth.messages.WorkoutEvent(
        type=hearth.messages.WORKOUT_EVENT_TYPE_PAUSE, start=int(start[0].astype(int)), end=int(start[0].astype(int))
    )
    detail = hearth.messages.WorkoutDetail(total_distance=10_000, events=[pause])
    workout = hearth.workouts(start, end, [37], details=[detail])
    moments = start + np.arange(5) * np.timedelta64(1, "s")
    degrees = np.linspace(48, 49, 5)
    route = hearth.routes(start, end, [5], moments, degrees, degrees, speeds=np.full(5, 3.0))
    beats = hearth.heartbeats(start, end, [3], [0.0, 0.8, 1.7], gaps=[0, 0, 1])
    client.save([workout, route, beats])

    found_workout = stored(client, workout).payload
    assert isinstance(found_workout, hearth.Workouts)
    assert found_workout.details == (detail,)
    assert found_workout.durations is None or found_workout.durations.tolist() == [3600.0]
    found_route = stored(client, route).payload
    assert isinstance(found_route, hearth.Routes)
    assert found_route.latitudes.tobytes() == degrees.tobytes()
    assert np.array_equal(found_route.timestamps, moments)
    assert found_route.speeds is not None
    assert found_route.speeds.tolist() == [3.0] * 5
    found_beats = stored(client, beats).payload
    assert isinstance(found_beats, hearth.Heartbeats)
    assert found_beats.offsets.tolist() == [0.0, 0.8, 1.7]
    assert found_beats.gaps is not None
    assert found_beats.gaps.tolist() == [0, 0, 1]
    condensed = client.read(route.type, predicates.one_of(route.uuids)).payload
    assert isinstance(condensed, hearth.Routes)
    assert condensed.lengths is None
    assert condensed.counts is not None
    assert condensed.counts.tolist() == [5]


def test_correlations_come_with_their_members(client: hearth.Client) -> None:
    at = ["2026-11-21T08:00:00"] * 2
    starts = np.array(at, "M8[ns]")
    systolic = hearth.quantities("HKQuantityTypeIdentifierBloodPressureSystolic", starts, [120.0, 130.0], "mmHg")
    diastolic = hearth.quantities("HKQuantityTypeIdentifierBloodPressureDiastolic", starts, [80.0, 85.0], "mmHg")
    members = [uuid for pair in zip(systolic.uuids, diastolic.uuids, strict=True) for uuid in pair]
    pressure = hearth.correlations(
        "HKCorrelationTypeIdentifierBloodPressure", starts, [2, 2], [member.tobytes() for member in members]
    )
    assert client.save([pressure, systolic, diastolic]).added == 6
    (batch,) = client.query(pressure.type, predicates.one_of(pressure.uuids))
    found = batch.samples[0].payload
    assert isinstance(found, hearth.Correlations)
    assert {uuid.tobytes() for uuid in found.members} == {uuid.tobytes() for uuid in members}
    assert sorted(samples.type for samples in batch.members) == [diastolic.type, systolic.type]
    assert len(client.read(systolic.type, predicates.in_correlation(pressure.uuid(0)))) == 1


@settings(max_examples=2)
@given(seed=st.integers(0, 1 << 32))
def test_large_saves_go_in_several_frames_and_commit_as_one(server: Server, client: hearth.Client, seed: int) -> None:
    chance = np.random.default_rng(seed)
    count = 60_000
    starts = np.sort(chance.integers(FIRST, LAST, count)).view(TIME)
    entries = [{"number": index} for index in range(500)]
    saved = hearth.quantities(
        HEART_RATE, starts, chance.random(count), metadata=entries, metadata_indexes=chance.integers(0, 500, count)
    )
    with client.changes(HEART_RATE, anchor=client.ping().anchor, follow=True) as changes:
        committed = client.save(saved)
        assert committed.added == count
        added: list[hearth.Samples] = []
        for batch in changes:
            added += batch.added
            if batch.anchor == committed.anchor:
                break
    found = hearth.joined(added)
    assert {uuid.tobytes() for uuid in found.uuids} == {uuid.tobytes() for uuid in saved.uuids}
    order, given_order = np.argsort(found.uuids.view("S16")), np.argsort(saved.uuids.view("S16"))
    assert np.array_equal(found.values[order], saved.values[given_order])
    assert found.metadata_of(int(order[7])) == saved.metadata_of(int(given_order[7]))
    assert client.delete(saved.uuids).deleted == count
    assert server.process > 0


def test_views_are_of_what_was_received_and_cannot_be_written_to(client: hearth.Client) -> None:
    saved = hearth.quantities(HEART_RATE, np.array(["2026-11-21T08:00"], "M8[ns]"), [60.0])
    client.save(saved)
    found = client.read(HEART_RATE, predicates.one_of(saved.uuids))
    for array in (found.uuids, found.starts, found.values):
        assert not array.flags.owndata
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]


def test_new_uuids_are_in_order_and_differ() -> None:
    rows = hearth.new_uuids(100_000)
    assert len(set(rows.tolist())) == len(rows)
    assert rows.tolist() == sorted(rows.tolist())
    kinds = {(one.version, one.variant) for one in (UUID(bytes=row) for row in rows[::997].tolist())}
    assert kinds == {(7, RFC_4122)}
    assert not set(rows.tolist()) & set(hearth.new_uuids(100_000).tolist())
