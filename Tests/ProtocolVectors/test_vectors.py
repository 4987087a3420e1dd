"""Checks Protocol/vectors and hearth.proto with the official protobuf library, which shares no code with the server.

Semantic rules (a unit that fits, an end after its start) are not checked here: that is what the vectors are for, and
the server's own tests read them.
"""

from __future__ import annotations

import re
import unittest
from collections import defaultdict
from pathlib import Path
from typing import Iterator

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError, Message

import make_vectors
import schema
from cases import CASES
from schema import FRAME_OF_DIRECTION, Generated, decode, encode
from vector_files import (
    FRAME_BYTES_MAX,
    PREFIX_BYTES,
    CaseFile,
    FrameText,
    case_files,
    exchanges,
    frame_texts,
    session_files,
    unframed,
)

# Official protobuf skips a group that ends; this protocol refuses it, as it has no groups.
ACCEPTED_BY_PROTOBUF = {"refuse-frame-group"}

CONNECTION_ERRORS = {"MALFORMED_FRAME", "FRAME_TOO_LARGE"}


def frame_messages() -> Iterator[tuple[Path, Generated]]:
    for path in frame_texts():
        text = FrameText.read(path)
        yield path, schema.parse_text(text.message_type, text.text)


def within(message: Generated) -> Iterator[Generated]:
    """The message and all messages in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        for part in [value] if isinstance(value, Message) else value:
            yield from within(part)


class Frames(unittest.TestCase):
    """frames/: the text form and the hex say the same."""

    def test_there_are_frames(self) -> None:
        self.assertTrue(frame_texts())

    def test_text_and_hex_say_the_same(self) -> None:
        for path, message in frame_messages():
            with self.subTest(path.stem):
                body = unframed(bytes.fromhex(path.with_suffix(".hex").read_text()))
                decoded = decode(message.DESCRIPTOR.name, body)
                self.assertEqual(decoded, message)
                self.assertEqual(encode(decoded), body, "the hex is not in the canonical form")

    def test_numbers_follow_each_other(self) -> None:
        numbers = sorted(int(path.name.partition("-")[0]) for path in frame_texts())
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))

    def test_every_frame_says_what_it_shows(self) -> None:
        for path in frame_texts():
            with self.subTest(path.stem):
                first, second = path.read_text().splitlines()[:2]
                self.assertIn(first, ("# hearth.v1.ClientFrame", "# hearth.v1.ServerFrame"))
                self.assertRegex(second, r"^# \S")

    def test_metadata_is_sorted(self) -> None:
        for path, message in frame_messages():
            for part in within(message):
                if part.DESCRIPTOR.name == "Metadata":
                    keys = [entry.key.encode() for entry in part.entries]
                    self.assertEqual(keys, sorted(set(keys)), path.stem)


class Coverage(unittest.TestCase):
    """frames/: nothing of the schema is left out."""

    def test_every_field_is_set(self) -> None:
        missing = {field.full_name for message in schema.all_messages() for field in message.fields}
        for _, frame in frame_messages():
            for message in within(frame):
                missing -= {field.full_name for field, value in message.ListFields() if value != field.default_value}
        self.assertEqual(missing, set())

    def test_every_enum_value_is_used(self) -> None:
        """Except the zeros, which mean absence, and the error codes, of which a few do."""
        used = defaultdict(set)
        for _, frame in frame_messages():
            for message in within(frame):
                for field, value in message.ListFields():
                    if field.enum_type is not None:
                        used[field.enum_type.name].add(value)
        for enum in schema.all_enums():
            with self.subTest(enum.name):
                numbers = {value.number for value in enum.values} - {0}
                if enum.name == "ErrorCode":
                    self.assertTrue(used[enum.name])
                else:
                    self.assertEqual(numbers - used[enum.name], set())


class Cases(unittest.TestCase):
    """accept-* and refuse-*."""

    def test_there_are_cases(self) -> None:
        self.assertTrue(case_files("accept"))
        self.assertGreater(len(case_files("refuse")), 60)

    def test_headers(self) -> None:
        for path in case_files("accept") + case_files("refuse"):
            with self.subTest(path.stem):
                header = CaseFile.read(path).header
                self.assertIn(header["direction"], FRAME_OF_DIRECTION)
                self.assertTrue(header["why"])
                optional = {"error", "field"} if path.name.startswith("refuse-") else {"equals"}
                self.assertLessEqual(set(header), {"direction", "why"} | optional)

    def test_accepted_cases_decode(self) -> None:
        for path in case_files("accept"):
            with self.subTest(path.stem):
                case = CaseFile.read(path)
                message = decode(FRAME_OF_DIRECTION[case.header["direction"]], unframed(case.data))
                if "equals" in case.header:
                    message.DiscardUnknownFields()
                    self.assertEqual(message, self.frame(case.header["equals"]))

    def frame(self, name: str) -> Generated:
        text = FrameText.read(schema.VECTORS / f"{name}.txtpb")
        return schema.parse_text(text.message_type, text.text)

    def test_refused_cases_name_an_error(self) -> None:
        codes = {value.name for enum in schema.all_enums() if enum.name == "ErrorCode" for value in enum.values}
        for path in case_files("refuse"):
            with self.subTest(path.stem):
                self.assertIn(f"ERROR_CODE_{CaseFile.read(path).header['error']}", codes)

    def test_refused_fields_exist(self) -> None:
        for path in case_files("refuse"):
            header = CaseFile.read(path).header
            if "field" in header:
                with self.subTest(path.stem):
                    self.follow(FRAME_OF_DIRECTION[header["direction"]], header["field"])

    def follow(self, message_type: str, field_path: str) -> None:
        """Fails unless the path leads through the schema's fields; its last part may be a oneof."""
        message = schema.new_message(message_type).DESCRIPTOR
        *parents, last = re.sub(r"\[\d+\]", "", field_path).split(".")
        for name in parents:
            self.assertIn(name, message.fields_by_name)
            message = message.fields_by_name[name].message_type
        self.assertIn(last, [*message.fields_by_name, *message.oneofs_by_name])

    def test_frames_that_end_the_connection(self) -> None:
        for path in case_files("refuse"):
            case = CaseFile.read(path)
            if case.header["error"] in CONNECTION_ERRORS and path.stem not in ACCEPTED_BY_PROTOBUF:
                with self.subTest(path.stem):
                    self.assertTrue(self.ends_connection(case), "protobuf accepts it")

    def ends_connection(self, case: CaseFile) -> bool:
        length = int.from_bytes(case.data[:PREFIX_BYTES], "little")
        if not 1 <= length <= FRAME_BYTES_MAX:
            return True
        try:
            frame = decode(FRAME_OF_DIRECTION[case.header["direction"]], unframed(case.data))
        except DecodeError:
            return True
        return case.header["direction"] == "client" and frame.call == 0

    def test_other_faults_are_in_well_formed_frames(self) -> None:
        """Official protobuf checks UTF-8 itself; protobuf-c and this protocol leave that to the reader of the field."""
        for path in case_files("refuse"):
            case = CaseFile.read(path)
            if case.header["error"] in CONNECTION_ERRORS:
                continue
            with self.subTest(path.stem):
                try:
                    frame = decode(FRAME_OF_DIRECTION[case.header["direction"]], unframed(case.data))
                    self.assertGreater(frame.call, 0)
                except DecodeError:
                    self.assertEqual(case.header["error"], "MALFORMED_TEXT")


