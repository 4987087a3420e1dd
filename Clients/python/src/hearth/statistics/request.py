"""Statistics that are asked for: the calls for them, and what has come."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from .. import requests
from ..arguments import check_flag, listed
from ..errors import ErrorCode, ReplyError, RequestError
from ..samples.times import times
from ..samples.units import is_percentage, percentages, written_unit
from ..type_table import STORAGE_UNITS
from .edges import BUCKETS_MAX, calendar_edges, parts_of, range_edges, zone_of
from .statistics import COLUMNS_OF, Statistics, StatisticsUpdate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from ..predicates import Predicate
    from ..replies import StatisticsBatch, StatisticsColumns
    from ..requests import What
    from ..samples.columns import Array, Integers
    from ..samples.provenance import Source
    from ..samples.times import Time, Times, TimesLike
    from ..session.call import Call

#: How far buckets reach whose end is open: new samples come into buckets that are there already.
_AHEAD = np.timedelta64(10 * 366, "D")
_COUNTED = ("counts", "first_starts", "last_ends")
_TIMES = frozenset({"first_starts", "last_ends", "most_recent_starts", "most_recent_ends"})
_VALUES = ("sums", "averages", "minimums", "maximums", "most_recents")
_NAT = np.datetime64("NaT", "ns")


class _Table:
    """The columns of one source, or of all together, with a row for each bucket."""

    def __init__(self, count: int, names: Sequence[str]) -> None:
        self.columns: dict[str, Array] = {}
        for name in names:
            if name == "counts":
                self.columns[name] = np.zeros(count, np.int64)
            elif name in _TIMES:
                self.columns[name] = np.full(count, _NAT)
            else:
                self.columns[name] = np.full(count, np.nan)

    def note(self, rows: StatisticsColumns, first: int, end: int) -> Integers:
        """Takes over rows of a call whose buckets are those from `first` on, before `end`. The buckets of the rows."""
        buckets = rows.buckets.astype(np.int64) + first
        if len(buckets) and buckets[-1] >= end:
            text = "The bucket is unknown."
            raise ReplyError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"{rows.path}.buckets")
        is_empty = rows.counts == 0
        for name, column in self.columns.items():
            given: Array | None = getattr(rows, name)
            if given is None:
                raise ReplyError(ErrorCode.MALFORMED_COLUMN, "The column is missing.", f"{rows.path}.{name}")
            column[buckets] = given
            if name != "counts" and is_empty.any():
                column[buckets[is_empty]] = _NAT if name in _TIMES else np.nan
        return buckets

    def clear(self, first: int, end: int) -> None:
        """The buckets hold nothing any more."""
        for name, column in self.columns.items():
            column[first:end] = 0 if name == "counts" else _NAT if name in _TIMES else np.nan


class StatisticsRequest:
    """Statistics that are asked for. What comes back is collected here."""

    def __init__(
        self,
        what: What,
        statistics: str | Sequence[str],
        where: Predicate | None,
        *,
        since: Time | None,
        until: Time | None,
        every: str | None,
        zone: str | tzinfo | None,
        anchor: Time | None,
        edges: TimesLike | None,
        by_source: bool,
        unit: str,
        follow: bool,
    ) -> None:
        names = [statistics] if isinstance(statistics, str) else listed(statistics, "a list of texts", "statistics")
        for index, name in enumerate(names):
            if not isinstance(name, str) or name not in COLUMNS_OF:
                text = f"A statistic is one of {', '.join(COLUMNS_OF)}."
                raise RequestError(ErrorCode.INVALID_ARGUMENT, text, f"statistics[{index}]")
        self._clauses = requests.statistics_clauses(what, where, unit)
        self._names = names
        self._by_source = check_flag(by_source, "by_source")
        self._follow = follow
        self._zone = zone_of(zone)
        # Of statistics that are followed the end is open: what is shown of them ends with the present.
        self._is_open = follow and until is None and every is not None
        if edges is None:
            self._edges = self._made_edges(since, until, every, anchor)
        else:
            self._edges = _given_edges(edges)
            for name, other in (("since", since), ("until", until), ("every", every), ("anchor", anchor)):
                if other is not None:
                    text = "Edges say where buckets begin and end."
                    raise RequestError(ErrorCode.INVALID_ARGUMENT, text, name)
        self._count = 1 if self._edges is None else len(self._edges) - 1
        self._columns = (*_COUNTED, *(column for name in names for column in COLUMNS_OF[name]))
        self._merged = _Table(self._count, self._columns)
        self._sources: dict[str, tuple[Source, _Table]] = {}
        # Which buckets the present call is about.
        self._first, self._end = 0, self._count
        self._unit: str | None = None
        self._anchor = b""
        self._changed: list[Integers] = []

    def _made_edges(
        self, since: Time | None, until: Time | None, every: str | None, anchor: Time | None
    ) -> Times | None:
        if every is None:
            if anchor is not None:
                raise RequestError(ErrorCode.INVALID_ARGUMENT, "Only buckets have an anchor: give `every`.", "anchor")
            return range_edges(since, until, self._zone)
        if since is None:
            text = "Buckets begin somewhere: give `since`."
            raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "since")
        if not self._follow:
            return calendar_edges(since, _now() if until is None else until, every, self._zone, anchor)
        end = _now() + _AHEAD if until is None else until
        edges = calendar_edges(since, end, every, self._zone, anchor, cut_at=BUCKETS_MAX + (until is not None))
        if len(edges) > BUCKETS_MAX + 1 or (until is None and edges[-1] <= _now()):
            text = f"At most {BUCKETS_MAX} buckets can be followed: choose longer ones, or a later begin."
            raise RequestError(ErrorCode.LIMIT_EXCEEDED, text, "every")
        return edges

    def calls(self) -> Iterator[Call]:
        """The calls, each of which is made when `note` has what the one before brought."""
        if self._edges is None:
            yield self._call(b"")
            return
        for edges in parts_of(self._edges):
            self._end = self._first + len(edges) - 1
            yield self._call(edges.tobytes())
            self._first = self._end

    def _call(self, edges: bytes) -> Call:
        return requests.statistics(self._clauses, self._names, edges, self._by_source, self._follow)

    def note(self, batch: StatisticsBatch) -> bool:
        """A batch has come. True: all that has come until now shows one state."""
        if batch.is_reset:
            self._clear()
        self._unit = batch.unit
        self._anchor = batch.anchor
        if batch.merged is not None:
            self._changed.append(self._merged.note(batch.merged, self._first, self._end))
        for source, rows in batch.sources:
            known = self._sources.get(source.bundle_identifier)
            table = known[1] if known is not None else _Table(self._count, self._columns)
            self._sources[source.bundle_identifier] = source, table
            self._changed.append(table.note(rows, self._first, self._end))
        return batch.caught_up

    def _clear(self) -> None:
        tables = [self._merged, *(table for _, table in self._sources.values())]
        for table in tables:
            held = np.flatnonzero(table.columns["counts"][self._first : self._end]) + self._first
            self._changed.append(held)
            table.clear(self._first, self._end)

    def update(self) -> StatisticsUpdate:
        """What has changed since the last time."""
        statistics = self.result()
        changed = np.unique(np.concatenate([*self._changed, np.zeros(0, np.int64)]))
        self._changed.clear()
        return StatisticsUpdate(statistics=statistics, changed=changed[changed < len(statistics)])

    def result(self) -> Statistics:
        """All that has come."""
        count = self._shown_count()
        by_source = {
            source: self._made(table, count)
            for source, table in self._sources.values()
            if table.columns["counts"].any()
        }
        return self._made(self._merged, count, by_source)

    def _shown_count(self) -> int:
        """Buckets that have not begun are left out where there is no end, unless they hold something."""
        if not self._is_open or self._edges is None:
            return self._count
        begun = int(np.searchsorted(self._edges, _now(), "right"))
        held = np.flatnonzero(self._merged.columns["counts"])
        return min(self._count, max(begun, int(held[-1]) + 1 if len(held) else 0))

    def _made(self, table: _Table, count: int, by_source: dict[Source, Statistics] | None = None) -> Statistics:
        of = self._clauses[0].type
        unit = self._clauses[0].unit or STORAGE_UNITS.get(of, "") if self._unit is None else self._unit
        columns = {name: column[:count].copy() for name, column in table.columns.items()}
        if is_percentage(of, unit):
            columns |= {name: percentages(columns[name]) for name in _VALUES if name in columns}
        edges = self._edges
        return Statistics(
            type=of,
            unit=written_unit(of, unit),
            zone=self._zone,
            starts=columns["first_starts"] if edges is None else edges[:count],
            ends=columns["last_ends"] if edges is None else edges[1 : count + 1],
            by_source=by_source or {},
            anchor=self._anchor,
            **columns,
        )


@contextmanager
def no_data_is_none() -> Iterator[None]:
    """Where nothing matches, there are statistics of nothing."""
    try:
        yield
    except RequestError as error:
        if error.code is not ErrorCode.NO_DATA:
            raise


def _given_edges(edges: TimesLike) -> Times:
    """Edges that a program gives."""
    given = times(edges, "edges")
    if len(given) < 2:
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "A bucket has two edges.", "edges")
    descents = np.flatnonzero(np.diff(given) <= np.timedelta64(0))
    if len(descents):
        text = "The next edge is not later."
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"edges[{int(descents[0])}]")
    return given


def _now() -> np.datetime64:
    return np.datetime64(time.time_ns(), "ns")
