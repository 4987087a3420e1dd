"""Records as tables of other libraries: each value is a column."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hearth.type_table import IDENTIFIERS

import hearth
import vector_files
from hearth import enums, predicates
from hearth.samples.record_tables import record_columns, record_series

if TYPE_CHECKING:
    from enum import IntEnum

AT = np.datetime64("2026-11-21T08:00", "ns") + np.arange(2) * np.timedelta64(1, "m")
ROOT = vector_files.VECTORS.parents[1]
SYMPTOM = uuid.UUID(int=7)


def electrocardiograms() -> hearth.Samples:
    plain: dict[str, Any] = {"classification": 1, "symptoms_status": 0}
    values = [{**plain, "average_heart_rate": 64.5}, {**plain, "classification": 2, "symptoms": [SYMPTOM]}]
    return hearth.records("electrocardiogram", AT, values, voltages=[[-12.5, 3.0, 250.25], []])


def moods() -> hearth.Samples:
    values = [
        {"mind_kind": 1, "valence": 0.5, "labels": [17, 7]},
        {"mind_kind": 2, "valence": -1.0, "associations": [9]},
    ]
    return hearth.records("stateOfMind", AT, values)


def tables() -> dict[str, list[tuple[str, str, str]]]:
    """The tables of the specification: of each type the names, their fields and how many values there are."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    text = (ROOT / "Protocol" / "RECORDS.md").read_text().split("## Types")[1]
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        types, _, rest = part.partition("\n")
        rows = re.findall(r"^\| (\w+) \| (\w+) \| ([\w ]+) \|$", rest, re.MULTILINE)
        for one in types.split(", "):
            found[one] = [row for row in rows if row[0] != "attribute"]
    return found


def test_every_name_of_the_specification_is_a_column() -> None:
    listed = tables()
    assert len(listed) > 15
    assert set(listed) <= set(IDENTIFIERS)
    fields = {"number": "numbers", "integer": "integers", "truth": "integers", "time": "integers", "uuid": "uuids"}
    for identifier, rows in listed.items():
        columns = record_columns(identifier)
        assert list(columns) == [name for name, _, _ in rows], identifier
        for name, field, occurrence in rows:
            column = columns[name]
            assert column.is_list == (occurrence not in {"required", "optional"}), name
            written = "integers" if column.enum is not None else fields.get(column.kind, "texts")
            assert written == field, name
    for identifier in IDENTIFIERS:
        assert bool(record_columns(identifier)) == (identifier in listed)


def test_series_are_those_of_the_specification() -> None:
    text = (ROOT / "Protocol" / "RECORDS.md").read_text()
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        said = re.search(r"^With a series: `(\w+)`", part, re.MULTILINE)
        for one in part.partition("\n")[0].split(", "):
            assert record_series(one) == (said[1] if said else None)


@pytest.mark.parametrize(
    ("enum", "file", "name"),
    [
        (enums.AudiogramConductionType, "Audiograms/HKAudiogramSensitivityPoint", "HKAudiogramConductionType"),
        (enums.AudiogramSide, "Audiograms/HKAudiogramSensitivityPoint", "HKAudiogramSensitivityTestSide"),
        (enums.ElectrocardiogramClassification, "Electrocardiograms/HKElectrocardiogram", "Classification"),
        (enums.ElectrocardiogramSymptomsStatus, "Electrocardiograms/HKElectrocardiogram", "SymptomsStatus"),
        (enums.MedicationLogStatus, "Medications/HKMedicationDoseEvent", "LogStatus"),
        (enums.MedicationScheduleType, "Medications/HKMedicationDoseEvent", "ScheduleType"),
        (enums.PrismBase, "Prescriptions/HKVisionPrescription", "HKPrismBase"),
        (enums.StateOfMindAssociation, "StatesOfMind/HKStateOfMind+Values", "Association"),
        (enums.StateOfMindKind, "StatesOfMind/HKStateOfMind", "Kind"),
        (enums.StateOfMindLabel, "StatesOfMind/HKStateOfMind+Values", "Label"),
        (enums.VisionPrescriptionType, "Prescriptions/HKVisionPrescription", "HKVisionPrescriptionType"),
    ],
)
def test_enums_are_those_of_healthkit(enum: type[IntEnum], file: str, name: str) -> None:
    text = (ROOT / "Sources" / "HearthKit" / "Records" / f"{file}.swift").read_text()
    body = re.split(rf"public enum {name}: U?Int\b", text)[1].split(
        "\n    }" if "    public enum " + name in text else "\n}"
    )[0]
    cases = {case: int(number) for case, number in re.findall(r"^ +case `?(\w+)`? = (\d+)$", body, re.MULTILINE)}
    assert {one.name: int(one) for one in enum} == cases


