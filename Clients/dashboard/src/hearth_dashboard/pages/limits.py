"""A form that limits any app that was seen, also one that never asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearth.samples.short_names import short_name
from hearth.type_table import IDENTIFIERS

from ..access_fields import APP, DASHBOARD, DECISION, TYPE
from ..report.apps import identified
from ..report.markup import Markup, element
from .app_fields import app_sent
from .frame import empty
from .secret_form import secret_form
from .type_words import order_of, title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..access import Access
    from .visit import Visit

#: What stands for every type.
EVERY = "all"
#: Apps that are offered: a person has fewer.
_APPS_MAX = 200


def seen_apps(visit: Visit, found: Access) -> dict[str, str]:
    """The apps that have a socket, have asked, read or saved anything, by their identifiers, with their names."""
    saved = {one.bundle_identifier: one.name for one in visit.client.sources()}
    told = {one.app for one in found.counts if one.app} | {one.app for one in found.decisions}
    asking = {one.app for one in found.questions}
    return {app: found.names.get(app, saved.get(app, app)) for app in {*saved, *told, *asking, *found.sockets}}


def types_decided() -> list[str]:
    """The short names of the types that a decision can be about."""
    # A correlation is decided by its members.
    return sorted((short_name(one) for one in IDENTIFIERS if "Correlation" not in one), key=order_of)


def limits(visit: Visit, found: Access) -> Iterable[Markup]:
    """The form, where an app was seen."""
    apps = sorted(seen_apps(visit, found).items(), key=lambda one: (one[0] == DASHBOARD, one[1].lower(), one[0]))
    if not apps:
        yield empty("No app was seen.")
        return
    app = element(
        "select",
        *(element("option", identified(name, of), value=app_sent(of)) for of, name in apps[:_APPS_MAX]),
        name=APP,
        id="limit-app",
    )
    of = element(
        "select",
        element("option", "All types", value=EVERY),
        *(element("option", title(one), value=one) for one in types_decided()),
        name=TYPE,
        id="limit-type",
    )
    yield secret_form(
        visit,
        "/access/limit",
        element("label", "App", app),
        element("label", "Type", of),
        element("button", "Deny reading", name=DECISION, value="read", id="limit-read"),
        element("button", "Deny saving", name=DECISION, value="share", id="limit-save"),
        kind="limit",
        waits=True,
    )
    left = len(apps) - _APPS_MAX
    if left > 0:
        yield element("p", f"{left:,} more apps: 'hearth deny' limits them.", class_="note")
