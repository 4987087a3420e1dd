"""The values of records in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import numpy as np
from hearth import Records
from hearth.enums import AudiogramConductionType, AudiogramSide, MedicationLogStatus, VisionPrescriptionType
from hearth.enums import ElectrocardiogramClassification as Classification
from hearth.samples.record_enums import enum_of_attribute
from hearth.samples.record_tables import RecordColumn

from ..report.details import local
from ..report.units import UNKNOWN, amount, digits, minus_text, number_text, words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo
    from enum import IntEnum

    from hearth.samples.records import AttributeValues

    from .visit import Visit

    Values = Mapping[str, AttributeValues]

#: What a record is called, where it has a name.
_NAMES = ("display_name", "title", "nickname", "display_text", "medication")
#: The greatest number of an answer; the one above it is for a question without one.
_ANSWER_MAX = 3
#: Values that are written, and characters of each.
_SHOWN, _LETTERS_MAX = 3, 80


def record_text(values: Values, medications: Mapping[str, str] | None = None) -> str:
    """What a record is called or shows; else its first values by their names. `medications`: what people call them.

    >>> record_text({"classification": [1], "average_heart_rate": [64.2]}), record_text({"answers": [1, 2, 4]})
    ('Sinus rhythm, 64 /min', 'Score 3')
    >>> record_text({"mind_kind": [1], "valence": [0.25], "labels": [17]}), record_text({"clampings": [0, 1]})
    ('Momentary emotion, valence 0.250, happy', '2 clampings')
    >>> record_text({"log_status": [5], "medication": ["rx-1"], "dose_quantity": [1.0], "dose_unit": ["tablet"]})
    'Skipped: rx-1, 1 tablet'
    >>> record_text({"prescription_type": [1], "right_sphere": [-2.5], "left_sphere": [-2.25]})
    'Glasses, right −2.50 dpt, left −2.25 dpt'
    """
    if "classification" in values:
        rate = number_of(values, "average_heart_rate")
        shown = member_text(Classification, values, "classification")
        return shown if rate is None else f"{shown}, {amount(rate, '/min')}"
    if "answers" in values:
        return f"Score {sum(int(one) for one in values['answers'] if int(one) <= _ANSWER_MAX)}"
    if "log_status" in values:
        return _dose(values, medications or {})
    if "prescription_type" in values:
        return _prescription(values)
    if "sensitivities" in values and "ears" in values:
        return _heard(values)
    named = next((str(values[name][0]) for name in _NAMES if name in values), None)
    if named is not None:
        return _short(named)
    texts = [_text(name, found) for name, found in list(values.items())[:_SHOWN]]
    text = ", ".join(texts)
    return text[:1].upper() + text[1:] or UNKNOWN


def _dose(values: Values, medications: Mapping[str, str]) -> str:
    status = member_text(MedicationLogStatus, values, "log_status")
    taken = str(next(iter(values.get("medication", [])), UNKNOWN))
    amount = number_of(values, "dose_quantity")
    amount = number_of(values, "scheduled_dose_quantity") if amount is None else amount
    unit = str(next(iter(values.get("dose_unit", [])), ""))
    dose = "" if amount is None else f", {number_text(amount)} {_short(unit)}".rstrip()
    return f"{status}: {_short(medications.get(taken, taken))}{dose}"


def _prescription(values: Values) -> str:
    kind = _member(VisionPrescriptionType, int(number_of(values, "prescription_type") or 0))
    eyes = (f"{eye} {lens_text(values, f'{eye}_sphere')}" for eye in ("right", "left") if f"{eye}_sphere" in values)
    return ", ".join([kind, *(_short(str(one)) for one in values.get("brand", []) if one), *eyes])


def _heard(values: Values) -> str:
    """The range of each ear."""
    levels: dict[str, list[float]] = {}
    heard = [float(one) for one in values["sensitivities"]]
    ears = [_member(AudiogramSide, int(one)) for one in values["ears"]]
    for level, ear in zip(heard, ears, strict=False):
        levels.setdefault(ear, []).append(level)
    texts = []
    for ear, found in sorted(levels.items()):
        low, high = (number_text(one) for one in (min(found), max(found)))
        texts.append(f"{ear.lower()} ear {low if low == high else f'{low} – {high}'} dB")
    text = ", ".join(texts)
    return text[:1].upper() + text[1:] or UNKNOWN


def name_text(name: str) -> str:
    """The name of a value in words.

    >>> name_text("fhir_resource_type"), name_text("far_pupillary_distance")
    ('FHIR resource type', 'Far pupillary distance')
    """
    text = name.replace("_", " ")
    return "FHIR" + text[4:] if text.startswith("fhir") else text[:1].upper() + text[1:]


def value_texts(name: str, found: AttributeValues, zone: tzinfo | None, medications: Mapping[str, str]) -> list[str]:
    """The values of a name, whole."""
    column = RecordColumn(name, is_list=False)
    if column.enum is not None:
        return [_member(column.enum, int(one)) for one in found]
    texts = []
    for one in found:
        match one:
            case bytes():
                text = str(UUID(bytes=one)).upper()
            case str():
                known = medications.get(one) if name == "medication" else None
                text = one if known is None else f"{known} ({one})"
            case float():
                text = number_text(one)
            case _ if column.kind == "truth":
                text = "yes" if one else "no"
            case _ if column.kind == "time" and zone is not None:
                text = f"{local(np.datetime64(int(one), 'ns'), zone):%Y-%m-%d %H:%M}"
            case _:
                text = str(one)
        texts.append(text)
    return texts


def lens_text(values: Values, name: str) -> str:
    """A value of a lens with its unit, as opticians write it.

    >>> lens_text({"right_axis": [90.0]}, "right_axis"), lens_text({"right_base_curve": [8.6]}, "right_base_curve")
    ('90°', '8.6 mm')
    """
    found = values.get(name)
    if not found:
        return UNKNOWN
    part = name.partition("_")[2]
    if part == "prism_bases":
        return ", ".join(value_texts(name, found, None, {})).lower()
    numbers = [float(one) for one in found]
    if part == "axis":
        return ", ".join(f"{digits(one)}°" for one in numbers)
    if part in {"sphere", "cylinder", "add_power"}:
        return ", ".join(amount(one, "dpt", "+.2f") for one in numbers)
    if part == "prism":
        marks = ("Δ", "°", "Δ vertically", "Δ horizontally")
        return ", ".join(
            minus_text(f"{one:g}{' ' if 'Δ' in mark else ''}{mark}") for one, mark in zip(numbers, marks, strict=False)
        )
    return ", ".join(amount(one, "mm", ".1f") for one in numbers)


def sensitivity_text(values: Values, row: int) -> str:
    """What was heard at a frequency by an ear, and how that was measured where it is not the usual way."""

    def of(name: str) -> Any:
        found = values.get(name, [])
        return found[row] if row < len(found) else None

    level = of("sensitivities")
    said = []
    if (conduction := of("conduction_types")) is not None:
        said.append(_member(AudiogramConductionType, int(conduction)).lower())
    if of("masked"):
        said.append("masked")
    for bit, name in ((1, "lower"), (2, "upper")):
        bound = of(f"clamping_{name}_bounds")
        if int(of("clampings") or 0) & bit and bound is not None:
            said.append(f"clamped at {number_text(float(bound))} dB")
    text = UNKNOWN if level is None else f"{number_text(float(level))} dB"
    return f"{text} ({', '.join(said)})" if said else text


def medication_names(visit: Visit) -> dict[str, str]:
    """What people call the medications that are stored, by their identifiers."""
    names = {}
    found = visit.client.read("userAnnotatedMedication")
    if isinstance(found.payload, Records):
        for row in range(len(found)):
            values = found.payload.attributes_of(row)
            name = next((str(values[one][0]) for one in ("nickname", "display_text") if values.get(one)), "")
            if name and values.get("medication"):
                names[str(values["medication"][0])] = name
    return names


def member_text(enum: type[IntEnum], values: Values, name: str) -> str:
    """The member of an enum that a value is, in words."""
    return _member(enum, int(number_of(values, name) or 0))


def _member(enum: type[IntEnum], number: int) -> str:
    return words(enum(number).name) if number in enum._value2member_map_ else f"Number {number}"


def number_of(values: Values, name: str) -> float | None:
    """A number with a name; None: it is not there."""
    return next((float(one) for one in values.get(name, [])), None)


def _text(name: str, found: AttributeValues) -> str:
    if (enum := enum_of_attribute(name)) is not None:
        members = [_member(enum, int(one)).lower() for one in found[:_SHOWN]]
        return ", ".join([*members, "…"] if len(found) > _SHOWN else members)
    name = name.replace("_", " ")
    if len(found) > 1:
        return f"{len(found)} {name}"
    (value,) = found
    match value:
        case bytes():
            return name
        case str():
            return f"{name} {_short(value)}"
        case _:
            return f"{name} {number_text(value)}"


def _short(text: str) -> str:
    return text if len(text) <= _LETTERS_MAX else f"{text[:_LETTERS_MAX]}…"
