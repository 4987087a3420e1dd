"""What both clients share: the calls that open a stream."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from . import requests
from .nearest import joined
from .statistics.request import StatisticsRequest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from .predicates import Field, Order, Predicate
    from .replies import Welcome
    from .requests import What
    from .samples.times import Time, TimesLike
    from .session.call import Call
    from .wire import Wire

QueryType = TypeVar("QueryType")
ChangesType = TypeVar("ChangesType")
NoticesType = TypeVar("NoticesType")
LiveType = TypeVar("LiveType")


class BaseClient(ABC, Generic[QueryType, ChangesType, NoticesType, LiveType]):
    """A client whose streams have these types."""

    _wire: Wire

    def __repr__(self) -> str:
        name = f"{type(self).__module__.removesuffix('.client')}.{type(self).__name__}"
        wire = self._wire
        if wire.place:
            return f"<{name} of the server at {wire.place}, as {wire.app}>"
        return f"<{name}, not connected yet, of the server at {joined(wire.places, 'or')}, as {wire.app}>"

    @property
    def welcome(self) -> Welcome | None:
        """The server's welcome to the present connection, or to the last one; None before the first."""
        return self._wire.session.welcome

    def query(
        self,
        what: What,
        where: Predicate | None = None,
        *,
        since: Time | None = None,
        until: Time | None = None,
        zone: str | tzinfo | None = None,
        unit: str = "",
        order: Field | Order | Sequence[Field | Order] = (),
        limit: int = 0,
        series: bool = False,
    ) -> QueryType:
        """Samples as they are now, in batches; at most `limit` of them, unless it is 0. `order`: fields of
        `hearth.predicates`, such as `start.descending`, which sorts the newest first. `series`: with the points of
        series, routes and heartbeats.

        `since` and `until` are those of `statistics`: the samples of which something lies in the time, also those that
        began before it. Only those that begin in it are `start >= since`. A time without a zone is one of `zone`, and
        without that of the machine's.

        >>> import hearth
        >>> with hearth.Client() as client:
        ...     client.save(hearth.quantities("height", ["2026-11-21T08:00Z"], [1.75], "m")).added
        ...     for batch in client.query(["height", "bodyTemperature"]):
        ...         print(batch.samples)
        1
        [<1 sample of height in m, 2026-11-21 08:00:00 UTC>]
        """
        asked = requests.query(what, where, unit, order, limit, series, since=since, until=until, zone=zone)
        return self._query(asked)

    def changes(
        self,
        what: What = (),
        where: Predicate | None = None,
        *,
        unit: str = "",
        anchor: bytes = b"",
        cursor: str = "",
        follow: bool = False,
        limit: int = 0,
        series: bool = False,
    ) -> ChangesType:
        """The changes since an anchor; without one first the state. `follow`: continue until it is closed, or until
        `limit` samples and deletions have come, unless it is 0.

        `cursor` names a position that the server keeps for the app: the changes begin there when `anchor` is empty.
        `acknowledge` moves it.
        """
        return self._changes(requests.changes(what, where, unit, anchor, cursor, follow, limit, series), anchor)

    def observe(self, what: What = (), where: Predicate | None = None, *, acknowledges: bool = False) -> NoticesType:
        """A notice at once, and one after changes to samples that match. With `acknowledges` the app acknowledges each
        notice with `acknowledge`; without it, the end of the call does."""
        return self._notices(requests.observe(what, where, acknowledges))

    def follow_statistics(
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
    ) -> LiveType:
        """Statistics as they are now, and again after each change to them, until it is closed. The arguments are those
        of `statistics`. Without `until` there is no end: buckets that have not begun are left out of what comes until
        they hold something. At most 65,536 buckets can be followed.

        >>> import hearth
        >>> with hearth.Client() as client:
        ...     for update in client.follow_statistics("flightsClimbed", "sum", since="2026-11-21", until="2026-11-23"):
        ...         print(update.changed, update.statistics.sums)
        ...         break
        [] [nan]
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
            follow=True,
        )
        return self._live(asked)

    @abstractmethod
    def _live(self, asked: StatisticsRequest) -> LiveType: ...

    @abstractmethod
    def _query(self, call: Call) -> QueryType: ...

    @abstractmethod
    def _changes(self, call: Call, anchor: bytes) -> ChangesType: ...

    @abstractmethod
    def _notices(self, call: Call) -> NoticesType: ...
