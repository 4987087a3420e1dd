"""What can be asked, as calls for either client."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from types import EllipsisType, NoneType
from typing import TYPE_CHECKING, Any, TypeAlias

from . import hearth_pb2 as pb
from .arguments import check_bytes, check_flag, check_integer, check_optional, check_type, listed, wrong_type
from .enums import ActivityMoveMode, BiologicalSex, BloodType, FitzpatrickSkinType, UpdateFrequency, WheelchairUse
from .errors import ErrorCode, RequestError
from .nearest import joined
from .predicates import Field, Order, Predicate, between, check_predicate, end, start
from .samples.category_enums import number_of_name
from .samples.identifiers import UuidLike, UuidsLike, check_text, uuid_bytes, uuid_column
from .samples.samples import Samples
from .samples.type_names import decided_identifier, type_identifier
from .samples.units import protocol_unit
from .session.call import Call
from .session.save_frames import SaveFrames
from .statistics.edges import range_edges, zone_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import tzinfo

    from .replies import SourcePage
    from .samples.provenance import Source
    from .samples.times import Time


@dataclass(frozen=True, slots=True)
class Clause:
    """Samples of a type that match, with quantities in a unit; "" is the type's storage unit, `%` is a percentage, and
    `1` is a share such as 0.97."""

    #: The identifier, also when a name as `heartRate` was given.
    type: str
    where: Predicate | None = None
    unit: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "type", type_identifier(self.type))
        if self.where is not None:
            check_predicate(self.where, "where")
        check_text(self.unit, "unit")

    def message(self) -> pb.Clause:
        """As the protocol has it."""
        predicate = None if self.where is None else self.where.message(self.type)
        return pb.Clause(type=self.type, predicate=predicate, unit=protocol_unit(self.type, self.unit))


#: The samples: a type, by a name such as `heartRate` or by its identifier, a clause, or several of both.
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
        words = listed(self.command, "a list of texts", "background_delivery.launch.command")
        for index, word in enumerate(words):
            check_text(word, f"background_delivery.launch.command[{index}]")
        check_text(self.working_directory, "background_delivery.launch.working_directory")
        check_text(self.systemd_unit, "background_delivery.launch.systemd_unit")
        return pb.BackgroundLaunch(
            command=words,
            working_directory=self.working_directory,
            systemd_unit=self.systemd_unit,
            time_limit_seconds=check_integer(
                self.time_limit_seconds, "background_delivery.launch.time_limit_seconds", most=(1 << 32) - 1
            ),
            fallback=check_flag(self.fallback, "background_delivery.launch.fallback"),
        )


#: A characteristic to set, by a member of its enum, its name or its number. None clears it, `...` leaves it as it is.
Setting: TypeAlias = "int | str | EllipsisType | None"
_ENUMS = {
    "biological_sex": BiologicalSex,
    "blood_type": BloodType,
    "fitzpatrick_skin_type": FitzpatrickSkinType,
    "wheelchair_use": WheelchairUse,
    "activity_move_mode": ActivityMoveMode,
}


@contextmanager
def _packing(field: str) -> Iterator[None]:
    """What a message cannot hold (a number that is too large, a text that is none) is an error that names the field,
    not the value."""
    try:
        yield
    except (TypeError, ValueError):
        text = "A value has the wrong type, or the protocol cannot hold it."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, field) from None


def _clauses(
    what: What, where: Predicate | None = None, unit: str = "", within: Predicate | None = None
) -> list[pb.Clause]:
    """Those of the call. `within` is a condition for each of them."""
    return [_narrowed(clause, within).message() for clause in _listed_clauses(what, where, unit)]


def _narrowed(clause: Clause, within: Predicate | None) -> Clause:
    if within is None:
        return clause
    return replace(clause, where=within if clause.where is None else clause.where & within)


def _listed_clauses(what: What, where: Predicate | None, unit: str) -> list[Clause]:
    if isinstance(what, str):
        return [Clause(what, where, unit)]
    if where is not None or unit:
        text = "Put `where` and `unit` into the clauses."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "clauses")
    given = [what] if isinstance(what, Clause) else listed(what, "a type, a clause, or a list of them", "what")
    return [_clause(one, f"what[{index}]") for index, one in enumerate(given)]


def _clause(given: str | Clause, field: str) -> Clause:
    if isinstance(given, str):
        return Clause(given)
    check_type(given, Clause, "a type or a clause", field)
    return given


def one_clause(what: str | Clause, where: Predicate | None = None, unit: str = "") -> Clause:
    """The clause of a call for one type."""
    if isinstance(what, str):
        return Clause(what, where, unit)
    check_type(what, Clause, "a type or a clause", "what")
    return what


def listed_samples(samples: Samples | Iterable[Samples]) -> list[Samples]:
    """The samples of an argument that takes one or several."""
    if type(samples).__name__ == "DataFrame":
        text = "A DataFrame is not samples: hearth.quantities() and hearth.categories() make them from its columns."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "samples")
    given = [samples] if isinstance(samples, Samples) else listed(samples, "samples, or a list of them", "samples")
    for index, one in enumerate(given):
        check_type(one, Samples, "samples", f"samples[{index}]")
    # Correlations are saved together with what they contain, each of which may be given by itself, too.
    distinct = {id(one): one for samples in given for one in (samples, *samples.contained)}
    return list(distinct.values())


_ORDER = "an order: give fields of hearth.predicates, such as start, end or quantity(), or start.descending"


def _sort_key(given: Field | Order, field: str) -> pb.SortKey:
    order = Order(given) if isinstance(given, Field) else given
    if not isinstance(order, Order) or not isinstance(order.field, Field):
        raise wrong_type(given, _ORDER, field)
    return order.message()


def save(samples: Sequence[Samples]) -> Call:
    """Stores samples, all or none."""
    with _packing("save"):
        return Call(pb.ClientFrame(save=pb.Save()), SaveFrames(samples))


def delete(uuids: UuidsLike) -> Call:
    """Deletes samples of this app, all or none."""
    if isinstance(uuids, Samples):
        text = "Samples are deleted by their UUIDs: give samples.uuids."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "delete_objects.objects.uuids")
    with _packing("delete_objects"):
        objects = pb.UuidSet(uuids=uuid_column(uuids, "delete_objects.objects.uuids").tobytes())
        return Call(pb.ClientFrame(delete_objects=pb.DeleteObjects(objects=objects)))


def delete_matching(what: str | Clause, where: Predicate | None) -> Call:
    """Deletes the samples of this app that match."""
    with _packing("delete_objects.matching"):
        (clause,) = _clauses(one_clause(what) if where is None else what, where)
        return Call(pb.ClientFrame(delete_objects=pb.DeleteObjects(matching=clause)))


def add_to_workout(workout: UuidLike, samples: Samples | Iterable[Samples], stored: UuidsLike) -> Call:
    """Associates samples with a workout."""
    given = listed_samples(samples)
    with _packing("add_to_workout"):
        addition = pb.AddToWorkout(
            workout=uuid_bytes(workout, "add_to_workout.workout"),
            columns=[one.message() for one in given],
            stored=uuid_column(stored, "add_to_workout.stored").tobytes(),
        )
        return Call(pb.ClientFrame(add_to_workout=addition))


def _within(since: Time | None, until: Time | None, zone: str | tzinfo | None) -> Predicate | None:
    """The samples of which something lies in the time, as STATISTICS.md says it of a bucket. None: all."""
    named_zone = None if since is None and until is None and zone is None else zone_of(zone)
    edges = None if named_zone is None else range_edges(since, until, named_zone)
    if edges is None:
        return None
    first, last = edges
    # An interval also has what ends as it begins.
    reaches: Predicate = (end > first) | (start >= first)
    return between(first, last) & reaches


def query(
    what: What,
    where: Predicate | None,
    unit: str,
    order: Field | Order | Sequence[Field | Order],
    limit: int,
    series: bool,
    *,
    since: Time | None = None,
    until: Time | None = None,
    zone: str | tzinfo | None = None,
) -> Call:
    """Reads samples."""
    within = _within(since, until, zone)
    keys = [order] if isinstance(order, Field | Order) else listed(order, _ORDER, "order")
    with _packing("query_samples"):
        request = pb.QuerySamples(
            clauses=_clauses(what, where, unit, within),
            order=[_sort_key(key, f"order[{index}]") for index, key in enumerate(keys)],
            limit=check_integer(limit, "limit"),
            include_series=check_flag(series, "series"),
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
            anchor=check_bytes(anchor, "anchor"),
            cursor=cursor,
            limit=check_integer(limit, "limit"),
            follow=check_flag(follow, "follow"),
            include_series=check_flag(series, "series"),
        )
        return Call(pb.ClientFrame(query_changes=request))


def observe(what: What, where: Predicate | None, acknowledges: bool) -> Call:
    """Asks for notices of changes."""
    with _packing("observe"):
        request = pb.Observe(clauses=_clauses(what, where), acknowledges=check_flag(acknowledges, "acknowledges"))
        return Call(pb.ClientFrame(observe=request))


def acknowledge(anchor: bytes, types: str | Iterable[str], cursor: str) -> Call:
    """Acknowledges changes, moves a cursor, or forgets it."""
    check_text(cursor, "acknowledge.cursor")
    named = [types] if isinstance(types, str) else listed(types, "a type, or a list of types", "types")
    if not named and not cursor:
        text = (
            "Nothing is acknowledged without types and without a cursor: name the types that are done."
            " The first notice of observe() names none, as it comes at once."
        )
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "types")
    with _packing("acknowledge"):
        identifiers = [type_identifier(name, f"acknowledge.types[{index}]") for index, name in enumerate(named)]
        return Call(
            pb.ClientFrame(
                acknowledge=pb.Acknowledge(anchor=check_bytes(anchor, "anchor"), types=identifiers, cursor=cursor)
            )
        )


def authorization(
    save: str | Iterable[str], read: str | Iterable[str], ask: bool, save_usage: str = "", read_usage: str = ""
) -> Call:
    """Asks what the app may do with types, or asks the owner to allow it."""
    check_text(save_usage, "authorization.share_usage")
    check_text(read_usage, "authorization.read_usage")
    request = pb.Authorization(request=ask, share_usage=save_usage, read_usage=read_usage)
    for given, field in ((save, "share"), (read, "read")):
        named = [given] if isinstance(given, str) else listed(given, "a type, or a list of types", field)
        path = f"authorization.{field}"
        with _packing("authorization"):
            getattr(request, field).extend(decided_identifier(name, f"{path}[{i}]") for i, name in enumerate(named))
    return Call(pb.ClientFrame(authorization=request))


def statistics_clauses(what: What, where: Predicate | None, unit: str) -> list[pb.Clause]:
    """The clauses of statistics, which are of one type."""
    with _packing("query_statistics"):
        clauses = _clauses(what, where, unit)
    if not clauses or not clauses[0].type:
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "Statistics are of one type.", "query_statistics.clauses")
    return clauses


def statistics(clauses: Sequence[pb.Clause], names: Sequence[str], edges: bytes, by_source: bool, follow: bool) -> Call:
    """Computes statistics, by their names in the message."""
    request = pb.QueryStatistics(clauses=clauses, edges=edges, by_source=by_source, follow=follow)
    for name in names:
        setattr(request, name, True)
    return Call(pb.ClientFrame(query_statistics=request))


def source_ranks(of: str) -> Call:
    """Asks in which order the sources of a type come."""
    return Call(pb.ClientFrame(source_ranks=pb.SourceRanks(type=type_identifier(of))))


class SourcePages:
    """Which apps saved samples: a call for each page, until there is none after it."""

    def __init__(self, what: What, where: Predicate | None) -> None:
        with _packing("list_sources"):
            self._clauses = _clauses(what, where)
        #: Those of the pages that were read.
        self.found: list[Source] = []
        self._has_more = True

    def calls(self) -> Iterator[Call]:
        """Each is to be asked for when `note` has the reply to the one before."""
        while self._has_more:
            after = self.found[-1].bundle_identifier if self.found else ""
            yield Call(pb.ClientFrame(list_sources=pb.ListSources(clauses=self._clauses, after=after)))

    def note(self, page: SourcePage) -> None:
        """A page has come."""
        self.found += page.sources
        # The next page is named by the last source of this one.
        self._has_more = page.has_more and bool(page.sources)


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
        given = {
            name: _number_of_setting(number, name)
            for name, number in numbers.items()
            if not isinstance(number, EllipsisType)
        }
        values = pb.CharacteristicValues(**given)  # type: ignore[arg-type]  # they are
        if isinstance(date_of_birth, str):
            date_of_birth = _date(date_of_birth, "date_of_birth")
        check_type(date_of_birth, (date, EllipsisType, NoneType), "a date", "date_of_birth")
        if date_of_birth is None:
            values.date_of_birth.SetInParent()
        elif not isinstance(date_of_birth, EllipsisType):
            values.date_of_birth.CopyFrom(
                pb.CalendarDate(year=date_of_birth.year, month=date_of_birth.month, day=date_of_birth.day)
            )
        return Call(pb.ClientFrame(characteristics=pb.Characteristics(set=values)))


def _number_of_setting(given: int | str | None, field: str) -> int:
    """The protocol's number: 0 clears a characteristic."""
    if given is None:
        return 0
    if isinstance(given, str):
        # A blood type is written O+, too.
        text = given.replace("+", "Positive").replace("-", "Negative") if field == "blood_type" else given
        return number_of_name(text, _ENUMS[field], field)
    return check_integer(given, field, -(1 << 31), (1 << 31) - 1)


