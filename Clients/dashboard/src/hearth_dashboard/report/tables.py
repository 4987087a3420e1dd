"""The tables of a report: splits, laps, zones, best efforts and power."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from .markup import Content, Markup, element, joined
from .units import UNKNOWN, amount, clock, minus_text, rate_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from hearth.analysis import Split, Track, WorkoutAnalysis, ZoneTimes
    from hearth.samples.times import Times

    from .units import Units

#: Metres: the names of distances that have one.
_NAMED = {21_097.5: "half marathon", 42_195.0: "marathon"}
_MILE = 1609.344
#: Rows of a table: a workout has more only where its distance is wrong.
SPLITS_MAX = 1000


def table(
    headers: Sequence[str],
    rows: Iterable[Sequence[Content]],
    *,
    texts: Collection[str] = (),
    note: str | None = None,
    kind: str = "",
) -> Markup:
    """A table whose rows each have a header, and what is said below it. It scrolls where the page is too narrow.
    `texts`: the headers of columns of words, which begin at the left; numbers end at the right."""
    kinds = ["text" if header in texts else None for header in headers]
    head = element(
        "tr", *(element("th", header, scope="col", class_=kind) for header, kind in zip(headers, kinds, strict=True))
    )
    body = (
        element(
            "tr",
            element("th", row[0], scope="row"),
            *(element("td", cell, class_=kind) for cell, kind in zip(row[1:], kinds[1:], strict=True)),
        )
        for row in rows
    )
    whole = element("table", element("thead", head), element("tbody", *body))
    return joined(
        element("div", whole, class_=f"scroll {kind}".rstrip()),
        None if note is None else element("p", note, class_="note"),
    )


def bar(share: float) -> Markup:
    """A bar of a length between 0 and 1."""
    width = f"{100 * min(max(share, 0.0), 1.0):.1f}%"
    return element("svg", element("rect", width=width, height="100%"), class_="share", aria_hidden="true")


def splits_table(
    analysis: WorkoutAnalysis, splits: Sequence[Split], units: Units, *, note: str | None = None
) -> Markup:
    """Splits or laps: of each its distance, times, rate, heart rate, and how much higher it ended."""
    rate = rate_of(analysis.record.activity_type, units)
    listed = splits[:SPLITS_MAX]
    speeds = [_speed(split) for split in listed]
    fastest = max(speeds, default=0.0)
    rows = [
        (
            str(split.number),
            UNKNOWN if split.metres is None else units.distance(split.metres),
            clock(split.elapsed_seconds),
            clock(split.moving_seconds),
            rate.text(rate.of(speed)),
            bar(speed / fastest if fastest > 0 else 0),
            _beats(beats),
            _climb(change, units),
        )
        for split, speed, beats, change in zip(
            listed, speeds, mean_rates(analysis, listed), altitude_changes(analysis.track, listed), strict=True
        )
    ]
    if len(listed) < len(splits):
        note = f"The first {len(listed):,} of {len(splits):,}."
    headers = ("", "Distance", "Elapsed", "Moving", rate.name, "", "Heart rate", "Altitude")
    return table(headers, rows, note=note, kind="splits")


def mean_rates(analysis: WorkoutAnalysis, splits: Sequence[Split]) -> list[float | None]:
    """For each split the mean of the heart rates that were measured in it. None: there are none."""
    readings = analysis.record.readings("heartRate")
    if readings is None:
        return [None] * len(splits)
    known = np.isfinite(readings.values)
    order = np.argsort(readings.starts[known], kind="stable")
    starts, values = readings.starts[known][order], readings.values[known][order]
    # Sums up to each reading, so that many splits of many readings take no longer.
    with np.errstate(over="ignore", invalid="ignore"):
        sums = np.concatenate([[0.0], np.cumsum(values)])
        begins, ends = (np.searchsorted(starts, _times(splits, name)) for name in ("start", "end"))
        totals = sums[ends] - sums[begins]
    return [
        total / count if count > 0 and np.isfinite(total) else None
        for total, count in zip(totals.tolist(), (ends - begins).tolist(), strict=True)
    ]


def altitude_changes(track: Track | None, splits: Sequence[Split]) -> list[float | None]:
    """For each split the metres by which it ended higher than it began. None: not known."""
    if track is None or not splits:
        return [None] * len(splits)
    known = np.isfinite(track.altitudes)
    times, altitudes = track.times[known], track.altitudes[known]
    if not len(times):
        return [None] * len(splits)
    begins, ends = _times(splits, "start"), _times(splits, "end")
    second = np.timedelta64(1, "s")
    at = (times - times[0]) / second
    first, last = (np.interp((one - times[0]) / second, at, altitudes) for one in (begins, ends))
    is_within = (begins >= times[0]) & (ends <= times[-1])
    return [
        change if inside else None for change, inside in zip((last - first).tolist(), is_within.tolist(), strict=True)
    ]


def _times(splits: Sequence[Split], name: str) -> Times:
    return np.array([getattr(split, name) for split in splits], "M8[ns]")


def efforts_table(analysis: WorkoutAnalysis, units: Units) -> Markup:
    """The best effort of each distance, and when it began."""
    rate = rate_of(analysis.record.activity_type, units)
    start = analysis.record.start
    rows = [
        (
            distance_name(effort.metres, is_on_foot=rate.is_pace),
            clock(effort.elapsed_seconds),
            rate.of_distance(effort.metres, effort.elapsed_seconds),
            clock(float((effort.start - start) / np.timedelta64(1, "s"))),
        )
        for effort in analysis.efforts
    ]
    return table(("", "Time", rate.name, "Began at"), rows, note=f"Method: {analysis.efforts[0].method}.")


def distance_name(metres: float, *, is_on_foot: bool) -> str:
    """What a distance is called; a marathon is one on foot.

    >>> [distance_name(metres, is_on_foot=True) for metres in (400, 1609.344, 16093.44, 10_000, 21_097.5)]
    ['400 m', '1 mi', '10 mi', '10 km', 'half marathon']
    """
    if metres in _NAMED and is_on_foot:
        return _NAMED[metres]
    miles = metres / _MILE
    if abs(miles * 2 - round(miles * 2)) < 1e-9:
        return f"{miles:g} mi"
    return f"{metres:g} m" if metres < 1000 else f"{metres / 1000:.4g} km"


def zones_table(zones: ZoneTimes) -> Markup:
    """The time in each zone, with its share."""
    bounds = [f"{bound:.0f}" for bound in zones.zones.bounds]
    ranges = [f"below {bounds[0]} /min"]
    ranges += [f"{begin} – {end} /min" for begin, end in itertools.pairwise(bounds)]
    ranges.append(f"from {bounds[-1]} /min")
    total = float(zones.seconds.sum())
    shares = (zones.seconds / total if total > 0 else np.zeros(len(zones.seconds))).tolist()
    rows = [
        (f"Zone {index + 1}", ranges[index], clock(seconds), f"{100 * shares[index]:.0f} %", bar(shares[index]))
        for index, seconds in enumerate(zones.seconds.tolist())
    ]
    return table(("", "Heart rate", "Time", "Share", ""), rows, note=f"Zones: {zones.method}.")


def power_table(analysis: WorkoutAnalysis) -> Markup | None:
    """The greatest mean power of each duration."""
    curve = analysis.power_curve
    if curve is None:
        return None
    most = float(curve.watts.max())
    rows = [
        (_duration(seconds), amount(watts, "W"), bar(watts / most if most > 0 else 0))
        for seconds, watts in zip(curve.seconds.tolist(), curve.watts.tolist(), strict=True)
    ]
    return table(("", "Power", ""), rows, note=f"Method: {curve.method}.")


def _duration(seconds: int) -> str:
    return f"{seconds} s" if seconds < 60 else f"{seconds / 60:g} min" if seconds < 3600 else f"{seconds / 3600:g} h"


def _speed(split: Split) -> float:
    seconds = split.elapsed_seconds if split.moving_seconds is None else split.moving_seconds
    return split.metres / seconds if split.metres and seconds else 0.0


def _beats(rate: float | None) -> str:
    return UNKNOWN if rate is None else amount(rate, "/min")


def _climb(change: float | None, units: Units) -> str:
    if change is None:
        return UNKNOWN
    whole = round(change / units.short)
    return f"{minus_text(f'{whole:+}') if whole else '0'} {units.short_name}"
