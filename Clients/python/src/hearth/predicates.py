"""Conditions on samples, written as Python's own: `(start >= noon) & (quantity("count/min") > 100) & ~entered`.

A condition is made of tests, `&`, `|` and `~`. It goes to the server as a list in postfix order. A percentage is
written as one: `quantity("%") < 95`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from . import hearth_pb2 as pb
from .arguments import check_flag, check_integer, check_type, with_article
from .enums import WorkoutActivityType
from .errors import ErrorCode, RequestError
from .samples.category_enums import number_of_name
from .samples.identifiers import UuidLike, UuidsLike, check_text, uuid_bytes, uuid_column
from .samples.metadata import MetadataValue, check_metadata, metadata_entry
from .samples.numbers import finite, int64
from .samples.provenance import Device
from .samples.records import attribute_number, set_values
from .samples.times import Time, nanoseconds
from .samples.type_names import type_identifier
from .samples.units import is_percentage, protocol_unit, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .samples.category_enums import EnumType

Operand: TypeAlias = "float | int | Time"
#: What an attribute is compared with.
AttributeOperand: TypeAlias = "float | Time | UuidLike"

# The most values that an attribute is compared with.
_OPERANDS_MAX = 256


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition. `and` and `or` cannot be used for it: write `&` and `|`, and parentheses around comparisons."""

    terms: tuple[pb.PredicateTerm, ...]

    def __and__(self, other: Predicate) -> Predicate:
        check_predicate(other, "predicate")
        return Predicate((*self.terms, *other.terms, pb.PredicateTerm(all_of=2)))

    def __or__(self, other: Predicate) -> Predicate:
        check_predicate(other, "predicate")
        return Predicate((*self.terms, *other.terms, pb.PredicateTerm(any_of=2)))

    def __invert__(self) -> Predicate:
        return Predicate((*self.terms, pb.PredicateTerm(none_of=1)))

    def __bool__(self) -> bool:
        raise TypeError("a condition has no truth value here: write & for 'and', | for 'or', ~ for 'not'")

    def message(self, type: str = "") -> pb.Predicate:
        """As the protocol has it, for samples of a type, by its identifier."""
        return pb.Predicate(terms=[_with_stored_number(term, type) for term in self.terms])


def check_predicate(given: object, field: str) -> None:
    """Raises unless the argument is a condition."""
    check_type(given, Predicate, "a condition of hearth.predicates", field)


def _with_stored_number(term: pb.PredicateTerm, type: str) -> pb.PredicateTerm:
    """A comparison with the protocol's number and unit; other terms stay."""
    given = term.comparison
    if term.WhichOneof("term") != "comparison" or given.WhichOneof("operand") != "number":
        return term
    if given.field in _DURATIONS:
        return term
    of = given.type or type
    changed = pb.PredicateTerm()
    changed.CopyFrom(term)
    changed.comparison.unit = protocol_unit(of, given.unit)
    if is_percentage(of, given.unit):
        changed.comparison.number = share(given.number)
    return changed


def _test(**term: object) -> Predicate:
    return Predicate((pb.PredicateTerm(**term),))  # type: ignore[arg-type]  # one member of the oneof


def _check_texts(texts: Sequence[str], field: str) -> None:
    for index, text in enumerate(texts):
        check_text(text, f"{field}[{index}]")


# ------------------------------------------------------------------------------------------------------- comparisons


