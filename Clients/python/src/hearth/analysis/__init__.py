"""What a workout was like: pure functions of numpy arrays, and `analyse_workout`, which reads what they need.

Each function says by which method it works and where that comes from, and its result names the method, so that a report
can print it. What is not known is None, or NaN in an array: absent is not 0. Statistics of days come from the server.

Times are `datetime64`, positions are degrees, and lengths are metres. Arrays may be in any order and have gaps,
repeated times and NaN. Wrong arguments raise `hearth.RequestError`, which names the field and never a value.
"""

from __future__ import annotations

from .distance import DistanceCurve, distance_of_samples, distance_of_track
from .efforts import EFFORT_DISTANCES, Effort, best_efforts
from .elevation import HYSTERESIS, Elevation, elevation_of_altitudes
from .geodesy import step_lengths
from .grade import GradeAdjusted, grade_adjusted, running_cost
from .holding import GAP_MAX
from .moving import MovingRule, MovingTime, moving_by_events, moving_by_speed
from .pauses import pauses_of_events
from .person import zones_of_person
from .power import (
    POWER_DURATIONS,
    NormalizedPower,
    PowerCurve,
    mean_maximal_power,
    normalized_power,
    watts_by_second,
)
from .readings import Readings, readings_of
from .record import WorkoutRecord, read_workout, workout_clauses
from .spans import NO_SPANS, Spans, make_spans
from .splits import KILOMETRE, MILE, Split, find_laps, find_splits, segment_difference
from .total_distance import Distance, workout_distances
from .track import ACCURACY_MAX, Track, make_track
from .workout_analysis import WorkoutAnalysis, analyse_record, analyse_workout
from .zones import (
    ZONE_FRACTIONS,
    Zones,
    ZoneTimes,
    maximum_rate_of_age,
    time_in_zones,
    zones_of_maximum,
    zones_of_reserve,
)

__all__ = [
    "ACCURACY_MAX",
    "EFFORT_DISTANCES",
    "GAP_MAX",
    "HYSTERESIS",
    "KILOMETRE",
    "MILE",
    "NO_SPANS",
    "POWER_DURATIONS",
    "ZONE_FRACTIONS",
    "Distance",
    "DistanceCurve",
    "Effort",
    "Elevation",
    "GradeAdjusted",
    "MovingRule",
    "MovingTime",
    "NormalizedPower",
    "PowerCurve",
    "Readings",
    "Spans",
    "Split",
    "Track",
    "WorkoutAnalysis",
    "WorkoutRecord",
    "ZoneTimes",
    "Zones",
    "analyse_record",
    "analyse_workout",
    "best_efforts",
    "distance_of_samples",
    "distance_of_track",
    "elevation_of_altitudes",
    "find_laps",
    "find_splits",
    "grade_adjusted",
    "make_spans",
    "make_track",
    "maximum_rate_of_age",
    "mean_maximal_power",
    "moving_by_events",
    "moving_by_speed",
    "normalized_power",
    "pauses_of_events",
    "read_workout",
    "readings_of",
    "running_cost",
    "segment_difference",
    "step_lengths",
    "time_in_zones",
    "watts_by_second",
    "workout_clauses",
    "workout_distances",
    "zones_of_maximum",
    "zones_of_person",
    "zones_of_reserve",
]
