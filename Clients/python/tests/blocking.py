"""The asyncio client behind the face of the synchronous one, so that one test is about both."""

from __future__ import annotations

import asyncio
import inspect
from typing import TYPE_CHECKING, Any, Self

from hearth import aio

if TYPE_CHECKING:
    from collections.abc import Callable


class BlockingClient:
    """Runs the loop until what was called is done."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._client = aio.Client(*arguments, **options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if not self._loop.is_closed():
            self._loop.run_until_complete(self._client.close())
            self._loop.close()

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._client, name)
        return self._blocking(attribute) if callable(attribute) else attribute

    def _blocking(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            async def run() -> Any:
                result = function(*arguments, **options)
                return await result if inspect.isawaitable(result) else result

            result = self._loop.run_until_complete(run())
            is_stream = isinstance(result, aio.Stream | aio.LiveStatistics)
            return BlockingStream(self._loop, result) if is_stream else result

        return call


class BlockingStream:
    """A stream of it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, stream: aio.Stream[Any] | aio.LiveStatistics) -> None:
        self._loop = loop
        self._stream = stream

    @property
    def anchor(self) -> bytes:
        assert isinstance(self._stream, aio.Changes)
        return self._stream.anchor

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Any:
        try:
            return self._loop.run_until_complete(anext(self._stream))
        except StopAsyncIteration:
            raise StopIteration from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._loop.run_until_complete(self._stream.close())

    def collect(self) -> Any:
        assert isinstance(self._stream, aio.Query)
        return self._loop.run_until_complete(self._stream.collect())
