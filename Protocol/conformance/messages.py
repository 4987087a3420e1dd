"""Messages as transcripts write them: protobuf's text format with variables and shorthands, and how they compare."""

from __future__ import annotations

import re
from typing import Callable, Iterator, Mapping

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

import columns
from schema import Generated, parse_text

HEART_RATE = "HKQuantityTypeIdentifierHeartRate"
FIRST_START = columns.nanoseconds("2024-03-01T07:00:00Z")


def start(number: int) -> int:
    return FIRST_START + number * columns.SECOND


def value(number: int) -> float:
    return 50.0 + number / 4


def _literal(data: bytes) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def _heart_rates(*numbers: int) -> str:
    """The fields of a SampleColumns with these samples."""
    values = columns.float64s(*map(value, numbers))
    return (
        f'type: "{HEART_RATE}" uuids: {_literal(columns.uuids(*numbers))}'
        f" starts: {_literal(columns.int64s(*map(start, numbers)))}"
        f' quantity {{ values: {_literal(values)} unit: "count/min" }}'
    )


def _large(size: int, *numbers: int) -> str:
    """Heart rates of about so many bytes in all: each carries metadata that makes up for it."""
    room = size // len(numbers)
    entries = " ".join(f'metadata {{ entries {{ key: "note" string_value: "{n:0{room}}" }} }}' for n in numbers)
    indexes = _literal(columns.uint32s(*range(len(numbers)))) if len(numbers) > 1 else '""'
    return f"{_heart_rates(*numbers)} {entries} metadata_indexes: {indexes}"


def _series(count: int, number: int) -> str:
    """A heart rate that stands for so many, with all of them."""
    points = (
        f"lengths: {_literal(columns.uint32s(count))}"
        f" starts: {_literal(columns.int64s(*range(start(number), start(number) + count)))}"
        f" values: {_literal(columns.float64s(*[value(number)] * count))}"
    )
    series = f"counts: {_literal(columns.int64s(count))} points {{ {points} }}"
    ends = f"ends: {_literal(columns.int64s(start(number) + count))} "
    return ends + _heart_rates(number).removesuffix("}") + series + " }"


_SHORTHANDS: Mapping[str, Callable[..., str]] = {
    "uuids": lambda *numbers: _literal(columns.uuids(*numbers)),
    "heart_rates": _heart_rates,
    "large": _large,
    "series": _series,
    "uint32s": lambda *numbers: _literal(columns.uint32s(*numbers)),
    "int64s": lambda *numbers: _literal(columns.int64s(*numbers)),
    "float64s": lambda *numbers: _literal(columns.float64s(*numbers)),
    "start": lambda number: str(start(number)),
    "clause": lambda: f'clauses {{ type: "{HEART_RATE}" unit: "count/min" }}',
}
_SHORTHAND = re.compile(r"@(\w+)\(([\d ]*)\)")
_VARIABLE = re.compile(r"\$(\w+)")
_CAPTURE = b"\x00capture:"

Variables = dict[str, bytes]


def _expanded(text: str) -> str:
    return _SHORTHAND.sub(lambda match: _SHORTHANDS[match[1]](*map(int, match[2].split())), text)


def message(frame: str, content: str, fields: str, variables: Variables) -> Generated:
    """A frame of which the text says the content; every variable in it must have a value."""

    def known(match: re.Match[str]) -> str:
        return _literal(variables[match[1]])

    return parse_text(frame, f"{content} {_VARIABLE.sub(known, _expanded(fields))}")


def pattern(frame: str, content: str, fields: str, variables: Variables) -> Generated:
    """What a frame is compared with. A variable without a value takes what the frame has there."""

    def known_or_capture(match: re.Match[str]) -> str:
        return _literal(variables.get(match[1], _CAPTURE + match[1].encode()))

    return parse_text(frame, f"{content} {_VARIABLE.sub(known_or_capture, _expanded(fields))}")


def differences(wanted: Message, found: Message, variables: Variables, path: str = "") -> Iterator[str]:
    """Where a message lacks what the pattern has. What the pattern does not name may be anything."""
    for field, expected in wanted.ListFields():
        name = f"{path}{field.name}"
        actual = getattr(found, field.name)
        if field.label == FieldDescriptor.LABEL_REPEATED:
            if len(expected) != len(actual):
                yield f"{name}: {len(actual)} elements, not {len(expected)}"
                continue
            pairs = [(f"{name}[{index}]", *pair) for index, pair in enumerate(zip(expected, actual))]
        else:
            if field.message_type is not None and not found.HasField(field.name):
                yield f"{name} is missing"
                continue
            pairs = [(name, expected, actual)]
        for place, one, other in pairs:
            if field.message_type is not None:
                yield from differences(one, other, variables, f"{place}.")
            elif isinstance(one, bytes) and one.startswith(_CAPTURE):
                variables[one.removeprefix(_CAPTURE).decode()] = other
            elif one != other:
                yield f"{place} is {other!r}, not {one!r}"


def with_unknown_fields(body: Generated) -> Generated:
    """The message with a field that nobody knows in it and in every message below it."""
    found = type(body)()
    found.CopyFrom(body)
    _add_unknown_fields(found)
    return found


# Field 2000: one with a length, one with a number.
_UNKNOWN = b"\x82\x7d\x03new\x80\x7d\x2a"


def _add_unknown_fields(part: Message) -> None:
    for field, content in part.ListFields():
        if field.message_type is not None:
            repeated = field.label == FieldDescriptor.LABEL_REPEATED
            for element in content if repeated else [content]:
                _add_unknown_fields(element)
    part.MergeFromString(_UNKNOWN)


def sample_words(number: int) -> str:
    """A heart rate as a driver prints it."""
    (identifier,) = uuid_texts(columns.uuids(number))
    return f"{identifier} {start(number)} {value(number)}"


_WORD_SHORTHAND = re.compile(r"@(heart_rate|uuid|hex)\((\w+)\)")


def with_shorthands(words: str) -> str:
    """A task or a line that a driver prints, with what the shorthands in it stand for."""

    def words_for(match: re.Match[str]) -> str:
        name, argument = match.groups()
        if name == "hex":
            return argument.encode().hex()
        sample = sample_words(int(argument))
        return sample if name == "heart_rate" else sample.split()[0]

    return _WORD_SHORTHAND.sub(words_for, words)


def uuid_texts(column: bytes) -> list[str]:
    hexes = (column[row : row + 16].hex() for row in range(0, len(column), 16))
    return [f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}" for h in hexes]


_BEFORE_ANCHORS = ("anchor", "acknowledged")


def printed_equally(wanted: str, line: str) -> bool:
    """Whether a driver's line is what is wanted: words in any case, numbers by their value. Anchors are not numbers,
    though the hex of some reads as one."""
    one, other = wanted.lower().split(), line.lower().split()
    if one == ["fails"]:
        return other[:1] in (["error"], ["failed"])
    if one[-1:] == ["..."]:
        one = one[:-1]
        other = other[: len(one)]
    return len(one) == len(other) and (one == other or (one[0] not in _BEFORE_ANCHORS and all(map(_equal_words, one, other))))


def _equal_words(wanted: str, word: str) -> bool:
    for number in (int, float):
        try:
            return number(wanted) == number(word)
        except ValueError:
            continue
    return wanted == word
