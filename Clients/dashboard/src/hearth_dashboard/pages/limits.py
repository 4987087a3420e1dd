"""A form that limits any app that was seen, also one that never asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..access_fields import APP, DASHBOARD, DECISION, LIMITED, TYPE
from ..report.apps import identified
from ..report.markup import Markup, element
from .app_fields import app_received, app_sent
from .frame import empty
from .permissions import types_decided
from .questions import limit_day
from .secret_form import secret_form
from .type_words import title
from .visit import day_text

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


def limits(visit: Visit, found: Access) -> Iterable[Markup]:
    """The form, where an app was seen. The address may name the app that is chosen at first."""
    chosen = app_received(visit.query.get(APP, ""))
    apps = sorted(seen_apps(visit, found).items(), key=lambda one: (one[0] == DASHBOARD, one[1].lower(), one[0]))
    if not apps:
        yield empty("No app was seen.")
        return
    # The one that is chosen is offered, however many there are.
    apps.sort(key=lambda one: one[0] != chosen)
    app = element(
        "select",
        *(
            element(
                "option", identified(name, of, is_given=of in found.given), value=app_sent(of), selected=of == chosen
            )
            for of, name in apps[:_APPS_MAX]
        ),
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
    day = limit_day(visit)
    yield secret_form(
        visit,
        "/access/limit",
        element("label", "App", app),
        element("label", "Type", of),
        element("input", type="hidden", name=LIMITED, value=day.isoformat()),
        element("button", f"Let it read from {day_text(day)} on", name=DECISION, value=LIMITED, id="limit-since"),
        element("button", "Deny reading", name=DECISION, value="read", id="limit-read"),
        element("button", "Deny saving", name=DECISION, value="share", id="limit-save"),
        kind="limit",
        waits=True,
    )
    left = len(apps) - _APPS_MAX
    if left > 0:
        yield element("p", f"{left:,} more apps: 'hearth deny' limits them.", class_="note")
