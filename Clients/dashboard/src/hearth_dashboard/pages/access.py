"""The questions of apps, the decisions about them, and what they have read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import hearth
from hearth.samples.type_names import type_identifier

from ..access_fields import ANSWER, APP, ASKED, DASHBOARD, DECISION, LIMITED, MODE, VERBS
from ..report.markup import Markup, element, joined
from ..report.tables import table
from ..report.units import UNKNOWN
from .app_texts import lines_joined, visible
from .frame import Page, empty, panel
from .secret_form import secret_form
from .stored_types import type_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..access import Access, Count, Decision, Question
    from .visit import Visit

#: Letters that are shown of what an app says of itself.
_NAME_MAX, _APP_MAX, _USAGE_MAX = 60, 200, 300
#: Questions, apps and types that are shown: a person has fewer.
_QUESTIONS_MAX, _APPS_MAX, _TYPES_MAX = 64, 100, 300
#: Rows of what was read, after which no further app is begun.
_READS_MAX = 500
#: Seconds after which the counts are looked at again: they change without a notice.
_SECONDS = 20
_UNTOLD_SECONDS = 30
_WEEK = timedelta(days=7)
_WORDS = {"allowed": "allowed", "denied": "denied", "": "not decided"}
#: What can be decided instead of what is.
_BUTTONS = {
    "allow": ("Allow", "Allow {} to {} {}"),
    "deny": ("Deny", "Deny {} to {} {}"),
    "revoke": ("Take back", "Take back whether {} may {} {}"),
}
_OTHERS = {"allowed": ("deny", "revoke"), "denied": ("allow", "revoke"), "": ("allow", "deny")}


def access_page(visit: Visit) -> Page:
    """Of the store's owner only: the program `hearth` tells it."""
    # Where no server answers, this says so as on each page.
    anchor = visit.anchor
    found = visit.read_access()
    body = joined(
        panel("Questions", *_questions(visit, found)),
        panel("Decisions", *_decisions(visit, found)),
        panel("Who read what", *_counts(visit, found)),
    )
    return Page(title="Access", body=body, types=(), anchor=anchor, access=found.seen, every=_SECONDS)


def untold_page(text: str) -> Page:
    """What is shown where it is not told; it is tried again."""
    how = "'hearth access' lists in a terminal what apps may read and save, and 'hearth consent' answers them."
    body = joined(element("p", text, class_="failure"), element("p", how))
    return Page(title="Access", body=body, every=_UNTOLD_SECONDS)


def shown_name(name: str, app: str) -> str:
    """What an app is called, of a length that people read."""
    return visible(name or app, _NAME_MAX)


def called(found: Access, app: str) -> str:
    """What an app of which something is known is called."""
    return "This dashboard" if app == DASHBOARD else shown_name(found.name(app), app)


def word(of: str) -> str:
    """A type in plain words, in the middle of a sentence; one that is not known as it is called.

    >>> word("heartRate"), word("vo2Max"), word("GAD7")
    ('heart rate', 'VO₂ max', 'GAD-7')
    """
    name = title(of)
    return name[0].lower() + name[1:] if name[1:2].islower() else name


