"""Units and numbers as people read them."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from hearth.enums import WorkoutActivityType as Activity

#: Written where a number is not known.
UNKNOWN = "–"
#: Numbers that are written with all their digits.
_PLAIN_MIN, _PLAIN_MAX = 0.001, 1e15
#: A greater one was never measured, and is written in few digits.
_MEASURED_MAX = 1e9
_PACED = frozenset({Activity.running, Activity.walking, Activity.hiking, Activity.wheelchairRunPace})
_PACED_IN_BOATS = frozenset({Activity.rowing})
_PACED_SLOWLY = frozenset({Activity.swimming, Activity.wheelchairWalkPace})


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """Units of length."""

    #: Metres of the long unit, of the short one, and of the one that swimmers count in hundreds.
    long: float
    short: float
    pool: float
    long_name: str
    short_name: str
    pool_name: str
    speed_name: str

    def distance(self, metres: float) -> str:
        """A distance in the long unit: `5.02 km`."""
        return amount(metres / self.long, self.long_name, ".2f")

    def height(self, metres: float) -> str:
        """A height in the short unit: `41 m`.

        >>> KILOMETRES.height(-3.2)
        '−3 m'
        """
        return amount(metres / self.short, self.short_name)


KILOMETRES = Units(long=1000, short=1, pool=1, long_name="km", short_name="m", pool_name="m", speed_name="km/h")
MILES = Units(
    long=1609.344, short=0.3048, pool=0.9144, long_name="mi", short_name="ft", pool_name="yd", speed_name="mph"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """How fast an activity is, as it is usually said: a pace, or a speed."""

    #: `Pace` or `Speed`.
    name: str
    unit: str
    #: Metres of the unit of length.
    metres: float
    is_pace: bool

    def of(self, speed: float) -> float:
        """Seconds for the unit, or units in an hour, of metres a second. NaN: not known."""
        if not speed > 0:
            return np.nan if self.is_pace else speed
        return self.metres / speed if self.is_pace else speed * 3600 / self.metres

    def text(self, value: float) -> str:
        """What `of` returned, with its unit: `5:01 /km`."""
        if not np.isfinite(value):
            return UNKNOWN
        return f"{clock(value)} {self.unit}" if self.is_pace else amount(value, self.unit, ".1f")

    def of_distance(self, metres: float | None, seconds: float | None) -> str:
        """The rate of a distance in a time, with its unit."""
        if not metres or not seconds or not np.isfinite(metres):
            return UNKNOWN
        return self.text(self.of(metres / seconds))


def rate_of(activity: Activity | int, units: Units) -> Rate:
    """How fast an activity is: the pace of those on foot and in water, and the speed of others.

    >>> rate_of(Activity.running, KILOMETRES).of_distance(5000, 1505), rate_of(Activity.cycling, MILES).unit
    ('5:01 /km', 'mph')
    """
    if activity in _PACED:
        return Rate(name="Pace", unit=f"/{units.long_name}", metres=units.long, is_pace=True)
    if activity in _PACED_SLOWLY:
        return Rate(name="Pace", unit=f"/100 {units.pool_name}", metres=100 * units.pool, is_pace=True)
    if activity in _PACED_IN_BOATS:
        return Rate(name="Pace", unit="/500 m", metres=500, is_pace=True)
    return Rate(name="Speed", unit=units.speed_name, metres=units.long, is_pace=False)


def clock(seconds: float | None) -> str:
    """A time in hours, minutes and seconds.

    >>> clock(59.6), clock(301), clock(7384.2), clock(None)
    ('1:00', '5:01', '2:03:04', '–')
    """
    if seconds is None or not np.isfinite(seconds):
        return UNKNOWN
    if abs(seconds) > _MEASURED_MAX:
        return amount(seconds / 3600, "h")
    whole = round(seconds)
    minutes = f"{whole // 60 % 60}:{whole % 60:02}"
    return f"{whole // 3600}:{minutes:0>5}" if whole >= 3600 else minutes


def digits(value: float, form: str = ".0f") -> str:
    """A number that was measured, in a form such as `.1f`; one that nothing measures in few digits.

    >>> digits(-12.4), digits(1234.5, ",.0f"), digits(1.7e308, ".2f"), digits(float("inf")), digits(-0.2)
    ('−12', '1,234', '1.7e+308', '–', '0')
    """
    if not np.isfinite(value):
        return UNKNOWN
    text = f"{value:{form}}" if abs(value) <= _MEASURED_MAX else f"{value:.2g}"
    # A number that is rounded to 0 has no sign.
    return minus_text(text.lstrip("-") if text.startswith("-") and not text.strip("-0.,") else text)


def amount(value: float, unit: str, form: str = ".0f") -> str:
    """Such a number with its unit.

    >>> amount(1482.4, "kcal"), amount(float("nan"), "kcal"), amount(12.5, "%", ".1f")
    ('1482 kcal', '–', '12.5 %')
    """
    text = digits(value, form)
    return text if text == UNKNOWN else f"{text} {unit}"


def number_text(value: float) -> str:
    """A value without its unit, in three digits or more.

    >>> number_text(-2.5), number_text(1234.5), number_text(-0.0)
    ('−2.50', '1,234', '0')
    """
    size = abs(value)
    # Digits that nobody measured, and those that would all be 0.
    if size >= _PLAIN_MAX or 0 < size < _PLAIN_MIN:
        return minus_text(f"{value:.2g}")
    count = 0 if size >= 100 or value == round(value) else 1 if size >= 10 else 2 if size >= 1 else 3
    # The 0 that is less than 0 has no sign.
    return minus_text(f"{value or 0.0:,.{count}f}")


def minus_text(text: str) -> str:
    """A number with the sign that a minus has in print."""
    return text.replace("-", "−")


def words(name: str) -> str:
    """A name of an enum as words.

    >>> words("highIntensityIntervalTraining"), words("running"), words("asleepREM")
    ('High intensity interval training', 'Running', 'Asleep REM')
    """
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+", name)
    # Several capitals are an abbreviation.
    spaced = " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)
    return spaced[:1].upper() + spaced[1:]
