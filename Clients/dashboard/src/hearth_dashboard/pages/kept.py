"""Statistics that were asked for a moment ago: as long as nothing changes, they are the same."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import hearth

#: The statistics of some open pages.
_COUNT_MAX = 256
#: Of an order of apps, and of what may be read, no anchor tells.
_SECONDS_MAX = 10.0


class Kept:
    """The statistics that were asked for last, each with the state of the store that it was computed from."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._found: OrderedDict[Hashable, tuple[float, hearth.Statistics]] = OrderedDict()

    def statistics(self, key: Hashable, anchor: bytes, ask: Callable[[], hearth.Statistics]) -> hearth.Statistics:
        """Those that are kept, if the anchor is that of the store's state; else those that are asked for now."""
        with self._lock:
            begin, known = self._found.get(key, (0.0, None))
            if known is not None and known.anchor == anchor and self._clock() - begin < _SECONDS_MAX:
                return known
        found = ask()
        with self._lock:
            self._found[key] = (self._clock(), found)
            self._found.move_to_end(key)
            if len(self._found) > _COUNT_MAX:
                self._found.popitem(last=False)
        return found

    def clear(self) -> None:
        """Forgets all: what they depend on has changed."""
        with self._lock:
            self._found.clear()
