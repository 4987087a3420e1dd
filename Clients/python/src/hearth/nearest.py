"""The known names that a wrong one may have meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MOST = 3
#: Letters: no name that was meant is much longer than all that are known.
_LETTERS_MAX = 100


def nearest(name: str, known: Iterable[str], synonyms: Mapping[str, list[str]] | None = None) -> list[str]:
    """The likeliest first: what people call `name` in `synonyms`, then names with a few other letters, or with what was
    written in them."""
    written = _comparable(name[: 2 * _LETTERS_MAX])
    if not written or len(written) > _LETTERS_MAX:
        return []
    singular = written[:-1] if len(written) > 3 and written.endswith("s") else written
    meant = list((synonyms or {}).get(written) or (synonyms or {}).get(singular) or [])
    # One letter away from one or two letters is anything.
    reach = 0 if len(written) < 3 else max(1, len(written) // 3)
    rated = []
    for one in known:
        compared = _comparable(one)
        # A part of a name is as near as one wrong letter: 'heart' and 'steps' mean heartRate and stepCount.
        is_part = len(written) >= 3 and (written in compared or singular in compared)
        distance = int(written != compared) if is_part else _edit_distance(written, compared)
        if distance <= reach and one not in meant:
            rated.append((distance, len(one), one))
    return [*meant, *(one for _, _, one in sorted(rated))][:_MOST]


def question(names: list[str]) -> str:
    """Asks for these names, after an error; "" when there are none."""
    quoted = [repr(name) for name in names]
    return f" Did you mean {joined(quoted, 'or')}?" if quoted else ""


def joined(words: list[str], conjunction: str) -> str:
    """Words with commas between them, and a conjunction before the last."""
    return f" {conjunction} ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def _comparable(name: str) -> str:
    """Without what people write differently, as in `heart-rate`."""
    return "".join(filter(str.isalnum, name.lower()))


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
