"""The times that bound buckets: steps of a calendar, each computed from the anchor and not from the one before."""

from __future__ import annotations

import calendar
import os
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np

from ..arguments import check_type, wrong_type
from ..errors import ErrorCode, RequestError
from ..samples.times import EARLIEST, LATEST, TIME, Time, Times, nanoseconds

if TYPE_CHECKING:
    from collections.abc import Callable

#: Buckets of one call. What has more is asked for in several.
BUCKETS_MAX = 1 << 16
#: Buckets of one request to this package: more is a mistake, such as seconds over years.
ALL_BUCKETS_MAX = 1 << 22
_SECOND = 10**9
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TEXT = re.compile(r"(\d{0,6}) ?([A-Za-z]+)", re.ASCII)
#: The lengths that are the same everywhere.
_SECONDS = {"s": 1, "second": 1, "min": 60, "minute": 60, "h": 3600, "hour": 3600}
_DAYS = {"D": 1, "day": 1, "W": 7, "week": 7}
_MONTHS = {"MS": 1, "month": 1, "QS": 3, "quarter": 3, "YS": 12, "year": 12}
#: Where the machine says in which zone it is.
_LOCALTIME = Path("/etc/localtime")
_ZONES = "zoneinfo/"


@dataclass(frozen=True, slots=True)
class Step:
    """The length of a bucket: of exactly one kind."""

    months: int = 0
    days: int = 0
    #: The length is the same everywhere, also where clocks change.
    seconds: int = 0
    #: As it was written: a quarter begins where three months need not begin.
    unit: str = ""


def step_of(every: str) -> Step:
    """The step of a text such as `1D`, `2W`, `MS`, `15min` or `month`.

    >>> step_of("15min").seconds, step_of("week").days, step_of("1YS").months
    (900, 7, 12)
    """
    check_type(every, str, "a step, such as '1D'", "every")
    match = _TEXT.fullmatch(every)
    count, unit = (0, "") if match is None else (int(match[1] or 1), match[2])
    unit = unit.lower().removesuffix("s") if len(unit) > 3 else unit
    if count == 0 or unit not in {**_SECONDS, **_DAYS, **_MONTHS}:
        text = (
            "A step is a number and s, min, h, D, W, MS (months), QS (quarters) or YS (years), such as '1D' or '15min'."
        )
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "every")
    return Step(
        count * _MONTHS.get(unit, 0),
        count * _DAYS.get(unit, 0),
        count * _SECONDS.get(unit, 0),
        unit,
    )


def zone_of(zone: str | tzinfo | None) -> ZoneInfo:
    """The time zone; None: that of the machine."""
    if zone is None:
        return _local_zone()
    if isinstance(zone, ZoneInfo):
        return zone
    if not isinstance(zone, str):
        raise wrong_type(zone, "a time zone: give a name such as 'Europe/Berlin', or a ZoneInfo", "zone")
    return _named_zone(zone, "The text is not the name of a time zone, such as 'Europe/Berlin'.")


