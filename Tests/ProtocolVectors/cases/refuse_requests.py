"""Requests that are wrong in what they ask for. The samples and the predicates in them have tables of their own."""

from __future__ import annotations

from typing import Sequence

from cases.case import Case, Fields, client, refuse, with_bytes
from cases.samples import HEART_RATE, SLEEP, WORKOUT, heart_rates
from columns import uuids


def hello(app: Fields, **fields: object) -> Fields:
    return client({"hello": {"major": 1, "app": app, **fields}}, call=1)


def query(clause: Fields, **fields: object) -> Fields:
    return client({"query_samples": {"clauses": [clause], **fields}})


def order(*fields: object) -> Fields:
    return query({"type": WORKOUT}, order=[{"field": field} for field in fields])


def characteristics(**values: object) -> Fields:
    return client({"characteristics": {"set": values}})


def born(year: int, month: int, day: int) -> Fields:
    return characteristics(date_of_birth={"year": year, "month": month, "day": day})


APP: Fields = {"bundle_identifier": "org.example.run"}

HELLO: Sequence[Case] = (
    refuse(
        "hello-app-missing",
        "INVALID_ARGUMENT",
        "hello.app",
        "the app is required",
        client({"hello": {"major": 1}}, call=1),
    ),
    refuse(
        "hello-bundle-empty",
        "MALFORMED_TEXT",
        "hello.app.bundle_identifier",
        "the bundle identifier is not empty",
        hello({"name": "Run"}),
    ),
    refuse(
        "hello-bundle-nul",
        "MALFORMED_TEXT",
        "hello.app.bundle_identifier",
        "NUL in a string",
        hello({"bundle_identifier": "org.example\0.run"}),
    ),
    refuse(
        "hello-bundle-too-long",
        "LIMIT_EXCEEDED",
        "hello.app.bundle_identifier",
        "a string of 4,097 bytes",
        hello({"bundle_identifier": "a" * 4097}),
    ),
    refuse(
        "hello-client-nul",
        "MALFORMED_TEXT",
        "hello.client",
        "NUL at the end of a string",
        hello(APP, client="hearth-example\0"),
    ),
    refuse(
        "hello-product-type-nul",
        "MALFORMED_TEXT",
        "hello.host.product_type",
        "a string of nothing but NUL",
        hello(APP, host={"product_type": "\0"}),
    ),
)


def hello_not_utf8(name: str, why: str, replacement: bytes) -> Case:
    body = with_bytes(hello({**APP, "name": "?" * len(replacement)}), "?" * len(replacement), replacement)
    return refuse(f"hello-name-{name}", "MALFORMED_TEXT", "hello.app.name", why, body)


NOT_UTF8: Sequence[Case] = (
    hello_not_utf8("stray-byte", "a byte that begins no character", b"Run\xff"),
    hello_not_utf8("continuation-alone", "a continuation byte without a beginning", b"Run\x80"),
    hello_not_utf8("character-cut", "a character of three bytes that ends after two", b"Run\xe2\x82"),
    hello_not_utf8("overlong", "a slash in two bytes instead of one", b"Run\xc0\xaf"),
    hello_not_utf8("overlong-nul", "NUL in two bytes", b"Run\xc0\x80"),
    hello_not_utf8("surrogate", "half of a surrogate pair", b"Run\xed\xa0\x80"),
    hello_not_utf8("beyond-unicode", "a code point beyond U+10FFFF", b"Run\xf4\x90\x80\x80"),
    hello_not_utf8("latin-1", "Latin-1 instead of UTF-8", "Zürich".encode("latin-1")),
)

DELETE: Sequence[Case] = (
    refuse(
        "delete-target-missing",
        "INVALID_ARGUMENT",
        "delete_objects.target",
        "what to delete is required",
        client({"delete_objects": {}}),
    ),
    refuse(
        "delete-uuids-empty",
        "MALFORMED_COLUMN",
        "delete_objects.objects.uuids",
        "no UUID at all",
        client({"delete_objects": {"objects": {}}}),
    ),
    refuse(
        "delete-uuids-width",
        "MALFORMED_COLUMN",
        "delete_objects.objects.uuids",
        "31 bytes are not a whole number of UUIDs",
        client({"delete_objects": {"objects": {"uuids": uuids(1, 2)[:31]}}}),
    ),
    refuse(
        "delete-type-unknown",
        "UNKNOWN_TYPE",
        "delete_objects.matching.type",
        "a type that HealthKit does not have",
        client({"delete_objects": {"matching": {"type": "HKQuantityTypeIdentifierMoonPhase"}}}),
    ),
)

