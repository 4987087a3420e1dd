"""The servers of the lanes: each is started in a folder of its own and says when it is ready."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import threading
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

PATIENCE = 600.0


class ServerError(Exception):
    pass


def command_of(program: str) -> str:
    """The programs that were built are named by the environment; `run` sets it."""
    return str(Path(os.environ["COMPARISON_PROGRAMS"]) / program)


class Server:
    """One process, with all that it starts. What it prints goes to a file, for when it fails."""

    ready = ""  # a part of the line that says so
    user: str | None = None  # who runs it

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None

    def prepare(self) -> None:
        """Before the first start."""

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        """Starts it and waits until it is ready."""
        is_ready = threading.Event()
        self._process = subprocess.Popen(
            # The server ends with this program, however that ends.
            ["setpriv", "--pdeathsig", "KILL", *self.command()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            user=self.user,
            group=None if self.user is None else pwd.getpwnam(self.user).pw_gid,
            extra_groups=None if self.user is None else [],
            cwd=self.folder,
        )
        self._reader = threading.Thread(target=self._read, args=(self._process, is_ready), daemon=True)
        self._reader.start()
        if not is_ready.wait(PATIENCE) or self._process.poll() is not None:
            self.end()
            raise ServerError(f"{self.command()[0]} does not get ready: {self.log.read_text()[-1000:]}")

    def _read(self, process: subprocess.Popen[bytes], is_ready: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout, self.log.open("ab") as log:
            for line in process.stdout:
                log.write(line)
                log.flush()
                if self.ready.encode() in line:
                    is_ready.set()
        is_ready.set()

    @property
    def log(self) -> Path:
        return self.folder.parent / f"{self.folder.name}.log"

    def stop(self) -> None:
        """In order, so that everything is where it belongs."""
        if self._process is not None:
            self._process.send_signal(self.stop_signal)
            self._process.wait(PATIENCE)
            self._end_process()

    stop_signal = signal.SIGTERM

    def end(self) -> None:
        self._end_process()

    def _end_process(self) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        if self._reader is not None:
            self._reader.join(10)
        self._process = None

    def memory_bytes(self) -> int:
        """Of all its processes; what they share counts once."""
        assert self._process is not None
        total = 0
        for process in [self._process.pid, *children_of(self._process.pid)]:
            try:
                lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended meanwhile
            total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
        return total

    def disk_bytes(self) -> int:
        """What its files take."""
        return bytes_below(self.folder)


def children_of(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[1]) == parent:
                found.append(int(entry.name))
    return found


def bytes_below(folder: Path) -> int:
    return sum(path.stat().st_blocks * 512 for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


class HearthServer(Server):
    ready = "serves"

    def prepare(self) -> None:
        self.folder.chmod(0o700)

    @property
    def store(self) -> str:
        return str(self.folder / "store.hearth")

    def command(self) -> list[str]:
        return [os.environ["HEARTH"], "serve", "--store", self.store, "--socket", str(self.folder / "socket")]


class RedisServer(Server):
    ready = "eady to accept connections"

    def command(self) -> list[str]:
        return [
            *("redis-server", "--port", "0", "--unixsocket", str(self.folder / "socket"), "--dir", str(self.folder)),
            *("--save", "", "--appendonly", "yes", "--appendfsync", "always"),
        ]


class GRPCServer(Server):
    ready = "ready"

    def command(self) -> list[str]:
        return [command_of("grpc-server"), str(self.folder / "socket")]


class PostgreSQLServer(Server):
    """Refuses to be run by root, as whom it is run by the user that the package has made."""

    ready = "database system is ready to accept connections"
    user = "postgres" if os.geteuid() == 0 else None
    stop_signal = signal.SIGINT  # ends sessions, writes a checkpoint

    settings: ClassVar[dict[str, str]] = {
        "listen_addresses": "",
        "shared_buffers": "1GB",
        "effective_cache_size": "8GB",
        "work_mem": "64MB",
        "maintenance_work_mem": "256MB",
        "max_wal_size": "8GB",
        "checkpoint_timeout": "15min",
        "random_page_cost": "1.1",
        "jit": "off",
        "max_connections": "1100",
        "fsync": "on",
        "synchronous_commit": "on",
    }

    @staticmethod
    def _program(name: str) -> str:
        # Debian keeps the programs of each version in a folder of its own.
        versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
        return str(versions[-1]) if versions else name

    def prepare(self) -> None:
        if self.user is not None:
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, -1)
        arguments = ["-D", str(self.folder / "data"), "-U", "postgres", "-A", "trust", "--no-locale", "-E", "UTF8"]
        subprocess.run(
            [self._program("initdb"), *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self.user,
            group=None if self.user is None else pwd.getpwnam(self.user).pw_gid,
            extra_groups=None if self.user is None else [],
            cwd=self.folder,
        )

    def command(self) -> list[str]:
        given = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        return [self._program("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *given]


class HearthOnPostgreSQLServer(HearthServer):
    """Hearth with its store in a PostgreSQL of its own, which is set as that of the plain rows is."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._database = PostgreSQLServer(folder / "postgresql")
        self._empty_bytes = 0

    @property
    def store(self) -> str:
        return f"postgres://postgres@/postgres?host={quote(str(self._database.folder))}&store=comparison"

    def prepare(self) -> None:
        # The user who runs the database passes the folder, and reads nothing in it.
        self.folder.chmod(0o711)
        self._database.folder.mkdir()
        self._database.prepare()
        self._empty_bytes = self._tables_bytes()

    def start(self) -> None:
        self._database.start()
        super().start()

    def stop(self) -> None:
        super().stop()
        self._database.stop()

    def end(self) -> None:
        super().end()
        self._database.end()

    def memory_bytes(self) -> int:
        return super().memory_bytes() + self._database.memory_bytes()

    def disk_bytes(self) -> int:
        """The tables with their indexes, without the log: as of the plain rows."""
        return self._tables_bytes() - self._empty_bytes

    def _tables_bytes(self) -> int:
        return bytes_below(self._database.folder / "data" / "base")
