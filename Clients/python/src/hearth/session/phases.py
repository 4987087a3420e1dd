"""The phases of a session, and its answers to a call that takes a reply."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """Where the session stands."""

    #: Not connected, and no call needs a connection.
    RESTING = "resting"
    #: A connection is wanted: one attempt or pause follows another.
    CONNECTING = "connecting"
    GREETING = "greeting"
    OPEN = "open"
    CLOSED = "closed"


class Taken(Enum):
    """The result of taking the next reply when there is none."""

    END = "end"
    #: Nothing yet.
    NOTHING = "nothing"
