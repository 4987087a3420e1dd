"""What must be accepted: what later versions may add, what other encoders may write, what lies just within a limit."""

from __future__ import annotations

from typing import Sequence

from cases.anchors import limited_anchor
from cases.case import Case, Fields, accept, client, server
from cases.samples import (
    BODY_MASS,
    END,
    HEART_RATE,
    MIDDLE,
    SLEEP,
    START,
    WORKOUT,
    event,
    heart_rates,
    heartbeats,
    long_unit,
    route,
    save,
    walking_speed,
    workout,
)
from cases.wire import VARINT, fixed32, fixed64, sized, tag, uint, varint
from columns import float64s, int64s, nanoseconds, times, uint32s, uuids
from vector_files import FRAMES, FrameText, unframed

INT64_MIN = -(2**63)
INT64_MAX = 2**63 - 1


def frame_body(name: str) -> bytes:
    return unframed(FrameText.read(FRAMES / f"{name}.txtpb").encoded())


PING = frame_body("07-ping")

# ---------------------------------------------------------------------------------------------------- unknown fields

# One field of each wire type, with numbers that this version uses nowhere.
UNKNOWN_FIELDS = uint(1000, 300) + fixed64(1001, bytes(8)) + sized(1002, b"later") + fixed32(1003, bytes(4))


def hello_by_hand(frame: bytes = b"", hello: bytes = b"", app: bytes = b"") -> bytes:
    """02-hello-minimal with further fields in its messages."""
    app_fields = sized(1, b"org.example.scale") + app
    return uint(1, 1) + sized(2, uint(1, 1) + sized(3, app_fields) + hello) + frame


def save_by_hand(columns: bytes = b"", quantity: bytes = b"", metadata: bytes = b"", entry: bytes = b"") -> bytes:
    """A heart rate with one entry of metadata, with further fields in its messages."""
    metadata_fields = sized(1, sized(1, b"HKWasUserEntered") + uint(5, 1) + entry) + metadata
    quantity_fields = sized(1, float64s(62.0)) + sized(2, b"count/min") + quantity
    column_fields = sized(1, HEART_RATE.encode()) + sized(2, uuids(1)) + sized(3, times(START))
    column_fields += sized(7, metadata_fields) + sized(10, quantity_fields) + columns
    return uint(1, 2) + sized(3, sized(1, column_fields))


def query_by_hand(clause: bytes = b"", predicate: bytes = b"", term: bytes = b"", comparison: bytes = b"") -> bytes:
    """Heart rates from a time on, with further fields in its messages."""
    comparison_fields = uint(1, 1) + uint(2, 6) + uint(4, nanoseconds(START)) + comparison
    predicate_fields = sized(1, sized(6, comparison_fields) + term) + predicate
    return uint(1, 5) + sized(6, sized(1, sized(1, HEART_RATE.encode()) + sized(2, predicate_fields) + clause))


