"""Streams of the asyncio client: iterated with `async for` to read them, closed to end them at the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from ..replies import ChangeBatch, SampleBatch, StatisticsBatch, collected
from ..session.open_call import OpenCall, Owner
from ..session.phases import Taken

if TYPE_CHECKING:
    from ..samples.samples import Samples
    from ..session.call import Call
    from ..statistics import StatisticsUpdate
    from ..statistics.request import StatisticsRequest

Reply = TypeVar("Reply")


class AwaitingOwner(Owner, Protocol):
    """A client whose replies are awaited."""

    async def _next(self, call: Call) -> Any: ...

    def _abandon(self, call: Call) -> None: ...


class Stream(OpenCall[AwaitingOwner, Reply]):
    """Replies to one call. The next one is asked for when this one was worked through: what is not read costs the
    server nothing. It ends at the server when it is closed, left as a context, or dropped."""

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Reply:
        if self._call is None:
            raise StopAsyncIteration
        try:
            reply = await self._client._next(self._call)
        except BaseException:
            self._call = None
            raise
        if reply is Taken.END:
            self._call = None
            raise StopAsyncIteration
        return self._noted(reply)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the call."""
        call, self._call = self._call, None
        if call is not None:
            self._client._abandon(call)


class Query(Stream[SampleBatch]):
    """The samples that a query finds, in batches."""

    async def collect(self) -> list[Samples]:
        """All that are left, those of each type together."""
        return collected([batch async for batch in self])


class Changes(Stream[ChangeBatch]):
    """Changes, in batches."""

    def __init__(self, client: AwaitingOwner, call: Call, anchor: bytes) -> None:
        super().__init__(client, call)
        #: Of the batch that was read last, or the one that was begun with: keep it when that batch is applied.
        self.anchor = anchor

    def _noted(self, reply: ChangeBatch) -> ChangeBatch:
        self.anchor = reply.anchor
        return reply


class LiveStatistics:
    """Statistics that are followed: as they are now, then again after each change to them. It ends at the server when
    it is closed, left as a context, or dropped."""

    def __init__(self, client: AwaitingOwner, asked: StatisticsRequest) -> None:
        self._asked = asked
        # There is one: followed statistics are not asked for in parts.
        self._batches = Stream[StatisticsBatch](client, next(asked.calls()))

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> StatisticsUpdate:
        async for batch in self._batches:
            if self._asked.note(batch):
                return self._asked.update()
        raise StopAsyncIteration

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the call."""
        await self._batches.close()
