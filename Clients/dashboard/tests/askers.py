"""Apps that ask for what they want to save and read, as the Python client asks."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Self

import hearth
from server import PROGRAM, SECONDS_MAX

from hearth_dashboard.owner import Owner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hearth.replies import Authorization
    from server import Server

    from hearth_dashboard.access import Access


def owner_of(server: Server) -> Owner:
    """As whom the terminal's commands act."""
    return Owner(socket=server.socket, program=PROGRAM)


def access_of(server: Server) -> Access:
    """What is decided and asked now."""
    return owner_of(server).access(1)


class Asker:
    """An app that waits for its answer, once its question was put."""

    def __init__(
        self,
        server: Server,
        app: str,
        name: str = "",
        *,
        save: Iterable[str] = (),
        read: Iterable[str] = (),
        save_usage: str = "",
        read_usage: str = "",
    ) -> None:
        self._server = server
        self._app = app
        self._client = hearth.Client(server.socket, app=hearth.messages.App(bundle_identifier=app, name=name))
        self._wanted = ([*save], [*read], save_usage, read_usage)
        self._found: dict[str, Authorization] | None = None
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> Self:
        self._thread.start()
        begin = time.monotonic()
        while not self._is_asked():
            assert time.monotonic() - begin < SECONDS_MAX
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        self._thread.join(SECONDS_MAX)

    def answer(self) -> dict[str, Authorization]:
        """What it was answered."""
        self._thread.join(SECONDS_MAX)
        assert self._found is not None
        return self._found

    def _is_asked(self) -> bool:
        save, read, *_ = self._wanted
        every = access_of(self._server).questions
        return any(one.app == self._app and {*save} <= {*one.share} and {*read} <= {*one.read} for one in every)

    def _ask(self) -> None:
        save, read, save_usage, read_usage = self._wanted
        try:
            self._found = self._client.request_authorization(save, read, save_usage=save_usage, read_usage=read_usage)
        except hearth.HearthError:
            # It has gone: the question stays.
            self._found = None