UNKNOWN: Sequence[Case] = (
    accept(
        "unknown-field-frame",
        "a field that this version does not know, in the frame",
        PING + UNKNOWN_FIELDS,
        equals="07-ping",
    ),
    accept(
        "unknown-field-first", "the unknown field comes before the known ones", uint(1000, 1) + PING, equals="07-ping"
    ),
    accept("unknown-field-greatest", "the greatest field number there is", PING + uint(2**29 - 1, 1), equals="07-ping"),
    accept(
        "unknown-field-packed",
        "an unknown packed column of varints",
        PING + sized(1000, b"\x01\xac\x02\x03"),
        equals="07-ping",
    ),
    accept(
        "unknown-field-request",
        "an unknown field in a request",
        hello_by_hand(hello=UNKNOWN_FIELDS),
        equals="02-hello-minimal",
    ),
    accept(
        "unknown-field-nested",
        "an unknown field two messages deep",
        hello_by_hand(app=UNKNOWN_FIELDS),
        equals="02-hello-minimal",
    ),
    accept("unknown-field-columns", "an unknown field in SampleColumns", save_by_hand(columns=UNKNOWN_FIELDS)),
    accept("unknown-field-payload", "an unknown field in QuantityColumns", save_by_hand(quantity=UNKNOWN_FIELDS)),
    accept("unknown-field-metadata", "an unknown field in Metadata", save_by_hand(metadata=UNKNOWN_FIELDS)),
    accept("unknown-field-entry", "an unknown field in MetadataEntry", save_by_hand(entry=UNKNOWN_FIELDS)),
    accept("unknown-field-clause", "an unknown field in Clause", query_by_hand(clause=UNKNOWN_FIELDS)),
    accept("unknown-field-predicate", "an unknown field in Predicate", query_by_hand(predicate=UNKNOWN_FIELDS)),
    accept(
        "unknown-field-term",
        "an unknown field in PredicateTerm, beside a known term",
        query_by_hand(term=UNKNOWN_FIELDS),
    ),
    accept("unknown-field-comparison", "an unknown field in Comparison", query_by_hand(comparison=UNKNOWN_FIELDS)),
    accept(
        "unknown-field-reply", "an unknown field in a reply", uint(1, 7) + sized(11, UNKNOWN_FIELDS), direction="server"
    ),
    accept(
        "unknown-reply", "a reply of a later version; ignored", uint(1, 7) + sized(99, b"later"), direction="server"
    ),
    accept("unknown-reply-none", "a frame without a reply; ignored", uint(1, 7), direction="server"),
    accept(
        "unknown-error-code",
        "a code of a later version; like UNKNOWN",
        server({"error": {"code": 999}}),
        direction="server",
    ),
    accept("unknown-done-reason", "a reason of a later version", server({"done": {"reason": 9}}), direction="server"),
    accept(
        "unknown-payload-reply",
        "samples of a kind of a later version; ignored",
        uint(1, 7)
        + sized(
            6, sized(1, sized(1, HEART_RATE.encode()) + sized(2, uuids(1)) + sized(3, times(START)) + sized(17, b""))
        ),
        direction="server",
    ),
    accept(
        "unknown-event-type-reply",
        "an event type of a later version; a request with it would be refused",
        server({"samples": {"columns": [workout({"events": [event(99, nanoseconds(MIDDLE), nanoseconds(MIDDLE))]})]}}),
        direction="server",
    ),
)

# --------------------------------------------------------------------------------------------------- other encodings

