"""Reads a report or a page as a browser does: its elements, and the text of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import hearth

from hearth_dashboard.access import Access
from hearth_dashboard.pages import PAGES, Visit, page_html
from hearth_dashboard.report import KILOMETRES
from hearth_dashboard.report.markup import VOID

if TYPE_CHECKING:
    from collections.abc import Iterator

BERLIN = ZoneInfo("Europe/Berlin")
#: No app asks, and nothing is decided.
NOTHING = Access(asks=False, seen="1", questions=(), decisions=(), counts=(), names={})


@dataclass(eq=False)
class Element:
    """An element of a page."""

    name: str
    attributes: dict[str, str | None]
    content: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text with that of the elements in it."""
        return "".join(one if isinstance(one, str) else one.text for one in self.content)

    def every(self, name: str | None = None, kind: str | None = None) -> Iterator[Element]:
        """The elements in it of a name and a class."""
        for one in self.content:
            if isinstance(one, Element):
                if name in (None, one.name) and (kind is None or kind in (one.attributes.get("class") or "").split()):
                    yield one
                yield from one.every(name, kind)

    def the(self, name: str | None = None, kind: str | None = None) -> Element:
        """The only one of them."""
        (found,) = self.every(name, kind)
        return found

    def section(self, heading: str) -> Element:
        """The section with a heading."""
        (found,) = (one for one in self.every("section") if next(one.every("h2")).text == heading)
        return found

    def rows(self) -> list[list[str]]:
        """The texts of its table's body."""
        return self.rows_of(self)

    @staticmethod
    def rows_of(table: Element) -> list[list[str]]:
        """The texts of the body of a table, or of what holds one."""
        return [
            [cell.text for cell in row.content if isinstance(cell, Element)] for row in table.the("tbody").every("tr")
        ]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute of {tag} is repeated"
        one = Element(tag, dict(attrs))
        self.open[-1].content.append(one)
        if tag not in VOID | {"img"}:
            self.open.append(one)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].content.append(data)


def page_of(text: str) -> Element:
    """A page whose elements all end where they must."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1
    return reader.open[0]


def shown(
    client: hearth.Client, route: str, query: dict[str, str] | None = None, *, zone: str = "Europe/Berlin", **path: str
) -> Element:
    """A page as a browser reads it."""
    visit = Visit(
        client, ZoneInfo(zone), KILOMETRES, query or {}, path, route.format(**path), read_access=lambda _: NOTHING
    )
    return page_of(page_html(PAGES[route](visit), visit))


def tiles(page: Element) -> dict[str, str]:
    return {
        next(one.every("dt")).text: next(one.every("dd")).text
        for one in page.the("main").every("div")
        if [*one.every("dt")]
    }


def report_tiles(page: Element) -> dict[str, str]:
    """The names and values of a report's tiles."""
    each = [[one for one in tile.every() if one.name in ("dt", "dd")] for tile in page.the("dl", "tiles").every("div")]
    return {found[0].text: found[1].text for found in each}


def run_of(client: hearth.Client, row: int = 0) -> str:
    found = client.read("workout", hearth.predicates.workout_type == "running")
    return str(found.uuid(row))
