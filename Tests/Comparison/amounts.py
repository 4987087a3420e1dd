"""How much of each work a round has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Amounts:
    samples: int
    rounds: int
    commit: int  # samples in a commit
    singles: int = 300
    clients: int = 64
    by_many: int = 38_400
    days: int = 50
    recent: int = 1_000  # samples after the anchor
    change_reads: int = 50
    notices: int = 300
    subscribers: int = 1_000
    crowd_notices: int = 20

    @property
    def block(self) -> int:
        """Samples in a block of which each round saves one: whole commits, ten at most."""
        commits = self.samples // self.rounds // self.commit
        return min(commits, 10) * self.commit

    @property
    def before(self) -> int:
        """Samples that are saved before the first block."""
        return self.samples - self.rounds * self.block


COMMIT = 65_536


def thorough(samples: int, rounds: int) -> Amounts:
    commit = COMMIT
    while commit * rounds > samples:
        commit //= 2
    return Amounts(samples, rounds, commit)


def quick() -> Amounts:
    return Amounts(
        samples=20_000,
        rounds=2,
        commit=4_096,
        singles=10,
        by_many=640,
        days=5,
        recent=100,
        change_reads=3,
        notices=5,
        subscribers=50,
        crowd_notices=2,
    )
