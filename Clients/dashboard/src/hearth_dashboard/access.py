"""What apps may read and save, what they ask for and what they have read, as `hearth access --json` prints it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from hearth.samples.short_names import short_name
from hearth.type_table import STORAGE_UNITS

from .access_fields import OWN_TOOL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


#: Of the types whose samples hold others, and of that which the server's program calls otherwise.
MEMBERS = {
    "audioExposureEvent": ("environmentalAudioExposureEvent",),
    "bloodPressure": ("bloodPressureSystolic", "bloodPressureDiastolic"),
    "food": tuple(name for name in map(short_name, STORAGE_UNITS) if name.startswith("dietary")),
}


class OldProgramError(Exception):
    """The program `hearth` is older than this dashboard: it prints something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What an app asks, and nobody has answered. Its texts are the app's own."""

    app: str
    name: str
    #: Short names of types.
    share: tuple[str, ...]
    read: tuple[str, ...]
    share_usage: str
    read_usage: str
    asked: datetime | None
    #: It asks through its own socket. Otherwise any program could ask in its name.
    verified: bool
    #: Its name is the one that the owner gave to it.
    is_name_given: bool = False
    #: What the server saw of the process that asked: its program and its unit of systemd. It proves nothing.
    #: Empty: not seen.
    program: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Why the saves of an app are refused: it tried UUIDs of samples that it may not see, at first then."""

    since: datetime | None
    until: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the owner has decided of an app and a type."""

    app: str
    name: str
    #: A short name.
    type: str
    #: `allowed`, `denied`, or empty: not decided.
    share: str
    read: str
    #: What the app asked for when it need not ask. The owner has decided nothing.
    is_share_recorded: bool
    is_read_recorded: bool
    #: It reads only samples that end then or later. None: all.
    since: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How many samples of a type an app has read and saved in a day of UTC."""

    #: Empty: of apps that are too many to be kept apart.
    app: str
    name: str
    type: str
    day: date
    read: int
    saved: int
    #: When it did so last. None: it did neither.
    last: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """All of it."""

    #: What is not decided is allowed to no app.
    asks: bool
    #: Another one each time that something but the counts has changed.
    seen: str
    questions: tuple[Question, ...]
    decisions: tuple[Decision, ...]
    counts: tuple[Count, ...]
    #: Of the apps that have one.
    names: Mapping[str, str]
    #: The apps whose names the owner gave. Others say theirs themselves.
    given: frozenset[str] = frozenset()
    #: The apps that have sockets of their own.
    sockets: frozenset[str] = frozenset()
    #: The apps whose saves are refused at present.
    refused: Mapping[str, Refused] = field(default_factory=dict)

    def has_to_ask(self, app: str) -> bool:
        """Whether what is not decided is refused to an app."""
        return self.asks or app in self.sockets

    def may(self, app: str, decided: str) -> bool:
        """Whether an app may do what is decided: `allowed`, `denied`, or empty for nothing."""
        return decided == "allowed" if decided else not self.has_to_ask(app)

    def hidden(self, app: str, types: Iterable[str]) -> set[str]:
        """Those of these types, by their short names, of which an app may not read all samples. Who may read the types
        that others are members of is decided of the members."""
        decided = {one.type: one for one in self.decisions if one.app == app}

        def is_hidden(of: str) -> bool:
            one = decided.get(of)
            if one is None:
                return self.has_to_ask(app)
            return not self.may(app, one.read) or (bool(one.read) and one.since is not None)

        return {of for of in types if any(map(is_hidden, MEMBERS.get(of, (of,))))}

    def refused_by_asking(self, first_day: date) -> list[str]:
        """The apps that would be refused what they did since a day, if every app had to ask: they need not ask, and
        nothing is decided of it. What they asked for then stays allowed."""
        decided = {(one.app, one.type): one for one in self.decisions}

        def is_refused(count: Count) -> bool:
            one = decided.get((count.app, count.type))
            pairs = ((count.read, one and one.read), (count.saved, one and one.share))
            return any(done and not state for done, state in pairs)

        apps = (one.app for one in self.counts if one.day >= first_day and is_refused(one))
        return [app for app in dict.fromkeys(apps) if app not in {"", OWN_TOOL, *self.sockets}]

    def name(self, app: str) -> str:
        """What an app is called; its identifier where nothing is known."""
        return self.names.get(app, app)


def access_of(text: str) -> Access:
    """What the program has printed. Raises `OldProgramError` when it is something else."""
    try:
        whole = json.loads(text)
        apps = tuple(whole.get("apps", ()))
        questions = tuple(map(_question, whole.get("questions", ())))
        decisions = tuple(map(_decision, whole.get("decisions", ())))
        counts = tuple(map(_count, whole.get("counts", ())))
        each: tuple[Question | Decision | Count, ...] = (*counts, *decisions, *questions)
        return Access(
            asks={"open": False, "ask": True}[whole["mode"]],
            seen=str(int(whole["seen"])),
            questions=questions,
            decisions=decisions,
            counts=counts,
            names={_text(one, "app"): one["name"] for one in apps if _text(one, "name", "")}
            | {one.app: one.name for one in each if one.name},
            given=frozenset(_text(one, "app") for one in apps if _is_name_given(one)),
            sockets=frozenset(_text(one, "app") for one in apps),
            refused={_text(one, "app"): _refused(one) for one in whole.get("saves_refused", ())},
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        # What it printed may hold the texts of apps.
        raise OldProgramError from None


def _question(given: dict[str, Any]) -> Question:
    return Question(
        app=_text(given, "app"),
        name=_text(given, "name", ""),
        share=tuple(map(str, given.get("share", ()))),
        read=tuple(map(str, given.get("read", ()))),
        share_usage=_text(given, "share_usage", ""),
        read_usage=_text(given, "read_usage", ""),
        asked=_time(given, "asked"),
        verified=given.get("verified") is True,
        is_name_given=_is_name_given(given),
        program=_text(given, "program", ""),
        unit=_text(given, "unit", ""),
    )


def _is_name_given(given: dict[str, Any]) -> bool:
    # An older program does not say it.
    return given.get("named_by") == "owner"


def _refused(given: dict[str, Any]) -> Refused:
    return Refused(since=_time(given, "since"), until=_time(given, "until"))


def _decision(given: dict[str, Any]) -> Decision:
    return Decision(
        app=_text(given, "app"),
        name=_text(given, "name", ""),
        type=_text(given, "type"),
        share=_text(given, "share", ""),
        read=_text(given, "read", ""),
        is_share_recorded=given.get("share_recorded") is True,
        is_read_recorded=given.get("read_recorded") is True,
        since=_time(given, "since"),
    )


def _count(given: dict[str, Any]) -> Count:
    return Count(
        app=_text(given, "app"),
        name=_text(given, "name", ""),
        type=_text(given, "type"),
        day=date.fromisoformat(given["day"]),
        read=int(given.get("read", 0)),
        saved=int(given.get("saved", 0)),
        last=max(filter(None, (_time(given, one) for one in ("last_read", "last_written"))), default=None),
    )


def _text(given: dict[str, Any], member: str, other: str | None = None) -> str:
    """A member; where it is left out, the other text, and without one that is an error."""
    found = given[member] if other is None else given.get(member, other)
    if not isinstance(found, str):
        raise TypeError(member)
    return found


def _time(given: dict[str, Any], member: str) -> datetime | None:
    found = given.get(member)
    return None if found is None else datetime.fromisoformat(found).astimezone(UTC)
