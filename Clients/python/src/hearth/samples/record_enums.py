"""The enums of the values of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import enums
from .category_enums import number_of_name, numbers_of_names

if TYPE_CHECKING:
    from .category_enums import EnumType

_ENUMS: dict[str, EnumType] = {
    "classification": enums.ElectrocardiogramClassification,
    "symptoms_status": enums.ElectrocardiogramSymptomsStatus,
    "ears": enums.AudiogramSide,
    "conduction_types": enums.AudiogramConductionType,
    "mind_kind": enums.StateOfMindKind,
    "labels": enums.StateOfMindLabel,
    "associations": enums.StateOfMindAssociation,
    "prescription_type": enums.VisionPrescriptionType,
    "right_prism_bases": enums.PrismBase,
    "left_prism_bases": enums.PrismBase,
    "log_status": enums.MedicationLogStatus,
    "schedule_type": enums.MedicationScheduleType,
}


def enum_of_attribute(name: str) -> EnumType | None:
    """The enum of the values of a name. None: they are none of an enum."""
    return _ENUMS.get(name)


def numbers_of_members(name: str, given: Any, field: str) -> Any:
    """The values of a name, one or a list of them, with each member of its enum that is written by its name replaced by
    its number."""
    enum = enum_of_attribute(name)
    if enum is None:
        return given
    return number_of_name(given, enum, field) if isinstance(given, str) else numbers_of_names(given, enum, field)
