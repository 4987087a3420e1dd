"""What tells a page that it is out of date: one stream of events for each page that is open, fed by one observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hearth

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from hearth import aio

#: Milliseconds after which a browser looks for a server that it has lost.
_RETRY = 1000


async def events(client: aio.Client, types: Sequence[str]) -> AsyncIterator[str]:
    """The anchor of the store's state, at once and after each change to these types; without types after any change.

    A page that was made from another state fetches itself again, so that no change is missed and none counts twice,
    whatever was interrupted in between. Changes that come while a page is fetched are one event.
    """
    yield f"retry: {_RETRY}\n\n"
    try:
        async with client.observe(types) as notices:
            async for notice in notices:
                yield f"data: {notice.anchor.hex()}\n\n"
    except hearth.HearthError:
        # The browser asks again.
        return
