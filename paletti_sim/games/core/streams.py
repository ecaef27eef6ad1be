"""Randomness as a value: named streams that all come from one root seed."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

SEED_BITS = 53
"""Seeds of single games fit a JSON number in every language."""


def generator(seed: int, name: str, use: int = 0) -> np.random.Generator:
    """Return the generator of the `use`-th use of the stream `name` under a root seed.

    >>> generator(7, "deal").integers(100) == generator(7, "deal").integers(100)
    np.True_
    """
    key = (zlib.crc32(name.encode()), use)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key)))


def game_seed(seed: int, number: int) -> int:
    """Return the root seed of game `number` of a series, so that any one of them can be played again alone."""
    state = np.random.SeedSequence(seed, spawn_key=(zlib.crc32(b"game"), number)).generate_state(1, np.uint64)
    return int(state[0]) >> (64 - SEED_BITS)


@dataclass(frozen=True)
class Streams:
    """The random streams of a state: the root seed, and how often each stream was used.

    A state that needs chance takes the next generator of a named stream and keeps the new `Streams`; so the same state
    always meets the same chance, and what one purpose draws does not disturb another.

    >>> deal, streams = Streams(7).next("deal")
    >>> streams
    Streams(seed=7, used=(('deal', 1),))
    """

    seed: int
    used: tuple[tuple[str, int], ...] = ()

    def next(self, name: str) -> tuple[np.random.Generator, Streams]:
        """Return the next generator of the stream `name`, and the streams after this use."""
        counts = dict(self.used)
        use = counts.get(name, 0)
        counts[name] = use + 1
        return generator(self.seed, name, use), Streams(self.seed, tuple(sorted(counts.items())))

    def to_json(self) -> dict[str, Any]:
        """Return the streams as JSON."""
        return {"seed": self.seed, "used": dict(self.used)}

    @classmethod
    def from_json(cls, doc: dict[str, Any]) -> Streams:
        """Read what `to_json` wrote."""
        return cls(int(doc["seed"]), tuple(sorted((str(name), int(count)) for name, count in doc["used"].items())))
