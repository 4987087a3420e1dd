"""What a generated file holds: what must come out of it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Contents:
    #: The samples by the identifiers of their types: what a store holds afterwards.
    samples: dict[str, int] = field(default_factory=dict)
    #: Elements that are not samples of their own, by what they are: entries of metadata, positions, beats.
    parts: dict[str, int] = field(default_factory=dict)
    #: Bytes before compression, of the document and of the routes.
    document_bytes: int = 0
    route_bytes: int = 0

    def add(self, kind: str, count: int = 1) -> None:
        self.samples[kind] = self.samples.get(kind, 0) + count

    def add_part(self, kind: str, count: int = 1) -> None:
        self.parts[kind] = self.parts.get(kind, 0) + count

    @property
    def records(self) -> int:
        """The elements of that name in an export: quantities and categories."""
        prefixes = ("HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier")
        return sum(count for kind, count in self.samples.items() if kind.startswith(prefixes))
