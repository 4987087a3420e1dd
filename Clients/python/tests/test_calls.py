"""Every call, through each client, against the real server."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import TYPE_CHECKING
from uuid import uuid4

import numpy as np
import pytest

import hearth
from conftest import APP, connect
from hearth import ErrorCode, predicates

if TYPE_CHECKING:
    from server import Server

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
BODY_MASS = "HKQuantityTypeIdentifierBodyMass"
NOON = np.datetime64("2026-11-21T12:00", "ns")


def rates(values: list[float], start: np.datetime64 = NOON) -> hearth.Samples:
    starts = start + np.arange(len(values)) * np.timedelta64(1, "s")
    return hearth.quantities(HEART_RATE, starts, values, "count/min")


def test_welcome_and_ping(client: hearth.Client) -> None:
    assert client.welcome is None
    pong = client.ping(b"hello")
    assert pong.payload == b"hello"
    assert client.welcome is not None
    assert client.welcome.version[0] == 1
    assert client.welcome.limits.batch_samples > 0
    assert len(client.welcome.store_id) == 16


def test_save_again_and_conflict(client: hearth.Client) -> None:
    saved = rates([60, 61])
    assert client.save(saved).added == 2
    assert client.save(saved).unchanged == 2
    other = hearth.quantities(HEART_RATE, saved.starts, [60.0, 62.0], "count/min", uuids=saved.uuids)
    with pytest.raises(hearth.RequestError) as refused:
        client.save(other)
    assert refused.value.code is ErrorCode.IDENTIFIER_CONFLICT
    # The error names the UUID, and not the value.
    named = str(saved.uuid(1)).upper()
    assert named in refused.value.text
    assert "62" not in str(refused.value).replace(named, "")


def test_the_server_knows_who_saved(client: hearth.Client) -> None:
    saved = rates([60])
    client.save(saved)
    provenance = client.read(HEART_RATE, predicates.one_of(saved.uuids)).provenance_of(0)
    assert provenance.source == hearth.Source(APP.bundle_identifier, APP.name)
    assert provenance.version == APP.version
    assert hearth.Source(APP.bundle_identifier, APP.name) in client.sources(HEART_RATE)
    assert client.sources(HEART_RATE, predicates.never()) == []


def test_delete(client: hearth.Client) -> None:
    saved = rates([70, 71, 72])
    client.save(saved)
    assert client.delete([saved.uuid(0)]).deleted == 1
    with pytest.raises(hearth.RequestError) as refused:
        client.delete([saved.uuid(0), saved.uuid(1)])
    assert refused.value.code is ErrorCode.OBJECT_NOT_FOUND
    assert client.delete_matching(HEART_RATE, predicates.one_of(saved.uuids)).deleted == 2


def test_add_to_workout(client: hearth.Client) -> None:
    workout = hearth.workouts([NOON], [NOON + np.timedelta64(1, "h")], [37])
    stored, new = rates([90, 91]), rates([92])
    client.save([workout, stored])
    assert client.add_to_workout(workout.uuid(0), new, stored.uuids).added == 1
    found = client.read(HEART_RATE, predicates.in_workout(workout.uuid(0)))
    assert sorted(found.values) == [90, 91, 92]
    with pytest.raises(hearth.RequestError) as refused:
        client.add_to_workout(uuid4(), new)
    assert refused.value.code is ErrorCode.WORKOUT_NOT_FOUND


def test_query_order_limit_and_units(client: hearth.Client) -> None:
    saved = rates([63, 61, 65, 62])
    client.save(saved)
    mine = predicates.one_of(saved.uuids)
    best = client.read(HEART_RATE, mine, order=predicates.quantity().descending, limit=2, unit="count/s")
    assert best.values * 60 == pytest.approx([65, 63])
    by_start = client.read(HEART_RATE, mine, order=[predicates.start.descending, predicates.end])
    assert by_start.values.tolist() == [62, 65, 61, 63]
    with pytest.raises(hearth.RequestError) as refused:
        client.read(HEART_RATE, unit="kg")
    assert refused.value.code is ErrorCode.INCOMPATIBLE_UNIT
    assert refused.value.field == "query_samples.clauses[0].unit"


def test_several_types_come_in_order(client: hearth.Client) -> None:
    start = np.datetime64("2001-01-01T00:00", "ns")
    beats = rates([60, 61, 62], start)
    mass = hearth.quantities(BODY_MASS, start + np.arange(3) * np.timedelta64(500, "ms"), [70.0, 71.0, 72.0], "kg")
    client.save([beats, mass])
    clauses = [hearth.Clause(one.type, predicates.one_of(one.uuids)) for one in (beats, mass)]
    (batch,) = client.query(clauses)
    found = [(samples.type, samples.starts[row]) for samples, row in batch.in_order()]
    assert [time for _, time in found] == sorted(time for _, time in found)
    assert {of for of, _ in found} == {HEART_RATE, BODY_MASS}
    assert len(found) == 6
    assert {one.type: len(one) for one in client.query(clauses).collect()} == {HEART_RATE: 3, BODY_MASS: 3}


def test_nothing_is_found(client: hearth.Client) -> None:
    none = client.read("HKQuantityTypeIdentifierPushCount", unit="count")
    assert len(none) == len(none.values) == len(none.starts) == len(none.ends) == 0
    assert none.unit == "count"
    assert client.query(HEART_RATE, predicates.never()).collect() == []
    for of in ("HKCategoryTypeIdentifierSleepAnalysis", "HKWorkoutTypeIdentifier", "HKWorkoutRouteTypeIdentifier"):
        assert len(client.read(of, predicates.never())) == 0


def test_changes_without_following_and_with_a_limit(client: hearth.Client) -> None:
    before = client.ping().anchor
    first, second = rates([1, 2]), rates([3])
    client.save(first)
    client.save(second)
    client.delete([first.uuid(0)])
    with client.changes(HEART_RATE, anchor=before) as changes:
        batches = list(changes)
        last = changes.anchor
    assert sorted(value for batch in batches for one in batch.added for value in one.values) == [2, 3]
    assert sum(len(batch.deleted) for batch in batches) == 1
    assert batches[-1].caught_up
    assert last == batches[-1].anchor
    assert [len(batch.added) for batch in client.changes(HEART_RATE, anchor=last)] == [0]
    (limited,) = client.changes(HEART_RATE, anchor=before, limit=1)
    assert sum(map(len, limited.added)) + len(limited.deleted) == 1


def test_follow_and_observe(server: Server, client: hearth.Client) -> None:
    anchor = client.ping().anchor
    with connect("sync", server) as other, client.changes(HEART_RATE, anchor=anchor, follow=True) as changes:
        assert next(changes).caught_up
        with client.observe(HEART_RATE) as notices:
            assert next(notices).types == ()
            saved = rates([80])
            committed = other.save(saved)
            batch = next(changes)
            assert batch.added[0].uuids.tobytes() == saved.uuids.tobytes()
            assert changes.anchor == committed.anchor
            assert next(notices).types == (HEART_RATE,)
            other.delete(saved.uuids)
            deleted = next(changes).deleted
            assert deleted.uuids.tobytes() == saved.uuids.tobytes()
            assert list(deleted) == [saved.uuid(0)] == [deleted.uuid(0)]
            assert deleted.type_of(0) == HEART_RATE


def test_a_stream_that_is_left_ends_at_the_server(client: hearth.Client) -> None:
    with client.changes(follow=True) as changes:
        next(changes)
        assert subscriptions(client) == 1
    # Cancel was sent before; calls on a connection begin in their order.
    assert subscriptions(client) == 0
    dropped = client.observe()
    next(dropped)
    assert subscriptions(client) == 1
    del dropped
    assert subscriptions(client) == 0


def subscriptions(client: hearth.Client) -> int:
    mine = [one for one in client.status().connections if one.bundle_identifier == APP.bundle_identifier]
    return sum(len(one.subscriptions) for one in mine)


def test_characteristics(client: hearth.Client) -> None:
    born = date(1984, 2, 29)
    assert client.set_characteristics(date_of_birth=born, blood_type=7).date_of_birth == born
    assert client.set_characteristics(wheelchair_use=1).blood_type == 7
    assert client.set_characteristics(date_of_birth=None, blood_type=None) == hearth.Characteristics(wheelchair_use=1)
    client.set_characteristics(wheelchair_use=None)
    assert client.characteristics() == hearth.Characteristics()
    with pytest.raises(hearth.RequestError) as refused:
        client.set_characteristics(blood_type=99)
    assert refused.value.code is ErrorCode.VALUE_OUT_OF_RANGE
    with pytest.raises(hearth.RequestError) as refused:
        client.set_characteristics(blood_type=-1)
    assert refused.value.code is ErrorCode.INVALID_ARGUMENT


def test_authorization(client: hearth.Client) -> None:
    """Where apps need not ask, everything is allowed at once."""
    both = ["heartRate", BODY_MASS]
    for status in (
        client.authorization(both, ["stepCount", "bodyMass"]),
        client.request_authorization(both, ["stepCount", "bodyMass"], save_usage="To keep it."),
    ):
        # What was not asked is not known.
        assert status[HEART_RATE] == hearth.Authorization(hearth.Permission.ALLOWED, None, None)
        assert status["HKQuantityTypeIdentifierStepCount"] == hearth.Authorization(None, True, None)
        assert status[BODY_MASS] == hearth.Authorization(hearth.Permission.ALLOWED, True, None)
        # Short names are names of types here, too.
        assert status["heartRate"] == status[HEART_RATE]
        assert "stepcount" in status
        assert status.get("bodyMass") == status[BODY_MASS]
        assert set(status) == {HEART_RATE, "HKQuantityTypeIdentifierStepCount", BODY_MASS}
        for name in ("bodyHeight", "height", ""):
            assert name not in status
            assert status.get(name) is None
            with pytest.raises(KeyError):
                status[name]
    with pytest.raises(hearth.RequestError) as refused:
        client.authorization("bloodPressure")
    assert refused.value.field == "authorization.share[0]"
    # What has no samples is asked for as well.
    born = client.request_authorization(read=["dateOfBirth", "bloodtype"])
    assert set(born) == {"HKCharacteristicTypeIdentifierDateOfBirth", "HKCharacteristicTypeIdentifierBloodType"}
    with pytest.raises(hearth.RequestError, match="Did you mean 'dateOfBirth'") as refused:
        client.authorization(read=["dateOfBrith"])
    assert refused.value.field == "authorization.read[0]"


def test_background_registrations(client: hearth.Client) -> None:
    daily = hearth.UpdateFrequency.DAILY
    assert client.registrations({HEART_RATE: daily, BODY_MASS: hearth.UpdateFrequency.HOURLY}) == {
        HEART_RATE: 3,
        BODY_MASS: 2,
    }
    left = client.registrations(disable=[BODY_MASS])
    assert left == {HEART_RATE: 3}
    assert left["heartRate"] == daily
    assert client.registrations(disable_all=True) == {}


def test_status(server: Server, client: hearth.Client) -> None:
    status = client.status()
    assert status.process == server.process
    assert status.connection_count >= 1


def test_times_are_exact(client: hearth.Client) -> None:
    berlin = timezone(timedelta(hours=1))
    times = [datetime(2026, 11, 21, 8, 0, 0, 123457, berlin), datetime(1999, 12, 31, tzinfo=UTC)]
    saved = hearth.quantities(HEART_RATE, times, [60, 61])
    client.save(saved)
    found = client.read(HEART_RATE, predicates.one_of(saved.uuids), order=predicates.start.descending)
    assert found.starts.tolist() == [1795244400123457000, 946598400000000000]


def test_a_reader_that_is_slow_gets_all(client: hearth.Client) -> None:
    """More than one grant of credit, between which other calls go on."""
    count = 100_000
    starts = np.datetime64("1990-01-01", "ns") + np.arange(count) * np.timedelta64(1, "s")
    saved = hearth.quantities(HEART_RATE, starts, np.linspace(40, 200, count), "count/min")
    client.save(saved)
    early = predicates.end < np.datetime64("1995-01-01")
    found = 0
    for batch in client.query(HEART_RATE, early, unit="count/min"):
        assert client.ping(b"meanwhile").payload == b"meanwhile"
        found += len(batch)
    assert found == count
    assert client.delete_matching(HEART_RATE, early).deleted == count
