"""The synchronous client. It may be used from several threads at once."""

from __future__ import annotations

import contextlib
import math
import select
import socket
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, Self, cast

from . import hearth_pb2 as pb
from . import requests
from .arguments import check_flag
from .base_client import BaseClient
from .replies import (
    Acknowledged,
    Authorization,
    Characteristics,
    Committed,
    Notice,
    Pong,
    StatisticsBatch,
    asked,
    collected,
)
from .samples.samples import no_samples
from .session.phases import Phase, Taken
from .session.saving import Saving
from .statistics.request import StatisticsRequest, no_data_is_none
from .streams import Changes, LiveStatistics, Query, Stream
from .wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, tzinfo
    from os import PathLike
    from types import EllipsisType

    from .enums import UpdateFrequency
    from .predicates import Field, Order, Predicate
    from .requests import Clause, Launch, Setting, What
    from .samples.identifiers import UuidLike, UuidsLike
    from .samples.provenance import Source
    from .samples.samples import Samples
    from .samples.times import Time, TimesLike
    from .session.call import Call
    from .session.reconnection import Reconnection
    from .statistics import Statistics


class Client(BaseClient[Query, Changes, Stream[Notice], LiveStatistics]):
    """A connection to the server, opened with the first call, and found again when it is lost.

    A lost connection does not end calls. A save that was not acknowledged is sent again, and kept once. Changes
    continue after the last write that arrived whole; one that was cut in two comes again from its beginning. An
    observation begins again. A query of which nothing was read yet is asked again, any other raises
    `QueryInterruptedError`. When no server is found for longer than the patience, or one that does not say its welcome,
    all calls raise `ConnectionLostError`; if there never was one, they raise `NoServerError` at once. A call that ends
    each server before it is answered raises it, too: `Reconnection` has the rules.

    >>> import hearth
    >>> with hearth.Client(app="org.example.me") as client:
    ...     client.save(hearth.quantities("bodyMass", ["2026-11-21T08:00Z"], [72.5], "kg")).added
    1

    A thread that waits for a reply moves the connection on, also for the calls of other threads: `_lock` guards
    everything, and is free only while that thread waits on the socket (`_is_pumping`).
    """

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        *,
        app: pb.App | str | None = None,
        reconnection: Reconnection | None = None,
    ) -> None:
        """The server is that of a path; without one that of `HEARTH_SOCKET`, else the first that listens in
        `XDG_RUNTIME_DIR`, `/run/user/UID` or `/tmp/hearth-UID`. `app` is the source of what is saved: an
        identifier such as `org.example.steps`, or an `App` of `hearth.messages`. Without it the source is
        `HEARTH_APP_ID`, or else the name of the program's file."""
        # First, as it refuses wrong arguments: nothing has to be closed then.
        self._wire = Wire(path, app, reconnection, lambda _: None)
        self._lock = threading.Lock()
        self._turn = threading.Condition(self._lock)
        self._is_pumping = False
        # Calls of streams that were dropped without being closed: to be abandoned as soon as the lock is free.
        self._dropped: deque[Call] = deque()
        self._bell, self._bell_button = socket.socketpair()
        self._bell.setblocking(False)
        self._bell_button.setblocking(False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all calls and the connection."""
        with self._lock:
            self._wire.close()
            self._wire.session.take_ready()
            if self._is_pumping:
                # The thread that waits on the socket closes the bell when it has rung.
                self._wake()
            else:
                self._turn.notify_all()
                self._close_bell()

    # ------------------------------------------------------------------------------------------------------- writing

    def save(self, samples: Samples | Iterable[Samples], *, atomic: bool = False) -> Committed:
        """Saves samples. They are on disk when this returns.

        A save of up to about 56 MiB, which is 1.8 million plain quantities, is one commit: all of it is stored, or
        nothing. A larger one is several commits, each of them whole, and what is returned counts all of them. When one
        fails, those before it stay, and the error has a note with the number of saved samples; saving the same
        samples again adds the rest. With `atomic` a save that one commit has no room for is refused, as are
        correlations, which are saved together with their members. `welcome.limits.staged_bytes` decides: a server may
        allow more or less.
        """
        saving = Saving(requests.listed_samples(samples), app=self._wire.app, atomic=check_flag(atomic, "atomic"))
        if saving.needs_limits and self.welcome is None:
            self.ping()
        with saving.explaining():
            for part in saving.parts(self._wire.session.limits):
                saving.note(part, cast("Committed", self._reply(requests.save(part))))
        return saving.committed

    def delete(self, uuids: UuidsLike) -> Committed:
        """Deletes samples that this app saved, all or none.

        >>> import hearth
        >>> with hearth.Client() as client:
        ...     saved = hearth.quantities("stepCount", ["2026-11-21T08:00Z"], [700])
        ...     client.save(saved).added
        ...     client.delete(saved.uuids).deleted
        1
        1
        """
        return cast("Committed", self._reply(requests.delete(uuids)))

    def delete_matching(self, what: str | Clause, where: Predicate | None = None) -> Committed:
        """Deletes the samples that match and that this app saved.

        >>> import hearth
        >>> from hearth.predicates import start
        >>> with hearth.Client() as client:
        ...     client.delete_matching("heartRate", start < "2000-01-01").deleted
        0
        """
        return cast("Committed", self._reply(requests.delete_matching(what, where)))

    def add_to_workout(
        self,
        workout: UuidLike,
        samples: Samples | Iterable[Samples] = (),
        stored: UuidsLike = (),
    ) -> Committed:
        """Associates samples with a workout: those given, which are saved, and those stored already."""
        return cast("Committed", self._reply(requests.add_to_workout(workout, samples, stored)))

    # ------------------------------------------------------------------------------------------------------- reading

    def read(
        self,
        what: str | Clause,
        where: Predicate | None = None,
        *,
        since: Time | None = None,
        until: Time | None = None,
        zone: str | tzinfo | None = None,
        unit: str = "",
        order: Field | Order | Sequence[Field | Order] = (),
        limit: int = 0,
        series: bool = False,
    ) -> Samples:
        """All samples of one type, as one; at most `limit` of them, unless it is 0. `order=start.descending` sorts the
        newest first. `since`, `until` and `zone` are those of `query`.

        >>> import hearth
        >>> from hearth.predicates import quantity, start
        >>> with hearth.Client() as client:
        ...     high = client.read("heartRate", quantity("count/min") > 250, unit="count/min")
        ...     newest = client.read("heartRate", order=start.descending, limit=1)
        >>> high
        <0 samples of heartRate in count/min>
        """
        clause = requests.one_clause(what, unit=unit)
        asked = self.query(
            what, where, since=since, until=until, zone=zone, unit=unit, order=order, limit=limit, series=series
        )
        with asked as query:
            found = collected(query)
        if found:
            return found[0]
        return no_samples(clause.type, clause.unit)

    def acknowledge(self, anchor: bytes, types: str | Iterable[str] = (), *, cursor: str = "") -> Acknowledged:
        """Says that the app has dealt with all changes to the types up to the anchor of a notice or a batch, and moves
        a cursor of the app there. What is further already stays where it is. The types are those that are done: the
        first notice of `observe` names none."""
        return cast("Acknowledged", self._reply(requests.acknowledge(anchor, types, cursor)))

    def forget_cursor(self, cursor: str) -> None:
        """Forgets a cursor of the app. One that the server does not have is forgotten already."""
        self._reply(requests.acknowledge(b"", (), cursor))

    def sources(self, what: What = (), where: Predicate | None = None) -> list[Source]:
        """The apps of which such samples are stored, by the bytes of their identifiers."""
        pages = requests.SourcePages(what, where)
        for call in pages.calls():
            pages.note(self._reply(call))
        return pages.found

    def statistics(
        self,
        what: What,
        statistics: str | Sequence[str] = (),
        where: Predicate | None = None,
        *,
        since: Time | None = None,
        until: Time | None = None,
        every: str | None = None,
        zone: str | tzinfo | None = None,
        anchor: Time | None = None,
        edges: TimesLike | None = None,
        by_source: bool = False,
        unit: str = "",
    ) -> Statistics:
        """Statistics of one quantity type, computed by the server: `sum` of types whose values add up, `average`,
        `minimum` and `maximum` of others, `most_recent` and `duration` of all. Counts always come.

        All samples that match, or those of the times from `since` to `until`, are one bucket. With `every` there are
        several: `1h`, `1D`, `1W`, `1MS` (a month), `1YS` and their multiples. They begin at midnight, weeks on Monday,
        months and years on their first day, or at `anchor` and whole steps from it. `since` lies in the first bucket,
        and the last one ends at `until` or holds it; without `until` that is now. Days are those of a calendar in
        `zone`, such as `Europe/Berlin`, and without it in the machine's zone, which times without a zone are in, too.
        `edges` are the times that bound other buckets.

        What several sources recorded at the same time counts once; STATISTICS.md of the protocol has the rules.
        `by_source`: also of each source by itself.

        >>> import hearth
        >>> steps = hearth.quantities("pushCount", ["2026-11-21T08:00Z", "2026-11-22T08:00Z"], [700, 900])
        >>> with hearth.Client() as client:
        ...     client.save(steps).added
        ...     days = client.statistics("pushCount", "sum", since="2026-11-21", until="2026-11-24", every="1D")
        ...     days.sums
        2
        array([700., 900.,  nan])
        """
        asked = StatisticsRequest(
            what,
            statistics,
            where,
            since=since,
            until=until,
            every=every,
            zone=zone,
            anchor=anchor,
            edges=edges,
            by_source=by_source,
            unit=unit,
            follow=False,
        )
        for call in asked.calls():
            with Stream[StatisticsBatch](self, call) as batches, no_data_is_none():
                for batch in batches:
                    asked.note(batch)
        return asked.result()

    def source_ranks(self, of: str) -> list[str]:
        """The identifiers of the apps whose samples of a quantity type come first when they overlap, in the order that
        the owner has set with `hearth sources rank`."""
        return cast("list[str]", self._reply(requests.source_ranks(of)))

    # ------------------------------------------------------------------------------------------- the person, the server

    def characteristics(self) -> Characteristics:
        """What does not change from day to day."""
        return cast("Characteristics", self._reply(requests.characteristics()))

    def set_characteristics(
        self,
        *,
        date_of_birth: date | str | EllipsisType | None = ...,
        biological_sex: Setting = ...,
        blood_type: Setting = ...,
        fitzpatrick_skin_type: Setting = ...,
        wheelchair_use: Setting = ...,
        activity_move_mode: Setting = ...,
    ) -> Characteristics:
        """Sets those that are given, with members of `hearth.enums`, their names or their numbers; None clears.
        Returns all of them as they are then.

        >>> import hearth
        >>> with hearth.Client() as client:
        ...     client.set_characteristics(date_of_birth="1984-02-29", blood_type="O+").blood_type
        <BloodType.oPositive: 7>
        """
        call = requests.set_characteristics(
            date_of_birth,
            biological_sex=biological_sex,
            blood_type=blood_type,
            fitzpatrick_skin_type=fitzpatrick_skin_type,
            wheelchair_use=wheelchair_use,
            activity_move_mode=activity_move_mode,
        )
        return cast("Characteristics", self._reply(call))

    def authorization(self, save: str | Iterable[str] = (), read: str | Iterable[str] = ()) -> dict[str, Authorization]:
        """What the app may do with types, by their identifiers or short names. Nobody is asked."""
        return self._authorization(requests.authorization(save, read, ask=False))

    def request_authorization(
        self,
        save: str | Iterable[str] = (),
        read: str | Iterable[str] = (),
        *,
        save_usage: str = "",
        read_usage: str = "",
    ) -> dict[str, Authorization]:
        """Asks the owner for what is not decided, with the reasons of the app, and waits for the answer for two minutes
        at most. Where apps need not ask, it returns at once."""
        return self._authorization(
            requests.authorization(save, read, ask=True, save_usage=save_usage, read_usage=read_usage)
        )

    def _authorization(self, call: Call) -> dict[str, Authorization]:
        return asked(cast("dict[str, Authorization]", self._reply(call)), call.request.authorization)

    def registrations(
        self,
        enable: Mapping[str, UpdateFrequency] | None = None,
        *,
        disable: Iterable[str] = (),
        disable_all: bool = False,
        launch: Launch | None = None,
    ) -> dict[str, UpdateFrequency | int]:
        """Sets and clears for which types the app is registered for background delivery, and sets how the server
        starts the app. All registrations as they are then, by identifiers or short names."""
        return cast(
            "dict[str, UpdateFrequency | int]",
            self._reply(requests.background({} if enable is None else enable, disable, disable_all, launch)),
        )

    def ping(self, payload: bytes = b"") -> Pong:
        """A sign of life."""
        return cast("Pong", self._reply(requests.ping(payload)))

    def status(self) -> pb.StatusReport:
        """Figures about the server, as `hearth.proto` describes them."""
        return cast("pb.StatusReport", self._reply(requests.status()))

    # ------------------------------------------------------------------------------------------------ the connection

    def _reply(self, call: Call) -> Any:
        self._begin(call)
        return self._next(call)

    def _live(self, asked: StatisticsRequest) -> LiveStatistics:
        return LiveStatistics(self, asked)

    def _query(self, call: Call) -> Query:
        return Query(self, call)

    def _changes(self, call: Call, anchor: bytes) -> Changes:
        return Changes(self, call, anchor)

    def _notices(self, call: Call) -> Stream[Notice]:
        return Stream(self, call)

    def _begin(self, call: Call) -> None:
        with self._lock:
            self._wire.session.begin(call)
            self._move()

    def _next(self, call: Call) -> Any:
        """The next reply, or `Taken.END`."""
        session = self._wire.session
        with self._lock:
            try:
                while (taken := session.take(call)) is Taken.NOTHING:
                    if self._is_pumping:
                        self._turn.wait()
                    else:
                        self._pump()
            except BaseException:
                # Also after Ctrl-C: a call without a waiting thread ends at the server, too.
                session.abandon(call)
                self._move()
                raise
            if session.control:
                self._move()
            return taken

    def _abandon(self, call: Call) -> None:
        with self._lock:
            self._wire.session.abandon(call)
            self._move()

    def _drop(self, call: Call) -> None:
        """As `_abandon`, for a finalizer, which may run in the middle of anything."""
        self._dropped.append(call)
        if self._lock.acquire(blocking=False):
            try:
                self._move()
            finally:
                self._lock.release()

    def _move(self) -> None:
        """Sends pending frames, or wakes the thread that waits on the socket, which sends them."""
        while self._dropped:
            self._wire.session.abandon(self._dropped.popleft())
        if self._is_pumping:
            self._wake()
        else:
            self._wire.write()

    def _pump(self) -> None:
        """One step. Each waiting thread then checks whether it has a reply, or makes the next step."""
        self._is_pumping = True
        try:
            if self._wire.advance():
                return
            # Registered each time: there may be another socket.
            poll = select.poll()
            poll.register(self._bell, select.POLLIN)
            if self._wire.descriptor is not None:
                poll.register(
                    self._wire.descriptor, select.POLLIN | (select.POLLOUT if self._wire.wants_to_write else 0)
                )
            pause = self._wire.pause()
            self._lock.release()
            try:
                poll.poll(None if pause is None else math.ceil(pause * 1000))
            finally:
                self._lock.acquire()
            self._silence()
        finally:
            self._is_pumping = False
            self._turn.notify_all()
            if self._wire.session.phase is Phase.CLOSED:
                self._close_bell()

    def _wake(self) -> None:
        if self._is_pumping:
            # When it takes no more it rings already.
            with contextlib.suppress(BlockingIOError):
                self._bell_button.send(b"!")

    def _silence(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._bell.recv(64):
                pass

    def _close_bell(self) -> None:
        self._bell.close()
        self._bell_button.close()


def connect(
    path: str | PathLike[str] | None = None,
    *,
    app: pb.App | str | None = None,
    reconnection: Reconnection | None = None,
) -> Client:
    """A client that is connected already; the arguments are those of `Client`. Raises `NoServerError`, whose text has
    all paths at which it looked, when no server listens.

    >>> import hearth
    >>> try:
    ...     client = hearth.connect("/nowhere/hearth.sock")
    ... except hearth.NoServerError as error:
    ...     print(error)
    No Hearth server listens on /nowhere/hearth.sock. Start one with 'hearth serve', or ...
    """
    client = Client(path, app=app, reconnection=reconnection)
    try:
        client.ping()
    except BaseException:
        client.close()
        raise
    return client
