"""Bytes as people read them."""

from __future__ import annotations

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


def byte_text(count: int) -> str:
    """A number of bytes as people read it.

    >>> byte_text(512), byte_text(1536), byte_text(3 << 30)
    ('512 B', '1.5 KiB', '3.0 GiB')
    """
    value, place = float(count), 0
    while value >= 1024 and place < len(_UNITS) - 1:
        value, place = value / 1024, place + 1
    return f"{value:.1f} {_UNITS[place]}" if place else f"{count} B"
