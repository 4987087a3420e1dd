"""A chart of buckets: bars of what adds up, ranges with their averages of what does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..report.markup import Markup, element, number
from ..report.scale import Scale, drawable, marks, round_step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hearth.samples.columns import Floats

WIDTH, HEIGHT = 1000, 150
_MARKS_MAX = 5
#: Of the width of a bucket.
_GAP = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Buckets:
    """What a chart shows; NaN where nothing was recorded."""

    #: What is drawn, and of when.
    name: str
    of: str
    values: Floats
    #: The least and the greatest value of each bucket. None: the values add up.
    lows: Floats | None = None
    highs: Floats | None = None
    #: The values of the period before.
    previous: Floats | None = None
    trend: Floats | None = None
    #: What a bucket is called, and what is written below some of them.
    names: Sequence[str]
    labels: dict[int, str]
    text: Callable[[float], str]


def bucket_chart(buckets: Buckets) -> Markup:
    """The chart with its axes and what its lines mean."""
    upward = _scale(buckets)
    step = round_step(upward.high - upward.low, _MARKS_MAX)
    grid = marks(upward.low, upward.high, step)
    drawn = (
        *(_bars(buckets, upward) if buckets.lows is None else _ranges(buckets, upward)),
        _line("previous", buckets.previous, len(buckets.values), upward),
        _line("trend", buckets.trend, len(buckets.values), upward),
        *_hits(buckets),
    )
    values = {one: f"{one:,g}" for one in grid}
    chart = on_grid(drawn, values, _labels(buckets), upward, f"{buckets.name}, {buckets.of}")
    return element("figure", element("figcaption", element("b", buckets.name)), chart, _legend(buckets))


def on_grid(
    drawn: Iterable[Markup | None], values: dict[float, str], labels: Markup, upward: Scale, description: str
) -> Markup:
    """What is drawn, with a line and a text for each value of the axis, above the labels."""
    plot = element(
        "svg",
        *(element("path", class_="grid", d=f"M0 {upward.pixel(one):.1f}H{WIDTH}") for one in values),
        *drawn,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        class_="plot",
        role="img",
        aria_label=description,
    )
    texts = (element("text", text, x="100%", y=upward.pixel(one), dx="-6", dy="4") for one, text in values.items())
    axis = element("svg", *texts, class_="values", aria_hidden="true")
    return element("div", axis, plot, labels, class_="chart buckets-chart")


def _scale(buckets: Buckets) -> Scale:
    columns = [buckets.values, buckets.lows, buckets.highs, buckets.previous, buckets.trend]
    known = np.concatenate([column[np.isfinite(column)] for column in columns if column is not None])
    if not len(known):
        return Scale(low=0, high=1, begin=HEIGHT, end=0)
    low, high = drawable(float(known.min())), drawable(float(known.max()))
    if buckets.lows is None:
        return Scale(low=min(low, 0.0), high=(max(high, 0.0) or 1.0) * 1.05, begin=HEIGHT, end=0)
    pad = (high - low) * 0.08 or max(abs(high) * 0.1, 1.0)
    return Scale(low=low - pad, high=high + pad, begin=HEIGHT, end=0)


def _bars(buckets: Buckets, upward: Scale) -> list[Markup]:
    width = WIDTH / len(buckets.values)
    zero = upward.pixel(0)
    drawn = []
    for row, value in enumerate(buckets.values.tolist()):
        if np.isfinite(value):
            top, bottom = sorted((upward.pixel(value), zero))
            drawn.append(_rect("buckets", (row + _GAP) * width, top, width * (1 - 2 * _GAP), bottom))
    return drawn


def _ranges(buckets: Buckets, upward: Scale) -> list[Markup]:
    assert buckets.lows is not None
    assert buckets.highs is not None
    width = WIDTH / len(buckets.values)
    drawn = [
        _rect("band", (row + _GAP) * width, upward.pixel(high) - 1, width * (1 - 2 * _GAP), upward.pixel(low) + 1)
        for row, (low, high) in enumerate(zip(buckets.lows.tolist(), buckets.highs.tolist(), strict=True))
        if np.isfinite(low)
    ]
    drawn += [
        element(
            "path",
            class_="line average",
            d=f"M{number((row + _GAP) * width)} {number(upward.pixel(value))}h{number(width * (1 - 2 * _GAP))}",
        )
        for row, value in enumerate(buckets.values.tolist())
        if np.isfinite(value)
    ]
    return drawn


def _rect(kind: str, x: float, top: float, width: float, bottom: float) -> Markup:
    return element("rect", class_=kind, x=x, y=top, width=width, height=max(bottom - top, 0.0))


def _line(kind: str, column: Floats | None, count: int, upward: Scale) -> Markup | None:
    """A line through the middles of the buckets, with gaps where nothing is known."""
    if column is None:
        return None
    width = WIDTH / count
    path, is_open = "", False
    for row, value in enumerate(column[:count].tolist()):
        known = bool(np.isfinite(value))
        if known:
            path += f"{'L' if is_open else 'M'}{number((row + 0.5) * width)} {number(upward.pixel(value))}"
            # A point alone is seen, too.
            path += "" if is_open else "h.1"
        is_open = known
    return element("path", class_=f"line {kind}", d=path) if path else None


def _hits(buckets: Buckets) -> list[Markup]:
    """What is said about a bucket to a pointer that rests on it."""
    width = WIDTH / len(buckets.values)
    return [
        element(
            "rect",
            element("title", f"{buckets.names[row]}: {_said(buckets, row)}"),
            class_="hit",
            x=row * width,
            y="0",
            width=width,
            height=str(HEIGHT),
        )
        for row, value in enumerate(buckets.values.tolist())
        if np.isfinite(value)
    ]


def _said(buckets: Buckets, row: int) -> str:
    text = buckets.text(float(buckets.values[row]))
    if buckets.lows is None or buckets.highs is None:
        return text
    return f"{text} on average, {buckets.text(float(buckets.lows[row]))} to {buckets.text(float(buckets.highs[row]))}"


def _labels(buckets: Buckets) -> Markup:
    count = len(buckets.values)
    texts = (
        element("text", label, x=f"{100 * (row + 0.5) / count:.2f}%", y="14", text_anchor="middle")
        for row, label in buckets.labels.items()
    )
    return element("svg", *texts, class_="times", aria_hidden="true")


def _legend(buckets: Buckets) -> Markup | None:
    named = {"previous": ("previous period", buckets.previous), "trend": ("median of 28 days", buckets.trend)}
    shown = {kind: text for kind, (text, column) in named.items() if column is not None and np.isfinite(column).any()}
    if not shown:
        return None
    return element(
        "ul",
        *(
            element("li", element("svg", element("path", class_=f"line {kind}", d="M0 6H26"), aria_hidden="true"), text)
            for kind, text in shown.items()
        ),
        class_="legend",
    )
