"""The short names of types, which are those of Swift. The build of the package loads this file by itself."""

from __future__ import annotations

import re

_PREFIX = re.compile(
    r"HK(?:Quantity|Category|Correlation|Data|Clinical|Document|ScoredAssessment|MedicationDoseEvent)TypeIdentifier|HK"
)


def short_name(identifier: str) -> str:
    """The part of an identifier that distinguishes it, with its first word in lower case.

    >>> short_name("HKQuantityTypeIdentifierHeartRate")
    'heartRate'
    """
    name = _PREFIX.sub("", identifier, count=1).removesuffix("TypeIdentifier").removesuffix("Concept")
    if name.isupper():
        return name  # CDA, GAD7
    capitals = re.match(r"[A-Z]*", name)
    count = 0 if capitals is None else capitals.end()
    # The last of several capitals begins the next word, unless a digit follows it: uvExposure, but vo2Max.
    if count > 1 and name[count : count + 1].islower():
        count -= 1
    return name[:count].lower() + name[count:]
