"""One sample, for programs that read a few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from .short_names import short_name

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping
    from enum import IntEnum

    from .metadata import Metadata
    from .provenance import Provenance
    from .records import AttributeValues

#: The value of a quantity, of a category, or the activity of a workout, as a member of its enum where it has one; of a
#: correlation the values of the samples that it contains; of a record its values, as lists, by their names; None: of a
#: route and of heartbeats.
SampleValue: TypeAlias = "float | IntEnum | int | Mapping[str, float] | Mapping[str, AttributeValues] | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A row of `Samples`."""

    #: Identifier of the type.
    type: str
    uuid: uuid.UUID
    #: In UTC.
    start: np.datetime64
    end: np.datetime64
    value: SampleValue
    #: The unit of a quantity; "" of others.
    unit: str
    metadata: Metadata
    provenance: Provenance

    def __repr__(self) -> str:
        # Without a value: what is printed may end in a log.
        return f"<sample of {short_name(self.type)}, {time_text(self.start)} UTC>"


def time_text(time: np.datetime64) -> str:
    """A time for people, in UTC, with as many digits as it needs."""
    text = str(np.datetime_as_string(time)).replace("T", " ")
    return text.rstrip("0").rstrip(".") if "." in text else text
