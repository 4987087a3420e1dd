"""A record as a whole: all that was saved of it, by name; lenses by eye, and hearing by frequency and ear."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import hearth
import numpy as np
from hearth.samples.record_tables import record_columns
from hearth.samples.short_names import short_name

from ..report.details import local
from ..report.markup import Markup, element, lines_written
from ..report.tables import table
from ..report.units import UNKNOWN
from .byte_texts import byte_text
from .frame import panel
from .record_texts import lens_text, medication_names, name_text, sensitivity_text, value_texts
from .stored_types import type_name

if TYPE_CHECKING:
    from hearth.samples.samples import Samples

    from .record_texts import Values
    from .visit import Visit

#: Of a type the names whose values have tables of their own.
_EYES = ("right", "left")
_HEARING = "frequencies"


def record_panel(visit: Visit, found: Samples) -> Markup | None:
    """All that is stored of the first of these records."""
    if not len(found) or not isinstance(found.payload, hearth.Records):
        return None
    values = found.payload.attributes_of(0)
    when = local(found.starts[0], visit.zone)
    tables = (_lenses(values), _hearing(values))
    return panel(
        f"{type_name(found.type)} of {when.day} {when:%B %Y, %H:%M}",
        _named_values(visit, found.type, values),
        *tables,
        _document(found),
    )


def _named_values(visit: Visit, type: str, values: Values) -> Markup | None:
    names = medication_names(visit) if "medication" in values else {}
    rows = []
    # Those that this version does not know come last, by their names.
    for name in dict.fromkeys([*record_columns(type), *values]):
        found = values.get(name)
        if found is None or (_HEARING in values and _is_hearing(values, name)) or name.partition("_")[0] in _EYES:
            continue
        rows.append((name_text(name), lines_written(", ".join(value_texts(name, found, visit.zone, names)))))
    return table(("", "Value"), rows, texts={"Value"}) if rows else None


def _is_hearing(values: Values, name: str) -> bool:
    return len(values[name]) == len(values[_HEARING])


def _lenses(values: Values) -> Markup | None:
    """A column for each eye."""
    parts = dict.fromkeys(name.partition("_")[2] for name in values if name.partition("_")[0] in _EYES)
    rows = [(name_text(part), *(lens_text(values, f"{eye}_{part}") for eye in _EYES)) for part in parts]
    return table(("", "Right eye", "Left eye"), rows) if rows else None


def _hearing(values: Values) -> Markup | None:
    """A row for each frequency, the least level that was heard by each ear."""
    if _HEARING not in values or "ears" not in values:
        return None
    heard: dict[float, dict[int, list[str]]] = {}
    frequencies = [float(one) for one in values[_HEARING]]
    for row, (frequency, ear) in enumerate(zip(frequencies, map(int, values["ears"]), strict=False)):
        heard.setdefault(frequency, {}).setdefault(ear, []).append(sensitivity_text(values, row))
    ears = sorted({ear for one in heard.values() for ear in one})
    rows = [
        (f"{frequency:,g} Hz", *("; ".join(found.get(ear, [])) or UNKNOWN for ear in ears))
        for frequency, found in sorted(heard.items())
    ]
    headers = (f"{text} ear" for text in (value_texts("ears", [ear], None, {})[0] for ear in ears))
    return table(("", *headers), rows)


def _document(found: Samples) -> Markup | None:
    """A link to what was saved with it."""
    assert isinstance(found.payload, hearth.Records)
    contents = found.payload.contents_of(0)
    if contents is None:
        return None
    address = f"/documents/{quote(short_name(found.type))}/{found.uuid(0)}"
    link = element("a", "Save the document as a file", href=address, download=document_name(found))
    return element("p", link, f" ({byte_text(len(contents))})")


def document_name(found: Samples) -> str:
    """What the file of a document is called: nothing of what an app saved is in it."""
    day = np.datetime_as_string(found.starts[0], unit="D")
    return f"{short_name(found.type)}-{day}.txt"


def document_of(visit: Visit, identifier: str) -> tuple[bytes, str] | None:
    """The document of a record, and the name of its file. None: there is none."""
    uuid = visit.uuid_of(visit.path["uuid"], "document")
    found = visit.client.read(identifier, hearth.predicates.one_of([uuid]), series=True)
    if not len(found) or not isinstance(found.payload, hearth.Records):
        return None
    contents = found.payload.contents_of(0)
    return None if contents is None else (contents, document_name(found))
