"""Blood pressures: a systolic and a diastolic quantity each, and the correlation that contains them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ErrorCode, RequestError
from .build import correlations, quantities
from .contained import BLOOD_PRESSURE, DIASTOLIC, SYSTOLIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from .identifiers import UuidsLike
    from .metadata import Metadata
    from .provenance import Device
    from .samples import Samples
    from .times import TimesLike


def blood_pressures(
    starts: TimesLike,
    systolic: npt.ArrayLike,
    diastolic: npt.ArrayLike,
    unit: str = "mmHg",
    *,
    ends: TimesLike | None = None,
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
    force: bool = False,
) -> Samples:
    """Blood pressures, both values in the same unit. `Samples.contained` has their quantities, and a save of the blood
    pressures saves these as well. `uuids` and `metadata` are those of the correlations. A systolic value that is not
    above the diastolic one is refused. The rest is as for `quantities`.

    >>> morning = blood_pressures(["2026-11-21T08:00Z"], [120], [80])
    >>> morning.to_pandas()[["systolic", "diastolic"]]
       systolic  diastolic
    0     120.0       80.0
    """
    high = quantities(SYSTOLIC, starts, systolic, unit, ends=ends, device=device, force=force)
    low = quantities(DIASTOLIC, starts, diastolic, unit, ends=ends, device=device, force=force)
    if not force:
        _check(high, low)
    pressures = correlations(
        BLOOD_PRESSURE,
        starts,
        np.full(len(high), 2, dtype=np.uint32),
        np.stack([high.uuids, low.uuids], axis=1).reshape(-1),
        ends=ends,
        uuids=uuids,
        device=device,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
    )
    return replace(pressures, contained=(high, low))


def _check(high: Samples, low: Samples) -> None:
    """The rule of the `hearth` command: the systolic pressure is the greater one, and both are above 0."""
    wrong = ~((low.values > 0) & (high.values > low.values))
    if wrong.any():
        text = (
            "The value is impossible: a blood pressure has a systolic value above its diastolic one, and both are"
            " above 0. Give force=True to save it."
        )
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"systolic[{int(np.argmax(wrong))}]")
