"""What several samples share, each different entry once, and which of the entries each sample has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ..arguments import listed
from ..errors import ErrorCode, RequestError
from .columns import NUMBER, Array, Column, Integers, Numbers
from .metadata import Metadata, check_metadata
from .provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt
    from google.protobuf.message import Message

Entry = TypeVar("Entry")
_INDEXES = "metadata_indexes"


def read_indexes(data: bytes, entries: int, count: int, path: str) -> Numbers | None:
    """Which of some entries each row has. None: the only one, or there is none."""
    if not data and entries <= 1:
        return None
    if len(data) != count * 4:
        raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(data)} bytes are not {count} rows.", path)
    indexes: Numbers = np.frombuffer(data, NUMBER)
    if count and indexes.max() >= entries:
        row = int(np.flatnonzero(indexes >= entries)[0])
        raise RequestError(ErrorCode.MALFORMED_COLUMN, f"There are {entries} entries.", f"{path}[{row}]")
    return indexes


def widths_of(messages: Iterable[Message]) -> Integers:
    """The bytes that each takes in another message, about."""
    return np.array([message.ByteSize() + 8 for message in messages], dtype=np.int64)


def entry_of(entries: Sequence[Entry], indexes: Numbers | None, row: int) -> Entry | None:
    if not entries:
        return None
    return entries[0 if indexes is None else indexes[row]]


def part_of(
    entries: tuple[Entry, ...], indexes: Numbers | None, begin: int, end: int
) -> tuple[tuple[Entry, ...], Numbers | None]:
    """The entries that some rows use: each frame of a long save carries only its own."""
    if indexes is None:
        return entries, None
    used, found = np.unique(indexes[begin:end], return_inverse=True)
    return tuple(entries[index] for index in used), found.astype(NUMBER)


def joined_dictionaries(
    parts: Sequence[tuple[tuple[Any, ...], Numbers | None]], counts: Sequence[int]
) -> tuple[Any, Any]:
    if not any(entries for entries, _ in parts):
        return (), None
    places: list[int] = []
    all_entries: list[Any] = []
    columns: list[Numbers] = []
    for (entries, indexes), count in zip(parts, counts, strict=True):
        # A row without an entry among rows with some has an empty one.
        places = [_place(entry, all_entries) for entry in entries] or [_place(_EMPTY, all_entries)]
        column = np.zeros(count, NUMBER) if indexes is None else indexes
        columns.append(np.array(places, dtype=NUMBER)[column])
    blank: Any = Provenance() if any(isinstance(entry, Provenance) for entry in all_entries) else {}
    all_entries = [blank if entry is _EMPTY else entry for entry in all_entries]
    if len(all_entries) == 1:
        return tuple(all_entries), None
    return tuple(all_entries), np.concatenate(columns)


_EMPTY = object()


def _place(entry: Any, entries: list[Any]) -> int:
    """Where an entry stands; it is added when it is new. The last ones are looked at only: batches that follow each
    other mostly share theirs, and a search through all would take long where each sample has its own."""
    for place in range(len(entries) - 1, max(len(entries) - 9, -1), -1):
        if entries[place] is entry or entries[place] == entry:
            return place
    entries.append(entry)
    return len(entries) - 1


def given_dictionary(
    given: Metadata | Sequence[Metadata] | None, indexes: npt.ArrayLike | None, count: int
) -> tuple[tuple[Metadata, ...], Numbers | None]:
    """The metadata of new samples, each different one once, and which of them each sample has."""
    if given is None:
        return (), None
    entries: tuple[Metadata, ...] = (
        (given,) if isinstance(given, Mapping) else tuple(listed(given, "metadata, or a list of it", "metadata"))
    )
    for index, entry in enumerate(entries):
        check_metadata(entry, "metadata" if isinstance(given, Mapping) else f"metadata[{index}]")
    if isinstance(given, Mapping):
        return entries, None
    if indexes is None:
        if len(entries) != count:
            text = f"{len(entries)} metadata entries for {count} samples, without indexes."
            raise RequestError(ErrorCode.MALFORMED_COLUMN, text, "metadata")
        return entries, np.arange(count, dtype=NUMBER)
    chosen: Array | None = Column(_INDEXES, NUMBER).given(indexes, count, "")
    if chosen is not None and chosen.max() >= len(entries):
        row = int(np.flatnonzero(chosen >= len(entries))[0])
        text = f"There are {len(entries)} metadata entries."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, f"{_INDEXES}[{row}]")
    return entries, chosen
