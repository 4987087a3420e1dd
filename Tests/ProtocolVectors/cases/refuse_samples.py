"""Saves whose columns or values are wrong."""

from __future__ import annotations

from math import inf, nan
from typing import Sequence

from cases.case import Case, Fields, refuse, with_bytes
from cases.samples import (
    AFTER,
    BEFORE,
    BODY_MASS,
    END,
    MIDDLE,
    START,
    WORKOUT,
    blood_pressure,
    event,
    heart_rates,
    heartbeats,
    long_unit,
    route,
    save,
    sleep,
    step_series,
    walking_speed,
    workout,
)
from cases.wire import sized, uint
from columns import float64s, int64s, nanoseconds, times, uint32s, uuids

FIRST, HALF, LAST = map(nanoseconds, (START, MIDDLE, END))


def spoiled(name: str, error: str, field: str, why: str, columns: Fields) -> Case:
    """A Save of these columns, with the fault in `field` of them."""
    return refuse(name, error, f"save.columns[0].{field}", why, save(columns))


def malformed(name: str, field: str, why: str, columns: Fields) -> Case:
    return spoiled(name, "MALFORMED_COLUMN", field, why, columns)


def out_of_range(name: str, field: str, why: str, columns: Fields) -> Case:
    return spoiled(name, "VALUE_OUT_OF_RANGE", field, why, columns)


def incompatible(name: str, why: str, unit: str) -> Case:
    return spoiled(name, "INCOMPATIBLE_UNIT", "quantity.unit", why, heart_rates(unit=unit))


DEVICES: Fields = {"provenances": [{"device": {"name": "Pulse Ring"}}, {"device": {"name": "Chest strap"}}]}
METADATA: Fields = {"metadata": [{}, {"entries": [{"key": "HKTimeZone", "string_value": "UTC"}]}]}

COLUMNS: Sequence[Case] = (
    malformed("uuids-empty", "uuids", "no rows", heart_rates({"uuids": b"", "starts": b""}, values=b"")),
    malformed(
        "uuids-width",
        "uuids",
        "a UUID of 15 bytes",
        heart_rates({"uuids": uuids(1)[:15], "starts": times(START)}, values=float64s(62.0)),
    ),
    malformed("starts-missing", "starts", "no starts", heart_rates({"starts": b""})),
    malformed("starts-width", "starts", "15 bytes for two rows", heart_rates({"starts": times(START, MIDDLE)[:15]})),
    malformed("starts-short", "starts", "one start for two rows", heart_rates({"starts": times(START)})),
    malformed("starts-long", "starts", "three starts for two rows", heart_rates({"starts": times(START, MIDDLE, END)})),
    malformed("ends-short", "ends", "one end for two rows", heart_rates({"ends": times(MIDDLE)})),
    malformed("values-missing", "quantity.values", "no values", heart_rates(values=b"")),
    malformed("values-width", "quantity.values", "12 bytes for two rows", heart_rates(values=bytes(12))),
    malformed(
        "values-long", "quantity.values", "three values for two rows", heart_rates(values=float64s(1.0, 2.0, 3.0))
    ),
    malformed("counts-short", "quantity.counts", "one count for two rows", heart_rates(counts=int64s(1))),
    malformed("minimums-short", "quantity.minimums", "one minimum for two rows", heart_rates(minimums=float64s(60.0))),
    malformed(
        "most-recent-ends-width",
        "quantity.most_recent_ends",
        "4 bytes for two rows",
        heart_rates(most_recent_ends=bytes(4)),
    ),
    malformed("provenance-indexes-missing", "provenance_indexes", "two entries and no indexes", heart_rates(DEVICES)),
    malformed(
        "provenance-indexes-short",
        "provenance_indexes",
        "one index for two rows",
        heart_rates({**DEVICES, "provenance_indexes": uint32s(0)}),
    ),
    malformed(
        "provenance-indexes-range",
        "provenance_indexes[1]",
        "an index beyond two entries",
        heart_rates({**DEVICES, "provenance_indexes": uint32s(1, 2)}),
    ),
    malformed(
        "provenance-indexes-without",
        "provenance_indexes[0]",
        "indexes without entries",
        heart_rates({"provenance_indexes": uint32s(0, 0)}),
    ),
    malformed("metadata-indexes-missing", "metadata_indexes", "two entries and no indexes", heart_rates(METADATA)),
    malformed(
        "metadata-indexes-width",
        "metadata_indexes",
        "7 bytes for two rows",
        heart_rates({**METADATA, "metadata_indexes": bytes(7)}),
    ),
    malformed(
        "metadata-indexes-range",
        "metadata_indexes[0]",
        "an index beyond two entries",
        heart_rates({**METADATA, "metadata_indexes": uint32s(4294967295, 1)}),
    ),
)