ADD_TO_WORKOUT: Sequence[Case] = (
    refuse(
        "workout-uuid-width",
        "MALFORMED_COLUMN",
        "add_to_workout.workout",
        "a UUID of 15 bytes",
        client({"add_to_workout": {"workout": bytes(15), "stored": uuids(1)}}),
    ),
    refuse(
        "workout-uuid-missing",
        "MALFORMED_COLUMN",
        "add_to_workout.workout",
        "no UUID",
        client({"add_to_workout": {"stored": uuids(1)}}),
    ),
    refuse(
        "workout-uuid-two",
        "MALFORMED_COLUMN",
        "add_to_workout.workout",
        "two UUIDs where one is meant",
        client({"add_to_workout": {"workout": uuids(1, 2), "stored": uuids(3)}}),
    ),
    refuse(
        "workout-stored-width",
        "MALFORMED_COLUMN",
        "add_to_workout.stored",
        "17 bytes are not a whole number of UUIDs",
        client({"add_to_workout": {"workout": uuids(1), "stored": uuids(2) + b"\0"}}),
    ),
    refuse(
        "workout-columns-width",
        "MALFORMED_COLUMN",
        "add_to_workout.columns[0].starts",
        "the starts of two samples in 15 bytes",
        client({"add_to_workout": {"workout": uuids(1), "columns": [heart_rates({"starts": bytes(15)})]}}),
    ),
)

QUERIES: Sequence[Case] = (
    refuse(
        "query-clauses-missing",
        "INVALID_ARGUMENT",
        "query_samples.clauses",
        "at least one clause is required",
        client({"query_samples": {}}),
    ),
    refuse(
        "query-type-unknown",
        "UNKNOWN_TYPE",
        "query_samples.clauses[0].type",
        "a type that HealthKit does not have",
        query({"type": "HKQuantityTypeIdentifierMoonPhase"}),
    ),
    refuse(
        "query-type-case",
        "UNKNOWN_TYPE",
        "query_samples.clauses[0].type",
        "identifiers compare byte by byte",
        query({"type": "hkquantitytypeidentifierheartrate"}),
    ),
    refuse(
        "query-type-characteristic",
        "UNKNOWN_TYPE",
        "query_samples.clauses[0].type",
        "a type without samples",
        query({"type": "HKCharacteristicTypeIdentifierBloodType"}),
    ),
    refuse(
        "query-type-nul",
        "MALFORMED_TEXT",
        "query_samples.clauses[0].type",
        "NUL in the type",
        query({"type": HEART_RATE + "\0"}),
    ),
    refuse(
        "query-unit-incompatible",
        "INCOMPATIBLE_UNIT",
        "query_samples.clauses[0].unit",
        "heart rates are not in kilograms",
        query({"type": HEART_RATE, "unit": "kg"}),
    ),
    refuse(
        "query-unit-malformed",
        "INCOMPATIBLE_UNIT",
        "query_samples.clauses[0].unit",
        "a text that is no unit",
        query({"type": HEART_RATE, "unit": "count//min"}),
    ),
    refuse(
        "query-unit-category",
        "INCOMPATIBLE_UNIT",
        "query_samples.clauses[0].unit",
        "categories have no unit",
        query({"type": SLEEP, "unit": "count"}),
    ),
    refuse(
        "query-second-clause",
        "UNKNOWN_TYPE",
        "observe.clauses[1].type",
        "the second clause is at fault",
        client({"observe": {"clauses": [{"type": SLEEP}, {"type": "Moon"}]}}),
    ),
    refuse("order-unspecified", "VALUE_OUT_OF_RANGE", "query_samples.order[0].field", "no field", order(0)),
    refuse(
        "order-unknown",
        "VALUE_OUT_OF_RANGE",
        "query_samples.order[1].field",
        "a field of a later version",
        order("FIELD_START_DATE", 99),
    ),
    refuse(
        "order-needs-type",
        "INVALID_ARGUMENT",
        "query_samples.order[0].field",
        "a field that needs a type",
        order("FIELD_WORKOUT_SUM"),
    ),
    refuse(
        "order-activity",
        "INVALID_ARGUMENT",
        "query_samples.order[0].field",
        "a field of a workout's activities",
        order("FIELD_ACTIVITY_DURATION"),
    ),
    refuse(
        "order-too-long", "LIMIT_EXCEEDED", "query_samples.order", "nine sort keys", order(*["FIELD_START_DATE"] * 9)
    ),
    refuse(
        "changes-anchor-too-long",
        "LIMIT_EXCEEDED",
        "query_changes.anchor",
        "an anchor of 65 bytes",
        client({"query_changes": {"anchor": bytes(65)}}),
    ),
    refuse(
        "changes-limit-follow",
        "INVALID_ARGUMENT",
        "query_changes.limit",
        "a limit on a stream that has no end",
        client({"query_changes": {"limit": 1, "follow": True}}),
    ),
    refuse(
        "sources-type-unknown",
        "UNKNOWN_TYPE",
        "list_sources.clauses[0].type",
        "an unknown type",
        client({"list_sources": {"clauses": [{"type": "Moon"}]}}),
    ),
    refuse(
        "ping-too-long",
        "LIMIT_EXCEEDED",
        "ping.payload",
        "a payload of 65 bytes",
        client({"ping": {"payload": bytes(65)}}),
    ),
    refuse("credit-none", "VALUE_OUT_OF_RANGE", "credit.bytes", "no credit", client({"credit": {}})),
    refuse(
        "credit-too-much",
        "VALUE_OUT_OF_RANGE",
        "credit.bytes",
        "one byte more than 1 GiB",
        client({"credit": {"bytes": 2**30 + 1}}),
    ),
)

