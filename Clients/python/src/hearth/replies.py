"""What the server answers with. Every column is checked before anything is read from it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from datetime import date
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from .by_type import ByType
from .enums import (
    ActivityMoveMode,
    BiologicalSex,
    BloodType,
    FitzpatrickSkinType,
    Permission,
    UpdateFrequency,
    WheelchairUse,
)
from .errors import ErrorCode, ReplyError, RequestError
from .samples.categories import Correlations
from .samples.columns import FLOAT, INTEGER, NUMBER, UUID, Column, Floats, Integers, Numbers, Uuids
from .samples.dictionaries import read_indexes
from .samples.metadata import MetadataValue, read_metadata
from .samples.provenance import Source, source
from .samples.samples import Samples, joined
from .samples.times import TIME, Times

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from . import hearth_pb2 as pb


Member = TypeVar("Member", bound=IntEnum)
ANCHOR_BYTES = 64
#: The protocol allows no more in a frame.
COLUMNS_PER_FRAME = 4096


@dataclass(frozen=True, slots=True)
class Welcome:
    """What the server said at the beginning."""

    #: Of the session: no newer than this client.
    version: tuple[int, int]
    server_version: str
    #: Anchors belong to one store.
    store_id: bytes
    limits: pb.Limits


@dataclass(frozen=True, slots=True)
class Committed:
    """A write is durable."""

    #: The store's state right after the write; b"" after a deletion of which the acknowledgement was lost.
    anchor: bytes
    added: int
    deleted: int
    #: Samples that were stored already, exactly so, or in a newer sync version.
    unchanged: int


@dataclass(frozen=True, slots=True, eq=False)
class SampleBatch:
    """A part of what a query finds, in the order that was asked for."""

    #: Those of one type together.
    samples: list[Samples]
    #: The samples that correlations among `samples` contain.
    members: list[Samples]
    #: From which of `samples` the next one comes, for all of them; None: there is one type at most.
    interleaving: Numbers | None

    def __len__(self) -> int:
        return sum(map(len, self.samples))

    def in_order(self) -> Iterator[tuple[Samples, int]]:
        """Each sample as the columns that it is in and its row there, over all types."""
        next_rows = [0] * len(self.samples)
        order = self.interleaving.tolist() if self.interleaving is not None else [0] * len(self)
        for place in order:
            yield self.samples[place], next_rows[place]
            next_rows[place] += 1


@dataclass(frozen=True, slots=True, eq=False)
class Deletions:
    """Samples that are gone: expect some that you never had, and pass over them."""

    uuids: Uuids
    #: When each was deleted.
    times: Times
    types: tuple[str, ...]
    #: Which of `types` each is of; None: there is one at most.
    type_indexes: Numbers | None = None
    #: What is kept of their metadata: the two sync keys.
    metadata: tuple[dict[str, MetadataValue], ...] = ()
    metadata_indexes: Numbers | None = None

    def __len__(self) -> int:
        return len(self.uuids)

    def __iter__(self) -> Iterator[uuid.UUID]:
        """The UUID of each."""
        return map(self.uuid, range(len(self)))

    def uuid(self, row: int) -> uuid.UUID:
        """The UUID of one."""
        return uuid.UUID(bytes=self.uuids[row].tobytes())

    def type_of(self, row: int) -> str:
        """The type of one."""
        return self.types[0 if self.type_indexes is None else self.type_indexes[row]]


@dataclass(frozen=True, slots=True, eq=False)
class ChangeBatch:
    """What to apply to a copy: remove `deleted`, put `added` in by its UUIDs, then keep `anchor` with the copy."""

    added: list[Samples]
    members: list[Samples]
    deleted: Deletions
    #: Where to resume.
    anchor: bytes
    #: This was all at the time; what comes next is live.
    caught_up: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """Something changed."""

    #: The types that changed. Empty in the first notice, which comes at once.
    types: tuple[str, ...]
    anchor: bytes


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StatisticsColumns:
    """Statistics of some buckets. A column that was not asked for is None."""

    #: Of the message in the frame.
    path: str
    #: Which buckets, ascending.
    buckets: Numbers
    counts: Integers
    first_starts: Times
    last_ends: Times
    sums: Floats | None
    averages: Floats | None
    minimums: Floats | None
    maximums: Floats | None
    most_recents: Floats | None
    most_recent_starts: Times | None
    most_recent_ends: Times | None
    durations: Floats | None


@dataclass(frozen=True, slots=True)
class StatisticsBatch:
    """Statistics of buckets that hold something, or have changed."""

    #: Of all sources together.
    merged: StatisticsColumns | None
    #: Of each by itself.
    sources: list[tuple[Source, StatisticsColumns]]
    unit: str
    anchor: bytes
    #: What came before no longer holds.
    is_reset: bool
    caught_up: bool


@dataclass(frozen=True, slots=True)
class SourcePage:
    """Apps of which samples are stored, by the bytes of their identifiers."""

    sources: list[Source]
    #: Whether there are more after the last of these.
    has_more: bool


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The server knows what the app has dealt with."""

    #: Where the cursor stands; b"" without one, and for one that is forgotten.
    anchor: bytes


