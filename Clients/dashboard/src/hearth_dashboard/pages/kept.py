"""What was asked for before: as long as nothing changes, it is the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import hearth
    from hearth.analysis import Distance

#: Those of some open pages.
_COUNT_MAX = 256
_Found = TypeVar("_Found")


class Kept:
    """What was asked for last, each with the state of the store that it was computed from, and with the connection on
    which it was asked for: what an app may read is decided for each of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[Hashable, tuple[object, bytes, object]] = OrderedDict()

    def statistics(
        self, key: Hashable, anchor: bytes, connection: object, ask: Callable[[], hearth.Statistics]
    ) -> hearth.Statistics:
        """Those that are kept, if the anchor is that of the store's state and the connection is the same; else those
        that are asked for now."""
        return self._of(("statistics", key), anchor, connection, ask, lambda found: found.anchor)

    def distances(
        self, key: Hashable, anchor: bytes, connection: object, ask: Callable[[], list[Distance | None]]
    ) -> list[Distance | None]:
        """The same of the distances of workouts; the anchor was asked for before them."""
        return self._of(("distances", key), anchor, connection, ask, lambda _: anchor)

    def _of(
        self,
        key: Hashable,
        anchor: bytes,
        connection: object,
        ask: Callable[[], _Found],
        anchor_of: Callable[[_Found], bytes],
    ) -> _Found:
        with self._lock:
            known = self._found.get(key)
            if known is not None and known[1] == anchor and known[2] is connection:
                self._found.move_to_end(key)
                return cast("_Found", known[0])
        found = ask()
        with self._lock:
            self._found[key] = (found, anchor_of(found), connection)
            self._found.move_to_end(key)
            if len(self._found) > _COUNT_MAX:
                self._found.popitem(last=False)
        return found
