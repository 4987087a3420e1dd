"""A map of streets below a route, of a file or from a server of tiles: only where a person asks for one, because a
request for tiles tells where the route is."""

from __future__ import annotations

import base64
import re
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np

from .markup import Markup, element

if TYPE_CHECKING:
    from .route_map import Canvas

#: Pixels of a tile as it was drawn.
_TILE = 256
#: Of a map: what needs more has larger tiles.
_COUNT_MAX = 64
#: Pixels by which a tile reaches below the next one: edges that are between two pixels would let the page through.
_OVERLAP = 0.4
#: The farthest that tiles of the whole earth go.
_ZOOM_MAX = 22
#: Of a tile: a large picture has some hundred kilobytes.
_BYTES_MAX = 4 << 20
#: Of a processor, for a query, and the steps of SQLite's machine between two looks at the clock.
_SECONDS_MAX, _STEPS = 2, 1000
#: Of what is said about a map.
_LETTERS_MAX = 500
#: The latitude where the square map of the earth ends.
_LATITUDE_MAX = 85.0511287798
_KINDS = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"}
_PLACE = re.compile(r"\{([zxy])\}")


class TilesError(ValueError):
    """These are no tiles that can be drawn; the text says why."""


class Tiles(ABC):
    """Square pictures of the earth in the projection of the web's maps."""

    #: Who made the map, which a page must say.
    attribution: str
    zoom_min: int = 0
    zoom_max: int = _ZOOM_MAX

    @abstractmethod
    def address(self, zoom: int, x: int, y: int) -> str | None:
        """The address of a picture, for a page. None: there is none."""

    @property
    def origin(self) -> str | None:
        """The origin of pictures that are of another server. None: they are of none."""
        return None


class RemoteTiles(Tiles):
    """Tiles of a server, which the browser asks for."""

    def __init__(self, template: str) -> None:
        """`template`: an address with `{z}`, `{x}` and `{y}` in its path."""
        parts = urlsplit(template)
        found = sorted(_PLACE.findall(parts.path))
        if parts.scheme not in {"https", "http"} or not parts.hostname or parts.username or found != ["x", "y", "z"]:
            raise TilesError("The address of tiles is https://HOST/… with {z}, {x} and {y} in its path.")
        # What a policy is made of may hold nothing that ends a part of it.
        if not re.fullmatch(r"[\w.\-]+(:\d+)?", parts.netloc, re.ASCII):
            raise TilesError("The host of the tiles is no name.")
        self._template = template
        self._origin = f"{parts.scheme}://{parts.netloc}"
        is_open = f".{parts.hostname}".endswith(".openstreetmap.org")
        self.attribution = f"© OpenStreetMap contributors ({parts.hostname})" if is_open else parts.hostname
        self.zoom_max = 19

    @property
    def origin(self) -> str:
        return self._origin

    def address(self, zoom: int, x: int, y: int) -> str:
        numbers = {"z": zoom, "x": x, "y": y}
        return _PLACE.sub(lambda one: str(numbers[one[1]]), self._template)