@dataclass(frozen=True, slots=True)
class Authorization:
    """What the app may do with a type. Whether it may read what other apps have saved is not told."""

    #: Whether it may save samples of the type. None: it did not ask.
    save: Permission | int | None
    #: The owner has decided about reading, or need not be asked. None: the app did not ask.
    is_read_decided: bool | None
    #: Of other apps it reads only samples that end at this time or later. None: all, or none.
    since: np.datetime64 | None


@dataclass(frozen=True, slots=True)
class Pong:
    """A sign of life."""

    payload: bytes
    #: The store's newest state.
    anchor: bytes
    #: The server's clock.
    time: np.datetime64


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristics:
    """What does not change from day to day. None: not set; an integer: a number that its enum does not have."""

    date_of_birth: date | None = None
    biological_sex: BiologicalSex | int | None = None
    blood_type: BloodType | int | None = None
    fitzpatrick_skin_type: FitzpatrickSkinType | int | None = None
    wheelchair_use: WheelchairUse | int | None = None
    activity_move_mode: ActivityMoveMode | int | None = None


def read(frame: pb.ServerFrame, name: str) -> Any:
    """A reply, by its name in the frame; None for one that is not known here or has nothing to say. Raises
    `ReplyError`."""
    reader = _READERS.get(name)
    if reader is None:
        return None
    try:
        return reader(getattr(frame, name))
    except ReplyError:
        raise
    except RequestError as error:
        raise ReplyError(error.number, error.text, error.field) from None


def read_error(message: pb.Error) -> RequestError:
    """The server's error."""
    versions = message.versions
    text = message.message
    if message.HasField("versions"):
        text += f" This client speaks version 1, the server {versions.lowest_major} to {versions.highest_major}: " + (
            "this client is too old." if versions.lowest_major > 1 else "the server is too old."
        )
    return RequestError(message.code, text, message.field)


def read_welcome(message: pb.Welcome, hello: pb.Hello) -> Welcome:
    """The answer to a Hello. Raises `ReplyError` when the session cannot begin so."""
    if len(message.store_id) != 16:
        raise ReplyError(ErrorCode.MALFORMED_COLUMN, "A UUID has 16 bytes.", "welcome.store_id")
    if not message.HasField("limits"):
        raise ReplyError(ErrorCode.INVALID_ARGUMENT, "The field is missing.", "welcome.limits")
    # With these nothing could be asked.
    for name in ("frame_bytes", "open_calls"):
        if getattr(message.limits, name) == 0:
            raise ReplyError(ErrorCode.VALUE_OUT_OF_RANGE, "The limit is 0.", f"welcome.limits.{name}")
    if message.major != hello.major:
        text = "The server chose another major version than the client asked for."
        raise ReplyError(ErrorCode.VALUE_OUT_OF_RANGE, text, "welcome.major")
    version = (message.major, min(message.minor, hello.minor))
    return Welcome(version, message.server_version, message.store_id, message.limits)


def read_all(messages: Collection[pb.SampleColumns], path: str) -> list[Samples | None]:
    """Columns, with None for those of kinds that are not known here."""
    if len(messages) > COLUMNS_PER_FRAME:
        text = f"A frame has at most {COLUMNS_PER_FRAME} columns, and this one has {len(messages)}."
        raise ReplyError(ErrorCode.LIMIT_EXCEEDED, text, path)
    return [Samples.read(message, f"{path}[{index}]") for index, message in enumerate(messages)]


def _known(messages: Collection[pb.SampleColumns], path: str) -> list[Samples]:
    return [samples for samples in read_all(messages, path) if samples is not None]


