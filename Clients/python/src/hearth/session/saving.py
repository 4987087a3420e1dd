"""A save of any size, in several commits when the server's limits ask for that."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..errors import ErrorCode, HearthError, RequestError
from ..nearest import joined
from ..replies import Committed
from ..samples.categories import Correlations
from .save_frames import cut, size_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .. import hearth_pb2 as pb
    from ..samples.samples import Samples

#: A save of this size fits into one commit of any server.
SMALL_BYTES = 4 << 20
#: What holds when a server names no limit.
_BYTES_MAX = (1 << 32) - 1


def staged_bytes_max(limits: pb.Limits) -> int:
    """How large the samples of one save may be. The server counts what they take there, which differs from what they
    take in a frame."""
    return (limits.staged_bytes or _BYTES_MAX) // 8 * 7


class Saving:
    """The samples of a save, and what has come of it."""

    def __init__(self, samples: Sequence[Samples], *, app: str, atomic: bool) -> None:
        """`app`: the identifier of the app that saves."""
        self._samples = samples
        self._app = app
        self._size = size_of(samples)
        # Correlations and their members are in one save.
        self._is_whole = atomic or any(isinstance(one.payload, Correlations) for one in samples)
        self._count = sum(map(len, samples))
        self._saved = 0
        #: Of all commits together.
        self.committed = Committed(b"", 0, 0, 0)

    @property
    def needs_limits(self) -> bool:
        """Whether the server's limits decide how it is done."""
        return self._size > SMALL_BYTES

    def parts(self, limits: pb.Limits) -> Iterator[Sequence[Samples]]:
        """The samples of each commit."""
        most = staged_bytes_max(limits)
        if self._size <= most:
            yield self._samples
            return
        if self._is_whole:
            text = f"One save takes at most {most} bytes, and this one has {self._size}. "
            text += (
                "Correlations are saved together with their members."
                if any(isinstance(one.payload, Correlations) for one in self._samples)
                else "Without atomic=True it is saved in several commits."
            )
            raise RequestError(ErrorCode.LIMIT_EXCEEDED, text, "save.columns")
        yield from cut(self._samples, most)

    def note(self, part: Sequence[Samples], committed: Committed) -> None:
        """A part is durable."""
        before = self.committed
        self._saved += sum(map(len, part))
        self.committed = Committed(
            committed.anchor,
            before.added + committed.added,
            before.deleted + committed.deleted,
            before.unchanged + committed.unchanged,
        )

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Adds the number of saved samples to an error after the first commit."""
        try:
            yield
        except HearthError as error:
            if self._saved:
                error.add_note(
                    f"{self._saved} of {self._count} samples are saved. Saving the same samples again adds the rest."
                )
            if others := self._other_apps(error):
                error.add_note(
                    f"These samples were saved by {joined(others, 'and')}, and a sample stays that of the app that"
                    f" saved it. Copies of {self._app} need new UUIDs:"
                    " dataclasses.replace(samples, uuids=hearth.new_uuids(len(samples)))."
                )
            raise

    def _other_apps(self, error: HearthError) -> list[str]:
        """The other apps that the samples were read of, when the error says that samples are stored differently."""
        if not isinstance(error, RequestError) or error.code is not ErrorCode.IDENTIFIER_CONFLICT:
            return []
        sources = {provenance.source for samples in self._samples for provenance in samples.provenances}
        return sorted({source.bundle_identifier for source in sources if source is not None} - {self._app})
