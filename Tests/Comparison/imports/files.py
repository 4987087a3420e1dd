"""The generated files of a run. A folder that is kept has them already the next time."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from imports.generated import apple, fit, gpx
from imports.generated.contents import Contents

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from imports.amounts import Amounts


@dataclass(frozen=True)
class File:
    path: Path
    contents: Contents

    @property
    def size(self) -> int:
        return self.path.stat().st_size


class Files:
    def __init__(self, folder: Path, amounts: Amounts, seed: int) -> None:
        self._folder = folder
        self._amounts = amounts
        self._seed = seed

    def export(self) -> File:
        amounts = self._amounts.export
        name = f"export-{amounts.records}-{amounts.workouts}-{amounts.routes}-{amounts.points}"
        return self._made(f"{name}-{self._seed}.zip", lambda path: apple.write(path, amounts, self._seed))

    def fit(self) -> File:
        seconds = self._amounts.fit_seconds
        return self._made(f"run-{seconds}-{self._seed}.fit", lambda path: fit.write(path, seconds, self._seed))

    def gpx(self) -> File:
        size = self._amounts.gpx_bytes
        return self._made(f"track-{size}-{self._seed}.gpx", lambda path: gpx.write(path, size, self._seed))

    def _made(self, name: str, write: Callable[[Path], Contents]) -> File:
        """What the file holds is next to it, and is written last: a file without it is not whole."""
        path = self._folder / name
        description = path.with_suffix(".json")
        if description.exists():
            return File(path, Contents(**json.loads(description.read_text())))
        contents = write(path)
        description.write_text(json.dumps(asdict(contents)))
        return File(path, contents)
