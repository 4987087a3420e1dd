"""What a workout is called, when it was, and where it comes from."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np
from hearth.samples.metadata import Quantity

from .apps import app_name
from .markup import Markup, element, lines_written
from .units import UNKNOWN, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hearth.analysis import WorkoutRecord
    from hearth.samples.metadata import Metadata, MetadataValue

#: The zone of time in which a workout took place.
TIME_ZONE = "HKTimeZone"
#: What an import keeps the name of a workout in.
_NAME = "org.hearth.imported.name"
#: The entries and letters that are shown of what an app saved with a workout.
_ENTRIES_MAX, _LETTERS_MAX = 200, 1000
_CELLS = ("th", "td")


def title(record: WorkoutRecord) -> str:
    """What a workout is called: its activity."""
    activity = record.activity_type
    return words(activity.name) if hasattr(activity, "name") else f"Activity {activity}"


def given_name(record: WorkoutRecord) -> str | None:
    """What a person or the app that it was imported from calls it."""
    name = record.workout.metadata_of(0).get(_NAME)
    return name.strip() or None if isinstance(name, str) else None


def zone_of(metadata: Metadata, other: tzinfo) -> tzinfo:
    """The zone of time that a workout's metadata names; the other one: it names none, or one that is not known."""
    name = metadata.get(TIME_ZONE)
    try:
        return ZoneInfo(name) if isinstance(name, str) and name else other
    # A name may be a path, a folder, or no text that a file can have.
    except (KeyError, ValueError, OSError):
        return other


def local(time: np.datetime64, zone: tzinfo) -> datetime:
    """A time in a zone."""
    moment: datetime = time.astype("M8[us]").astype(datetime)
    return moment.replace(tzinfo=UTC).astimezone(zone)


def when(record: WorkoutRecord, other: tzinfo) -> str:
    """The day and the times of a workout, for example `Saturday, 21 November 2026, 09:00 – 09:21 CET`, in the zone that
    it names or in the other one."""
    zone = zone_of(record.workout.metadata_of(0), other)
    begin, end = local(record.start, zone), local(record.end, zone)
    until = f"{end:%H:%M}" if begin.date() == end.date() else _day(end) + f", {end:%H:%M}"
    return f"{_day(begin)}, {begin:%H:%M} – {until} {end:%Z}"


def _day(moment: datetime) -> str:
    return f"{moment:%A}, {moment.day} {moment:%B} {moment.year}"


def source_name(record: WorkoutRecord) -> str | None:
    """The app that saved a workout."""
    source = record.workout.provenance_of(0).source
    return None if source is None else app_name(source)


def details(record: WorkoutRecord, other: tzinfo) -> Markup:
    """The app, the device and the metadata of a workout."""
    entries = [*_provenance(record), *_metadata(record, other)]
    rows = [element("tr", *(_cell(one, text) for one, text in zip(_CELLS, entry, strict=True))) for entry in entries]
    if len(rows) > _ENTRIES_MAX:
        rows[_ENTRIES_MAX:] = [element("tr", _cell("th", f"and {len(rows) - _ENTRIES_MAX:,} more"))]
    return element("div", element("table", element("tbody", *rows)), class_="scroll")


def _cell(name: str, text: str) -> Markup:
    short = text if len(text) <= _LETTERS_MAX else f"{text[:_LETTERS_MAX]} … ({len(text):,} letters)"
    return element(name, short if name == "th" else lines_written(short), scope="row" if name == "th" else None)


def _provenance(record: WorkoutRecord) -> Iterator[tuple[str, str]]:
    provenance = record.workout.provenance_of(0)
    if provenance.source is not None:
        name, app = app_name(provenance.source), provenance.source.bundle_identifier
        yield "App", app if name == app else f"{name} ({app})"
    if provenance.version:
        yield "Version", provenance.version
    if provenance.product_type:
        yield "Product", provenance.product_type
    if provenance.device is not None:
        for field in fields(provenance.device):
            if value := getattr(provenance.device, field.name):
                yield f"Device: {field.name.replace('_', ' ')}", value
    yield "UUID", str(record.workout.uuid(0)).upper()


def _metadata(record: WorkoutRecord, other: tzinfo) -> Iterator[tuple[str, str]]:
    metadata = record.workout.metadata_of(0)
    zone = zone_of(metadata, other)
    for key, value in sorted(metadata.items()):
        yield key, _text(value, zone)


def _text(value: MetadataValue, zone: tzinfo) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Quantity():
            return f"{value.value:g} {value.unit}"
        case np.datetime64():
            # One that no calendar has.
            if np.isnat(value):
                return UNKNOWN
            return f"{local(value, zone):%Y-%m-%d %H:%M:%S %Z}"
        case float():
            return f"{value:g}"
        case _:
            return str(value)
