"""What the owner has decided about apps, with the forms that change it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..access_fields import APP, DASHBOARD, DECISION, NOT_LIMITED, OWN_TOOL, VERBS
from ..report.apps import heading, identifier_text, name_text
from ..report.markup import Markup, element
from ..report.tables import table
from ..report.units import UNKNOWN
from .app_fields import app_key, app_sent
from .frame import empty
from .limits import EVERY
from .permissions import every_type, summary_text
from .refused_saves import refused_saves
from .secret_form import secret_form
from .type_words import order_of, title, word
from .visit import day_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..access import Access, Decision
    from .visit import Visit

#: Apps that are shown, decisions after which no further app is shown, and types of an app: a person has fewer.
_APPS_MAX, _ROWS_MAX, _TYPES_MAX = 100, 1000, 300
#: What marks an app that no other program can be.
SOCKET = "own socket"
#: What marks an app whose saves are refused, whatever is decided.
REFUSED = "saves refused for now"
#: What an app that need not ask has asked for.
RECORDED = "allowed when it asked, not decided by you"
_MIXED = "mixed"
_WORDS = {"allowed": "allowed", "denied": "denied", "": "not decided", _MIXED: "not the same for all"}
#: What can be decided instead of what is.
_BUTTONS = {
    "allow": ("Allow", "Allow {} to {} {}"),
    "deny": ("Deny", "Deny {} to {} {}"),
    "revoke": ("Reset", "Reset whether {} may {} {}"),
}
_OTHERS = {
    "allowed": ("deny", "revoke"),
    "denied": ("allow", "revoke"),
    "": ("allow", "deny"),
    _MIXED: ("allow", "deny", "revoke"),
}


def decisions(visit: Visit, found: Access) -> Iterable[Markup]:
    """Of each app, folded."""
    # One with a socket has to ask, and the saves of some are refused: something holds of them without a decision.
    apps: dict[str, list[Decision]] = {app: [] for app in (*found.sockets, *found.refused)}
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


def _decided(visit: Visit, found: Access, app: str, decided: list[Decision]) -> Markup:
    name = name_text(found.name(app), app)
    listed = sorted(decided, key=lambda one: order_of(one.type))[:_TYPES_MAX]
    rows = [
        (
            "All types" if one.type == EVERY else title(one.type),
            _choice(visit, found, name, one, "share"),
            _choice(visit, found, name, one, "read"),
        )
        for one in [*_of_every_type(decided), *listed]
    ]
    left = len(decided) - len(listed)
    form = secret_form(
        visit,
        "/access/decide",
        element("p", element("code", identifier_text(app))),
        refused_saves(visit, found.refused.get(app)),
        element("input", type="hidden", name=APP, value=app_sent(app)),
        table(
            ("Type", "Save", "Read"),
            rows,
            kind="decided",
            note=f"{left:,} more types are listed by 'hearth access'." if left else None,
        )
        if rows
        else None,
        element("p", _others_text(found, app), class_="note"),
        kind="decisions",
        waits=True,
    )
    marks = [mark for mark, holds in ((SOCKET, app in found.sockets), (REFUSED, app in found.refused)) if holds]
    spans = [part for mark in marks for part in (element("span", mark, class_="mark"), " ")]
    said = element("span", "not limited: your own hearth" if app == OWN_TOOL else summary_text(found, app))
    summary = element(
        "summary", element("b", heading(found.name(app), app, is_given=app in found.given)), " ", *spans, said
    )
    return element("details", summary, form, class_="app", id=f"decided-{app_key(app)}")


def _of_every_type(decided: list[Decision]) -> list[Decision]:
    """One decision in place of those about all types, if something is decided about each: what they have in common."""
    if not {one.type for one in decided} >= every_type():
        return []
    shares = {(one.share, one.is_share_recorded) for one in decided}
    reads = {(one.read, one.is_read_recorded, one.since) for one in decided}
    share, is_share_recorded = shares.pop() if len(shares) == 1 else (_MIXED, False)
    read, is_read_recorded, since = reads.pop() if len(reads) == 1 else (_MIXED, False, None)
    every = replace(decided[0], type=EVERY, share=share, is_share_recorded=is_share_recorded)
    return [replace(every, read=read, is_read_recorded=is_read_recorded, since=since)]


def _others_text(found: Access, app: str) -> str:
    """What holds of the types that are not listed."""
    if app == OWN_TOOL:
        return NOT_LIMITED
    what = "is refused: the app has to ask." if found.has_to_ask(app) else "is allowed: the app need not ask."
    return f"What is not decided {what}"


def _choice(visit: Visit, found: Access, name: str, decision: Decision, what: str) -> Markup:
    state, is_recorded = (
        (decision.share, decision.is_share_recorded) if what == "share" else (decision.read, decision.is_read_recorded)
    )
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
                aria_label=whole.format(
                    name, VERBS[what], "all types" if decision.type == EVERY else word(decision.type)
                ),
                id=f"{verb}-{what}-{decision.type}-{app_key(decision.app)}",
            )
        )
    text = RECORDED if is_recorded else _WORDS.get(state, UNKNOWN)
    if not state:
        text += ", so allowed" if found.may(decision.app, state) else ", so refused"
    if what == "read" and decision.since is not None:
        text += f", reads data from {day_text(decision.since.astimezone(visit.zone))} on"
    return element("span", element("span", text, class_=f"state {state}".rstrip()), *buttons, class_="choices")
