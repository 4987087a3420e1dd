"""The apps that saved samples, of what, and which of them comes first where several recorded the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import numpy as np
from hearth.predicates import start
from hearth.samples.short_names import short_name
from hearth.type_table import CUMULATIVE, IDENTIFIERS, STORAGE_UNITS

from ..access_fields import APP
from ..report.apps import app_name
from ..report.details import local
from ..report.markup import Markup, element, joined
from ..report.tables import table
from .app_fields import app_key, app_received, app_sent
from .frame import Page, choice, nothing_stored, panel, partly_hidden
from .secret_form import secret_form
from .stored_types import newest_samples, type_link, type_name
from .visit import NotFoundError, day_after

if TYPE_CHECKING:
    from hearth import Samples, Source

    from .visit import Visit

#: The times of which measurements are counted: their days.
SPANS = {"month": ("28 days", 28), "year": ("a year", 365), "all": ("all", None)}
#: Apps that are listed, and of a type the apps whose order can be set: a person has fewer.
_APPS_MAX = 100
#: The identifiers of apps that a shell takes as they are.
_PLAIN = re.compile(r"[\w.:-]+", re.ASCII)
#: The field that confirms a deletion.
SURE = "sure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The samples of an app and a type in the counted time."""

    count: int
    newest_end: np.datetime64


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What is stored, by the identifiers of the types."""

    apps: dict[str, list[Source]]

    def types_of(self, app: str) -> list[str]:
        """The types of which an app saved samples."""
        return [one for one, found in self.apps.items() if any(source.bundle_identifier == app for source in found)]

    def source(self, app: str) -> Source | None:
        """The app of an identifier."""
        every = (source for found in self.apps.values() for source in found)
        return next((source for source in every if source.bundle_identifier == app), None)


def stored(visit: Visit) -> Stored:
    """What is stored now."""
    return Stored(apps={one: visit.client.sources(one) for one in newest_samples(visit)})


def sources_page(visit: Visit) -> Page:
    """Each app with the types that it contributed to."""
    anchor = visit.anchor
    span = visit.query.get("span", "month")
    if span not in SPANS:
        raise NotFoundError("Unknown span.")
    found = stored(visit)
    names = {source.bundle_identifier: app_name(source) for apps in found.apps.values() for source in apps}
    counts = {one: _counts(visit, one, span) for one in found.apps}
    shown = sorted(names, key=lambda one: (names[one].lower(), one))[:_APPS_MAX]
    every = [*map(short_name, IDENTIFIERS)]
    body = (
        joined(
            partly_hidden(visit, every),
            choice({text: visit.link(span=key) for key, (text, _) in SPANS.items()}, SPANS[span][0], "Counted"),
            *(_app(visit, found, app, counts) for app in shown),
            element("p", f"{len(names) - len(shown):,} more apps are listed by 'hearth sources'.", class_="note")
            if len(shown) < len(names)
            else None,
            _orders(visit, found),
        )
        if names
        else nothing_stored(visit, "No sample is stored.", every)
    )
    return Page(title="Sources", body=body, types=(), anchor=anchor)


def deletion_page(visit: Visit) -> Page:
    """What is asked before the samples of an app are deleted."""
    app = app_received(visit.query.get("app", ""))
    found = stored(visit)
    source = found.source(app)
    if source is None:
        raise NotFoundError("This app has saved no samples.")
    counts = {type_name(one): _counts(visit, one, "all").get(app) for one in found.types_of(app)}
    types = ", ".join(f"{name} ({one.count:,})" for name, one in sorted(counts.items()) if one is not None)
    form = secret_form(
        visit,
        "/sources/delete",
        element("input", type="hidden", name="app", value=app_sent(app)),
        element(
            "label",
            element("input", type="checkbox", name=SURE, value="yes", id="sure", required=True),
            " I understand that only a backup can restore them.",
            class_="check",
        ),
        element("button", f"Delete all samples of {app_name(source)}", class_="danger"),
        element("a", "Keep them", href="/sources"),
    )
    body = joined(
        element("p", element("code", app)),
        element("p", f"Deletes everything this app saved, and everything imported for it: {types}."),
        form,
    )
    return Page(title=f"Delete the data of {app_name(source)}?", body=body)


def deletion_text(visit: Visit, source: Source, count: int) -> str:
    """How many samples of an app were deleted, and how to delete those that are left."""
    app = source.bundle_identifier
    text = f"{_samples_text(count)} of {app_name(source)} {'was' if count == 1 else 'were'} deleted."
    left = stored(visit).types_of(app)
    if left:
        text += f" Other apps saved some for it, which are left: {', '.join(sorted(map(type_name, left)))}."
        # An app may be called like an option, or like what a shell would do: a person copies the command.
        if _PLAIN.fullmatch(app):
            text += f" 'hearth delete {short_name(left[0])} --since 1970-01-01 --yes --app={app}' names these apps."
    return text


def _samples_text(count: int) -> str:
    return f"{count:,} {'sample' if count == 1 else 'samples'}"


def _counts(visit: Visit, identifier: str, span: str) -> dict[str, Counted]:
    """The samples of a type in the time, by app."""
    days = SPANS[span][1]
    since = None if days is None else visit.time(day_after(visit.now().date(), 1 - days))
    if identifier in STORAGE_UNITS:
        statistics = visit.statistics(
            identifier,
            (since, "counts"),
            lambda: visit.client.statistics(identifier, since=since, by_source=True),
        )
        return {
            source.bundle_identifier: Counted(count=int(one.counts[0]), newest_end=one.last_ends[0])
            for source, one in statistics.by_source.items()
        }
    apps: dict[str, Counted] = {}
    # Batch by batch: all together may be more than memory holds, with the texts of each app in each batch.
    with visit.client.query(identifier, None if since is None else start >= since) as batches:
        for batch in batches:
            for part in batch.samples:
                if len(part):
                    _count(part, apps)
    return apps


def _count(part: Samples, apps: dict[str, Counted]) -> None:
    """Adds some samples to those of their apps, those of several versions of an app together."""
    rows = np.zeros(len(part), np.int64) if part.provenance_indexes is None else part.provenance_indexes
    counts = np.bincount(rows, minlength=len(part.provenances))
    newest = np.full(len(part.provenances), part.ends.min())
    np.maximum.at(newest, rows, part.ends)
    for provenance, count, end in zip(part.provenances, counts, newest, strict=True):
        if provenance.source is None or not count:
            continue
        app = provenance.source.bundle_identifier
        known = apps.get(app)
        apps[app] = Counted(
            count=int(count) + (known.count if known else 0), newest_end=max(end, known.newest_end) if known else end
        )


def _app(visit: Visit, found: Stored, app: str, counts: dict[str, dict[str, Counted]]) -> Markup:
    source = found.source(app)
    assert source is not None
    rows = []
    for identifier in sorted(found.types_of(app), key=type_name):
        counted = counts[identifier].get(app)
        if counted is None:
            continue
        until = local(counted.newest_end, visit.zone)
        link = element("a", type_name(identifier), href=type_link(visit, identifier, until))
        rows.append((link, f"{counted.count:,}", f"{until:%Y-%m-%d %H:%M}"))
    older = len(found.types_of(app)) - len(rows)
    note = f"{older} {'type has' if older == 1 else 'types have'} no data in this period." if older else None
    form = element(
        "form",
        element("input", type="hidden", name="app", value=app_sent(app)),
        element("button", "Delete its data …"),
        method="get",
        action="/sources/delete",
    )
    return panel(
        app_name(source),
        element("p", element("code", app)),
        element("p", element("a", "Limit what it may read and save", href=_limiting(app))),
        table(("Type", "Measurements", "Newest"), rows, texts={"Newest"}, note=note),
        form,
    )


def _limiting(app: str) -> str:
    """The address of the form that limits an app."""
    return f"/access?{urlencode({APP: app_sent(app)})}#limit-app"


def _orders(visit: Visit, found: Stored) -> Markup | None:
    """Of each type that several apps recorded the order that the owner has set, to be changed."""
    forms = [
        _order(visit, identifier, apps)
        for identifier, apps in found.apps.items()
        # Of what is not summed each sample counts, whatever the order.
        if len(apps) > 1 and identifier in CUMULATIVE
    ]
    if not forms:
        return None
    note = (
        "Where apps recorded the same time, a sum has what the first of them recorded. Of apps that are not put first"
        " that depends on each sample: first what a person entered, then what was worn, then what was carried, then the"
        " newer app."
    )
    return panel("Order of the apps", *forms, element("p", note, class_="note"))


def _order(visit: Visit, identifier: str, apps: list[Source]) -> Markup:
    order = visit.client.source_ranks(identifier)
    names = {source.bundle_identifier: app_name(source) for source in apps}
    first = [app for app in order if app in names]
    others = [app for app in names if app not in order][:_APPS_MAX]
    return secret_form(
        visit,
        "/sources/rank",
        element("b", element("a", type_name(identifier), href=f"/types/{short_name(identifier)}")),
        element("input", type="hidden", name="type", value=short_name(identifier)),
        element("ol", *(_ranked(names[app], app, identifier, has_button=app != first[0]) for app in first))
        if first
        else None,
        element(
            "span",
            "then by device:" if first else "no order is set, so by device:",
            class_="note",
        )
        if others
        else None,
        element("ul", *(_ranked(names[app], app, identifier, has_button=True) for app in others)) if others else None,
        element("button", "Remove the order", name="none", value="yes", id=f"forget-{short_name(identifier)}")
        if order
        else None,
        kind="order",
    )


def _ranked(name: str, app: str, identifier: str, *, has_button: bool) -> Markup:
    button = element(
        "button",
        "Put first",
        name="first",
        value=app_sent(app),
        aria_label=f"Put {name} first",
        id=f"first-{short_name(identifier)}-{app_key(app)}",
    )
    return element("li", element("span", name), button if has_button else None)
