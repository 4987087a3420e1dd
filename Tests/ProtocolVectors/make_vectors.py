"""Makes the hex of Protocol/vectors: frames and sessions from their text forms, accept-* and refuse-* from cases/.

usage: make_vectors.py           writes what changed, and removes cases that are no longer in the table
       make_vectors.py --check   writes nothing; fails when a file is not what it would write
       make_vectors.py column KIND VALUE...   prints a column's rows for a text form, for example
                                 `column times 2024-03-01T07:00:00Z` (int64s, uint32s, float64s, times or uuids)
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable, Iterator, Mapping

import columns
from cases import CASES
from schema import VECTORS
from vector_files import FrameText, case_files, frame_texts, hex_text, session_files, session_with_hex


def wanted_files() -> Iterator[tuple[Path, str]]:
    """Every file that is made, with the text that it should have."""
    for path in frame_texts():
        yield path.with_suffix(".hex"), hex_text(FrameText.read(path).encoded())
    for path in session_files():
        yield path, session_with_hex(path.read_text())
    for case in CASES:
        yield VECTORS / case.file_name, case.file().text()


def orphans(wanted: Mapping[Path, str]) -> list[Path]:
    """Hex files that nothing makes: left over from a case or a frame that was renamed or removed."""
    made = [*(VECTORS / "frames").glob("*.hex"), *case_files("accept"), *case_files("refuse")]
    return sorted(path for path in made if path not in wanted)


def stale(wanted: Mapping[Path, str]) -> list[Path]:
    return [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]


def make() -> None:
    wanted = dict(wanted_files())
    for path in stale(wanted):
        path.write_text(wanted[path])
        print(f"wrote {path.relative_to(VECTORS)}")
    for path in orphans(wanted):
        path.unlink()
        print(f"removed {path.relative_to(VECTORS)}")
    print(f"{len(wanted)} vectors")


def check() -> int:
    wanted = dict(wanted_files())
    faults = [f"stale: {path.relative_to(VECTORS)}" for path in stale(wanted)]
    faults += [f"made by nothing: {path.relative_to(VECTORS)}" for path in orphans(wanted)]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(wanted)} vectors, {len(faults)} of them not as Tests/ProtocolVectors/run make would write them")
    return 1 if faults else 0


_COLUMN_KINDS: Mapping[str, Callable[[str], bytes]] = {
    "int64s": lambda value: columns.int64s(int(value)),
    "uint32s": lambda value: columns.uint32s(int(value)),
    "float64s": lambda value: columns.float64s(float(value)),
    "times": columns.times,
    "uuids": lambda value: columns.uuids(int(value)),
}


def print_column(kind: str, values: list[str]) -> None:
    for value in values:
        row = "".join(f"\\x{byte:02x}" for byte in _COLUMN_KINDS[kind](value))
        print(f'"{row}" # {value}')


def main(arguments: list[str]) -> int:
    match arguments:
        case []:
            make()
        case ["--check"]:
            return check()
        case ["column", kind, *values] if kind in _COLUMN_KINDS:
            print_column(kind, values)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
