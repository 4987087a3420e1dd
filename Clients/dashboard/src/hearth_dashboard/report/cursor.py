"""What the cursor shows at each moment: one moment in all charts and on the map."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from .markup import Markup, element, joined
from .units import clock

if TYPE_CHECKING:
    from hearth.analysis import WorkoutAnalysis

    from .route_map import Canvas
    from .series import Series

#: The moments at which the cursor can be.
MOMENTS = 601


def cursor(analysis: WorkoutAnalysis, series: list[Series], canvas: Canvas | None) -> Markup:
    """A slider that a keyboard can move, and the texts of each moment. A script shows them; without it there is no
    cursor."""
    seconds = np.linspace(0, analysis.elapsed_seconds, MOMENTS)
    points: list[list[float]] = []
    if canvas is not None:
        times = analysis.record.start + np.rint(seconds * 1e9).astype("m8[ns]")
        points = np.stack([*canvas.at(times)], axis=1).round(1).tolist()
    data = {
        "times": [clock(second) for second in seconds.tolist()],
        "series": [[one.text(value) for value in one.at(seconds).tolist()] for one in series],
        "points": points,
    }
    slider = element(
        "input", type="range", id="cursor", min="0", max=str(MOMENTS - 1), value="0", aria_label="Time in the workout"
    )
    outputs = (element("span", f"{one.name} ", element("output", class_=one.key), class_="reading") for one in series)
    readout = element("p", element("output", class_="time"), *outputs, aria_live="off")
    # Nothing that was saved ends the element: "<" is written as JSON can have it.
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    return joined(
        element("div", slider, readout, id="panel", hidden=True),
        element("script", Markup(text), type="application/json", id="moments"),
    )
