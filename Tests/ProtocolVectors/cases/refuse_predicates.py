"""Predicates that are wrong in their form or do not fit the type of their clause."""

from __future__ import annotations

from math import nan
from typing import Sequence

from cases.case import Case, Fields, client, refuse
from cases.samples import HEART_RATE, SLEEP, STEP_COUNT, WORKOUT
from cases.wire import sized, uint
from columns import uuids

PREDICATE = "query_samples.clauses[0].predicate"


def query(terms: Sequence[Fields], sample_type: str) -> Fields:
    return client({"query_samples": {"clauses": [{"type": sample_type, "predicate": {"terms": terms}}]}})


def spoiled(name: str, error: str, field: str, why: str, *terms: Fields, of: str = HEART_RATE) -> Case:
    """Clauses of the type `of`, with the fault in `field` of their predicate."""
    return refuse(name, error, f"{PREDICATE}.{field}", why, query(terms, of))


def malformed(name: str, index: int, why: str, *terms: Fields, of: str = HEART_RATE) -> Case:
    """The term with this index does not fit to the others, or to the type."""
    return spoiled(f"predicate-{name}", "MALFORMED_PREDICATE", f"terms[{index}]", why, *terms, of=of)


def unfit(name: str, field: str, why: str, compared: Fields, of: str = HEART_RATE) -> Case:
    """A comparison of which `field` does not fit to the rest, or to the type."""
    return spoiled(f"comparison-{name}", "MALFORMED_PREDICATE", f"terms[0].comparison.{field}", why, compared, of=of)


def comparison(field: object, relation: object = "RELATION_LESS", **fields: object) -> Fields:
    return {"comparison": {"field": field, "relation": relation, **fields}}


def metadata(relation: object, *entries: Fields) -> Fields:
    return {"metadata": {"relation": relation, "entries": entries}}


YES: Fields = {"constant": True}
RUN = comparison("FIELD_ACTIVITY_TYPE", "RELATION_EQUAL", integer=37)
LONG = comparison("FIELD_WORKOUT_DURATION", number=600.0)

OPERATORS: Sequence[Case] = (
    malformed("operator-first", 0, "an operator without an operand before it", {"all_of": 1}),
    malformed("operator-too-many", 2, "an operator over three of two operands", YES, YES, {"any_of": 3}),
    malformed(
        "operator-consumed", 3, "an operator over what another has taken", YES, YES, {"all_of": 2}, {"none_of": 2}
    ),
    malformed("operator-zero", 1, "an operator over no operands", YES, {"any_of": 0}),
    malformed("operator-huge", 1, "an operator over 4,294,967,295 operands", YES, {"none_of": 2**32 - 1}),
    malformed("activity-operator-zero", 1, "an operator over no operands", RUN, {"any_activity": 0}, of=WORKOUT),
    malformed("activity-alone", 0, "a comparison of an activity outside of any_activity", RUN, of=WORKOUT),
    malformed(
        "activity-other-operand",
        1,
        "any_activity over a comparison of the workout",
        LONG,
        {"any_activity": 1},
        of=WORKOUT,
    ),
    malformed(
        "activity-other-test",
        1,
        "any_activity over a test of the sample",
        {"interval": {"start": 0}},
        {"any_activity": 1},
        of=WORKOUT,
    ),
    malformed(
        "activity-mixed", 2, "an operator over an activity and the workout", RUN, LONG, {"any_of": 2}, of=WORKOUT
    ),
    malformed(
        "activity-nested",
        2,
        "any_activity over any_activity",
        RUN,
        {"any_activity": 1},
        {"any_activity": 1},
        of=WORKOUT,
    ),
)

TERMS: Sequence[Case] = (
    spoiled("term-none", "UNIMPLEMENTED", "terms[1]", "a term that tests nothing", YES, {}),
    refuse(
        "term-unknown",
        "UNIMPLEMENTED",
        f"{PREDICATE}.terms[0]",
        "a term of a later minor version",
        uint(1, 2) + sized(6, sized(1, sized(1, HEART_RATE.encode()) + sized(2, sized(1, sized(19, b""))))),
    ),
    spoiled(
        "interval-end-before-start",
        "VALUE_OUT_OF_RANGE",
        "terms[0].interval.end",
        "the end comes before the start",
        {"interval": {"start": 1, "end": 0}},
    ),
    spoiled("term-uuids-empty", "MALFORMED_COLUMN", "terms[0].uuids.uuids", "no UUID at all", {"uuids": {}}),
    spoiled(
        "term-uuids-width",
        "MALFORMED_COLUMN",
        "terms[0].uuids.uuids",
        "15 bytes are not a UUID",
        {"uuids": {"uuids": uuids(1)[:15]}},
    ),
    spoiled(
        "term-in-workout-width",
        "MALFORMED_COLUMN",
        "terms[0].in_workout",
        "a UUID of 15 bytes",
        {"in_workout": bytes(15)},
    ),
    spoiled(
        "term-in-correlation-empty",
        "MALFORMED_COLUMN",
        "terms[0].in_correlation",
        "a UUID of 0 bytes",
        {"in_correlation": b""},
    ),
    spoiled("term-metadata-key-empty", "MALFORMED_TEXT", "terms[0].metadata_key", "an empty key", {"metadata_key": ""}),
)

