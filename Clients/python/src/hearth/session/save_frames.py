"""The frames of a save: one, or as many as keep each so short that other calls come between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import hearth_pb2 as pb
from ..replies import COLUMNS_PER_FRAME
from ..samples.quantities import Quantities
from ..samples.records import Records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..samples.samples import Samples

#: A frame of this size costs little more than its samples, and hardly delays the frames behind it.
USUAL_BYTES = 512 << 10


def cut(samples: Sequence[Samples], bytes_max: int, columns_max: int | None = None) -> Iterator[list[Samples]]:
    """The samples in order, in parts of at most about `bytes_max` bytes and `columns_max` columns."""
    part: list[Samples] = []
    left = bytes_max
    for one in samples:
        # Where each sample ends among the bytes of all.
        ends = np.cumsum(one.sizes())
        begin = 0
        while begin < len(one):
            before = int(ends[begin - 1]) if begin else 0
            end = int(np.searchsorted(ends, before + left, side="right"))
            if (end <= begin and part) or len(part) == columns_max:
                yield part
                part, left = [], bytes_max
                continue
            # A sample that is larger by itself travels alone.
            end = max(end, begin + 1)
            part.append(one.part(begin, end))
            left -= int(ends[end - 1]) - before
            begin = end
    yield part


def size_of(samples: Sequence[Samples]) -> int:
    """About the bytes that samples take in the frames of a save."""
    return sum(one.size(USUAL_BYTES) for one in samples)


class SaveFrames:
    """Cuts samples into frames, one after the other, and from the beginning again when that is needed."""

    def __init__(self, samples: Sequence[Samples], frame_bytes: int = USUAL_BYTES) -> None:
        self._samples = samples
        self._frame_bytes = frame_bytes
        #: About the bytes of the whole save.
        self.size = size_of(samples)
        self.restart()

    def fit(self, frame_bytes_max: int) -> None:
        """Starts over for a server whose frames have at most `frame_bytes_max` bytes, if the frames would be longer."""
        # The other half is for what columns have in addition to their samples.
        if frame_bytes_max // 2 < self._frame_bytes:
            self._frame_bytes = frame_bytes_max // 2
            self.restart()

    @property
    def unit(self) -> str:
        """The unit of all its quantities; "" when they have several."""
        units = {one.unit for one in self._samples if isinstance(one.payload, Quantities)}
        return units.pop() if len(units) == 1 else ""

    @property
    def has_records(self) -> bool:
        """Whether some of the samples are records."""
        return any(isinstance(one.payload, Records) for one in self._samples)

    def restart(self) -> None:
        """Begins again, with the whole save."""
        self._parts = self._cut()
        self._next: list[Samples] | None = next(self._parts)
        self._made = 0

    @property
    def is_at_end(self) -> bool:
        """Whether the last frame was made."""
        return self._next is None

    @property
    def last_was_first(self) -> bool:
        """Whether the frame that was made last is the first one."""
        return self._made <= 1

    def next(self) -> pb.Save:
        """The next frame; there must be one."""
        self._made += 1
        parts, self._next = self._next or [], next(self._parts, None)
        return pb.Save(columns=[part.message() for part in parts], more=self._next is not None)

    def _cut(self) -> Iterator[list[Samples]]:
        is_small = sum(int(one.sizes().sum()) for one in self._samples) <= self._frame_bytes
        if is_small and len(self._samples) <= COLUMNS_PER_FRAME:
            return iter([list(self._samples)])
        return cut(self._samples, self._frame_bytes, COLUMNS_PER_FRAME)
