"""Tests the conformance kit: the example driver passes, each broken one is found, the checklist names every case."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import conformance
import schema
import transcript
from messages import printed_equally
from mutants import MUTANTS

HERE = Path(__file__).resolve().parent
PYTHON = sys.executable
# Cases spend most of their time with the start of programs.
JOBS = 4
# A mutant that waits for ever is not waited for long.
MUTANTS_PATIENCE = 2.0
PATIENCE = 60.0


def setUpModule() -> None:
    """The messages are generated once for all the drivers."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    schema.generate(folder.name)
    path = os.environ["PYTHONPATH"]
    unittest.addModuleCleanup(os.environ.__setitem__, "PYTHONPATH", path)
    os.environ["PYTHONPATH"] = f"{folder.name}{os.pathsep}{path}"


def script(side: str, name: str) -> transcript.Transcript:
    return transcript.read(transcript.HERE / side / f"{name}.txt")


def names(side: str) -> list[str]:
    return [path.stem for path in transcript.paths(side)]


def run_all(side: str, command: str) -> list[conformance.Outcome]:
    with ThreadPoolExecutor(JOBS) as pool:
        return list(
            pool.map(lambda name: conformance.run_case(side, script(side, name), command, PATIENCE), names(side))
        )


class Clients(unittest.TestCase):
    def test_the_example_passes(self) -> None:
        command = f"{PYTHON} {transcript.HERE / 'example_driver.py'}"
        outcomes = run_all("client", command)
        self.assertGreater(len(outcomes), 35)
        for outcome in outcomes:
            self.assertEqual(outcome.text, "ok", outcome.case)

    def test_mutants_are_found(self) -> None:
        work = [(mutant.client.__name__, case) for mutant in MUTANTS for case in mutant.cases]

        def run(one: tuple[str, str]) -> conformance.Outcome:
            command = f"{PYTHON} {HERE / 'mutants.py'} {one[0]}"
            return conformance.run_case("client", script("client", one[1]), command, MUTANTS_PATIENCE)

        with ThreadPoolExecutor(JOBS) as pool:
            outcomes = list(pool.map(run, work))
        for one, outcome in zip(work, outcomes):
            with self.subTest(one):
                self.assertFalse(outcome.passed, "the kit does not find it")
                # It is found by what it does, and not because it does not run.
                self.assertNotIn("Traceback", outcome.text)

    def test_a_client_that_has_nothing_is_said_to_have_nothing(self) -> None:
        command = "sh -c 'read task; echo unsupported'"
        outcome = conformance.run_case("client", script("client", "save"), command, PATIENCE)
        self.assertEqual((outcome.passed, outcome.text), (True, "not supported"))

    def test_a_client_that_dies_fails(self) -> None:
        outcome = conformance.run_case("client", script("client", "save"), "sh -c 'read task; kill -9 $$'", PATIENCE)
        self.assertFalse(outcome.passed)

    def test_lines_are_compared_by_what_they_say(self) -> None:
        self.assertTrue(printed_equally("sample AB 1709276401000000000 60.0", "sample ab 1709276401000000000 60"))
        self.assertFalse(printed_equally("sample ab 1709276401000000000 60", "sample ab 1709276401000000001 60"))
        self.assertFalse(printed_equally("pong", "pong pong"))
        self.assertTrue(printed_equally("anchor 6e65", "anchor 6E65"))
        # As numbers both are infinite, or 0.
        self.assertFalse(printed_equally("anchor 6e6577657374", "anchor 6e6577657375"))
        self.assertFalse(printed_equally("anchor 0000", "anchor 00"))
        self.assertTrue(printed_equally("fails", "error UNKNOWN_TYPE query_samples.clauses[0].type"))
        self.assertTrue(printed_equally("error UNKNOWN_TYPE ...", "error UNKNOWN_TYPE"))


class Servers(unittest.TestCase):
    def test_no_case_holds_for_a_silent_server(self) -> None:
        command = f"{PYTHON} {HERE / 'silent_server.py'}"
        outcomes = run_all("server", command)
        self.assertGreater(len(outcomes), 20)
        self.assertEqual([outcome.case for outcome in outcomes if outcome.passed], [])


class Schema(unittest.TestCase):
    """What other people's generators ask of hearth.proto."""

    def test_every_generator_of_protoc_takes_the_schema(self) -> None:
        for language in ("cpp", "csharp", "java", "kotlin", "objc", "php", "python", "ruby"):
            with self.subTest(language), tempfile.TemporaryDirectory() as folder:
                command = ["protoc", f"--proto_path={schema.PROTOCOL}", f"--{language}_out={folder}", "hearth.proto"]
                made = subprocess.run(command, check=False, capture_output=True, text=True)
                self.assertEqual((made.returncode, made.stderr), (0, ""))

    def test_go_has_an_import_path(self) -> None:
        """protoc-gen-go refuses a schema without one, and one with neither a dot nor a slash in it."""
        text = (schema.PROTOCOL / "hearth.proto").read_text()
        (path,) = re.findall(r'^option go_package = "([^";]+);hearthv1";$', text, re.MULTILINE)
        self.assertRegex(path, r"^[a-z0-9./]*[./][a-z0-9./]*$")


class Documents(unittest.TestCase):
    """Chapter 13 of the specification and the cases are the same list."""

    def checklist(self) -> list[str]:
        text = (schema.PROTOCOL / "PROTOCOL.md").read_text()
        chapter = text.split("\n## 13 ", 1)[1].split("\n## ", 1)[0]
        return [" ".join(item.split()) for item in re.split(r"^- \[ \] ", chapter, flags=re.MULTILINE)[1:]]

    def test_every_line_names_what_it_is_checked_by(self) -> None:
        lines = self.checklist()
        self.assertGreater(len(lines), 10)
        for line in lines:
            with self.subTest(line):
                self.assertTrue(re.findall(r"`[^`]+`", line.rpartition(": ")[2]), "no case and no vector")

    def test_every_case_is_named_and_exists(self) -> None:
        lists = [line.rpartition(": ")[2] for line in self.checklist()]
        named = {name for listed in lists for name in re.findall(r"`([a-z][a-z-]*)`", listed)}
        self.assertEqual(named, set(names("client")))

    def test_every_vector_that_is_named_exists(self) -> None:
        for line in self.checklist():
            for pattern in re.findall(r"`(vectors/[^`]+)`", line):
                with self.subTest(pattern):
                    self.assertTrue(list(schema.PROTOCOL.glob(pattern)))

    def test_every_case_says_what_it_is_about(self) -> None:
        for side in ("client", "server"):
            for name in names(side):
                with self.subTest(f"{side}/{name}"):
                    self.assertRegex(script(side, name).purpose, r"^[A-Z].*\.$")


if __name__ == "__main__":
    unittest.main()
