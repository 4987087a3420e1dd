"""Records to be saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import ErrorCode, RequestError
from .build import count_of, make_samples
from .record_tables import record_columns
from .records import Records, check_series, record_of
from .type_names import type_identifier

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .identifiers import UuidsLike
    from .metadata import Metadata
    from .provenance import Device
    from .samples import Samples
    from .times import TimesLike


def records(
    type: str,
    starts: TimesLike,
    attributes: Sequence[Mapping[str, Any]],
    *,
    ends: TimesLike | None = None,
    voltages: Sequence[npt.ArrayLike] | None = None,
    contents: Sequence[bytes] | None = None,
    uuids: UuidsLike | None = None,
    device: Device | None = None,
    metadata: Metadata | Sequence[Metadata] | None = None,
    metadata_indexes: npt.ArrayLike | None = None,
) -> Samples:
    """Samples of a type with a few values: of each its values by name, as RECORDS.md of the protocol lists them. A
    value of the form `numbers` is a float, also where it is whole. A member of an enum may be written by its name. A
    time may be a `datetime`, and is read as nanoseconds. Of
    what may have several values an empty list is none. `voltages` are those of each electrocardiogram, in microvolts;
    `contents` the bytes of each document.
    The rest is as for `make_samples`.

    >>> records("stateOfMind", ["2026-11-21T08:00Z"], [{"mind_kind": "dailyMood", "valence": 0.5, "labels": ["happy"]}])
    <1 sample of stateOfMind, 2026-11-21 08:00:00 UTC>
    """
    count = count_of(starts)
    for name, given in (("attributes", attributes), ("voltages", voltages), ("contents", contents)):
        if given is not None and len(given) != count:
            raise RequestError(ErrorCode.MALFORMED_COLUMN, f"{len(given)} {name} for {count} samples.", name)
    if voltages is not None and contents is not None:
        text = "Samples have voltages or contents, and not both."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "contents")
    lists = {name for name, column in record_columns(type_identifier(type)).items() if column.is_list}
    made = tuple(record_of(_without_none(one, lists), f"attributes[{row}]") for row, one in enumerate(attributes))
    columns: dict[str, Any] = {}
    if voltages is not None:
        arrays = [np.asarray(one, dtype=np.float64).ravel() for one in voltages]
        lengths = [len(one) for one in arrays]
        check_series("voltages", lengths)
        columns = {"lengths": lengths, "voltages": np.concatenate(arrays) if any(lengths) else None}
    elif contents is not None:
        lengths = [len(one) for one in contents]
        check_series("contents", lengths)
        joined = np.frombuffer(b"".join(contents), np.uint8)
        columns = {"lengths": lengths, "contents": joined if any(lengths) else None}
    return make_samples(
        type,
        starts,
        Records.checked(columns, count, records=made),
        ends=ends,
        uuids=uuids,
        device=device,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
    )


def _without_none(attributes: Mapping[str, Any], lists: set[str]) -> dict[str, Any]:
    """The same without the empty lists of names that may have several values."""
    return {
        name: given
        for name, given in attributes.items()
        if not (name in lists and isinstance(given, list | tuple | np.ndarray) and len(given) == 0)
    }