COMPARISONS: Sequence[Case] = (
    spoiled(
        "comparison-field-unspecified",
        "VALUE_OUT_OF_RANGE",
        "terms[0].comparison.field",
        "no field",
        comparison(0, number=1.0),
    ),
    spoiled(
        "comparison-field-unknown",
        "VALUE_OUT_OF_RANGE",
        "terms[0].comparison.field",
        "a field of a later version",
        comparison(99, number=1.0),
    ),
    spoiled(
        "comparison-relation-unspecified",
        "VALUE_OUT_OF_RANGE",
        "terms[0].comparison.relation",
        "no relation",
        comparison("FIELD_QUANTITY", 0, number=1.0),
    ),
    spoiled(
        "comparison-relation-unknown",
        "VALUE_OUT_OF_RANGE",
        "terms[0].comparison.relation",
        "a relation of a later version",
        comparison("FIELD_QUANTITY", 10, number=1.0),
    ),
    unfit(
        "relation-text",
        "relation",
        "a relation of texts between numbers",
        comparison("FIELD_QUANTITY", "RELATION_CONTAINS", number=1.0),
    ),
    unfit("operand-missing", "operand", "nothing to compare with", comparison("FIELD_QUANTITY")),
    unfit("operand-integer", "operand", "a quantity compares with a number", comparison("FIELD_QUANTITY", integer=60)),
    unfit("operand-number", "operand", "a date compares with an integer", comparison("FIELD_START_DATE", number=0.0)),
    unfit(
        "category-of-quantity",
        "field",
        "heart rates have no category value",
        comparison("FIELD_CATEGORY_VALUE", integer=1),
    ),
    unfit("quantity-of-category", "field", "sleep has no quantity", comparison("FIELD_QUANTITY", number=1.0), of=SLEEP),
    unfit(
        "workout-of-quantity",
        "field",
        "heart rates have no activity type",
        comparison("FIELD_WORKOUT_ACTIVITY_TYPE", integer=37),
    ),
    unfit("sum-of-discrete", "field", "heart rates have no sum", comparison("FIELD_QUANTITY_SUM", number=100.0)),
    unfit(
        "average-of-cumulative",
        "field",
        "step counts have no average",
        comparison("FIELD_QUANTITY_AVERAGE", number=100.0),
        of=STEP_COUNT,
    ),
    spoiled(
        "comparison-activity-of-quantity",
        "MALFORMED_PREDICATE",
        "terms[0].comparison.field",
        "heart rates have no activities",
        RUN,
        {"any_activity": 1},
    ),
    unfit(
        "unit-of-seconds",
        "unit",
        "seconds have no unit",
        comparison("FIELD_WORKOUT_DURATION", number=1.0, unit="min"),
        of=WORKOUT,
    ),
    unfit("unit-of-date", "unit", "dates have no unit", comparison("FIELD_START_DATE", integer=0, unit="s")),
    unfit(
        "type-not-needed", "type", "the field needs no type", comparison("FIELD_QUANTITY", number=1.0, type=HEART_RATE)
    ),
    unfit(
        "type-missing", "type", "the field needs a type", comparison("FIELD_WORKOUT_AVERAGE", number=1.0), of=WORKOUT
    ),
    unfit(
        "type-of-category",
        "type",
        "the field needs a quantity type",
        comparison("FIELD_WORKOUT_AVERAGE", number=1.0, type=SLEEP),
        of=WORKOUT,
    ),
    spoiled(
        "comparison-number-nan",
        "VALUE_OUT_OF_RANGE",
        "terms[0].comparison.number",
        "not a number",
        comparison("FIELD_QUANTITY", number=nan),
    ),
    spoiled(
        "comparison-unit-incompatible",
        "INCOMPATIBLE_UNIT",
        "terms[0].comparison.unit",
        "heart rates are not in metres",
        comparison("FIELD_QUANTITY", number=1.0, unit="m"),
    ),
    spoiled(
        "comparison-unit-malformed",
        "INCOMPATIBLE_UNIT",
        "terms[0].comparison.unit",
        "a text that is no unit",
        comparison("FIELD_QUANTITY", number=1.0, unit="count/min/"),
    ),
    spoiled(
        "comparison-unit-of-statistics",
        "INCOMPATIBLE_UNIT",
        "terms[0].comparison.unit",
        "the unit belongs to the type of the statistics",
        comparison("FIELD_WORKOUT_AVERAGE", number=5.0, unit="km", type=HEART_RATE),
        of=WORKOUT,
    ),
    spoiled(
        "comparison-type-unknown",
        "UNKNOWN_TYPE",
        "terms[0].comparison.type",
        "an unknown type of statistics",
        comparison("FIELD_WORKOUT_SUM", number=5.0, type="HKQuantityTypeIdentifierMoonPhase"),
        of=WORKOUT,
    ),
)

