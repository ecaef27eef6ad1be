"""Villannex made ready: number of players, options, cards."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.card_files import read_bytes
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.core.game import Game, Scored, Setup
from paletti_sim.games.core.options import Option, OptionValue, read_options
from paletti_sim.games.villannex.actions import AnyAction, read_action
from paletti_sim.games.villannex.bots import GreedyBot
from paletti_sim.games.villannex.cards import BUILDINGS, OCCUPATIONS, CardSet
from paletti_sim.games.villannex.imagine import imagine_solitaire, imagine_table
from paletti_sim.games.villannex.reading import parse_cards
from paletti_sim.games.villannex.score_file import score_file
from paletti_sim.games.villannex.solitaire import Solitaire
from paletti_sim.games.villannex.table import Table
from paletti_sim.games.villannex.views import SolitaireView
from paletti_sim.games.villannex.words import VillannexWords
from paletti_sim.resources import models_dir

AnyState = Table | Solitaire

OPTIONS = (
    Option("rounds", 1, "how many rounds are played (X-28)", (1, 2)),
    Option("draft", "no", "draft the hands; `skip` then shows no cards, `show` does (X-27)", ("no", "skip", "show")),
    Option("show", "all", "in step 1 everybody shows all four cards chosen, or one (X-G1)", ("all", "one")),
    Option("reveal", "together", "show the four cards together, or one at a time (X-31)", ("together", "in-turn")),
    Option("cards", "", "a file with other cards (as models/villannex/cards.yaml)"),
)


@dataclass(frozen=True, eq=False)
class VillannexSetup(Setup[Any, AnyAction]):
    """Players, options and cards; with one player it is the solitaire game."""

    game: Game
    players: int
    options: Mapping[str, OptionValue]
    cards: CardSet

    @cached_property
    def rounds(self) -> int:
        """How many rounds a game for several has."""
        return int(self.options["rounds"])

    @cached_property
    def drafts(self) -> bool:
        """Whether the hands are drafted."""
        return self.options["draft"] != "no"

    @cached_property
    def skips_showing(self) -> bool:
        """Whether steps 1 and 2 are left out."""
        return self.options["draft"] == "skip"

    @cached_property
    def shows_one(self) -> bool:
        """Whether only one of the four cards is shown."""
        return self.options["show"] == "one"

    @cached_property
    def one_at_a_time(self) -> bool:
        """Whether cards are shown one at a time."""
        return self.options["reveal"] == "in-turn"

    @cached_property
    def words(self) -> VillannexWords:  # type: ignore[override]
        """How it speaks."""
        return VillannexWords(self.cards)

    def new(self, seed: int) -> AnyState:
        """Return the first state."""
        return Solitaire.new(self, seed) if self.players == 1 else Table.new(self, seed)

    def state_from_json(self, doc: Any) -> AnyState:
        """Read a state."""
        return Solitaire.from_json(self, doc) if doc["kind"] == "solitaire" else Table.from_json(self, doc)

    def action_from_json(self, doc: Any) -> AnyAction:
        """Read an action."""
        return read_action(doc)

    def imagine(self, view: Any, rng: np.random.Generator) -> AnyState:
        """Return a state that could be behind a view."""
        if isinstance(view, SolitaireView):
            return imagine_solitaire(self, view, rng)
        return imagine_table(self, view, rng)

    def inventory(self, state: AnyState) -> Hashable:
        """Return all cards of a state (X-1)."""
        cards = [*state.deck, *(card for round_ in state.rounds for village in round_ for card, _ in village)]
        if isinstance(state, Solitaire):
            cards += [*state.hand, *state.out, *(card for card, _ in state.village)]
            cards += [card for pair in state.pairs for card in pair]
        else:
            for group in (state.packs, state.hands, state.aside):
                cards += [card for own in group for card in own]
            _check_secrets(state)
        assert len(cards) == BUILDINGS + OCCUPATIONS, f"{len(cards)} cards are in the game"
        return tuple(sorted(cards))

    @property
    def longest(self) -> int:
        """At most: five picks, a choice of four and the showing of it, two cards and a frame for each; twice."""
        if self.players == 1:
            return 4 * 6
        return self.players * (5 + self.rounds * (1 + 8 + 3))

    @cached_property
    def data(self) -> Any:
        """All cards."""
        return self.cards.to_json()


def _check_secrets(state: Table) -> None:
    """What somebody has chosen or shown is among the own cards."""
    for player, commit in enumerate(state.commits):
        chosen = [card[0] if isinstance(card, tuple) else card for card in commit]
        own = (*state.hands[player], *state.packs[player])
        assert all(card in own for card in chosen), f"player {player} has chosen a card of somebody else"
    counts = [len(shown) for shown in state.shown]
    assert max(counts) - min(counts) <= 1, "X-31: numbers of cards shown differ by more than 1"


@lru_cache(maxsize=4)
def _cards(path: str, data: bytes) -> CardSet:
    return parse_cards(data, path)


def ready(players: int, options: Mapping[str, OptionValue]) -> VillannexSetup:
    """Return the game made ready.

    Raises:
        OptionError: options that contradict each other.
        FileFaultsError: the card file has faults.
        PalettiError: the card file cannot be opened.
    """
    named = {option.name: option for option in OPTIONS}
    set_ = [name for name, option in named.items() if name != "cards" and options[name] != option.default]
    if players == 1 and set_:
        raise OptionError(f"the solitaire game (one player) has no option {set_[0]}")
    if options["draft"] == "skip" and (options["show"] != "all" or options["reveal"] != "together"):
        raise OptionError("draft=skip shows no cards before the villages: use draft=show with show or reveal")
    if options["show"] == "one" and options["reveal"] != "together":
        raise OptionError("show=one shows one card only, reveal=in-turn all four: choose one of them")
    path = Path(str(options["cards"])) if options["cards"] else models_dir() / "villannex" / "cards.yaml"
    return VillannexSetup(GAME, players, dict(options), _cards(str(path), read_bytes(path)))


def score(path: Path, options: Mapping[str, object]) -> Scored:
    """Score villages written down in a file; of the options only `cards` matters.

    Raises:
        OptionError: an unknown option.
        FileFaultsError: the file, or the card file, has faults.
        PalettiError: a file cannot be opened.
    """
    return score_file(path, ready(2, read_options(OPTIONS, options)).cards)


GAME = Game(
    id="villannex",
    title="Villannex",
    about="Two cards make a village; what it is worth depends on all cards on the table.",
    least=1,
    most=4,
    options=OPTIONS,
    bots={"random": RandomBot, "greedy": GreedyBot},
    ready=ready,
    bots_about={
        "random": "takes any legal choice",
        "greedy": "scores its choices against opponents it imagines",
    },
    score_file=score,
)
