"""What the owner of a store may do with the data of all apps: say which app comes first and what each may read, delete
those of one, and copy the store."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import hearth
import numpy as np
from hearth.predicates import source, start
from hearth.samples.short_names import short_name

from .access import OldProgramError, access_of
from .backup_files import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hearth import Source

    from .access import Access

#: The app that saves what is imported for others.
_IMPORT = hearth.messages.App(bundle_identifier="org.hearth.import", name="Hearth's import")
#: Of one deletion: saves of others wait for it.
_STEP = np.timedelta64(90, "D")
_SECONDS_MAX = 60
#: What the program prints of a server that pages show.
_STORE_FIGURES = ("path", "fault", "samples", "deletions", "file_bytes", "log_bytes", "staged_bytes")
_COUNTERS = ("writes", "refused_writes")
#: Until a large store is copied.
_COPY_SECONDS_MAX = 3600


class OwnerError(Exception):
    """It could not be done; the text says why, and holds no health value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """What only the owner of a store may do. The owner is the user who runs this process."""

    #: None: where a server listens.
    socket: str | None = None
    #: The server's program, `hearth`: only this one may set an order. None: the one in PATH.
    program: str | None = None
    #: The folder of backups. None: that beside the store.
    backups: Path | None = None

    def rank(self, of: str, apps: Sequence[str]) -> None:
        """Sets the order of the apps of a quantity type; without apps there is none any more."""
        options = [] if apps else ["--none"]
        self._run(["sources", *options, *self._at(), "--", "rank", short_name(of), *apps], _SECONDS_MAX)

    def access(self, days: int | None) -> Access:
        """What apps may read and save, what they ask, and what they have read and saved in the last days. None: in all
        that are counted, which may be megabytes."""
        limit = [] if days is None else [f"--days={days}"]
        printed = self._run(["access", "--json", *limit, *self._at()], _SECONDS_MAX)
        try:
            return access_of(printed)
        except OldProgramError:
            raise OwnerError("The program hearth is older than this dashboard, and does not tell it.") from None

    def status(self) -> hearth.messages.StatusReport:
        """The server in figures."""
        return status_of(self._run(["status", "--json", *self._at()], _SECONDS_MAX))

    def waiting_arguments(self, seen: str | None) -> list[str]:
        """Those of the program that prints what apps may do and ask, as soon as it differs from what was seen. None:
        nothing was seen, so at once."""
        return ["access", "--json", f"--wait={seen or 0}", *self._at()]

    def decide(
        self, verb: str, app: str, types: Sequence[str], *, what: str, since: str | None = None, asked: bool = False
    ) -> None:
        """Allows or denies an app to save or read types, or takes that back. `verb`: `allow`, `deny` or `revoke`.
        `what`: `share` or `read`. `since`: it reads only samples that end then or later. `asked`: only what the app
        asks for, and nothing is decided of."""
        limit = [] if since is None else [f"--since={since}"]
        limit += ["--asked"] if asked else []
        # An app may be called like an option.
        self._run([verb, f"--{what}", *limit, *self._at(), "--", app, *types], _SECONDS_MAX)

    def let_ask(self, asks: bool) -> None:
        """Says whether apps have to ask for what is not decided."""
        self._run(["access", "--ask" if asks else "--open", *self._at()], _SECONDS_MAX)

    def back_up(self, store: str, folder: Path) -> Path:
        """Copies the file of a store into a folder, which is made when it is not there; returns the new file."""
        copy = folder / f"{datetime.now(UTC):%Y-%m-%dT%H%M%S}{SUFFIX}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            raise OwnerError("The folder of the backups cannot be made.") from None
        self._run(["backup", f"--store={store}", "--", str(copy)], _COPY_SECONDS_MAX)
        return copy

    def _at(self) -> list[str]:
        return [] if self.socket is None else [f"--socket={self.socket}"]

    def found_program(self) -> str:
        """The server's program."""
        program = self.program or shutil.which("hearth")
        if program is None:
            raise OwnerError("The program hearth, which does this, was not found.")
        return program

    def _run(self, arguments: Sequence[str], seconds: float) -> str:
        try:
            done = subprocess.run(
                [self.found_program(), *arguments],
                check=False,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=seconds,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.SubprocessError, ValueError):
            raise OwnerError("The program hearth does not run.") from None
        if done.returncode:
            raise OwnerError(done.stderr.strip().removeprefix("hearth: ") or "The program hearth has failed.")
        return done.stdout

    def delete(self, app: Source, types: Iterable[str]) -> int:
        """Deletes all samples of these types that are an app's; returns how many these were. It takes several commits,
        so that other apps are not kept waiting."""
        saved = source(app.bundle_identifier)
        named = hearth.messages.App(bundle_identifier=app.bundle_identifier, name=app.name)
        of = list(types)
        count = 0
        # An app deletes what it saved itself: what was imported for another one is the import's.
        for acting in (named, _IMPORT):
            with self._client_of(acting) as client:
                for one in of:
                    found = client.read(one, saved, order=start, limit=1)
                    # From sample to sample: years between two of them take no commits.
                    while len(found):
                        time = found.starts[0]
                        within = saved & (start >= time) & (start < time + _STEP)
                        count += client.delete_matching(one, within).deleted
                        found = client.read(one, saved & (start >= time + _STEP), order=start, limit=1)
        return count

    def _client_of(self, app: hearth.messages.App) -> hearth.Client:
        """A client that is this app. One that has a socket of its own is itself only there, where the owner may go."""
        client = hearth.Client(self.socket, app=app)
        try:
            client.ping()
        except hearth.HearthError as error:
            client.close()
            own = self._own_socket(app.bundle_identifier) if _is_refused(error) else None
            if own is None:
                raise
            return hearth.Client(own, app=app)
        return client

    def _own_socket(self, app: str) -> str | None:
        """The socket that only this app has. None: it has none."""
        for line in self._run(["app", "list", "--json", *self._at()], _SECONDS_MAX).splitlines():
            try:
                one = json.loads(line)
                if one["identifier"] == app:
                    return str(one["socket"])
            except (KeyError, TypeError, ValueError):
                raise OwnerError("The program hearth does not tell where this app's own socket is.") from None
        return None


def status_of(text: str) -> hearth.messages.StatusReport:
    """What the program has printed of the server. Of the apps that the server starts it prints less than there is."""
    try:
        whole = json.loads(text)
        return hearth.messages.StatusReport(
            server_version=whole["server_version"],
            process=whole["process"],
            uptime_milliseconds=whole["uptime_milliseconds"],
            store={name: whole[name] for name in _STORE_FIGURES},
            counters={name: whole[name] for name in _COUNTERS},
            connections=[
                {**one, "subscriptions": [{"lag": call["lag"]} for call in one["subscriptions"]]}
                for one in whole["connection_list"]
            ],
            connection_count=whole["connections"],
            background_apps=[
                {name: one[name] for name in ("bundle_identifier", "registrations")}
                for one in whole["background_app_list"]
            ],
        )
    except (ValueError, LookupError, TypeError, RecursionError):
        raise OwnerError("The program hearth is older than this dashboard, and does not tell it.") from None


def _is_refused(error: hearth.HearthError) -> bool:
    return isinstance(error, hearth.RequestError) and error.code is hearth.ErrorCode.AUTHORIZATION_DENIED
