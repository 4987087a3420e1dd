"""Sources come in pages, however many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import hearth
from conftest import connect
from hearth import messages as pb
from hearth.replies import SourcePage
from hearth.requests import SourcePages
from hearth.samples.provenance import Source

if TYPE_CHECKING:
    from server import Server

NAME_BYTES_MAX = 4096
#: Names that fill two pages and begin a third.
COUNT = 140


@pytest.mark.parametrize("kind", ["sync", "asyncio"])
def test_sources_of_several_pages_come_as_one_list(own_server: Server, kind: str) -> None:
    expected = [
        Source(f"org.example.app{number:03}", chr(97 + number % 26) * NAME_BYTES_MAX) for number in range(COUNT)
    ]
    for source in reversed(expected):
        app = pb.App(bundle_identifier=source.bundle_identifier, name=source.name)
        with hearth.Client(own_server.socket, app=app) as saving:
            saving.save(hearth.quantities("height", ["2026-11-21T08:00Z"], [1.75], "m"))
    with connect(kind, own_server) as client:
        assert client.sources() == expected
        before = client.status().counters.calls
        assert client.sources("height") == expected
        # One for each page, and the second status.
        assert client.status().counters.calls - before == 3 + 1
        assert client.sources("heartRate") == []


def asked(pages: SourcePages, *given: SourcePage) -> list[str]:
    """Where each page begins that is asked for when these come."""
    places = []
    for call, page in zip(pages.calls(), given, strict=False):
        assert call.request.list_sources.HasField("after")
        places.append(call.request.list_sources.after)
        pages.note(page)
    return places


def test_each_page_begins_after_the_last_source() -> None:
    one, two, three = (Source(name, name) for name in ("org.example.a", "org.example.b", "org.example.c"))
    pages = SourcePages((), None)
    given = [SourcePage([one, two], has_more=True), SourcePage([three], has_more=False), SourcePage([], has_more=False)]
    assert asked(pages, *given) == ["", two.bundle_identifier]
    assert pages.found == [one, two, three]


def test_a_page_without_sources_is_the_last() -> None:
    pages = SourcePages((), None)
    assert asked(pages, *[SourcePage([], has_more=True)] * 3) == [""]
    assert pages.found == []
