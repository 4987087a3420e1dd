"""The backups of a store: copies of its file in a folder."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..backup_files import SUFFIX, folder_of
from ..report.markup import Markup, element
from ..report.tables import table
from .byte_texts import byte_text
from .frame import empty, panel
from .secret_form import secret_form

if TYPE_CHECKING:
    from pathlib import Path

    from .visit import Visit

#: Those that are listed.
_SHOWN = 10
#: Seconds since 1970: the year 9000.
_TIME_MAX = 221_845_392_000
#: An age of more is said in days.
_HOURS_MAX = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A file in the folder."""

    name: str
    byte_count: int
    made: datetime


def backups_in(folder: Path) -> list[Backup]:
    """The newest first. A folder that cannot be read has none."""
    found = []
    try:
        for path in folder.iterdir():
            if path.suffix != SUFFIX:
                continue
            state = path.lstat()
            # A link may lead anywhere, and an empty file is no copy of anything.
            if stat.S_ISREG(state.st_mode) and state.st_size:
                # No calendar has all times that a file can have.
                made = datetime.fromtimestamp(min(max(state.st_mtime, 0), _TIME_MAX), UTC)
                name = path.name.encode("utf-8", "backslashreplace").decode()
                found.append(Backup(name=name, byte_count=state.st_size, made=made))
    except OSError:
        pass
    return sorted(found, key=lambda one: (one.made, one.name), reverse=True)


def backups_panel(visit: Visit, store: str) -> Markup:
    """The backups that there are, and a button that makes another one."""
    folder = folder_of(store, visit.backups)
    if folder is None:
        return panel("Backups", empty("The file of the store is not on this machine, where backups could be seen."))
    found = backups_in(folder)
    rows = [
        (one.name, f"{one.made.astimezone(visit.zone):%Y-%m-%d %H:%M}", byte_text(one.byte_count))
        for one in found[:_SHOWN]
    ]
    left = len(found) - len(rows)
    return panel(
        "Backups",
        element("p", _age(found, visit.now())),
        table(("File", "Made", "Size"), rows, texts={"Made"}, note=f"and {left:,} older ones" if left else None)
        if rows
        else None,
        element("p", f"In {str(folder).encode('utf-8', 'backslashreplace').decode()}.", class_="note"),
        secret_form(visit, "/system/backup", element("button", "Back up now", id="back-up")),
    )


def _age(found: list[Backup], now: datetime) -> str:
    if not found:
        return "There is no backup yet."
    hours = max(int((now - found[0].made).total_seconds() // 3600), 0)
    age = f"{hours // 24:,} days" if hours >= _HOURS_MAX else f"{hours} h" if hours else "less than an hour"
    return f"The newest was made {age} ago."
