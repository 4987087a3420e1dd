"""Sleep: the stages of a night, and the nights before it.

Each source is shown by itself: a phone knows the time in bed where a watch knows stages, and no rule says how to make
one night of both. Times of one source that overlap count once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from hearth.analysis import Spans, make_spans
from hearth.enums import SleepAnalysis
from hearth.predicates import end, start
from hearth.samples.categories import Categories

from ..report.apps import app_name
from ..report.details import local
from ..report.markup import Markup, element, joined
from ..report.scale import Scale, round_step
from ..report.tables import table
from ..report.units import UNKNOWN
from .bucket_chart import HEIGHT, WIDTH, on_grid
from .frame import Page, nothing_found, pager, panel, tiles
from .visit import day_after

if TYPE_CHECKING:
    import numpy.typing as npt
    from hearth.samples.samples import Samples

    from .visit import Visit

SLEEP = "sleepAnalysis"
#: A night is what ends on its day, from the evening before to the evening.
_EVENING = 18
_NIGHTS = 14
#: Of a sample: nobody sleeps for longer.
_LONGEST = np.timedelta64(24, "h")
#: The newest samples among which one of a night is looked for.
_LOOKED_AT = 100
#: The apps of a night that are shown.
_SOURCES_MAX = 20
#: From the top of the chart down: the name, and the class of its colour.
STAGES = {
    SleepAnalysis.awake: ("Awake", "awake"),
    SleepAnalysis.asleepREM: ("REM", "rem"),
    SleepAnalysis.asleepCore: ("Core", "core"),
    SleepAnalysis.asleepDeep: ("Deep", "deep"),
    SleepAnalysis.asleepUnspecified: ("Asleep", "asleep"),
    SleepAnalysis.inBed: ("In bed", "bed"),
}
ASLEEP = (
    SleepAnalysis.asleepREM,
    SleepAnalysis.asleepCore,
    SleepAnalysis.asleepDeep,
    SleepAnalysis.asleepUnspecified,
)
_WIDTH, _ROW = 1000, 28


@dataclass(frozen=True, slots=True)
class Night:
    """What one source recorded of a night."""

    #: What people call it.
    source: str
    #: The times of each stage that occurs; none overlap.
    stages: dict[SleepAnalysis, Spans]

    def seconds(self, *stages: SleepAnalysis) -> float:
        """The time in any of the stages."""
        found = [self.stages[stage] for stage in stages if stage in self.stages]
        if not found:
            return 0.0
        spans = make_spans(np.concatenate([one.starts for one in found]), np.concatenate([one.ends for one in found]))
        return spans.seconds


def sleep_page(visit: Visit) -> Page:
    """A night with all its sources, and the nights before it."""
    anchor = visit.anchor
    day = visit.day("night")
    first = day_after(day, 1 - _NIGHTS)
    found = visit.client.read(
        SLEEP, (start < visit.time(day, _EVENING)) & (end > visit.time(day_after(first, -1), _EVENING))
    )
    days = [day_after(first, number) for number in range(_NIGHTS)]
    nights = {one: nights_of(visit, found, one) for one in days}
    shown = nights[day]
    body = joined(
        _pager(visit, day),
        *(_night(visit, night) for night in shown[:_SOURCES_MAX]),
        element("p", f"and {len(shown) - _SOURCES_MAX:,} more apps", class_="note")
        if len(shown) > _SOURCES_MAX
        else None,
        None if shown else _nothing(visit),
        _left_out(found),
        _nights(visit, nights) if any(nights.values()) else None,
    )
    return Page(title="Sleep", body=body, types=(SLEEP,), anchor=anchor)


def _nothing(visit: Visit) -> Markup:
    """What a night without any sleep says, with the way to the newest that has some."""
    said = nothing_found(visit, "No sleep was recorded that night.", [SLEEP])
    newest = visit.client.read(SLEEP, order=end.descending, limit=_LOOKED_AT)
    rows = np.flatnonzero(~_are_too_long(newest))
    if not len(rows):
        return said
    start_of, end_of = newest.starts[rows[0]], newest.ends[rows[0]]
    middle = local(start_of + (end_of - start_of) // 2, visit.zone)
    night = day_after(middle.date(), 1 if middle.hour >= _EVENING else 0)
    text = f"Go to the latest night: {night.day} {night:%B %Y}"
    return joined(said, element("p", element("a", text, href=visit.link(night=night.isoformat()), id="newest")))


def nights_of(visit: Visit, found: Samples, day: date) -> list[Night]:
    """What each source recorded of the night that ends on a day; the one that knows most first."""
    if not isinstance(found.payload, Categories):
        return []
    begin, until = (
        np.datetime64(visit.time(one, _EVENING).astimezone(UTC).replace(tzinfo=None), "ns")
        for one in (day_after(day, -1), day)
    )
    # A sample belongs to the night in which its middle lies.
    middles = found.starts + (found.ends - found.starts) // 2
    rows = np.flatnonzero((middles >= begin) & (middles < until) & ~_are_too_long(found))
    by_source: dict[tuple[str, str], dict[SleepAnalysis, list[int]]] = {}
    for row in rows.tolist():
        value = int(found.payload.values[row])
        if value in SleepAnalysis._value2member_map_:
            source = found.provenance_of(row).source
            # Two apps may have the same name.
            key = ("", "") if source is None else (source.bundle_identifier, app_name(source))
            by_source.setdefault(key, {}).setdefault(SleepAnalysis(value), []).append(row)
    nights = [
        Night(name, {stage: make_spans(found.starts[rows], found.ends[rows]) for stage, rows in stages.items()})
        for (_, name), stages in by_source.items()
    ]
    return sorted(nights, key=lambda night: (-len(night.stages), -night.seconds(*ASLEEP)))


def _are_too_long(found: Samples) -> npt.NDArray[np.bool_]:
    """Of each sample whether it is longer than any night: it says nothing about one."""
    are: npt.NDArray[np.bool_] = found.ends - found.starts > _LONGEST
    return are


def _left_out(found: Samples) -> Markup | None:
    count = int(np.count_nonzero(_are_too_long(found)))
    if not count:
        return None
    what = (
        "One sample is longer than a day, and is" if count == 1 else f"{count:,} samples are longer than a day, and are"
    )
    return element("p", f"{what} left out.", class_="note")


def _pager(visit: Visit, day: date) -> Markup:
    before, after = day_after(day, -1), day_after(day, 1)
    today = visit.now().date()
    return pager(
        f"{before:%A} to {day:%A}, {day.day} {day:%B %Y}",
        visit.link(night=before.isoformat()),
        visit.link(night=after.isoformat()) if day < today else None,
    )


def _night(visit: Visit, night: Night) -> Markup:
    asleep, in_bed = night.seconds(*ASLEEP), night.seconds(SleepAnalysis.inBed)
    shown = {"Asleep": duration(asleep)} if asleep else {}
    spans = [night.stages[stage] for stage in ASLEEP if stage in night.stages]
    if spans:
        first, last = min(one.starts.min() for one in spans), max(one.ends.max() for one in spans)
        shown |= {"Fell asleep": f"{local(first, visit.zone):%H:%M}", "Woke": f"{local(last, visit.zone):%H:%M}"}
    if in_bed:
        shown["In bed"] = duration(in_bed)
    if SleepAnalysis.awake in night.stages:
        shown["Awake"] = duration(night.seconds(SleepAnalysis.awake))
    return panel(night.source or "Unknown app", tiles(shown), _stages(visit, night), _shares(night, asleep))


def _stages(visit: Visit, night: Night) -> Markup:
    """A row for each stage that occurs."""
    rows = [stage for stage in STAGES if stage in night.stages]
    first = min(night.stages[stage].starts.min() for stage in rows)
    last = max(night.stages[stage].ends.max() for stage in rows)
    seconds = max(float((last - first) / np.timedelta64(1, "s")), 1.0)
    across = Scale(low=0, high=seconds, begin=0, end=_WIDTH)
    bars = []
    for number, stage in enumerate(rows):
        name, kind = STAGES[stage]
        spans = night.stages[stage]
        begins = across.at((spans.starts - first) / np.timedelta64(1, "s"))
        ends = across.at((spans.ends - first) / np.timedelta64(1, "s"))
        # What less than a pixel lies between is one bar, so that there are not more than pixels.
        is_first = np.concatenate([[True], begins[1:] - ends[:-1] >= 1])
        heads = np.flatnonzero(is_first)
        tails = np.append(heads[1:], len(begins)) - 1
        for head, tail, begin, until in zip(heads, tails, begins[heads].tolist(), ends[tails].tolist(), strict=True):
            times = " – ".join(f"{local(one, visit.zone):%H:%M}" for one in (spans.starts[head], spans.ends[tail]))
            bars.append(
                element(
                    "rect",
                    element("title", f"{name}, {times}"),
                    class_=kind,
                    x=begin,
                    y=number * _ROW + 3.0,
                    width=max(until - begin, 0.5),
                    height=_ROW - 6.0,
                )
            )
    names = (element("text", STAGES[stage][0], x="0", y=number * _ROW + 18.0) for number, stage in enumerate(rows))
    height = _ROW * len(rows)
    plot = element(
        "svg",
        *bars,
        viewBox=f"0 0 {_WIDTH} {height}",
        preserveAspectRatio="none",
        class_="plot",
        role="img",
        aria_label=f"Stages of sleep, recorded by {night.source or 'an unknown app'}",
    )
    return element(
        "div",
        element("svg", *names, class_="names", aria_hidden="true"),
        plot,
        _times(visit, first, last),
        class_=f"stages rows{len(rows)}",
    )


def _times(visit: Visit, first: np.datetime64, last: np.datetime64) -> Markup:
    """The whole hours below a chart, at most eight of them."""
    # Seconds, and no times of a clock, which may have an hour twice.
    begin, until = (local(one, visit.zone).timestamp() for one in (first, last))
    span = max(until - begin, 1.0)
    step = 3600 * max(1, -(-int(span / 3600) // 8))
    # The whole hours of the zone; some are half an hour off those of others.
    offset = (local(first, visit.zone).utcoffset() or timedelta()).total_seconds() % 3600
    texts = []
    hour = -(-(begin + offset) // 3600) * 3600 - offset
    while hour <= until:
        share = 100 * (hour - begin) / span
        anchor = "start" if share < 3 else "end" if share > 97 else "middle"
        text = f"{datetime.fromtimestamp(hour, visit.zone):%H:%M}"
        texts.append(element("text", text, x=f"{share:.2f}%", y="14", text_anchor=anchor))
        hour += step
    return element("svg", *texts, class_="times", aria_hidden="true")


def _shares(night: Night, asleep: float) -> Markup | None:
    rows = [
        (_named(stage), duration(night.seconds(stage)), f"{100 * night.seconds(stage) / asleep:.0f} %")
        for stage in STAGES
        if stage in night.stages and stage in ASLEEP and asleep
    ]
    return table(("", "Time", "Share"), rows) if len(rows) > 1 else None


def _named(stage: SleepAnalysis) -> Markup:
    name, kind = STAGES[stage]
    mark = element("svg", element("rect", width="100%", height="100%"), class_=f"key {kind}", aria_hidden="true")
    return joined(mark, name)


def _nights(visit: Visit, nights: dict[date, list[Night]]) -> Markup:
    """How long each night was, by stages, of the source that knows most."""
    longest = max((night[0].seconds(*ASLEEP) for night in nights.values() if night), default=0.0)
    hours = max(longest / 3600, 1.0)
    step = max(round_step(hours, 5), 1.0)
    upward = Scale(low=0, high=hours * 1.05, begin=HEIGHT, end=0)
    width = WIDTH / len(nights)
    drawn: list[Markup] = []
    texts: list[Markup] = []
    for number, (day, found) in enumerate(nights.items()):
        if found:
            drawn += _stack(found[0], day, number * width, width, upward)
        share = 100 * (number + 0.5) / len(nights)
        texts.append(element("text", f"{day.day}", x=f"{share:.2f}%", y="14", text_anchor="middle"))
    grid = [step * number for number in range(int(hours * 1.05 / step) + 1)]
    labels = element("svg", *texts, class_="times", aria_hidden="true")
    values = {one: f"{one:g} h" for one in grid}
    chart = on_grid(drawn, values, labels, upward, f"Time asleep in {len(nights)} nights")
    rows = [
        (
            element("a", f"{day:%a} {day.day} {day:%b}", href=visit.link(night=day.isoformat())),
            _known(found[0], *ASLEEP),
            *(_known(found[0], stage) for stage in ASLEEP[:3]),
        )
        for day, found in reversed(nights.items())
        if found
    ]
    numbers = element(
        "details", element("summary", "Numbers"), table(("Night to", "Asleep", "REM", "Core", "Deep"), rows)
    )
    return panel(f"{_NIGHTS} nights", chart, numbers)


def _stack(night: Night, day: date, left: float, width: float, upward: Scale) -> list[Markup]:
    """A bar of a night, the deepest stage below."""
    parts: list[Markup] = []
    below = 0.0
    for stage in reversed(STAGES):
        hours = night.seconds(stage) / 3600
        if stage not in ASLEEP or not hours:
            continue
        name, kind = STAGES[stage]
        top, bottom = upward.pixel(below + hours), upward.pixel(below)
        parts.append(
            element(
                "rect",
                element("title", f"{day:%A} {day.day} {day:%B}: {name} {duration(3600 * hours)}"),
                class_=kind,
                x=left + width * 0.15,
                y=top,
                width=width * 0.7,
                height=bottom - top,
            )
        )
        below += hours
    return parts


def _known(night: Night, *stages: SleepAnalysis) -> str:
    """The time in any of the stages; nothing where none was recorded."""
    return duration(night.seconds(*stages)) if any(stage in night.stages for stage in stages) else UNKNOWN


def duration(seconds: float) -> str:
    """A time in hours and minutes.

    >>> duration(27_120), duration(300)
    ('7 h 32 min', '5 min')
    """
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"
