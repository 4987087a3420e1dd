"""Anchors as a server makes them. To a client they are opaque."""

from __future__ import annotations

STORE = bytes.fromhex("f0e1d2c3b4a54687 9786a5b4c3d2e1f0")
CASTAGNOLI = 0x82F63B78


def crc32c(content: bytes) -> int:
    remainder = 0xFFFFFFFF
    for byte in content:
        remainder ^= byte
        for _ in range(8):
            remainder = remainder >> 1 ^ (CASTAGNOLI if remainder & 1 else 0)
    return remainder ^ 0xFFFFFFFF


def commit(number: int) -> bytes:
    return number.to_bytes(6, "little")


def limited_anchor(making_up: bool) -> bytes:
    """Of a stream that has what its app could read up to commit 7; deletions after 5 may have been hidden from it."""
    content = bytes([3]) + STORE + commit(7) + commit(7) + (0x1122334455667788).to_bytes(8, "little") + commit(5)
    if making_up:
        # Samples up to 4, for an app that may read everything now.
        content += bytes([1]) + commit(4) + bytes(8)
    return content + crc32c(content).to_bytes(4, "little")
