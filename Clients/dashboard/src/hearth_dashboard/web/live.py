"""What tells pages that they are out of date: one stream of events for each browser, fed by one observation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import hearth
from hearth.samples.short_names import short_name

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hearth import aio

#: Milliseconds after which a browser looks for a server that it has lost.
_RETRY = 1000


async def events(client: aio.Client) -> AsyncIterator[str]:
    """The anchor of the store's state, at once and after each change, and the types that have changed.

    A page that shows them and was made from another state fetches itself again, so that no change is missed and none
    counts twice, whatever was interrupted in between. Changes that come while a page is fetched are one event.
    """
    yield f"retry: {_RETRY}\n\n"
    try:
        async with client.observe(()) as notices:
            async for notice in notices:
                event = {"anchor": notice.anchor.hex(), "types": [short_name(one) for one in notice.types]}
                yield f"data: {json.dumps(event)}\n\n"
    except hearth.HearthError:
        # The browser asks again.
        return
