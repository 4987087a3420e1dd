"""How long the report of a run takes, and how large it is.

usage: python benchmarks/report.py [HOURS]

Makes a run of that many hours (3, if not said) with a position, heart rate, power and distance each second. Prints the
median of five rounds, with the shortest and the longest. It needs no server.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import median

from hearth_dashboard.report import report_html

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from runs import analysed, recorded_run

ROUNDS = 5


def main() -> None:
    """Makes the run and measures."""
    samples = recorded_run(float(sys.argv[1]) if len(sys.argv) > 1 else 3)
    analyses, reports, size = [], [], 0
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        analysis = analysed(samples)
        middle = time.perf_counter()
        size = len(report_html(analysis).encode())
        analyses.append((middle - begin) * 1000)
        reports.append((time.perf_counter() - middle) * 1000)
    for name, lasted in (("analysis", analyses), ("report_html", reports)):
        print(f"{name:12} {median(lasted):8.1f} ms ({min(lasted):.1f} - {max(lasted):.1f})")
    print(f"{'size':12} {size / 1024:8.0f} KiB")


if __name__ == "__main__":
    main()
