"""The pauses of a workout, of its events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..enums import WorkoutEventType
from ..errors import ErrorCode, RequestError
from ..samples.times import TIME, TimesLike
from .arrays import moments
from .spans import Spans, make_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

_BEGINS = {WorkoutEventType.pause: "person", WorkoutEventType.motionPaused: "device"}
_ENDS = {WorkoutEventType.resume: "person", WorkoutEventType.motionResumed: "device"}


def pauses_of_events(types: Sequence[int], times: TimesLike, end: np.datetime64) -> Spans:
    """The pauses that events tell of, until the end of the workout.

    `types` are numbers of `hearth.enums.WorkoutEventType`; other events than those of pauses are passed over. The
    pauses that the person made (`pause` to `resume`) and those that the device noticed (`motionPaused` to
    `motionResumed`) are one where they overlap. A pause that nothing ends lasts until the end of the workout. These are
    the rules of HealthKit's `HKWorkoutBuilder`.

    >>> from hearth.enums import WorkoutEventType as Event
    >>> found = pauses_of_events(
    ...     [Event.pause, Event.resume],
    ...     ["2026-11-21T08:10", "2026-11-21T08:12"],
    ...     np.datetime64("2026-11-21T09:00"),
    ... )
    >>> found.seconds
    120.0
    """
    given = moments(times, "times")
    if len(types) != len(given):
        raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(types)} types for {len(given)} times.", "types")
    last = end.astype(TIME)
    starts, ends = [], []
    running: set[str] = set()
    begun = last
    for row in np.argsort(given, kind="stable").tolist():
        kind, moment = types[row], given[row]
        if moment >= last:
            break
        was_paused = bool(running)
        if kind in _BEGINS:
            running.add(_BEGINS[WorkoutEventType(kind)])
        elif kind in _ENDS:
            running.discard(_ENDS[WorkoutEventType(kind)])
        if running and not was_paused:
            begun = moment
        elif was_paused and not running:
            starts.append(begun)
            ends.append(moment)
    if running:
        starts.append(begun)
        ends.append(last)
    return make_spans(np.array(starts, TIME), np.array(ends, TIME))