class OperandKind(Enum):
    """What a field compares with."""

    TIME = "time"
    INTEGER = "integer"
    NUMBER = "number"


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A field of samples, which compares with `<`, `<=`, `==`, `!=`, `>` and `>=`, and can be sorted by."""

    number: pb.Field
    operand: OperandKind = OperandKind.NUMBER
    unit: str = ""
    type: str = ""
    #: Of activities: a name may be compared with, too.
    enum: EnumType | None = None

    def __lt__(self, operand: Operand) -> Predicate:
        return self._compare(pb.RELATION_LESS, operand)

    def __le__(self, operand: Operand) -> Predicate:
        return self._compare(pb.RELATION_LESS_OR_EQUAL, operand)

    def __eq__(self, operand: Operand) -> Predicate:  # type: ignore[override]
        return self._compare(pb.RELATION_EQUAL, operand)

    def __ne__(self, operand: Operand) -> Predicate:  # type: ignore[override]
        return self._compare(pb.RELATION_NOT_EQUAL, operand)

    def __gt__(self, operand: Operand) -> Predicate:
        return self._compare(pb.RELATION_GREATER, operand)

    def __ge__(self, operand: Operand) -> Predicate:
        return self._compare(pb.RELATION_GREATER_OR_EQUAL, operand)

    __hash__ = object.__hash__

    @property
    def descending(self) -> Order:
        """The greatest first."""
        return Order(self, descending=True)

    def _compare(self, relation: pb.Relation, operand: Operand) -> Predicate:
        if isinstance(operand, str) and self.enum is not None:
            operand = number_of_name(operand, self.enum, "comparison.integer")
        check_text(self.unit, "comparison.unit")
        check_text(self.type, "comparison.type")
        comparison = pb.Comparison(field=self.number, relation=relation, unit=self.unit, type=self.type)
        if self.operand is OperandKind.TIME and not isinstance(operand, float | np.floating):
            comparison.integer = nanoseconds(operand, "comparison.integer")
        elif self.operand is OperandKind.INTEGER and _is_integer(operand):
            comparison.integer = int64(int(operand), "comparison.integer")  # type: ignore[arg-type]  # it is one
        elif self.operand is OperandKind.NUMBER and (_is_integer(operand) or isinstance(operand, float | np.floating)):
            comparison.number = finite(operand, "comparison.number")  # type: ignore[arg-type]  # it is one
        else:
            article = "an" if self.operand is OperandKind.INTEGER else "a"
            text = f"This field compares with {article} {self.operand.value}, not with {with_article(operand)}."
            name = "number" if self.operand is OperandKind.NUMBER else "integer"
            raise RequestError(ErrorCode.INVALID_ARGUMENT, text, f"comparison.{name}")
        return _test(comparison=comparison)


def _is_integer(operand: object) -> bool:
    return isinstance(operand, int | np.integer) and not isinstance(operand, bool)


@dataclass(frozen=True, slots=True)
class Order:
    """A field to sort by."""

    field: Field
    descending: bool = False

    def message(self) -> pb.SortKey:
        """As the protocol has it."""
        return pb.SortKey(field=self.field.number, descending=self.descending)


#: Times, compared with a `Time`, and integers: counts, and members of enums.
start = Field(pb.FIELD_START_DATE, OperandKind.TIME)
end = Field(pb.FIELD_END_DATE, OperandKind.TIME)
count = Field(pb.FIELD_COUNT, OperandKind.INTEGER)
category = Field(pb.FIELD_CATEGORY_VALUE, OperandKind.INTEGER)
workout_type = Field(pb.FIELD_WORKOUT_ACTIVITY_TYPE, OperandKind.INTEGER, enum=WorkoutActivityType)
workout_duration = Field(pb.FIELD_WORKOUT_DURATION)
#: Of one activity of a workout: inside of `any_activity` only.
activity_type = Field(pb.FIELD_ACTIVITY_TYPE, OperandKind.INTEGER, enum=WorkoutActivityType)
activity_duration = Field(pb.FIELD_ACTIVITY_DURATION)
activity_start = Field(pb.FIELD_ACTIVITY_START_DATE, OperandKind.TIME)
activity_end = Field(pb.FIELD_ACTIVITY_END_DATE, OperandKind.TIME)


def quantity(unit: str = "") -> Field:
    """The value, in a unit; "" is the type's storage unit. `field` names its sum, average, minimum and so on."""
    return Field(pb.FIELD_QUANTITY, unit=unit)


def field(number: pb.Field, unit: str = "", of: str = "") -> Field:
    """Any field, by its number: `field(messages.FIELD_WORKOUT_SUM, "kcal", of="activeEnergyBurned")`."""
    check_integer(number, "comparison.field", 1, _ENUM_MAX)
    return Field(number, _OPERANDS.get(number, OperandKind.NUMBER), unit, type_identifier(of, "comparison.type"))


#: The largest number of an enum in the protocol.
_ENUM_MAX = (1 << 31) - 1
_DURATIONS = {workout_duration.number, activity_duration.number}
_OPERANDS = {
    one.number: one.operand
    for one in (start, end, count, category, workout_type, activity_type, activity_start, activity_end)
} | {pb.FIELD_MOST_RECENT_START: OperandKind.TIME, pb.FIELD_MOST_RECENT_END: OperandKind.TIME}


# ------------------------------------------------------------------------------------------------------------- tests


