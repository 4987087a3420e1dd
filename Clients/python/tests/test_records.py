"""Samples of kinds with a few values: made, saved, read and asked for."""

from __future__ import annotations

import uuid

import pytest

import hearth
from hearth import messages, predicates
from hearth.errors import ErrorCode, RequestError
from hearth.session.call import Call
from hearth.session.save_frames import SaveFrames
from hearth.session.session import Session
from opened import HELLO, WELCOME, greeted, next_frame

AT = ["2026-11-21T08:00Z", "2026-11-21T08:01Z"]


def electrocardiograms() -> hearth.Samples:
    plain = {"classification": 1, "symptoms_status": 0}
    return hearth.records(
        "electrocardiogram",
        AT,
        [{**plain, "average_heart_rate": 64.5}, {**plain, "classification": 2, "symptoms": [uuid.UUID(int=7)]}],
        voltages=[[-12.5, 3.0, 250.25], []],
    )


def test_records_come_back(client: hearth.Client) -> None:
    saved = electrocardiograms()
    client.save(saved)
    found = client.read("electrocardiogram", predicates.one_of(saved.uuids), series=True)
    assert isinstance(found.payload, hearth.Records)
    assert found.payload.attributes_of(0) == {
        "classification": [1],
        "symptoms_status": [0],
        "average_heart_rate": [64.5],
    }
    assert found[0].value == found.payload.attributes_of(0)
    assert [sample.value for sample in found] == [found.payload.attributes_of(row) for row in range(2)]
    assert found.payload.attributes_of(1)["symptoms"] == [uuid.UUID(int=7).bytes]
    assert found.payload.lengths is not None
    assert found.payload.lengths.tolist() == [3, 0]
    assert found.payload.voltages is not None
    assert found.payload.voltages.tolist() == [-12.5, 3.0, 250.25]
    plain = client.read("electrocardiogram", predicates.one_of(saved.uuids))
    assert isinstance(plain.payload, hearth.Records)
    assert plain.payload.voltages is None
    assert plain.payload.counts is not None
    assert plain.payload.counts.tolist() == [3, 0]
    client.save(saved)
    assert client.delete(saved.uuids).deleted == 2


def test_records_are_asked_for_by_their_values(client: hearth.Client) -> None:
    saved = electrocardiograms()
    client.save(saved)
    mine = predicates.one_of(saved.uuids)
    for predicate, count in (
        (predicates.attribute("classification", 2), 1),
        (predicates.attribute("classification", [1, 2]), 2),
        (predicates.attribute("average_heart_rate", 64.0, messages.RELATION_GREATER), 1),
        (predicates.attribute("symptoms", uuid.UUID(int=7)), 1),
    ):
        assert len(client.read("electrocardiogram", mine & predicate)) == count
    client.delete(saved.uuids)


def test_documents_come_back(client: hearth.Client) -> None:
    contents = [b'{"resourceType":"Observation"}', b""]
    saved = hearth.records("labResultRecord", AT, [{"display_name": "one"}, {"display_name": "two"}], contents=contents)
    client.save(saved)
    found = client.read("labResultRecord", predicates.one_of(saved.uuids), series=True)
    assert isinstance(found.payload, hearth.Records)
    assert found.payload.contents is not None
    assert found.payload.contents.tobytes() == contents[0]
    assert hearth.joined([found[:1], found[1:]]).payload == found.payload
    client.delete(saved.uuids)


def test_what_is_no_record_is_refused() -> None:
    wrong: list[dict[str, object]] = [{"unknown": 1}, {"valence": []}, {"Valence": 1.0}]
    for attributes in wrong:
        with pytest.raises(RequestError):
            hearth.records("stateOfMind", AT[:1], [attributes])
    with pytest.raises(RequestError):
        hearth.records("heartRate", AT[:1], [{"valence": 0.5}])
    with pytest.raises(RequestError):
        hearth.records("stateOfMind", AT, [{"valence": 0.5}])


ATTRIBUTE = messages.Predicate(terms=[{"attribute": {"name": 1, "relation": 3, "integers": bytes(8)}}])
CLAUSES = [messages.Clause(type="HKDataTypeIdentifierElectrocardiogram", predicate=ATTRIBUTE)]


@pytest.mark.parametrize(
    "request_of_later",
    [
        messages.ClientFrame(query_samples=messages.QuerySamples(clauses=CLAUSES)),
        messages.ClientFrame(query_changes=messages.QueryChanges(clauses=CLAUSES)),
        messages.ClientFrame(observe=messages.Observe(clauses=CLAUSES)),
        messages.ClientFrame(list_sources=messages.ListSources(clauses=CLAUSES)),
        messages.ClientFrame(delete_objects=messages.DeleteObjects(matching=CLAUSES[0])),
        messages.ClientFrame(query_statistics=messages.QueryStatistics(clauses=CLAUSES)),
        messages.ClientFrame(
            add_to_workout=messages.AddToWorkout(columns=[messages.SampleColumns(record=messages.RecordColumns())])
        ),
        None,
    ],
    ids=["query", "changes", "observe", "sources", "delete", "statistics", "workout", "save"],
)
def test_an_older_server_is_not_asked_for_records(request_of_later: messages.ClientFrame | None) -> None:
    for minor, is_sent in ((3, False), (4, True)):
        session = Session(HELLO, hearth.Reconnection())
        if request_of_later is None:
            record = hearth.records("stateOfMind", ["2026-11-21T08:00Z"], [{"mind_kind": 1, "valence": 0.5}])
            call = Call(messages.ClientFrame(save=messages.Save()), SaveFrames([record]))
        else:
            call = Call(messages.ClientFrame.FromString(request_of_later.SerializeToString()))
        session.begin(call)
        welcome = messages.Welcome.FromString(WELCOME.SerializeToString())
        welcome.minor = minor
        greeted(session, welcome)
        assert (next_frame(session) is not None) == is_sent
        if not is_sent:
            with pytest.raises(RequestError, match=r"1\.4") as refused:
                session.take(call)
            assert refused.value.code is ErrorCode.UNIMPLEMENTED
