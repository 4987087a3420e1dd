"""What a case is, and how its bytes come about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Union

import schema
from vector_files import CaseFile, framed


@dataclass(frozen=True)
class Stream:
    """Bytes as they pass over the socket, with a length prefix of their own or none."""

    data: bytes


Fields = Mapping[str, object]
Content = Union[Fields, bytes, Stream]
"""A frame by the names of its fields; or the bytes of its body, for what no encoder makes; or a piece of the stream."""


@dataclass(frozen=True)
class Case:
    """One file: `name` begins with `accept-` or `refuse-`, `header` is what the file says of it."""

    name: str
    header: Mapping[str, str]
    content: Content

    @property
    def file_name(self) -> str:
        return f"{self.name}.hex"

    def file(self) -> CaseFile:
        return CaseFile(self.header, self._data())

    def _data(self) -> bytes:
        match self.content:
            case Stream(data):
                return data
            case bytes(body):
                return framed(body)
            case fields:
                return framed(encoded(self.header["direction"], fields))


def encoded(direction: str, fields: Fields) -> bytes:
    return schema.encode(schema.new_message(schema.FRAME_OF_DIRECTION[direction], **fields))


def client(request: Fields, call: int = 2) -> Fields:
    """A ClientFrame, for example `client({"ping": {}})`."""
    return {"call": call, **request}


def server(reply: Fields, call: int = 2) -> Fields:
    return {"call": call, **reply}


def accept(name: str, why: str, content: Content, *, direction: str = "client", equals: str = "") -> Case:
    """`equals` names the frame of frames/ that the content is another encoding of."""
    header = {"direction": direction, "why": why}
    if equals:
        header["equals"] = f"frames/{equals}"
    return Case(f"accept-{name}", header, content)


def refuse(name: str, error: str, field: str, why: str, content: Content, *, direction: str = "client") -> Case:
    """`field` is the path of the field at fault, "" when the error names none."""
    header = {"direction": direction, "why": why, "error": error}
    if field:
        header["field"] = field
    return Case(f"refuse-{name}", header, content)


def with_bytes(fields: Fields, placeholder: str, replacement: bytes, direction: str = "client") -> bytes:
    """The body of the frame, with other bytes in place of a text: for strings that no encoder lets pass."""
    body = encoded(direction, fields)
    if body.count(placeholder.encode()) != 1 or len(placeholder.encode()) != len(replacement):
        raise ValueError(f"{placeholder} must occur once and be as long as its replacement")
    return body.replace(placeholder.encode(), replacement)
