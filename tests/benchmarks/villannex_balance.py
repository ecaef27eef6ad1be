"""How often the villages that use a card win: the table in models/villannex/README.md.

    python -m tests.benchmarks.villannex_balance [GAMES] [SEED]

Two-player games among greedy bots, seats and deals random. A village's shared victory counts as half a win.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from paletti_sim.games import find_game
from paletti_sim.games.core.match import play
from paletti_sim.games.core.streams import game_seed

GAMES = 4000
LOW, HIGH = 0.30, 0.70


def use_of_cards(setup: Any, games: int, seed: int, bot: str = "greedy") -> dict[str, tuple[int, float]]:
    """Return for each card how many villages used it and the share of them that won."""
    used: Counter[str] = Counter()
    won: Counter[str] = Counter()
    bots = [setup.game.bot(bot, setup)] * setup.players
    for number in range(games):
        played = play(setup, bots, game_seed(seed, number))
        winners = played.outcome.winners
        for player, village in enumerate(played.state.rounds[-1]):
            for card, _ in village:
                used[card] += 1
                won[card] += (player in winners) / len(winners)
    return {card: (used[card], won[card] / used[card] if used[card] else 0.0) for card in setup.cards.ids}


def main() -> None:
    """Print the table in Markdown, the strongest card first."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    setup = find_game("villannex").setup(2)
    rows = sorted(use_of_cards(setup, games, seed).items(), key=lambda row: -row[1][1])
    print("| card | villages | won |\n|---|---:|---:|")
    for card, (used, share) in rows:
        mark = "" if LOW <= share <= HIGH else " (!)"
        print(f"| {setup.cards.by_id[card].name} | {used} | {100 * share:.0f} %{mark} |")


if __name__ == "__main__":
    main()
