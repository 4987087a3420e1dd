"""What can go wrong, and the codes by which programs tell it apart."""

from __future__ import annotations

from enum import IntEnum


class ErrorCode(IntEnum):
    """What went wrong, as the protocol names it. ERRORS.md of the protocol says what to do about each."""

    UNKNOWN = 0
    HEALTH_DATA_UNAVAILABLE = 1
    HEALTH_DATA_RESTRICTED = 2
    INVALID_ARGUMENT = 3
    AUTHORIZATION_DENIED = 4
    AUTHORIZATION_NOT_DETERMINED = 5
    DATABASE_INACCESSIBLE = 6
    USER_CANCELED = 7
    ANOTHER_WORKOUT_SESSION_STARTED = 8
    USER_EXITED_WORKOUT_SESSION = 9
    REQUIRED_AUTHORIZATION_DENIED = 10
    NO_DATA = 11
    WORKOUT_ACTIVITY_NOT_ALLOWED = 12
    DATA_SIZE_EXCEEDED = 13
    BACKGROUND_WORKOUT_SESSION_NOT_ALLOWED = 14
    NOT_PERMISSIBLE_FOR_GUEST_USER_MODE = 15
    MALFORMED_FRAME = 100
    FRAME_TOO_LARGE = 101
    VERSION_UNSUPPORTED = 102
    HANDSHAKE_REQUIRED = 103
    HANDSHAKE_TIMEOUT = 104
    PROTOCOL_VIOLATION = 105
    UNIMPLEMENTED = 106
    LIMIT_EXCEEDED = 107
    SHUTTING_DOWN = 108
    UNKNOWN_TYPE = 120
    INCOMPATIBLE_UNIT = 121
    MALFORMED_COLUMN = 122
    MALFORMED_TEXT = 123
    VALUE_OUT_OF_RANGE = 124
    MALFORMED_PREDICATE = 125
    IDENTIFIER_CONFLICT = 140
    OBJECT_NOT_FOUND = 141
    WORKOUT_NOT_FOUND = 142
    NOT_OWNER = 143
    ANCHOR_CORRUPT = 160
    ANCHOR_OF_OTHER_STORE = 161
    ANCHOR_IN_FUTURE = 162
    ANCHOR_EXPIRED = 163
    STORAGE_FULL = 180
    STORAGE_FAILED = 181
    STORAGE_CORRUPT = 182

    @property
    def ends_connection(self) -> bool:
        """Whether the server closes the connection after an error with this code, whatever call it names."""
        return ErrorCode.MALFORMED_FRAME <= self <= ErrorCode.PROTOCOL_VIOLATION

    @property
    def is_about_anchor(self) -> bool:
        """Whether to start again without the anchor: read the whole state, and forget what is not in it."""
        return ErrorCode.ANCHOR_CORRUPT <= self <= ErrorCode.ANCHOR_EXPIRED


class HearthError(Exception):
    """Every error of this package. Samples raise `AttributeError` for a property that their type
    does not have."""


class RequestError(HearthError):
    """A request was refused by the server, or an argument by this package.

    Neither `text` nor `field` ever holds a health value.
    """

    def __init__(self, code: int, text: str, field: str = "") -> None:
        super().__init__(code, text, field)
        #: As it was sent; a later server may know more numbers than `ErrorCode`.
        self.number = int(code)
        #: What programs act on. A number that is not known here is UNKNOWN.
        self.code = ErrorCode(code) if code in ErrorCode._value2member_map_ else ErrorCode.UNKNOWN
        #: A sentence for people.
        self.text = text
        #: The field at fault, for example `save.columns[0].starts[17]`; "" when none is.
        self.field = field

    def __str__(self) -> str:
        name = self.code.name if self.code == self.number else str(self.number)
        return f"{name}: {self.text}" + (f" ({self.field})" if self.field else "")


class ReplyError(RequestError):
    """What the server sent cannot be read; `field` says where."""


class ConnectionLostError(HearthError):
    """The connection to the server was lost, and no other could be made."""


class NoServerError(ConnectionLostError):
    """No server listens at the places where the client looked. The text says how to start one."""


class QueryInterruptedError(ConnectionLostError):
    """The connection was lost in the middle of a query: what was read is not all of it. Run the query again."""

    def __init__(self) -> None:
        super().__init__(
            "The connection to the Hearth server was lost in the middle of a query, and what was read is not all of it."
            " Run the query again."
        )


class ClosedError(HearthError):
    """The client was closed by this program."""

    def __init__(self) -> None:
        super().__init__("The connection to the Hearth server was closed by this program.")
