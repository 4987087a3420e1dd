"""Categories, and correlations of samples that belong together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .columns import INTEGER, NUMBER, UUID, Column, Integers, Numbers, Uuids
from .payload import LENGTHS, Payload


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Categories(Payload):
    """Values of a category type."""

    NAME: ClassVar[str] = "category"
    ROWS: ClassVar[tuple[Column, ...]] = (Column("values", INTEGER),)

    #: Numbers of the type's enum, which `Samples.enum` names.
    values: Integers


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Correlations(Payload):
    """Samples that belong together, named by their UUIDs."""

    NAME: ClassVar[str] = "correlation"
    ROWS: ClassVar[tuple[Column, ...]] = (Column(LENGTHS, NUMBER, least=1),)
    ITEMS: ClassVar[tuple[Column, ...]] = (Column("members", UUID),)

    #: How many of `members` belong to each.
    lengths: Numbers
    members: Uuids