class FileTiles(Tiles):
    """The tiles in an MBTiles file."""

    def __init__(self, path: Path, *, is_embedded: bool = False) -> None:
        """`is_embedded`: addresses hold the pictures themselves, as a report needs it; else those of the dashboard."""
        self._is_embedded = is_embedded
        self._lock = threading.Lock()
        self._end = 0.0
        if not path.is_file():
            raise TilesError(f"{path} is not there, or is not a file.")
        try:
            self._file = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
            self._file.text_factory = lambda text: text.decode("utf-8", "replace")
            # Tables may be views that never end, and that make very long values.
            self._file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _BYTES_MAX)
            self._file.set_progress_handler(self._is_over, _STEPS)
            names = "name IN ('format', 'attribution', 'name')"
            query = f"SELECT name, substr(value, 1, {_LETTERS_MAX}) FROM metadata WHERE {names} LIMIT 1000"
            values = dict(self._found(query, ()))
            least, most = (self._found(f"SELECT {one}(zoom_level) FROM tiles", ())[0][0] for one in ("min", "max"))
        except (sqlite3.Error, ValueError):
            raise TilesError(f"{path} is not an MBTiles file.") from None
        kind = str(values.get("format", "png")).lower()
        if kind not in _KINDS:
            raise TilesError(f"{path} holds no pictures: its format is not png, jpg or webp.")
        if not isinstance(least, int) or not isinstance(most, int):
            raise TilesError(f"{path} holds no tiles.")
        self.kind = _KINDS[kind]
        self.zoom_min, self.zoom_max = max(least, 0), min(most, _ZOOM_MAX)
        # It may be HTML, and is shown as text.
        said = str(values.get("attribution") or values.get("name") or path.name)[:_LETTERS_MAX]
        self.attribution = re.sub(r"<[^<>]*>", "", said)

    def picture(self, zoom: int, x: int, y: int) -> bytes | None:
        """A tile. None: the file does not have it."""
        # Rows of the file count from the south.
        place = (zoom, x, (1 << zoom) - 1 - y)
        query = (
            "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?"
            f" AND typeof(tile_data) = 'blob' AND length(tile_data) <= {_BYTES_MAX} LIMIT 1"
        )
        try:
            found = self._found(query, place)
        except sqlite3.Error:
            # It is damaged, or takes too long: the map has a hole there.
            return None
        return bytes(found[0][0]) if found else None

    def _found(self, query: str, values: tuple[int, ...]) -> list[tuple[Any, ...]]:
        with self._lock:
            self._end = time.thread_time() + _SECONDS_MAX
            return self._file.execute(query, values).fetchall()

    def _is_over(self) -> bool:
        """Whether the query is to end. It runs in the thread that has asked."""
        return time.thread_time() > self._end

    def address(self, zoom: int, x: int, y: int) -> str | None:
        if not self._is_embedded:
            return f"/tiles/{zoom}/{x}/{y}"
        picture = self.picture(zoom, x, y)
        return None if picture is None else f"data:{self.kind};base64,{base64.b64encode(picture).decode()}"


def tiles_of(text: str, *, is_embedded: bool = False) -> Tiles:
    """The tiles of a file or of an address."""
    if "://" not in text:
        return FileTiles(Path(text), is_embedded=is_embedded)
    if is_embedded:
        raise TilesError("A report holds its map: name a file of tiles (MBTiles).")
    return RemoteTiles(text)


def tile_images(tiles: Tiles, canvas: Canvas, width: float) -> Markup:
    """The tiles below a canvas. Within one the projections differ by two pixels at most, but for hundreds of kilometres
    near a pole, so that each is a rectangle."""
    east = canvas.west + width / canvas.degree_x
    south = canvas.north - canvas.height / canvas.degree_y
    zoom = _zoom(tiles, canvas, width)
    count = 1 << zoom
    columns = range(int(np.floor(_column(canvas.west, count))), int(np.floor(_column(east, count))) + 1)
    first, last = (int(np.clip(_row(latitude, count), 0, count - 1)) for latitude in (canvas.north, south))
    images = []
    if len(columns) * (last - first + 1) > _COUNT_MAX:
        # Around a pole no tile is a rectangle.
        columns = range(0)
    for column in columns:
        left = (column / count * 360 - 180 - canvas.west) * canvas.degree_x
        for row in range(first, last + 1):
            top, bottom = ((canvas.north - _latitude(one, count)) * canvas.degree_y for one in (row, row + 1))
            # The earth goes on at its other side.
            address = tiles.address(zoom, column % count, row)
            if address is not None:
                wide, high = 360 / count * canvas.degree_x + _OVERLAP, bottom - top + _OVERLAP
                size = {"width": _exact(wide), "height": _exact(high)}
                place = {"x": _exact(left), "y": _exact(top), "preserveAspectRatio": "none"}
                images.append(element("image", href=address, **place, **size))
    return element("g", *images, class_="tiles")


def _zoom(tiles: Tiles, canvas: Canvas, width: float) -> int:
    """The zoom whose tiles are about as large as they were drawn."""
    pixels = canvas.degree_x * 360
    zoom = int(np.clip(round(np.log2(pixels / _TILE)), tiles.zoom_min, tiles.zoom_max))
    while zoom > 0 and (width / (pixels / 2**zoom) + 2) * (canvas.height / (pixels / 2**zoom) + 2) > _COUNT_MAX:
        zoom -= 1
    return zoom


def _exact(pixels: float) -> str:
    return f"{pixels:.3f}"


def _column(longitude: float, count: int) -> float:
    return (longitude + 180) / 360 * count


def _row(latitude: float, count: int) -> float:
    radians = np.radians(np.clip(latitude, -_LATITUDE_MAX, _LATITUDE_MAX))
    return float((1 - np.arcsinh(np.tan(radians)) / np.pi) / 2 * count)


def _latitude(row: float, count: int) -> float:
    return float(np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * row / count)))))