TYPES: Sequence[Case] = (
    spoiled(
        "type-unknown",
        "UNKNOWN_TYPE",
        "type",
        "a type that HealthKit does not have",
        heart_rates({"type": "HKQuantityTypeIdentifierMoonPhase"}),
    ),
    spoiled(
        "type-not-stored",
        "UNKNOWN_TYPE",
        "type",
        "a type whose samples the store does not hold",
        heart_rates({"type": "HKActivitySummaryTypeIdentifier"}),
    ),
    spoiled(
        "type-nul",
        "MALFORMED_TEXT",
        "type",
        "NUL in the type",
        heart_rates({"type": "HKQuantity\0TypeIdentifierHeartRate"}),
    ),
    refuse(
        "type-not-utf8",
        "MALFORMED_TEXT",
        "save.columns[0].type",
        "a type that is not UTF-8",
        with_bytes(save(heart_rates({"type": "HKQuantityType??"})), "??", b"\xc3\x28"),
    ),
    spoiled(
        "payload-other-kind",
        "INVALID_ARGUMENT",
        "payload",
        "quantities of a category type",
        heart_rates({"type": "HKCategoryTypeIdentifierSleepAnalysis"}),
    ),
    spoiled(
        "payload-workout-kind",
        "INVALID_ARGUMENT",
        "payload",
        "quantities of the workout type",
        heart_rates({"type": WORKOUT}),
    ),
    spoiled(
        "payload-missing",
        "UNIMPLEMENTED",
        "payload",
        "no payload, or one of a later version",
        heart_rates({"quantity": None}),
    ),
    refuse(
        "payload-unknown",
        "UNIMPLEMENTED",
        "save.columns[0].payload",
        "a payload of a later minor version",
        uint(1, 2)
        + sized(
            3,
            sized(
                1,
                sized(1, b"HKQuantityTypeIdentifierHeartRate")
                + sized(2, uuids(1))
                + sized(3, times(START))
                + sized(17, b""),
            ),
        ),
    ),
    incompatible("unit-incompatible", "heart rates are not in kilograms", "kg"),
    incompatible("unit-dimension", "heart rates are not in minutes a count", "min/count"),
    incompatible("unit-unknown", "a unit that does not exist", "heartbeats/min"),
    incompatible("unit-unfinished", "a unit that breaks off", "count/"),
    incompatible("unit-parenthesis", "a parenthesis that does not close", "count/(min"),
    incompatible("unit-space", "units are written without spaces", "count / min"),
    spoiled(
        "unit-too-long",
        "LIMIT_EXCEEDED",
        "quantity.unit",
        "a unit of 129 bytes",
        heart_rates({"type": BODY_MASS}, unit=long_unit("mcg")),
    ),
    spoiled("unit-nul", "MALFORMED_TEXT", "quantity.unit", "NUL in the unit", heart_rates(unit="count/min\0")),
    refuse(
        "second-columns",
        "INCOMPATIBLE_UNIT",
        "save.columns[1].quantity.unit",
        "the second columns are at fault: nothing is saved",
        save(heart_rates(), heart_rates({"uuids": uuids(3, 4)}, unit="m")),
    ),
)

TIMES: Sequence[Case] = (
    out_of_range(
        "start-too-early",
        "starts[1]",
        "one nanosecond before 1900",
        heart_rates({"starts": times(START, "1899-12-31T23:59:59.999999999Z")}),
    ),
    out_of_range(
        "start-too-late",
        "starts[0]",
        "the first moment of 2150",
        heart_rates({"starts": times("2150-01-01T00:00:00Z", START)}),
    ),
    out_of_range(
        "end-too-late",
        "ends[1]",
        "the first moment of 2150",
        heart_rates({"ends": times(START, "2150-01-01T00:00:00Z")}),
    ),
    out_of_range(
        "end-before-start",
        "ends[1]",
        "one nanosecond before its start",
        heart_rates({"ends": times(START, "2024-03-01T07:29:59.999999999Z")}),
    ),
    out_of_range("start-smallest", "starts[0]", "the smallest int64", heart_rates({"starts": int64s(-(2**63), 0)})),
)