def _samples(message: pb.SampleBatch) -> SampleBatch:
    columns = read_all(message.columns, "samples.columns")
    interleaving = _interleaving(message)
    if interleaving is not None and None in columns:
        # Of what is not known here the rows are left out too.
        places = np.cumsum([samples is not None for samples in columns], dtype=NUMBER) - 1
        is_known = np.array([samples is not None for samples in columns])
        interleaving = places[interleaving[is_known[interleaving]]].astype(NUMBER)
    members = _known(message.members, "samples.members")
    return SampleBatch(
        _containing([samples for samples in columns if samples is not None], members), members, interleaving
    )


def _containing(samples: list[Samples], members: list[Samples]) -> list[Samples]:
    """The samples, with what correlations among them contain."""
    if not members:
        return samples
    return [replace(one, contained=tuple(members)) if isinstance(one.payload, Correlations) else one for one in samples]


def _interleaving(message: pb.SampleBatch) -> Numbers | None:
    if len(message.columns) <= 1 and not message.interleaving:
        return None
    path = "samples.interleaving"
    rows = [len(columns.uuids) // 16 for columns in message.columns]
    order = read_indexes(message.interleaving, len(rows), sum(rows), path)
    if order is not None and np.bincount(order, minlength=len(rows)).tolist() != rows:
        raise ReplyError(ErrorCode.MALFORMED_COLUMN, "The order does not match the number of rows.", path)
    return order


def _changes(message: pb.ChangeBatch) -> ChangeBatch:
    members = _known(message.members, "changes.members")
    return ChangeBatch(
        _containing(_known(message.added, "changes.added"), members),
        members,
        _deletions(message.deleted),
        _anchor(message, "changes"),
        message.caught_up,
    )


def _anchor(message: Any, path: str) -> bytes:
    if len(message.anchor) > ANCHOR_BYTES:
        text = f"An anchor has at most {ANCHOR_BYTES} bytes."
        raise ReplyError(ErrorCode.LIMIT_EXCEEDED, text, f"{path}.anchor")
    anchor: bytes = message.anchor
    return anchor


def _deletions(message: pb.Deletions) -> Deletions:
    path = "changes.deleted"
    if len(message.uuids) % 16:
        raise ReplyError(ErrorCode.MALFORMED_COLUMN, "A UUID has 16 bytes.", f"{path}.uuids")
    count = len(message.uuids) // 16
    if count and not message.types:
        raise ReplyError(ErrorCode.MALFORMED_COLUMN, "The types of the deletions are missing.", f"{path}.types")
    types, metadata = tuple(message.types), tuple(map(read_metadata, message.metadata))
    return Deletions(
        np.frombuffer(message.uuids, UUID),
        Column("times", TIME).read(message.times, count, path),  # type: ignore[arg-type]  # must be there
        types,
        read_indexes(message.type_indexes, len(types), count, f"{path}.type_indexes"),
        metadata,
        read_indexes(message.metadata_indexes, len(metadata), count, f"{path}.metadata_indexes"),
    )


def _characteristics(message: pb.CharacteristicValues) -> Characteristics:
    born = message.date_of_birth
    try:
        date_of_birth = date(born.year, born.month, born.day) if born.year else None
    except (ValueError, OverflowError):
        raise ReplyError(
            ErrorCode.VALUE_OUT_OF_RANGE, "The day does not exist.", "characteristic_values.date_of_birth"
        ) from None
    return Characteristics(
        date_of_birth=date_of_birth,
        biological_sex=_member(BiologicalSex, message.biological_sex) or None,
        blood_type=_member(BloodType, message.blood_type) or None,
        fitzpatrick_skin_type=_member(FitzpatrickSkinType, message.fitzpatrick_skin_type) or None,
        wheelchair_use=_member(WheelchairUse, message.wheelchair_use) or None,
        activity_move_mode=_member(ActivityMoveMode, message.activity_move_mode) or None,
    )


def _status(message: pb.StatusReport) -> pb.StatusReport:
    for part in ("store", "counters"):
        if not message.HasField(part):
            raise ReplyError(ErrorCode.INVALID_ARGUMENT, "A required field is missing.", f"status_report.{part}")
    return message


def _sources(message: pb.SourceList) -> SourcePage:
    return SourcePage(list(map(source, message.sources)), message.more)


_STATISTICS = (
    Column("buckets", NUMBER),
    Column("counts", INTEGER, least=0),
    Column("starts", TIME),
    Column("ends", TIME),
    # What was not asked for is empty.
    *(Column(name, FLOAT, fill=0) for name in ("sums", "averages", "minimums", "maximums", "most_recents")),
    Column("most_recent_starts", TIME, fill=0),
    Column("most_recent_ends", TIME, fill=0),
    Column("durations", FLOAT, fill=0, least=0),
)


def _statistics(message: pb.StatisticsBatch) -> StatisticsBatch:
    path = "statistics"
    sources = []
    for index, one in enumerate(message.sources):
        here = f"{path}.sources[{index}]"
        for part in ("source", "columns"):
            if not one.HasField(part):
                raise ReplyError(ErrorCode.INVALID_ARGUMENT, "A required field is missing.", f"{here}.{part}")
        sources.append((source(one.source), _statistics_columns(one.columns, f"{here}.columns")))
    merged = _statistics_columns(message.merged, f"{path}.merged") if message.HasField("merged") else None
    return StatisticsBatch(merged, sources, message.unit, _anchor(message, path), message.reset, message.caught_up)


def _statistics_columns(message: pb.StatisticsColumns, path: str) -> StatisticsColumns:
    count = len(message.buckets) // NUMBER.itemsize
    columns: dict[str, Any] = {
        column.name: column.read(getattr(message, column.name), count, path) for column in _STATISTICS
    }
    descents = np.flatnonzero(np.diff(columns["buckets"].astype(np.int64)) <= 0)
    if len(descents):
        text = "The next bucket is not greater."
        raise ReplyError(ErrorCode.VALUE_OUT_OF_RANGE, text, f"{path}.buckets[{int(descents[0])}]")
    for name in ("most_recent_starts", "most_recent_ends"):
        if (columns[name] is None) != (columns["most_recents"] is None):
            text = "The latest quantities and their times come together."
            raise ReplyError(ErrorCode.MALFORMED_COLUMN, text, f"{path}.{name}")
    columns["first_starts"], columns["last_ends"] = columns.pop("starts"), columns.pop("ends")
    return StatisticsColumns(path=path, **columns)


def _ranks(message: pb.SourceRankList) -> list[str]:
    return list(message.bundle_identifiers)


def _authorizations(message: pb.AuthorizationStatus) -> dict[str, Authorization]:
    for index, one in enumerate(message.types):
        if not one.type:
            raise ReplyError(ErrorCode.UNKNOWN_TYPE, "A type is missing.", f"authorization_status.types[{index}].type")
    return ByType(
        {
            one.type: Authorization(
                _member(Permission, one.share) or None,
                not one.read_undetermined,
                np.datetime64(one.since, "ns") if one.HasField("since") else None,
            )
            for one in message.types
        }
    )


def asked(found: dict[str, Authorization], request: pb.Authorization) -> dict[str, Authorization]:
    """Without what the app did not ask: the server says of a type to be saved only that nothing is left to decide about
    reading it."""
    read = set(request.read)
    return ByType({of: one if of in read else replace(one, is_read_decided=None) for of, one in found.items()})


def _registrations(message: pb.BackgroundRegistrationList) -> dict[str, UpdateFrequency | int]:
    return ByType({one.type: _member(UpdateFrequency, one.frequency) for one in message.registrations})


def _member(enum: type[Member], number: int) -> Member | int:
    """The member with this number. A later version may have more: then the number."""
    found: Member | int = enum._value2member_map_.get(number, number)  # type: ignore[assignment]  # a member of it
    return found


_READERS: dict[str, Callable[[Any], Any]] = {
    "committed": lambda message: Committed(
        _anchor(message, "committed"), message.added, message.deleted, message.unchanged
    ),
    "samples": _samples,
    "changes": _changes,
    "notice": lambda message: Notice(tuple(message.types), _anchor(message, "notice")),
    "source_list": _sources,
    "characteristic_values": _characteristics,
    "pong": lambda message: Pong(message.payload, _anchor(message, "pong"), np.datetime64(message.time, "ns")),
    "status_report": _status,
    "background_registrations": _registrations,
    "statistics": _statistics,
    "source_ranks": _ranks,
    "authorization_status": _authorizations,
    "acknowledged": lambda message: Acknowledged(_anchor(message, "acknowledged")),
}


def collected(batches: Iterable[SampleBatch]) -> list[Samples]:
    """All samples of some batches, those of each type together, in their order."""
    by_type: dict[str, list[Samples]] = {}
    for batch in batches:
        for samples in batch.samples:
            by_type.setdefault(samples.type, []).append(samples)
    return [joined(parts) for parts in by_type.values()]
