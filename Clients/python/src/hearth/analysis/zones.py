"""The time in zones of heart rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import check_type, listed
from ..errors import ErrorCode, RequestError
from ..samples.numbers import finite
from .holding import GAP_MAX, held
from .spans import NO_SPANS, Spans

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    import numpy.typing as npt

    from ..samples.columns import Floats
    from ..samples.times import TimesLike

#: What separates five zones. Reference: Edwards, The Heart Rate Monitor Book (1993).
ZONE_FRACTIONS = (0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Zones:
    """Zones of heart rate: one below the first bound, one from each bound to the next, and one from the last bound."""

    #: Beats a minute, ascending.
    bounds: tuple[float, ...]
    #: What they were made of.
    method: str

    def __post_init__(self) -> None:
        if not self.bounds or not np.isfinite(self.bounds).all() or (np.diff(self.bounds) <= 0).any():
            raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "Bounds of zones must be numbers that ascend.", "bounds")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ZoneTimes:
    """The seconds in each zone; one more than there are bounds."""

    zones: Zones
    seconds: Floats

    @property
    def method(self) -> str:
        """What the zones were made of."""
        return self.zones.method


def zones_of_reserve(resting_rate: float, maximum_rate: float, fractions: Sequence[float] = ZONE_FRACTIONS) -> Zones:
    """Zones of heart-rate reserve, which is the maximum less the resting rate.

    Reference: Karvonen, Kentala, Mustala, The effects of training on heart rate, Annales Medicinae Experimentalis et
    Biologiae Fenniae 35 (1957) 307-315.

    >>> zones_of_reserve(60, 190).bounds
    (138.0, 151.0, 164.0, 177.0)
    """
    shares = _checked(fractions)
    if not 0 < finite(resting_rate, "resting_rate") < finite(maximum_rate, "maximum_rate"):
        text = "A resting rate must be above 0 and below the maximum."
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, text, "resting_rate")
    bounds = tuple(resting_rate + share * (maximum_rate - resting_rate) for share in shares)
    return Zones(bounds=bounds, method=f"heart-rate reserve, {_percents(shares)}")


def zones_of_maximum(maximum_rate: float, fractions: Sequence[float] = ZONE_FRACTIONS) -> Zones:
    """Zones of the maximum heart rate. Reference: Edwards, The Heart Rate Monitor Book (1993).

    >>> zones_of_maximum(190).bounds
    (114.0, 133.0, 152.0, 171.0)
    """
    shares = _checked(fractions)
    if finite(maximum_rate, "maximum_rate") <= 0:
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, "A maximum rate must be above 0.", "maximum_rate")
    bounds = tuple(share * maximum_rate for share in shares)
    return Zones(bounds=bounds, method=f"maximum heart rate, {_percents(shares)}")


def maximum_rate_of_age(birth: date, day: date) -> float:
    """The maximum heart rate that people of an age have on average: 208 less 0.7 a year.

    Reference: Tanaka, Monahan, Seals, Age-predicted maximal heart rate revisited, Journal of the American College of
    Cardiology 37 (2001) 153-156. People of the same age differ by 10 a minute and more: give the measured rate where
    there is one.

    >>> from datetime import date
    >>> maximum_rate_of_age(date(1986, 11, 22), date(2026, 11, 21))
    180.7
    """
    years = day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
    return 208 - 0.7 * years


def time_in_zones(
    times: TimesLike,
    rates: npt.ArrayLike,
    zones: Zones,
    *,
    end: np.datetime64 | None = None,
    pauses: Spans = NO_SPANS,
    gap_max: float = GAP_MAX,
) -> ZoneTimes | None:
    """The seconds in each zone.

    Method: each rate counts until the next one, the last until `end`, and for `gap_max` seconds at most; pauses do not
    count. A rate at a bound belongs to the zone above it. None: no rate is known. Reference: the same book of Edwards,
    which sums the time in each zone.

    >>> times = np.array(["2026-11-21T08:00:00", "2026-11-21T08:00:10", "2026-11-21T08:05:00"], "M8[ns]")
    >>> time_in_zones(times, [120, 160, 150], zones_of_maximum(190)).seconds
    array([ 0., 10.,  0., 30.,  0.])
    """
    check_type(zones, Zones, "Zones", "zones")
    check_type(pauses, Spans, "Spans", "pauses")
    begins, ends, column = held(times, rates, end=end, gap_max=gap_max)
    if not len(column):
        return None
    seconds = (ends - begins) / np.timedelta64(1, "s") - pauses.seconds_within(begins, ends)
    zone = np.searchsorted(np.array(zones.bounds), column, side="right")
    return ZoneTimes(zones=zones, seconds=np.bincount(zone, seconds, len(zones.bounds) + 1).astype(np.float64))


def _checked(fractions: Sequence[float]) -> list[float]:
    given = listed(fractions, "a list of numbers", "fractions")
    return [finite(fraction, f"fractions[{index}]") for index, fraction in enumerate(given)]


def _percents(fractions: Sequence[float]) -> str:
    return "/".join(f"{fraction * 100:g}" for fraction in fractions) + " %"
