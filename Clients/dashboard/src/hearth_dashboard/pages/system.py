"""The server in figures: its store, the apps that are connected, those that it starts, and the backups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..owner import OwnerError
from ..report.details import local
from ..report.markup import element, joined
from ..report.tables import table
from ..report.units import UNKNOWN, clock
from .backups import backups_panel
from .byte_texts import byte_text
from .frame import Page, empty, panel, tiles
from .stored_types import type_name

if TYPE_CHECKING:
    import hearth

    from ..report.markup import Markup
    from .visit import Visit

_SECONDS = 2
_UNTOLD = 30
_FREQUENCIES = {1: "at once", 2: "hourly", 3: "daily", 4: "weekly"}


def system_page(visit: Visit) -> Page:
    """Rendered again every few seconds, because these figures change without a commit."""
    try:
        status = visit.status()
    except OwnerError as error:
        return _untold(str(error))
    store, counters = status.store, status.counters
    fault = element("p", f"The server refuses writes: {store.fault}", class_="failure") if store.fault else None
    figures = {
        "Samples": f"{store.samples:,}",
        "On disk": byte_text(store.file_bytes),
        "Bytes per sample": f"{store.file_bytes / store.samples:.1f}" if store.samples else UNKNOWN,
        "Deletions known": f"{store.deletions:,}",
        "Uptime": clock(status.uptime_milliseconds / 1000),
        "Writes": f"{counters.writes:,}",
        "Connections": f"{status.connection_count:,}",
        "Waiting to be saved": byte_text(store.staged_bytes),
    }
    body = joined(
        fault,
        tiles(
            figures,
            {"Writes": f"{counters.refused_writes:,} refused", "On disk": f"and a log of {byte_text(store.log_bytes)}"},
        ),
        element("p", f"{status.server_version}, process {status.process}, {store.path}", class_="note"),
        panel("Connected apps", _connections(status)),
        panel("Background delivery", _apps(visit, status)),
        backups_panel(visit, store.path),
    )
    return Page(title="System", body=body, every=_SECONDS)


def _untold(text: str) -> Page:
    """What is shown where the owner decides what the dashboard reads, and nobody tells the server's state."""
    how = "The server does not tell it this dashboard. 'hearth status' prints it in a terminal."
    return Page(title="System", body=joined(element("p", text, class_="failure"), element("p", how)), every=_UNTOLD)


def _connections(status: hearth.messages.StatusReport) -> Markup:
    rows = [
        (
            one.bundle_identifier or UNKNOWN,
            one.client or UNKNOWN,
            f"{one.process}" if one.process else UNKNOWN,
            f"{one.open_calls}",
            f"{len(one.subscriptions)}",
            f"{max((call.lag for call in one.subscriptions), default=0):,}",
            byte_text(one.sent_bytes),
            byte_text(one.unsent_bytes),
        )
        for one in status.connections
    ]
    headers = ("App", "Client", "Process", "Open calls", "Subscriptions", "Changes behind", "Sent", "Unsent")
    return table(headers, rows, texts={"Client"})


def _apps(visit: Visit, status: hearth.messages.StatusReport) -> Markup:
    if not status.background_apps:
        return empty("No app is registered.")
    rows = []
    for app in status.background_apps:
        # A program that the server does not tell the types tells how many they are.
        count = f"{app.registrations:,} types" if app.registrations and not app.types else ""
        started = f"process {app.process}" if app.process else app.launch
        rows.append((app.bundle_identifier, "", count, "", started))
        for one in app.types:
            state = "suspended" if one.suspended else "pending" if one.pending else "up to date"
            following = f"{local(np.datetime64(one.next, 'ns'), visit.zone):%H:%M:%S}" if one.next else ""
            frequency = _FREQUENCIES.get(int(one.frequency), UNKNOWN)
            rows.append((f"    {type_name(one.type)}", frequency, state, f"{one.failures} failed", following))
    headers = ("App and type", "Frequency", "State", "Deliveries", "Next")
    return table(headers, rows, texts={"Frequency", "State"})
