"""Statistics that were asked for before: as long as nothing changes, they are the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import hearth

#: The statistics of some open pages.
_COUNT_MAX = 256


class Kept:
    """The statistics that were asked for last, each with the state of the store that it was computed from, and with the
    connection on which it was asked for: what an app may read is decided for each of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[Hashable, tuple[hearth.Statistics, object]] = OrderedDict()

    def statistics(
        self, key: Hashable, anchor: bytes, connection: object, ask: Callable[[], hearth.Statistics]
    ) -> hearth.Statistics:
        """Those that are kept, if the anchor is that of the store's state and the connection is the same; else those
        that are asked for now."""
        with self._lock:
            known = self._found.get(key)
            if known is not None and known[0].anchor == anchor and known[1] is connection:
                self._found.move_to_end(key)
                return known[0]
        found = ask()
        with self._lock:
            self._found[key] = (found, connection)
            self._found.move_to_end(key)
            if len(self._found) > _COUNT_MAX:
                self._found.popitem(last=False)
        return found
