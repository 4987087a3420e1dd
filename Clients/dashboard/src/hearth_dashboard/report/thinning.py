"""Fewer points that draw the same line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from hearth.samples.columns import Floats, Integers


def extremes(columns: Integers, values: Floats) -> Integers:
    """The rows that draw a line of many points: in each column of pixels the first, the last, the least and the
    greatest one, in their order. `columns` ascend, and no value is NaN.

    Reference: Jugel, Jerzak, Hackenbroich, Markl, M4: A Visualization-Oriented Time Series Data Aggregation,
    Proceedings of the VLDB Endowment 7 (2014) 797-808.

    >>> extremes(np.array([0, 0, 0, 0, 0, 1]), np.array([3.0, 9, 4, 1, 5, 5])).tolist()
    [0, 1, 3, 4, 5]
    """
    if not len(columns):
        return np.empty(0, np.int64)
    begins = np.flatnonzero(np.concatenate([[True], columns[1:] != columns[:-1]]))
    ends = np.append(begins[1:], len(columns))
    group = np.repeat(np.arange(len(begins)), ends - begins)
    ordered = np.lexsort((values, group))
    found: Integers = np.unique(np.concatenate([begins, ends - 1, ordered[begins], ordered[ends - 1]]))
    return found


def apart(x: Floats, y: Floats, distance: float, most: int) -> Integers:
    """The rows of a line's points that are at least a distance from the last one of them, and its ends: at most
    `most` and the last one, evenly chosen where there would be more.

    >>> apart(np.array([0, 0.2, 1.5, 1.6, 1.7]), np.zeros(5), 1, 100).tolist()
    [0, 2, 4]
    """
    count = len(x)
    if count < 3:
        return np.arange(count)
    kept = [0]
    last_x, last_y = float(x[0]), float(y[0])
    # Each point that is kept depends on the one before, so that this is a loop.
    for row, (here_x, here_y) in enumerate(zip(x.tolist(), y.tolist(), strict=True)):
        if abs(here_x - last_x) >= distance or abs(here_y - last_y) >= distance:
            kept.append(row)
            last_x, last_y = here_x, here_y
    rows = np.array(kept)
    if len(rows) > most:
        rows = rows[np.linspace(0, len(rows) - 1, most).astype(np.int64)]
    found: Integers = np.unique(np.append(rows, count - 1))
    return found
