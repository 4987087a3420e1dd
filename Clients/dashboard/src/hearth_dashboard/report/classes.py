"""The classes of values that colours stand for."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from hearth.analysis import WorkoutAnalysis
    from hearth.samples.columns import Floats, Integers

    from .series import Series

#: How many there are. What is not known has a class of its own after them.
CLASSES = 5
#: Of a value: the least width of all ranges together.
_SPREAD_MIN = 0.1


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Classes:
    """Ranges of values from the easiest to the hardest, and what each is called."""

    bounds: Floats
    #: Whether smaller values are harder, as with a pace.
    descends: bool
    texts: list[str]
    #: When the workout started.
    start: np.datetime64

    def of(self, values: Floats) -> Integers:
        """The class of each value."""
        found = np.searchsorted(self.bounds, values, side="right")
        if self.descends:
            found = len(self.bounds) - found
        classes: Integers = np.where(np.isfinite(values), found, CLASSES)
        return classes


def classes_of(analysis: WorkoutAnalysis, series: Series) -> Classes:
    """The zones of a heart rate where there are five of them; else five ranges of the same width, of which the outer
    ones also hold the twentieth of the values at each end."""
    zones = None if analysis.zones is None or series.key != "heart" else analysis.zones.zones
    if zones is not None and len(zones.bounds) == CLASSES - 1:
        bounds = np.array(zones.bounds)
        names = [f"Zone {index + 1}: " for index in range(CLASSES)]
    else:
        low, high = np.quantile(series.values[np.isfinite(series.values)], [0.05, 0.95]).tolist()
        # Of a value that hardly changes the ranges are those around it.
        if high - low < _SPREAD_MIN * abs(high):
            low, high = low * (1 - _SPREAD_MIN), high * (1 + _SPREAD_MIN)
        bounds = np.linspace(low, high, CLASSES + 1)[1:-1]
        names = [""] * CLASSES
    edges = [series.text(bound) for bound in bounds.tolist()]
    texts = [f"below {edges[0]}", *(f"{begin.split()[0]} – {end}" for begin, end in itertools.pairwise(edges))]
    texts.append(f"from {edges[-1]}")
    if series.descends:
        texts.reverse()
    return Classes(
        bounds=bounds,
        descends=series.descends,
        texts=[name + text for name, text in zip(names, texts, strict=True)],
        start=analysis.record.start,
    )