def title(of: str) -> str:
    """A type in plain words."""
    try:
        identifier = type_identifier(of)
    except hearth.RequestError:
        # A server that is newer than this dashboard has more of them.
        return visible(of, _NAME_MAX)
    return visible(type_name(identifier), _NAME_MAX)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What every page says while an app asks."""

    #: What the first of them is called.
    app: str
    #: What follows.
    text: str


def notice_of(questions: Iterable[Question]) -> Notice | None:
    """What is said of questions. None: there is none."""
    every = [*questions]
    if not every:
        return None
    first, *others = every
    app = shown_name(first.name, first.app)
    if others:
        count = len(others)
        return Notice(app=app, text=f"and {count} more {'app' if count == 1 else 'apps'} want to use your data.")
    wishes = [f"{verb} your {_some(types)}" for verb, types in (("read", first.read), ("save", first.share)) if types]
    return Notice(app=app, text=f"wants to {' and '.join(wishes)}." if wishes else "wants to use your data.")


def _some(types: tuple[str, ...]) -> str:
    more = len(types) - 1
    return word(types[0]) + (f" and {more} more {'type' if more == 1 else 'types'}" if more else "")


# ------------------------------------------------------------------------------------------------------------ questions


def _questions(visit: Visit, found: Access) -> Iterable[Markup | None]:
    for one in found.questions[:_QUESTIONS_MAX]:
        yield _question(visit, found, one)
    left = len(found.questions) - _QUESTIONS_MAX
    if left > 0:
        yield element("p", f"{left:,} more apps ask: 'hearth status' lists them.", class_="note")
    if not found.questions:
        yield empty("No app asks.")
    meaning = (
        "Each app has to ask: what is not decided is allowed to none."
        if found.asks
        else "Apps need not ask: what is not decided is allowed to them. Only those with a socket of their own have to."
    )
    change = "Let apps read and save without asking" if found.asks else "Have each app ask"
    yield secret_form(
        visit,
        "/access/mode",
        element("span", meaning, id="mode"),
        element("button", change, name=MODE, value="open" if found.asks else "ask", id="change-mode"),
        kind="mode",
    )
    if found.asks and not any(one.app == DASHBOARD and one.read for one in found.decisions):
        yield secret_form(
            visit,
            "/access/mode",
            element("span", "This dashboard is an app as well, and shows nothing that it may not read."),
            element("button", "Let it read everything", name=MODE, value="read", id="read-everything"),
            kind="mode",
        )


def _question(visit: Visit, found: Access, question: Question) -> Markup:
    app = question.app
    name = shown_name(question.name, app)
    types = sorted({*question.share, *question.read}, key=lambda one: (title(one).lower(), one))
    rows = [
        (title(one), *(_check(app, name, one, what, one in asked) for what, asked in _asked(question))) for one in types
    ]
    usages = [
        element("p", f"Why it wants to {verb}, it says: ", element("q", visible(lines_joined(usage), _USAGE_MAX)))
        for verb, usage in (("save", question.share_usage), ("read", question.read_usage))
        if usage.strip()
    ]
    return secret_form(
        visit,
        "/access/answer",
        element("h3", name, " asks"),
        _identity(found, app),
        *usages,
        element("input", type="hidden", name=APP, value=app),
        *(
            element("input", type="hidden", name=f"{ASKED}-{what}", value=" ".join(asked))
            for what, asked in _asked(question)
        ),
        table(("It wants to", "Save", "Read"), rows, kind="asked"),
        element(
            "label",
            element("input", type="checkbox", name=LIMITED, value="yes", id=f"limited-{app}"),
            " It reads only the last 30 days",
            class_="check",
        )
        if question.read
        else None,
        element(
            "span",
            element("button", "Allow what is checked", name=ANSWER, value="allow", id=f"allow-{app}"),
            element("button", "Deny all", name=ANSWER, value="deny", id=f"deny-{app}", class_="danger"),
            class_="answers",
        ),
        element("p", "What is not checked is denied. The app is not told what it may not read.", class_="note"),
        kind="question",
        waits=True,
    )


def _asked(question: Question) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (("share", question.share), ("read", question.read))


def _check(app: str, name: str, of: str, what: str, is_asked: bool) -> Markup | None:
    if not is_asked:
        return None
    return element(
        "input",
        type="checkbox",
        name=what,
        value=of,
        checked=True,
        aria_label=f"{name} may {VERBS[what]} {word(of)}",
        id=f"{what}-{of}-{app}",
    )


def _identity(found: Access, app: str) -> Markup:
    how = (
        "It has a socket of its own: nobody else asks in its name."
        if app in found.attested
        else "It says itself that it is this app, which another program of yours could, too."
    )
    return element("p", element("code", visible(app, _APP_MAX)), " ", how, class_="identity")


# ------------------------------------------------------------------------------------------------------------ decisions


def _decisions(visit: Visit, found: Access) -> Iterable[Markup]:
    apps: dict[str, list[Decision]] = {}
    for one in found.decisions:
        if one.share or one.read:
            apps.setdefault(one.app, []).append(one)
    shown = sorted(apps, key=lambda one: (found.name(one).lower(), one))[:_APPS_MAX]
    for app in shown:
        yield _decided(visit, found, app, apps[app])
    if len(shown) < len(apps):
        yield element("p", f"{len(apps) - len(shown):,} more apps are listed by 'hearth access'.", class_="note")
    if not apps:
        yield empty("Nothing was decided.")


def _decided(visit: Visit, found: Access, app: str, decisions: list[Decision]) -> Markup:
    name = called(found, app)
    rows = [
        (
            title(one.type),
            _choice(visit, name, one, "share", one.share),
            _choice(visit, name, one, "read", one.read),
        )
        for one in sorted(decisions, key=lambda one: (title(one.type).lower(), one.type))[:_TYPES_MAX]
    ]
    left = len(decisions) - len(rows)
    return secret_form(
        visit,
        "/access/decide",
        element("h3", name),
        None if name == app else element("p", element("code", visible(app, _APP_MAX))),
        element("input", type="hidden", name=APP, value=app),
        table(
            ("Type", "Save", "Read"),
            rows,
            kind="decided",
            note=f"{left:,} more types are listed by 'hearth access'." if left else None,
        ),
        kind="decisions",
        waits=True,
    )


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
                id=f"{verb}-{what}-{decision.type}-{decision.app}",
            )
        )
    text = _WORDS.get(state, UNKNOWN)
    if what == "read" and decision.since is not None:
        text += f" since {decision.since.astimezone(visit.zone):%Y-%m-%d}"
    return element("span", element("span", text, class_=f"state {state}".rstrip()), *buttons, class_="choices")


# --------------------------------------------------------------------------------------------------------------- counts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reads:
    """What an app has read of a type."""

    today: int
    week: int
    last: datetime


def _counts(visit: Visit, found: Access) -> Iterable[Markup]:
    apps: dict[str, dict[str, list[Count]]] = {}
    for one in found.counts:
        if one.last_read is not None:
            apps.setdefault(one.app, {}).setdefault(one.type, []).append(one)
    today = visit.now().astimezone(UTC).date()
    rows: list[tuple[str, str, str, str]] = []
    shown = 0
    reads = {
        app: {
            of: _Reads(
                today=sum(one.read for one in days if one.day == today),
                week=sum(one.read for one in days if one.day > today - _WEEK),
                last=max(one.last_read for one in days if one.last_read is not None),
            )
            for of, days in types.items()
        }
        for app, types in apps.items()
    }
    newest = sorted(reads, key=lambda app: max(one.last for one in reads[app].values()), reverse=True)
    for app in newest:
        if len(rows) >= _READS_MAX:
            break
        rows.append((called(found, app) if app else "Other apps", "", "", ""))
        for of, own in sorted(reads[app].items(), key=lambda pair: pair[1].last, reverse=True)[:_TYPES_MAX]:
            last = f"{own.last.astimezone(visit.zone):%Y-%m-%d %H:%M}"
            rows.append((f"    {title(of)}", f"{own.today:,}", f"{own.week:,}", last))
            shown += 1
    if not rows:
        yield empty("No app has read anything in the last 90 days.")
        return
    left = sum(map(len, reads.values())) - shown
    note = "Samples that were read; a sum or an average counts as one. Days are those of UTC."
    yield table(
        ("App and type", "Today", "7 days", "Last"),
        rows,
        note=note + (f" {left:,} more rows are listed by 'hearth access'." if left else ""),
        kind="reads",
    )
