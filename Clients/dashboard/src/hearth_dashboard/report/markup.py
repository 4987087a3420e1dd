"""HTML and SVG: everything that is put into an element is escaped, unless it is markup itself."""

from __future__ import annotations

import html
from typing import TypeAlias

#: Elements that have no end tag in HTML.
VOID = frozenset({"meta", "input", "br", "link"})


#: Characters that turn the direction of what follows: a name with one of them would read as another. They are written
#: as `\u202e`, so that names which differ in them alone differ.
_TURNS = {one: f"\\u{one:04x}" for one in (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


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
    return html.escape(text.translate(_TURNS))


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
    return f' {name}="{html.escape(number(value) if isinstance(value, float) else str(value))}"'
