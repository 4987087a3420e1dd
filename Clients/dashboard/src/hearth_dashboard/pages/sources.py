"""The apps that saved samples, of what, and which of them comes first where several recorded the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearth.samples.short_names import short_name
from hearth.type_table import STORAGE_UNITS

from ..report.markup import Markup, element, joined
from ..report.tables import table
from .frame import Page, empty, panel
from .stored_types import newest_samples, type_name

if TYPE_CHECKING:
    from .visit import Visit


def sources_page(visit: Visit) -> Page:
    """Each app with the types that it contributed to."""
    anchor = visit.client.ping().anchor
    # By the identifiers of the types: the apps, by theirs.
    apps = {
        one: {source.bundle_identifier: source.name for source in visit.client.sources(one)}
        for one in newest_samples(visit)
    }
    body = joined(_apps(visit, apps), _orders(visit, apps)) if apps else empty("No sample is stored.")
    return Page(title="Sources", body=body, types=(), anchor=anchor)


def _apps(visit: Visit, apps: dict[str, dict[str, str]]) -> Markup:
    names: dict[str, str] = {}
    types: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    for identifier, found in apps.items():
        names |= found
        for app in found:
            types.setdefault(app, []).append(type_name(identifier))
        if identifier in STORAGE_UNITS:
            for source, one in visit.client.statistics(identifier, by_source=True).by_source.items():
                app = source.bundle_identifier
                counts[app] = counts.get(app, 0) + int(one.counts[0])
    rows = [
        (
            names[app] or app,
            element("code", app),
            f"{counts.get(app, 0):,}",
            element("span", ", ".join(sorted(types[app])), class_="words"),
        )
        for app in sorted(names, key=lambda one: (names[one].lower(), one))
    ]
    return table(("App", "Identifier", "Measurements", "Types"), rows)


def _orders(visit: Visit, apps: dict[str, dict[str, str]]) -> Markup | None:
    """Of each type that several apps recorded: the order that the owner has set."""
    rows = []
    for identifier, found in apps.items():
        if len(found) > 1 and identifier in STORAGE_UNITS:
            order = visit.client.source_ranks(identifier)
            text = ", then ".join(found.get(app) or app for app in order) if order else "by itself"
            link = element("a", type_name(identifier), href=f"/types/{short_name(identifier)}")
            rows.append((link, element("span", text, class_="words")))
    if not rows:
        return None
    note = (
        "Where apps recorded the same time, a sum has what the first of them recorded. By itself: what a person"
        " entered, then what was worn, then what was carried, then the newer app. The command hearth sources rank sets"
        " another order."
    )
    return panel("Order of the apps", table(("", "Order"), rows, note=note))
