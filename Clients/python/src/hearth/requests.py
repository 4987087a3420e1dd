"""What can be asked, as calls for either client."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from types import EllipsisType
from typing import TYPE_CHECKING, TypeAlias

from . import hearth_pb2 as pb
from .errors import ErrorCode, RequestError
from .predicates import Field, Order, Predicate
from .samples.identifiers import uuid_bytes, uuids
from .samples.samples import Samples
from .session.call import Call
from .session.save_frames import SaveFrames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date
    from uuid import UUID

    from .samples.columns import Uuids


@dataclass(frozen=True, slots=True)
class Clause:
    """Samples of a type that match, with quantities in a unit; "" is the type's storage unit."""

    type: str
    where: Predicate | None = None
    unit: str = ""

    def message(self) -> pb.Clause:
        """As the protocol has it."""
        predicate = None if self.where is None else self.where.message()
        return pb.Clause(type=self.type, predicate=predicate, unit=self.unit)


#: Which samples are meant: a type's identifier, a clause, or several of both.
What: TypeAlias = "str | Clause | Sequence[str | Clause]"


class UpdateFrequency(IntEnum):
    """How often an app is told of changes at most."""

    IMMEDIATE = 1
    HOURLY = 2
    DAILY = 3
    WEEKLY = 4


#: A characteristic to set: None clears it, `...` leaves it as it is.
Setting: TypeAlias = "int | EllipsisType | None"


@contextmanager
def _packing(field: str) -> Iterator[None]:
    """What a message cannot hold (a number that is too large, a text that is none) is an error that names the field,
    not the value."""
    try:
        yield
    except (TypeError, ValueError):
        text = "A text or a number that the protocol cannot hold, or of another kind than belongs there."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, field) from None


def _clauses(what: What, where: Predicate | None = None, unit: str = "") -> list[pb.Clause]:
    if isinstance(what, str):
        return [Clause(what, where, unit).message()]
    if where is not None or unit:
        text = "`where` and `unit` belong into the clauses when there are some."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "clauses")
    given = [what] if isinstance(what, Clause) else what
    return [(Clause(one) if isinstance(one, str) else one).message() for one in given]


def save(samples: Samples | Iterable[Samples]) -> Call:
    """Stores samples, all or none."""
    given = [samples] if isinstance(samples, Samples) else list(samples)
    with _packing("save"):
        return Call(pb.ClientFrame(save=pb.Save()), SaveFrames(given))


def delete(ids: Uuids | Iterable[UUID | bytes]) -> Call:
    """Deletes samples of this app, all or none."""
    with _packing("delete_objects"):
        objects = pb.UuidSet(uuids=uuids(ids, "delete_objects.objects.uuids").tobytes())
        return Call(pb.ClientFrame(delete_objects=pb.DeleteObjects(objects=objects)))


def delete_matching(what: str | Clause, where: Predicate | None) -> Call:
    """Deletes the samples of this app that match."""
    with _packing("delete_objects.matching"):
        (clause,) = _clauses(what, where)
        return Call(pb.ClientFrame(delete_objects=pb.DeleteObjects(matching=clause)))


def add_to_workout(
    workout: UUID | bytes, samples: Samples | Iterable[Samples], stored: Uuids | Iterable[UUID | bytes]
) -> Call:
    """Associates samples with a workout."""
    given = [samples] if isinstance(samples, Samples) else list(samples)
    with _packing("add_to_workout"):
        addition = pb.AddToWorkout(
            workout=uuid_bytes(workout, "add_to_workout.workout"),
            columns=[one.message() for one in given],
            stored=uuids(stored, "add_to_workout.stored").tobytes(),
        )
        return Call(pb.ClientFrame(add_to_workout=addition))


def query(
    what: What,
    where: Predicate | None,
    unit: str,
    order: Field | Order | Sequence[Field | Order],
    limit: int,
    series: bool,
) -> Call:
    """Reads samples."""
    keys = [order] if isinstance(order, Field | Order) else order
    with _packing("query_samples"):
        request = pb.QuerySamples(
            clauses=_clauses(what, where, unit),
            order=[(Order(key) if isinstance(key, Field) else key).message() for key in keys],
            limit=limit,
            include_series=series,
        )
        return Call(pb.ClientFrame(query_samples=request))


def changes(
    what: What, where: Predicate | None, unit: str, anchor: bytes, follow: bool, limit: int, series: bool
) -> Call:
    """Reads what changed since an anchor."""
    with _packing("query_changes"):
        request = pb.QueryChanges(
            clauses=_clauses(what, where, unit),
            anchor=anchor,
            limit=limit,
            follow=follow,
            include_series=series,
        )
        return Call(pb.ClientFrame(query_changes=request))


def observe(what: What, where: Predicate | None) -> Call:
    """Asks for notices of changes."""
    with _packing("observe"):
        return Call(pb.ClientFrame(observe=pb.Observe(clauses=_clauses(what, where))))


def sources(what: What, where: Predicate | None) -> Call:
    """Asks which apps saved samples."""
    with _packing("list_sources"):
        return Call(pb.ClientFrame(list_sources=pb.ListSources(clauses=_clauses(what, where))))


def characteristics() -> Call:
    """Reads the characteristics."""
    return Call(pb.ClientFrame(characteristics=pb.Characteristics()))


def set_characteristics(date_of_birth: date | EllipsisType | None, **numbers: Setting) -> Call:
    """Sets some; `numbers` are fields of the message."""
    with _packing("characteristics.set"):
        given = {name: number or 0 for name, number in numbers.items() if not isinstance(number, EllipsisType)}
        values = pb.CharacteristicValues(**given)  # type: ignore[arg-type]  # they are
        if date_of_birth is None:
            values.date_of_birth.SetInParent()
        elif not isinstance(date_of_birth, EllipsisType):
            values.date_of_birth.CopyFrom(
                pb.CalendarDate(year=date_of_birth.year, month=date_of_birth.month, day=date_of_birth.day)
            )
        return Call(pb.ClientFrame(characteristics=pb.Characteristics(set=values)))


def ping(payload: bytes) -> Call:
    """Asks for a sign of life."""
    with _packing("ping"):
        return Call(pb.ClientFrame(ping=pb.Ping(payload=payload)))


def status() -> Call:
    """Asks for figures about the server."""
    return Call(pb.ClientFrame(status=pb.Status()))


def background(enable: Mapping[str, UpdateFrequency], disable: Iterable[str], disable_all: bool) -> Call:
    """Sets, clears or reads the app's registrations for background delivery."""
    with _packing("background_delivery"):
        registrations = [
            pb.BackgroundRegistration(type=of, frequency=int(frequency))  # type: ignore[arg-type]  # its number
            for of, frequency in enable.items()
        ]
        request = pb.BackgroundDelivery(enable=registrations, disable=disable, disable_all=disable_all)
        return Call(pb.ClientFrame(background_delivery=request))
