"""How a client looks for a server that it has lost."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ..arguments import wrong_type

#: Where nothing else is said.
PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Reconnection:
    """Pauses between attempts, and the time after which calls that wait for a server fail. All in seconds.

    A call fails when no server is found for as long as the patience, or when one accepts the connection and does not
    say its welcome for as long. A request may be what ends each server before it has answered: the call fails with the
    first loss of a connection after the patience, which begins with the first one since the last reply to the call. How
    long a server takes for an answer on one connection has no limit.
    """

    #: The pause after the first attempt, which is made at once. Each further one is twice as long.
    first_pause: float = 0.01
    longest_pause: float = 2.0
    #: The time for which a lost server is looked for, a server may take for its welcome, and a call is sent again that
    #: is not answered. With 0 the welcome may take 30 seconds.
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            # No limit to the patience is an infinite one.
            if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
                raise wrong_type(value, "a number of seconds", one.name)

    @property
    def welcome_patience(self) -> float:
        """The time that a server may take for its welcome."""
        return self.patience or PATIENCE

    def pause(self, attempt: int, jitter: float) -> float:
        """The pause before an attempt, counted from 0. `jitter` is from 0 to 1 and leaves at least a half, so that
        clients that lost a server together do not come back together."""
        if attempt == 0:
            return 0.0
        pause = min(self.first_pause * 2.0 ** min(attempt - 1, 30), self.longest_pause)
        return pause / 2 + pause / 2 * jitter


@dataclass(slots=True)
class Outage:
    """A time without a server."""

    since: float
    attempts: int = 0
