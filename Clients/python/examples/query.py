"""Prints the heart rates of the last day that are above a value, the newest first."""

from __future__ import annotations

import argparse

import numpy as np

import hearth
from hearth.predicates import quantity, start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("least", type=float, nargs="?", default=100.0, help="beats per minute; default: 100")
    least = parser.parse_args().least
    yesterday = np.datetime64("now") - np.timedelta64(1, "D")
    condition = (start >= yesterday) & (quantity("count/min") > least)
    with hearth.Client() as client:
        found = client.read("heartRate", condition, unit="count/min", order=start.descending, limit=20)
    for time, value in zip(found.starts, found.values, strict=True):
        print(np.datetime_as_string(time, "s"), f"{value:.0f}")
    print(f"{len(found)} heart rates above {least:.0f}/min")


if __name__ == "__main__":
    main()
