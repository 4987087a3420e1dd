"""Where the backups of a store lie, and how their files are called."""

from __future__ import annotations

from pathlib import Path

#: How the names of stores end.
SUFFIX = ".hearth"


def folder_of(store: str, chosen: Path | None) -> Path | None:
    """Where the backups of a store lie: in the folder that was chosen, else beside it. None: its file is not here."""
    path = Path(store)
    if not store or not path.is_file():
        return None
    return chosen or path.parent / "backups"
