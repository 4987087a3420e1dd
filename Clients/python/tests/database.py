"""PostgreSQL, with a cluster in a folder of its own, which it is reached in over a Unix socket."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

VERSIONS = Path("/usr/lib/postgresql")


class Database:
    """Runs within a `with` statement. Root runs it as the user postgres, since it does not run as root."""

    user = "hearth"

    def __init__(self, primary: Database | None = None) -> None:
        """With a primary it is a standby of it, by the name of `standby`."""
        self._primary = primary
        self.folder = Path(tempfile.mkdtemp(prefix="hearth-postgresql-"))
        self._programs = max(VERSIONS.iterdir(), key=lambda version: int(version.name)) / "bin"
        self._data = str(self.folder / "data")

    def __enter__(self) -> Self:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        if self._primary is None:
            self._run("initdb", "-A", "trust", "-U", self.user, "-E", "UTF8", "--locale=C", "--no-sync")
        else:
            source = f"host={self._primary.folder} user={self.user} application_name=standby"
            self._run("pg_basebackup", "-d", source, "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        options = f"-k {self.folder} -c listen_addresses= -c fsync=on"
        self._run("pg_ctl", "start", "-s", "-w", "-l", str(self.folder / "log"), "-o", options)
        return self

    def __exit__(self, *_: object) -> None:
        self.lose()
        shutil.rmtree(self.folder)

    def lose(self) -> None:
        """As with its machine: nothing is finished. Once more it does nothing."""
        if (self.folder / "data/postmaster.pid").exists():
            self._run("pg_ctl", "stop", "-s", "-w", "-m", "immediate")

    def promote(self) -> None:
        """Makes a primary of a standby."""
        self._run("pg_ctl", "promote", "-s", "-w")

    def execute(self, statement: str) -> str:
        """What `psql` prints of one statement."""
        command = ["psql", "-h", str(self.folder), "-U", self.user, "-d", "postgres", "-Atc", statement]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def _run(self, program: str, *arguments: str) -> None:
        name = "postgres" if os.geteuid() == 0 else None
        command = [str(self._programs / program), *arguments, "-D", self._data]
        subprocess.run(
            command,
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            user=name,
            group=name,
            extra_groups=[] if name else None,
        )
