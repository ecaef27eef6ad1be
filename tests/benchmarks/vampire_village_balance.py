"""How often those who placed a card win: the table in models/vampire_village/README.md.

    python -m tests.benchmarks.vampire_village_balance [GAMES] [SEED]

Four-player games among greedy bots. A shared victory counts as a part of one; a card without any effect stands at 25 %.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from paletti_sim.games import find_game
from paletti_sim.games.core.match import play
from paletti_sim.games.core.streams import game_seed

GAMES = 500


def use_of_cards(setup: Any, games: int, seed: int) -> dict[str, tuple[int, float, float]]:
    """Return for each card how often it was placed, the share of victories, and how often it stood at the end."""
    placed: Counter[str] = Counter()
    won: Counter[str] = Counter()
    stood: Counter[str] = Counter()
    bots = [setup.game.bot("greedy", setup)] * setup.players
    for number in range(games):
        played = play(setup, bots, game_seed(seed, number))
        winners = played.outcome.winners
        for event in played.state.events:
            if event.what == "place":
                placed[event.cards[0]] += 1
                won[event.cards[0]] += (event.player in winners) / len(winners)
        stood.update(each.card for village in played.state.villages for each in village)
    return {card: (placed[card], won[card] / placed[card], stood[card] / placed[card]) for card in placed}


def main() -> None:
    """Print the table in Markdown, round by round, the strongest card first."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    setup = find_game("vampire-village").setup(4)
    use = use_of_cards(setup, games, seed)
    for number, cards in enumerate(setup.cards.village, 1):
        print(f"| round {number} | placed | won | stood at the end |\n|---|---:|---:|---:|")
        for card in sorted(cards, key=lambda card: -use.get(card.id, (0, 0, 0))[1]):
            times, share, stood = use.get(card.id, (0, 0.0, 0.0))
            print(f"| {card.name} | {times} | {100 * share:.0f} % | {100 * stood:.0f} % |")


if __name__ == "__main__":
    main()