WIRE: Sequence[Case] = (
    accept("wire-fields-shuffled", "the request comes before the call number", PING[2:] + PING[:2], equals="07-ping"),
    accept(
        "wire-fields-shuffled-nested",
        "the fields of a nested message backwards",
        uint(1, 1) + sized(2, sized(3, sized(1, b"org.example.scale")) + uint(1, 1)),
        equals="02-hello-minimal",
    ),
    accept("wire-duplicate-number", "a number that occurs twice: the last wins", uint(1, 3) + PING, equals="07-ping"),
    accept(
        "wire-duplicate-bytes",
        "a bytes field that occurs twice: the last wins",
        uint(1, 7) + sized(11, sized(1, b"first") + sized(1, b"hearth")),
        equals="07-ping",
    ),
    accept(
        "wire-duplicate-message",
        "a message that occurs twice, with different fields: they are merged",
        uint(1, 1) + sized(2, uint(1, 1) + sized(3, sized(3, b"1.0")) + sized(3, sized(1, b"org.example.scale"))),
    ),
    accept(
        "wire-duplicate-request",
        "a request that occurs twice, with different fields: they are merged",
        uint(1, 1) + sized(2, sized(3, sized(1, b"org.example.scale"))) + sized(2, uint(1, 1)),
        equals="02-hello-minimal",
    ),
    accept(
        "wire-duplicate-request-number",
        "a request that occurs twice: of its numbers the last wins, also a 0",
        uint(1, 1) + sized(2, uint(2, 3)) + hello_by_hand(hello=uint(2, 0))[2:],
        equals="02-hello-minimal",
    ),
    accept(
        "wire-duplicate-request-replaced",
        "a request, another one, and the first again: only what came after the other one is merged",
        uint(1, 1) + sized(2, uint(2, 3)) + sized(12, b"") + hello_by_hand()[2:],
        equals="02-hello-minimal",
    ),
    accept(
        "wire-duplicate-payload",
        "the values of samples occur twice, the second time without fields: they are merged",
        save_by_hand(columns=sized(10, b"")),
    ),
    accept(
        "wire-oneof-twice",
        "two requests in one frame: the last wins",
        uint(1, 7) + sized(12, b"") + PING[2:],
        equals="07-ping",
    ),
    accept(
        "wire-default-written",
        "a field is written although it is 0",
        hello_by_hand(hello=uint(2, 0)),
        equals="02-hello-minimal",
    ),
    accept(
        "wire-varint-padded",
        "a number in three bytes instead of one",
        tag(1, VARINT) + varint(7, 3) + PING[2:],
        equals="07-ping",
    ),
    accept(
        "wire-tag-padded",
        "a tag in two bytes instead of one",
        tag(1, VARINT, 2) + varint(7) + PING[2:],
        equals="07-ping",
    ),
    accept(
        "wire-length-padded",
        "a length in two bytes instead of one",
        PING[:3] + varint(len(PING) - 4, 2) + PING[4:],
        equals="07-ping",
    ),
    accept("wire-bool-two", "a bool of 2 is true", uint(1, 6) + sized(7, uint(4, 2)), equals="58-query-changes-follow"),
)

# ------------------------------------------------------------------------------------------ what need not be left out

ENTRY: Fields = {"entries": [{"key": "HKTimeZone", "string_value": "UTC"}]}
DEVICE: Fields = {"device": {"name": "Pulse Ring"}}

WRITTEN_OUT: Sequence[Case] = (
    accept(
        "column-ends-equal",
        "`ends` is there although equal to `starts`",
        save(heart_rates({"ends": times(START, MIDDLE)})),
    ),
    accept(
        "column-indexes-one-entry",
        "index columns are there although there is one entry",
        save(
            heart_rates(
                {
                    "provenances": [DEVICE],
                    "provenance_indexes": uint32s(0, 0),
                    "metadata": [ENTRY],
                    "metadata_indexes": uint32s(0, 0),
                }
            )
        ),
    ),
    accept("column-counts-one", "`counts` is there although every count is 1", save(heart_rates(counts=int64s(1, 1)))),
    accept(
        "column-no-series",
        "`minimums` is there although equal to the values",
        save(heart_rates(minimums=float64s(62.0, 63.0))),
    ),
    accept("column-gaps-none", "`gaps` is there although none precedes a beat", save(heartbeats(gaps=bytes(2)))),
    accept(
        "column-durations-equal",
        "`durations` is there although it is the end minus the start",
        save(workout(durations=float64s(3600.0))),
    ),
    accept(
        "column-lengths-some-carried",
        "of two routes one is carried whole, the other not at all",
        server(
            {
                "samples": {
                    "columns": [
                        {
                            **route(lengths=uint32s(2, 0), counts=int64s(2, 5)),
                            "uuids": uuids(1, 2),
                            "starts": times(START, START),
                            "ends": times(END, END),
                        }
                    ]
                }
            }
        ),
        direction="server",
    ),
    accept(
        "column-interleaving-one-type",
        "`interleaving` is there although there is one type",
        server({"samples": {"columns": [heart_rates()], "interleaving": uint32s(0, 0)}}),
        direction="server",
    ),
    accept(
        "metadata-unsorted",
        "the keys of metadata may come in any order",
        save(
            heart_rates(
                {"metadata": [{"entries": [{"key": "b", "integer_value": 1}, {"key": "a", "integer_value": 2}]}]}
            )
        ),
    ),
    accept("unit-empty-save", "without a unit the values are in the type's storage unit", save(heart_rates(unit=""))),
    accept(
        "unit-empty-comparison",
        "without a unit the operand is in the type's storage unit",
        client(
            {
                "observe": {
                    "clauses": [
                        {
                            "type": HEART_RATE,
                            "predicate": {
                                "terms": [
                                    {
                                        "comparison": {
                                            "field": "FIELD_QUANTITY",
                                            "relation": "RELATION_LESS",
                                            "number": 50.0,
                                        }
                                    }
                                ]
                            },
                        }
                    ]
                }
            }
        ),
    ),
    accept(
        "predicate-empty",
        "a predicate without terms: every sample",
        client({"observe": {"clauses": [{"type": SLEEP, "predicate": {}}]}}),
    ),
)

