"""The heart-rate zones of a person, of what the store knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..predicates import end
from ..samples.times import nanoseconds
from .zones import Zones, maximum_rate_of_age, zones_of_maximum, zones_of_reserve

if TYPE_CHECKING:
    from datetime import date

    from ..client import Client
    from ..samples.times import Time


def zones_of_person(client: Client, at: Time, *, maximum_rate: float | None = None) -> Zones | None:
    """The zones of a person at a time: of heart-rate reserve, with the last `restingHeartRate` until then, or of the
    maximum when there is none. Without `maximum_rate` the maximum is that of the age (`maximum_rate_of_age`). None: the
    date of birth is not known."""
    by_age = maximum_rate is None
    if maximum_rate is None:
        birth = client.characteristics().date_of_birth
        day: date = np.datetime64(nanoseconds(at, "at"), "ns").astype("M8[D]").astype(object)
        if birth is None or birth > day:
            return None
        maximum_rate = maximum_rate_of_age(birth, day)
    resting = client.read("restingHeartRate", end <= at, unit="count/min", order=end.descending, limit=1)
    zones = (
        zones_of_reserve(float(resting.values[0]), maximum_rate)
        if len(resting) and 0 < resting.values[0] < maximum_rate
        else zones_of_maximum(maximum_rate)
    )
    return Zones(bounds=zones.bounds, method=f"{zones.method}; maximum by age, Tanaka 2001") if by_age else zones
