"""The session alone: the tests speak for the server, byte by byte, and decide when a connection is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hearth
from hearth import ErrorCode
from hearth import messages as pb
from hearth.framing import FrameReader, framed
from hearth.session.call import Call
from hearth.session.connecting import connected, failed_to_connect, lost
from hearth.session.phases import Phase, Taken
from hearth.session.receiving import receive
from hearth.session.reconnection import Reconnection
from hearth.session.save_frames import SaveFrames
from hearth.session.saving import Saving
from hearth.session.session import Session
from opened import HELLO, REQUEST_OF_REPLY, WELCOME, greeted, greeting, next_frame, opened, reply

if TYPE_CHECKING:
    from collections.abc import Callable

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
LOST = hearth.ConnectionLostError("lost")


def batch(anchor: bytes, number: int = 0, *, caught_up: bool = False, count: int = 1) -> pb.ChangeBatch:
    columns = pb.SampleColumns(
        type=HEART_RATE,
        uuids=bytes([number]) * 16 * count,
        starts=bytes(8 * count),
        quantity=pb.QuantityColumns(values=bytes(8 * count), unit="count/min"),
    )
    return pb.ChangeBatch(added=[columns], anchor=anchor, caught_up=caught_up)


def first_bytes(taken: Any) -> list[int]:
    return [one.uuids[0].tobytes()[0] for one in taken.added]


def reconnected(session: Session) -> pb.ClientFrame | None:
    """The first frame on the next connection."""
    assert lost(session, LOST, 0.0, 0.0) == 0.0
    greeted(session)
    return next_frame(session)


@given(sizes=st.lists(st.integers(1, 60_000), min_size=1, max_size=6), seed=st.integers(0, 1 << 32))
def test_frames_are_cut_wherever_reads_fall(sizes: list[int], seed: int) -> None:
    chance = np.random.default_rng(seed)
    bodies = [chance.bytes(size) for size in sizes]
    data = memoryview(b"".join(map(framed, bodies)))
    reader, found = FrameReader(), []
    while data:
        space = reader.space()
        count = min(len(space), len(data), int(chance.integers(1, 40_000)))
        space[:count] = data[:count]
        found += reader.received(count)
        data = data[count:]
    assert found == bodies


def test_hello_comes_first_and_calls_wait_for_the_welcome() -> None:
    session = Session(HELLO, Reconnection())
    session.begin(Call(REQUEST_OF_REPLY["pong"]))
    assert next_frame(session) is None
    assert greeted(session) == HELLO
    frame = next_frame(session)
    assert frame is not None
    assert frame.WhichOneof("request") == "ping"
    assert next_frame(session) is None


def test_credit_is_granted_for_what_was_taken() -> None:
    session, (call,) = opened(REQUEST_OF_REPLY["notice"])
    notice = pb.Notice(types=["x" * 300_000], anchor=b"a")
    size = len(pb.ServerFrame(call=call.number, notice=notice).SerializeToString())
    for _ in range(4):
        assert reply(session, call, notice=notice)
    assert next_frame(session) is None
    session.take(call)
    assert next_frame(session) is None
    session.take(call)
    assert next_frame(session) == pb.ClientFrame(call=call.number, credit=pb.Credit(bytes=2 * size))
    assert next_frame(session) is None


def test_changes_resume_after_the_last_whole_write() -> None:
    session, (call,) = opened(pb.ClientFrame(query_changes=pb.QueryChanges(anchor=b"0", follow=True)))
    assert reply(session, call, changes=batch(b"a", 1))
    assert reply(session, call, changes=batch(b"a", 2))
    assert reply(session, call, changes=batch(b"a", 3))
    # What came whole is taken before the call is opened again; of the write that was cut nothing is left.
    assert reconnected(session) is None
    assert first_bytes(session.take(call)) == [1]
    frame = next_frame(session)
    assert frame is not None
    assert frame.query_changes.anchor == b"a"
    assert frame.query_changes.follow
    assert reply(session, call, changes=batch(b"b", 2))
    assert first_bytes(session.take(call)) == [2]


def test_a_limit_goes_on_where_it_was() -> None:
    session, (call,) = opened(pb.ClientFrame(query_changes=pb.QueryChanges(limit=5)))
    assert reply(session, call, changes=batch(b"a", 1, count=3))
    session.take(call)
    frame = reconnected(session)
    assert frame is not None
    assert frame.query_changes.limit == 2
    assert reply(session, call, changes=batch(b"b", 2, count=2))
    session.take(call)
    lost(session, LOST, 0.0, 0.0)
    assert session.take(call) is Taken.END


def test_queries_are_asked_again_only_when_nothing_was_taken() -> None:
    session, (call, other) = opened(REQUEST_OF_REPLY["samples"], pb.ClientFrame(query_samples=pb.QuerySamples(limit=1)))
    empty = pb.SampleBatch()
    for one in (call, other):
        assert reply(session, one, samples=empty)
    session.take(call)
    frame = reconnected(session)
    assert frame is not None
    assert frame.query_samples.limit == 1
    with pytest.raises(hearth.QueryInterruptedError):
        session.take(call)
    # What had arrived of the other is of a moment that is over.
    assert session.take(other) is Taken.NOTHING


def test_saves_are_sent_again_whole() -> None:
    starts = np.arange(4) * np.timedelta64(1, "s") + np.datetime64("2026-01-01", "ns")
    samples = hearth.quantities(HEART_RATE, starts, [1.0, 2.0, 3.0, 4.0])
    session = Session(HELLO, Reconnection())
    call = Call(pb.ClientFrame(save=pb.Save()), SaveFrames([samples], frame_bytes=80))
    session.begin(call)
    greeted(session)
    first = next_frame(session)
    assert first is not None
    assert first.save.more
    again = reconnected(session)
    assert again is not None
    assert again.call > first.call
    assert again.save == first.save
    rest = []
    while (frame := next_frame(session)) is not None:
        rest.append(frame)
    assert [frame.save.more for frame in rest][-1] is False
    uuids = b"".join(columns.uuids for frame in [again, *rest] for columns in frame.save.columns)
    assert uuids == samples.uuids.tobytes()
    assert reply(session, call, committed=pb.Committed(added=4))
    assert session.take(call).added == 4


def test_shutting_down_sends_calls_to_the_next_server() -> None:
    session, (call,) = opened(REQUEST_OF_REPLY["pong"])
    assert reply(session, call, error=pb.Error(code=pb.ERROR_CODE_SHUTTING_DOWN))
    assert session.take(call) is Taken.NOTHING
    assert next_frame(session) is None
    frame = reconnected(session)
    assert frame is not None
    assert frame.WhichOneof("request") == "ping"


def test_errors_that_end_the_connection_end_all_calls() -> None:
    session, calls = opened(REQUEST_OF_REPLY["pong"], REQUEST_OF_REPLY["notice"])
    error = pb.Error(code=pb.ERROR_CODE_PROTOCOL_VIOLATION, message="no")
    assert not receive(session, pb.ServerFrame(error=error).SerializeToString())
    for call in calls:
        with pytest.raises(hearth.RequestError) as failed:
            session.take(call)
        assert failed.value.code is ErrorCode.PROTOCOL_VIOLATION
    assert lost(session, LOST, 0.0, 0.0) is None
    assert session.phase is Phase.RESTING


def test_what_crosses_a_cancel_is_ignored() -> None:
    session, (call,) = opened(REQUEST_OF_REPLY["notice"])
    number = call.number
    session.abandon(call)
    assert next_frame(session) == pb.ClientFrame(call=number, cancel=pb.Cancel())
    late = pb.ServerFrame(call=number, notice=pb.Notice(anchor=b"a"))
    done = pb.ServerFrame(call=number, done=pb.Done(reason=pb.DONE_REASON_CANCELLED))
    for frame in (late, done, late, pb.ServerFrame(call=99, pong=pb.Pong())):
        assert receive(session, frame.SerializeToString())
    assert not session.abandoned
    assert session.take(call) is Taken.END


def test_answers_to_other_questions_fail_the_call_only() -> None:
    session, (call, other) = opened(REQUEST_OF_REPLY["pong"], REQUEST_OF_REPLY["status_report"])
    assert reply(session, call, committed=pb.Committed())
    with pytest.raises(hearth.RequestError, match="wrong kind"):
        session.take(call)
    assert session.take(other) is Taken.NOTHING


def test_no_more_calls_are_opened_than_the_server_allows() -> None:
    session = Session(HELLO, Reconnection())
    calls = [Call(pb.ClientFrame(ping=pb.Ping(payload=bytes([number])))) for number in range(3)]
    for call in calls:
        session.begin(call)
    welcome = pb.Welcome()
    welcome.CopyFrom(WELCOME)
    welcome.limits.open_calls = 2
    greeted(session, welcome)
    assert next_frame(session) is not None
    assert next_frame(session) is not None
    assert next_frame(session) is None
    assert reply(session, calls[0], pong=pb.Pong())
    frame = next_frame(session)
    assert frame is not None
    assert frame.ping.payload == b"\2"


def changed(change: Callable[[pb.Welcome], None]) -> pb.Welcome:
    welcome = pb.Welcome()
    welcome.CopyFrom(WELCOME)
    change(welcome)
    return welcome


def test_the_version_is_that_of_the_session() -> None:
    session = Session(HELLO, Reconnection())
    session.begin(Call(REQUEST_OF_REPLY["pong"]))
    greeted(session, changed(lambda welcome: setattr(welcome, "minor", 4711)))
    assert session.welcome is not None
    assert session.welcome.version == (1, 7)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("store_id", lambda welcome: setattr(welcome, "store_id", bytes(15))),
        ("limits", lambda welcome: welcome.ClearField("limits")),
        ("limits.frame_bytes", lambda welcome: setattr(welcome.limits, "frame_bytes", 0)),
        ("limits.open_calls", lambda welcome: setattr(welcome.limits, "open_calls", 0)),
        ("major", lambda welcome: setattr(welcome, "major", 0)),
        ("major", lambda welcome: setattr(welcome, "major", 2)),
    ],
)
def test_a_welcome_with_which_no_session_begins(field: str, change: Callable[[pb.Welcome], None]) -> None:
    session, call, hello = greeting()
    assert not receive(session, pb.ServerFrame(call=hello.call, welcome=changed(change)).SerializeToString())
    with pytest.raises(hearth.ReplyError) as failed:
        session.take(call)
    assert failed.value.field == f"welcome.{field}"
    assert session.welcome is None


def test_a_server_that_names_no_limit_of_saves_has_none() -> None:
    starts = np.arange(100).astype("datetime64[s]")
    samples = [hearth.quantities(HEART_RATE, starts, np.full(100, 60.0), "count/min")]
    saving = Saving(samples, app="org.example.tests", atomic=True)
    limits = changed(lambda welcome: setattr(welcome.limits, "staged_bytes", 0)).limits
    assert list(saving.parts(limits)) == [samples]


def test_an_older_server_is_not_asked_for_what_is_new() -> None:
    session = Session(HELLO, Reconnection())
    call = Call(REQUEST_OF_REPLY["background_registrations"])
    session.begin(call)
    welcome = pb.Welcome()
    welcome.CopyFrom(WELCOME)
    welcome.minor = 0
    greeted(session, welcome)
    assert next_frame(session) is None
    with pytest.raises(hearth.RequestError) as failed:
        session.take(call)
    assert failed.value.code is ErrorCode.UNIMPLEMENTED


def test_a_save_is_cut_as_the_server_allows_that_comes_later() -> None:
    session = Session(HELLO, Reconnection())
    times = np.arange(20_000).astype("datetime64[s]")
    samples = hearth.quantities("HKQuantityTypeIdentifierHeartRate", times, np.full(20_000, 60.0), "count/min")
    session.begin(Call(pb.ClientFrame(save=pb.Save()), SaveFrames([samples])))
    welcome = pb.Welcome()
    welcome.CopyFrom(WELCOME)
    welcome.limits.frame_bytes = 65_536
    greeted(session, welcome)
    frames = []
    while (frame := next_frame(session)) is not None:
        frames.append(frame)
    assert max(frame.ByteSize() for frame in frames) <= 65_536
    assert b"".join(columns.uuids for frame in frames for columns in frame.save.columns) == samples.uuids.tobytes()
    assert [frame.save.more for frame in frames] == [True] * (len(frames) - 1) + [False]


def test_a_request_that_fits_into_no_frame_fails_alone() -> None:
    session = Session(HELLO, Reconnection())
    long = Call(pb.ClientFrame(ping=pb.Ping(payload=bytes(1 << 25))))
    short = Call(REQUEST_OF_REPLY["pong"])
    session.begin(long)
    session.begin(short)
    greeted(session)
    assert next_frame(session) is not None
    with pytest.raises(hearth.RequestError) as failed:
        session.take(long)
    assert failed.value.code is ErrorCode.FRAME_TOO_LARGE
    assert failed.value.field == "ping"


@given(jitter=st.floats(0, 1), first=st.floats(0.001, 1), patience=st.floats(0.1, 100))
def test_pauses_grow_and_end_with_the_patience(jitter: float, first: float, patience: float) -> None:
    session, (call,) = opened(REQUEST_OF_REPLY["pong"])
    session.reconnection = Reconnection(first_pause=first, longest_pause=2.0, patience=patience)
    time, pauses = 0.0, 0
    pause = lost(session, LOST, time, jitter)
    while pause is not None:
        assert pause <= 2.0
        assert pauses == 0 or pause >= min(first, 2.0) / 2
        pauses += 1
        time += pause
        pause = failed_to_connect(session, LOST, time, jitter)
    assert time <= patience
    with pytest.raises(hearth.NoServerError):
        session.take(call)


def test_where_there_never_was_a_server_calls_fail_at_once() -> None:
    session = Session(HELLO, Reconnection())
    call = Call(REQUEST_OF_REPLY["pong"])
    session.begin(call)
    assert failed_to_connect(session, LOST, 0.0, 0.0) is None
    with pytest.raises(hearth.ConnectionLostError):
        session.take(call)
    assert session.phase is Phase.RESTING


def test_a_server_that_hangs_up_on_greetings_is_not_asked_for_ever() -> None:
    session = Session(HELLO, Reconnection())
    call = Call(REQUEST_OF_REPLY["pong"])
    session.begin(call)
    attempts = 0
    while session.phase is Phase.CONNECTING:
        attempts += 1
        connected(session)
        lost(session, LOST, 0.0, 0.0)
    assert attempts == 12
    with pytest.raises(hearth.ConnectionLostError, match="HEARTH_SOCKET"):
        session.take(call)


def lost_again(session: Session, time: float) -> None:
    """The connection is lost, and there is another one with its welcome."""
    assert lost(session, LOST, time, 0.0) is not None
    greeted(session)
    while next_frame(session) is not None:
        pass


def test_a_request_that_ends_each_server_is_not_sent_for_ever() -> None:
    session, (deadly, stopped) = opened(REQUEST_OF_REPLY["pong"], REQUEST_OF_REPLY["status_report"])
    session.reconnection = Reconnection(patience=30.0)
    stream = Call(REQUEST_OF_REPLY["notice"])
    session.begin(stream)
    while next_frame(session) is not None:
        pass
    for time in (100.0, 110.0, 129.0):
        lost_again(session, time)
        # A server is there, and answers another call: a stream that has received something starts again.
        assert reply(session, stream, notice=pb.Notice(anchor=b"a"))
        # That it is about to stop is no answer.
        assert reply(session, stopped, error=pb.Error(code=pb.ERROR_CODE_SHUTTING_DOWN))
        assert session.take(stream).anchor == b"a"
        assert session.take(deadly) is Taken.NOTHING
    lost_again(session, 130.0)
    for call in (deadly, stopped):
        with pytest.raises(hearth.NoServerError, match="before it answered"):
            session.take(call)
    assert session.take(stream) is Taken.NOTHING
    assert reply(session, stream, notice=pb.Notice(anchor=b"b"))
    assert session.take(stream).anchor == b"b"


def test_a_stream_that_nobody_reads_does_not_wait() -> None:
    session, (stream, other) = opened(pb.ClientFrame(query_changes=pb.QueryChanges()), REQUEST_OF_REPLY["notice"])
    assert reply(session, stream, changes=batch(b"a", 1))
    for time in (100.0, 1000.0):
        lost_again(session, time)
        assert reply(session, other, notice=pb.Notice(anchor=b"a"))
        session.take(other)
    assert first_bytes(session.take(stream)) == [1]
    lost_again(session, 2000.0)
    assert session.take(stream) is Taken.NOTHING
    assert reply(session, stream, changes=batch(b"b", 2))
    assert first_bytes(session.take(stream)) == [2]


@settings(max_examples=10)
@given(
    counts=st.lists(st.integers(1, 300), min_size=1, max_size=4),
    frame_bytes=st.integers(1, 5_000),
    seed=st.integers(0, 1 << 32),
)
def test_saves_are_cut_without_loss(counts: list[int], frame_bytes: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    saved = []
    for count in counts:
        starts = np.datetime64("2026-01-01", "ns") + np.arange(count) * np.timedelta64(1, "s")
        entries = [{"key": "x" * int(chance.integers(0, 200))} for _ in range(5)]
        saved.append(
            hearth.quantities(
                HEART_RATE,
                starts,
                chance.random(count),
                metadata=entries,
                metadata_indexes=chance.integers(0, 5, count),
            )
        )
    frames = SaveFrames(saved, frame_bytes)
    parts = []
    while not frames.is_at_end:
        frame = frames.next()
        assert frame.more == (not frames.is_at_end)
        rows = sum(len(columns.uuids) // 16 for columns in frame.columns)
        assert rows == 1 or frame.ByteSize() <= frame_bytes + 200 * len(frame.columns) + 5 * 220
        parts += [hearth.Samples.read(columns, "") for columns in frame.columns]
    found = hearth.joined([part for part in parts if part is not None])
    wanted = hearth.joined(saved)
    assert found.uuids.tobytes() == wanted.uuids.tobytes()
    assert found.values.tobytes() == wanted.values.tobytes()
    rows = chance.integers(0, len(wanted), 10).tolist()
    assert [found.metadata_of(row) for row in rows] == [wanted.metadata_of(row) for row in rows]


def test_what_is_not_known_is_left_out_with_its_rows() -> None:
    def columns(number: int, count: int) -> pb.SampleColumns:
        uuids = b"".join(bytes([number, row]) * 8 for row in range(count))
        return pb.SampleColumns(type=f"T{number}", uuids=uuids, starts=bytes(8 * count))

    known, later, other = columns(1, 2), columns(2, 2), columns(3, 1)
    known.category.values = bytes(16)
    other.category.values = bytes(8)
    order = np.array([1, 0, 2, 1, 0], "<u4").tobytes()
    session, (call,) = opened(REQUEST_OF_REPLY["samples"])
    assert reply(session, call, samples=pb.SampleBatch(columns=[known, later, other], interleaving=order))
    found = session.take(call)
    assert [one.type for one in found.samples] == ["T1", "T3"]
    assert [(one.type, row) for one, row in found.in_order()] == [("T1", 0), ("T3", 0), ("T1", 1)]
