"""Samples of one type, as columns."""

from __future__ import annotations

import operator
import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, SupportsIndex, overload

import numpy as np

from .. import hearth_pb2 as pb
from ..arguments import check_type, listed
from ..enums import WorkoutActivityType
from ..errors import ErrorCode, RequestError
from .categories import Categories, Correlations
from .category_enums import EnumType, Members, enum_of_category, members
from .columns import UUID, Array, Column, Integers, Numbers, Uuids
from .dictionaries import entry_of, joined_dictionaries, part_of, read_indexes, widths_of
from .metadata import Metadata, metadata_message, read_metadata
from .provenance import Provenance
from .quantities import Quantities
from .records import Records
from .sample import Sample, SampleValue, time_text
from .short_names import short_name
from .tables import Tabular
from .times import TIME, Times
from .units import is_percentage, protocol_unit, written_unit
from .workouts import Heartbeats, Routes, Workouts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .payload import Payload

PAYLOADS: dict[str, type[Payload]] = {
    kind.NAME: kind for kind in (Quantities, Categories, Correlations, Workouts, Routes, Heartbeats, Records)
}
#: What the identifiers of types begin with.
_KINDS: dict[str, type[Payload]] = {
    "HKQuantityType": Quantities,
    "HKCategoryType": Categories,
    "HKCorrelationType": Correlations,
    "HKWorkoutRouteType": Routes,
    "HKWorkoutType": Workouts,
    "HKDataTypeIdentifierHeartbeatSeries": Heartbeats,
    "HK": Records,
}
_STARTS = Column("starts", TIME)
_ENDS = Column("ends", TIME, fill="starts")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Samples(Tabular):
    """Samples of one type: numpy arrays with a row for each.

    Those of the server are views of the bytes that it sent, and cannot be written to.
    """

    #: Identifier of the type, for example `HKQuantityTypeIdentifierHeartRate`.
    type: str
    #: 16 bytes each; `uuid()` makes a `UUID` of one.
    uuids: Uuids
    starts: Times
    #: None: equal to the starts. `ends` is always there.
    given_ends: Times | None = None
    #: What the samples hold.
    payload: Payload
    #: Where they come from, each different one once, and which of them each sample has. Without indexes the only one
    #: holds for all, or there is none.
    provenances: tuple[Provenance, ...] = ()
    provenance_indexes: Numbers | None = None
    #: What is attached, in the same way.
    metadata: tuple[Metadata, ...] = ()
    metadata_indexes: Numbers | None = None
    #: The samples that correlations contain, those of each type together. A save of the correlations saves them too.
    contained: tuple[Samples, ...] = ()

    def __len__(self) -> int:
        return len(self.uuids)

    def __iter__(self) -> Iterator[Sample]:
        return map(self._sample, range(len(self)), self._sample_values())

    @overload
    def __getitem__(self, place: SupportsIndex) -> Sample: ...
    @overload
    def __getitem__(self, place: slice) -> Samples: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Sample | Samples:
        """One sample, or those of a slice, whose arrays are views.

        >>> rates = quantities("heartRate", ["2026-11-21T08:00Z", "2026-11-21T08:01Z"], [62, 64], "count/min")
        >>> rates[0].value, rates[-1].value
        (62.0, 64.0)
        >>> rates[1:]
        <1 sample of heartRate in count/min, 2026-11-21 08:01:00 UTC>
        """
        if isinstance(place, slice):
            begin, end, step = place.indices(len(self))
            if step != 1:
                raise IndexError("a slice of samples has the step 1: the arrays, such as `values`, take any")
            return self.part(begin, max(begin, end))
        row = operator.index(place)
        if not -len(self) <= row < len(self):
            raise IndexError(f"there are {len(self)} samples")
        row %= len(self)
        one = self.part(row, row + 1)
        return one._sample(0, one._sample_values()[0])

    def __repr__(self) -> str:
        # Without a value: what is printed may end in a log.
        text = f"{len(self)} sample{'' if len(self) == 1 else 's'} of {short_name(self.type)}"
        if isinstance(self.payload, Quantities) and self.unit:
            text += f" in {self.unit}"
        if len(self):
            first, last = time_text(self.starts.min()), time_text(self.starts.max())
            text += f", {first} UTC" if first == last else f", {first} to {last} UTC"
        return f"<{text}>"

    @property
    def ends(self) -> Times:
        """When each sample ends."""
        return self.starts if self.given_ends is None else self.given_ends

    @property
    def values(self) -> Array:
        """The values of quantities in `unit`, or of categories."""
        shown = self.shown
        if isinstance(shown, Quantities | Categories):
            return shown.values
        raise AttributeError(f"samples of {self.type} have no values: what they hold is in `payload`")

    @property
    def enum(self) -> EnumType | None:
        """The enum of the values of categories, or of the activity types of workouts; None: there is none here."""
        if isinstance(self.payload, Categories):
            return enum_of_category(self.type)
        return WorkoutActivityType if isinstance(self.payload, Workouts) else None

    @property
    def members(self) -> Members:
        """The values of categories, or the activity types of workouts, as members of `enum`. A number that it does not
        have stays an integer."""
        if isinstance(self.payload, Categories | Workouts):
            values = self.payload.values if isinstance(self.payload, Categories) else self.payload.activity_types
            return members(self.enum, values)
        raise AttributeError(f"samples of {self.type} have no values of an enum")

    @property
    def unit(self) -> str:
        """The unit of the values of quantities: `%` for percentages such as 97, `1` for shares such as 0.97."""
        if isinstance(self.payload, Quantities):
            return written_unit(self.type, self.payload.unit)
        raise AttributeError(f"samples of {self.type} have no unit")

    @property
    def shown(self) -> Payload:
        """What the samples hold, with percentages as people write them: 97 where the payload has 0.97."""
        payload = self.payload
        if isinstance(payload, Quantities) and is_percentage(self.type, payload.unit):
            return payload.in_percentages()
        return payload

    def _sample(self, row: int, value: SampleValue) -> Sample:
        return Sample(
            type=self.type,
            uuid=self.uuid(row),
            start=self.starts[row],
            end=self.ends[row],
            value=value,
            unit=self.unit if isinstance(self.payload, Quantities) else "",
            metadata=self.metadata_of(row),
            provenance=self.provenance_of(row),
        )

    def _sample_values(self) -> Sequence[SampleValue]:
        """The value of each sample by itself."""
        if isinstance(self.payload, Quantities):
            found: list[float] = self.values.tolist()
            return found
        if isinstance(self.payload, Categories | Workouts):
            return self.members
        if isinstance(self.payload, Records):
            return [self.payload.attributes_of(row) for row in range(len(self))]
        if isinstance(self.payload, Correlations):
            columns = {name: self.column_array(name).tolist() for name in self.held_names}
            # What a correlation does not contain is NaN in the columns, which differs from itself.
            return [
                {name: column[row] for name, column in columns.items() if column[row] == column[row]}
                for row in range(len(self))
            ]
        return [None] * len(self)

    def uuid(self, row: int) -> uuid.UUID:
        """The UUID of one sample."""
        return uuid.UUID(bytes=self.uuids[row].tobytes())

    def provenance_of(self, row: int) -> Provenance:
        """Where one sample comes from."""
        return entry_of(self.provenances, self.provenance_indexes, row) or Provenance()

    def metadata_of(self, row: int) -> Metadata:
        """What is attached to one sample."""
        return entry_of(self.metadata, self.metadata_indexes, row) or {}

    def part(self, begin: int, end: int) -> Samples:
        """These samples only. The arrays are views."""
        provenances, provenance_indexes = part_of(self.provenances, self.provenance_indexes, begin, end)
        metadata, metadata_indexes = part_of(self.metadata, self.metadata_indexes, begin, end)
        return replace(
            self,
            uuids=self.uuids[begin:end],
            starts=self.starts[begin:end],
            given_ends=None if self.given_ends is None else self.given_ends[begin:end],
            payload=self.payload.part(begin, end),
            provenances=provenances,
            provenance_indexes=provenance_indexes,
            metadata=metadata,
            metadata_indexes=metadata_indexes,
        )

    # ------------------------------------------------------------------------------------------------- the protocol

    @staticmethod
    def read(message: pb.SampleColumns, path: str) -> Samples | None:
        """Of what the server sent. None: of a kind that a later version has, and this one not."""
        kind = message.WhichOneof("payload")
        if kind is None or (of_kind := PAYLOADS.get(kind)) is None:
            return None
        data = message.uuids
        if not data or len(data) % 16:
            text = f"{len(data)} bytes are not a column of UUIDs."
            raise RequestError(ErrorCode.MALFORMED_COLUMN, text, f"{path}.uuids")
        count = len(data) // 16
        starts = _STARTS.read(message.starts, count, path)
        provenances = tuple(map(Provenance.of, message.provenances))
        metadata = tuple(map(read_metadata, message.metadata))
        return Samples(
            type=message.type,
            uuids=np.frombuffer(data, UUID),
            starts=starts,  # type: ignore[arg-type]  # a column that must be there is
            given_ends=_ENDS.read(message.ends, count, path),
            payload=of_kind.read(getattr(message, kind), count, f"{path}.{kind}"),
            provenances=provenances,
            provenance_indexes=read_indexes(
                message.provenance_indexes, len(provenances), count, f"{path}.provenance_indexes"
            ),
            metadata=metadata,
            metadata_indexes=read_indexes(message.metadata_indexes, len(metadata), count, f"{path}.metadata_indexes"),
        )

    def message(self) -> pb.SampleColumns:
        """To be sent in a save."""
        message = pb.SampleColumns(type=self.type, uuids=self.uuids.tobytes(), starts=self.starts.tobytes())
        if self.given_ends is not None:
            message.ends = self.given_ends.tobytes()
        devices = any(provenance.device is not None for provenance in self.provenances)
        if devices:
            message.provenances.extend(provenance.message() for provenance in self.provenances)
            if self.provenance_indexes is not None:
                message.provenance_indexes = self.provenance_indexes.tobytes()
        message.metadata.extend(map(metadata_message, self.metadata))
        if self.metadata_indexes is not None:
            message.metadata_indexes = self.metadata_indexes.tobytes()
        self.payload.write(getattr(message, self.payload.NAME))
        # One of which nothing is set, as of a route without locations, is sent all the same.
        getattr(message, self.payload.NAME).SetInParent()
        return message

    def sizes(self) -> Integers:
        """About the bytes that each sample takes in a frame that has no other one with the same metadata or
        provenance."""
        sizes = self.payload.sizes(len(self)) + (24 if self.given_ends is None else 32)
        for widths, indexes in self._entries():
            sizes += 4 + widths[indexes]
        return sizes

    def size(self, frame_bytes: int) -> int:
        """About the bytes of all samples in frames of such a size, each of which has every entry at most once."""
        apart = int(self.sizes().sum())
        frames = apart // frame_bytes + 1
        shared = 0
        for widths, indexes in self._entries():
            shared += max(0, int(widths[indexes].sum()) - frames * int(widths.sum()))
        return apart - shared

    def _entries(self) -> Iterator[tuple[Integers, Numbers]]:
        """About the bytes of each entry of a dictionary, and which one each sample has."""
        if self.metadata_indexes is not None:
            yield widths_of(map(metadata_message, self.metadata)), self.metadata_indexes
        if self.provenance_indexes is not None:
            yield widths_of(map(Provenance.message, self.provenances)), self.provenance_indexes


