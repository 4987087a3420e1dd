"""The statistics and the tables: python3 -m unittest, in this folder."""

from __future__ import annotations

import unittest

import amounts
import tables
from driver import CannotError, DriverError, parse_answer
from figures import Figures, Spread
from lanes import LANES
from works import BY_KEY


def figures(**lanes: list[float]) -> Figures:
    found = Figures()
    for lane, values in lanes.items():
        for value in values:
            found.add("save", lane, value)
    return found


class FigureTests(unittest.TestCase):
    def test_a_spread_is_the_median_and_the_extremes(self) -> None:
        self.assertEqual(Spread.of([5, 1, 3, 9, 2]), Spread(3, 1, 9))
        self.assertEqual(Spread.of([1, 2]), Spread(1.5, 1, 2))
        self.assertIsNone(Figures().spread("save", "hearth"))

    def test_better_depends_on_the_work(self) -> None:
        self.assertEqual(BY_KEY["save"].times_better(20, 2), 10)
        self.assertEqual(BY_KEY["single"].times_better(20, 2), 0.1)
        self.assertIsNone(BY_KEY["notice_after"].times_better(20, 0))


class TableTests(unittest.TestCase):
    def test_numbers_have_three_digits(self) -> None:
        shown = [tables.number(value) for value in (0, 0.123, 1.234, 12.34, 123.4, 12345.6)]
        self.assertEqual(shown, ["0", "0.12", "1.23", "12.3", "123", "12,346"])

    def test_what_is_slower_stands_out(self) -> None:
        self.assertEqual([tables.ratio(one) for one in (12.4, 9.8, 0.98, None)], ["12 x", "9.8 x", "**0.98 x**", "-"])

    def test_the_best_competitor_keeps_what_it_is_given(self) -> None:
        # gRPC is faster than all of them, and stores nothing.
        found = tables.best_competitor(
            BY_KEY["save"], figures(hearth=[9], sqlite=[1, 4, 3], redis=[2], grpc=[100]), LANES
        )
        assert found is not None
        self.assertEqual((found[0].key, found[1].median), ("sqlite", 3))

    def test_a_work_may_stand_beside_another(self) -> None:
        both = figures(sqlite=[2.0])
        both.add("saveobjects", "swift", 8.0)
        self.assertEqual(tables.times_better_than_best(BY_KEY["saveobjects"], both, "swift", LANES), 4)

    def test_growth_is_in_time(self) -> None:
        table = tables.growth_table(figures(hearth=[10]), figures(hearth=[5]), LANES[:1])
        self.assertIn("| bulk save | 2.00 |", table)


class AmountTests(unittest.TestCase):
    def test_rounds_save_whole_commits_at_the_end(self) -> None:
        for samples, block in ((1_000_000, 3 * 65_536), (10_000_000, 10 * 65_536), (100_000, 16_384)):
            plan = amounts.thorough(samples, 5)
            self.assertEqual(plan.block, block)
            self.assertEqual(plan.before + 5 * plan.block, samples)


class AnswerTests(unittest.TestCase):
    def test_answers_are_numbers_by_name(self) -> None:
        self.assertEqual(parse_answer("ok ns=12 count=3\n", ""), {"ns": 12, "count": 3})

    def test_what_fails_says_where(self) -> None:
        with self.assertRaises(CannotError):
            parse_answer("cannot\n", "Redis, many")
        with self.assertRaisesRegex(DriverError, "Redis, many: the driver has ended"):
            parse_answer("", "Redis, many")
        with self.assertRaisesRegex(DriverError, "error no"):
            parse_answer("error no\n", "Redis, many")


if __name__ == "__main__":
    unittest.main()
