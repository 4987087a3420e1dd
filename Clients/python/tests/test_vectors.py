"""The protocol's vectors, as far as they concern a client. A file that is added is a case."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Self

import pytest
from google.protobuf.message import DecodeError

import vector_files
from hearth import ErrorCode, ReplyError, RequestError, replies
from hearth import messages as pb
from hearth.framing import FrameReader, framed
from hearth.samples.samples import Samples
from hearth.session.call import Call
from hearth.session.connecting import connected
from hearth.session.phases import Taken
from hearth.session.receiving import receive, receive_garbage
from hearth.session.reconnection import Reconnection
from hearth.session.save_frames import SaveFrames
from hearth.session.session import Session
from opened import HELLO, REQUEST_OF_REPLY, greeting, next_frame, opened
from vector_files import Case, cases, decode

if TYPE_CHECKING:
    from server import Server

FRAMES = list(vector_files.frames())
#: For the owner's own tool: this client makes no such requests and gets no such replies.
OTHER_REQUESTS = {"background_control"}
OTHER_REPLIES = {"background_app"}
#: In a reply series may come without their items. Which attributes and series a type has only the server checks.
ALLOWED_IN_REPLIES = {
    "refuse-route-lengths-missing",
    "refuse-record-counts",
    "refuse-record-lengths-missing",
    "refuse-record-series-of-other-type",
    "refuse-record-table-ragged",
}


def replies_of(kind: str) -> list[Case]:
    """What servers send to sessions of the version of this client."""
    return [case for case in cases(kind, "server") if reply_name(case) not in OTHER_REPLIES]


def reply_name(case: Case) -> str | None:
    """None: it is no message, or one without a reply that is known."""
    try:
        name: str | None = pb.ServerFrame.FromString(case.body).WhichOneof("reply")
    except DecodeError:
        return None
    return name


def identifier(case: Case) -> str:
    return case.name


def cut(data: bytes, size: int) -> list[bytes | bytearray]:
    """The bodies in what comes in pieces of a size."""
    reader = FrameReader()
    bodies: list[bytes | bytearray] = []
    for place in range(0, len(data), size):
        piece = data[place : place + size]
        reader.space()[: len(piece)] = piece
        bodies += reader.received(len(piece))
    return bodies


@pytest.mark.parametrize(("name", "kind", "data"), FRAMES, ids=[frame[0] for frame in FRAMES])
def test_frames_are_cut_and_packed_again(name: str, kind: str, data: bytes) -> None:
    for size in (1, 3, len(data)):
        assert cut(data, size) == [data[4:]]
    frame = decode(kind, data[4:])
    assert frame.SerializeToString(deterministic=True) == data[4:], name
    if isinstance(frame, pb.ServerFrame) and (reply_name := frame.WhichOneof("reply")) not in {"error", "welcome"}:
        replies.read(frame, reply_name or "")
    elif isinstance(frame, pb.ClientFrame):
        for columns in [*frame.save.columns, *frame.add_to_workout.columns]:
            samples = Samples.read(columns, "save.columns")
            assert samples is not None
            assert samples.message() == without_apps(columns)


def without_apps(columns: pb.SampleColumns) -> pb.SampleColumns:
    """What this client sends of it: the server knows who saves."""
    kept = pb.SampleColumns()
    kept.CopyFrom(columns)
    for provenance in kept.provenances:
        for field in ("source", "version", "product_type", "operating_system_version"):
            provenance.ClearField(field)
    if not any(provenance.HasField("device") for provenance in kept.provenances):
        kept.ClearField("provenances")
        kept.ClearField("provenance_indexes")
    return kept


#: Replies to requests that this client does not have.
UNASKED = {"access_list"}


def outcome(body: bytes) -> object:
    """What becomes of a call of the right kind to which the server answers so."""
    frame = pb.ServerFrame.FromString(body)
    name = frame.WhichOneof("reply")
    if name == "welcome":
        session, call, hello = greeting()
        frame.call = hello.call
    else:
        request = REQUEST_OF_REPLY.get(name if name not in {"error", "done"} else "samples", REQUEST_OF_REPLY["pong"])
        session, (call,) = opened(request)
        frame.call = call.number or 0
        # What this library does not know of the frame stays in it.
    receive(session, frame.SerializeToString())
    return session.take(call)


@pytest.mark.parametrize("case", replies_of("accept"), ids=identifier)
def test_replies_to_accept(case: Case) -> None:
    if case.name == "accept-unknown-error-code":
        with pytest.raises(RequestError) as refused:
            outcome(case.body)
        assert not isinstance(refused.value, ReplyError)
        assert refused.value.code is ErrorCode.UNKNOWN
        assert refused.value.number != ErrorCode.UNKNOWN
    else:
        ignored = {"accept-unknown-reply", "accept-unknown-reply-none"}
        assert (outcome(case.body) is Taken.NOTHING) == (case.name in ignored)


@pytest.mark.parametrize("case", replies_of("refuse"), ids=identifier)
def test_replies_to_refuse(case: Case) -> None:
    if case.header["error"] in {"MALFORMED_FRAME", "FRAME_TOO_LARGE"}:
        session, (call,) = opened(REQUEST_OF_REPLY["pong"])
        try:
            # Some are only a prefix: their length is refused, and there is no body.
            (body,) = cut(case.data, 1)
            assert not receive(session, body)
        except ReplyError as error:
            receive_garbage(session, error)
        with pytest.raises(ReplyError) as refused:
            session.take(call)
    elif pb.ServerFrame.FromString(case.body).WhichOneof("reply") in UNASKED:
        with pytest.raises(RequestError):
            outcome(case.body)
        return
    else:
        with pytest.raises(ReplyError) as refused:
            outcome(case.body)
    assert refused.value.code.name == case.header["error"]
    assert refused.value.field == case.header.get("field", "")


COLUMNS = [
    case
    for case in cases("refuse", "client")
    if case.header["error"] == "MALFORMED_COLUMN"
    and case.header.get("field", "").startswith("save.columns")
    and ".details" not in case.header["field"]
    and case.name not in ALLOWED_IN_REPLIES
]


@pytest.mark.parametrize("case", COLUMNS, ids=identifier)
def test_columns_to_refuse_are_refused_by_the_same_rules(case: Case) -> None:
    """A client checks each column before it reads from it, whoever sent it."""
    field = case.header["field"]
    frame = pb.ClientFrame.FromString(case.body)
    with pytest.raises(RequestError) as refused:
        replies.read_all(frame.save.columns, "save.columns")
    assert refused.value.code.name == case.header["error"]
    assert refused.value.field == field


class Bare:
    """A connection of which the test sends every byte."""

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(60)
        self._socket.connect(path)
        self._reader = FrameReader()
        self._bodies: list[bytes | bytearray] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def receive(self) -> pb.ServerFrame:
        while not self._bodies:
            count = self._socket.recv_into(self._reader.space())
            if count == 0:
                raise EOFError
            self._bodies = self._reader.received(count)
        return pb.ServerFrame.FromString(bytes(self._bodies.pop(0)))


def greet(bare: Bare) -> None:
    bare.send(framed(pb.ClientFrame(call=1, hello=HELLO).SerializeToString()))
    assert bare.receive().WhichOneof("reply") == "welcome"


@pytest.mark.parametrize("case", cases("refuse", "client"), ids=identifier)
def test_what_the_server_refuses_is_read_as_the_error_it_is(case: Case, server: Server) -> None:
    with Bare(server.socket) as bare:
        try:
            begins = pb.ClientFrame.FromString(case.body).WhichOneof("request") == "hello"
        except DecodeError:
            begins = case.name.startswith("refuse-hello")
        if not begins:
            greet(bare)
        if "credit" in case.name:
            # Only a stream that is open can be granted any.
            call = pb.ClientFrame.FromString(case.body).call
            bare.send(framed(pb.ClientFrame(call=call, observe=pb.Observe()).SerializeToString()))
            assert bare.receive().WhichOneof("reply") == "notice"
        bare.send(case.data)
        error = replies.read_error(bare.receive().error)
        assert error.code.name == case.header["error"]
        assert error.field == case.header.get("field", error.field)
        if error.code.ends_connection:
            with pytest.raises((EOFError, ConnectionResetError)):
                bare.receive()


def call_of(number: int, requests: list[pb.ClientFrame]) -> Call:
    """The call that the frames of this number make; a save in as many frames as they are."""
    frames = [request for request in requests if request.call == number and request.WhichOneof("request") == "save"]
    if not frames:
        return Call(next(request for request in requests if request.call == number))
    samples = [Samples.read(columns, "") for frame in frames for columns in frame.save.columns]
    if frames[-1].save.more:
        # What was to follow is not in the transcript.
        samples.append(samples[0])
    known = [one for one in samples if one is not None]
    in_several = len(frames) > 1 or frames[0].save.more
    return Call(pb.ClientFrame(save=pb.Save()), SaveFrames(known, frame_bytes=1 if in_several else 1 << 20))


@pytest.mark.parametrize("name", vector_files.sessions())
def test_sessions(name: str) -> None:
    """The client asks what the transcript's client asks, hears what it hears, and every call ends as it should."""
    exchanges = vector_files.exchanges(name)
    hello = pb.ClientFrame.FromString(exchanges[0][1]).hello
    if hello.major != 1:
        return
    requests = [pb.ClientFrame.FromString(body) for sender, body in exchanges if sender == "C"]
    if any(request.WhichOneof("request") in OTHER_REQUESTS for request in requests):
        return
    session = Session(hello, Reconnection())
    calls: dict[int, Call] = {}
    for sender, body in exchanges:
        if sender == "S":
            assert receive(session, body)
            continue
        wanted = pb.ClientFrame.FromString(body)
        request = wanted.WhichOneof("request")
        if request == "hello":
            # A call begins before there is a connection; its request is sent behind the Hello.
            waiting = Call(pb.ClientFrame(ping=pb.Ping()))
            session.begin(waiting)
            connected(session)
            assert next_frame(session) == wanted
            session.abandon(waiting)
            continue
        if request == "credit":
            # When to grant is each client's own affair.
            continue
        if request == "cancel":
            has_ended = calls[wanted.call].has_ended
            session.abandon(calls[wanted.call])
            if has_ended:
                # Here the client knows it already.
                continue
        elif wanted.call not in calls:
            session.last_number = wanted.call - 1
            calls[wanted.call] = call_of(wanted.call, requests)
            session.begin(calls[wanted.call])
        assert next_frame(session) == wanted
    assert not session.open_calls
    assert not session.abandoned


def test_a_version_that_is_refused_says_which_side_is_too_old() -> None:
    (_, server_says) = vector_files.exchanges("06-version-refused.txt")[:2]
    error = replies.read_error(pb.ServerFrame.FromString(server_says[1]).error)
    assert error.code is ErrorCode.VERSION_UNSUPPORTED
    assert "1 to 1" in error.text