def no_samples(type: str, unit: str = "") -> Samples:
    """Columns of a type without a row."""
    kind = next((kind for prefix, kind in _KINDS.items() if type.startswith(prefix)), Quantities)
    payload = kind.read(getattr(pb.SampleColumns(), kind.NAME), 0, "")
    if isinstance(payload, Quantities):
        payload = replace(payload, unit=protocol_unit(type, unit))
    return Samples(type=type, uuids=np.empty(0, UUID), starts=np.empty(0, TIME), payload=payload)


def joined(parts: Iterable[Samples]) -> Samples:
    """All samples of some of the same type, in their order. The arrays are copies, unless there is one only."""
    parts = listed(parts, "a list of samples", "parts")
    for index, part in enumerate(parts):
        check_type(part, Samples, "samples", f"parts[{index}]")
    if not parts:
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "At least one part is required.", "parts")
    first: Samples = parts[0]
    if len(parts) == 1:
        return first
    if any(part.type != first.type for part in parts):
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "Samples of different types cannot be joined.", "type")
    has_ends = any(part.given_ends is not None for part in parts)
    payloads = [part.payload for part in parts]
    # A column that is absent in all of them stays absent.
    if any(getattr(payload, name) is not None for payload in payloads for name in payload.TIMED):
        payloads = [part.payload.timed(part.starts, part.ends) for part in parts]
    counts = [len(part) for part in parts]
    provenances, provenance_indexes = joined_dictionaries(
        [(part.provenances, part.provenance_indexes) for part in parts], counts
    )
    metadata, metadata_indexes = joined_dictionaries([(part.metadata, part.metadata_indexes) for part in parts], counts)
    return Samples(
        type=first.type,
        uuids=np.concatenate([part.uuids for part in parts]),
        starts=np.concatenate([part.starts for part in parts]),
        given_ends=np.concatenate([part.ends for part in parts]) if has_ends else None,
        payload=type(first.payload).joined(payloads, counts),
        provenances=provenances,
        provenance_indexes=provenance_indexes,
        metadata=metadata,
        metadata_indexes=metadata_indexes,
        contained=_joined_contained(parts),
    )


def _joined_contained(parts: Sequence[Samples]) -> tuple[Samples, ...]:
    """What the parts contain, those of each type together. Several parts share what came with them."""
    distinct = {id(one): one for part in parts for one in part.contained}
    by_type: dict[str, list[Samples]] = {}
    for one in distinct.values():
        by_type.setdefault(one.type, []).append(one)
    return tuple(joined(ones) for ones in by_type.values())
