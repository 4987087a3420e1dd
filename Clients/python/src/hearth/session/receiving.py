"""What has come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError

from .. import hearth_pb2 as pb
from .. import replies
from ..errors import ErrorCode, ReplyError, RequestError
from .call import Call, Kind
from .phases import Phase

if TYPE_CHECKING:
    from .session import Session

#: Replies that do not end the call.
_PARTS_OF_STREAMS = {None, "samples", "changes", "notice", "statistics"}


def receive(session: Session, body: bytes | bytearray) -> bool:
    """Takes in the body of a frame. False: the connection is of no further use and is to be closed."""
    try:
        frame = pb.ServerFrame.FromString(body)  # type: ignore[arg-type]  # takes what is like bytes
    except DecodeError:
        receive_garbage(session, ReplyError(ErrorCode.MALFORMED_FRAME, "The server sent bytes that are not a frame."))
        return False
    if session.phase is Phase.GREETING:
        return _receive_greeting(session, frame)
    if session.phase is Phase.OPEN:
        return _receive_reply(session, frame, len(body))
    return False


def receive_garbage(session: Session, error: ReplyError) -> None:
    """The server sent something that is not a frame: nothing after it can be read."""
    session.fail_all(error)


def _receive_greeting(session: Session, frame: pb.ServerFrame) -> bool:
    if frame.call not in {0, session.hello_number}:
        return True
    name = frame.WhichOneof("reply")
    if name == "error":
        _refuse(session, replies.read_error(frame.error))
        return False
    if name != "welcome":
        return True
    try:
        session.welcome = replies.read_welcome(frame.welcome, session.hello)
    except ReplyError as error:
        session.fail_all(error)
        return False
    session.had_server = True
    session.lost_greetings = 0
    session.phase = Phase.OPEN
    return True


def _refuse(session: Session, error: RequestError) -> None:
    """The server wants no session. When that is for the moment only, the connection counts as lost."""
    if error.code not in {ErrorCode.SHUTTING_DOWN, ErrorCode.HANDSHAKE_TIMEOUT}:
        session.fail_all(error)


def _receive_reply(session: Session, frame: pb.ServerFrame, size: int) -> bool:
    name = frame.WhichOneof("reply")
    error = replies.read_error(frame.error) if name == "error" else None
    if error is not None and (frame.call == 0 or error.code.ends_connection):
        _refuse(session, error)
        return False
    call = session.open_calls.get(frame.call)
    if call is None:
        if name not in _PARTS_OF_STREAMS:
            session.abandoned.discard(frame.call)
            session.staged_bytes.pop(frame.call, None)
        return True
    # The server is there and answers: whatever was before is over.
    session.outage = None
    if error is not None:
        _receive_error(session, call, frame.call, error)
    elif name is not None:
        _receive_answer(session, call, frame, name, size)
    return True


def _receive_answer(session: Session, call: Call, frame: pb.ServerFrame, name: str, size: int) -> None:
    try:
        reply: Any = replies.read(frame, name)
    except ReplyError as error:
        _receive_unreadable(session, call, frame.call, error)
        return
    if call.receive(name, reply, size):
        if call.has_ended:
            _forget(session, frame.call)
        session.announce(call)


def _receive_error(session: Session, call: Call, number: int, error: RequestError) -> None:
    _forget(session, number)
    if error.code is ErrorCode.SHUTTING_DOWN:
        # The next server is asked. This one closes the connection when it has finished what was begun.
        session.is_stopping = True
        call.lose(may_be_done=False)
        if call.is_ready:
            session.announce(call)
    elif error.code is ErrorCode.OBJECT_NOT_FOUND and (count := call.objects_deleted_before) is not None:
        call.receive("committed", replies.Committed(b"", 0, count, 0), 0)
        session.announce(call)
    else:
        session.end(call, call.naming_unit(error))


def _receive_unreadable(session: Session, call: Call, number: int, error: ReplyError) -> None:
    """A reply is there and cannot be read: the call is of no further use."""
    _forget(session, number)
    if call.kind is not Kind.SINGLE:
        session.abandoned.add(number)
        session.control.append(pb.ClientFrame(call=number, cancel=pb.Cancel()))
    session.end(call, error)


def _forget(session: Session, number: int) -> None:
    """A number is used up."""
    session.open_calls.pop(number, None)
    session.staged_bytes.pop(number, None)
