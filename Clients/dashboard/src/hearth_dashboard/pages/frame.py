"""What all pages have: the way to the others, and what keeps them up to date."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from ..report.markup import Content, Markup, element, joined
from .type_words import order_of, types_text, word

if TYPE_CHECKING:
    from collections.abc import Collection

    from .visit import Visit

_ACCESS = "/access"
#: Hidden types that are named instead of counted.
_NAMED_MAX = 3
_PLACES = {
    "/": "Today",
    "/types": "Types",
    "/workouts": "Workouts",
    "/sleep": "Sleep",
    "/sources": "Sources",
    _ACCESS: "Access",
    "/system": "System",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page without its frame."""

    title: str
    body: Markup
    #: The short names of the types whose changes make it out of date; none: those of all. None: it stays as it is.
    types: tuple[str, ...] | None = None
    #: The store's state before it was made.
    anchor: bytes = b""
    #: Which state of what apps ask and may it shows, which alone makes it out of date. None: it shows none.
    access: str | None = None
    #: Seconds after which it is rendered again in any case.
    every: int | None = None
    #: It could not be made.
    has_failed: bool = False


def failure_page(text: str, note: str | None = None, *, title: str = "Not shown") -> Page:
    """A page that could not be made; it is tried again."""
    return Page(title=title, body=_failure(text, note), every=2, has_failed=True)


def missing_page(text: str) -> Page:
    """A page of what is not stored; it is there when something is saved."""
    return Page(title="Not here", body=element("p", text, class_="failure"), types=())


def failed_change(text: str, page: str, note: str | None = None) -> Page:
    """What a form of the page at an address asked for was not done."""
    return _leading_back("Not done", _failure(text, note), page)


def unknown_address() -> Page:
    """What an address that has no page shows."""
    return _leading_back("Page not found", _failure("There is no page at this address."), "/")


def _leading_back(title: str, said: Markup, page: str) -> Page:
    back = element("p", element("a", f"Back to {_PLACES[page]}", href=page))
    return Page(title=title, body=joined(said, back))


def _failure(text: str, note: str | None = None) -> Markup:
    return joined(
        element("p", text, class_="failure"), None if note is None else element("p", note, class_="note", id="code")
    )


def page_html(page: Page, visit: Visit) -> str:
    """The whole page."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="key", content=visit.key),
        element("title", f"{page.title} – Hearth"),
        _link("icon", "/files/icon.svg"),
        _link("stylesheet", "/files/report.css"),
        _link("stylesheet", "/files/dashboard.css"),
        element("script", src="/files/live.js", defer=True),
        # A page may be exchanged for one with charts.
        element("script", src="/files/cursor.js", defer=True),
    )
    types = None if page.types is None else " ".join(page.types)
    main = element(
        "main",
        element("h1", page.title),
        element("p", visit.said, class_="said", role="status", id="said", tabindex="-1") if visit.said else None,
        page.body,
        id="page",
        data_types=types,
        data_anchor=page.anchor.hex() if page.anchor else None,
        data_rules=visit.rules,
        data_access=page.access,
        data_every=None if page.every is None else str(page.every),
        data_failed=page.has_failed,
        data_content=blake2b(f"{page.title}\0{visit.said}\0{page.body}".encode(), digest_size=16).hexdigest(),
    )
    state = element("p", id="stale", role="status", hidden=True)
    body = element("body", _navigation(visit), state, _notice(visit), main)
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _link(rel: str, href: str) -> Markup:
    return element("link", rel=rel, href=href)


def _navigation(visit: Visit) -> Markup:
    links = [
        element("a", name, href=path, aria_current="page" if _is_at(visit.address, path) else None)
        for path, name in _PLACES.items()
    ]
    return element("nav", *links, aria_label="Pages")


def _notice(visit: Visit) -> Markup:
    """An app asks. The script exchanges its texts."""
    notice = visit.notice
    return element(
        "p",
        element("b", None if notice is None else notice.app),
        " ",
        element("span", None if notice is None else notice.text),
        " ",
        element("a", "Answer", href=_ACCESS),
        id="asking",
        role="status",
        # The questions are on that page.
        hidden=notice is None or visit.address == _ACCESS,
    )


def _is_at(address: str, path: str) -> bool:
    return address == path or (path != "/" and address.startswith(f"{path}/"))


def panel(heading: str, *content: Markup | None) -> Markup:
    """A part of a page under a heading."""
    return element("section", element("h2", heading), joined(*content))


def tiles(values: dict[str, str], notes: dict[str, str] | None = None) -> Markup:
    """Numbers with their names, and what is to be said about some."""
    said = notes or {}
    return element(
        "dl",
        *(
            element(
                "div",
                element("dt", name),
                element("dd", value),
                element("dd", said[name], class_="note") if name in said else None,
            )
            for name, value in values.items()
        ),
        class_="tiles",
    )


def choice(links: dict[str, str], chosen: str, label: str) -> Markup:
    """Links of which one is chosen."""
    return element(
        "nav",
        *(
            element("a", name, href=href, aria_current="true" if name == chosen else None)
            for name, href in links.items()
        ),
        class_="choice",
        aria_label=label,
    )


def pager(
    middle: Content,
    before: str | None,
    after: str | None,
    *,
    names: tuple[str, str] = ("← Previous", "Next →"),
    keys: tuple[str, str] = ("before", "after"),
) -> Markup:
    """The ways to what comes before and after this. None: there is none."""
    ways = [
        element("a", name, href=href, rel=rel, id=key) if href else element("span")
        for name, href, rel, key in zip(names, (before, after), ("prev", "next"), keys, strict=True)
    ]
    return element("p", ways[0], element("strong", middle), ways[1], class_="pager")


def nothing_stored(visit: Visit, text: str, types: Collection[str]) -> Markup:
    """What a store that is empty says, and how something comes into it. `types`: those that there would be, by their
    short names."""
    if (said := _hidden(visit, types)) is not None:
        return said
    how = "'hearth import FILE' brings what other programs have exported, and 'hearth save' saves samples."
    return element("p", f"{text} {how}", class_="empty")


def nothing_found(visit: Visit, text: str, types: Collection[str]) -> Markup:
    """What stands where there is nothing of these types, by their short names."""
    return _hidden(visit, types) or empty(text)


def partly_hidden(visit: Visit, types: Collection[str]) -> Markup | None:
    """What a page says that shows some of these types, by their short names, while the dashboard may not read all of
    them. None: nothing is left out."""
    hidden = visit.hidden(types)
    if not hidden:
        return None
    named = " and ".join(word(of) for of in sorted(hidden, key=order_of)) if len(hidden) <= _NAMED_MAX else ""
    link = element("a", "Access", href=_ACCESS)
    return element(
        "p",
        f"This page is not complete: this dashboard may not read all samples of {named or types_text(len(hidden))}.",
        " You can allow it on the page ",
        link,
        ".",
        class_="note",
        id="incomplete",
    )


def _hidden(visit: Visit, types: Collection[str]) -> Markup | None:
    """What is said where there may be something that the dashboard may not read. None: it may read it."""
    hidden = visit.hidden(types)
    if not hidden:
        return None
    what = "this data yet" if len(hidden) == len(types) else "all of this data"
    link = element("a", "Access", href=_ACCESS)
    return element("p", f"This dashboard may not read {what}. You can allow it on the page ", link, ".", class_="empty")


def empty(text: str) -> Markup:
    """What stands where nothing is stored."""
    return element("p", text, class_="empty")
