"""What the owner has decided about apps, with the forms that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearth.samples.short_names import short_name
from hearth.type_table import IDENTIFIERS

from ..access_fields import APP, DASHBOARD, DECISION, VERBS
from ..report.apps import identifier_text, name_text
from ..report.markup import Markup, element
from ..report.tables import table
from ..report.units import UNKNOWN
from .app_fields import app_key, app_sent
from .frame import empty
from .secret_form import secret_form
from .type_words import order_of, title, types_text, word
from .visit import day_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..access import Access, Decision
    from .visit import Visit

#: Apps that are shown, decisions after which no further app is shown, and types of an app: a person has fewer.
_APPS_MAX, _ROWS_MAX, _TYPES_MAX = 100, 1000, 300
_WORDS = {"allowed": "allowed", "denied": "denied", "": "not decided"}
#: What can be decided instead of what is.
_BUTTONS = {
    "allow": ("Allow", "Allow {} to {} {}"),
    "deny": ("Deny", "Deny {} to {} {}"),
    "revoke": ("Reset", "Reset whether {} may {} {}"),
}
_OTHERS = {"allowed": ("deny", "revoke"), "denied": ("allow", "revoke"), "": ("allow", "deny")}
_EVERY = frozenset(map(short_name, IDENTIFIERS))


def decisions(visit: Visit, found: Access) -> Iterable[Markup]:
    """Of each app, folded."""
    apps: dict[str, list[Decision]] = {}
    for one in found.decisions:
        if one.share or one.read:
            apps.setdefault(one.app, []).append(one)
    rows = shown = 0
    for app in sorted(apps, key=lambda one: (one != DASHBOARD, found.name(one).lower(), one)):
        if shown >= _APPS_MAX or rows >= _ROWS_MAX:
            break
        yield _decided(visit, found, app, apps[app])
        rows += len(apps[app])
        shown += 1
    if shown < len(apps):
        yield element("p", f"{len(apps) - shown:,} more apps are listed by 'hearth access'.", class_="note")
    if not apps:
        yield empty("Nothing was decided.")


def summary_text(found: Access, app: str, decided: list[Decision]) -> str:
    """What an app may do, in a few words."""
    hidden = found.hidden(app, _EVERY)
    reads = sum(one.read == "allowed" for one in decided)
    if not hidden:
        said = ["reads all types"]
    elif found.asks:
        said = [f"reads {types_text(reads)}"] if reads else []
    else:
        said = [f"does not read all of {types_text(len(hidden))}"]
    if saves := sum(one.share == "allowed" for one in decided):
        said.append(f"saves {saves:,}" if reads and found.asks and hidden else f"saves {types_text(saves)}")
    if denied := sum((one.share == "denied") + (one.read == "denied") for one in decided):
        said.append(f"{denied:,} denied")
    return ", ".join(said) or "nothing is allowed"


def _decided(visit: Visit, found: Access, app: str, decided: list[Decision]) -> Markup:
    name = name_text(found.name(app), app)
    rows = [
        (
            title(one.type),
            _choice(visit, name, one, "share", one.share),
            _choice(visit, name, one, "read", one.read),
        )
        for one in sorted(decided, key=lambda one: order_of(one.type))[:_TYPES_MAX]
    ]
    left = len(decided) - len(rows)
    form = secret_form(
        visit,
        "/access/decide",
        element("p", element("code", identifier_text(app))),
        element("input", type="hidden", name=APP, value=app_sent(app)),
        table(
            ("Type", "Save", "Read"),
            rows,
            kind="decided",
            note=f"{left:,} more types are listed by 'hearth access'." if left else None,
        ),
        kind="decisions",
        waits=True,
    )
    summary = element("summary", element("b", name), " ", element("span", summary_text(found, app, decided)))
    return element("details", summary, form, class_="app", id=f"decided-{app_key(app)}")


def _choice(visit: Visit, name: str, decision: Decision, what: str, state: str) -> Markup:
    buttons = []
    others = _OTHERS.get(state, ())
    if what == "read" and decision.since is not None:
        others = ("allow", *others)
    for verb in others:
        label, whole = _BUTTONS[verb]
        buttons.append(
            element(
                "button",
                "Allow all" if verb == "allow" and state == "allowed" else label,
                name=DECISION,
                value=f"{verb} {what} {decision.type}",
                aria_label=whole.format(name, VERBS[what], word(decision.type)),
                id=f"{verb}-{what}-{decision.type}-{app_key(decision.app)}",
            )
        )
    text = _WORDS.get(state, UNKNOWN)
    if what == "read" and decision.since is not None:
        text += f", reads data from {day_text(decision.since.astimezone(visit.zone))} on"
    return element("span", element("span", text, class_=f"state {state}".rstrip()), *buttons, class_="choices")
