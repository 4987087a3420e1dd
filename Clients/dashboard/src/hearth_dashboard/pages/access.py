"""The page *Access*: the questions of apps, what they have read and saved, and the decisions about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..report.apps import identified
from ..report.markup import element, joined
from .decisions import decisions
from .frame import Page, panel
from .limits import limits
from .questions import questions
from .reads import DAYS, DAYS_MAX, reads
from .type_words import word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..access import Question
    from .visit import Visit

#: Seconds after which the counts are looked at again: they change without a notice.
_SECONDS = 20
_UNTOLD_SECONDS = 30
#: What the address says where all days are shown.
_COUNTED, _ALL = "counted", "all"


def access_page(visit: Visit) -> Page:
    """Of the store's owner only: the program `hearth` tells it."""
    # Where no server answers, this says so as on each page.
    anchor = visit.anchor
    is_whole = visit.query.get(_COUNTED) == _ALL
    found = visit.read_access(None if is_whole else DAYS)
    other, text = (None, f"Only the last {DAYS} days") if is_whole else (_ALL, f"The last {DAYS_MAX} days")
    body = joined(
        panel("Questions", *questions(visit, found)),
        panel(
            "Who read and saved what",
            *reads(visit, found, DAYS_MAX if is_whole else DAYS),
            element("p", element("a", text, href=visit.link(**{_COUNTED: other}), id="counted")),
        ),
        panel("Decisions", *decisions(visit, found)),
        panel("Limit an app", *limits(visit, found)),
    )
    # What may be megabytes is not read again and again.
    every = None if is_whole else _SECONDS
    return Page(title="Access", body=body, types=(), anchor=anchor, access=found.seen, every=every)


def untold_page(text: str) -> Page:
    """What is shown where it is not told; it is tried again."""
    how = "'hearth access' lists in a terminal what apps may read and save, and 'hearth consent' answers them."
    body = joined(element("p", text, class_="failure"), element("p", how))
    return Page(title="Access", body=body, every=_UNTOLD_SECONDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What every page says while an app asks."""

    #: What the first of them is called, with its identifier.
    app: str
    #: What follows.
    text: str


def notice_of(asked: Iterable[Question]) -> Notice | None:
    """What is said of questions. None: there is none."""
    every = [*asked]
    if not every:
        return None
    first, *others = every
    app = identified(first.name, first.app, is_given=first.is_name_given)
    if others:
        count = len(others)
        return Notice(app=app, text=f"and {count} more {'app' if count == 1 else 'apps'} want to use your data.")
    wishes = [f"{verb} your {_some(types)}" for verb, types in (("read", first.read), ("save", first.share)) if types]
    return Notice(app=app, text=f"wants to {' and '.join(wishes)}." if wishes else "wants to use your data.")


def _some(types: tuple[str, ...]) -> str:
    more = len(types) - 1
    return word(types[0]) + (f" and {more} more {'type' if more == 1 else 'types'}" if more else "")
