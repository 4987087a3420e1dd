"""What can be asked, as calls for either client."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from types import EllipsisType
from typing import TYPE_CHECKING, TypeAlias

from . import hearth_pb2 as pb
from .errors import ErrorCode, RequestError
from .predicates import Field, Order, Predicate
from .samples.identifiers import check_text, uuid_bytes, uuid_column
from .samples.samples import Samples
from .samples.type_names import type_identifier
from .session.call import Call
from .session.save_frames import SaveFrames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from uuid import UUID

    from .enums import UpdateFrequency
    from .samples.columns import Uuids


@dataclass(frozen=True, slots=True)
class Clause:
    """Samples of a type that match, with quantities in a unit; "" is the type's storage unit."""

    #: The identifier, also when a name as `heartRate` was given.
    type: str
    where: Predicate | None = None
    unit: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "type", type_identifier(self.type))

    def message(self) -> pb.Clause:
        """As the protocol has it."""
        predicate = None if self.where is None else self.where.message()
        return pb.Clause(type=self.type, predicate=predicate, unit=self.unit)


#: Which samples are meant: a type, by a name as `heartRate` or by its identifier, a clause, or several of both.
What: TypeAlias = "str | Clause | Sequence[str | Clause]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """How the server starts the app when there is news for it and it does not run: by a command or by a unit of
    systemd's. BACKGROUND.md of the protocol describes what the app does then."""

    #: The program, by its absolute path, and its arguments, which no shell reads.
    command: Sequence[str] = ()
    #: An absolute path; "" is `/`. Only with a command.
    working_directory: str = ""
    systemd_unit: str = ""
    #: How long the app may take for a delivery; 0: 30 seconds.
    time_limit_seconds: int = 0
    #: What the app's package has installed comes first, and a launch without this flag is not replaced.
    fallback: bool = False

    def message(self) -> pb.BackgroundLaunch:
        """As the protocol has it."""
        for index, word in enumerate(self.command):
            check_text(word, f"background_delivery.launch.command[{index}]")
        check_text(self.working_directory, "background_delivery.launch.working_directory")
        check_text(self.systemd_unit, "background_delivery.launch.systemd_unit")
        return pb.BackgroundLaunch(
            command=self.command,
            working_directory=self.working_directory,
            systemd_unit=self.systemd_unit,
            time_limit_seconds=self.time_limit_seconds,
            fallback=self.fallback,
        )


#: A characteristic to set: None clears it, `...` leaves it as it is.
Setting: TypeAlias = "int | EllipsisType | None"


@contextmanager
def _packing(field: str) -> Iterator[None]:
    """What a message cannot hold (a number that is too large, a text that is none) is an error that names the field,
    not the value."""
    try:
        yield
    except (TypeError, ValueError):
        text = "A value has the wrong type, or the protocol cannot hold it."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, field) from None


def _clauses(what: What, where: Predicate | None = None, unit: str = "") -> list[pb.Clause]:
    if isinstance(what, str):
        return [Clause(what, where, unit).message()]
    if where is not None or unit:
        text = "Put `where` and `unit` into the clauses."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "clauses")
    given = [what] if isinstance(what, Clause) else what
    return [(Clause(one) if isinstance(one, str) else one).message() for one in given]


def save(samples: Sequence[Samples]) -> Call:
    """Stores samples, all or none."""
    with _packing("save"):
        return Call(pb.ClientFrame(save=pb.Save()), SaveFrames(samples))


def delete(uuids: Uuids | Iterable[UUID | bytes]) -> Call:
    """Deletes samples of this app, all or none."""
    with _packing("delete_objects"):
        objects = pb.UuidSet(uuids=uuid_column(uuids, "delete_objects.objects.uuids").tobytes())
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
            stored=uuid_column(stored, "add_to_workout.stored").tobytes(),
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
    what: What,
    where: Predicate | None,
    unit: str,
    anchor: bytes,
    cursor: str,
    follow: bool,
    limit: int,
    series: bool,
) -> Call:
    """Reads what changed since an anchor, or since the place of a cursor."""
    check_text(cursor, "query_changes.cursor")
    with _packing("query_changes"):
        request = pb.QueryChanges(
            clauses=_clauses(what, where, unit),
            anchor=anchor,
            cursor=cursor,
            limit=limit,
            follow=follow,
            include_series=series,
        )
        return Call(pb.ClientFrame(query_changes=request))


def observe(what: What, where: Predicate | None, acknowledges: bool) -> Call:
    """Asks for notices of changes."""
    with _packing("observe"):
        request = pb.Observe(clauses=_clauses(what, where), acknowledges=acknowledges)
        return Call(pb.ClientFrame(observe=request))


def acknowledge(anchor: bytes, types: str | Iterable[str], cursor: str) -> Call:
    """Says what the app has dealt with, moves a cursor on, or forgets it."""
    check_text(cursor, "acknowledge.cursor")
    named = [types] if isinstance(types, str) else types
    with _packing("acknowledge"):
        identifiers = [type_identifier(name, f"acknowledge.types[{index}]") for index, name in enumerate(named)]
        return Call(pb.ClientFrame(acknowledge=pb.Acknowledge(anchor=anchor, types=identifiers, cursor=cursor)))


def sources(what: What, where: Predicate | None) -> Call:
    """Asks which apps saved samples."""
    with _packing("list_sources"):
        return Call(pb.ClientFrame(list_sources=pb.ListSources(clauses=_clauses(what, where))))


def characteristics() -> Call:
    """Reads the characteristics."""
    return Call(pb.ClientFrame(characteristics=pb.Characteristics()))


def set_characteristics(
    date_of_birth: date | str | EllipsisType | None,
    *,
    biological_sex: Setting,
    blood_type: Setting,
    fitzpatrick_skin_type: Setting,
    wheelchair_use: Setting,
    activity_move_mode: Setting,
) -> Call:
    """Sets those that are given."""
    numbers = {
        "biological_sex": biological_sex,
        "blood_type": blood_type,
        "fitzpatrick_skin_type": fitzpatrick_skin_type,
        "wheelchair_use": wheelchair_use,
        "activity_move_mode": activity_move_mode,
    }
    with _packing("characteristics.set"):
        given = {name: number or 0 for name, number in numbers.items() if not isinstance(number, EllipsisType)}
        values = pb.CharacteristicValues(**given)  # type: ignore[arg-type]  # they are
        if isinstance(date_of_birth, str):
            date_of_birth = date.fromisoformat(date_of_birth)
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


def background(
    enable: Mapping[str, UpdateFrequency], disable: Iterable[str], disable_all: bool, launch: Launch | None
) -> Call:
    """Sets, clears or reads the app's registrations for background delivery."""
    with _packing("background_delivery"):
        registrations = [
            pb.BackgroundRegistration(type=type_identifier(of), frequency=int(frequency))  # type: ignore[arg-type]
            for of, frequency in enable.items()
        ]
        request = pb.BackgroundDelivery(
            enable=registrations,
            disable=map(type_identifier, disable),
            disable_all=disable_all,
            launch=None if launch is None else launch.message(),
        )
        return Call(pb.ClientFrame(background_delivery=request))
