"""Where it was measured, and with which versions."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path


def _first_line(*command: str) -> str:
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""
    return found.splitlines()[0].strip() if found else ""


def _field(file: str, name: str) -> str:
    for line in Path(file).read_text().splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return ""


def _file_system(folder: Path) -> str:
    """That which is mounted nearest to the folder."""
    nearest = ("", "")
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, place, kind, *_ = line.split(" ")
        if str(folder).startswith(place) and len(place) >= len(nearest[0]):
            nearest = (place, kind)
    return nearest[1]


def _system() -> str:
    for line in Path("/etc/os-release").read_text().splitlines():
        if line.startswith("PRETTY_NAME="):
            return line.partition("=")[2].strip('"')
    return platform.system()


def is_in_memory(folder: Path) -> bool:
    return _file_system(folder) in ("tmpfs", "ramfs")


def described(folder: Path) -> dict[str, str]:
    memory = int(_field("/proc/meminfo", "MemTotal").split()[0]) / 2**20
    return {
        "processor": f"{_field('/proc/cpuinfo', 'model name')}, {os.cpu_count()} cores",
        "memory": f"{memory:.0f} GiB",
        "system": f"{_system()}, Linux {platform.release()}",
        "file system": _file_system(folder),
    }


def _package(name: str) -> str:
    return _first_line("dpkg-query", "--show", "--showformat=${Version}", name)


def versions(root: Path) -> dict[str, str]:
    return {
        "Hearth": _first_line("git", "-C", str(root), "rev-parse", "--short", "HEAD"),
        "SQLite": _package("libsqlite3-0"),
        "DuckDB": _first_line(os.environ["COMPARISON_PYTHON"], "-c", "import duckdb; print(duckdb.__version__)"),
        "PostgreSQL": _package("postgresql-15") or _package("postgresql"),
        "Redis": _package("redis-server"),
        "gRPC": _package("libgrpc++1.51") or _package("libgrpc++-dev"),
    }
