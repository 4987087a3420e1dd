"""Prints the samples that any app saves and deletes, until it is interrupted. The next run continues where this one
stopped."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import hearth
from hearth import aio


def read(kept: Path) -> bytes:
    return kept.read_bytes() if kept.exists() else b""


def keep(kept: Path, anchor: bytes) -> None:
    """Replaces the file as a whole."""
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
                    # Last: a program that stops before this line gets the batch again.
                    keep(kept, changes.anchor)
            except hearth.RequestError as error:
                if not error.code.is_about_anchor:
                    raise
                # The store was replaced, or this program did not run for too long.
                print("starts over with the whole state", flush=True)
                anchor = b""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("anchor_file", type=Path, help="the file that keeps the position")
    parser.add_argument("types", nargs="*", help="types such as heartRate; default: all")
    arguments = parser.parse_args()
    try:
        asyncio.run(watch(arguments.anchor_file, arguments.types))
    except KeyboardInterrupt:
        print("stopped")


if __name__ == "__main__":
    main()