def _date(text: str, field: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise RequestError(ErrorCode.INVALID_ARGUMENT, "The text is not a date, such as 1987-06-05.", field) from None


def ping(payload: bytes) -> Call:
    """Asks for a sign of life."""
    with _packing("ping"):
        return Call(pb.ClientFrame(ping=pb.Ping(payload=check_bytes(payload, "payload"))))


def status() -> Call:
    """Asks for figures about the server."""
    return Call(pb.ClientFrame(status=pb.Status()))


def _frequency(given: Any) -> int:
    if isinstance(given, str):
        names = joined([f"UpdateFrequency.{one.name}" for one in UpdateFrequency], "or")
        raise wrong_type(given, f"a frequency: give {names}", "enable")
    return check_integer(given, "enable", most=(1 << 31) - 1)


def background(
    enable: Mapping[str, UpdateFrequency], disable: Iterable[str], disable_all: bool, launch: Launch | None
) -> Call:
    """Sets, clears or reads the app's registrations for background delivery."""
    wanted = "a mapping of types to frequencies, such as {'stepCount': UpdateFrequency.HOURLY}"
    check_type(enable, Mapping, wanted, "enable")
    check_optional(launch, Launch, "a Launch", "launch")
    with _packing("background_delivery"):
        registrations = [
            pb.BackgroundRegistration(
                type=type_identifier(of, "enable"),
                frequency=_frequency(frequency),  # type: ignore[arg-type]
            )
            for of, frequency in enable.items()
        ]
        request = pb.BackgroundDelivery(
            enable=registrations,
            disable=[type_identifier(of, "disable") for of in listed(disable, "a list of types", "disable")],
            disable_all=check_flag(disable_all, "disable_all"),
            launch=None if launch is None else launch.message(),
        )
        return Call(pb.ClientFrame(background_delivery=request))