QUANTITIES: Sequence[Case] = (
    out_of_range("value-nan", "quantity.values[1]", "not a number", heart_rates(values=float64s(62.0, nan))),
    out_of_range("value-infinite", "quantity.values[0]", "infinity", heart_rates(values=float64s(inf, 62.0))),
    out_of_range(
        "value-minus-infinite", "quantity.values[1]", "minus infinity", heart_rates(values=float64s(62.0, -inf))
    ),
    out_of_range("count-zero", "quantity.counts[1]", "a count of 0", heart_rates(counts=int64s(1, 0))),
    out_of_range("count-negative", "quantity.counts[0]", "a count of -1", heart_rates(counts=int64s(-1, 1))),
    out_of_range("minimum-nan", "quantity.minimums[0]", "not a number", walking_speed(minimums=float64s(nan))),
    out_of_range(
        "maximum-below-minimum",
        "quantity.maximums[0]",
        "a maximum below the minimum",
        walking_speed(minimums=float64s(1.5), maximums=float64s(1.0)),
    ),
    out_of_range(
        "most-recent-infinite", "quantity.most_recents[0]", "infinity", walking_speed(most_recents=float64s(inf))
    ),
    out_of_range(
        "most-recent-end-before-start",
        "quantity.most_recent_ends[0]",
        "the last quantity ends before it starts",
        walking_speed(most_recent_starts=times(MIDDLE), most_recent_ends=times(START)),
    ),
)

SERIES: Sequence[Case] = (
    malformed(
        "points-lengths-short",
        "quantity.points.lengths",
        "two samples and one length",
        heart_rates(
            counts=int64s(1, 1), points={"lengths": uint32s(1), "starts": times(START), "values": float64s(62.0)}
        ),
    ),
    malformed(
        "points-starts-short",
        "quantity.points.starts",
        "one start for two points",
        step_series({"starts": times(START)}),
    ),
    malformed(
        "points-ends-short", "quantity.points.ends", "one end for two points", step_series({"ends": times(MIDDLE)})
    ),
    malformed(
        "points-values-long",
        "quantity.points.values",
        "three values for two points",
        step_series({"values": float64s(100.0, 200.0, 200.0)}),
    ),
    out_of_range(
        "points-length-not-count",
        "quantity.points.lengths[0]",
        "two points of a sample that counts three",
        step_series(counts=int64s(3)),
    ),
    out_of_range(
        "points-before-sample",
        "quantity.points.starts[0]",
        "a point before its sample",
        step_series({"starts": times(BEFORE, MIDDLE)}),
    ),
    out_of_range(
        "points-after-sample",
        "quantity.points.ends[1]",
        "a point that ends after its sample",
        step_series({"ends": times(START, AFTER)}),
    ),
    out_of_range(
        "points-end-before-start",
        "quantity.points.ends[1]",
        "a point that ends before it starts",
        step_series({"ends": times(START, START)}),
    ),
    out_of_range(
        "points-descending",
        "quantity.points.starts[1]",
        "points in descending order",
        step_series({"starts": times(MIDDLE, START)}),
    ),
    out_of_range(
        "points-value-nan", "quantity.points.values[1]", "not a number", step_series({"values": float64s(500.0, nan)})
    ),
    spoiled(
        "points-with-minimums",
        "INVALID_ARGUMENT",
        "quantity.minimums",
        "of a series with points the server computes the minimum",
        step_series(minimums=float64s(200.0)),
    ),
)

