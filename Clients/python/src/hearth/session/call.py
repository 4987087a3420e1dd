"""A call: its request, and the replies that have arrived."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

from google.protobuf.message import Message

from ..errors import ErrorCode, HearthError, QueryInterruptedError, RequestError
from ..replies import ChangeBatch
from ..samples.units import explained_unit
from .progress import ChangeProgress

if TYPE_CHECKING:
    from .. import hearth_pb2 as pb
    from .save_frames import SaveFrames


class Kind(Enum):
    """What a call is, as far as its replies and the loss of a connection go."""

    #: Has one reply, and is asked again.
    SINGLE = "single"
    #: Reads one state of the store, which a new connection cannot continue.
    QUERY = "query"
    #: Continues from its last anchor.
    CHANGES = "changes"
    #: Is asked again: what was missed is in the first notice.
    OBSERVATION = "observation"
    #: Are asked again: their first batch says that what came before no longer holds.
    STATISTICS = "statistics"


_KINDS = {
    "query_samples": Kind.QUERY,
    "query_changes": Kind.CHANGES,
    "observe": Kind.OBSERVATION,
    "query_statistics": Kind.STATISTICS,
}
#: Which reply brings what was asked for.
_REPLIES = {
    "save": "committed",
    "delete_objects": "committed",
    "add_to_workout": "committed",
    "query_samples": "samples",
    "query_changes": "changes",
    "observe": "notice",
    "list_sources": "source_list",
    "characteristics": "characteristic_values",
    "ping": "pong",
    "status": "status_report",
    "background_delivery": "background_registrations",
    "acknowledge": "acknowledged",
    "query_statistics": "statistics",
    "source_ranks": "source_ranks",
    "authorization": "authorization_status",
}
#: Minor versions that brought a request, or one of its fields.
_SINCE = {"background_delivery": 1, "acknowledge": 2, "query_statistics": 3, "source_ranks": 3, "authorization": 7}
_SINCE_FIELDS = {"query_changes": ("cursor", 2), "observe": ("acknowledges", 2), "background_delivery": ("launch", 2)}


#: A name in the path of a field, and its index if it has one.
_PATH = re.compile(r"(\w+)(?:\[(\d+)\])?", re.ASCII)


def _since_of_fields(request: pb.ClientFrame, name: str) -> int:
    field, since = _SINCE_FIELDS.get(name, ("", 0))
    is_used = any(known.name == field for known, _ in getattr(request, name).ListFields())
    return since if is_used else 0


def _since_of_records(request: pb.ClientFrame, name: str, save: SaveFrames | None) -> int:
    """Minor version 4 brought records, and the tests of their values."""
    message = getattr(request, name)
    if save is not None:
        return 4 if save.has_records else 0
    if name == "add_to_workout":
        return 4 if any(columns.HasField("record") for columns in message.columns) else 0
    clauses = [message.matching] if name == "delete_objects" else getattr(message, "clauses", [])
    return 4 if any(term.HasField("attribute") for clause in clauses for term in clause.predicate.terms) else 0


class Call:
    """A call, over however many connections."""

    def __init__(self, request: pb.ClientFrame, save: SaveFrames | None = None) -> None:
        """The request has no number yet; of a save it holds no columns, which come from `save`."""
        self.request = request
        self.save = save
        name = request.WhichOneof("request") or ""
        self.kind = _KINDS.get(name, Kind.SINGLE)
        self.reply_name = _REPLIES[name]
        #: The first minor version of the protocol that has all of it.
        self.since = max(_SINCE.get(name, 0), _since_of_fields(request, name), _since_of_records(request, name, save))
        #: The number on the connection; None: not open there.
        self.number: int | None = None
        #: How it ended; whatever arrived before comes first.
        self.has_ended = False
        self.failure: HearthError | None = None
        # What has arrived and was not taken, each with its cost in credit.
        self._arrived: deque[tuple[Any, int]] = deque()
        self._was_taken = False
        # Bytes that were taken and for which no credit was granted yet.
        self._taken_bytes = 0
        # It was open on a connection that was lost: what it asks for may have been done.
        self._may_be_done = False
        # When it was lost first without a reply since.
        self._lost_since: float | None = None
        self._progress = ChangeProgress(request.query_changes.anchor) if self.kind is Kind.CHANGES else None

    @property
    def is_ready(self) -> bool:
        """Whether there is a reply to take, or the call has ended."""
        return bool(self._arrived) or self.has_ended

    @property
    def wants_opening(self) -> bool:
        """Whether it is to be opened as soon as there is a connection. What a lost connection left is taken first: no
        more than one connection's credit lies here."""
        return self.number is None and not self.has_ended and not self._arrived

    def open(self, number: int) -> pb.ClientFrame:
        """The frame with which it is opened on a connection; of a save the first one is in `save`."""
        self.number = number
        self._taken_bytes = 0
        self.request.call = number
        return self.request

    def receive(self, name: str, reply: Any, size: int) -> bool:
        """Takes in a reply; `size` is that of its frame. False for one that says nothing to this call."""
        if name == self.reply_name:
            if self._progress is not None and isinstance(reply, ChangeBatch):
                self._progress.note(reply)
            self._arrived.append((reply, size))
            self._lost_since = None
            if self.kind is Kind.SINGLE:
                self.finish()
            return True
        if name == "done" and self.kind is not Kind.SINGLE:
            self.finish()
            return True
        if self.kind is Kind.SINGLE:
            self.finish(RequestError(ErrorCode.UNKNOWN, "The server sent a reply of the wrong kind."))
            return True
        return False

    def finish(self, failure: HearthError | None = None) -> None:
        """Ends the call; what arrived before stays."""
        if not self.has_ended:
            self.has_ended, self.failure, self.number = True, failure, None

    def take(self, credit_from: int) -> tuple[Any, int] | None:
        """The next reply, and how much credit is to be granted for those that were taken: 0 until it is worth a
        frame."""
        if not self._arrived:
            return None
        reply, size = self._arrived.popleft()
        self._was_taken = True
        self._taken_bytes += size
        if self.kind is Kind.SINGLE or self.number is None or self._taken_bytes < credit_from:
            return reply, 0
        credit, self._taken_bytes = self._taken_bytes, 0
        return reply, credit

    def lose(self, *, may_be_done: bool) -> None:
        """The connection is gone, or the server is about to go: the call is to be opened again on the next one, or
        ends."""
        if self.number is None:
            return
        self.number = None
        self._may_be_done = self._may_be_done or may_be_done
        if self.save is not None:
            self.save.restart()
        if self.kind is Kind.QUERY:
            if self._was_taken:
                self.finish(QueryInterruptedError())
            else:
                self._arrived.clear()
        elif self._progress is not None:
            self._resume(self._progress)

    def has_waited(self, time: float, patience: float) -> bool:
        """Notes a lost connection. Returns whether the first loss since a reply is older than the patience."""
        if self._lost_since is None:
            self._lost_since = time
            return False
        return time - self._lost_since >= patience

    def _resume(self, progress: ChangeProgress) -> None:
        """What belongs to a write that did not arrive whole arrives again, whole."""
        for _ in range(min(progress.batches_of_open_write, len(self._arrived))):
            self._arrived.pop()
        query = self.request.query_changes
        query.anchor = progress.anchor
        if query.limit and progress.count:
            if progress.count >= query.limit:
                self.finish()
                return
            query.limit -= progress.count
        self._progress = ChangeProgress(progress.anchor)

    def naming_unit(self, error: RequestError) -> RequestError:
        """The server's error about a unit, with the unit that the app wrote."""
        unit = self._unit_at(error.field) if error.code is ErrorCode.INCOMPATIBLE_UNIT else ""
        return RequestError(error.number, explained_unit(unit, error.text), error.field) if unit else error

    def _unit_at(self, field: str) -> str:
        """The text at a path in the request; "" when the server names one that it does not have."""
        if self.save is not None:
            return self.save.unit if field.endswith(".quantity.unit") else ""
        found: Any = self.request
        for name, index in _PATH.findall(field):
            if not isinstance(found, Message) or name not in found.DESCRIPTOR.fields_by_name:
                return ""
            found = getattr(found, name)
            if index:
                # A text has an index, too, and no request has an element beyond eight digits.
                is_list = isinstance(found, Sequence) and not isinstance(found, str | bytes)
                if not is_list or len(index) > 8 or int(index) >= len(found):
                    return ""
                found = found[int(index)]
        return found if isinstance(found, str) else ""

    @property
    def objects_deleted_before(self) -> int | None:
        """Of a deletion that may have been done on a connection that was lost: how many objects it names. When they
        are not found now, that is how it was done."""
        deletion = self.request.delete_objects
        if not self._may_be_done or deletion.WhichOneof("target") != "objects":
            return None
        uuids = deletion.objects.uuids
        return len({uuids[place : place + 16] for place in range(0, len(uuids), 16)})
