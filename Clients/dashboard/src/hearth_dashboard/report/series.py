"""What a report draws over time: speed, heart rate, altitude, power and cadence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from hearth.analysis import GAP_MAX

from .units import Rate, amount, minus_text, rate_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from hearth.analysis import DistanceCurve, Readings, Spans, WorkoutAnalysis
    from hearth.samples.columns import Floats
    from hearth.samples.times import Times

    from .units import Units

#: Seconds over which a speed is measured.
SPEED_WINDOW = 30.0
#: Metres a second: slower is standing, whose pace is not shown.
_STANDING = 0.3
#: Times at which a speed is computed, at most.
_SPEEDS_MAX = 4000
_SECOND = np.timedelta64(1, "s")
#: The least difference between the ends of an axis: seconds of a pace, units in an hour of a speed, metres, and beats,
#: watts and turns of the readings.
_PACE_SPAN_MIN, _SPEED_SPAN_MIN, _ALTITUDE_SPAN_MIN = 10.0, 1.0, 5.0
_SPANS_MIN = {"heart": 5.0, "power": 5.0, "cadence": 5.0}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Series:
    """Numbers over the time of a workout."""

    name: str
    #: A short name of its own, for classes of CSS.
    key: str
    #: Since the start of the workout, strictly ascending.
    seconds: Floats
    #: In the unit that is shown; NaN: not known.
    values: Floats
    #: A value with its unit.
    text: Callable[[float], str]
    #: A value without its unit, for the marks of an axis.
    mark: Callable[[float], str]
    #: Whether it counts seconds, so that its marks are those of a clock.
    is_clock: bool = False
    #: Whether smaller values are above, as with a pace.
    descends: bool = False
    #: Seconds: points that are further apart are not joined.
    gap: float
    #: The least difference between the ends of its axis: less is the noise of a device, and looks like nothing much.
    span_min: float

    def at(self, seconds: Floats) -> Floats:
        """The value that holds at each time; NaN: none was known shortly before it."""
        rows = np.searchsorted(self.seconds, seconds, side="right") - 1
        held = (rows >= 0) & (seconds - self.seconds[np.maximum(rows, 0)] <= self.gap)
        found: Floats = np.where(held, self.values[np.maximum(rows, 0)], np.nan)
        return found


def series_of(analysis: WorkoutAnalysis, units: Units) -> list[Series]:
    """All that is known of a workout, in the order in which it is shown."""
    record = analysis.record
    rate = rate_of(record.activity_type, units)
    start = record.start
    found = [None if analysis.curve is None else speeds(analysis, analysis.curve, rate)]
    found.append(_readings("Heart rate", "heart", "/min", record.readings("heartRate"), start))
    track = analysis.track
    if track is not None and np.isfinite(track.altitudes).any():
        seconds = _since(track.times, start)
        altitudes = track.altitudes / units.short
        least = _ALTITUDE_SPAN_MIN / units.short
        found.append(_series("Altitude", "altitude", units.short_name, seconds, altitudes, span_min=least))
    powers = (record.readings(name) for name in ("cyclingPower", "runningPower"))
    found.append(_readings("Power", "power", "W", next((one for one in powers if one), None), start))
    found.append(_readings("Cadence", "cadence", "/min", record.readings("cyclingCadence"), start))
    return [series for series in found if series is not None and np.isfinite(series.values).any()]


def speeds(analysis: WorkoutAnalysis, curve: DistanceCurve, rate: Rate) -> Series:
    """The pace or speed: at each time the distance of half a window before it and half a window after it, over the
    time of them without pauses."""
    elapsed = analysis.elapsed_seconds
    step = max(1.0, elapsed / _SPEEDS_MAX)
    seconds = np.arange(0, elapsed + 1e-9, step)
    found = speeds_at(analysis.record.start + _nanoseconds(seconds), curve, analysis.pauses)
    values = np.array([rate.of(speed) if speed >= _STANDING else np.nan for speed in found.tolist()])
    if not rate.is_pace:
        values = found * 3600 / rate.metres
    return Series(
        name=rate.name,
        key="speed",
        seconds=seconds,
        values=values,
        text=rate.text,
        mark=lambda value: rate.text(value).split()[0],
        is_clock=rate.is_pace,
        descends=rate.is_pace,
        gap=max(GAP_MAX, 2 * step),
        span_min=_PACE_SPAN_MIN if rate.is_pace else _SPEED_SPAN_MIN,
    )


def speeds_at(times: Times, curve: DistanceCurve, pauses: Spans) -> Floats:
    """Metres a second at each time; NaN: in a pause, or outside of the distance."""
    half = _nanoseconds(np.array(SPEED_WINDOW / 2))
    begins = np.clip(times - half, curve.times[0], curve.times[-1])
    ends = np.clip(times + half, curve.times[0], curve.times[-1])
    lengths = (ends - begins) / _SECOND - pauses.seconds_within(begins, ends)
    unknown = (lengths < SPEED_WINDOW / 8) | (times < curve.times[0]) | (times > curve.times[-1])
    # Where a pause begins, the person still moves.
    unknown |= pauses.hold(times) & ~np.isin(times, pauses.starts)
    metres = curve.metres_at(ends) - curve.metres_at(begins)
    found: Floats = np.divide(metres, lengths, out=np.full(len(times), np.nan), where=~unknown)
    return found


def _readings(name: str, key: str, unit: str, readings: Readings | None, start: np.datetime64) -> Series | None:
    if readings is None:
        return None
    order = np.argsort(readings.starts, kind="stable")
    seconds, values = _since(readings.starts[order], start), readings.values[order]
    # Of several at the same time the last one counts.
    last = np.append(seconds[1:] > seconds[:-1], True)
    return _series(name, key, unit, seconds[last], values[last], span_min=_SPANS_MIN[key])


def _series(name: str, key: str, unit: str, seconds: Floats, values: Floats, *, span_min: float) -> Series:
    known = np.isfinite(values)
    seconds, values = seconds[known], values[known]
    usual = float(np.median(np.diff(seconds))) if len(seconds) > 1 else 0.0
    return Series(
        name=name,
        key=key,
        seconds=seconds,
        values=values,
        text=lambda value: amount(value, unit),
        mark=lambda value: minus_text(f"{value:g}"),
        gap=max(GAP_MAX, 3 * usual),
        span_min=span_min,
    )


def _since(times: Times, start: np.datetime64) -> Floats:
    seconds: Floats = (times - start) / _SECOND
    return seconds


def _nanoseconds(seconds: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.timedelta64]]:
    return np.rint(seconds * 1e9).astype("m8[ns]")
