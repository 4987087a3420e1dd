"""Types in plain words, also those of which there are no samples, and those that only a newer server has."""

from __future__ import annotations

import hearth
from hearth.samples.type_names import type_identifier

from ..report.apps import NAME_MAX, short_text
from .stored_types import type_name

#: What does not change of a person from day to day. Who may read it is decided, too.
CHARACTERISTICS = {
    "activityMoveMode": "Activity move mode",
    "biologicalSex": "Biological sex",
    "bloodType": "Blood type",
    "dateOfBirth": "Date of birth",
    "fitzpatrickSkinType": "Skin type (Fitzpatrick)",
    "wheelchairUse": "Wheelchair use",
}


def title(of: str) -> str:
    """A type in plain words.

    >>> title("heartRate"), title("dateOfBirth")
    ('Heart rate', 'Date of birth')
    """
    if of in CHARACTERISTICS:
        return CHARACTERISTICS[of]
    try:
        identifier = type_identifier(of)
    except hearth.RequestError:
        # A server that is newer than this dashboard has more of them.
        return short_text(of, NAME_MAX)
    return short_text(type_name(identifier), NAME_MAX)


def word(of: str) -> str:
    """The same in the middle of a sentence; one that is not known as it is called.

    >>> word("heartRate"), word("vo2Max"), word("GAD7"), word("bloodType")
    ('heart rate', 'VO₂ max', 'GAD-7', 'blood type')
    """
    name = title(of)
    return name[0].lower() + name[1:] if name[1:2].islower() else name


def types_text(count: int) -> str:
    """How many types.

    >>> types_text(1), types_text(1200)
    ('1 type', '1,200 types')
    """
    return f"{count:,} {'type' if count == 1 else 'types'}"


def order_of(of: str) -> tuple[str, str]:
    """By what types are sorted for people."""
    return title(of).lower(), of
