"""All types of which something is stored, with the newest of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hearth.enums import NotApplicable
from hearth.samples.categories import Categories
from hearth.samples.contained import BLOOD_PRESSURE
from hearth.samples.quantities import Quantities
from hearth.samples.records import Records
from hearth.samples.short_names import short_name
from hearth.samples.workouts import Heartbeats, Routes, Workouts
from hearth.type_table import IDENTIFIERS
from hearth.types import medicationDoseEvent

from ..report.apps import app_name
from ..report.details import local
from ..report.markup import Markup, element, joined
from ..report.tables import table
from ..report.units import UNKNOWN, clock, words
from .frame import Page, nothing_stored, partly_hidden
from .quantities import quantity_text
from .record_texts import medication_names, record_text
from .stored_types import newest_samples, type_link, type_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hearth.samples.samples import Samples

    from .visit import Visit


def types_page(visit: Visit) -> Page:
    """In the order of their names."""
    anchor = visit.anchor
    newest = newest_samples(visit)
    medications = medication_names(visit) if medicationDoseEvent in newest else None
    rows: list[tuple[str | Markup, ...]] = []
    for identifier in sorted(newest, key=type_name):
        samples = newest[identifier]
        source = samples.provenance_of(0).source
        until = local(samples.ends[0], visit.zone)
        rows.append(
            (
                element("a", type_name(identifier), href=type_link(visit, identifier, until)),
                element("span", value_text(samples, 0, medications), class_="wraps"),
                joined(element("span", f"{until:%Y-%m-%d}", class_="date"), f" {until:%H:%M}"),
                element("span", app_name(source), class_="wraps"),
            )
        )
    every = [*map(short_name, IDENTIFIERS)]
    body = (
        joined(
            partly_hidden(visit, every),
            table(("Type", "Newest", "Until", "App"), rows, texts={"Newest", "Until", "App"}),
        )
        if rows
        else nothing_stored(visit, "No sample is stored.", every)
    )
    return Page(title="Types", body=body, types=(), anchor=anchor)


def value_text(samples: Samples, row: int, medications: Mapping[str, str] | None = None) -> str:
    """What a sample holds, in a few words. `medications`: what people call them."""
    if isinstance(samples.payload, Quantities):
        return quantity_text(float(samples.values[row]), samples.unit)
    if isinstance(samples.payload, Categories | Workouts):
        member = samples.members[row]
        if isinstance(member, NotApplicable):
            # Only its time says something.
            return clock(float((samples.ends[row] - samples.starts[row]) / np.timedelta64(1, "s")))
        return words(member.name) if hasattr(member, "name") else str(member)
    if isinstance(samples.payload, Heartbeats | Routes):
        counts = samples.column_array("count")
        return f"{counts[row]:,} {'beats' if isinstance(samples.payload, Heartbeats) else 'locations'}"
    if samples.type == BLOOD_PRESSURE:
        systolic, diastolic = (samples.column_array(name)[row] for name in ("systolic", "diastolic"))
        return f"{systolic:g}/{diastolic:g} mmHg"
    if isinstance(samples.payload, Records):
        return record_text(samples.payload.attributes_of(row), medications)
    held = [name for name in samples.held_names if name != "count"]
    return ", ".join(f"{name.replace('_', ' ')} {samples.column_array(name)[row]:g}" for name in held) or UNKNOWN
