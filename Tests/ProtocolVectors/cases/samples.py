"""Valid samples for cases to spoil: each function gives the fields of a SampleColumns, with some replaced."""

from __future__ import annotations

from cases.case import Fields, client
from columns import float64s, int64s, times, uint32s, uuids

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
STEP_COUNT = "HKQuantityTypeIdentifierStepCount"
BODY_MASS = "HKQuantityTypeIdentifierBodyMass"
WALKING_SPEED = "HKQuantityTypeIdentifierWalkingSpeed"
SLEEP = "HKCategoryTypeIdentifierSleepAnalysis"
BLOOD_PRESSURE = "HKCorrelationTypeIdentifierBloodPressure"
WORKOUT = "HKWorkoutTypeIdentifier"

START = "2024-03-01T07:00:00Z"
MIDDLE = "2024-03-01T07:30:00Z"
END = "2024-03-01T08:00:00Z"
BEFORE = "2024-03-01T06:59:59.999999999Z"
AFTER = "2024-03-01T08:00:00.000000001Z"


def save(*columns: Fields) -> Fields:
    return client({"save": {"columns": columns}})


def _one_hour(sample_type: str, payload: str, contents: Fields, replaced: Fields) -> Fields:
    return {
        "type": sample_type,
        "uuids": uuids(1),
        "starts": times(START),
        "ends": times(END),
        payload: contents,
        **replaced,
    }


def heart_rates(replaced: Fields = {}, **quantity: object) -> Fields:
    """Two heart rates at two moments."""
    contents = {"values": float64s(62.0, 63.0), "unit": "count/min", **quantity}
    return {"type": HEART_RATE, "uuids": uuids(1, 2), "starts": times(START, MIDDLE), "quantity": contents, **replaced}


def walking_speed(**quantity: object) -> Fields:
    """A condensed walking speed of an hour, without points."""
    contents = {"values": float64s(1.25), "unit": "m/s", "counts": int64s(2), **quantity}
    return _one_hour(WALKING_SPEED, "quantity", contents, {})


def step_series(points: Fields = {}, **quantity: object) -> Fields:
    """Two steps counts that are condensed into one, with their points."""
    all_points = {"lengths": uint32s(2), "starts": times(START, MIDDLE), "values": float64s(300.0, 200.0), **points}
    contents = {"values": float64s(500.0), "unit": "count", "counts": int64s(2), "points": all_points, **quantity}
    return _one_hour(STEP_COUNT, "quantity", contents, {})


def long_unit(mass: str) -> str:
    """A unit of mass that is 126 bytes longer than `mass`, by factors that cancel."""
    factors = "*".join(("msK" * 11)[:31])
    return f"{mass}*{factors}/({factors})"


def sleep(value: int) -> Fields:
    return _one_hour(SLEEP, "category", {"values": int64s(value)}, {})


def blood_pressure(**correlation: object) -> Fields:
    contents = {"lengths": uint32s(2), "members": uuids(2, 3), **correlation}
    return _one_hour(BLOOD_PRESSURE, "correlation", contents, {"ends": b""})


def workout(detail: Fields = {}, **columns: object) -> Fields:
    """A run of an hour."""
    return _one_hour(WORKOUT, "workout", {"activity_types": uint32s(37), "details": [detail], **columns}, {})


def event(event_type: object, start: int, end: int) -> Fields:
    return {"type": event_type, "start": start, "end": end}


def route(**columns: object) -> Fields:
    """A route of two locations."""
    contents = {
        "lengths": uint32s(2),
        "timestamps": times(START, MIDDLE),
        "latitudes": float64s(46.5, 46.6),
        "longitudes": float64s(7.25, 7.26),
        **columns,
    }
    return _one_hour("HKWorkoutRouteTypeIdentifier", "route", contents, {})


def heartbeats(**columns: object) -> Fields:
    """A series of two beats."""
    contents = {"lengths": uint32s(2), "offsets": float64s(0.5, 1.5), **columns}
    return _one_hour("HKDataTypeIdentifierHeartbeatSeries", "heartbeat", contents, {})
