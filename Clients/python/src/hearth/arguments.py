"""Checks of arguments: one of a wrong type raises a `RequestError` that names it, and no other exception."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .errors import ErrorCode, RequestError

#: The largest number that the protocol's counts can hold.
LARGEST = (1 << 64) - 1


def wrong_type(given: object, wanted: str, field: str) -> RequestError:
    """The error for an argument that is something else than `wanted`. It names the type, never the value."""
    name = with_article(given)
    return RequestError(ErrorCode.INVALID_ARGUMENT, f"{name[0].upper()}{name[1:]} is not {wanted}.", field)


def with_article(given: object) -> str:
    """The name of the type of an argument, as in "an int"."""
    name = type(given).__name__
    if given is None:
        return "None"
    return f"{'an' if name[0].lower() in 'aeio' or name == 'ndarray' else 'a'} {name}"


def check_type(given: object, kinds: type | tuple[type, ...], wanted: str, field: str) -> None:
    """Raises unless the argument has one of these types."""
    if not isinstance(given, kinds):
        raise wrong_type(given, wanted, field)


def check_optional(given: object, kinds: type | tuple[type, ...], wanted: str, field: str) -> None:
    """As `check_type`, where None is allowed too."""
    if given is not None:
        check_type(given, kinds, wanted, field)


def check_flag(given: object, field: str) -> bool:
    """The argument as a truth value."""
    check_type(given, (bool, np.bool_), "True or False", field)
    return bool(given)


def check_integer(given: Any, field: str, least: int = 0, most: int = LARGEST) -> int:
    """The argument as an integer within these bounds. A truth value is not one."""
    if isinstance(given, bool) or not isinstance(given, int | np.integer):
        raise wrong_type(given, "an integer", field)
    if not least <= given <= most:
        raise RequestError(ErrorCode.VALUE_OUT_OF_RANGE, f"The integer must be from {least} to {most}.", field)
    return int(given)


def check_dimension(array: np.ndarray[Any, Any], field: str) -> None:
    """Raises for what is not a column: a single value, or a table."""
    if array.ndim == 0:
        text = "A single value is not a column: put it into a list."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, field)
    if array.ndim != 1:
        text = f"A column has one dimension, and this array has {array.ndim}."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, field)


def check_rows(array: np.ndarray[Any, Any], count: int, field: str) -> None:
    """Raises for a column that is not as long as the others."""
    check_dimension(array, field)
    if len(array) != count:
        text = f"This column has {_rows(len(array))}, and the others have {count}."
        raise RequestError(ErrorCode.MALFORMED_COLUMN, text, field)


def _rows(count: int) -> str:
    return f"{count} row{'' if count == 1 else 's'}"


def check_bytes(given: object, field: str) -> bytes:
    """The argument as bytes."""
    if not isinstance(given, bytes | bytearray | memoryview):
        raise wrong_type(given, "bytes", field)
    return bytes(given)


def listed(given: Any, wanted: str, field: str) -> list[Any]:
    """The elements of a list or another iterable; a text, bytes and a mapping are none."""
    if isinstance(given, str | bytes | bytearray | memoryview | Mapping) or not isinstance(given, Iterable):
        raise wrong_type(given, wanted, field)
    try:
        return list(given)
    except TypeError:
        # An array without a dimension says only now that it has no elements.
        raise wrong_type(given, wanted, field) from None
