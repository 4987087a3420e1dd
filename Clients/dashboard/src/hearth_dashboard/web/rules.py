"""What changes pages without a commit of samples: the orders of apps, what the owner allows the dashboard to read, and
what does not change of a person, such as the date of birth that zones of the heart rate are made of."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import hearth
from hearth.type_table import CUMULATIVE

if TYPE_CHECKING:
    from hearth import aio

#: Seconds between two looks, while a page is open.
_SECONDS = 1.0


class Rules:
    """Which rules hold, as a number that is another one when some have changed."""

    def __init__(self) -> None:
        self.number = 0
        #: Streams that want to know.
        self.readers = 0
        self._known: tuple[object, object] | None = None
        self._changed = asyncio.Event()
        #: Looks are taken one after another: an older one never replaces what a newer one has found.
        self._looking = asyncio.Lock()
        self._begun = 0

    async def watch(self, client: aio.Client) -> None:
        """Looks again and again, until it is cancelled."""
        while True:
            # Once in any case: the changes to what holds at the start are told.
            if self.readers or self._known is None:
                await self.look(client)
            await asyncio.sleep(_SECONDS)

    async def next(self, number: int) -> int:
        """The number, as soon as it is another one than this."""
        while self.number == number:
            await self._changed.wait()
        return self.number

    async def look(self, client: aio.Client) -> None:
        """Counts on if other rules hold than at the last look.

        Each page is followed by one before it is sent: two changes of which the second takes back the first would not
        be seen later, and a page that was made in between would stay. Pages that wait at once share one look.
        """
        next_look = self._begun + 1
        async with self._looking:
            if self._begun >= next_look:
                return
            self._begun += 1
            try:
                found = await asyncio.gather(
                    client.characteristics(), *(client.source_ranks(one) for one in sorted(CUMULATIVE))
                )
            except hearth.HearthError:
                return
            # A decision of the owner ends the connections of the app, and the next one has a welcome of its own.
            last, self._known = self._known, (client.welcome, found)
            if last is not None and (last[0] is not client.welcome or last[1] != found):
                self.number += 1
                self._changed.set()
                self._changed = asyncio.Event()
