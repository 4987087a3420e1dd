"""Where a session stands, and what it says to who asks for a reply."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """Where the session stands."""

    #: There is no connection, and nobody needs one.
    RESTING = "resting"
    #: A connection is wanted: one attempt or pause follows another.
    CONNECTING = "connecting"
    GREETING = "greeting"
    OPEN = "open"
    CLOSED = "closed"


class Taken(Enum):
    """What a caller finds who asks for the next reply, when it is no reply."""

    END = "end"
    #: Nothing yet.
    NOTHING = "nothing"