def _named_zone(name: str, otherwise: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        raise RequestError(ErrorCode.INVALID_ARGUMENT, otherwise, "zone") from None


def _local_zone() -> ZoneInfo:
    name = os.environ.get("TZ", "").removeprefix(":")
    if not name:
        # Without the file the C library takes UTC.
        _, found, name = str(_LOCALTIME.resolve()).partition(_ZONES)
        name = name if found else "UTC" if not _LOCALTIME.exists() else ""
    return _named_zone(name, "The name of this machine's time zone is not known: give `zone`.")


def zone_name(zone: ZoneInfo) -> str:
    """The name of the zone in tables, which know no other."""
    return zone.key or "UTC"


def range_edges(since: Time | None, until: Time | None, zone: ZoneInfo) -> Times | None:
    """The edges of one bucket. None: it holds all."""
    if since is None and until is None:
        return None
    first = int(EARLIEST.astype(np.int64)) if since is None else nanoseconds(since, "since", zone)
    last = int(LATEST.astype(np.int64)) if until is None else nanoseconds(until, "until", zone)
    _check_range(first, last)
    return np.array([first, last]).view(TIME)


def calendar_edges(
    since: Time, until: Time, every: str, zone: ZoneInfo, anchor: Time | None = None, *, cut_at: int | None = None
) -> Times:
    """Edges from the one before `since`, or at it, to the one after `until`, or at it. At most `cut_at` buckets: the
    last are left out.

    >>> calendar_edges("2026-01-31", "2026-04-01", "MS", ZoneInfo("Europe/Berlin"), "2026-01-31").astype("M8[h]")
    array(['2026-01-30T23', '2026-02-27T23', '2026-03-30T22', '2026-04-29T22'],
          dtype='datetime64[h]')
    """
    step = step_of(every)
    first, last = nanoseconds(since, "since", zone), nanoseconds(until, "until", zone)
    _check_range(first, last)
    begin = _begin_of_step(first, step, zone) if anchor is None else nanoseconds(anchor, "anchor", zone)
    if cut_at is None:
        shortest = step.seconds + 86400 * (step.days + 28 * step.months)
        _check_count((last - first) // (shortest * _SECOND))
    most = ALL_BUCKETS_MAX if cut_at is None else cut_at
    if step.seconds:
        return _fixed_edges(first, last, begin, step.seconds * _SECOND, most)
    return _calendar_edges(first, last, _edge_of(begin, step, zone), step, most)


def _check_range(first: int, last: int) -> None:
    if first >= last:
        text = "The end must come after the begin."
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, "until")


def _check_count(count: int) -> None:
    if count > ALL_BUCKETS_MAX:
        text = f"There would be {count} buckets, and at most {ALL_BUCKETS_MAX} are computed: choose longer ones."
        raise RequestError(ErrorCode.LIMIT_EXCEEDED, text, "every")


def _local(time: int, zone: ZoneInfo) -> datetime:
    """The time on the clock of the zone."""
    try:
        return (_EPOCH + timedelta(microseconds=time // 1000)).astimezone(zone)
    except (OverflowError, ValueError):
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "The time is too far away.", "since") from None


def _begin_of_step(time: int, step: Step, zone: ZoneInfo) -> int:
    """Where buckets begin when no anchor is given: midnight, and of weeks Monday, of months and years their first
    day."""
    day = _local(time, zone).date()
    if step.unit in {"W", "week"}:
        day -= timedelta(days=day.weekday())
    elif step.months:
        # Of a year its first month, of a quarter the first of three.
        months = _MONTHS[step.unit]
        day = date(day.year, (day.month - 1) // months * months + 1, 1)
    return nanoseconds(day, "since", zone)


def _fixed_edges(first: int, last: int, anchor: int, length: int, most: int) -> Times:
    begin, end = (first - anchor) // length, -((anchor - last) // length)
    return (anchor + np.arange(begin, min(end, begin + most) + 1, dtype=np.int64) * length).view(TIME)


def _edge_of(anchor: int, step: Step, zone: ZoneInfo) -> Callable[[int], int]:
    """The edge of a number. It has the anchor's time of day; a day that a month does not have is its last one. Of a
    time of day that the clock skips it is the moment after the change, of one that comes twice the first."""
    start = _local(anchor, zone)
    # Microseconds are the finest that `datetime` has.
    rest = anchor % 1000

    def edge(number: int) -> int:
        months = start.year * 12 + start.month - 1 + number * step.months
        year, month = months // 12, months % 12 + 1
        if not 1 <= year <= 9999:
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "The time is too far away.", "every")
        day = min(start.day, calendar.monthrange(year, month)[1])
        try:
            moved = start.replace(year=year, month=month, day=day, fold=0) + timedelta(days=number * step.days)
            return int((moved - _EPOCH) // timedelta(microseconds=1)) * 1000 + rest
        except (OverflowError, ValueError):
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "The time is too far away.", "every") from None

    return edge


def _calendar_edges(first: int, last: int, edge: Callable[[int], int], step: Step, most: int) -> Times:
    # From a bucket that is nearer to the anchor on.
    number = (first - edge(0)) // ((step.days + 31 * step.months) * 86400 * _SECOND)
    while edge(number) > first:
        number -= 1
    while edge(number + 1) <= first:
        number += 1
    edges = [edge(number)]
    while edges[-1] < last and len(edges) <= most:
        number += 1
        following = edge(number)
        # A day that the zone skipped as a whole is no bucket.
        if following > edges[-1]:
            edges.append(following)
    return np.array(edges, np.int64).view(TIME)


def parts_of(edges: Times) -> list[Times]:
    """The edges of as many calls as they need: each begins where the one before ends."""
    return [edges[place : place + BUCKETS_MAX + 1] for place in range(0, max(1, len(edges) - 1), BUCKETS_MAX)]