MATCHES: Sequence[Case] = (
    spoiled(
        "match-relation-unspecified",
        "VALUE_OUT_OF_RANGE",
        "terms[0].metadata.relation",
        "no relation",
        metadata(0, {"key": "a", "integer_value": 1}),
    ),
    spoiled(
        "match-contains-number",
        "MALFORMED_PREDICATE",
        "terms[0].metadata.entries[0].value",
        "a relation of texts between numbers",
        metadata("RELATION_CONTAINS", {"key": "a", "integer_value": 1}),
    ),
    spoiled(
        "match-entries-missing",
        "INVALID_ARGUMENT",
        "terms[0].metadata.entries",
        "nothing to match",
        metadata("RELATION_EQUAL"),
    ),
    spoiled(
        "match-key-empty",
        "MALFORMED_TEXT",
        "terms[0].metadata.entries[0].key",
        "an empty key",
        metadata("RELATION_EQUAL", {"integer_value": 1}),
    ),
    spoiled(
        "match-value-missing",
        "INVALID_ARGUMENT",
        "terms[0].metadata.entries[0].value",
        "a key without a value",
        metadata("RELATION_EQUAL", {"key": "a"}),
    ),
    spoiled(
        "match-value-nan",
        "VALUE_OUT_OF_RANGE",
        "terms[0].metadata.entries[0].double_value",
        "not a number",
        metadata("RELATION_LESS", {"key": "a", "double_value": nan}),
    ),
    spoiled(
        "match-sources-missing",
        "INVALID_ARGUMENT",
        "terms[0].sources.bundle_identifiers",
        "no source to match",
        {"sources": {}},
    ),
    spoiled(
        "match-patterns-missing",
        "INVALID_ARGUMENT",
        "terms[0].source_revisions.patterns",
        "no version to match",
        {"source_revisions": {}},
    ),
    spoiled(
        "match-pattern-bundle-empty",
        "MALFORMED_TEXT",
        "terms[0].source_revisions.patterns[0].bundle_identifier",
        "a version of no app",
        {"source_revisions": {"patterns": [{"version": "2.1"}]}},
    ),
    spoiled(
        "match-pattern-version",
        "INVALID_ARGUMENT",
        "terms[0].source_revisions.patterns[0].version",
        "any version, and one",
        {
            "source_revisions": {
                "patterns": [{"bundle_identifier": "org.example.run", "any_version": True, "version": "2.1"}]
            }
        },
    ),
    spoiled(
        "match-devices-missing", "INVALID_ARGUMENT", "terms[0].devices.devices", "no device to match", {"devices": {}}
    ),
    spoiled(
        "match-property-unspecified",
        "VALUE_OUT_OF_RANGE",
        "terms[0].device_property.property",
        "no property",
        {"device_property": {"values": ["Pulse Ring"]}},
    ),
    spoiled(
        "match-property-unknown",
        "VALUE_OUT_OF_RANGE",
        "terms[0].device_property.property",
        "a property of a later version",
        {"device_property": {"property": 9, "values": ["Pulse Ring"]}},
    ),
    spoiled(
        "match-property-value-nul",
        "MALFORMED_TEXT",
        "terms[0].device_property.values[0]",
        "NUL in a value",
        {"device_property": {"property": 1, "values": ["Pulse\0Ring"]}},
    ),
)

CASES: Sequence[Case] = (*OPERATORS, *TERMS, *COMPARISONS, *MATCHES)
