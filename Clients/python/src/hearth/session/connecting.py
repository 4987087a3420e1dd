"""Connections: how they begin and what their loss means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ConnectionLostError, HearthError, NoServerError
from .phases import Phase
from .reconnection import Outage

if TYPE_CHECKING:
    from .session import Session

#: With the pauses between them these take some seconds.
GREETINGS_MAX = 12


def connected(session: Session) -> None:
    """There is a connection."""
    if session.phase is Phase.CONNECTING:
        session.phase = Phase.GREETING
        session.last_number += 1
        session.hello_number = session.last_number
        session.said_hello = False


def failed_to_connect(session: Session, error: ConnectionLostError, time: float, jitter: float) -> float | None:
    """An attempt has failed. Returns the pause before the next one; None: there is none."""
    return _next_pause(session, error, time, jitter) if session.phase is Phase.CONNECTING else None


def lost(session: Session, error: ConnectionLostError, time: float, jitter: float) -> float | None:
    """The connection has ended. Returns the pause before the next attempt; None: there is none."""
    if session.phase is Phase.CLOSED:
        return None
    session.lost_greetings = session.lost_greetings + 1 if session.phase is Phase.GREETING else 0
    for call in session.calls:
        if call.number is not None:
            call.lose(may_be_done=True)
            if call.is_ready:
                session.announce(call)
        if call.wants_opening and call.has_waited(time, session.reconnection.patience):
            session.end(call, _unanswered(error))
    session.forget_connection()
    for call in session.calls:
        if call.wants_opening:
            session.enqueue(call)
    session.phase = Phase.CONNECTING
    return _next_pause(session, error, time, jitter)


def silent(session: Session, place: str) -> None:
    """The server has accepted the connection, and has not said its welcome in time."""
    session.forget_connection()
    _give_up(session, NoServerError(f"The Hearth server on {place} does not answer."))


def _next_pause(session: Session, error: ConnectionLostError, time: float, jitter: float) -> float | None:
    if all(call.has_ended for call in session.calls):
        _rest(session)
        return None
    # A server that dies may have accepted a connection; one that accepts several and says nothing wants none.
    if not session.had_server:
        if session.lost_greetings == 0:
            _give_up(session, error)
            return None
        if session.lost_greetings >= GREETINGS_MAX:
            _give_up(session, _REFUSED)
            return None
    outage = session.outage or Outage(time)
    pause = session.reconnection.pause(outage.attempts, jitter)
    if time + pause - outage.since > session.reconnection.patience:
        _give_up(session, _gone(error))
        return None
    outage.attempts += 1
    session.outage = outage
    return pause


def _give_up(session: Session, error: HearthError) -> None:
    """No server listens: the waiting calls fail, and a later call makes a new attempt."""
    session.had_server = False
    session.fail_all(error)
    _rest(session)


def _rest(session: Session) -> None:
    session.outage = None
    session.lost_greetings = 0
    session.waiting.clear()
    session.waiting_saves.clear()
    session.phase = Phase.RESTING


_REFUSED = ConnectionLostError(
    "The Hearth server closed the connection at once. Either it has as many connections as it can open, or it serves"
    " another user: name the socket of your own server with HEARTH_SOCKET."
)


def _unanswered(error: ConnectionLostError) -> NoServerError:
    return NoServerError(f"Each connection to the Hearth server was lost before it answered the request. {error}")


def _gone(error: ConnectionLostError) -> NoServerError:
    return NoServerError(f"The Hearth server has gone away and has not come back. {error}")
