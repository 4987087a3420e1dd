"""Random records of every type in RECORDS.md, as the words that drivers read and print."""

from __future__ import annotations

import random
import re
import struct
import uuid
from dataclasses import dataclass

import schema

_TYPES = re.compile(r"^### (.+)$", re.MULTILINE)
_ROW = re.compile(r"^\| (\w+) \| (integers|numbers|texts|uuids) \| ([\w ]+) \|$", re.MULTILINE)
_SERIES = re.compile(r"With a series: `(\w+)`")

# The values that an app may save, of those attributes for which not every one will do.
_WHOLE = {
    "classification": (0, 6), "symptoms_status": (0, 2), "ears": (0, 1), "conduction_types": (0, 0), "masked": (0, 1),
    "clampings": (0, 3), "mind_kind": (1, 2), "labels": (1, 38), "associations": (1, 18), "prescription_type": (1, 2),
    "right_prism_bases": (0, 4), "left_prism_bases": (0, 4), "answers": (0, 3), "log_status": (1, 6),
    "schedule_type": (1, 2), "archived": (0, 1), "has_schedule": (0, 1),
}  # fmt: skip
_TIMES = (-2_208_988_800 * 10**9, 5_680_281_600 * 10**9 - 1)
_POSITIVE = {"average_heart_rate", "sampling_frequency", "frequencies", "dose_quantity", "scheduled_dose_quantity"}
_NUMBERS = (5e-324, 0.1, 1.0, 2 / 3, 64.5, 1e-300, 1.7976931348623157e308)
_TEXTS = ("", "a", "Observation", "Hemoglobin ", "Zürich", "\U0001fac0", "null", "a,b:c", "\n", "x" * 200)
_MOST_VALUES = 5
_MOST_ELEMENTS = 40


@dataclass(frozen=True)
class Kind:
    """A type, as RECORDS.md has it."""

    type: str
    series: str | None
    # Of each attribute the name, the form and how many values there are.
    attributes: list[tuple[str, str, str]]


def kinds() -> list[Kind]:
    text = (schema.PROTOCOL / "RECORDS.md").read_text()
    _, *parts = _TYPES.split(text)
    found = []
    for heading, body in zip(parts[::2], parts[1::2]):
        series = _SERIES.search(body)
        found += [Kind(name, series and series[1], _ROW.findall(body)) for name in heading.split(", ")]
    return found


def _number_of(name: str) -> int:
    (names,) = (enum for enum in schema.all_enums() if enum.name == "AttributeName")
    return int(names.values_by_name[f"ATTRIBUTE_NAME_{name.upper()}"].number)


def _number_word(number: float) -> str:
    return struct.pack(">d", number).hex()


def number_of_word(word: str) -> float:
    (number,) = struct.unpack(">d", bytes.fromhex(word))
    assert isinstance(number, float)
    return number


class RecordWords:
    """Makes records."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def record(self, kind: Kind) -> str:
        """The words of one, with a space between them."""
        # The columns of a table have one length, and lists that belong together, too.
        lists, table = self._chance.randint(0, _MOST_VALUES), self._chance.randint(1, _MOST_VALUES)
        words = []
        for name, form, occurrence in kind.attributes:
            count = self._count(occurrence, lists, table)
            if count:
                values = ",".join(self._value(name, form) for _ in range(count))
                words.append(f"{_number_of(name)}:{form}:{values}")
        if kind.series:
            words.append(self._series(kind.series))
        return " ".join(words)

    def _count(self, occurrence: str, lists: int, table: int) -> int:
        match occurrence.split():
            case ["required"]:
                return 1
            case ["optional"]:
                return self._chance.randint(0, 1)
            case ["list"]:
                return lists
            case ["table"]:
                return table
            case ["0", "or", count]:
                return int(count) * self._chance.randint(0, 1)
            case [count]:
                return int(count)
            case _:
                raise ValueError(occurrence)

    def _value(self, name: str, form: str) -> str:
        match form:
            case "integers":
                return str(self._chance.randint(*_WHOLE.get(name, _TIMES)))
            case "numbers":
                return _number_word(self._number(name))
            case "texts":
                return self._chance.choice(_TEXTS).encode().hex()
            case _:
                return str(uuid.UUID(int=self._chance.getrandbits(128)))

    def _number(self, name: str) -> float:
        if name == "valence":
            return self._chance.choice([-1.0, -0.0, 5e-324, self._chance.uniform(-1, 1)])
        number = self._chance.choice([*_NUMBERS, self._chance.uniform(0.001, 1_000)])
        return number if name in _POSITIVE else self._chance.choice([number, -number, 0.0, -0.0])

    def _series(self, form: str) -> str:
        count = self._chance.choice([0, self._chance.randint(1, _MOST_ELEMENTS)])
        if count == 0:
            return "series:0"
        if form == "contents":
            return f"contents:{self._chance.randbytes(count).hex()}"
        return f"voltages:{','.join(_number_word(self._number('')) for _ in range(count))}"