def test_values_have_a_column_each(client: hearth.Client) -> None:
    saved = electrocardiograms()
    client.save(saved)
    found = client.read("electrocardiogram", predicates.one_of(saved.uuids))
    names = ["classification", "symptoms_status", "average_heart_rate", "sampling_frequency", "symptoms", "count"]
    frame = found.to_pandas()
    assert list(frame.columns) == ["start", "end", "source", *names]
    assert frame["classification"].tolist() == ["sinusRhythm", "atrialFibrillation"]
    assert isinstance(frame["classification"].dtype, pd.CategoricalDtype)
    assert frame["average_heart_rate"].tolist()[0] == 64.5
    assert frame["average_heart_rate"].isna().tolist() == [False, True]
    assert frame["symptoms"].tolist() == [[], [SYMPTOM.bytes]]
    assert frame["count"].tolist() == [3, 0]
    read = client.read("electrocardiogram", predicates.one_of(saved.uuids), series=True)
    assert [list(one) for one in read.to_pandas()["voltages"]] == [[-12.5, 3.0, 250.25], []]
    assert read.to_polars()["voltages"].to_list() == [[-12.5, 3.0, 250.25], []]
    assert read.to_arrow()["voltages"].to_pylist() == [[-12.5, 3.0, 250.25], []]
    # A second is a row: what a notebook draws.
    assert read[:1].to_pandas()[["start", "voltages"]].explode("voltages")["voltages"].tolist() == [-12.5, 3.0, 250.25]
    client.delete(saved.uuids)


def test_lists_of_an_enum_are_names() -> None:
    found = moods()
    frame = found.to_pandas()
    assert frame["mind_kind"].tolist() == ["momentaryEmotion", "dailyMood"]
    assert frame["valence"].tolist() == [0.5, -1.0]
    # In the order in which they were saved.
    assert frame["labels"].tolist() == [["happy", "calm"], []]
    assert frame["associations"].tolist() == [[], ["hobbies"]]
    assert frame.explode("labels")["labels"].value_counts()["happy"] == 1
    assert found.to_polars().schema["labels"] == pl.List(pl.String)
    assert found.to_arrow().schema.field("labels").type == pa.list_(pa.string())
    assert found.to_arrow(["valence", "labels"]).to_pydict() == {
        "valence": [0.5, -1.0],
        "labels": [["happy", "calm"], []],
    }


def test_a_table_of_an_audiogram_is_rows_after_explode() -> None:
    values = {
        "frequencies": [500.0, 1000.0], "ears": [0, 1], "sensitivities": [10.0, 20.0], "conduction_types": [0, 0],
        "masked": [1, 0], "clampings": [0, 3], "clamping_lower_bounds": [0.0, 0.0], "clamping_upper_bounds": [0.0, 0.0],
    }  # fmt: skip
    frame = hearth.records("audiogram", AT[:1], [values]).to_pandas()
    lists = [name for name in values if name in frame]
    rows = frame.explode(lists)
    assert rows["frequencies"].tolist() == [500.0, 1000.0]
    assert rows["ears"].tolist() == ["left", "right"]
    assert rows["masked"].tolist() == [True, False]
    assert rows["clampings"].tolist() == [0, 3]