OTHER_KINDS: Sequence[Case] = (
    malformed(
        "category-width", "category.values", "a value of 4 bytes", {**sleep(3), "category": {"values": uint32s(3)}}
    ),
    out_of_range("category-unknown", "category.values[0]", "a number that the type's enum does not have", sleep(6)),
    out_of_range("category-negative", "category.values[0]", "a number that the type's enum does not have", sleep(-1)),
    malformed("correlation-lengths-missing", "correlation.lengths", "no lengths", blood_pressure(lengths=b"")),
    out_of_range(
        "correlation-empty",
        "correlation.lengths[0]",
        "a correlation without members",
        blood_pressure(lengths=uint32s(0), members=b""),
    ),
    malformed(
        "correlation-members-short",
        "correlation.members",
        "one member where two are announced",
        blood_pressure(members=uuids(2)),
    ),
    malformed(
        "correlation-members-width",
        "correlation.members",
        "31 bytes are not two UUIDs",
        blood_pressure(members=uuids(2, 3)[:31]),
    ),
    spoiled(
        "correlation-lengths-huge",
        "LIMIT_EXCEEDED",
        "correlation.lengths[0]",
        "more members than a sample may have",
        blood_pressure(lengths=uint32s(4294967295)),
    ),
    out_of_range(
        "route-empty",
        "route.lengths[0]",
        "a route without locations",
        route(lengths=uint32s(0), timestamps=b"", latitudes=b"", longitudes=b""),
    ),
    malformed(
        "route-lengths-missing",
        "route.lengths",
        "no lengths",
        route(lengths=b"", timestamps=b"", latitudes=b"", longitudes=b""),
    ),
    malformed("route-lengths-short", "route.lengths", "a length of 2 bytes", route(lengths=bytes(2))),
    malformed(
        "route-latitudes-short", "route.latitudes", "one latitude for two locations", route(latitudes=float64s(46.5))
    ),
    malformed(
        "route-altitudes-short", "route.altitudes", "one altitude for two locations", route(altitudes=float64s(560.0))
    ),
    out_of_range(
        "route-latitude",
        "route.latitudes[1]",
        "a latitude above 90",
        route(latitudes=float64s(46.5, 90.00000000000001)),
    ),
    out_of_range("route-latitude-nan", "route.latitudes[0]", "not a number", route(latitudes=float64s(nan, 46.5))),
    out_of_range(
        "route-longitude",
        "route.longitudes[0]",
        "a longitude below -180",
        route(longitudes=float64s(-180.00000000000003, 7.25)),
    ),
    out_of_range("route-altitude-infinite", "route.altitudes[1]", "infinity", route(altitudes=float64s(560.0, inf))),
    out_of_range("route-speed-nan", "route.speeds[0]", "not a number", route(speeds=float64s(nan, 2.5))),
    out_of_range(
        "route-descending",
        "route.timestamps[1]",
        "locations in descending order",
        route(timestamps=times(MIDDLE, START)),
    ),
    spoiled(
        "route-counts", "INVALID_ARGUMENT", "route.counts", "a Save has no counts of its own", route(counts=int64s(2))
    ),
    out_of_range(
        "heartbeat-empty", "heartbeat.lengths[0]", "a series without beats", heartbeats(lengths=uint32s(0), offsets=b"")
    ),
    malformed(
        "heartbeat-offsets-short", "heartbeat.offsets", "one offset for two beats", heartbeats(offsets=float64s(0.5))
    ),
    malformed("heartbeat-gaps-short", "heartbeat.gaps", "one flag for two beats", heartbeats(gaps=b"\0")),
    out_of_range("heartbeat-gap-flag", "heartbeat.gaps[1]", "a flag is 0 or 1", heartbeats(gaps=b"\1\2")),
    out_of_range(
        "heartbeat-offset-negative",
        "heartbeat.offsets[0]",
        "a beat before the sample",
        heartbeats(offsets=float64s(-0.5, 0.5)),
    ),
    out_of_range(
        "heartbeat-offset-nan", "heartbeat.offsets[1]", "not a number", heartbeats(offsets=float64s(0.5, nan))
    ),
    out_of_range(
        "heartbeat-descending",
        "heartbeat.offsets[1]",
        "beats in descending order",
        heartbeats(offsets=float64s(1.5, 0.5)),
    ),
)


def statistics(**fields: object) -> Fields:
    return {"type": "HKQuantityTypeIdentifierHeartRate", "start": FIRST, "end": LAST, "average": 120.0, **fields}


def activity(**fields: object) -> Fields:
    return {"uuid": uuids(2), "activity_type": 37, "start": FIRST, "end": LAST, "duration": 3600.0, **fields}


def in_events(*events: Fields) -> Fields:
    return workout({"events": events})


def in_activity(**fields: object) -> Fields:
    return workout({"activities": [activity(**fields)]})


def in_statistics(**fields: object) -> Fields:
    return workout({"statistics": [statistics(**fields)]})


DETAIL = "workout.details[0]"

