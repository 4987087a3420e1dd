"""The activity of a day as rings: how much of each goal was reached.

The store keeps no goals. Those of exercise and standing are the ones that HealthKit begins with; what a person moves is
measured against the median of the days before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from hearth.predicates import between
from hearth.types import activeEnergyBurned, appleExerciseTime, appleStandHour

from ..report.details import local
from ..report.markup import element
from ..report.units import amount
from .frame import panel
from .quantities import quantity_text
from .type import main_values, statistics_of
from .visit import day_after

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from hearth import Samples

    from ..report.markup import Markup
    from .visit import Visit

_EXERCISE_GOAL, _STAND_GOAL = 30.0, 12.0
#: Days of which the median is the goal, and the fewest of them with data.
_DAYS, _DAYS_MIN = 28, 7
_SIZE, _WIDTH, _GAP = 160, 16.0, 3.0
_STOOD = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A goal, and what was reached of it."""

    name: str
    key: str
    value: float
    goal: float
    text: str
    goal_text: str

    @property
    def share(self) -> float:
        """1 when the goal is reached; it may be more."""
        return self.value / self.goal


def rings(visit: Visit, day: date, newest: dict[str, Samples]) -> Markup | None:
    """The rings of what was recorded on the day. None: nothing was."""
    shown = [*_energy(visit, day, newest), *_exercise(visit, day, newest), *_stood(visit, day)]
    if not shown:
        return None
    rows = [
        element(
            "li",
            element("svg", element("circle", cx="6", cy="6", r="5"), class_=f"mark {ring.key}", aria_hidden="true"),
            element("b", ring.name),
            element("span", f"{ring.text} of {ring.goal_text}"),
            element("span", amount(100 * ring.share, "%")),
        )
        for ring in shown
    ]
    whole = element("div", _drawn(shown), element("ul", *rows), class_="rings")
    return panel("Activity", whole)


def _drawn(shown: list[Ring]) -> Markup:
    """The first one outside. What is more than a goal is a full ring: the number says how much."""
    middle = str(_SIZE // 2)
    circles = []
    for place, ring in enumerate(shown):
        radius = _SIZE / 2 - _WIDTH / 2 - place * (_WIDTH + _GAP)
        for kind, length in (("track", 100.0), ("ring", 100 * min(ring.share, 1.0))):
            if length > 0:
                circles.append(
                    element(
                        "circle",
                        class_=f"{kind} {ring.key}",
                        cx=middle,
                        cy=middle,
                        r=radius,
                        pathLength="100",
                        stroke_dasharray=f"{length:.1f} 100" if length < 100 else None,
                        stroke_width=_WIDTH,
                        transform=f"rotate(-90 {middle} {middle})",
                    )
                )
    said = ", ".join(f"{ring.name} {amount(100 * ring.share, '%')}" for ring in shown)
    return element("svg", *circles, viewBox=f"0 0 {_SIZE} {_SIZE}", role="img", aria_label=said)


def _energy(visit: Visit, day: date, newest: dict[str, Samples]) -> Iterator[Ring]:
    if activeEnergyBurned not in newest:
        return
    begin = visit.time(day_after(day, -_DAYS))
    days = statistics_of(visit, activeEnergyBurned, begin, visit.time(day_after(day, 1)), "1D")
    values = main_values(days)
    before = values[:-1][np.isfinite(values[:-1]) & (values[:-1] > 0)]
    if np.isfinite(values[-1]) and len(before) >= _DAYS_MIN:
        value, goal = float(values[-1]), float(np.median(before))
        goal_text = f"{quantity_text(goal, days.unit)}, the median of {_DAYS} days"
        yield Ring(
            name="Move", key="move", value=value, goal=goal, text=quantity_text(value, days.unit), goal_text=goal_text
        )


def _exercise(visit: Visit, day: date, newest: dict[str, Samples]) -> Iterator[Ring]:
    if appleExerciseTime not in newest:
        return
    found = statistics_of(visit, appleExerciseTime, visit.time(day), visit.time(day_after(day, 1)), "1D")
    value = float(main_values(found)[0])
    if np.isfinite(value):
        text, goal_text = (quantity_text(one, found.unit) for one in (value, _EXERCISE_GOAL))
        yield Ring(name="Exercise", key="exercise", value=value, goal=_EXERCISE_GOAL, text=text, goal_text=goal_text)


def _stood(visit: Visit, day: date) -> Iterator[Ring]:
    found = visit.client.read(appleStandHour, between(visit.time(day), visit.time(day_after(day, 1))))
    if not len(found):
        return
    # Several apps may have recorded the same hour.
    hours = {local(found.starts[row], visit.zone).hour for row in np.flatnonzero(found.values == _STOOD).tolist()}
    yield Ring(
        name="Stand",
        key="stand",
        value=float(len(hours)),
        goal=_STAND_GOAL,
        text=f"{len(hours)} h",
        goal_text=f"{_STAND_GOAL:.0f} h",
    )
