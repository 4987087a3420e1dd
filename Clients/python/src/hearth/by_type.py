"""What is known of types, by their names."""

from __future__ import annotations

from typing import Any, TypeVar

from .errors import RequestError
from .samples.type_names import decided_identifier

Value = TypeVar("Value")


class ByType(dict[str, Value]):
    """By the identifiers of types. A short name finds the same as the identifier that it stands for.

    >>> found = ByType({"HKQuantityTypeIdentifierHeartRate": 1})
    >>> found["heartRate"], "heartRate" in found, found.get("stepCount"), list(found)
    (1, True, None, ['HKQuantityTypeIdentifierHeartRate'])
    """

    def __missing__(self, name: str) -> Value:
        identifier = _identifier(name)
        if not super().__contains__(identifier):
            raise KeyError(name)
        return self[identifier]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or super().__contains__(_identifier(name))

    def get(self, name: str, default: Any = None, /) -> Any:
        """The value of a type; the default without one."""
        try:
            return self[name]
        except KeyError:
            return default


def _identifier(name: object) -> str:
    """The identifier of a type with a short name; empty: there is none, and nothing is known by that."""
    try:
        return decided_identifier(name) if isinstance(name, str) else ""
    except RequestError:
        return ""
