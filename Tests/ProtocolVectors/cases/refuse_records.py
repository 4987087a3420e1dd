"""Records, the samples of kinds with a few values, and predicates about them."""

from __future__ import annotations

from math import inf, nan
from typing import Sequence

from cases.case import Case, Fields, accept, client, refuse, server
from cases.samples import START, WORKOUT, save
from columns import float64s, int64s, times, uint32s, uuids

ECG = "HKDataTypeIdentifierElectrocardiogram"
MIND = "HKDataTypeIdentifierStateOfMind"
PHQ9 = "HKScoredAssessmentTypeIdentifierPHQ9"
AUDIOGRAM = "HKDataTypeIdentifierAudiogram"
RECORD = "save.columns[0].record"
TERM = "query_samples.clauses[0].predicate.terms[0].attribute"


def attribute(name: object, **value: object) -> Fields:
    return {"name": name, **value}


def integers(name: str, *values: int) -> Fields:
    return attribute(f"ATTRIBUTE_NAME_{name}", integers=int64s(*values))


def numbers(name: str, *values: float) -> Fields:
    return attribute(f"ATTRIBUTE_NAME_{name}", numbers=float64s(*values))


def records(sample_type: str, *attributes: Fields, **columns: object) -> Fields:
    """One sample with these attributes."""
    contents = {"records": [{"attributes": attributes}], **columns}
    return {"type": sample_type, "uuids": uuids(1), "starts": times(START), "record": contents}


PLAIN = (integers("CLASSIFICATION", 1), integers("SYMPTOMS_STATUS", 0))


def electrocardiogram(*attributes: Fields, **columns: object) -> Fields:
    """An electrocardiogram with two voltages."""
    contents = {"lengths": uint32s(2), "voltages": float64s(1.0, -1.0), **columns}
    return records(ECG, *(attributes or PLAIN), **contents)


def mind(*attributes: Fields, **columns: object) -> Fields:
    return records(MIND, *attributes, **columns)


MOMENT = integers("MIND_KIND", 1)
PLEASANT = numbers("VALENCE", 0.5)


def spoiled(name: str, error: str, field: str, why: str, columns: Fields) -> Case:
    return refuse(f"record-{name}", error, f"{RECORD}.{field}" if field else RECORD, why, save(columns))


def asked(name: str, error: str, field: str, why: str, match: Fields, of: str = ECG) -> Case:
    clause = {"type": of, "predicate": {"terms": [{"attribute": match}]}}
    path = f"{TERM}.{field}" if field else TERM
    return refuse(f"attribute-{name}", error, path, why, client({"query_samples": {"clauses": [clause]}}))


def match(name: str, relation: str, **operands: object) -> Fields:
    return {"name": f"ATTRIBUTE_NAME_{name}", "relation": f"RELATION_{relation}", **operands}


def taken(name: str, why: str, columns: Fields) -> Case:
    """A reply with these samples, which a client takes."""
    return accept(f"record-{name}", why, server({"samples": {"columns": [columns]}}), direction="server")


def returned(name: str, error: str, field: str, why: str, columns: Fields) -> Case:
    """A reply with these samples, which a client must not believe."""
    path = f"samples.columns[0].record.{field}"
    return refuse(f"reply-record-{name}", error, path, why, server({"samples": {"columns": [columns]}}), direction="server")


FIRST = "records[0].attributes[0]"

