"""Replies that a client must not believe."""

from __future__ import annotations

from math import nan
from typing import Sequence

from cases.case import Case, Fields, refuse, server
from cases.samples import HEART_RATE, START, heart_rates, route, step_series
from columns import float64s, int64s, times, uint32s, uuids


def refuse_reply(name: str, error: str, field: str, why: str, reply: Fields) -> Case:
    return refuse(f"reply-{name}", error, field, why, server(reply), direction="server")


def samples(interleaving: bytes, *columns: Fields) -> Fields:
    return {"samples": {"columns": columns, "interleaving": interleaving}}


def deleted(**fields: object) -> Fields:
    return {
        "changes": {"deleted": {"uuids": uuids(1, 2), "times": times(START, START), "types": [HEART_RATE], **fields}}
    }


STEPS: Fields = {
    "type": "HKQuantityTypeIdentifierStepCount",
    "uuids": uuids(3),
    "starts": times(START),
    "quantity": {"values": float64s(10.0), "unit": "count"},
}

CASES: Sequence[Case] = (
    refuse_reply(
        "store-id-width",
        "MALFORMED_COLUMN",
        "welcome.store_id",
        "a UUID of 15 bytes",
        {"welcome": {"major": 1, "store_id": bytes(15), "limits": {}}},
    ),
    refuse_reply(
        "status-store-missing",
        "INVALID_ARGUMENT",
        "status_report.store",
        "figures without the store",
        {"status_report": {"server_version": "hearth 1.0.0", "counters": {}}},
    ),
    refuse_reply(
        "values-width",
        "MALFORMED_COLUMN",
        "samples.columns[0].quantity.values",
        "12 bytes for two rows",
        samples(b"", heart_rates(values=bytes(12))),
    ),
    refuse_reply(
        "value-nan",
        "VALUE_OUT_OF_RANGE",
        "samples.columns[0].quantity.values[1]",
        "not a number",
        samples(b"", heart_rates(values=float64s(62.0, nan))),
    ),
    refuse_reply(
        "interleaving-missing",
        "MALFORMED_COLUMN",
        "samples.interleaving",
        "two types and no order between them",
        samples(b"", heart_rates(), STEPS),
    ),
    refuse_reply(
        "interleaving-short",
        "MALFORMED_COLUMN",
        "samples.interleaving",
        "two rows of three",
        samples(uint32s(0, 1), heart_rates(), STEPS),
    ),
    refuse_reply(
        "interleaving-range",
        "MALFORMED_COLUMN",
        "samples.interleaving[2]",
        "an index beyond two columns",
        samples(uint32s(0, 1, 2), heart_rates(), STEPS),
    ),
    refuse_reply(
        "interleaving-exhausted",
        "MALFORMED_COLUMN",
        "samples.interleaving",
        "the second columns have one sample, not two",
        samples(uint32s(0, 1, 1), heart_rates(), STEPS),
    ),
    refuse_reply(
        "members-width",
        "MALFORMED_COLUMN",
        "changes.members[0].starts",
        "the start of a member in 4 bytes",
        {"changes": {"members": [{**STEPS, "starts": bytes(4)}]}},
    ),
    refuse_reply(
        "route-count-not-length",
        "VALUE_OUT_OF_RANGE",
        "samples.columns[0].route.lengths[0]",
        "two locations of a route that has three",
        samples(b"", route(counts=int64s(3))),
    ),
    refuse_reply(
        "route-lengths-and-counts-missing",
        "MALFORMED_COLUMN",
        "samples.columns[0].route.lengths",
        "neither lengths nor counts say how many locations the route has",
        samples(b"", route(lengths=b"", timestamps=b"", latitudes=b"", longitudes=b"")),
    ),
    refuse_reply(
        "points-length-not-count",
        "VALUE_OUT_OF_RANGE",
        "samples.columns[0].quantity.points.lengths[0]",
        "two points of a series that counts three",
        samples(b"", step_series(counts=int64s(3))),
    ),
    refuse_reply(
        "points-lengths-missing",
        "MALFORMED_COLUMN",
        "samples.columns[0].quantity.points.lengths",
        "points, and nothing says whose they are",
        samples(b"", step_series({"lengths": b"", "starts": b"", "values": b""})),
    ),
    refuse_reply(
        "deleted-times-short",
        "MALFORMED_COLUMN",
        "changes.deleted.times",
        "one time for two deletions",
        deleted(times=times(START)),
    ),
    refuse_reply(
        "deleted-uuids-width",
        "MALFORMED_COLUMN",
        "changes.deleted.uuids",
        "31 bytes are not two UUIDs",
        deleted(uuids=uuids(1, 2)[:31]),
    ),
    refuse_reply(
        "deleted-indexes-missing",
        "MALFORMED_COLUMN",
        "changes.deleted.type_indexes",
        "two types and no indexes",
        deleted(types=[HEART_RATE, "HKQuantityTypeIdentifierStepCount"]),
    ),
    refuse_reply(
        "deleted-indexes-range",
        "MALFORMED_COLUMN",
        "changes.deleted.type_indexes[1]",
        "an index beyond one type",
        deleted(type_indexes=uint32s(0, 1)),
    ),
)
