"""What is attached to samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

import numpy as np

from .. import hearth_pb2 as pb
from ..arguments import check_type, wrong_type
from .identifiers import check_text
from .numbers import finite, int64
from .times import nanoseconds
from .units import PERCENT, check_any_unit, percentage, share


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit. In `%` 64 means 64 %, which HealthKit calls 0.64."""

    value: float
    unit: str


#: Times are given as a `datetime` or a `datetime64`, and read as `datetime64[ns]`.
MetadataValue: TypeAlias = "str | bool | int | float | datetime | np.datetime64 | Quantity"
Metadata: TypeAlias = Mapping[str, MetadataValue]


def check_metadata(metadata: Metadata, field: str) -> None:
    """Raises for what no message can hold."""
    check_type(metadata, Mapping, "metadata, which is a mapping", field)
    for key, value in metadata.items():
        check_text(key, field)
        if isinstance(value, str):
            check_text(value, field)
        metadata_entry(key, value, field)
        if isinstance(value, Quantity):
            check_any_unit(value.unit, field)


def metadata_message(metadata: Metadata) -> pb.Metadata:
    """As the protocol has it, sorted by the keys."""
    entries = [metadata_entry(key, metadata[key]) for key in sorted(metadata, key=str.encode)]
    return pb.Metadata(entries=entries)


def metadata_entry(key: str, value: MetadataValue, field: str = "metadata") -> pb.MetadataEntry:
    """One key with its value."""
    match value:
        case str():
            return pb.MetadataEntry(key=key, string_value=value)
        # A bool is an int too.
        case bool() | np.bool_():
            return pb.MetadataEntry(key=key, boolean_value=bool(value))
        case datetime() | np.datetime64():
            return pb.MetadataEntry(key=key, date_value=nanoseconds(value, field))
        case int() | np.integer():
            return pb.MetadataEntry(key=key, integer_value=int64(int(value), field))
        case float() | np.floating():
            return pb.MetadataEntry(key=key, double_value=finite(float(value), field))
        case Quantity():
            check_text(value.unit, field)
            quantity = pb.Quantity(value=_stored(value, field), unit=value.unit)
            return pb.MetadataEntry(key=key, quantity_value=quantity)
        case _:
            raise wrong_type(value, "a value of metadata", field)


def _stored(quantity: Quantity, field: str) -> float:
    value = finite(quantity.value, field)
    return share(value) if quantity.unit == PERCENT else value


def _shown(quantity: pb.Quantity) -> Quantity:
    value = percentage(quantity.value) if quantity.unit == PERCENT else quantity.value
    return Quantity(value, quantity.unit)


def read_metadata(message: pb.Metadata) -> dict[str, MetadataValue]:
    """As the server sent it. Values of kinds that are not known here are left out."""
    values: dict[str, MetadataValue] = {}
    for entry in message.entries:
        kind = entry.WhichOneof("value")
        if kind == "date_value":
            values[entry.key] = np.datetime64(entry.date_value, "ns")
        elif kind == "quantity_value":
            values[entry.key] = _shown(entry.quantity_value)
        elif kind is not None:
            values[entry.key] = getattr(entry, kind)
    return values
