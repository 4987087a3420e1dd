"""HTML and SVG: everything that is put into an element is escaped, unless it is markup itself."""

from __future__ import annotations

import html
import re
from typing import TypeAlias

#: Elements that have no end tag in HTML.
VOID = frozenset({"meta", "input", "br", "link"})

#: Marks on the letter before them.
_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
#: Characters that are not seen, or that change how what follows is read: controls, marks of direction, ends of lines,
#: those that Unicode has programs ignore, halves of characters, those that no font has, and marks after two others on a
#: letter, which are drawn over the lines above.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    f"\U000e0000-\U0010ffff]|(?<={_MARK}{_MARK}){_MARK}"
)
#: Emoji and their parts, without digits, which count as such for Unicode.
_IN_EMOJI = re.compile(
    "[\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23e9-\u23f3\u23f8-\u23fa"
    "\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55"
    "\u3030\u303d\u3297\u3299\ufe0f\U0001f000-\U0001faff]"
)
#: Shows the character before it in colour, and makes one emoji of those on both sides.
_EMOJI_STYLE, _JOINER = "\ufe0f", "\u200d"
#: Attributes that are sent back and not shown: a form names an app by the identifier that it has.
_SENT = frozenset({"value"})


class Markup(str):
    """Text that is markup already. Only `element` and `joined` make it of other text."""

    __slots__ = ()


Content: TypeAlias = "str | Markup | None"
Attribute: TypeAlias = "str | float | bool | None"


def element(tag: str, /, *content: Content, **attributes: Attribute) -> Markup:
    """An element with its content and its attributes.

    The names of attributes end in `_` where they are words of Python, and have `_` where HTML has `-`. An attribute
    that is None or False is left out, and one that is True has no value.

    >>> element("p", "1 < 2 ", element("b", "yes"), class_="note", hidden=True)
    '<p class="note" hidden>1 &lt; 2 <b>yes</b></p>'
    """
    start = f"<{tag}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    return Markup(start if tag in VOID else f"{start}{joined(*content)}</{tag}>")


def joined(*content: Content) -> Markup:
    """Several pieces of content, one after the other.

    >>> joined("a & ", Markup("<br>"), None)
    'a &amp; <br>'
    """
    return Markup("".join(one if isinstance(one, Markup) else _escaped(one) for one in content if one is not None))


def _escaped(text: str) -> str:
    return html.escape(written(text))


def written(text: str) -> str:
    """The text with each character that is not seen as an escape, so that texts which differ look different. What emoji
    are made with stays.

    >>> written("Mood\\u200b"), written("a\\u202eb"), len(written("\\U0001f469\\u200d\\U0001f680"))
    ('Mood\\\\u200b', 'a\\\\u202eb', 3)
    """
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub(_written, text)


def lines_written(text: str) -> Markup:
    """The same of a text of several lines, which stay lines."""
    return Markup("\n".join(_escaped(line) for line in text.replace("\r\n", "\n").split("\n")))


def _written(found: re.Match[str]) -> str:
    one, text, at = found[0], found.string, found.start()
    before, after = text[max(at - 1, 0) : at], text[at + 1 : at + 2]
    is_of_emoji = one in (_EMOJI_STYLE, _JOINER) and _IN_EMOJI.match(before) is not None
    if one == _EMOJI_STYLE and is_of_emoji and before != _EMOJI_STYLE:
        return one
    if one == _JOINER and is_of_emoji and after != _EMOJI_STYLE and _IN_EMOJI.match(after):
        return one
    units = one.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{int.from_bytes(units[place : place + 2]):04x}" for place in range(0, len(units), 2))


def number(value: float) -> str:
    """A coordinate, as short as a tenth of a pixel needs.

    >>> number(12.04), number(12.5), number(-0.01)
    ('12', '12.5', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _attribute(key: str, value: Attribute) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    text = number(value) if isinstance(value, float) else str(value)
    return f' {name}="{html.escape(text if key in _SENT else written(text))}"'
