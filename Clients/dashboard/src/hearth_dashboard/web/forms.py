"""The forms that change something. The guard lets in those of its own origin only; each holds a secret, too."""

from __future__ import annotations

import secrets
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from hearth.nearest import joined
from hearth.samples.type_names import type_identifier

from ..access_fields import (
    ANSWER,
    APP,
    ASKED,
    DASHBOARD,
    DECISION,
    LIMITED,
    MODE,
    NOT_LIMITED,
    OWN_TOOL,
    TYPE,
    VERBS,
    VERIFIED,
)
from ..backup_files import folder_of
from ..owner import OwnerError
from ..pages.app_fields import app_received
from ..pages.limits import EVERY, seen_apps
from ..pages.permissions import types_decided
from ..pages.secret_form import SECRET
from ..pages.sources import SURE, deletion_text, stored
from ..pages.stored_types import type_name
from ..pages.type_words import word
from ..pages.visit import day_text
from ..report.apps import app_name, name_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..owner import Owner
    from ..pages import Visit

#: Of a form that was sent.
BYTES_MAX = 1 << 16
_FIELDS_MAX = 1000
_DECIDED = {
    "allow": "{} may now {} {}.",
    "deny": "{} may no longer {} {}.",
    "revoke": "Whether {} may {} {}: decision removed.",
}
#: Types that are named in what is said.
_LISTED_MAX = 5


class Form:
    """What was sent."""

    def __init__(self, body: bytes) -> None:
        try:
            fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_FIELDS_MAX, errors="strict")
        except (UnicodeDecodeError, ValueError):
            fields = []
        self._fields = fields

    def every(self, name: str) -> list[str]:
        """All values of a field."""
        return [value for key, value in self._fields if key == name]

    def value(self, name: str) -> str:
        """The value of a field, or an empty text."""
        return next(iter(self.every(name)), "")

    def has_secret(self, secret: str) -> bool:
        """Whether it comes from a page of this dashboard."""
        given = self.value(SECRET).encode("utf-8", "surrogatepass")
        return bool(secret) and secrets.compare_digest(given, secret.encode())


def rank(form: Form, visit: Visit, owner: Owner) -> str:
    """Puts an app first, or takes the order back. Says what was done, as all of them do."""
    identifier = type_identifier(form.value("type"))
    if form.value("none"):
        owner.rank(identifier, ())
        return f"{type_name(identifier)}: no app is put first any more."
    known = {source.bundle_identifier: source for source in visit.client.sources(identifier)}
    first = app_received(form.value("first"))
    if first not in known:
        raise OwnerError("This app has saved no samples of this type.")
    # The rest of the order stays, also apps whose samples are gone: they may save some again.
    owner.rank(identifier, [first, *(app for app in visit.client.source_ranks(identifier) if app != first)])
    return f"{type_name(identifier)}: {app_name(known[first])} now comes first."


def delete(form: Form, visit: Visit, owner: Owner) -> str:
    """Deletes what an app saved, after that was confirmed."""
    found = stored(visit)
    source = found.source(app_received(form.value("app")))
    if source is None:
        raise OwnerError("This app has saved no samples.")
    if form.value(SURE) != "yes":
        raise OwnerError("Nothing was deleted: it was not confirmed.")
    return deletion_text(visit, source, owner.delete(source, found.types_of(source.bundle_identifier)))


def back_up(_: Form, visit: Visit, owner: Owner) -> str:
    """Copies the store."""
    store = visit.status().store.path
    folder = folder_of(store, owner.backups)
    if folder is None:
        raise OwnerError("The file of the store is not on this machine.")
    return f"The backup is {owner.back_up(store, folder).name}."