def between(
    begin: Time | None = None, until: Time | None = None, *, strict_start: bool = False, strict_end: bool = False
) -> Predicate:
    """Overlaps the half open interval; with a strict side the sample's start, or end, lies in it."""
    interval = pb.Interval(
        strict_start=check_flag(strict_start, "interval.strict_start"),
        strict_end=check_flag(strict_end, "interval.strict_end"),
    )
    if begin is not None:
        interval.start = nanoseconds(begin, "interval.start")
    if until is not None:
        interval.end = nanoseconds(until, "interval.end")
    return _test(interval=interval)


def one_of(uuids: UuidsLike) -> Predicate:
    """Is one of these."""
    return _test(uuids=pb.UuidSet(uuids=uuid_column(uuids, "uuids").tobytes()))


def has_metadata(key: str) -> Predicate:
    """Has the key, whatever its value."""
    check_text(key, "metadata_key")
    return _test(metadata_key=key)


def metadata(key: str, value: MetadataValue, relation: pb.Relation = pb.RELATION_EQUAL) -> Predicate:
    """Has the key, with a value that stands in the relation to this one."""
    check_text(key, "metadata.key")
    check_integer(relation, "metadata.relation", 0, _ENUM_MAX)
    check_metadata({key: value}, "metadata")
    return _test(metadata=pb.MetadataMatch(relation=relation, entries=[metadata_entry(key, value)]))


def attribute(
    name: str,
    value: AttributeOperand | Sequence[AttributeOperand],
    relation: pb.Relation = pb.RELATION_EQUAL,
) -> Predicate:
    """Samples whose record has a value of this name in a relation to the value, or to one of a list.

    A value of the form `numbers` is a float, also where it is whole. RECORDS.md of the protocol lists the names. Of an
    enum the value is a member or its name: `attribute("classification", "atrialFibrillation")`.
    """
    check_text(name, "attribute.name")
    check_integer(relation, "attribute.relation", 0, _ENUM_MAX)
    match = pb.AttributeMatch(name=attribute_number(name, "attribute.name"), relation=relation)
    set_values(match, name, value, "attribute", _OPERANDS_MAX)
    return _test(attribute=match)


def source(*bundle_identifiers: str) -> Predicate:
    """One of these apps saved it."""
    _check_texts(bundle_identifiers, "sources.bundle_identifiers")
    return _test(sources=pb.SourceMatch(bundle_identifiers=bundle_identifiers))


def source_revisions(*patterns: pb.SourceRevisionPattern) -> Predicate:
    """One of these versions of apps saved it."""
    for index, pattern in enumerate(patterns):
        wanted = "a SourceRevisionPattern of hearth.messages"
        check_type(pattern, pb.SourceRevisionPattern, wanted, f"source_revisions.patterns[{index}]")
    return _test(source_revisions=pb.SourceRevisionMatch(patterns=patterns))


def device(*devices: Device) -> Predicate:
    """One of these devices, equal in every property, measured it."""
    for index, one in enumerate(devices):
        check_type(one, Device, "a Device", f"devices.devices[{index}]")
        one.check(f"devices.devices[{index}]")
    return _test(devices=pb.DeviceMatch(devices=[one.message() for one in devices]))


def device_property(which: pb.DeviceProperty, *values: str) -> Predicate:
    """The device has one of these values; without values: it has none, or the sample has no device."""
    check_integer(which, "device_property.property", 0, _ENUM_MAX)
    _check_texts(values, "device_property.values")
    return _test(device_property=pb.DevicePropertyMatch(property=which, values=values))


def in_workout(workout: UuidLike) -> Predicate:
    """Is associated with the workout."""
    return _test(in_workout=uuid_bytes(workout, "in_workout"))


def in_correlation(correlation: UuidLike) -> Predicate:
    """Is a member of the correlation."""
    return _test(in_correlation=uuid_bytes(correlation, "in_correlation"))


def correlated(*, is_so: bool = True) -> Predicate:
    """Is a member of any correlation, or of none."""
    return _test(correlated=check_flag(is_so, "correlated"))


def any_activity(condition: Predicate) -> Predicate:
    """One activity of the workout satisfies the condition, which is made of comparisons of activities."""
    check_predicate(condition, "any_activity")
    return Predicate((*condition.terms, pb.PredicateTerm(any_activity=1)))


def always() -> Predicate:
    """Every sample."""
    return _test(constant=True)


def never() -> Predicate:
    """No sample."""
    return _test(constant=False)
