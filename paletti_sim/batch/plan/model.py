"""A plan: entries, each a row of cases that differ in what is varied, and each case as a task with a key."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from paletti_sim.batch.executors.limits import Limits
from paletti_sim.batch.plan import axes as axes_of
from paletti_sim.batch.plan.axes import Axis
from paletti_sim.batch.plan.keys import key_of
from paletti_sim.batch.plan.resolve import resolved, tidied
from paletti_sim.stability.fingerprint import canonical
from paletti_sim.tower.scenario.vary import plain, with_value

TAKE = "move.take"
SEED = "seed"


@dataclass(frozen=True)
class Label:
    """What is kept of each tower for a data set: a row, and with a `size` pictures of it.

    `camera` is (yaw, pitch) in degrees; None: drawn for each case.
    """

    size: tuple[int, int] | None = None
    camera: tuple[float, float] | None = None

    def to_json(self) -> dict[str, Any]:
        """What a task says of it."""
        if self.size is None:
            return {}
        camera = "random" if self.camera is None else plain(self.camera)
        return {"size": list(self.size), "camera": camera}


class Entry(ABC):
    """One entry of a plan. `kind` is `scenario` or `game`, `name` which one."""

    kind: str
    name: str
    axes: tuple[Axis, ...]

    @abstractmethod
    def task(self, number: int) -> dict[str, Any]:
        """Case `number` as JSON: all that decides its result."""

    @property
    def size(self) -> int:
        """How many cases it has; may be too many for `len`."""
        return axes_of.count(self.axes)

    def settings(self, number: int) -> dict[str, Any]:
        """What is varied, with its values in case `number`."""
        return axes_of.settings(self.axes, number)

    def to_json(self) -> dict[str, Any]:
        """What a file of results keeps about the entry."""
        return {"kind": self.kind, "name": self.name, "axes": [axis.to_json() for axis in self.axes]}


@dataclass(frozen=True)
class ScenarioEntry(Entry):
    """Cases of one tower. `document` is the content of its file.

    `takes`: the last axis is of single takes, which stand in the place of the file's moves.
    """

    name: str
    document: Mapping[str, Any]
    axes: tuple[Axis, ...] = ()
    preset: str = "accurate"
    samples: int = 0
    seed: int = 0
    ignore_rules: bool = False
    takes: bool = False
    label: Label | None = None
    kind: str = field(default="scenario", init=False)

    @cached_property
    def _base(self) -> dict[str, Any]:
        given = resolved(self.document)
        asked = any(name.split(".")[0] == "move" for axis in self.axes for name in axis.names)
        if self.takes or (asked and not given["moves"]):
            given["moves"] = [{}]
        return given

    def varied(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The content of the file, resolved, with some keys set.

        Raises:
            UnknownKeyError: a key that leads nowhere.
        """
        document = self._base
        for key, value in settings.items():
            document = with_value(document, key, plain(value))
        return tidied(document)

    def task(self, number: int) -> dict[str, Any]:
        """Case `number` as JSON."""
        drawn = self.label is not None and self.label.size is not None and self.label.camera is None
        task = {
            "kind": "scenario",
            "document": self.varied(self.settings(number)),
            "preset": self.preset,
            "samples": self.samples,
            "seed": self.seed if self.samples or drawn else 0,
            "ignore_rules": self.ignore_rules,
        }
        # only where one is asked: the keys of other plans stay as they are
        return task if self.label is None else task | {"label": self.label.to_json()}


@dataclass(frozen=True)
class GameEntry(Entry):
    """Games among bots. `options` are all of them, `data` is the fingerprint of the game's data.

    `preset` is how finely a judge simulates its towers; None: the game has none.
    """

    name: str
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    data: str
    axes: tuple[Axis, ...] = ()
    preset: str | None = None
    kind: str = field(default="game", init=False)

    def task(self, number: int) -> dict[str, Any]:
        """Case `number` as JSON."""
        task = {
            "kind": "game",
            "game": self.name,
            "bots": list(self.bots),
            "options": dict(self.options),
            "data": self.data,
            "seed": self.settings(number)[SEED],
        }
        # with it the key is made of the engine and its settings, too
        return task if self.preset is None else task | {"preset": self.preset}

    def to_json(self) -> dict[str, Any]:
        """What a file of results keeps about the entry."""
        return super().to_json() | {"bots": list(self.bots)}


@dataclass(frozen=True)
class Case:
    """One case of a plan: its place in it, the entry, which of its combinations, and its key."""

    position: int
    entry: int
    number: int
    key: bytes


@dataclass(frozen=True)
class Plan:
    """A plan of a batch. `licence` is that of its data set, `text` what it was read from; neither decides results."""

    name: str
    entries: Sequence[Entry]
    limits: Limits = field(default_factory=Limits)
    licence: str | None = None
    text: str = ""

    @property
    def labelled(self) -> bool:
        """Whether it makes a data set."""
        return any(isinstance(entry, ScenarioEntry) and entry.label is not None for entry in self.entries)

    @property
    def size(self) -> int:
        """How many cases there are."""
        return sum(entry.size for entry in self.entries)

    @property
    def fingerprint(self) -> str:
        """The same for plans that have the same cases in the same order, so that these need not be laid out again.

        All cases of an entry follow from what is varied and from one of them: the others differ in just that.
        """
        said = [{"first": key_of(entry.task(0)).hex()} | entry.to_json() for entry in self.entries]
        return hashlib.sha256(canonical(said).encode()).hexdigest()

    def cases(self) -> Iterator[Case]:
        """All cases in order."""
        position = 0
        for k, entry in enumerate(self.entries):
            for number in range(entry.size):
                yield Case(position, k, number, key_of(entry.task(number)))
                position += 1

    def task(self, case: Case) -> dict[str, Any]:
        """A case as JSON, to be sent to whoever works on it."""
        return self.entries[case.entry].task(case.number)
