"""What an app may read and save, in a few words: what holds, whether it was decided or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearth.samples.short_names import short_name
from hearth.type_table import IDENTIFIERS

from ..access import MEMBERS
from .type_words import CHARACTERISTICS, order_of, types_text, word

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..access import Access

#: Types that are named instead of counted.
_NAMED_MAX = 2


def types_decided() -> list[str]:
    """The short names of the types that a decision can be about."""
    # A correlation is decided by its members.
    samples = [short_name(one) for one in IDENTIFIERS if "Correlation" not in one]
    return sorted([*samples, *CHARACTERISTICS], key=order_of)


def every_type() -> set[str]:
    """The same as the server's program calls them, with the members of those whose members are decided."""
    return {one for of in types_decided() for one in MEMBERS.get(of, (of,))}


def summary_text(found: Access, app: str) -> str:
    """What an app may do with all types.

    >>> from ..access import Access
    >>> told = dict(seen="1", questions=(), decisions=(), counts=(), names={})
    >>> summary_text(Access(asks=False, **told), "a"), summary_text(Access(asks=True, **told), "a")
    ('reads all types, saves all types', 'reads nothing, saves nothing')
    """
    decided = {one.type: one for one in found.decisions if one.app == app}
    # Also those that only a newer server has.
    every = every_type() | {*decided}
    reads, limited, saves = set(), set(), set()
    for of in every:
        one = decided.get(of)
        if found.may(app, "" if one is None else one.read):
            reads.add(of)
            if one is not None and one.read and one.since is not None:
                limited.add(of)
        if found.may(app, "" if one is None else one.share):
            saves.add(of)
    said = _types(reads, every)
    if limited:
        said += " only from a day on" if limited == reads else f" ({types_text(len(limited))} only from a day on)"
    return f"reads {said}, saves {_types(saves, every)}"


def _types(those: Collection[str], every: Collection[str]) -> str:
    """Some of all types; where it is shorter, by what is left out."""
    left = {*every} - {*those}
    if not left:
        return "all types"
    if not those:
        return "nothing"
    if len(left) < len(those):
        return f"all types but {_named(left)}"
    return types_text(len(those))


def _named(types: Collection[str]) -> str:
    if len(types) > _NAMED_MAX:
        return f"{len(types):,}"
    return " and ".join(word(of) for of in sorted(types, key=order_of))
