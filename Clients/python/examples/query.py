"""Prints the heart rates of the last day that are above a value, the newest first.

usage: python examples/query.py [COUNT_PER_MINUTE]
"""

from __future__ import annotations

import sys

import numpy as np

import hearth
from hearth.predicates import quantity, start


def main() -> None:
    least = float(sys.argv[1]) if len(sys.argv) > 1 else 100.0
    yesterday = np.datetime64("now") - np.timedelta64(1, "D")
    condition = (start >= yesterday) & (quantity("count/min") > least)
    with hearth.Client() as client:
        found = client.read("heartRate", condition, unit="count/min", order=start.descending, limit=20)
    for time, value in zip(found.starts, found.values, strict=True):
        print(np.datetime_as_string(time, "s"), f"{value:.0f}")
    print(f"{len(found)} heart rates above {least:.0f}/min")


if __name__ == "__main__":
    main()
