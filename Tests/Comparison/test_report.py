"""The statistics and the tables: python3 -m unittest, in this folder."""

from __future__ import annotations

import json
import unittest

import amounts
import compare
import engine
import tables
from driver import CannotError, DriverError, parse_answer
from figures import Figures, Spread
from lanes import LANES
from servers import ServerError
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


class TargetTests(unittest.TestCase):
    @staticmethod
    def met(**measured: float) -> dict[str, bool]:
        """By title; figures are named by work and lane."""
        found = Figures()
        for name, value in measured.items():
            work, lane = name.split("__")
            found.add(work, lane, value)
        return {one.title: one.is_met for one in tables.verdicts(found, LANES)}

    def test_days_are_compared_with_duckdb(self) -> None:
        title = "average, minimum and maximum by day"
        self.assertEqual(self.met(bydays__hearth=105, bydays__duckdb=38.8), {title: False})
        self.assertEqual(self.met(bydays__hearth=38, bydays__duckdb=38.8), {title: True})

    def test_live_statistics_may_come_150_microseconds_after_a_plain_change(self) -> None:
        title = "save to the day's new statistics, median"
        self.assertEqual(self.met(live__hearth=450, notice__hearth=300), {title: True})
        self.assertEqual(self.met(live__hearth=451, notice__hearth=300), {title: False})

    def test_a_day_of_ten_sources_takes_twice_as_long_at_most(self) -> None:
        title = "read one day, 10 sources, engine"
        self.assertEqual(self.met(day1__hearth=100, day10__hearth=200), {title: True})
        self.assertEqual(self.met(day1__hearth=100, day10__hearth=201), {title: False})

    def test_what_was_not_measured_has_no_verdict(self) -> None:
        self.assertEqual(self.met(day10__hearth=200), {})

    def test_hearth_on_postgresql_is_compared_with_plain_rows(self) -> None:
        found = Figures()
        for work, own, rows in (("save", 900, 100), ("columns", 1_000, 100), ("single", 250, 100)):
            found.add(work, "hearth-postgresql", own)
            found.add(work, "postgresql", rows)
        verdicts = [one.is_met for one in tables.verdicts(found, LANES) if "on PostgreSQL" in one.title]
        self.assertEqual(verdicts, [False, True, True])
        (lane,) = [lane for lane in LANES if lane.key == "hearth-postgresql"]
        self.assertIn("| bulk save, k samples/s | 900 | 100 | 9.0 x |", tables.beside_table(found, lane, LANES))


class LaneTests(unittest.TestCase):
    def test_hearth_on_postgresql_takes_part_with_postgresql(self) -> None:
        self.assertEqual([lane.key for lane in compare.chosen_lanes(["redis"])], ["hearth", "swift", "redis"])
        with_rows = [lane.key for lane in compare.chosen_lanes(["postgresql"])]
        self.assertEqual(with_rows, ["hearth", "swift", "hearth-postgresql", "postgresql"])


class EngineTests(unittest.TestCase):
    @staticmethod
    def output(*rows: tuple[str, str, float]) -> str:
        results = []
        for name, unit, figure in rows:
            measured = dict.fromkeys(("median", "best", "worst"), figure)
            results.append({"work": name, "unit": unit, "hearth": measured, "sqlite": measured})
        return json.dumps({"results": results})

    ROWS = (
        ("all of heart rate, by start", "samples_per_second", 9e7),
        ("all of a day in the middle", "nanoseconds", 5e5),
        ("all of heart rate of 10 apps, by start", "samples_per_second", 3e7),
        ("all of a day in the middle of these", "nanoseconds", 7e5),
        ("all of heart rate of 100 apps, by start", "samples_per_second", 2e7),
        ("all of a day in the middle of these", "nanoseconds", 8e5),
        ("sums of steps of 2 apps by day", "samples_per_second", 4e7),
    )

    def test_rows_become_works(self) -> None:
        found = Figures()
        engine.take_over(self.output(*self.ROWS), found)
        shown = {
            work: spread.median
            for work in ("ordered10", "day1", "day10", "day100", "merged2")
            if (spread := found.spread(work, "hearth"))
        }
        self.assertEqual(shown, {"ordered10": 3e4, "day1": 500, "day10": 700, "day100": 800, "merged2": 4e4})
        self.assertIn("| read one day, 100 sources, µs | 800 | 800 | 1.0 x |", tables.engine_table(found))

    def test_a_missing_row_is_a_fault(self) -> None:
        with self.assertRaisesRegex(ServerError, "2 sources"):
            engine.take_over(self.output(*self.ROWS[:-1]), Figures())

    def test_without_measurement_there_is_no_table(self) -> None:
        self.assertEqual(tables.engine_table(Figures()), "")


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
