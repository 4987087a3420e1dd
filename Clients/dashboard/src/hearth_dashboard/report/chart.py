"""A chart of a series over the time of a workout.

Its line is drawn in an SVG that is stretched to the width of the page. The marks have no part in that, so that their
text has the same size on a phone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .markup import Markup, element, joined, number
from .scale import Scale, clock_step, drawable, marks, round_step
from .thinning import extremes
from .units import clock

if TYPE_CHECKING:
    from hearth.analysis import Spans
    from hearth.samples.columns import Floats, Integers

    from .series import Series

#: Of the stretched SVG.
WIDTH = 1000
HEIGHT = 150
#: Pixels left free above and below the line.
_MARGIN = 6
_MARKS_MAX = 5
_TIMES_MAX = 6
#: Paces that are this many times as slow as the middle one, or slower, are drawn at the edge.
_SLOWEST = 1.8


def chart(series: Series, elapsed: float, pauses: Spans, start: np.datetime64, behind: Series | None = None) -> Markup:
    """A series with its axes, and the same of another workout behind it; pauses are shaded. Without another one the
    chart has the cursor."""
    vertical = _vertical(series, behind)
    across = Scale(low=0, high=max(elapsed, 1e-9), begin=0, end=WIDTH)
    known = series.values[np.isfinite(series.values)]
    spread = f"{series.text(float(known.min()))} to {series.text(float(known.max()))}"
    plot = element(
        "svg",
        *_shades(pauses, start, across),
        *(_line(0, WIDTH, vertical.pixel(value)) for value in _marked(series, vertical)),
        None if behind is None else element("path", class_="line previous", d=line(behind, across, vertical)),
        element("path", class_=f"line {series.key}", d=line(series, across, vertical)),
        element("line", class_="cursor", x1="0", x2="0", y1="0", y2=str(HEIGHT), hidden=True)
        if behind is None
        else None,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        class_="plot",
        role="img",
        aria_label=f"{series.name} over time, from {spread}",
    )
    return element(
        "figure",
        element("figcaption", element("b", series.name), f" {spread}"),
        element("div", _values(series, vertical), plot, _times(across), class_="chart"),
    )


def line(series: Series, across: Scale, vertical: Scale) -> str:
    """The path of a series: four points at most for each column of pixels, and gaps where nothing is known."""
    rows = np.flatnonzero(np.isfinite(series.values) & (series.seconds >= across.low) & (series.seconds <= across.high))
    if not len(rows):
        return ""
    seconds = series.seconds[rows]
    x, y = across.at(seconds), vertical.at(vertical.clipped(series.values[rows]))
    # A part ends before a row that is far from the last one, and where rows between them are not known.
    parts = np.cumsum(np.concatenate([[False], (np.diff(seconds) > series.gap) | (np.diff(rows) > 1)]))
    if parts[-1] > WIDTH:
        # More gaps than pixels: none is seen.
        parts = np.zeros(len(parts), np.int64)
    columns: Integers = parts * (WIDTH + 1) + x.astype(np.int64)
    kept = extremes(columns, y)
    return path(x[kept], y[kept], parts[kept])


def path(x: Floats, y: Floats, parts: Integers) -> str:
    """The lines through points, of which each part has its own."""
    first = np.concatenate([[True], parts[1:] != parts[:-1]])
    alone = first & np.append(first[1:], True)
    return "".join(
        f"{'M' if begins else 'L'}{number(at)} {number(height)}{'h.1' if is_alone else ''}"
        for at, height, begins, is_alone in zip(x.tolist(), y.tolist(), first.tolist(), alone.tolist(), strict=True)
    )


def _vertical(series: Series, behind: Series | None) -> Scale:
    values = series.values if behind is None else np.concatenate([series.values, behind.values])
    known = values[np.isfinite(values)]
    low, high = drawable(float(known.min())), drawable(float(known.max()))
    if series.descends:
        high = max(min(high, float(np.median(known)) * _SLOWEST), low)
    # A line that is nearly level lies in the middle.
    pad = max((high - low) * 0.02, (series.span_min - (high - low)) / 2, abs(high) * 1e-9)
    low, high = low - pad, high + pad
    if series.descends:
        low, high = high, low
    return Scale(low=low, high=high, begin=HEIGHT - _MARGIN, end=_MARGIN)


def _marked(series: Series, vertical: Scale) -> list[float]:
    low, high = sorted((vertical.low, vertical.high))
    step = clock_step(high - low, _MARKS_MAX) if series.is_clock else round_step(high - low, _MARKS_MAX)
    return marks(low, high, step)


def _values(series: Series, vertical: Scale) -> Markup:
    """The marks at the left."""
    texts = (
        element("text", series.mark(value), x="100%", y=vertical.pixel(value), dx="-6", dy="4")
        for value in _marked(series, vertical)
    )
    return element("svg", *texts, class_="values", aria_hidden="true")


def _times(across: Scale) -> Markup:
    """The marks below."""
    step = clock_step(across.high, _TIMES_MAX)
    texts = []
    for second in marks(0, across.high, step):
        share = 100 * second / across.high
        anchor = "start" if share < 3 else "end" if share > 97 else "middle"
        texts.append(element("text", clock(second), x=f"{share:.2f}%", y="14", text_anchor=anchor))
    return element("svg", *texts, class_="times", aria_hidden="true")


def _shades(pauses: Spans, start: np.datetime64, across: Scale) -> list[Markup]:
    begins = across.at((pauses.starts - start) / np.timedelta64(1, "s"))
    ends = across.at((pauses.ends - start) / np.timedelta64(1, "s"))
    if len(begins) > WIDTH:
        begins, ends = joined_pixels(begins, ends)
    return [
        element("rect", class_="pause", x=begin, y="0", width=end - begin, height=str(HEIGHT))
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]


def joined_pixels(begins: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """Spans of whole pixels that cover these, which begin in order: no more than there are pixels.

    >>> [one.tolist() for one in joined_pixels(np.array([0.2, 0.4, 3.5]), np.array([0.3, 1.5, 3.6]))]
    [[0.0, 3.0], [2.0, 4.0]]
    """
    first, last = np.floor(begins), np.maximum.accumulate(np.ceil(ends))
    begin = np.concatenate([[True], first[1:] > last[:-1]])
    return first[begin], last[np.append(begin[1:], True)]


def _line(begin: float, end: float, y: float) -> Markup:
    return element("path", class_="grid", d=f"M{number(begin)} {number(y)}H{number(end)}")


def charts(series: list[Series], elapsed: float, pauses: Spans, start: np.datetime64) -> Markup:
    """All charts, one below the other, with the same times."""
    return joined(*(chart(one, elapsed, pauses, start) for one in series))
