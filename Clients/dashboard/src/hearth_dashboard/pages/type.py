"""One type: its statistics over a time, next to the time before it, by source, and the samples behind it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import hearth
import numpy as np
from hearth.predicates import between, one_of, start
from hearth.predicates import end as end_time
from hearth.samples.record_tables import record_columns
from hearth.samples.short_names import short_name
from hearth.samples.type_names import type_identifier
from hearth.samples.workouts import Workouts
from hearth.type_table import CUMULATIVE, IDENTIFIERS, STORAGE_UNITS
from hearth.types import electrocardiogram, heartbeatSeries, medicationDoseEvent, userAnnotatedMedication

from ..report.apps import app_name
from ..report.details import local, zone_of
from ..report.markup import Markup, element, joined
from ..report.tables import bar, table
from .beats import beats_panel
from .bucket_chart import Buckets, bucket_chart
from .electrocardiogram import CATEGORIES, electrocardiogram_panel
from .frame import Page, choice, nothing_found, pager, panel, tiles
from .periods import PERIODS, Period, period_of
from .quantities import change_text, quantity_text, range_text, unit_of
from .record import record_panel
from .record_texts import medication_names
from .stored_types import type_name
from .types import value_text
from .visit import NotFoundError, day_after
from .workouts import ROWS, page_number, rows_pager, zone_mark

if TYPE_CHECKING:
    from hearth.samples.columns import Floats
    from hearth.samples.samples import Samples
    from hearth.samples.times import Times

    from .visit import Visit

#: Statistics that are asked for at the same time.
_AT_ONCE = 5
#: Apps that are listed.
_SOURCES = 100
#: Samples that are counted, and on as many pages as they take.
_COUNTED = 10_000
#: Days of which the trend is the median, and the fewest with data that it needs.
_TREND_DAYS, _TREND_DAYS_MIN = 28, 7
#: The types whose samples are drawn one at a time.
_DRAWN = {heartbeatSeries: beats_panel, electrocardiogram: electrocardiogram_panel} | {
    one: record_panel for one in IDENTIFIERS if record_columns(one) and one != electrocardiogram
}
#: Whose samples are shown with those of a type: the symptoms, and the names of the medications.
_BESIDE = {electrocardiogram: CATEGORIES, medicationDoseEvent: (userAnnotatedMedication,)}
_SUMS = ("sum",)
_RANGES = ("average", "minimum", "maximum")


def type_page(visit: Visit) -> Page:
    """A quantity type with its charts; of another one the samples."""
    try:
        identifier = type_identifier(visit.path["name"])
    except hearth.RequestError:
        identifier = ""
    if identifier not in IDENTIFIERS:
        raise NotFoundError("Unknown type.")
    anchor = visit.anchor
    key = visit.query.get("period", "week")
    if key not in PERIODS:
        raise NotFoundError("Unknown period.")
    period = period_of(key, visit.day())
    quantities = _quantities(visit, identifier, period) if identifier in STORAGE_UNITS else None
    drawn = _drawn(visit, identifier, period) if identifier in _DRAWN else None
    body = joined(_choices(visit, period), quantities, drawn, _samples(visit, identifier, period))
    types = tuple(short_name(one) for one in (identifier, *_BESIDE.get(identifier, ())))
    return Page(title=type_name(identifier), body=body, types=types, anchor=anchor)


def _choices(visit: Visit, period: Period) -> Markup:
    links = {name: visit.link(period=key, sample=None, page=None) for key, name in PERIODS.items()}
    before, after = period.before, period.after
    today = visit.now().date()
    shown = visit.day()
    return joined(
        choice(links, PERIODS[period.key], "Period"),
        pager(
            period.title,
            _link(visit, before),
            _link(visit, after) if after.begin <= max(today, shown) else None,
        ),
    )


def _link(visit: Visit, period: Period) -> str:
    # Of half a year the last day names it, of all others the first.
    day = day_after(period.end, -1) if period.key == "half" else period.begin
    return visit.link(period=period.key, day=day.isoformat(), sample=None, page=None)


def _drawn(visit: Visit, identifier: str, period: Period) -> Markup | None:
    """The sample that the address names, else the newest of the period."""
    where = between(visit.time(period.begin), visit.time(period.end))
    if (uuid := visit.uuid("sample")) is not None:
        where = one_of([uuid])
    found = visit.client.read(identifier, where, order=start.descending, limit=1, series=True)
    if uuid is not None and not len(found):
        raise NotFoundError("The sample is not stored.")
    return _DRAWN[identifier](visit, found)


def statistics_of(
    visit: Visit, identifier: str, begin: datetime, end: datetime, every: str | None, *, by_source: bool = False
) -> hearth.Statistics:
    """What is shown of a type, of a time."""
    unit = unit_of(identifier, visit.units)

    def ask() -> hearth.Statistics:
        return visit.client.statistics(
            identifier,
            _SUMS if identifier in CUMULATIVE else _RANGES,
            since=begin,
            until=end,
            every=every,
            zone=visit.zone,
            by_source=by_source,
            unit=unit,
        )

    return visit.statistics(identifier, (begin, end, every, by_source, unit, str(visit.zone)), ask)


def main_values(statistics: hearth.Statistics) -> Floats:
    """The sums, or the averages."""
    found = statistics.averages if statistics.sums is None else statistics.sums
    assert found is not None
    return found


def _quantities(visit: Visit, identifier: str, period: Period) -> Markup:
    begin, end = visit.time(period.begin), visit.time(period.end)
    before = visit.time(period.before.begin), visit.time(period.before.end)
    first = visit.time(day_after(period.begin, -_TREND_DAYS))
    # The server computes them at the same time.
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        asked = [
            pool.submit(statistics_of, visit, identifier, begin, end, None, by_source=True),
            pool.submit(statistics_of, visit, identifier, *before, None),
            pool.submit(statistics_of, visit, identifier, begin, end, period.every),
            pool.submit(statistics_of, visit, identifier, *before, period.every),
        ]
        trend = None
        if period.key != "day":
            trend = pool.submit(statistics_of, visit, identifier, first, end, "1D")
        whole, earlier, shown, previous = [one.result() for one in asked]
        daily = None if trend is None else trend.result()
    if not whole.counts[0]:
        return joined(
            _nothing(visit, "Nothing was recorded in this period.", identifier), _newest_link(visit, identifier)
        )
    unit = shown.unit
    return joined(
        tiles(*_tiles(whole, earlier, daily, begin, is_over=end <= visit.now())),
        bucket_chart(_buckets(visit, period, shown, previous, daily)),
        _numbers(visit, period, shown),
        _sources(whole, unit),
    )


def _tiles(
    whole: hearth.Statistics,
    earlier: hearth.Statistics,
    daily: hearth.Statistics | None,
    begin: datetime,
    *,
    is_over: bool,
) -> tuple[dict[str, str], dict[str, str]]:
    unit = whole.unit
    value, before = float(main_values(whole)[0]), float(main_values(earlier)[0])
    shown: dict[str, str] = {}
    if whole.sums is not None:
        shown["Total"] = quantity_text(value, unit)
        if daily is not None:
            first = np.datetime64(begin.astimezone(UTC).replace(tzinfo=None), "ns")
            days = int(np.count_nonzero(daily.counts[daily.starts >= first]))
            shown["Average per day with data"] = quantity_text(value / days if days else np.nan, unit)
    elif whole.minimums is not None and whole.maximums is not None:
        shown["Average"] = quantity_text(value, unit)
        low, high = float(whole.minimums[0]), float(whole.maximums[0])
        shown["Range"] = range_text(low, high, unit)
    shown["Previous period"] = quantity_text(before, unit)
    shown["Measurements"] = f"{whole.counts[0]:,}"
    # The sum of a period that is not over says nothing yet.
    change = change_text(value, before) if is_over or whole.sums is None else ""
    return shown, {"Previous period": f"{change} against the previous period"} if change else {}


def _buckets(
    visit: Visit, period: Period, shown: hearth.Statistics, previous: hearth.Statistics, daily: hearth.Statistics | None
) -> Buckets:
    starts = _moments(shown.starts, visit)
    values, before = main_values(shown), main_values(previous)
    name = "Sums" if shown.sums is not None else "Average, lowest and highest"
    if shown.sums is not None and period.every in {"1W", "1MS"}:
        # As high as a day, so that buckets of any length and the trend can be compared.
        values, before = values / _days(shown, visit), before / _days(previous, visit)
        name = "Average per day"
    return Buckets(
        name=name,
        of=period.title,
        values=values,
        lows=shown.minimums,
        highs=shown.maximums,
        previous=_fitted(before, len(values)),
        trend=None if daily is None else _trend(daily, shown.ends, visit),
        names=[period.name(one) for one in starts],
        labels=period.labels(starts),
        text=lambda value: quantity_text(value, shown.unit),
    )


def _moments(times: Times, visit: Visit) -> list[datetime]:
    return [local(one, visit.zone) for one in times]


def _days(statistics: hearth.Statistics, visit: Visit) -> Floats:
    """The days of each bucket that have begun; 1 where none has."""
    now = visit.now().date()
    counts = []
    for begin, end in zip(_moments(statistics.starts, visit), _moments(statistics.ends, visit), strict=True):
        last = min(end.date(), day_after(now, 1))
        counts.append(max((last - begin.date()).days, 1))
    return np.array(counts, np.float64)


def _fitted(column: Floats, count: int) -> Floats:
    """A column of another period, which may have more buckets or fewer."""
    fitted: Floats = np.full(count, np.nan)
    fitted[: len(column)] = column[:count]
    return fitted


def _trend(daily: hearth.Statistics, ends: Times, visit: Visit) -> Floats:
    """For each bucket the median of the days before its end."""
    values = main_values(daily)
    now = np.datetime64(visit.now().astimezone(UTC).replace(tzinfo=None), "ns")
    found: Floats = np.full(len(ends), np.nan)
    for row, end in enumerate(ends):
        # Of a bucket that is not over the days until today; of one that has not begun, none.
        if row and ends[row - 1] > now:
            break
        today = int(np.searchsorted(daily.starts, now, "right"))
        last = min(int(np.searchsorted(daily.ends, end, "right")), today)
        known = values[max(last - _TREND_DAYS, 0) : last]
        known = known[np.isfinite(known)]
        if len(known) >= _TREND_DAYS_MIN:
            found[row] = np.median(known)
    return found


def _numbers(visit: Visit, period: Period, shown: hearth.Statistics) -> Markup:
    """The same as a table."""
    columns: dict[str, Floats] = {}
    for name, column in (
        ("Sum", shown.sums),
        ("Average", shown.averages),
        ("Lowest", shown.minimums),
        ("Highest", shown.maximums),
    ):
        if column is not None:
            columns[name] = column
    rows = [
        (
            period.name(one),
            *(quantity_text(float(column[row]), shown.unit) for column in columns.values()),
            f"{shown.counts[row]:,}",
        )
        for row, one in enumerate(_moments(shown.starts, visit))
        if shown.counts[row]
    ]
    return element("details", element("summary", "Numbers"), table(("", *columns, "Measurements"), rows), id="numbers")


def _sources(whole: hearth.Statistics, unit: str) -> Markup:
    """What each source recorded by itself."""
    most = max((float(main_values(one)[0]) for one in whole.by_source.values()), default=0.0)
    is_sum = whole.sums is not None
    rows = [
        (
            app_name(source),
            quantity_text(float(main_values(one)[0]), unit),
            bar(float(main_values(one)[0]) / most if is_sum and most > 0 else 0) if is_sum else "",
            f"{one.counts[0]:,}",
        )
        for source, one in sorted(whole.by_source.items(), key=lambda item: -int(item[1].counts[0]))
    ]
    note = None
    if is_sum and len(rows) > 1:
        note = "What several apps recorded at the same time counts once in the total."
    if len(rows) > _SOURCES:
        note = f"{len(rows) - _SOURCES:,} more apps have less."
        rows = rows[:_SOURCES]
    headers = ("App", "Sum" if is_sum else "Average", "", "Measurements")
    return panel("Apps", table(headers, rows, note=note))


def _link_to(visit: Visit, samples: Samples, row: int, text: Markup) -> Markup:
    """To the drawing of a sample."""
    uuid = str(samples.uuid(row))
    is_shown = visit.query.get("sample", "").lower() == uuid
    return element("a", text, href=visit.link(sample=uuid), aria_current="true" if is_shown else None)


def _nothing(visit: Visit, text: str, identifier: str) -> Markup:
    return nothing_found(visit, text, [short_name(identifier)])


def _newest_link(visit: Visit, identifier: str) -> Markup | None:
    """To where there is something."""
    found = visit.client.read(identifier, order=end_time.descending, limit=1)
    if not len(found):
        return None
    day = local(found.starts[0], visit.zone)
    return element(
        "p",
        element(
            "a",
            f"The newest is of {day.day} {day:%B %Y}",
            href=visit.link(day=day.date().isoformat(), sample=None, page=None),
            id="newest",
        ),
    )


def _samples(visit: Visit, identifier: str, period: Period) -> Markup:
    """The newest of the period first. Those of a quantity are behind its numbers: only the newest are listed."""
    where = between(visit.time(period.begin), visit.time(period.end))
    unit = unit_of(identifier, visit.units)
    is_quantity = identifier in STORAGE_UNITS
    limit = ROWS if is_quantity else _COUNTED + 1
    samples = visit.client.read(identifier, where, unit=unit, order=start.descending, limit=limit)
    count = min(len(samples), _COUNTED)
    number = 1 if is_quantity else page_number(visit, count)
    first, last = (number - 1) * ROWS, min(number * ROWS, count)
    medications = medication_names(visit) if identifier == medicationDoseEvent else None
    rows: list[tuple[str | Markup, ...]] = []
    for row in range(first, last):
        source = samples.provenance_of(row).source
        # A workout is in the zone where it was, as everywhere.
        is_workout = isinstance(samples.payload, Workouts)
        zone = zone_of(samples.metadata_of(row), visit.zone) if is_workout else visit.zone
        moment, until = local(samples.starts[row], zone), local(samples.ends[row], zone)
        begin = joined(
            element("span", f"{moment:%Y-%m-%d}", class_="date"), f" {moment:%H:%M:%S}{zone_mark(moment, visit)}"
        )
        link = f"/workouts/{samples.uuid(row)}"
        rows.append(
            (
                element("a", begin, href=link)
                if is_workout
                else _link_to(visit, samples, row, begin)
                if identifier in _DRAWN
                else begin,
                f"{until:%H:%M:%S}" if until != moment else "",
                value_text(samples, row, medications),
                app_name(source),
            )
        )
    if not rows:
        if is_quantity:
            return joined()
        return joined(
            _nothing(visit, "No sample of this period is stored.", identifier), _newest_link(visit, identifier)
        )
    found = table(("Start", "End", "Value", "App"), rows, texts={"Value", "App"})
    if is_quantity:
        newest = f"The newest {count} samples" if count == ROWS else f"Samples ({count})"
        return element("details", element("summary", newest), found, id="samples")
    if count <= ROWS:
        return panel(f"Samples ({count})", found)
    of = f"{count:,}" if len(samples) == count else f"more than {count:,}"
    shown = f"The newest {ROWS}" if number == 1 else f"Samples {first + 1:,} to {last:,}"
    return panel(f"{shown} of {of}", found, rows_pager(visit, number, count))
