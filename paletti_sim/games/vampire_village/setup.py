"""Vampire Village as the table knows it: options, cards, bots."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.card_files import read_bytes
from paletti_sim.games.core.game import Game, Setup
from paletti_sim.games.core.options import Option, OptionValue
from paletti_sim.games.vampire_village.actions import AnyAction, read_action
from paletti_sim.games.vampire_village.bots import GreedyBot
from paletti_sim.games.vampire_village.cards import MONSTERS, STARTING_CARDS, VILLAGE_CARDS, CardSet
from paletti_sim.games.vampire_village.imagine import imagine
from paletti_sim.games.vampire_village.phases import DEALS, DEALT, PICKS
from paletti_sim.games.vampire_village.reading import parse_cards
from paletti_sim.games.vampire_village.table import Table
from paletti_sim.games.vampire_village.village import LINE
from paletti_sim.games.vampire_village.words import VampireWords
from paletti_sim.resources import models_dir

OPTIONS = (
    Option(
        "grid_limit",
        "count",
        "at most 4 cards in a line: counted, or all within a box of 4 by 4 (W-G4)",
        ("count", "box"),
    ),
    Option(
        "demons",
        "in-turn",
        "demons act one player after the other, or one of each at a time (W-G12)",
        ("in-turn", "together"),
    ),
    Option("cards", "", "a file with other cards (as models/vampire_village/cards.yaml)"),
)


@dataclass(frozen=True, eq=False)
class VampireSetup(Setup[Table, AnyAction]):
    """Players, options and cards."""

    game: Game
    players: int
    options: Mapping[str, OptionValue]
    cards: CardSet

    @cached_property
    def box(self) -> bool:
        """Whether a village must fit into 4 by 4 places."""
        return self.options["grid_limit"] == "box"

    @cached_property
    def demons_together(self) -> bool:
        """Whether one demon of each player acts at the same time."""
        return self.options["demons"] == "together"

    @cached_property
    def words(self) -> VampireWords:  # type: ignore[override]
        """How it speaks."""
        return VampireWords(self.cards, box=self.box)

    def new(self, seed: int) -> Table:
        """Return the first state."""
        return Table.new(self, seed)

    def state_from_json(self, doc: Any) -> Table:
        """Read a state."""
        return Table.from_json(self, doc)

    def action_from_json(self, doc: Any) -> AnyAction:
        """Read an action."""
        return read_action(doc)

    def imagine(self, view: Any, rng: np.random.Generator) -> Table:
        """Return a state that could be behind a view."""
        return imagine(self, view, rng)

    def inventory(self, state: Table) -> Hashable:
        """Return all cards of a state, and check that villages and monsters are as the rules allow."""
        _check_villages(state)
        village = [placed.card for placed_cards in state.villages for placed in placed_cards]
        village += [*state.starting, *state.decks[0], *state.decks[1], *state.lost]
        if state.phase == "place":
            village += state.chosen[state.turn :]
        for hand in state.hands:
            village += hand
        monsters = [*state.monster_decks[0], *state.monster_decks[1], *state.gone]
        for faces in (*state.monsters, *state.dealt):
            monsters += faces
        if state.phase == "move":
            village += state.chosen[state.turn + 1 :]
        assert len(village) == STARTING_CARDS + 2 * VILLAGE_CARDS, f"{len(village)} village cards are in the game"
        assert len(monsters) == 2 * MONSTERS, f"{len(monsters)} monsters are in the game"
        return tuple(sorted(village)), tuple(sorted(monsters))

    @property
    def longest(self) -> int:
        """At most, for each player: picks, places, walks; gifts; an answer a demon; two choices for each breach.

        A player can have more than the own twelve monsters, but each demon and each breach discards one of all.
        """
        building = 2 * PICKS * (2 + self.cards.most_moves + 1)
        return self.players * (building + 2 * DEALS + 2 * DEALS * DEALT * 2)

    @cached_property
    def data(self) -> Any:
        """All cards."""
        return self.cards.to_json()


def _check_villages(state: Table) -> None:
    """Residents are never fewer than none, places are taken once, lines have four cards at most (W-11)."""
    for seat, village in enumerate(state.villages):
        assert all(placed.residents >= 0 for placed in village), f"player {seat} has fewer than no residents"
        assert len({(placed.row, placed.column) for placed in village}) == len(village), "two cards in one place"
        rows = [placed.row for placed in village]
        columns = [placed.column for placed in village]
        for line in (rows, columns):
            assert all(line.count(number) <= LINE for number in set(line)), f"W-11: {LINE} cards in a line at most"
            if state.setup.box and line:
                assert max(line) - min(line) < LINE, "W-G4: a village reaches out of its box"
    if state.walkers:
        here = {placed.card: placed.residents for placed in state.villages[state.turn]}
        assert all(0 < number <= here[card] for card, number in state.walkers), "W-G28: more walkers than residents"


@lru_cache(maxsize=4)
def _cards(path: str, data: bytes) -> CardSet:
    return parse_cards(data, path)


def ready(players: int, options: Mapping[str, OptionValue]) -> VampireSetup:
    """Return the game made ready.

    Raises:
        FileFaultsError: the card file has faults.
        PalettiError: the card file cannot be opened.
    """
    path = Path(str(options["cards"])) if options["cards"] else models_dir() / "vampire_village" / "cards.yaml"
    return VampireSetup(GAME, players, dict(options), _cards(str(path), read_bytes(path)))


GAME = Game(
    id="vampire-village",
    title="Vampire Village",
    about="Build a village, hand monsters around, and keep as many residents as you can from them.",
    least=2,
    most=5,
    options=OPTIONS,
    bots={"random": RandomBot, "greedy": GreedyBot},
    ready=ready,
    bots_about={
        "random": "takes any legal choice",
        "greedy": "takes what leaves most after the attacks that it imagines",
    },
)
