"""Files of tiles around the run of the tests."""

from __future__ import annotations

import sqlite3
import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path


def picture(colour: tuple[int, int, int]) -> bytes:
    """A picture in PNG of one colour."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    row = zlib.compress(b"\0" + bytes(colour))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", row) + chunk(b"IEND", b"")


def tile_file(path: Path, *, zooms: range = range(17), **metadata: str) -> Path:
    """Tiles around the run of the tests, the colours of a board."""
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        file.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        file.executemany("INSERT INTO metadata VALUES (?, ?)", {"format": "png", **metadata}.items())
        for zoom in zooms:
            column, row = position(52.46, 13.26, zoom)
            for x in range(max(int(column) - 8, 0), min(int(column) + 9, 1 << zoom)):
                for y in range(max(int(row) - 8, 0), min(int(row) + 9, 1 << zoom)):
                    colour = (250, 240, 200) if (x + y) % 2 else (200, 230, 250)
                    file.execute(
                        "INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, x, (1 << zoom) - 1 - y, picture(colour))
                    )
    file.close()
    return path


def position(latitude: float, longitude: float, zoom: int) -> tuple[float, float]:
    """The tile of a place, as the documentation of OpenStreetMap computes it."""
    radians = np.radians(latitude)
    row = (1 - np.log(np.tan(radians) + 1 / np.cos(radians)) / np.pi) / 2
    return (longitude + 180) / 360 * 2**zoom, float(row * 2**zoom)