class Session:
    """Follows the calls of a session, and says what is wrong with it."""

    SINGLE_REPLIES = {
        "welcome",
        "error",
        "done",
        "committed",
        "source_list",
        "characteristic_values",
        "pong",
        "status_report",
        "background_registrations",
        "acknowledged",
        "background_app",
    }
    IN_CALL = {"cancel", "credit"}

    def __init__(self) -> None:
        self.open: dict[int, str] = {}
        self.greatest = 0
        self.faults: list[str] = []

    def client(self, frame: Generated) -> None:
        request = frame.WhichOneof("request") or "none"
        if frame.call > self.greatest and request not in self.IN_CALL:
            self.open[frame.call] = request
            self.greatest = frame.call
        elif not (request in self.IN_CALL or request == self.open.get(frame.call) == "save"):
            self.faults.append(f"call {frame.call} is not new, but {request} opens one")

    def server(self, frame: Generated) -> None:
        reply = frame.WhichOneof("reply")
        if frame.call not in self.open:
            self.faults.append(f"{reply} to call {frame.call}, which is not open")
        elif reply in self.SINGLE_REPLIES:
            del self.open[frame.call]


class Sessions(unittest.TestCase):
    """sessions/: transcripts."""

    def test_there_are_sessions(self) -> None:
        self.assertTrue(session_files())

    def test_text_and_hex_say_the_same(self) -> None:
        for path in session_files():
            for exchange in exchanges(path.read_text()):
                with self.subTest(path.stem, text=exchange.text):
                    message = schema.parse_text(exchange.message_type, exchange.text)
                    body = unframed(bytes.fromhex(exchange.hex_digits))
                    self.assertEqual(decode(exchange.message_type, body), message)
                    self.assertEqual(encode(message), body)

    def test_calls(self) -> None:
        for path in session_files():
            with self.subTest(path.stem):
                session = Session()
                for exchange in exchanges(path.read_text()):
                    frame = schema.parse_text(exchange.message_type, exchange.text)
                    follow = session.client if exchange.message_type == schema.CLIENT_FRAME else session.server
                    follow(frame)
                self.assertEqual(session.faults, [])
                self.assertEqual(session.open, {}, "calls that never end")


