"""What a process costs, and what becomes of the figures."""

from __future__ import annotations

import sys

import pytest

from imports import processes
from imports.store import Imported

TABLE = """run.fit: FIT, 1 workout
type             new  known  changed  not taken  why
ActivitySummary    0      0        0         15  the store computes it from the samples
characteristics    2      0        0          0
heartRate       6291      7        0          0
"""


def test_memory_and_time_are_those_of_the_program() -> None:
    program = "import time\nkept = b'x' * (64 << 20)\nwhile time.process_time() < 0.2: pass"
    cost = processes.run([sys.executable, "-c", program])
    assert 64 << 20 < cost.peak_bytes < 128 << 20
    assert 0.2 <= cost.processor_seconds <= cost.seconds + 0.1


def test_a_program_that_fails_says_why() -> None:
    with pytest.raises(processes.ProgramError, match="ended with 3: no disk"):
        processes.run([sys.executable, "-c", "print('no disk'); raise SystemExit(3)"])


def test_the_table_of_an_import_is_read() -> None:
    imported = Imported(processes.Cost(1, 1, 1, TABLE), 1, 1)
    assert imported.rows == [("ActivitySummary", 0, 0), ("characteristics", 2, 0), ("heartRate", 6291, 7)]
    assert imported.new == 6291
