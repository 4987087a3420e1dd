"""The position of changes on a connection, from which another connection continues."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..replies import ChangeBatch


class ChangeProgress:
    """Counts whole writes.

    A write that does not fit into one batch comes in several, of which only the last has a newer anchor. When the
    connection is lost between them, the whole write comes again after the anchor before it.
    """

    def __init__(self, anchor: bytes) -> None:
        #: After the last write that arrived whole.
        self.anchor = anchor
        #: The samples and deletions up to there.
        self.count = 0
        #: The batches that arrived after it.
        self.batches_of_open_write = 0
        self._count_of_open_write = 0

    def note(self, batch: ChangeBatch) -> None:
        """A batch has arrived."""
        self._count_of_open_write += sum(map(len, batch.added)) + len(batch.deleted)
        if batch.anchor == self.anchor and not batch.caught_up:
            self.batches_of_open_write += 1
            return
        self.anchor = batch.anchor
        self.count += self._count_of_open_write
        self._count_of_open_write = 0
        self.batches_of_open_write = 0
