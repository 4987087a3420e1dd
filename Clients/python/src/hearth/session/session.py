"""One client's side of the protocol: which calls there are, what is to be sent, what has come for whom, and what
becomes of the calls when a connection is lost.

                open                connected             Welcome
    RESTING ----------> CONNECTING ----------> GREETING ----------> OPEN
       ^                  |     ^                 |                   |
       |  no call, or     |     '-----------------+-------------------'
       '--given up--------'                     lost
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from .. import hearth_pb2 as pb
from ..errors import ClosedError, HearthError
from ..framing import FRAME_BYTES
from .call import Call, Kind
from .phases import Phase, Taken

if TYPE_CHECKING:
    from ..replies import Welcome
    from .reconnection import Outage, Reconnection


#: What holds until a server has named its limits.
_STANDARD_LIMITS = pb.Limits(
    frame_bytes=FRAME_BYTES, open_calls=1024, staged_bytes=64 << 20, initial_credit_bytes=1 << 20
)


class Session:
    """The state, and what callers do with it. `connecting`, `sending` and `receiving` say how it moves on."""

    def __init__(self, hello: pb.Hello, reconnection: Reconnection) -> None:
        self.hello = hello
        self.reconnection = reconnection
        self.phase = Phase.RESTING
        #: What the server said at the beginning of this connection or of the last one.
        self.welcome: Welcome | None = None
        #: Every call that was not abandoned, in the order in which they began.
        self.calls: dict[Call, None] = {}
        #: The calls that are open on the connection, by their numbers there.
        self.open_calls: dict[int, Call] = {}
        #: Open on the connection, but abandoned.
        self.abandoned: set[int] = set()
        #: Numbers continue over all connections, so that a late reply is not taken for one to another call.
        self.last_number = 0

        #: Calls that are to be opened; those that ended meanwhile are passed over.
        self.waiting: deque[Call] = deque()
        #: Saves that are to be opened: they wait for those under way when the server has no room for more.
        self.waiting_saves: deque[Call] = deque()
        #: Saves of which frames are still to be sent.
        self.partial_saves: deque[Call] = deque()
        #: The bytes of the saves that are open, by their calls' numbers.
        self.staged_bytes: dict[int, int] = {}
        #: Frames about calls that are open.
        self.control: deque[pb.ClientFrame] = deque()
        self.hello_number: int | None = None
        self.said_hello = False
        #: The server has said that it is about to stop.
        self.is_stopping = False

        #: The outage; None: the server is there, or was not looked for.
        self.outage: Outage | None = None
        #: Whether a server was found since the last outage was given up.
        self.had_server = False
        #: How many connections in a row ended before their Welcome, without a word of the server.
        self.lost_greetings = 0
        # Calls with something to take.
        self._ready: list[Call] = []

    @property
    def limits(self) -> pb.Limits:
        """Those of the server, or of the protocol's version until one is known."""
        return _STANDARD_LIMITS if self.welcome is None else self.welcome.limits

    # ------------------------------------------------------------------------------------------------------ callers

    def begin(self, call: Call) -> None:
        """Begins a call. It is sent as soon as it can be."""
        if self.phase is Phase.CLOSED:
            raise ClosedError
        self.calls[call] = None
        if self.phase is Phase.RESTING:
            self.phase = Phase.CONNECTING
        self.enqueue(call)

    def take(self, call: Call) -> Any:
        """The next reply to a call, or what there is instead of one. Raises what the call failed with."""
        if taken := call.take(self.limits.initial_credit_bytes // 2):
            reply, credit = taken
            if credit:
                self.control.append(pb.ClientFrame(call=call.number, credit=pb.Credit(bytes=credit)))
            if call.kind is Kind.SINGLE:
                self.calls.pop(call, None)
            elif call.wants_opening and call in self.calls:
                self.enqueue(call)
            return reply
        if call.has_ended:
            self.calls.pop(call, None)
            if call.failure is not None:
                raise call.failure.with_traceback(None)
            return Taken.END
        return Taken.NOTHING if call in self.calls else Taken.END

    def abandon(self, call: Call) -> None:
        """Abandons a call. What was not sent is not sent; a stream is ended at the server. A write
        that was sent whole may be done all the same."""
        if self.calls.pop(call, self) is self:
            return
        number = call.number
        call.finish()
        if number is None:
            return
        del self.open_calls[number]
        self.abandoned.add(number)
        if call.kind is not Kind.SINGLE or (call.save is not None and not call.save.is_at_end):
            self.control.append(pb.ClientFrame(call=number, cancel=pb.Cancel()))

    def close(self) -> None:
        """Ends everything."""
        self.fail_all(ClosedError())
        self.forget_connection()
        self.phase = Phase.CLOSED

    @property
    def has_ready(self) -> bool:
        """Whether there are calls with something to take."""
        return bool(self._ready)

    def take_ready(self) -> list[Call]:
        """The calls that got something to take since the last time."""
        ready, self._ready = self._ready, []
        return ready

    # ----------------------------------------------------------------------------------------------- parts of steps

    def enqueue(self, call: Call) -> None:
        """The call waits for its turn."""
        (self.waiting if call.save is None else self.waiting_saves).append(call)

    def announce(self, call: Call) -> None:
        """Notes that the call has something to take."""
        self._ready.append(call)

    def end(self, call: Call, failure: HearthError | None) -> None:
        """The call has ended."""
        call.finish(failure)
        self.announce(call)

    def fail_all(self, failure: HearthError) -> None:
        """All calls have failed for one reason."""
        for call in self.calls:
            self.end(call, failure)

    def forget_connection(self) -> None:
        """Forgets what concerned the connection only."""
        self.open_calls.clear()
        self.abandoned.clear()
        self.staged_bytes.clear()
        self.waiting.clear()
        self.waiting_saves.clear()
        self.partial_saves.clear()
        self.control.clear()
        self.hello_number = None
        self.is_stopping = False
