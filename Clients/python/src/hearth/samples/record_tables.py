"""The values of records as columns of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .category_enums import codes_and_names
from .record_enums import enum_of_attribute
from .records import attribute_number, attribute_values
from .times import TIME

if TYPE_CHECKING:
    from .category_enums import EnumType
    from .columns import Array
    from .records import AttributeValues, Records

_CLINICAL = (
    "AllergyRecord",
    "ClinicalNoteRecord",
    "ConditionRecord",
    "ImmunizationRecord",
    "LabResultRecord",
    "MedicationRecord",
    "ProcedureRecord",
    "VitalSignRecord",
    "CoverageRecord",
)
#: The names of each type, by the end of its identifier; `*`: of which a sample may have several values.
_NAMES = {
    "Electrocardiogram": "classification symptoms_status average_heart_rate sampling_frequency symptoms*",
    "Audiogram": "frequencies* ears* sensitivities* conduction_types* masked* clampings* clamping_lower_bounds*"
    " clamping_upper_bounds*",
    "StateOfMind": "mind_kind valence labels* associations*",
    "VisionPrescription": "prescription_type expiration brand right_sphere right_cylinder right_axis right_add_power"
    " right_vertex_distance right_far_pupillary_distance right_near_pupillary_distance right_base_curve right_diameter"
    " right_prism* right_prism_bases* left_sphere left_cylinder left_axis left_add_power left_vertex_distance"
    " left_far_pupillary_distance left_near_pupillary_distance left_base_curve left_diameter left_prism*"
    " left_prism_bases*",
    "GAD7": "answers*",
    "PHQ9": "answers*",
    "MedicationDoseEvent": "log_status schedule_type medication dose_quantity scheduled_dose_quantity dose_unit"
    " scheduled_date",
    "UserAnnotatedMedicationConcept": "medication nickname archived has_schedule display_text general_form"
    " coding_systems* coding_codes* coding_versions*",
    **dict.fromkeys(_CLINICAL, "display_name fhir_resource_type fhir_identifier fhir_version source_url"),
    "CDA": "title patient_name author_name custodian_name",
}
_SERIES = {"Electrocardiogram": "voltages", "CDA": "contents", **dict.fromkeys(_CLINICAL, "contents")}
_IDENTIFIERS = (
    "HKDataTypeIdentifier",
    "HKScoredAssessmentTypeIdentifier",
    "HKMedicationDoseEventTypeIdentifier",
    "HKClinicalTypeIdentifier",
    "HKDocumentTypeIdentifier",
)
_PRESCRIPTION = "HKVisionPrescriptionTypeIdentifier"
_INTEGERS = {"clampings", "answers"}
_TRUTHS = {"masked", "archived", "has_schedule"}
_TIMES = {"expiration", "scheduled_date"}
_UUIDS = {"symptoms"}
_TEXTS = {
    "brand",
    "medication",
    "dose_unit",
    "nickname",
    "display_text",
    "general_form",
    "coding_systems",
    "coding_codes",
    "coding_versions",
    *_NAMES["LabResultRecord"].split(),
    *_NAMES["CDA"].split(),
}


@dataclass(frozen=True, slots=True)
class RecordColumn:
    """A column with the values of a name. What a sample does not have is NaN, NaT, None or False, and of lists an empty
    one."""

    name: str
    #: Whether each row is a list.
    is_list: bool

    @property
    def enum(self) -> EnumType | None:
        """The enum whose names stand for the values."""
        return enum_of_attribute(self.name)

    @property
    def kind(self) -> str:
        """What the values are: `number`, `integer`, `truth`, `time`, `uuid` or `text`; names of an enum are texts."""
        if self.name in _TEXTS or self.enum is not None:
            return "text"
        kinds = {"integer": _INTEGERS, "truth": _TRUTHS, "time": _TIMES, "uuid": _UUIDS}
        return next((kind for kind, names in kinds.items() if self.name in names), "number")

    def codes(self, records: Records) -> tuple[Array, list[str]]:
        """Of values of an enum the codes and the names; -1: a sample has none."""
        assert self.enum is not None
        found = self._found(records)
        fill = int(next(iter(self.enum)))
        values = np.array([fill if one is None else one[0] for one in found], dtype=np.int64)
        codes, names = codes_and_names(self.enum, values)
        return np.where([one is None for one in found], -1, codes).astype(codes.dtype), names

    def array(self, records: Records) -> Array:
        """The column; of objects where rows are texts or lists."""
        found = self._found(records)
        if self.is_list:
            return _objects([self._list(one or []) for one in found])
        firsts = [None if one is None else one[0] for one in found]
        match self.kind:
            case "number":
                return np.array([np.nan if one is None else one for one in firsts], dtype=np.float64)
            case "truth":
                return np.array([bool(one) for one in firsts], dtype=np.bool_)
            case "time":
                absent = np.iinfo(np.int64).min  # NaT
                return np.array([absent if one is None else one for one in firsts], dtype=np.int64).view(TIME)
            case _:
                return _objects(firsts)

    def _list(self, values: AttributeValues) -> list[Any]:
        if self.enum is not None:
            members = self.enum._value2member_map_
            return [members[one].name if one in members else str(one) for one in values]
        return [bool(one) for one in values] if self.kind == "truth" else list(values)

    def _found(self, records: Records) -> list[AttributeValues | None]:
        number = attribute_number(self.name, self.name)
        return [
            next((attribute_values(one) for one in record.attributes if one.name == number), None)
            for record in records.records
        ]


def record_columns(type: str) -> dict[str, RecordColumn]:
    """The columns of a type, by their names. A type that this version does not know has none."""
    names = [one.partition("*") for one in _NAMES.get(_short(type), "").split()]
    return {one: RecordColumn(one, bool(star)) for one, star, _ in names}


def record_series(type: str) -> str | None:
    """The name of the series of a type's samples. None: they have none."""
    return _SERIES.get(_short(type))


def _short(type: str) -> str:
    name = "VisionPrescription" if type == _PRESCRIPTION else type
    for begin in _IDENTIFIERS:
        name = name.removeprefix(begin)
    return name


def _objects(values: list[Any]) -> Array:
    # Lists of one length would become a matrix.
    column = np.empty(len(values), dtype=object)
    for row, value in enumerate(values):
        column[row] = value
    return column