def answer(form: Form, visit: Visit, owner: Owner) -> str:
    """Answers an app that asks: allows what is checked, and denies the rest of what the form has shown."""
    app = app_received(form.value(APP))
    question = next((one for one in visit.read_access(1).questions if one.app == app), None)
    if question is None:
        raise OwnerError("This app does not ask any more.")
    # Another program may ask in the name of an app that had a socket when the page was made.
    if (form.value(VERIFIED) == "yes") != question.verified:
        raise OwnerError("Nothing was decided: the app asks in another way than before. Look at its question again.")
    # What it has asked for meanwhile was not shown, and stays a question. What was decided meanwhile stays decided.
    asked = {"share": question.share, "read": question.read}
    shown = {what: set(form.value(f"{ASKED}-{what}").split()) & {*asked[what]} for what in VERBS}
    if not any(shown.values()):
        raise OwnerError("This app does not ask for this any more.")
    chosen = {what: shown[what] & set(form.every(what)) for what in VERBS}
    if form.value(ANSWER) != "allow":
        chosen = {what: set() for what in VERBS}
    elif not any(chosen.values()):
        raise OwnerError("Nothing was checked. Check what the app may do, or press 'Deny all'.")
    day = _limit_of(form)
    since = None if day is None or not chosen["read"] else visit.time(day).isoformat()
    denied = {what: shown[what] - chosen[what] for what in VERBS}
    # What is denied comes first: a fault leaves nothing allowed that was not to be.
    for verb, types in (("deny", denied), ("allow", chosen)):
        for what, named_types in types.items():
            if named_types:
                limit = since if verb == "allow" and what == "read" else None
                owner.decide(verb, app, sorted(named_types), what=what, since=limit, asked=True)
    name = name_text(question.name, app)
    allowed = [f"{VERBS[what]} {word(of)}" for what, types in chosen.items() for of in sorted(types)]
    if not allowed:
        return f"{name} was denied what it asked for."
    limited = "" if day is None or since is None else f" It reads data from {day_text(day)} on."
    return f"{name} may now {_listed(allowed)}.{limited}"


def _limit_of(form: Form) -> date | None:
    """The day of which the oldest samples are that the app reads. None: it reads all."""
    text = form.value(LIMITED)
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise OwnerError("This form names no day.") from None


def decide(form: Form, visit: Visit, owner: Owner) -> str:
    """Decides about an app and a type, or all."""
    app = app_received(form.value(APP))
    verb, what, of = (*form.value(DECISION).split(" "), "", "", "")[:3]
    if verb not in _DECIDED or what not in VERBS or not of:
        raise OwnerError("This form says nothing that can be decided.")
    found = visit.read_access(1)
    if not any(one.app == app and of in {one.type, EVERY} for one in found.decisions):
        raise OwnerError("Nothing is decided of this app and type any more.")
    owner.decide(verb, app, [of], what=what)
    if app == OWN_TOOL:
        return NOT_LIMITED if verb != "revoke" else f"The decision about {OWN_TOOL} is removed."
    every = "any type" if verb == "deny" else "all types"
    text = _DECIDED[verb].format(name_text(found.name(app), app), VERBS[what], every if of == EVERY else word(of))
    if verb != "revoke":
        return text
    return f"{text} It {'may not: it has to ask' if found.has_to_ask(app) else 'may: it need not ask'}."


def limit(form: Form, visit: Visit, owner: Owner) -> str:
    """Denies an app that was seen a type or all, or lets it read only what is not older than a day, whether or not
    anything was decided of it."""
    app, what, of = app_received(form.value(APP)), form.value(DECISION), form.value(TYPE)
    day = _limit_of(form) if what == LIMITED else None
    if (what not in VERBS and day is None) or of not in {EVERY, *types_decided()}:
        raise OwnerError("This form says nothing that can be decided.")
    apps = seen_apps(visit, visit.read_access(None))
    if app not in apps:
        raise OwnerError("This app was not seen.")
    if day is None:
        owner.decide("deny", app, [of], what=what)
    else:
        owner.decide("allow", app, [of], what="read", since=visit.time(day).isoformat())
    if app == OWN_TOOL:
        return NOT_LIMITED
    name = name_text(apps[app], app)
    if day is None:
        return _DECIDED["deny"].format(name, VERBS[what], "any type" if of == EVERY else word(of))
    return f"{name} now reads {'all types' if of == EVERY else word(of)} only from {day_text(day)} on."


def set_mode(form: Form, _: Visit, owner: Owner) -> str:
    """Says whether apps have to ask, or lets the dashboard read all the same."""
    mode = form.value(MODE)
    if mode == "read":
        owner.decide("allow", DASHBOARD, ["all"], what="read")
        return "This dashboard may now read everything."
    if mode not in {"ask", "open"}:
        raise OwnerError("This form says nothing that can be decided.")
    owner.let_ask(mode == "ask")
    return "Every app has to ask now." if mode == "ask" else "Apps do not have to ask any more."


def _listed(wishes: list[str]) -> str:
    left = len(wishes) - _LISTED_MAX
    return joined([*wishes[:_LISTED_MAX], f"{left} more"] if left > 1 else wishes, "and")


#: By their addresses, each under that of its page, to which it leads back.
FORMS: dict[str, Callable[[Form, Visit, Owner], str]] = {
    "/sources/rank": rank,
    "/sources/delete": delete,
    "/access/answer": answer,
    "/access/decide": decide,
    "/access/limit": limit,
    "/access/mode": set_mode,
    "/system/backup": back_up,
}
