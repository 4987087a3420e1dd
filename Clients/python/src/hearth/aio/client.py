"""The asyncio client: the same names as those of the synchronous one."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Self, cast

from .. import hearth_pb2 as pb
from .. import requests
from ..arguments import check_flag
from ..base_client import BaseClient
from ..replies import Notice, StatisticsBatch, asked
from ..samples.samples import no_samples
from ..session.phases import Taken
from ..session.saving import Saving
from ..statistics.request import StatisticsRequest, no_data_is_none
from ..wire import Wire
from .streams import Changes, LiveStatistics, Query, Stream

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, tzinfo
    from os import PathLike
    from types import EllipsisType

    from ..enums import UpdateFrequency
    from ..predicates import Field, Order, Predicate
    from ..replies import Acknowledged, Authorization, Characteristics, Committed, Pong
    from ..requests import Clause, Launch, Setting, What
    from ..samples.identifiers import UuidLike, UuidsLike
    from ..samples.provenance import Source
    from ..samples.samples import Samples
    from ..samples.times import Time, TimesLike
    from ..session.call import Call
    from ..session.reconnection import Reconnection
    from ..statistics import Statistics


class Client(BaseClient[Query, Changes, Stream[Notice], LiveStatistics]):
    """A connection to the server, as `hearth.Client` describes it, for one event loop.

    >>> import asyncio
    >>> from hearth import aio
    >>> async def temperatures():
    ...     async with aio.Client() as client:
    ...         return await client.read("bodyTemperature", unit="degC")
    >>> asyncio.run(temperatures())
    <0 samples of bodyTemperature in degC>

    A task that is cancelled stops waiting, and its call ends at the server; a write may be done all the same, unless
    nothing of it was sent.
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
        self._wire = Wire(path, app, reconnection, self._unwatch)
        self._loop: asyncio.AbstractEventLoop | None = None
        # For each call that a task waits for.
        self._waiters: dict[Call, asyncio.Future[None]] = {}
        self._dropped: deque[Call] = deque()
        # What of the socket the loop watches.
        self._watched: int | None = None
        self._watches_room = False
        self._alarm: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends all calls and the connection."""
        self._wire.close()
        self._wire.session.take_ready()
        for waiter in self._waiters.values():
            if not waiter.done():
                waiter.set_result(None)
        self._set_alarm(None)

    # ------------------------------------------------------------------------------------------------------- writing

    async def save(self, samples: Samples | Iterable[Samples], *, atomic: bool = False) -> Committed:
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
            await self.ping()
        with saving.explaining():
            for part in saving.parts(self._wire.session.limits):
                saving.note(part, cast("Committed", await self._reply(requests.save(part))))
        return saving.committed

    async def delete(self, uuids: UuidsLike) -> Committed:
        """Deletes samples that this app saved, all or none."""
        return cast("Committed", await self._reply(requests.delete(uuids)))

    async def delete_matching(self, what: str | Clause, where: Predicate | None = None) -> Committed:
        """Deletes the samples that match and that this app saved."""
        return cast("Committed", await self._reply(requests.delete_matching(what, where)))

    async def add_to_workout(
        self,
        workout: UuidLike,
        samples: Samples | Iterable[Samples] = (),
        stored: UuidsLike = (),
    ) -> Committed:
        """Associates samples with a workout: those given, which are saved, and those stored already."""
        return cast("Committed", await self._reply(requests.add_to_workout(workout, samples, stored)))

    # ------------------------------------------------------------------------------------------------------- reading

    async def read(
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
        newest first. `since`, `until` and `zone` are those of `query`."""
        clause = requests.one_clause(what, unit=unit)
        asked = self.query(
            what, where, since=since, until=until, zone=zone, unit=unit, order=order, limit=limit, series=series
        )
        async with asked as query:
            found = await query.collect()
        if found:
            return found[0]
        return no_samples(clause.type, clause.unit)

    async def acknowledge(self, anchor: bytes, types: str | Iterable[str] = (), *, cursor: str = "") -> Acknowledged:
        """Says that the app has dealt with all changes to the types up to the anchor of a notice or a batch, and moves
        a cursor of the app there. What is further already stays where it is. The types are those that are done: the
        first notice of `observe` names none."""
        return cast("Acknowledged", await self._reply(requests.acknowledge(anchor, types, cursor)))

    async def forget_cursor(self, cursor: str) -> None:
        """Forgets a cursor of the app. One that the server does not have is forgotten already."""
        await self._reply(requests.acknowledge(b"", (), cursor))

    async def sources(self, what: What = (), where: Predicate | None = None) -> list[Source]:
        """The apps of which such samples are stored, by the bytes of their identifiers."""
        pages = requests.SourcePages(what, where)
        for call in pages.calls():
            pages.note(await self._reply(call))
        return pages.found

    async def statistics(
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
            async with Stream[StatisticsBatch](self, call) as batches:
                with no_data_is_none():
                    async for batch in batches:
                        asked.note(batch)
        return asked.result()

    async def source_ranks(self, of: str) -> list[str]:
        """The identifiers of the apps whose samples of a quantity type come first when they overlap, in the order that
        the owner has set with `hearth sources rank`."""
        return cast("list[str]", await self._reply(requests.source_ranks(of)))

    # ------------------------------------------------------------------------------------------- the person, the server

    async def characteristics(self) -> Characteristics:
        """What does not change from day to day."""
        return cast("Characteristics", await self._reply(requests.characteristics()))

    async def set_characteristics(
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
        Returns all of them as they are then."""
        call = requests.set_characteristics(
            date_of_birth,
            biological_sex=biological_sex,
            blood_type=blood_type,
            fitzpatrick_skin_type=fitzpatrick_skin_type,
            wheelchair_use=wheelchair_use,
            activity_move_mode=activity_move_mode,
        )
        return cast("Characteristics", await self._reply(call))

    async def authorization(
        self, save: str | Iterable[str] = (), read: str | Iterable[str] = ()
    ) -> dict[str, Authorization]:
        """What the app may do with types, by their identifiers or short names. Nobody is asked."""
        return await self._authorization(requests.authorization(save, read, ask=False))

    async def request_authorization(
        self,
        save: str | Iterable[str] = (),
        read: str | Iterable[str] = (),
        *,
        save_usage: str = "",
        read_usage: str = "",
    ) -> dict[str, Authorization]:
        """Asks the owner for what is not decided, with the reasons of the app, and waits for the answer for two minutes
        at most. Where apps need not ask, it returns at once."""
        return await self._authorization(
            requests.authorization(save, read, ask=True, save_usage=save_usage, read_usage=read_usage)
        )

    async def _authorization(self, call: Call) -> dict[str, Authorization]:
        return asked(cast("dict[str, Authorization]", await self._reply(call)), call.request.authorization)

    async def registrations(
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
            await self._reply(requests.background({} if enable is None else enable, disable, disable_all, launch)),
        )

    async def ping(self, payload: bytes = b"") -> Pong:
        """A sign of life."""
        return cast("Pong", await self._reply(requests.ping(payload)))

    async def status(self) -> pb.StatusReport:
        """Figures about the server, as `hearth.proto` describes them."""
        return cast("pb.StatusReport", await self._reply(requests.status()))

    # ------------------------------------------------------------------------------------------------ the connection

    async def _reply(self, call: Call) -> Any:
        self._begin(call)
        return await self._next(call)

    def _live(self, asked: StatisticsRequest) -> LiveStatistics:
        return LiveStatistics(self, asked)

    def _query(self, call: Call) -> Query:
        return Query(self, call)

    def _changes(self, call: Call, anchor: bytes) -> Changes:
        return Changes(self, call, anchor)

    def _notices(self, call: Call) -> Stream[Notice]:
        return Stream(self, call)

    def _begin(self, call: Call) -> None:
        self._loop = self._loop or asyncio.get_running_loop()
        self._wire.session.begin(call)
        self._move()

    async def _next(self, call: Call) -> Any:
        """The next reply, or `Taken.END`."""
        session = self._wire.session
        try:
            # Other tasks get their turn also when there is always something to take.
            await asyncio.sleep(0)
            while (taken := session.take(call)) is Taken.NOTHING:
                await self._notified(call)
        except asyncio.CancelledError:
            self._abandon(call)
            raise
        if session.control:
            self._move()
        return taken

    async def _notified(self, call: Call) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters[call] = waiter
        try:
            await waiter
        finally:
            del self._waiters[call]

    def _abandon(self, call: Call) -> None:
        self._wire.session.abandon(call)
        self._move()

    def _drop(self, call: Call) -> None:
        """As `_abandon`, for a finalizer, which may run in the middle of anything, in any thread."""
        self._dropped.append(call)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._move)

    def _move(self) -> None:
        """Does what can be done now, wakes the tasks that have something to take, and updates what the loop watches."""
        while self._dropped:
            self._wire.session.abandon(self._dropped.popleft())
        for call in self._wire.advance():
            waiter = self._waiters.get(call)
            if waiter is not None and not waiter.done():
                waiter.set_result(None)
        self._watch()
        self._set_alarm(self._wire.pause())

    def _watch(self) -> None:
        descriptor, loop = self._wire.descriptor, self._loop
        if loop is None or descriptor is None:
            return
        if self._watched != descriptor:
            loop.add_reader(descriptor, self._move)
            self._watched = descriptor
        if self._watches_room != self._wire.wants_to_write:
            self._watches_room = self._wire.wants_to_write
            if self._watches_room:
                loop.add_writer(descriptor, self._move)
            else:
                loop.remove_writer(descriptor)

    def _unwatch(self, descriptor: int) -> None:
        if self._loop is not None and self._watched == descriptor and not self._loop.is_closed():
            self._loop.remove_reader(descriptor)
            self._loop.remove_writer(descriptor)
        self._watched = None
        self._watches_room = False

    def _set_alarm(self, pause: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if pause is None or self._loop is None else self._loop.call_later(pause, self._move)


async def connect(
    path: str | PathLike[str] | None = None,
    *,
    app: pb.App | str | None = None,
    reconnection: Reconnection | None = None,
) -> Client:
    """As `hearth.connect`."""
    client = Client(path, app=app, reconnection=reconnection)
    try:
        await client.ping()
    except BaseException:
        await client.close()
        raise
    return client