class Maker(unittest.TestCase):
    """What make_vectors.py writes is what is there."""

    def test_nothing_is_stale(self) -> None:
        wanted = dict(make_vectors.wanted_files())
        self.assertEqual(make_vectors.stale(wanted), [])
        self.assertEqual(make_vectors.orphans(wanted), [])

    def test_names_are_used_once(self) -> None:
        names = [case.name for case in CASES]
        self.assertEqual(sorted(names), sorted(set(names)))


class Schema(unittest.TestCase):
    """hearth.proto keeps to what every generator can do, and explains itself."""

    def test_no_optional_and_no_map(self) -> None:
        code = re.sub(r"//.*", "", schema.PROTO_FILE.read_text())
        self.assertNotRegex(code, r"\boptional\b")
        self.assertNotRegex(code, r"\bmap\s*<")

    def test_no_message_contains_itself(self) -> None:
        """A reader may unpack nested messages by recursion: the schema bounds how deep that goes."""

        def descend(message: Descriptor, above: tuple[str, ...]) -> None:
            self.assertNotIn(message.name, above)
            for field in message.fields:
                if field.message_type is not None:
                    descend(field.message_type, (*above, message.name))

        for message in schema.all_messages():
            descend(message, ())

    def test_no_message_is_nested_in_another(self) -> None:
        for message in schema.all_messages():
            self.assertEqual((list(message.nested_types), list(message.enum_types)), ([], []), message.name)

    def test_everything_has_a_comment(self) -> None:
        file = schema.source_file()
        commented = {
            tuple(location.path)
            for location in file.source_code_info.location
            if (location.leading_comments or location.trailing_comments).strip()
        }
        missing = [name for name, path in self.elements() if path not in commented]
        self.assertEqual(missing, [])

    def elements(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Every message, field, enum and enum value, with its place as descriptor.proto counts it."""
        messages, fields, enums, values = 4, 2, 5, 2
        file = schema.source_file()
        for index, message in enumerate(file.message_type):
            yield message.name, (messages, index)
            for number, field in enumerate(message.field):
                yield f"{message.name}.{field.name}", (messages, index, fields, number)
        for index, enum in enumerate(file.enum_type):
            yield enum.name, (enums, index)
            for number, value in enumerate(enum.value):
                yield value.name, (enums, index, values, number)


if __name__ == "__main__":
    unittest.main()
