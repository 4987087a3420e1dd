"""The apps that saved samples, and of what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..report.markup import element
from ..report.tables import table
from .frame import Page, empty
from .stored_types import newest_samples, type_name

if TYPE_CHECKING:
    from .visit import Visit


def sources_page(visit: Visit) -> Page:
    """Each app with the types that it contributed to."""
    anchor = visit.client.ping().anchor
    names: dict[str, str] = {}
    types: dict[str, list[str]] = {}
    for identifier in newest_samples(visit):
        for source in visit.client.sources(identifier):
            names[source.bundle_identifier] = source.name
            types.setdefault(source.bundle_identifier, []).append(type_name(identifier))
    rows = [
        (
            names[identifier] or identifier,
            element("code", identifier),
            f"{len(types[identifier])}",
            element("span", ", ".join(sorted(types[identifier])), class_="words"),
        )
        for identifier in sorted(names, key=lambda one: (names[one].lower(), one))
    ]
    body = table(("App", "Identifier", "Number", "Types"), rows) if rows else empty("No sample is stored.")
    return Page(title="Sources", body=body, types=(), anchor=anchor)
