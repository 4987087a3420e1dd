"""Saves whose metadata or provenance is wrong."""

from __future__ import annotations

from math import inf, nan
from typing import Sequence

from cases.case import Case, Fields, refuse, with_bytes
from cases.samples import heart_rates, save, sleep

METADATA = "save.columns[0].metadata[0]"
PROVENANCE = "save.columns[0].provenances[0]"


def entries(*fields: Fields) -> Fields:
    return save(heart_rates({"metadata": [{"entries": fields}]}))


def value(**fields: object) -> Fields:
    return entries({"key": "org.example.key", **fields})


def provenance(**fields: object) -> Fields:
    return save(heart_rates({"provenances": [fields]}))


ENTRIES: Sequence[Case] = (
    refuse(
        "metadata-key-empty",
        "MALFORMED_TEXT",
        f"{METADATA}.entries[0].key",
        "an empty key",
        entries({"integer_value": 1}),
    ),
    refuse(
        "metadata-key-nul",
        "MALFORMED_TEXT",
        f"{METADATA}.entries[0].key",
        "NUL in a key",
        entries({"key": "a\0b", "integer_value": 1}),
    ),
    refuse(
        "metadata-key-too-long",
        "LIMIT_EXCEEDED",
        f"{METADATA}.entries[0].key",
        "a key of 4,097 bytes",
        entries({"key": "k" * 4097, "integer_value": 1}),
    ),
    refuse(
        "metadata-key-twice",
        "INVALID_ARGUMENT",
        f"{METADATA}.entries",
        "a key that occurs twice",
        entries({"key": "HKTimeZone", "string_value": "UTC"}, {"key": "HKTimeZone", "string_value": "UTC"}),
    ),
    refuse(
        "metadata-key-twice-apart",
        "INVALID_ARGUMENT",
        f"{METADATA}.entries",
        "a key that occurs twice, with another between",
        entries({"key": "a", "integer_value": 1}, {"key": "b", "integer_value": 2}, {"key": "a", "integer_value": 3}),
    ),
    refuse(
        "metadata-too-many",
        "LIMIT_EXCEEDED",
        f"{METADATA}.entries",
        "65 entries",
        entries(*({"key": f"org.example.key.{number:02}", "integer_value": number} for number in range(65))),
    ),
    refuse(
        "metadata-value-missing", "INVALID_ARGUMENT", f"{METADATA}.entries[0].value", "a key without a value", value()
    ),
    refuse(
        "metadata-double-nan",
        "VALUE_OUT_OF_RANGE",
        f"{METADATA}.entries[0].double_value",
        "not a number",
        value(double_value=nan),
    ),
    refuse(
        "metadata-quantity-infinite",
        "VALUE_OUT_OF_RANGE",
        f"{METADATA}.entries[0].quantity_value.value",
        "infinity",
        value(quantity_value={"value": inf, "unit": "m"}),
    ),
    refuse(
        "metadata-unit-missing",
        "INCOMPATIBLE_UNIT",
        f"{METADATA}.entries[0].quantity_value.unit",
        "a quantity in metadata has a unit: no type says one",
        value(quantity_value={"value": 1.0}),
    ),
    refuse(
        "metadata-unit-malformed",
        "INCOMPATIBLE_UNIT",
        f"{METADATA}.entries[0].quantity_value.unit",
        "a text that is no unit",
        value(quantity_value={"value": 1.0, "unit": "furlong"}),
    ),
    refuse(
        "metadata-text-nul",
        "MALFORMED_TEXT",
        f"{METADATA}.entries[0].string_value",
        "NUL in a text",
        value(string_value="blue\0shoe"),
    ),
    refuse(
        "metadata-text-not-utf8",
        "MALFORMED_TEXT",
        f"{METADATA}.entries[0].string_value",
        "a text that is not UTF-8",
        with_bytes(value(string_value="blue??"), "??", b"\xe2\x28"),
    ),
)

SYNC_IDENTIFIER: Fields = {"key": "HKMetadataKeySyncIdentifier", "string_value": "walk-17"}
SYNC_VERSION: Fields = {"key": "HKMetadataKeySyncVersion", "integer_value": 1}

REQUIRED: Sequence[Case] = (
    refuse(
        "metadata-sync-version-missing",
        "INVALID_ARGUMENT",
        f"{METADATA}.entries",
        "a sync identifier without a sync version",
        entries(SYNC_IDENTIFIER),
    ),
    refuse(
        "metadata-sync-identifier-missing",
        "INVALID_ARGUMENT",
        f"{METADATA}.entries",
        "a sync version without a sync identifier",
        entries(SYNC_VERSION),
    ),
    refuse(
        "metadata-sync-identifier-empty",
        "INVALID_ARGUMENT",
        f"{METADATA}.entries",
        "an empty sync identifier",
        entries({**SYNC_IDENTIFIER, "string_value": ""}, SYNC_VERSION),
    ),
    refuse(
        "metadata-cycle-start-missing",
        "INVALID_ARGUMENT",
        "save.columns[0].metadata",
        "samples of menstrual flow say whether a cycle starts",
        save({**sleep(2), "type": "HKCategoryTypeIdentifierMenstrualFlow"}),
    ),
)

PROVENANCES: Sequence[Case] = (
    refuse(
        "source-bundle-empty",
        "MALFORMED_TEXT",
        f"{PROVENANCE}.source.bundle_identifier",
        "a source without a bundle identifier",
        provenance(source={"name": "Run"}),
    ),
    refuse(
        "provenance-version-nul",
        "MALFORMED_TEXT",
        f"{PROVENANCE}.version",
        "NUL in a version",
        provenance(version="2\0"),
    ),
    refuse(
        "device-name-nul",
        "MALFORMED_TEXT",
        f"{PROVENANCE}.device.name",
        "NUL in a device's name",
        provenance(device={"name": "\0"}),
    ),
    refuse(
        "device-model-not-utf8",
        "MALFORMED_TEXT",
        f"{PROVENANCE}.device.model",
        "a device's model that is not UTF-8",
        with_bytes(provenance(device={"model": "PR-??"}), "??", b"\xff\xfe"),
    ),
    refuse(
        "device-firmware-too-long",
        "LIMIT_EXCEEDED",
        f"{PROVENANCE}.device.firmware_version",
        "a string of 4,097 bytes",
        provenance(device={"firmware_version": "1" * 4097}),
    ),
)

CASES: Sequence[Case] = (*ENTRIES, *REQUIRED, *PROVENANCES)
