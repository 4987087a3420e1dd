"""What is to be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import hearth_pb2 as pb
from ..errors import ErrorCode, RequestError
from .phases import Phase
from .saving import staged_bytes_max

if TYPE_CHECKING:
    from .call import Call
    from .session import Session


def next_body(session: Session) -> bytes | None:
    """The body of the next frame, to be asked for when the one before it was sent; None: nothing is to be sent.

    First what concerns open calls, then new calls, then more of saves.
    """
    while (frame := _next_frame(session)) is not None:
        body = frame.SerializeToString()
        if len(body) <= session.limits.frame_bytes:
            return body
        _refuse(session, frame.call, len(body))
    return None


def _next_frame(session: Session) -> pb.ClientFrame | None:
    if session.phase is Phase.GREETING:
        return _next_hello(session)
    if session.phase is not Phase.OPEN:
        return None
    if session.control:
        return session.control.popleft()
    return _next_opening(session) or _next_of_saves(session)


def _next_hello(session: Session) -> pb.ClientFrame | None:
    if session.said_hello:
        return None
    session.said_hello = True
    return pb.ClientFrame(call=session.hello_number, hello=session.hello)


def _next_opening(session: Session) -> pb.ClientFrame | None:
    """Opens the next call that waits, unless as many are open as the server allows."""
    if session.is_stopping or len(session.open_calls) + len(session.abandoned) >= session.limits.open_calls:
        return None
    while session.waiting:
        call = session.waiting.popleft()
        if call.wants_opening and call in session.calls and _is_known(session, call):
            return call.open(_new_number(session, call))
    while session.waiting_saves:
        call = session.waiting_saves[0]
        if not call.wants_opening or call not in session.calls or call.save is None or not _is_known(session, call):
            session.waiting_saves.popleft()
            continue
        if not _has_room(session, call.save.size):
            return None
        session.waiting_saves.popleft()
        number = _new_number(session, call)
        call.save.fit(session.limits.frame_bytes)
        call.open(number)
        session.staged_bytes[number] = call.save.size
        if (frame := _next_of(session, call)) is not None:
            return frame
    return None


def _is_known(session: Session, call: Call) -> bool:
    """Whether the session's version has the request. If not, the call has failed."""
    if session.welcome is not None and session.welcome.version[1] >= call.since:
        return True
    session.end(call, RequestError(ErrorCode.UNIMPLEMENTED, f"The server is older than version 1.{call.since}."))
    return False


def _new_number(session: Session, call: Call) -> int:
    session.last_number += 1
    session.open_calls[session.last_number] = call
    return session.last_number


def _has_room(session: Session, size: int) -> bool:
    """Whether the server has room for a save next to the open ones. It refuses one that is too large by itself."""
    if not session.staged_bytes:
        return True
    return size + sum(session.staged_bytes.values()) <= staged_bytes_max(session.limits)


def _next_of_saves(session: Session) -> pb.ClientFrame | None:
    while session.partial_saves:
        call = session.partial_saves.popleft()
        if call.number is not None and (frame := _next_of(session, call)) is not None:
            return frame
    return None


def _next_of(session: Session, call: Call) -> pb.ClientFrame | None:
    """The next frame of a save; None when it could not be made, and the call has failed."""
    if call.save is None:
        return None
    number = call.number or 0
    try:
        frame = pb.ClientFrame(call=number, save=call.save.next())
    except (RequestError, TypeError, ValueError) as error:
        # Samples that were not made by the functions for it hold what no message can.
        text = (
            error.text
            if isinstance(error, RequestError)
            else "The samples contain a value that the protocol cannot hold."
        )
        _drop(session, call, number, RequestError(ErrorCode.INVALID_ARGUMENT, text, "save.columns"))
        return None
    if not call.save.is_at_end:
        session.partial_saves.append(call)
    return frame


def _refuse(session: Session, number: int, size: int) -> None:
    """A frame that would be too long is not sent, and its call has failed."""
    call = session.open_calls.get(number)
    if call is not None:
        text = f"A request of {size} bytes does not fit into a frame of {session.limits.frame_bytes} bytes."
        field = call.request.WhichOneof("request") or ""
        _drop(session, call, number, RequestError(ErrorCode.FRAME_TOO_LARGE, text, field))


def _drop(session: Session, call: Call, number: int, error: RequestError) -> None:
    """Ends a call of which a frame could not be sent."""
    del session.open_calls[number]
    session.staged_bytes.pop(number, None)
    if call.save is not None and not call.save.last_was_first:
        session.abandoned.add(number)
        session.control.append(pb.ClientFrame(call=number, cancel=pb.Cancel()))
    session.end(call, error)
