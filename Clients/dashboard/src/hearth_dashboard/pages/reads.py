"""How many samples each app has read and saved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from ..access_fields import DASHBOARD
from ..report.apps import OTHERS, heading
from ..report.markup import Markup, element
from ..report.tables import table
from .app_fields import app_key
from .frame import empty
from .type_words import title, types_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from ..access import Access, Count
    from .visit import Visit

#: Rows after which no further app is begun, and types of an app: a person has fewer.
_ROWS_MAX, _TYPES_MAX = 250, 300
#: The last days that are shown at first, and all that are counted.
DAYS, DAYS_MAX = 7, 90
_WEEK = timedelta(days=DAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    """What an app has done with a type."""

    #: Samples of today and of seven days.
    read: tuple[int, int]
    saved: tuple[int, int]
    last: datetime


def reads(visit: Visit, found: Access, days: int) -> Iterable[Markup]:
    """Of each app in the last days, folded; the one that did something last comes first, and this dashboard last."""
    counted: dict[str, dict[str, list[Count]]] = {}
    for one in found.counts:
        if one.last is not None:
            counted.setdefault(one.app, {}).setdefault(one.type, []).append(one)
    today = visit.now().astimezone(UTC).date()
    apps = {app: {of: _done(every, today) for of, every in types.items()} for app, types in counted.items()}
    newest = sorted(apps, key=lambda app: max(one.last for one in apps[app].values()), reverse=True)
    shown = 0
    for app in sorted(newest, key=lambda app: app == DASHBOARD):
        if shown >= _ROWS_MAX:
            break
        rows = sorted(apps[app].items(), key=lambda pair: pair[1].last, reverse=True)
        yield _app(visit, found, app, rows)
        shown += len(rows[:_TYPES_MAX])
    if not apps:
        yield empty(f"No app has read or saved anything in the last {days} days.")
        return
    left = sum(map(len, apps.values())) - shown
    note = "Samples that were read and saved; a sum or an average counts as one. Days are those of UTC."
    more = f" {left:,} more rows are listed by 'hearth access'." if left else ""
    yield element("p", note + more, class_="note")


def _done(days: list[Count], today: date) -> _Done:
    week = [one for one in days if one.day > today - _WEEK]
    return _Done(
        read=(sum(one.read for one in days if one.day == today), sum(one.read for one in week)),
        saved=(sum(one.saved for one in days if one.day == today), sum(one.saved for one in week)),
        last=max(one.last for one in days if one.last is not None),
    )


def _app(visit: Visit, found: Access, app: str, done: list[tuple[str, _Done]]) -> Markup:
    rows = [
        (
            title(of),
            f"{one.read[0]:,}",
            f"{one.read[1]:,}",
            f"{one.saved[0]:,}",
            f"{one.saved[1]:,}",
            f"{one.last.astimezone(visit.zone):%Y-%m-%d %H:%M}",
        )
        for of, one in done[:_TYPES_MAX]
    ]
    read, saved = (sum(getattr(one, name)[1] for _, one in done) for name in ("read", "saved"))
    said = f"{types_text(len(done))}, in 7 days {read:,} read and {saved:,} saved"
    return element(
        "details",
        element(
            "summary",
            element("b", heading(found.name(app), app, is_given=app in found.given) if app else OTHERS),
            " ",
            element("span", f"own socket, {said}" if app in found.sockets else said),
        ),
        table(("Type", "Read today", "Read in 7 days", "Saved today", "Saved in 7 days", "Last"), rows, kind="reads"),
        class_="app",
        id=f"reads-{app_key(app)}",
    )
