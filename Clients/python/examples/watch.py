"""Prints what is saved and deleted, by any app, until it is interrupted. It goes on where it was when it runs again.

usage: python examples/watch.py ANCHOR_FILE [TYPE ...]
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import hearth
from hearth import aio


def read(kept: Path) -> bytes:
    return kept.read_bytes() if kept.exists() else b""


def keep(kept: Path, anchor: bytes) -> None:
    """At once or not at all."""
    new = kept.with_suffix(".new")
    new.write_bytes(anchor)
    new.replace(kept)


async def watch(kept: Path, types: list[str]) -> None:
    anchor = read(kept)
    async with aio.Client() as client:
        while True:
            try:
                async for changes in client.changes(types, anchor=anchor, follow=True):
                    for samples in changes.added:
                        print(f"{len(samples)} of {samples.type}", flush=True)
                    if len(changes.deleted):
                        print(f"{len(changes.deleted)} deleted", flush=True)
                    # Only now: whoever stops before sees the batch again.
                    keep(kept, changes.anchor)
            except hearth.RequestError as error:
                if not error.code.is_about_anchor:
                    raise
                # The store is another one, or this program was away for too long.
                print("starts again with the whole state", flush=True)
                anchor = b""


def main() -> None:
    try:
        asyncio.run(watch(Path(sys.argv[1]), sys.argv[2:]))
    except KeyboardInterrupt:
        print("stopped")


if __name__ == "__main__":
    main()
