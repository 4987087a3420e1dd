"""Records as words: the conformance kit's README says how they read."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any
from uuid import UUID

import hearth
from hearth import messages as pb

if TYPE_CHECKING:
    from collections.abc import Callable

_PREFIX = "ATTRIBUTE_NAME_"


def _number(word: str) -> float:
    (number,) = struct.unpack(">d", bytes.fromhex(word))
    assert isinstance(number, float)
    return number


def _text(word: str) -> str:
    return bytes.fromhex(word).decode()


_READERS: dict[str, Callable[[str], Any]] = {"integers": int, "numbers": _number, "texts": _text, "uuids": UUID}


def read_attribute(word: str) -> tuple[str, list[Any]]:
    """The name, and the values."""
    number, form, values = word.split(":")
    name = pb.AttributeName.Name(pb.AttributeName.ValueType(int(number))).removeprefix(_PREFIX).lower()
    return name, [_READERS[form](value) for value in values.split(",")]


def read_record(type: str, start: Any, words: list[str]) -> hearth.Samples:
    """A new sample with what the words say."""
    series: dict[str, Any] = {}
    attributes = {}
    for word in words:
        if word[0].isdigit():
            name, values = read_attribute(word)
            attributes[name] = values
        elif word.startswith("contents:"):
            series["contents"] = [bytes.fromhex(word.removeprefix("contents:"))]
        elif word.startswith("voltages:"):
            series["voltages"] = [[_number(value) for value in word.removeprefix("voltages:").split(",")]]
        else:
            series["voltages"] = [[]]
    return hearth.records(type, [start], [attributes], **series)


def _words(value: Any) -> str:
    match value:
        case float():
            return struct.pack(">d", value).hex()
        case str():
            return value.encode().hex()
        case bytes():
            return str(UUID(bytes=value))
        case _:
            return str(value)


def _form(value: Any) -> str:
    return {float: "numbers", str: "texts", bytes: "uuids"}.get(type(value), "integers")


def record_words(records: hearth.Records, row: int) -> list[str]:
    """The words of one sample."""
    words = []
    for name, values in records.attributes_of(row).items():
        number = pb.AttributeName.Value(_PREFIX + name.upper())
        words.append(f"{number}:{_form(values[0])}:{','.join(map(_words, values))}")
    voltages, contents = records.voltages_of(row), records.contents_of(row)
    if voltages is not None and len(voltages):
        words.append(f"voltages:{','.join(map(_words, voltages.tolist()))}")
    elif contents:
        words.append(f"contents:{contents.hex()}")
    elif (count := records.count_of(row)) is not None:
        words.append(f"series:{count}")
    return words
