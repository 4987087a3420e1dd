"""The comparison finds what it is there for."""

from __future__ import annotations

import unittest

from instruction_counts import DECISION_MAX, RECORDED, TOLERANCE, CountError, Record, collected, report

RECORD = Record("Swift 1.0", {"save": 100_000, "query": 2_000_000})


def verdict(now: dict[str, int], made_with: str = RECORD.made_with) -> tuple[str, bool]:
    return report(RECORD, made_with, now)


class Comparing(unittest.TestCase):
    def test_the_same_counts_hold(self) -> None:
        text, holds = verdict(dict(RECORD.counts))
        self.assertTrue(holds)
        self.assertNotIn("--record", text)

    def test_counts_within_the_tolerance_hold(self) -> None:
        for share in (1 - 0.9 * TOLERANCE, 1 + 0.9 * TOLERANCE):
            with self.subTest(share):
                self.assertTrue(verdict(RECORD.counts | {"save": round(100_000 * share)})[1])

    def test_a_count_beyond_the_tolerance_fails_in_either_direction(self) -> None:
        for share, word in ((1 - 1.1 * TOLERANCE, "takes less"), (1 + 1.1 * TOLERANCE, "takes more")):
            with self.subTest(word):
                text, holds = verdict(RECORD.counts | {"query": round(2_000_000 * share)})
                self.assertFalse(holds)
                self.assertIn(word, text)
                self.assertIn("--record", text)

    def test_a_recorded_path_that_is_gone_fails(self) -> None:
        text, holds = verdict({"save": 100_000})
        self.assertFalse(holds)
        self.assertRegex(text, r"query .* gone")

    def test_a_path_that_is_not_recorded_fails(self) -> None:
        text, holds = verdict(RECORD.counts | {"new": 5})
        self.assertFalse(holds)
        self.assertRegex(text, r"new .* not recorded")

    def test_a_decision_that_costs_too_much_fails_within_the_tolerance(self) -> None:
        for extra, holds in ((DECISION_MAX, True), (DECISION_MAX + 1, False)):
            with self.subTest(extra):
                counts = {"call-open": 1_000_000, "call-decided": 1_000_000 + extra}
                text, does_hold = report(Record("Swift 1.0", counts), "Swift 1.0", counts)
                self.assertEqual(does_hold, holds)
                self.assertIn(f"adds {extra:,} instructions", text)

    def test_the_recorded_decision_costs_little(self) -> None:
        counts = Record.parse(RECORDED.read_text()).counts
        self.assertLessEqual(counts["call-decided"] - counts["call-open"], DECISION_MAX)

    def test_other_tools_are_named(self) -> None:
        text, holds = verdict(dict(RECORD.counts), "Swift 2.0")
        self.assertTrue(holds)
        self.assertIn("recorded with: Swift 1.0", text)
        self.assertIn("this is with:  Swift 2.0", text)
        self.assertFalse(verdict(RECORD.counts | {"save": 200_000}, "Swift 2.0")[1])


class Reading(unittest.TestCase):
    def test_what_is_written_is_read(self) -> None:
        self.assertEqual(Record.parse(RECORD.text()), RECORD)

    def test_the_recorded_file_says_what_it_was_made_with(self) -> None:
        record = Record.parse(RECORDED.read_text())
        self.assertIn("Swift", record.made_with)
        self.assertGreater(len(record.counts), 0)

    def test_the_count_is_found_in_the_log(self) -> None:
        self.assertEqual(collected("==1== Events    : Ir\n==1== Collected : 1234\n"), 1234)

    def test_a_log_without_a_count_is_an_error(self) -> None:
        for log in ("", "==1== Collected : 0\n"):
            with self.assertRaises(CountError):
                collected(log)


if __name__ == "__main__":
    unittest.main()
