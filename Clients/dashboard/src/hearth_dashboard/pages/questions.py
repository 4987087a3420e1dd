"""What apps ask, with the forms that answer."""

from __future__ import annotations

import re
from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from hearth.nearest import joined

from ..access_fields import ANSWER, APP, ASKED, DASHBOARD, LIMITED, MODE, VERBS, VERIFIED
from ..report.apps import heading, identifier_text, name_text, quotation, quoted_name
from ..report.markup import Markup, element
from ..report.tables import table
from .app_fields import app_key, app_sent
from .frame import empty
from .refused_saves import refused_saves
from .secret_form import secret_form
from .type_words import order_of, title, word
from .visit import day_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from ..access import Access, Question, Refused
    from .visit import Visit

#: Questions that are shown, and types that are asked for, after which no further one is shown: a person has fewer.
_QUESTIONS_MAX, _ROWS_MAX = 64, 500
#: Letters of a reason that an app gives.
_USAGE_MAX = 300
#: Letters of a path or a unit.
_PROCESS_MAX = 120
_PLAIN = re.compile("[A-Za-z0-9._/@+-]+")
#: How old a sample may be that a limited app reads.
_LIMIT = timedelta(days=30)
#: The days, and today, in which apps did what would be refused to them, and the apps that are named.
_WEEK, _NAMED_MAX = timedelta(days=6), 5


def questions(visit: Visit, found: Access) -> Iterable[Markup]:
    """Each question of an app, and whether apps have to ask."""
    rows = shown = 0
    for one in found.questions:
        if shown >= _QUESTIONS_MAX or rows >= _ROWS_MAX:
            break
        yield _question(visit, one, found.refused.get(one.app))
        rows += len({*one.share, *one.read})
        shown += 1
    left = len(found.questions) - shown
    if left > 0:
        yield element("p", f"{left:,} more apps ask: answer these first.", class_="note")
    if not found.questions:
        yield empty("No app asks.")
    meaning = (
        "Every app has to ask: an app can do only what you have allowed."
        if found.asks
        else "Apps do not have to ask: an app can do everything that you have not denied. Only apps with a socket of"
        " their own have to ask."
    )
    change = "Let apps read and save without asking" if found.asks else "Make every app ask"
    yield secret_form(
        visit,
        "/access/mode",
        element("span", meaning, id="mode"),
        element("button", change, name=MODE, value="open" if found.asks else "ask", id="change-mode"),
        kind="mode",
        waits=True,
    )
    cut_off = [] if found.asks else found.refused_by_asking(visit.now().astimezone(UTC).date() - _WEEK)
    if cut_off:
        yield element("p", _cut_off_text(found, cut_off), class_="note", id="cut-off")
    if found.asks and not any(one.app == DASHBOARD and one.read for one in found.decisions):
        yield secret_form(
            visit,
            "/access/mode",
            element("span", "This dashboard is an app as well, and shows nothing that it may not read."),
            element("button", "Let it read everything", name=MODE, value="read", id="read-everything"),
            kind="mode",
            waits=True,
        )


def _cut_off_text(found: Access, apps: list[str]) -> str:
    names = [heading(found.name(app), app, is_given=app in found.given) for app in apps[:_NAMED_MAX]]
    left = len(apps) - len(names)
    named = joined([*names, f"{left:,} more"] if left else names, "and")
    return f"It refuses what you have not decided. In the last 7 days {named} did such things."


def limit_day(visit: Visit) -> date:
    """From which day on a limited app reads."""
    return visit.now().date() - _LIMIT


def _question(visit: Visit, question: Question, refused: Refused | None) -> Markup:
    app = question.app
    name, identifier = name_text(question.name, app), identifier_text(app)
    types = sorted({*question.share, *question.read}, key=order_of)
    rows = [
        (title(one), *(_check(app, name, one, what, one in asked) for what, asked in _asked(question))) for one in types
    ]
    usages = [
        element("p", f"Why it wants to {verb}, it says: ", element("q", quotation(_one_line(usage), _USAGE_MAX)))
        for verb, usage in (("save", question.share_usage), ("read", question.read_usage))
        if usage.strip()
    ]
    return secret_form(
        visit,
        "/access/answer",
        element(
            "h3",
            element("code", identifier),
            f"{quoted_name(question.name, app, is_given=question.is_name_given)} asks",
        ),
        _identity(question),
        _process(question),
        refused_saves(visit, refused),
        *usages,
        element("input", type="hidden", name=APP, value=app_sent(app)),
        element("input", type="hidden", name=VERIFIED, value="yes") if question.verified else None,
        *(
            element("input", type="hidden", name=f"{ASKED}-{what}", value=" ".join(asked))
            for what, asked in _asked(question)
        ),
        table(("It wants to", "Save", "Read"), rows, kind="asked"),
        element("p", element("button", "Check all", type="button", data_checks=True, id=f"check-{app_key(app)}")),
        _limit(visit, app) if question.read else None,
        element(
            "span",
            element("button", "Allow what is checked", name=ANSWER, value="allow", id=f"allow-{app_key(app)}"),
            element("button", "Deny all", name=ANSWER, value="deny", id=f"deny-{app_key(app)}", class_="danger"),
            class_="answers",
        ),
        element("p", "What is not checked is denied. The app is not told what it may not read.", class_="note"),
        kind="question",
        waits=True,
    )


def _limit(visit: Visit, app: str) -> Markup:
    """The day is that of the page, so that what is decided is what was read."""
    day = limit_day(visit)
    return element(
        "label",
        element("input", type="checkbox", name=LIMITED, value=day.isoformat(), id=f"limited-{app_key(app)}"),
        f" It reads only data from {day_text(day)} on",
        class_="check",
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


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
        aria_label=f"{name} may {VERBS[what]} {word(of)}",
        id=f"{what}-{of}-{app_key(app)}",
    )


def _identity(question: Question) -> Markup:
    how = (
        "It has a socket of its own: nobody else asks in its name."
        if question.verified
        else "Not verified: any program of yours could use this name."
    )
    return element("p", how, class_="identity")


def _process(question: Question) -> Markup | None:
    """What was seen of the process that asked. It chooses these texts, so they can say no more than they seem to."""
    program, unit = map(_process_text, (question.program, question.unit))
    if not program and not unit:
        return None
    who = f"{program} (unit {unit})" if program and unit else program or f"a process of the unit {unit}"
    return element("p", f"Asked by {who}, as far as can be seen.", class_="identity")


def _process_text(text: str) -> str:
    shown = quotation(_one_line(text), _PROCESS_MAX)
    return shown if shown == text and (not text or _PLAIN.fullmatch(text)) else f"“{shown}”"
