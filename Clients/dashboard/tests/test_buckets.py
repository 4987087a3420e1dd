"""Periods of the calendar, and charts of any values."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hearth_dashboard.pages.bucket_chart import HEIGHT, WIDTH, Buckets, bucket_chart
from hearth_dashboard.pages.periods import PERIODS, period_of
from hearth_dashboard.pages.quantities import quantity_text
from pages import page_of

settings.register_profile("hearth", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("hearth")
DAYS = st.dates(date(1901, 1, 1), date(2149, 1, 1))
VALUES = st.lists(st.one_of(st.just(np.nan), st.floats(-1e9, 1e9, allow_subnormal=False)), min_size=1, max_size=40)


@given(st.sampled_from(sorted(PERIODS)), DAYS)
def test_periods_follow_one_another(key: str, day: date) -> None:
    period = period_of(key, day)
    assert period.begin <= day < period.end
    assert period.before.end == period.begin
    assert period.after.begin == period.end
    assert period.before.after == period.after.before == period
    assert period.title


@pytest.mark.parametrize(
    ("key", "title", "label"),
    [
        ("day", "Saturday, 21 November 2026", "00"),
        ("week", "16 November – 22 November 2026", "Sat 21"),
        ("month", "November 2026", "21"),
        ("half", "25 May – 22 November 2026", None),
        ("year", "2026", "Nov"),
    ],
)
def test_periods_have_names(key: str, title: str, label: str | None) -> None:
    period = period_of(key, date(2026, 11, 21))
    assert period.title == title
    start = datetime(2026, 11, 21, tzinfo=UTC)
    assert period.labels([start]) == ({} if label is None else {0: label})
    assert period.name(start)


def test_half_a_year_names_each_month_once() -> None:
    period = period_of("half", date(2026, 11, 21))
    starts = [datetime(2026, 5, 25, tzinfo=UTC) + timedelta(weeks=number) for number in range(26)]
    assert list(period.labels(starts).values()) == ["Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]


@example(given_values=[-1.0], adds_up=True, has_lines=False)
@given(VALUES, st.booleans(), st.booleans())
def test_any_values_have_a_chart(given_values: list[float], adds_up: bool, has_lines: bool) -> None:
    values = np.array(given_values)
    names = [f"bucket {row}" for row in range(len(values))]
    lines = values[::-1].copy() if has_lines else None
    chart = bucket_chart(
        Buckets(
            name="Sums",
            of="any time",
            values=values,
            lows=None if adds_up else values - 1,
            highs=None if adds_up else values + 1,
            previous=lines,
            trend=lines,
            names=names,
            labels={0: "first"},
            text=lambda value: quantity_text(value, "kg"),
        )
    )
    page = page_of(chart)
    assert not re.search(r"\b(nan|inf)\b", chart)
    known = int(np.isfinite(values).sum())
    assert len([*page.every("rect", "hit")]) == known
    assert len([*page.every("rect", "buckets" if adds_up else "band")]) == known
    for one in page.every("rect"):
        x, y, width, height = (float(one.attributes[name] or "") for name in ("x", "y", "width", "height"))
        assert 0 <= x <= x + width <= WIDTH + 0.2
        assert -2 <= y <= y + height <= HEIGHT + 2


def test_a_negative_sum_has_a_bar_below_zero() -> None:
    buckets = Buckets(name="Sums", of="any time", values=np.array([-1.0]), names=["one"], labels={}, text=str)
    (bar,) = page_of(bucket_chart(buckets)).every("rect", "buckets")
    assert float(bar.attributes["height"] or "") > HEIGHT / 4


def test_a_range_says_and_shows_its_average_and_its_ends() -> None:
    lows, values, highs = np.array([50.0]), np.array([70.0]), np.array([130.0])
    chart = page_of(
        bucket_chart(
            Buckets(
                name="Average, lowest and highest",
                of="any time",
                values=values,
                lows=lows,
                highs=highs,
                names=["one"],
                labels={},
                text=lambda value: f"{value:g} /min",
            )
        )
    )
    assert chart.the("title").text == "one: 70 /min on average, 50 /min to 130 /min"
    band, line = chart.the("rect", "band"), chart.the("path", "average")
    top, height = (float(band.attributes[name] or "") for name in ("y", "height"))
    assert float((line.attributes["d"] or "").split()[1].partition("h")[0]) == pytest.approx(
        top + height * 3 / 4, abs=1
    )
