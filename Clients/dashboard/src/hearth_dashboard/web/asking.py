"""What apps ask and may, as soon as it changes: one process of the program `hearth` waits for all pages."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import TYPE_CHECKING

import hearth

from ..access import Access, OldProgramError, access_of
from ..owner import OwnerError
from ..pages.access import Notice, notice_of

if TYPE_CHECKING:
    from hearth import aio

    from ..owner import Owner

#: Seconds until the next attempt, after the server was away, and where the program cannot tell it.
_SECONDS = 1.0
_UNTOLD_SECONDS = 60.0
#: Seconds between two changes that are told.
_CHANGE_SECONDS = 0.25
#: How a program ends that does not know an option.
_WRONG_USAGE = 2


class Asking:
    """The newest state that is known."""

    def __init__(self, owner: Owner) -> None:
        #: Another one when the state is another.
        self.number = 0
        #: Which state of what apps ask and may it is; empty: none is known.
        self.seen = ""
        #: What pages say.
        self.notice: Notice | None = None
        self._owner = owner
        self._changed = asyncio.Event()

    async def watch(self, client: aio.Client) -> None:
        """Waits again and again, until it is cancelled."""
        seen: str | None = None
        pause = _SECONDS
        while True:
            try:
                found = await self._next(seen)
            except (OwnerError, OldProgramError, OSError):
                await asyncio.sleep(_UNTOLD_SECONDS)
                continue
            if found is not None:
                seen, pause = found.seen, _SECONDS
                self._take(found)
                # An app that asks again and again costs no more than this.
                await asyncio.sleep(_CHANGE_SECONDS)
                continue
            seen = None
            await asyncio.sleep(pause)
            pause = min(2 * pause, _UNTOLD_SECONDS)
            while not await _answers(client):
                pause = _SECONDS
                await asyncio.sleep(pause)

    async def next(self, number: int) -> int:
        """The number, as soon as it is another one than this."""
        while self.number == number:
            await self._changed.wait()
        return self.number

    def _take(self, found: Access) -> None:
        notice = notice_of(found.questions)
        if (found.seen, notice) == (self.seen, self.notice):
            return
        self.seen, self.notice = found.seen, notice
        self.number += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def _next(self, seen: str | None) -> Access | None:
        """The state, as soon as it is not the one that was seen. None: the program has failed, as without a server."""
        arguments = self._owner.waiting_arguments(seen)
        process = await asyncio.create_subprocess_exec(
            self._owner.found_program(), *arguments, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
        )
        try:
            printed, _ = await process.communicate()
        finally:
            await _end(process)
        if process.returncode == _WRONG_USAGE:
            raise OldProgramError
        if process.returncode != 0:
            return None
        # Not in the loop that serves pages: much may be decided.
        return await asyncio.to_thread(access_of, printed.decode("utf-8", "replace"))


async def _answers(client: aio.Client) -> bool:
    """Whether there is a server: without one no program is started again and again."""
    try:
        await client.ping()
    except hearth.HearthError:
        return False
    return True


async def _end(process: Process) -> None:
    """Ends the program, if it has not ended: nobody reads any more what it prints."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
