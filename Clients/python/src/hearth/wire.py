"""A session on a socket that never blocks. The two clients differ only in how they wait."""

from __future__ import annotations

import os
import random
import time
from os import PathLike
from typing import TYPE_CHECKING

from . import hearth_pb2 as pb
from . import socket_path
from .arguments import check_optional
from .errors import ConnectionLostError, ErrorCode, ReplyError, RequestError
from .framing import PREFIX, FrameReader
from .samples.identifiers import check_text
from .session.connecting import connected, failed_to_connect, lost, silent
from .session.phases import Phase
from .session.receiving import receive, receive_garbage
from .session.reconnection import Reconnection
from .session.sending import next_body
from .session.session import Session
from .version import __version__

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from .session.call import Call

CLIENT = f"hearth-python {__version__}"
#: The newest minor version of the protocol that this client speaks.
MINOR = 7
#: The most reads, and the most frames sent, in one step, so that neither delays the other.
_READS_MAX = 32
_FRAMES_MAX = 4
#: The longest pause, as what waits takes no infinite one.
_PAUSE_MAX = 86_400.0


def _app(given: pb.App | str) -> pb.App:
    """The app that the identifier names."""
    if isinstance(given, pb.App):
        return given
    check_text(given, "app")
    if not given:
        text = "An app has an identifier, such as org.example.steps."
        raise RequestError(ErrorCode.INVALID_ARGUMENT, text, "app")
    return pb.App(bundle_identifier=given, name=given)


class Wire:
    """Moves a session on: connects, reads, writes, each as far as it goes without waiting."""

    def __init__(
        self,
        path: str | PathLike[str] | None,
        app: pb.App | str | None,
        reconnection: Reconnection | None,
        before_close: Callable[[int], None],
    ) -> None:
        """`before_close` hears of a descriptor that is about to be closed."""
        check_optional(path, (str, PathLike), "a path", "path")
        check_optional(app, (pb.App, str), "an identifier of an app, or an App of hearth.messages", "app")
        check_optional(reconnection, Reconnection, "a Reconnection", "reconnection")
        self._places = [os.fspath(path)] if path else socket_path.standard_places(os.environ)
        hello = pb.Hello(
            major=1,
            minor=MINOR,
            app=socket_path.current_app(os.environ) if app is None else _app(app),
            host=socket_path.current_host(),
            client=CLIENT,
        )
        self.session = Session(hello, reconnection or Reconnection())
        self._before_close = before_close
        #: The socket's path of the present connection, or of the last one; "" before the first.
        self.place = ""
        self._socket: socket.socket | None = None
        self._reader = FrameReader()
        # The parts of a frame that are not sent yet.
        self._output: list[memoryview] = []
        self._has_more_output = False
        # When the next attempt to connect is made.
        self._next_attempt = 0.0
        # When the server must have said its welcome.
        self._welcome_deadline = 0.0

    @property
    def descriptor(self) -> int | None:
        """The socket's; None: there is none."""
        return None if self._socket is None else self._socket.fileno()

    @property
    def wants_to_write(self) -> bool:
        """Whether something is to be done as soon as the socket takes more."""
        return bool(self._output) or self._has_more_output

    @property
    def app(self) -> str:
        """The identifier of the app that saves."""
        return self.session.hello.app.bundle_identifier

    @property
    def places(self) -> list[str]:
        """The paths at which a server may listen."""
        return self._places

    def pause(self) -> float | None:
        """The seconds until there is something to do even without input; None: nothing before input comes."""
        if self.session.phase is Phase.CONNECTING:
            until = self._next_attempt
        elif self.session.phase is Phase.GREETING:
            until = self._welcome_deadline
        else:
            return None
        return min(max(0.0, until - time.monotonic()), _PAUSE_MAX)

    def advance(self) -> list[Call]:
        """Does what can be done now. Returns the calls for which there is something to take."""
        if self._socket is None and self.pause() == 0.0:
            self._connect()
        if self._socket is not None:
            self._read()
        if self.session.phase is Phase.GREETING and self.pause() == 0.0:
            self._close_socket()
            silent(self.session, self.place)
        self.write()
        return self.session.take_ready()

    def write(self) -> None:
        """Sends what is to be sent, as far as the socket takes it."""
        self._has_more_output = False
        frames = 0
        while self._socket is not None:
            if not self._output:
                frames += 1
                if frames > _FRAMES_MAX:
                    self._has_more_output = True
                    return
                body = next_body(self.session)
                if body is None:
                    return
                self._output = [memoryview(PREFIX.pack(len(body))), memoryview(body)]
            try:
                count = self._socket.sendmsg(self._output)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                self._read_last_words(error)
                return
            self._sent(count)

    def close(self) -> None:
        """Ends everything."""
        self.session.close()
        self._close_socket()

    # -------------------------------------------------------------------------------------------------------- parts

    def _connect(self) -> None:
        try:
            self._socket = socket_path.connect(self._places)
        except (ConnectionLostError, BlockingIOError) as error:
            self._plan(failed_to_connect(self.session, self._explained(error), time.monotonic(), random.random()))
            return
        self.place = self._socket.getpeername()
        self._reader = FrameReader()
        self._output = []
        self._welcome_deadline = time.monotonic() + self.session.reconnection.welcome_patience
        connected(self.session)

    def _explained(self, error: ConnectionLostError | BlockingIOError) -> ConnectionLostError:
        if isinstance(error, ConnectionLostError):
            return error
        self.session.had_server = True
        return ConnectionLostError("The Hearth server is too busy to accept a connection.")

    def _read(self) -> None:
        for _ in range(_READS_MAX):
            if self._socket is None:
                return
            try:
                count = self._socket.recv_into(self._reader.space())
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                self._lose(f"Reading from the Hearth server failed: {error.strerror}.")
                return
            if count == 0:
                self._lose("The Hearth server has closed the connection.")
                return
            if not self._receive(count):
                self._lose("The client closed the connection to the Hearth server after a fault.")
                return
            if self.session.has_ready:
                return

    def _receive(self, count: int) -> bool:
        try:
            bodies = self._reader.received(count)
        except ReplyError as error:
            receive_garbage(self.session, error)
            return False
        for body in bodies:
            if not receive(self.session, body):
                return False
        self._reader.frame_bytes = self.session.limits.frame_bytes
        return True

    def _read_last_words(self, error: OSError) -> None:
        """The server takes nothing any more. Before it closed it may have said why."""
        while self._socket is not None:
            try:
                count = self._socket.recv_into(self._reader.space())
            except OSError:
                count = 0
            if count == 0 or not self._receive(count):
                self._lose(f"Writing to the Hearth server failed: {error.strerror}.")

    def _sent(self, count: int) -> None:
        while self._output and count >= len(self._output[0]):
            count -= len(self._output.pop(0))
        if count:
            self._output[0] = self._output[0][count:]

    def _lose(self, text: str) -> None:
        self._close_socket()
        self._plan(lost(self.session, ConnectionLostError(text), time.monotonic(), random.random()))

    def _plan(self, pause: float | None) -> None:
        self._next_attempt = time.monotonic() + (pause or 0.0)

    def _close_socket(self) -> None:
        if self._socket is not None:
            self._before_close(self._socket.fileno())
            self._socket.close()
            self._socket = None
        self._output = []
        self._has_more_output = False
