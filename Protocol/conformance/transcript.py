"""Transcripts: how they are read. README.md describes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Step:
    """One step: what kind it is (`C`, `S`, `T`, `P` or `*`), what it says, and where it stands."""

    kind: str
    text: str
    line: int


@dataclass(frozen=True)
class Transcript:
    """A case: its name is that of the file, its purpose the first comment."""

    name: str
    purpose: str
    steps: tuple[Step, ...]


_KINDS = ("C: ", "S: ", "T: ", "P: ", "* ")


def read(path: Path) -> Transcript:
    lines = path.read_text().splitlines()
    purpose: list[str] = []
    steps: list[Step] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            if not steps and len(purpose) == number - 1:
                purpose.append(line.removeprefix("#").strip())
        elif line.startswith(" ") and steps:
            last = steps[-1]
            steps[-1] = Step(last.kind, f"{last.text} {line.strip()}", last.line)
        elif line.startswith(_KINDS):
            kind, _, text = line.partition(" ")
            steps.append(Step(kind.removesuffix(":"), text.strip(), number))
        elif line.strip():
            raise ValueError(f"{path.name}:{number}: neither a comment nor a step: {line}")
    return Transcript(path.stem, " ".join(purpose), tuple(steps))


def paths(side: str) -> list[Path]:
    """The transcripts for a side, `client` or `server`: each file is a case."""
    return sorted((HERE / side).glob("*.txt"))


@dataclass(frozen=True)
class FrameStep:
    """What a step `C:` or `S:` says: the call, the name of the request or reply, and its fields."""

    call: str
    content: str
    fields: str


_FRAME = re.compile(r"(\$\w+|\d+) (\w+)(?: (\{.*\}))?$", re.DOTALL)


def frame_step(step: Step) -> FrameStep:
    match = _FRAME.match(step.text)
    if match is None:
        raise ValueError(f"line {step.line} is no frame: {step.text}")
    return FrameStep(match[1], match[2], match[3] or "{}")
