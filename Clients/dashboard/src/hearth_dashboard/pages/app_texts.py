"""Texts that apps say of themselves, for a page on which a person decides about them: nothing in them is invisible, and
none is longer than a person reads."""

from __future__ import annotations

import unicodedata

#: Characters that have no look, or the look of a space, although their categories have one.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: Controls, formats, halves of characters, and what no font has; spaces other than the usual one.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
#: Marks on one letter: more of them are drawn over the lines above.
_MARKS_MAX = 2


def visible(text: str, letters_max: int) -> str:
    """The text with each invisible character written as its number, so that texts that differ look different.

    >>> visible("Mood\\u200b", 40), visible("a\\n b", 40), visible("abcdef", 4)
    ('Mood\\\\u200b', 'a\\\\u000a b', 'abc…')
    """
    shown = ""
    marks = 0
    for one in text[: letters_max + 1]:
        is_mark = unicodedata.combining(one) > 0 or unicodedata.category(one) in {"Mn", "Me"}
        marks = marks + 1 if is_mark else 0
        is_unseen = one != " " and (unicodedata.category(one) in _UNSEEN or one in _BLANK or marks > _MARKS_MAX)
        shown += f"\\u{ord(one):04x}" if is_unseen else one
    return shown if len(shown) <= letters_max else shown[: letters_max - 1] + "…"


def lines_joined(text: str) -> str:
    """A text of several lines as one."""
    return " ".join(text.split())
