"""What the streams of both clients share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from .call import Call


class Owner(Protocol):
    """The client that a stream is of."""

    def _begin(self, call: Call) -> None: ...

    def _drop(self, call: Call) -> None: ...


OwnerType = TypeVar("OwnerType", bound=Owner)
Reply = TypeVar("Reply")


class OpenCall(Generic[OwnerType, Reply]):
    """A call whose replies are read one by one. It ends at the server also when it is dropped."""

    def __init__(self, client: OwnerType, call: Call) -> None:
        # Before the call begins, as `__del__` looks at it also when that fails.
        self._call: Call | None = None
        self._client = client
        client._begin(call)
        self._call = call

    def _noted(self, reply: Reply) -> Reply:
        """A reply that is about to be handed out."""
        return reply

    def __del__(self) -> None:
        if self._call is not None:
            self._client._drop(self._call)
