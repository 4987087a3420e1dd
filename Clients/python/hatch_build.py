"""Generates the messages of the protocol when the package is built; nothing generated is kept in the repository.

From a clone the schema is that of the repository. A source distribution carries a copy beside this file.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
SCHEMA = "hearth.proto"
GENERATED = ("hearth_pb2.py", "hearth_pb2.pyi")


def schema() -> Path:
    """The schema from which to generate."""
    places = [HERE / SCHEMA, HERE.parents[1] / "Protocol" / SCHEMA]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(f"no {SCHEMA} in {' or '.join(str(place.parent) for place in places)}")


def generate(proto: Path, folder: Path) -> None:
    """Writes the module and its types into the folder."""
    from grpc_tools import protoc  # Only there while a package is built.

    arguments = ["protoc", f"--proto_path={proto.parent}", f"--python_out={folder}", f"--pyi_out={folder}", proto.name]
    if protoc.main(arguments) != 0:
        raise RuntimeError(f"protoc could not generate the messages from {proto}")


class ProtocolBuildHook(BuildHookInterface[Any]):
    """Puts the generated module into a wheel, the schema into a source distribution."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before anything is packed."""
        if self.target_name == "sdist":
            build_data["force_include"][str(schema())] = SCHEMA
            return
        if version == "editable":
            generate(schema(), HERE / "src" / "hearth")
            return
        self.folder = Path(tempfile.mkdtemp(prefix="hearth-messages-"))
        generate(schema(), self.folder)
        for name in GENERATED:
            build_data["force_include"][str(self.folder / name)] = f"hearth/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when all is packed."""
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)
