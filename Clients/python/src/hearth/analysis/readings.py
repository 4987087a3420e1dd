"""The quantities of samples one by one: those of series, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..samples.columns import starts_of_items
from ..samples.quantities import Quantities

if TYPE_CHECKING:
    import numpy.typing as npt

    from ..samples.columns import Floats
    from ..samples.samples import Samples
    from ..samples.times import Times


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Quantities with their times, in no particular order."""

    starts: Times
    ends: Times
    values: Floats

    def __len__(self) -> int:
        return len(self.values)


def readings_of(samples: Samples, bundle_identifier: str | None = None) -> Readings:
    """The quantities of samples: of a series its points, where it carries them, else its value.

    Where several apps saved samples, two of them may have measured the same: only those of one app count, of the one
    that is named when it has any, else of the one that saved the first.
    """
    payload = samples.payload
    if not isinstance(payload, Quantities):
        raise TypeError(f"samples of {samples.type} have no quantities")
    kept = _of_one_app(samples, bundle_identifier)
    if payload.points is None:
        return Readings(samples.starts[kept], samples.ends[kept], payload.values[kept])
    points = payload.points
    single = kept & (points.lengths == 0)
    items = np.repeat(kept, np.diff(starts_of_items(points.lengths)))
    ends = points.starts if points.ends is None else points.ends
    return Readings(
        np.concatenate([samples.starts[single], points.starts[items]]),
        np.concatenate([samples.ends[single], ends[items]]),
        np.concatenate([payload.values[single], points.values[items]]),
    )


def bundle_of(samples: Samples, row: int) -> str | None:
    """The app that saved one sample."""
    source = samples.provenance_of(row).source
    return None if source is None else source.bundle_identifier


def _of_one_app(samples: Samples, preferred: str | None) -> npt.NDArray[np.bool_]:
    bundles = [None if one.source is None else one.source.bundle_identifier for one in samples.provenances]
    indexes = samples.provenance_indexes
    if indexes is None or len(set(bundles)) < 2 or not len(samples):
        return np.ones(len(samples), dtype=np.bool_)
    present = {bundles[index] for index in np.unique(indexes).tolist()}
    chosen = preferred if preferred in present else bundles[int(indexes[np.argmin(samples.starts)])]
    ours = np.array([bundle == chosen for bundle in bundles])
    kept: npt.NDArray[np.bool_] = ours[indexes]
    return kept