WORKOUTS: Sequence[Case] = (
    malformed(
        "workout-types-width",
        "workout.activity_types",
        "an activity type of 8 bytes",
        workout(activity_types=int64s(37)),
    ),
    out_of_range(
        "workout-type-unknown",
        "workout.activity_types[0]",
        "no HKWorkoutActivityType",
        workout(activity_types=uint32s(2999)),
    ),
    out_of_range(
        "workout-duration-negative", "workout.durations[0]", "a negative duration", workout(durations=float64s(-1.0))
    ),
    out_of_range("workout-duration-nan", "workout.durations[0]", "not a number", workout(durations=float64s(nan))),
    malformed("workout-details-two", "workout.details", "two details for one workout", workout(details=[{}, {}])),
    out_of_range(
        "workout-energy-negative",
        f"{DETAIL}.total_energy_burned",
        "a negative total",
        workout({"total_energy_burned": -1.0}),
    ),
    out_of_range("workout-distance-infinite", f"{DETAIL}.total_distance", "infinity", workout({"total_distance": inf})),
    out_of_range("event-type-unspecified", f"{DETAIL}.events[0].type", "no type", in_events(event(0, HALF, HALF))),
    out_of_range(
        "event-type-unknown", f"{DETAIL}.events[0].type", "a type of a later version", in_events(event(9, HALF, HALF))
    ),
    spoiled(
        "event-resume-first",
        "INVALID_ARGUMENT",
        f"{DETAIL}.events[0].type",
        "nothing was paused before",
        in_events(event(2, HALF, HALF)),
    ),
    out_of_range(
        "event-before-workout",
        f"{DETAIL}.events[0].start",
        "an event before its workout",
        in_events(event(4, FIRST - 1, FIRST - 1)),
    ),
    out_of_range(
        "event-after-workout",
        f"{DETAIL}.events[0].end",
        "a lap that ends after its workout",
        in_events(event(3, HALF, LAST + 1)),
    ),
    out_of_range(
        "event-pause-lasts", f"{DETAIL}.events[0].end", "a pause is a moment", in_events(event(1, HALF, LAST))
    ),
    out_of_range(
        "event-end-before-start",
        f"{DETAIL}.events[0].end",
        "a lap that ends before it starts",
        in_events(event(3, HALF, FIRST)),
    ),
    out_of_range(
        "event-order",
        f"{DETAIL}.events[1].start",
        "events in descending order",
        in_events(event(1, HALF, HALF), event(2, FIRST, FIRST)),
    ),
    malformed(
        "activity-uuid-width", f"{DETAIL}.activities[0].uuid", "a UUID of 15 bytes", in_activity(uuid=uuids(2)[:15])
    ),
    out_of_range(
        "activity-type-unknown",
        f"{DETAIL}.activities[0].activity_type",
        "no HKWorkoutActivityType",
        in_activity(activity_type=0),
    ),
    out_of_range(
        "activity-location-unknown",
        f"{DETAIL}.activities[0].location",
        "a location that this enum does not have",
        in_activity(location=1),
    ),
    out_of_range(
        "activity-swimming-unknown",
        f"{DETAIL}.activities[0].swimming_location",
        "a location of a later version",
        in_activity(swimming_location=3),
    ),
    out_of_range(
        "activity-lap-zero", f"{DETAIL}.activities[0].lap_length", "a lap of no length", in_activity(lap_length=0.0)
    ),
    out_of_range(
        "activity-end-before-start",
        f"{DETAIL}.activities[0].end",
        "an activity that ends before it begins",
        in_activity(end=FIRST - 1),
    ),
    out_of_range(
        "activity-duration-negative",
        f"{DETAIL}.activities[0].duration",
        "a negative duration",
        in_activity(duration=-1.0),
    ),
    spoiled(
        "statistics-type-unknown",
        "UNKNOWN_TYPE",
        f"{DETAIL}.statistics[0].type",
        "an unknown type",
        in_statistics(type="Moon"),
    ),
    spoiled(
        "statistics-type-twice",
        "INVALID_ARGUMENT",
        f"{DETAIL}.statistics[1].type",
        "a type occurs twice",
        workout({"statistics": [statistics(), statistics()]}),
    ),
    out_of_range(
        "statistics-end-before-start",
        f"{DETAIL}.statistics[0].end",
        "the end comes before the start",
        in_statistics(end=FIRST - 1),
    ),
    out_of_range(
        "statistics-maximum-below-minimum",
        f"{DETAIL}.statistics[0].maximum",
        "a maximum below the minimum",
        in_statistics(minimum=130.0, maximum=120.0),
    ),
    out_of_range(
        "statistics-average-nan", f"{DETAIL}.statistics[0].average", "not a number", in_statistics(average=nan)
    ),
    out_of_range(
        "statistics-most-recent",
        f"{DETAIL}.statistics[0].most_recent.end",
        "the last quantity ends before it starts",
        in_statistics(most_recent={"value": 120.0, "start": HALF, "end": FIRST}),
    ),
)

CASES: Sequence[Case] = (*COLUMNS, *TYPES, *TIMES, *QUANTITIES, *SERIES, *OTHER_KINDS, *WORKOUTS)
