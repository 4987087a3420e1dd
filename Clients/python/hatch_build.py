"""Generates what comes from the protocol's documents when the package is built; the repository keeps nothing of it.

These are the messages, from hearth.proto, and the identifiers and units of the types, from TYPES.md. From a clone the
documents are those of the repository. A source distribution carries copies of them next to this file.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).resolve().parent
SCHEMA = "hearth.proto"
TYPES = "TYPES.md"
GENERATED = ("hearth_pb2.py", "hearth_pb2.pyi", "type_table.py", "types.py")


def document(name: str) -> Path:
    """A document of the protocol."""
    places = [HERE / name, HERE.parents[1] / "Protocol" / name]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(f"no {name} in {' or '.join(str(place.parent) for place in places)}")


def generate(folder: Path) -> None:
    """Writes the modules and their types into the folder."""
    from grpc_tools import protoc  # Only there while a package is built.

    proto = document(SCHEMA)
    arguments = ["protoc", f"--proto_path={proto.parent}", f"--python_out={folder}", f"--pyi_out={folder}", proto.name]
    if protoc.main(arguments) != 0:
        raise RuntimeError(f"protoc could not generate the messages from {proto}")
    types = document(TYPES).read_text()
    (folder / "type_table.py").write_text(type_table(types))
    (folder / "types.py").write_text(type_constants(types))


def type_table(types: str) -> str:
    """A module with the identifiers and storage units in the document's tables."""
    identifiers = type_identifiers(types)
    comment = '"""The types of which a store holds samples. Generated from TYPES.md."""'
    elements = "".join(f'    "{identifier}",\n' for identifier in identifiers)
    units = "".join(f'    "{identifier}": "{unit}",\n' for identifier, unit in storage_units(types).items())
    cumulative = "".join(f'    "{identifier}",\n' for identifier in cumulative_types(types))
    return (
        f"{comment}\n\nfrom __future__ import annotations\n\n"
        f"IDENTIFIERS: tuple[str, ...] = (\n{elements})\n"
        f"#: The storage unit of each quantity type.\nSTORAGE_UNITS: dict[str, str] = {{\n{units}}}\n"
        f"#: The quantity types whose values add up.\nCUMULATIVE: frozenset[str] = frozenset({{\n{cumulative}}})\n"
    )


def type_constants(types: str) -> str:
    """A module with a constant for each identifier, named as Swift names the type."""
    units = storage_units(types)
    short_name = short_name_function()
    lines = [
        f'#: In {units[identifier]}.\n{name} = "{identifier}"\n'
        if identifier in units
        else f'{name} = "{identifier}"\n'
        for name, identifier in sorted((short_name(identifier), identifier) for identifier in type_identifiers(types))
    ]
    comment = (
        '"""The identifiers of the types of samples, named as `hearth types` names them. Generated from TYPES.md.\n\n'
        "The comment on a quantity type is its storage unit. In `%` a value is a percentage, such as 97.\n"
        '"""'
    )
    return f"{comment}\n\nfrom __future__ import annotations\n\n{''.join(lines)}"


def short_name_function() -> Callable[[str], str]:
    """`short_name` of the package, which cannot be imported yet."""
    path = HERE / "src" / "hearth" / "samples" / "short_names.py"
    names: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    found: Callable[[str], str] = names["short_name"]
    return found


def type_identifiers(types: str) -> list[str]:
    """The identifiers in the document's tables."""
    identifiers = re.findall(r"^\| (HK\w+) \|", types, re.MULTILINE)
    if len(identifiers) < 100:
        raise RuntimeError(f"{TYPES} has {len(identifiers)} types")
    return identifiers


def storage_units(types: str) -> dict[str, str]:
    """The storage unit of each quantity type, by the identifiers in the document's table."""
    return dict(re.findall(r"^\| (HKQuantity\w+) \| `([^`]+)` \|", types, re.MULTILINE))


def cumulative_types(types: str) -> list[str]:
    """The identifiers of the quantity types in the document's table whose values add up."""
    found = re.findall(r"^\| (HKQuantity\w+) \| `[^`]+` \| cumulative \|", types, re.MULTILINE)
    if len(found) < 10:
        raise RuntimeError(f"{TYPES} has {len(found)} cumulative types")
    return found


class ProtocolBuildHook(BuildHookInterface[Any]):
    """Puts the generated modules into a wheel, the documents into a source distribution."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before anything is packed."""
        if self.target_name == "sdist":
            for name in (SCHEMA, TYPES):
                build_data["force_include"][str(document(name))] = name
            return
        if version == "editable":
            generate(HERE / "src" / "hearth")
            return
        self.folder = Path(tempfile.mkdtemp(prefix="hearth-generated-"))
        generate(self.folder)
        for name in GENERATED:
            build_data["force_include"][str(self.folder / name)] = f"hearth/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when all is packed."""
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)
