"""The values of records in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearth.enums import ElectrocardiogramClassification as Classification
from hearth.samples.record_enums import enum_of_attribute

from ..report.units import UNKNOWN, words
from .quantities import number_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import IntEnum

    from hearth.samples.records import AttributeValues

    Values = Mapping[str, AttributeValues]

#: What a record is called, where it has a name.
_NAMES = ("display_name", "title", "nickname", "display_text", "medication")
#: The greatest number of an answer; the one above it is for a question without one.
_ANSWER_MAX = 3
#: Values that are written, and characters of each.
_SHOWN, _LETTERS_MAX = 3, 80


def record_text(values: Values) -> str:
    """What a record is called or shows; else its first values by their names.

    >>> record_text({"classification": [1], "average_heart_rate": [64.2]}), record_text({"answers": [1, 2, 4]})
    ('Sinus rhythm, 64 /min', 'Score 3')
    >>> record_text({"mind_kind": [1], "valence": [0.25], "labels": [17]}), record_text({"clampings": [0, 1]})
    ('Momentary emotion, valence 0.250, happy', '2 clampings')
    """
    if "classification" in values:
        rate = number_of(values, "average_heart_rate")
        shown = member_text(Classification, values, "classification")
        return shown if rate is None else f"{shown}, {rate:.0f} /min"
    if "answers" in values:
        return f"Score {sum(int(one) for one in values['answers'] if int(one) <= _ANSWER_MAX)}"
    named = next((str(values[name][0]) for name in _NAMES if name in values), None)
    if named is not None:
        return _short(named)
    texts = [_text(name, found) for name, found in list(values.items())[:_SHOWN]]
    text = ", ".join(texts)
    return text[:1].upper() + text[1:] or UNKNOWN


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