# ------------------------------------------------------------------------------------------------------ at the limits


def entries(count: int) -> list[Fields]:
    return [{"key": f"org.example.key.{number:02}", "integer_value": number} for number in range(count)]


SORT_FIELDS = (
    "START_DATE",
    "END_DATE",
    "COUNT",
    "QUANTITY",
    "QUANTITY_AVERAGE",
    "QUANTITY_MINIMUM",
    "QUANTITY_MAXIMUM",
    "QUANTITY_MOST_RECENT",
)

AT_THE_LIMITS: Sequence[Case] = (
    accept(
        "date-first",
        "the first moment that a sample may have",
        save(heart_rates({"starts": times("1900-01-01T00:00:00Z", START)})),
    ),
    accept(
        "date-last",
        "the last moment that a sample may have",
        save(heart_rates({"starts": times(START, "2149-12-31T23:59:59.999999999Z")})),
    ),
    accept(
        "interval-any-time",
        "the times of predicates have no limits",
        client(
            {
                "observe": {
                    "clauses": [
                        {"type": SLEEP, "predicate": {"terms": [{"interval": {"start": INT64_MIN, "end": INT64_MAX}}]}}
                    ]
                }
            }
        ),
    ),
    accept(
        "interval-empty",
        "an interval that ends where it starts",
        client(
            {"observe": {"clauses": [{"type": SLEEP, "predicate": {"terms": [{"interval": {"start": 0, "end": 0}}]}}]}}
        ),
    ),
    accept(
        "values-extreme",
        "the greatest number there is, the smallest, and minus zero",
        save(
            heart_rates(
                {"uuids": uuids(1, 2, 3), "starts": times(START, MIDDLE, END)},
                values=float64s(1.7976931348623157e308, 5e-324, -0.0),
            )
        ),
    ),
    accept(
        "text-longest",
        "a string of 4,096 bytes",
        client({"hello": {"major": 1, "app": {"bundle_identifier": "é" * 2048}}}, call=1),
    ),
    accept(
        "text-unicode",
        "characters outside the basic plane, a byte order mark, a noncharacter: all are valid UTF-8",
        client(
            {
                "hello": {
                    "major": 1,
                    "app": {"bundle_identifier": "org.example.run", "name": "\ufeff🏃\uffff\U0010ffff"},
                }
            },
            call=1,
        ),
    ),
    accept(
        "hello-later-minor",
        "a client of a later minor version",
        client({"hello": {"major": 1, "minor": 99, "app": {"bundle_identifier": "a"}}}, call=1),
    ),
    accept("call-greatest", "the greatest call number there is", client({"ping": {}}, call=2**64 - 1)),
    accept("ping-longest", "a payload of 64 bytes", client({"ping": {"payload": bytes(range(64))}})),
    accept(
        "anchor-longest",
        "an anchor of 64 bytes; whether it is one is for the store to say",
        client({"query_changes": {"anchor": bytes(64)}}),
    ),
    accept(
        "anchor-limited",
        "an anchor of an app that may not read everything, of the store that the sessions have",
        client({"query_changes": {"anchor": limited_anchor(making_up=False)}}),
    ),
    accept(
        "anchor-making-up",
        "an anchor of an app that is allowed more, in the middle of the older samples",
        client({"query_changes": {"anchor": limited_anchor(making_up=True)}}),
    ),
    accept("credit-greatest", "1 GiB of credit", client({"credit": {"bytes": 2**30}})),
    accept(
        "order-longest",
        "eight sort keys",
        client(
            {
                "query_samples": {
                    "clauses": [{"type": HEART_RATE}],
                    "order": [{"field": f"FIELD_{name}"} for name in SORT_FIELDS],
                }
            }
        ),
    ),
    accept(
        "metadata-most-entries", "64 entries of metadata", save(heart_rates({"metadata": [{"entries": entries(64)}]}))
    ),
    accept(
        "metadata-any-time",
        "the times of metadata have no limits",
        save(
            heart_rates(
                {
                    "metadata": [
                        {
                            "entries": [
                                {"key": "first", "date_value": INT64_MIN},
                                {"key": "last", "date_value": INT64_MAX},
                            ]
                        }
                    ]
                }
            )
        ),
    ),
    accept(
        "route-corners",
        "latitudes and longitudes at their limits",
        save(route(latitudes=float64s(-90.0, 90.0), longitudes=float64s(-180.0, 180.0))),
    ),
    accept(
        "series-equal-extremes",
        "a minimum that is the maximum",
        save(walking_speed(minimums=float64s(1.25), maximums=float64s(1.25))),
    ),
    accept(
        "event-at-the-ends",
        "events at the first and at the last moment of a workout",
        save(workout({"events": [event(1, *2 * (nanoseconds(START),)), event(2, *2 * (nanoseconds(END),))]})),
    ),
    accept(
        "characteristics-years",
        "the last day that a date of birth may have",
        client({"characteristics": {"set": {"date_of_birth": {"year": 2149, "month": 12, "day": 31}}}}),
    ),
    accept(
        "unit-molar",
        "a unit with a molar mass",
        client(
            {
                "query_samples": {
                    "clauses": [{"type": "HKQuantityTypeIdentifierBloodGlucose", "unit": "mmol<180.15588000005408>/L"}]
                }
            }
        ),
    ),
    accept(
        "predicate-operators-nested",
        "operators over operators, and an operator over one operand",
        client(
            {
                "observe": {
                    "clauses": [
                        {
                            "type": WORKOUT,
                            "predicate": {
                                "terms": [
                                    {"constant": True},
                                    {"all_of": 1},
                                    {"any_of": 1},
                                    {"none_of": 1},
                                    {"none_of": 1},
                                    {"constant": False},
                                    {"any_of": 2},
                                ]
                            },
                        }
                    ]
                }
            }
        ),
    ),
)

ACTIVITY: Fields = {"comparison": {"field": "FIELD_ACTIVITY_TYPE", "relation": "RELATION_EQUAL", "integer": 37}}

COMBINED: Sequence[Case] = (
    accept("save-without-columns", "the last frame of a save may have no columns", client({"save": {}})),
    accept(
        "predicate-activity-constant",
        "operators and constants may stand inside of any_activity",
        client(
            {
                "observe": {
                    "clauses": [
                        {
                            "type": WORKOUT,
                            "predicate": {
                                "terms": [
                                    ACTIVITY,
                                    {"none_of": 1},
                                    {"constant": True},
                                    {"all_of": 2},
                                    {"any_activity": 1},
                                ]
                            },
                        }
                    ]
                }
            }
        ),
    ),
    accept(
        "unit-longest",
        "a unit of 128 bytes",
        client({"query_samples": {"clauses": [{"type": BODY_MASS, "unit": long_unit("kg")}]}}),
    ),
)

CASES: Sequence[Case] = (*UNKNOWN, *WIRE, *WRITTEN_OUT, *AT_THE_LIMITS, *COMBINED)
