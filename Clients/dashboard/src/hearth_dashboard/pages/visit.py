"""A visit to a page: whose data it shows, and what the address asks for."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from uuid import UUID

import hearth
from hearth.type_table import CUMULATIVE

from ..access_fields import DASHBOARD
from ..owner import OwnerError
from .kept import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Mapping
    from datetime import tzinfo
    from pathlib import Path

    from ..access import Access
    from ..report import Units
    from ..report.tiles import Tiles
    from .access import Notice


#: In the address of a page that a form has led to: what it has done.
SAID = "said"
#: Of a number in an address.
_DIGITS_MAX = 9


class NotFoundError(Exception):
    """The page does not exist; the text names what is missing."""


def _untold(_: int | None) -> Access:
    raise NotFoundError("What apps may read is not told here.")


def _no_status() -> hearth.messages.StatusReport:
    raise OwnerError("The state of the server is not told here.")


@dataclass(frozen=True)
class Visit:
    """What a page is made from."""

    client: hearth.Client
    zone: tzinfo
    units: Units
    #: After the question mark of the address.
    query: Mapping[str, str]
    #: The parts of the path that have a name.
    path: Mapping[str, str]
    #: The whole path.
    address: str
    #: What other visits asked for.
    kept: Kept = field(default_factory=Kept)
    #: What the forms of this dashboard hold, and no page of another one knows.
    secret: str = ""
    #: The folder of backups. None: that beside the store.
    backups: Path | None = None
    #: The map below routes. None: there is none.
    tiles: Tiles | None = None
    #: What the form has done that led here.
    said: str = ""
    #: By which an open page knows the dashboard again when it was started again.
    key: str = ""
    #: The number of the rules that held before the page was made.
    rules: str = ""
    #: Asks what apps may read and save, what they ask for, and what they did in the last days. None: in all.
    read_access: Callable[[int | None], Access] = _untold
    #: The server in figures, as the owner is told them.
    read_status: Callable[[], hearth.messages.StatusReport] = _no_status
    #: What is said while an app asks.
    notice: Notice | None = None
    _orders: dict[str, list[str]] = field(default_factory=dict)

    @functools.cached_property
    def anchor(self) -> bytes:
        """The store's state when it was first asked for, which is before the page reads anything."""
        return self.client.ping().anchor

    @functools.cached_property
    def _is_limited(self) -> bool:
        """Whether the owner decides what the dashboard reads: then the server does not tell it its state."""
        try:
            self.client.status()
        except hearth.RequestError as error:
            if error.code is not hearth.ErrorCode.AUTHORIZATION_DENIED:
                raise
            return True
        return False

    def status(self) -> hearth.messages.StatusReport:
        """The server in figures. Those that it does not tell the dashboard the owner's program tells."""
        return self.read_status() if self._is_limited else self.client.status()

    def hidden(self, types: Collection[str]) -> Collection[str]:
        """Those of these types, by their short names, of which the dashboard may not read all samples."""
        if not self._is_limited:
            return ()
        try:
            return self.read_access(1).hidden(DASHBOARD, types)
        except (OwnerError, NotFoundError):
            # Nobody tells what is decided.
            return types

    def statistics(self, identifier: str, asked: Hashable, ask: Callable[[], hearth.Statistics]) -> hearth.Statistics:
        """The statistics of a type, unless they are known. Besides the store's state they depend on the order of the
        apps, and on what the app may read, which holds for the whole of a connection."""
        anchor = self.anchor
        ranks = tuple(self._ranks(identifier)) if identifier in CUMULATIVE else ()
        return self.kept.statistics((identifier, asked, ranks), anchor, self.client.welcome, ask)

    def _ranks(self, identifier: str) -> list[str]:
        found = self._orders.get(identifier)
        if found is None:
            found = self._orders[identifier] = self.client.source_ranks(identifier)
        return found

    def now(self) -> datetime:
        """The time in the zone."""
        return datetime.now(UTC).astimezone(self.zone)

    def day(self, name: str = "day") -> date:
        """The day that the address names; today without one."""
        if name not in self.query:
            return self.now().date()
        try:
            found = date.fromisoformat(self.query[name])
        except ValueError:
            raise NotFoundError(f"Unknown {name}.") from None
        # Further away no calendar has a week around it.
        return min(max(found, date(1900, 1, 8)), date(2149, 12, 1))

    def number(self, name: str) -> int | None:
        """The number that the address names. None: it names none."""
        text = self.query.get(name)
        if text is None:
            return None
        if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX):
            raise NotFoundError(f"Unknown {name}.")
        return int(text)

    def uuid(self, name: str) -> UUID | None:
        """The UUID that the address names. None: it names none."""
        text = self.query.get(name)
        return None if text is None else self.uuid_of(text, name)

    @staticmethod
    def uuid_of(text: str, name: str) -> UUID:
        """The UUID that a text is."""
        try:
            return UUID(text)
        except ValueError:
            raise NotFoundError(f"Unknown {name}.") from None

    def time(self, day: date, hour: int = 0) -> datetime:
        """A time of a day in the zone."""
        return datetime(day.year, day.month, day.day, hour, tzinfo=self.zone)

    def link(self, **changes: str | None) -> str:
        """The address of this page with other parts in its query; None takes one away."""
        # What a form has done is said once.
        asked = {**self.query, SAID: None, **changes}
        query = {name: value for name, value in asked.items() if value is not None}
        return f"{self.address}?{urlencode(query)}" if query else self.address


def day_text(day: date) -> str:
    """A day as people write it.

    >>> day_text(date(2026, 10, 28))
    '28 Oct 2026'
    """
    return f"{day.day} {day:%b %Y}"


def day_after(day: date, days: int) -> date:
    """The day a number of days later."""
    return day + timedelta(days=days)