def test_times_texts_and_truths() -> None:
    expiration = np.datetime64("2028-01-01", "ns")
    values: list[dict[str, Any]] = [
        {"prescription_type": 1, "expiration": expiration, "brand": "Ü"},
        {"prescription_type": 2},
    ]
    found = hearth.records("visionPrescription", AT, values)
    frame = found.to_pandas(["prescription_type", "expiration", "brand", "left_sphere"])
    assert frame["prescription_type"].tolist() == ["glasses", "contacts"]
    assert frame["expiration"].tolist()[0] == pd.Timestamp(expiration, tz="UTC")
    assert frame.isna().sum().to_dict() == {"prescription_type": 0, "expiration": 1, "brand": 1, "left_sphere": 2}
    other = found.to_polars()
    assert other.schema["expiration"] == pl.Datetime("ns", "UTC")
    assert other["brand"].to_list() == ["Ü", None]
    assert found.to_arrow()["brand"].to_pylist() == ["Ü", None]
    assert found.to_arrow()["expiration"].null_count == 1
    concept = {
        "medication": "x", "archived": 1, "has_schedule": 0, "display_text": "<b>", "general_form": "tablet",
    }  # fmt: skip
    drugs = hearth.records("userAnnotatedMedication", AT[:1], [concept])
    assert drugs.to_pandas()[["archived", "has_schedule"]].to_numpy().tolist() == [[True, False]]
    assert "&lt;b&gt;" in drugs._repr_html_()
    assert "<b>" not in drugs._repr_html_()


def test_documents_are_bytes() -> None:
    found = hearth.records("labResultRecord", AT, [{"display_name": "a"}] * 2, contents=[b"{}", b""])
    assert found.to_pandas()["contents"].tolist() == [b"{}", b""]
    assert found.to_polars().schema["contents"] == pl.Binary
    assert found.to_arrow()["contents"].to_pylist() == [b"{}", b""]
    assert found.to_arrow()["count"].to_pylist() == [2, 0]
    assert "2 bytes" in found._repr_html_()


def test_every_record_of_the_vectors_is_a_table_of_each_library() -> None:
    """A notebook shows all of them, too."""
    made = [electrocardiograms(), moods()]
    for samples in [*made, *(one[:0] for one in made)]:
        for table in (samples.to_pandas(), samples.to_polars(), samples.to_arrow()):
            assert len(table) == len(samples)
        assert "<table>" in samples._repr_html_()


def test_members_are_written_by_their_names(client: hearth.Client) -> None:
    kind = enums.StateOfMindKind.dailyMood
    values = [
        {"mind_kind": "momentaryEmotion", "valence": 0.5, "labels": ["happy", "CALM"], "associations": "selfCare"},
        {"mind_kind": kind, "valence": 0.0, "labels": [17, "calm"]},
    ]
    saved = hearth.records("stateOfMind", AT, values)
    assert isinstance(saved.payload, hearth.Records)
    assert saved.payload.attributes_of(0) == {
        "mind_kind": [1], "valence": [0.5], "labels": [17, 7], "associations": [13],
    }  # fmt: skip
    assert saved.payload.attributes_of(1)["labels"] == [17, 7]
    client.save(saved)
    mine = predicates.one_of(saved.uuids)
    for operand, count in (("dailyMood", 1), (["dailyMood", "momentaryEmotion"], 2), (kind, 1), ([1], 1)):
        assert len(client.read("stateOfMind", mine & predicates.attribute("mind_kind", operand))) == count
    client.delete(saved.uuids)
    # Texts of other names are texts.
    drugs = hearth.records("labResultRecord", AT[:1], [{"display_name": "happy"}])
    assert isinstance(drugs.payload, hearth.Records)
    assert drugs.payload.attributes_of(0) == {"display_name": ["happy"]}


@pytest.mark.parametrize(("name", "value", "hint"), [("labels", ["hapy"], "happy"), ("mind_kind", "x", "dailyMood")])
def test_a_name_that_is_none_is_refused_without_being_repeated(name: str, value: Any, hint: str) -> None:
    with pytest.raises(hearth.RequestError, match=hint) as refused:
        hearth.records("stateOfMind", AT[:1], [{"mind_kind": 1, "valence": 0.0, name: value}])
    assert refused.value.code is hearth.ErrorCode.VALUE_OUT_OF_RANGE
    assert (refused.value.field or "").startswith(f"attributes[0].{name}")
    with pytest.raises(hearth.RequestError, match=r"StateOfMindLabel lists them"):
        predicates.attribute("labels", "qqqqqqqqqqqq")


def test_a_number_of_a_later_version_is_its_own_name() -> None:
    found = hearth.records("electrocardiogram", AT[:1], [{"classification": 55, "symptoms_status": 0}])
    assert found.to_pandas()["classification"].tolist() == ["55"]
    later = hearth.records("stateOfMind", AT[:1], [{"mind_kind": 1, "valence": 0.0, "labels": [99]}])
    assert later.to_arrow()["labels"].to_pylist() == [["99"]]
