"""The map of a route: its line on a plain grid, coloured by how fast it was or by the heart rate.

There is a map of streets below it only when a person asks for one: requests for its tiles tell where people live.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .classes import CLASSES, Classes, classes_of
from .markup import Markup, element, joined, number
from .scale import marks, round_step
from .thinning import apart
from .tiles import tile_images

if TYPE_CHECKING:
    import numpy.typing as npt
    from hearth.analysis import DistanceCurve, Track, WorkoutAnalysis
    from hearth.samples.columns import Floats, Integers
    from hearth.samples.times import Times

    from .series import Series
    from .tiles import Tiles
    from .units import Units

WIDTH = 800.0
_HEIGHT_MIN, _HEIGHT_MAX = 320.0, 640.0
_MARGIN = 40.0
#: Pixels: points of the line that are nearer to each other are not drawn.
_APART = 1.0
#: Of the line, so that a map stays small.
_POINTS_MAX = 8000
#: Seconds: positions that are further apart are not joined, unless most of them are.
_GAP = 60.0
#: Metres: no map is smaller.
_SPAN_MIN = 20.0
_GRID_MAX = 8
_MARKS_MAX = 15
#: Pixels of the name of an end, as large as it is on a phone: nearer names are one below the other.
_NAME_WIDTH, _NAME_HEIGHT = 120.0, 32.0
#: Metres of a degree of latitude.
_DEGREE = 111_195.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Canvas:
    """Where the positions of a track are drawn. North is up, and a metre is as long in each direction."""

    times: Times
    x: Floats
    y: Floats
    height: float
    #: Pixels of a metre.
    scale: float
    #: The degrees of the left and of the upper edge.
    west: float
    north: float
    #: How much shorter a degree of longitude is than one of latitude.
    narrowing: float

    @property
    def degree_y(self) -> float:
        """Pixels of a degree of latitude."""
        return _DEGREE * self.scale

    @property
    def degree_x(self) -> float:
        """Pixels of a degree of longitude."""
        return self.degree_y * self.narrowing

    def at(self, times: Times) -> tuple[Floats, Floats]:
        """The place at each time, between two positions on a straight line."""
        origin = self.times[0]
        seconds, known = (times - origin) / np.timedelta64(1, "s"), (self.times - origin) / np.timedelta64(1, "s")
        return np.interp(seconds, known, self.x), np.interp(seconds, known, self.y)


def canvas_of(track: Track) -> Canvas:
    """The canvas of a track that has positions."""
    # A track over the antimeridian goes on at the other side.
    east = np.unwrap(track.longitudes, period=360.0)
    north = track.latitudes
    middle = (north.min() + north.max()) / 2
    # At a pole a degree would have no length.
    narrowing = max(float(np.cos(np.radians(middle))), 1e-9)
    x, y = (east - east.min()) * _DEGREE * narrowing, (north.max() - north) * _DEGREE
    wide, high = max(float(x.max()), _SPAN_MIN), max(float(y.max()), _SPAN_MIN)
    scale = min((WIDTH - 2 * _MARGIN) / wide, (_HEIGHT_MAX - 2 * _MARGIN) / high)
    height = max(_HEIGHT_MIN, high * scale + 2 * _MARGIN)
    left, top = float(WIDTH - x.max() * scale) / 2, float(height - y.max() * scale) / 2
    return Canvas(
        times=track.times,
        x=left + x * scale,
        y=top + y * scale,
        height=height,
        scale=scale,
        west=float(east.min()) - left / (_DEGREE * narrowing * scale),
        north=float(north.max()) + top / (_DEGREE * scale),
        narrowing=narrowing,
    )


def route_map(
    analysis: WorkoutAnalysis, track: Track, series: list[Series], units: Units, tiles: Tiles | None
) -> Markup:
    """The map with a layer and a legend for each series that can colour it."""
    canvas = canvas_of(track)
    rows = apart(canvas.x, canvas.y, _APART, _POINTS_MAX)
    layers = [(one, classes_of(analysis, one)) for one in series if one.key in ("speed", "heart")]
    (whole,) = lines(canvas, track, rows, np.zeros(len(rows), np.int64), 1)
    picture = element(
        "svg",
        None if tiles is None else tile_images(tiles, canvas, WIDTH),
        _grid(canvas, units, has_lines=tiles is None),
        element("path", class_="casing" if layers else "plain", d=whole),
        *(_layer(canvas, track, rows, one, classes) for one, classes in layers),
        _distances(canvas, analysis.curve, units),
        _ends(canvas),
        element("circle", class_="cursor", r="8", hidden=True),
        viewBox=f"0 0 {number(WIDTH)} {number(canvas.height)}",
        class_="map",
        role="img",
        aria_label=f"The route on a {'grid' if tiles is None else 'map'}, north up",
    )
    choices = [
        joined(
            element("input", type="radio", name="colour", id=f"by-{one.key}", checked=index == 0),
            element("label", one.name, for_=f"by-{one.key}"),
        )
        for index, (one, _) in enumerate(layers)
    ]
    legends = [_legend(track, one, classes) for one, classes in layers]
    said = None if tiles is None else element("p", f"Map: {tiles.attribution}", class_="note")
    return element("div", *choices, picture, said, *legends, class_="route")


def _classes(track: Track, series: Series, classes: Classes) -> Integers:
    """The class of each position."""
    return classes.of(series.at((track.times - classes.start) / np.timedelta64(1, "s")))


def _layer(canvas: Canvas, track: Track, rows: Integers, series: Series, classes: Classes) -> Markup:
    paths = lines(canvas, track, rows, _classes(track, series, classes)[rows], CLASSES + 1)
    drawn = (element("path", class_=f"class{index}", d=path) for index, path in enumerate(paths) if path)
    return element("g", *drawn, class_=f"layer {series.key}")


def lines(canvas: Canvas, track: Track, rows: Integers, classes: Integers, count: int) -> list[str]:
    """The path of each class. A step has the class of its end, and none leads over a pause or a gap."""
    breaks = np.concatenate([[0], np.cumsum(_breaks(track))])
    joins = breaks[rows[1:]] == breaks[rows[:-1]]
    texts = [f"{number(x)} {number(y)}" for x, y in zip(canvas.x[rows].tolist(), canvas.y[rows].tolist(), strict=True)]
    paths: list[list[str]] = [[] for _ in range(count)]
    last = -1
    for row, (join, kind) in enumerate(zip(joins.tolist(), classes[1:].tolist(), strict=True)):
        if not join:
            last = -1
            continue
        paths[kind].append(f"L{texts[row + 1]}" if kind == last else f"M{texts[row]}L{texts[row + 1]}")
        last = kind
    return ["".join(path) for path in paths]


def _breaks(track: Track) -> npt.NDArray[np.bool_]:
    """Whether each position is not joined to the next one: a pause or a gap lies between them."""
    seconds = np.diff(track.times) / np.timedelta64(1, "s")
    gap = max(_GAP, 3 * float(np.median(seconds)))
    found: npt.NDArray[np.bool_] = (seconds > gap) | (
        track.pauses.seconds_within(track.times[:-1], track.times[1:]) > 0
    )
    return found


def _legend(track: Track, series: Series, classes: Classes) -> Markup:
    """What each colour stands for; the last one only where something is not known."""
    texts = list(classes.texts)
    if (_classes(track, series, classes) == CLASSES).any():
        texts.append("not known")
    entries = (
        element("li", element("svg", element("rect", class_=f"class{index}", width="100%", height="100%")), text)
        for index, text in enumerate(texts)
    )
    return element("ul", *entries, class_=f"legend {series.key}")


def _grid(canvas: Canvas, units: Units, *, has_lines: bool) -> Markup:
    step = round_step(WIDTH / canvas.scale / units.short, _GRID_MAX) * units.short
    name, length = units.short_name, step / units.short
    if step >= units.long:
        step = round_step(WIDTH / canvas.scale / units.long, _GRID_MAX) * units.long
        name, length = units.long_name, step / units.long
    pixels = step * canvas.scale
    down = "".join(f"M{number(x)} 0V{number(canvas.height)}" for x in marks(0, WIDTH, pixels))
    across = "".join(f"M0 {number(y)}H{number(WIDTH)}" for y in marks(0, canvas.height, pixels))
    bar = f"M12 {number(canvas.height - 18)}v6h{number(pixels)}v-6"
    return joined(
        element("path", class_="grid", d=down + across) if has_lines else None,
        element("path", class_="bar", d=bar),
        element("text", f"{length:g} {name}", class_="bar", x="16", y=canvas.height - 20),
        element("text", "N ↑", class_="north", x=WIDTH - 12, y="24"),
    )


def _distances(canvas: Canvas, curve: DistanceCurve | None, units: Units) -> Markup | None:
    """A mark at each kilometre or mile, or at fewer of them where the route is long."""
    if curve is None or curve.total < units.long:
        return None
    step = max(1.0, round_step(curve.total / units.long, _MARKS_MAX))
    counted = marks(step, curve.total / units.long, step)
    x, y = canvas.at(curve.times_at(np.array(counted) * units.long))
    found = (
        joined(
            element("circle", cx=at, cy=height, r="3"),
            element("text", f"{count:g}", x=at + 6, y=height - 6),
        )
        for count, at, height in zip(counted, x.tolist(), y.tolist(), strict=True)
    )
    return element("g", *found, class_="distances")


def _ends(canvas: Canvas) -> Markup:
    """A triangle at the start and a square at the end, with their names."""
    first, last = (float(canvas.x[0]), float(canvas.y[0])), (float(canvas.x[-1]), float(canvas.y[-1]))
    near = abs(first[0] - last[0]) < _NAME_WIDTH and abs(first[1] - last[1]) < _NAME_HEIGHT
    return element(
        "g",
        element("path", d=f"M{number(last[0] - 6)} {number(last[1] - 6)}h12v12h-12z"),
        element("path", d=f"M{number(first[0] - 6)} {number(first[1] - 8)}l14 8l-14 8z"),
        _name("Start", first[0], first[1] + 5),
        _name("End", last[0], last[1] + (_NAME_HEIGHT if near else 5)),
        class_="ends",
    )


def _name(text: str, x: float, y: float) -> Markup:
    """Beside a mark, on the side where there is room."""
    is_left = x > WIDTH - _NAME_WIDTH
    return element("text", text, x=x + (-12 if is_left else 12), y=y, text_anchor="end" if is_left else None)