CHARACTERISTICS: Sequence[Case] = (
    refuse(
        "characteristics-sex",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.biological_sex",
        "HKBiologicalSex ends at 3",
        characteristics(biological_sex=4),
    ),
    refuse(
        "characteristics-blood",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.blood_type",
        "HKBloodType ends at 8",
        characteristics(blood_type=9),
    ),
    refuse(
        "characteristics-skin",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.fitzpatrick_skin_type",
        "HKFitzpatrickSkinType ends at 6",
        characteristics(fitzpatrick_skin_type=7),
    ),
    refuse(
        "characteristics-wheelchair",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.wheelchair_use",
        "HKWheelchairUse ends at 2",
        characteristics(wheelchair_use=3),
    ),
    refuse(
        "characteristics-move-mode",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.activity_move_mode",
        "HKActivityMoveMode ends at 2",
        characteristics(activity_move_mode=3),
    ),
    refuse(
        "characteristics-year",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.date_of_birth.year",
        "before 1800",
        born(1799, 12, 31),
    ),
    refuse(
        "characteristics-year-late",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.date_of_birth.year",
        "after 2149",
        born(2150, 1, 1),
    ),
    refuse(
        "characteristics-year-missing",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.date_of_birth.year",
        "only 0, 0, 0 clears the date",
        born(0, 2, 29),
    ),
    refuse(
        "characteristics-month",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.date_of_birth.month",
        "a thirteenth month",
        born(1984, 13, 1),
    ),
    refuse(
        "characteristics-day",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.date_of_birth.day",
        "30 February",
        born(1984, 2, 30),
    ),
    refuse(
        "characteristics-leap-day",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.date_of_birth.day",
        "1900 was no leap year",
        born(1900, 2, 29),
    ),
    refuse(
        "characteristics-day-zero",
        "VALUE_OUT_OF_RANGE",
        "characteristics.set.date_of_birth.day",
        "days begin at 1",
        born(1984, 2, 0),
    ),
)

CASES: Sequence[Case] = (*HELLO, *NOT_UTF8, *DELETE, *ADD_TO_WORKOUT, *QUERIES, *CHARACTERISTICS)
