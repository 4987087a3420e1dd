"""The files of Protocol/vectors, which Protocol/vectors/README.md describes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hearth import messages as pb

if TYPE_CHECKING:
    from collections.abc import Iterator

VECTORS = Path(__file__).resolve().parents[3] / "Protocol" / "vectors"
PREFIX_BYTES = 4


@dataclass(frozen=True)
class Case:
    """An `accept-*.hex` or `refuse-*.hex`."""

    name: str
    header: dict[str, str]
    data: bytes

    @property
    def body(self) -> bytes:
        """Without the prefix."""
        return self.data[PREFIX_BYTES:]


def cases(kind: str, direction: str) -> list[Case]:
    """`kind` is `accept` or `refuse`, `direction` who sends it: `client` or `server`."""
    found = []
    for path in sorted(VECTORS.glob(f"{kind}-*.hex")):
        lines = path.read_text().splitlines()
        header = dict(line.removeprefix("# ").split(": ", 1) for line in lines if line.startswith("#"))
        data = bytes.fromhex(" ".join(line for line in lines if not line.startswith("#")))
        if header["direction"] == direction:
            found.append(Case(path.stem, header, data))
    return found


def frames() -> Iterator[tuple[str, str, bytes]]:
    """The name, the message's type and the bytes of each frame."""
    for path in sorted((VECTORS / "frames").glob("*.txtpb")):
        kind = path.read_text().partition("\n")[0].removeprefix("# hearth.v1.")
        yield path.stem, kind, bytes.fromhex(path.with_suffix(".hex").read_text())


def exchanges(name: str) -> list[tuple[str, bytes]]:
    """Who sends, and the body of each frame of a session."""
    lines = (VECTORS / "sessions" / name).read_text().splitlines()
    frames = (line.partition(": ") for line in lines if line[:2] in {"C:", "S:"})
    return [(sender, bytes.fromhex(digits)[PREFIX_BYTES:]) for sender, _, digits in frames]


def sessions() -> list[str]:
    """Their names."""
    return sorted(path.name for path in (VECTORS / "sessions").glob("*.txt"))


def decode(kind: str, body: bytes) -> pb.ClientFrame | pb.ServerFrame:
    """The message of a frame's body."""
    return pb.ClientFrame.FromString(body) if kind == "ClientFrame" else pb.ServerFrame.FromString(body)
