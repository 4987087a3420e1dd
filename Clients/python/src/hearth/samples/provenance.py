"""Where samples come from."""

from __future__ import annotations

from dataclasses import dataclass, fields

from .. import hearth_pb2 as pb
from .identifiers import check_text


@dataclass(frozen=True, slots=True)
class Source:
    """An app that saves samples."""

    bundle_identifier: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device that measures. Each property may be None, which differs from ""."""

    name: str | None = None
    manufacturer: str | None = None
    model: str | None = None
    hardware_version: str | None = None
    firmware_version: str | None = None
    software_version: str | None = None
    local_identifier: str | None = None
    udi_device_identifier: str | None = None

    def check(self, field: str) -> None:
        """Raises for a text that no message may hold."""
        for one in fields(self):
            if (text := getattr(self, one.name)) is not None:
                check_text(text, f"{field}.{one.name}")

    def message(self) -> pb.Device:
        """As the protocol has it."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return pb.Device(**{name: value for name, value in named.items() if value is not None})

    @staticmethod
    def of(message: pb.Device) -> Device:
        """As the server sent it."""
        return Device(**{field.name: value for field, value in message.ListFields()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The app that saved samples, where it ran, and the device. In a save only the device counts: the server
    fills in the app."""

    source: Source | None = None
    version: str | None = None
    product_type: str | None = None
    #: Major, minor and patch.
    operating_system_version: tuple[int, int, int] | None = None
    device: Device | None = None
    #: The bundle identifier of the app that saved them on behalf of the source; None: the source itself.
    owner: str | None = None

    def message(self) -> pb.Provenance:
        """As it is sent in a save."""
        return pb.Provenance(device=None if self.device is None else self.device.message())

    @staticmethod
    def of(message: pb.Provenance) -> Provenance:
        """As the server sent it."""
        system = message.operating_system_version
        return Provenance(
            source=source(message.source) if message.HasField("source") else None,
            version=message.version if message.HasField("version") else None,
            product_type=message.product_type if message.HasField("product_type") else None,
            operating_system_version=(system.major, system.minor, system.patch)
            if message.HasField("operating_system_version")
            else None,
            device=Device.of(message.device) if message.HasField("device") else None,
            owner=message.owner or None,
        )


def source(message: pb.Source) -> Source:
    """As the server sent it."""
    return Source(message.bundle_identifier, message.name)
