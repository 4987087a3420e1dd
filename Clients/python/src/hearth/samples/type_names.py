"""Names of types: HealthKit's identifiers, and the short names of `hearth types`, which are those of Swift."""

from __future__ import annotations

import re
from functools import cache

from ..errors import ErrorCode, RequestError
from ..type_table import IDENTIFIERS
from .identifiers import check_text

_PREFIX = re.compile(r"HK(?:Quantity|Category|Correlation|Data)TypeIdentifier|HK")
_SUGGESTIONS_MAX = 3


def type_identifier(name: str, field: str = "type") -> str:
    """The identifier of a type: `heartRate` is `HKQuantityTypeIdentifierHeartRate`.

    An identifier stays as it is, known here or not: a later server may have more types. Raises `RequestError` with the
    names that are nearest to one that no type has.
    """
    check_text(name, field)
    # "" is every type, where that is allowed.
    if not name or name.startswith("HK"):
        return name
    by_name = _by_short_name()
    identifier = by_name.get(name) or by_name.get(name.lower())
    if identifier is not None:
        return identifier
    text = f"{name!r} is not a type.{_question(suggestions(name))}"
    raise RequestError(ErrorCode.UNKNOWN_TYPE, text, field)


def short_name(identifier: str) -> str:
    """The name of a type in Swift: what distinguishes its identifier, with its first word in lower case."""
    name = _PREFIX.sub("", identifier, count=1).removesuffix("TypeIdentifier")
    capitals = re.match(r"[A-Z]*", name)
    count = 0 if capitals is None else capitals.end()
    # The last of several capitals begins the next word, unless a digit follows it: uvExposure, but vo2Max.
    if count > 1 and name[count : count + 1].islower():
        count -= 1
    return name[:count].lower() + name[count:]


def suggestions(name: str) -> list[str]:
    """The short names nearest to one that no type has: few letters away, or with what was written in them."""
    written = _comparable(name)
    if not written:
        return []
    singular = written[:-1] if len(written) > 3 and written.endswith("s") else written
    rated = []
    for known in map(short_name, IDENTIFIERS):
        compared = known.lower()
        # A part of a name is as near as one wrong letter: 'heart' and 'steps' mean heartRate and stepCount.
        is_part = len(written) >= 3 and (written in compared or singular in compared)
        distance = 1 if is_part else _edit_distance(written, compared)
        if distance <= max(2, len(written) // 3):
            rated.append((distance, len(known), known))
    return [known for _, _, known in sorted(rated)[:_SUGGESTIONS_MAX]]


@cache
def _by_short_name() -> dict[str, str]:
    """By the names as they are written, and in lower case."""
    # HealthKit has two names for one of its types.
    names = {"environmentalAudioExposureEvent": "HKCategoryTypeIdentifierAudioExposureEvent"}
    names |= {short_name(identifier): identifier for identifier in IDENTIFIERS}
    return {name.lower(): identifier for name, identifier in names.items()} | names


def _comparable(name: str) -> str:
    """Without what people write differently, as in `heart-rate`."""
    return "".join(filter(str.isalnum, name.lower()))


def _question(names: list[str]) -> str:
    quoted = [repr(name) for name in names]
    if not quoted:
        return " 'hearth types' lists them all."
    return f" Did you mean {' or '.join(filter(None, [', '.join(quoted[:-1]), quoted[-1]]))}?"


def _edit_distance(left: str, right: str) -> int:
    """The fewest letters to add, remove, replace or swap with the next one, to make one word of the other."""
    rows = [list(range(len(right) + 1))]
    for index, letter in enumerate(left):
        above, row = rows[-1], [index + 1]
        for column, other in enumerate(right):
            least = min(above[column + 1] + 1, row[column] + 1, above[column] + (letter != other))
            if index and column and letter == right[column - 1] and left[index - 1] == other:
                least = min(least, rows[-2][column - 1] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]
