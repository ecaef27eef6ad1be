"""What is ordered, tower by tower: everything about a tower follows from its slot and the seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import asdict, dataclass

import numpy as np

from paletti_sim.errors import PalettiError
from paletti_sim.stability.fingerprint import canonical, fingerprint
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.regulations import LEAST_COVERED

TEST_SHARE = 5  # a fifth of each kind is for testing
MOST = 1_000_000


@dataclass(frozen=True)
class Order:
    """How many towers of which kind: levels with the base, columns in the whole tower, both from least to most.

    `near` is the share whose move is close to the limit; `balance` makes as many topple as stand.
    """

    count: int
    levels: tuple[int, int] = (2, 4)
    columns: tuple[int, int] = (8, 20)
    near: float = 0.0
    balance: bool = False
    seed: int = 0

    def check(self) -> None:
        """Raises PalettiError when no such tower can be built."""
        pieces = game_pieces()
        most_levels, most_columns = 1 + len(pieces.floors), len(pieces.columns)
        if not 1 <= self.count <= MOST:
            raise PalettiError(f"generate: wants 1 to {MOST:,} towers (got {self.count})")
        if not 2 <= self.levels[0] <= self.levels[1] <= most_levels:
            raise PalettiError(f"--levels: wants A-B with 2 to {most_levels} levels, the base one of them")
        least = LEAST_COVERED * (self.levels[0] - 1)
        if not least <= self.columns[0] <= self.columns[1] <= most_columns:
            raise PalettiError(
                f"--columns: wants A-B with {least} to {most_columns} columns:"
                f" {LEAST_COVERED} under each floor of {self.levels[0]} levels or more"
            )
        if not 0 <= self.near <= 1:
            raise PalettiError(f"--near-limit: wants a share from 0 to 1 (got {self.near:g})")


def identity(order: Order) -> str:
    """Tells orders apart that lead to other files; so does another version of the software or its data."""
    # verdicts label the towers, with the preset of `check`
    text = canonical([fingerprint("accurate"), asdict(order)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Slot:
    """One tower that is wanted. `topples` is None when either is welcome."""

    number: int
    levels: tuple[int, int]
    columns: tuple[int, int]
    near: bool
    topples: bool | None
    split: str
    seed: int

    @property
    def name(self) -> str:
        """What the tower is called."""
        return f"tower-{self.number:04d}"

    @property
    def file(self) -> str:
        """Its file, from the folder of all."""
        return f"{self.split}/{self.name}.yaml"

    def rng(self, attempt: int) -> np.random.Generator:
        """The randomness of one attempt to build it."""
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=(self.number, attempt))))


_Kind = tuple[bool, bool | None]


def _tests(sizes: Counter[_Kind]) -> dict[_Kind, int]:
    """How many of each kind are for testing: a fifth of all, and where that is no whole number the nearest."""
    count = sum(sizes.values())
    wanted = max(round(count / TEST_SHARE), 1) if count > 1 else 0
    found = {kind: wanted * size // count for kind, size in sizes.items()}
    left = sorted(sizes, key=lambda kind: wanted * sizes[kind] % count, reverse=True)
    for kind in left[: wanted - sum(found.values())]:
        found[kind] += 1
    return found


def slots(order: Order) -> list[Slot]:
    """The towers of an order: exactly the share near the limit, half of each kind toppling if balance is asked.

    A fifth is for testing, at least one of two, and of each kind about the same share of them as for training.
    """
    near = round(order.near * order.count)
    kinds = []
    for k in range(order.count):
        kinds.append((k < near, (k % 2 == 0) if order.balance else None))
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(order.seed)))
    kinds = [kinds[int(k)] for k in rng.permutation(order.count)]
    sizes = Counter(kinds)
    tests = _tests(sizes)
    met: Counter[_Kind] = Counter()
    found = []
    for number, kind in enumerate(kinds, 1):
        before = met[kind] * tests[kind] // sizes[kind]
        met[kind] += 1
        split = "test" if met[kind] * tests[kind] // sizes[kind] > before else "train"
        found.append(Slot(number, order.levels, order.columns, *kind, split, order.seed))
    return found
