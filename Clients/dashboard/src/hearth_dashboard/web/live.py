"""What tells pages that they are out of date: one stream of events for each browser, fed by one observation."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import hearth
from hearth.samples.short_names import short_name

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from hearth import Notice, aio

    from .asking import Asking
    from .rules import Rules

#: Milliseconds after which a browser looks for a server that it has lost.
_RETRY = 1000


async def events(
    client: aio.Client, rules: Rules, asking: Asking, proof: dict[str, str] | None = None
) -> AsyncIterator[str]:
    """The anchor of the store's state, the number of the rules, and what apps ask, at once and after each change, and
    the types that have changed; none: perhaps all.

    A page that shows them and was made from another state fetches itself again, so that no change is missed and none
    counts twice, whatever was interrupted in between. Changes that come while a page is fetched are one event.

    `proof` comes first: that it is this dashboard which tells them.
    """
    yield f"retry: {_RETRY}\n\n"
    if proof is not None:
        yield f"event: proof\ndata: {json.dumps(proof)}\n\n"
    rules.readers += 1
    try:
        async with client.observe(()) as notices:
            number, notice = rules.number, await anext(notices)
            asked = asking.number
            yield _event(notice, number, notice.types, asking)
            coming = asyncio.ensure_future(_next(notices))
            ruling = asyncio.ensure_future(rules.next(number))
            asks = asyncio.ensure_future(asking.next(asked))
            try:
                while True:
                    await asyncio.wait([coming, ruling, asks], return_when=asyncio.FIRST_COMPLETED)
                    types: Iterable[str] = ()
                    if coming.done():
                        notice = coming.result()
                        types = notice.types
                        coming = asyncio.ensure_future(_next(notices))
                    if ruling.done():
                        number = ruling.result()
                        ruling = asyncio.ensure_future(rules.next(number))
                    if asks.done():
                        asked = asks.result()
                        asks = asyncio.ensure_future(asking.next(asked))
                    yield _event(notice, number, types, asking)
            finally:
                coming.cancel()
                ruling.cancel()
                asks.cancel()
    except (hearth.HearthError, StopAsyncIteration):
        # The browser asks again.
        return
    finally:
        rules.readers -= 1


async def _next(notices: aio.Stream[Notice]) -> Notice:
    return await anext(notices)


def _event(notice: Notice, number: int, types: Iterable[str], asking: Asking) -> str:
    asks = asking.notice
    event = {
        "anchor": notice.anchor.hex(),
        "rules": str(number),
        "types": [short_name(one) for one in types],
        "access": asking.seen,
        "asks": None if asks is None else {"app": asks.app, "text": asks.text},
    }
    return f"data: {json.dumps(event)}\n\n"
