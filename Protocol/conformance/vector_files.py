"""The files of Protocol/vectors: how they are read and written. Protocol/vectors/README.md describes them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Mapping

from schema import CLIENT_FRAME, SERVER_FRAME, VECTORS, encode, parse_text

FRAMES = VECTORS / "frames"
SESSIONS = VECTORS / "sessions"

PREFIX_BYTES = 4
FRAME_BYTES_MAX = 16 * 1024 * 1024
_BYTES_A_LINE = 32
_FRAME_OF_SENDER: Mapping[str, str] = {"C": CLIENT_FRAME, "S": SERVER_FRAME}
_TEXT_INDENT = "#   "


def framed(body: bytes) -> bytes:
    """The body behind its length, as it passes over the socket."""
    return struct.pack("<I", len(body)) + body


def unframed(frame: bytes) -> bytes:
    """The body of a whole frame; an error when the prefix says another length."""
    (length,) = struct.unpack_from("<I", frame)
    body = frame[PREFIX_BYTES:]
    if length != len(body):
        raise ValueError(f"the prefix says {length} bytes, but {len(body)} follow")
    return body


def hex_text(data: bytes) -> str:
    lines = (data[start : start + _BYTES_A_LINE].hex(" ") for start in range(0, len(data), _BYTES_A_LINE))
    return "".join(f"{line}\n" for line in lines)


# ------------------------------------------------------------------------------------------------------------ frames


@dataclass(frozen=True)
class FrameText:
    """A frame's text form."""

    message_type: str
    text: str

    @staticmethod
    def read(path: Path) -> FrameText:
        text = path.read_text()
        first_line = text.partition("\n")[0]
        return FrameText(first_line.removeprefix("# hearth.v1."), text)

    def encoded(self) -> bytes:
        """The whole frame, prefix included."""
        return framed(encode(parse_text(self.message_type, self.text)))


def frame_texts() -> list[Path]:
    return sorted(FRAMES.glob("*.txtpb"))


# ------------------------------------------------------------------------------------- frames to accept and to refuse


@dataclass(frozen=True)
class CaseFile:
    """An `accept-*.hex` or `refuse-*.hex`: bytes, and what is to become of them."""

    header: Mapping[str, str]
    data: bytes

    @staticmethod
    def read(path: Path) -> CaseFile:
        lines = path.read_text().splitlines()
        header = dict(line.removeprefix("# ").split(": ", 1) for line in lines if line.startswith("#"))
        data = bytes.fromhex(" ".join(line for line in lines if not line.startswith("#")))
        return CaseFile(header, data)

    def text(self) -> str:
        return "".join(f"# {key}: {value}\n" for key, value in self.header.items()) + hex_text(self.data)


def case_files(kind: str) -> list[Path]:
    """`kind` is `accept` or `refuse`."""
    return sorted(VECTORS.glob(f"{kind}-*.hex"))


# ---------------------------------------------------------------------------------------------------------- sessions


@dataclass(frozen=True)
class Exchange:
    """One frame of a session: who sends it, its text form, and its hex as it stands in the file."""

    message_type: str
    text: str
    hex_digits: str

    def encoded(self) -> bytes:
        return framed(encode(parse_text(self.message_type, self.text)))


def session_files() -> list[Path]:
    return sorted(SESSIONS.glob("*.txt"))


def exchanges(session: str) -> Iterator[Exchange]:
    """The frames of a session in their order."""
    text_lines: list[str] = []
    for line in session.splitlines():
        sender, colon, rest = line.partition(":")
        if line.startswith(_TEXT_INDENT):
            text_lines.append(line.removeprefix(_TEXT_INDENT))
        elif colon and sender in _FRAME_OF_SENDER:
            yield Exchange(_FRAME_OF_SENDER[sender], "\n".join(text_lines), rest.strip())
            text_lines = []
        elif line and not line.startswith("#"):
            raise ValueError(f"neither a comment nor a frame: {line}")


def session_with_hex(session: str) -> str:
    """The session with every frame's hex made anew from the text form above it."""
    frames = (exchange.encoded().hex(" ") for exchange in exchanges(session))
    lines = session.splitlines()
    filled = (f"{line[0]}: {next(frames)}" if line[:2] in ("C:", "S:") else line for line in lines)
    return "".join(f"{line}\n" for line in filled)