CASES: Sequence[Case] = (
    accept("record-without-series", "an electrocardiogram without voltages", save(electrocardiogram(lengths=uint32s(0), voltages=b""))),
    spoiled("attribute-missing", "INVALID_ARGUMENT", "records[0].attributes", "no valence", mind(MOMENT)),
    spoiled(
        "attribute-unknown",
        "VALUE_OUT_OF_RANGE",
        f"{FIRST}.name",
        "a name that this version does not know",
        mind(attribute(9_999, integers=int64s(1)), MOMENT, PLEASANT),
    ),
    spoiled(
        "attribute-unnamed", "VALUE_OUT_OF_RANGE", f"{FIRST}.name", "no name", mind(attribute(0, integers=int64s(1)))
    ),
    spoiled(
        "attribute-of-other-type",
        "INVALID_ARGUMENT",
        f"{FIRST}.name",
        "a state of mind has no classification",
        mind(integers("CLASSIFICATION", 1), MOMENT, PLEASANT),
    ),
    spoiled("attribute-twice", "INVALID_ARGUMENT", "records[0].attributes[1].name", "a name twice", mind(MOMENT, MOMENT)),
    spoiled(
        "attribute-order",
        "INVALID_ARGUMENT",
        "records[0].attributes[1].name",
        "names that are not in order",
        mind(PLEASANT, MOMENT),
    ),
    spoiled(
        "attribute-empty",
        "MALFORMED_COLUMN",
        f"{FIRST}.integers",
        "a name without a value",
        mind(attribute("ATTRIBUTE_NAME_MIND_KIND"), PLEASANT),
    ),
    spoiled(
        "attribute-two-forms",
        "INVALID_ARGUMENT",
        f"{FIRST}.integers",
        "integers and numbers",
        mind(attribute("ATTRIBUTE_NAME_MIND_KIND", integers=int64s(1), numbers=float64s(1.0)), PLEASANT),
    ),
    spoiled(
        "attribute-other-form",
        "INVALID_ARGUMENT",
        f"{FIRST}.numbers",
        "a number where an integer belongs",
        mind(numbers("MIND_KIND", 1.0), PLEASANT),
    ),
    spoiled(
        "attribute-width",
        "MALFORMED_COLUMN",
        f"{FIRST}.integers",
        "nine bytes of integers",
        mind(attribute("ATTRIBUTE_NAME_MIND_KIND", integers=bytes(9)), PLEASANT),
    ),
    spoiled(
        "attribute-several",
        "INVALID_ARGUMENT",
        f"{FIRST}.integers",
        "two values where one belongs",
        mind(integers("MIND_KIND", 1, 2), PLEASANT),
    ),
    spoiled(
        "attribute-many",
        "LIMIT_EXCEEDED",
        "records[0].attributes[2].integers",
        "4,097 labels",
        mind(MOMENT, PLEASANT, integers("LABELS", *[1] * 4_097)),
    ),
    spoiled(
        "attribute-nan",
        "VALUE_OUT_OF_RANGE",
        "records[0].attributes[1].numbers[0]",
        "not a number",
        mind(MOMENT, numbers("VALENCE", nan)),
    ),
    spoiled(
        "attribute-range",
        "VALUE_OUT_OF_RANGE",
        "records[0].attributes[1].numbers[0]",
        "a valence above 1",
        mind(MOMENT, numbers("VALENCE", 1.0000001)),
    ),
    spoiled(
        "attribute-number",
        "VALUE_OUT_OF_RANGE",
        f"{FIRST}.integers[0]",
        "a number that the enum does not have",
        electrocardiogram(integers("CLASSIFICATION", 7), integers("SYMPTOMS_STATUS", 0)),
    ),
    spoiled(
        "answers-few",
        "INVALID_ARGUMENT",
        f"{FIRST}.integers",
        "eight answers to nine questions",
        records(PHQ9, integers("ANSWERS", *[0] * 8)),
    ),
    spoiled(
        "table-ragged",
        "MALFORMED_COLUMN",
        "records[0].attributes[1].integers",
        "two ears for one frequency",
        records(AUDIOGRAM, numbers("FREQUENCIES", 500.0), integers("EARS", 0, 1)),
    ),
    spoiled(
        "too-large",
        "LIMIT_EXCEEDED",
        "records[0]",
        "more than 64 KiB of texts",
        records(
            "HKDataTypeIdentifierUserAnnotatedMedicationConcept",
            attribute("ATTRIBUTE_NAME_CODING_SYSTEMS", texts=["x" * 4_096] * 17),
        ),
    ),
    spoiled("records-few", "MALFORMED_COLUMN", "records", "no record for the sample", mind() | {"record": {"lengths": b""}}),
    spoiled(
        "voltages-short", "MALFORMED_COLUMN", "voltages", "one voltage for two", electrocardiogram(voltages=float64s(1.0))
    ),
    spoiled(
        "voltages-infinite",
        "VALUE_OUT_OF_RANGE",
        "voltages[1]",
        "an infinite voltage",
        electrocardiogram(voltages=float64s(1.0, inf)),
    ),
    spoiled("contents-of-other-type", "MALFORMED_COLUMN", "contents", "bytes of a document", electrocardiogram(contents=b"x")),
    spoiled("lengths-missing", "MALFORMED_COLUMN", "lengths", "a series only by its count", records(ECG, *PLAIN, counts=int64s(2))),
    spoiled(
        "series-of-other-type",
        "MALFORMED_COLUMN",
        "lengths",
        "states of mind have no series",
        mind(MOMENT, PLEASANT, lengths=uint32s(0)),
    ),
    spoiled(
        "series-long",
        "LIMIT_EXCEEDED",
        "lengths[0]",
        "131,073 voltages",
        electrocardiogram(lengths=uint32s(131_073), voltages=b""),
    ),
    spoiled("counts", "MALFORMED_COLUMN", "counts", "a Save has no counts of its own", electrocardiogram(counts=int64s(2))),
    refuse(
        "record-as-workout",
        "INVALID_ARGUMENT",
        "save.columns[0].payload",
        "records for a type that has none",
        save(records(WORKOUT, MOMENT)),
    ),
    asked(
        "of-other-type",
        "MALFORMED_PREDICATE",
        "name",
        "an electrocardiogram has no valence",
        match("VALENCE", "LESS", numbers=float64s(0.0)),
    ),
    asked(
        "of-workouts",
        "MALFORMED_PREDICATE",
        "name",
        "a workout has no attributes",
        match("VALENCE", "LESS", numbers=float64s(0.0)),
        of=WORKOUT,
    ),
    asked("unknown", "VALUE_OUT_OF_RANGE", "name", "no name", {"relation": "RELATION_EQUAL", "integers": int64s(1)}),
    asked(
        "relation-unknown",
        "VALUE_OUT_OF_RANGE",
        "relation",
        "no relation",
        {"name": "ATTRIBUTE_NAME_CLASSIFICATION", "integers": int64s(1)},
    ),
    asked(
        "relation-of-texts",
        "MALFORMED_PREDICATE",
        "relation",
        "numbers do not contain others",
        match("CLASSIFICATION", "CONTAINS", integers=int64s(1)),
    ),
    asked("operands-missing", "MALFORMED_COLUMN", "integers", "nothing to compare with", match("CLASSIFICATION", "EQUAL")),
    asked(
        "operands-other-form",
        "MALFORMED_PREDICATE",
        "numbers",
        "a number where an integer belongs",
        match("CLASSIFICATION", "EQUAL", numbers=float64s(1.0)),
    ),
    asked(
        "operands-many",
        "LIMIT_EXCEEDED",
        "integers",
        "257 operands",
        match("CLASSIFICATION", "EQUAL", integers=int64s(*[1] * 257)),
    ),
    asked(
        "operand-nan",
        "VALUE_OUT_OF_RANGE",
        "numbers[0]",
        "not a number",
        match("AVERAGE_HEART_RATE", "LESS", numbers=float64s(nan)),
    ),
    taken(
        "new-attribute",
        "an attribute of a later version, in a form of its own, between those that are known",
        mind(MOMENT, PLEASANT, attribute(9_999, integers=bytes(3), texts=["new"])),
    ),
    taken("new-number", "a classification of a later version", electrocardiogram(integers("CLASSIFICATION", 7))),
    taken(
        "series-counted",
        "the number of voltages alone",
        electrocardiogram(lengths=b"", voltages=b"", counts=int64s(15_000)),
    ),
    returned(
        "voltages-missing", "MALFORMED_COLUMN", "voltages", "two voltages that are not there", electrocardiogram(voltages=b"")
    ),
    returned(
        "voltage-nan", "VALUE_OUT_OF_RANGE", "voltages[1]", "not a number", electrocardiogram(voltages=float64s(1.0, nan))
    ),
    returned(
        "count-not-length",
        "VALUE_OUT_OF_RANGE",
        "lengths[0]",
        "two voltages of a series that has three",
        electrocardiogram(counts=int64s(3)),
    ),
    returned("records-few", "MALFORMED_COLUMN", "records", "no record for the sample", mind() | {"record": {}}),
    returned(
        "attribute-empty", "MALFORMED_COLUMN", f"{FIRST}.integers", "a known name without a value", mind(attribute(20))
    ),
    returned(
        "attribute-two-forms",
        "INVALID_ARGUMENT",
        f"{FIRST}.integers",
        "integers and numbers",
        mind(attribute(20, integers=int64s(1), numbers=float64s(1.0)), PLEASANT),
    ),
    returned(
        "attribute-nan",
        "VALUE_OUT_OF_RANGE",
        "records[0].attributes[1].numbers[0]",
        "not a number",
        mind(MOMENT, numbers("VALENCE", nan)),
    ),
    returned(
        "attribute-order",
        "INVALID_ARGUMENT",
        "records[0].attributes[1].name",
        "names that are not in order",
        mind(PLEASANT, MOMENT),
    ),
)
