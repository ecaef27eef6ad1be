"""Villannex in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from paletti_sim.games.core.game import Words
from paletti_sim.games.core.protocol import Outcome
from paletti_sim.games.core.scene import Drawing, Grid, Scene, listed
from paletti_sim.games.villannex.actions import Build, Keep, NameNext, Produce, Select, Show, TakePair
from paletti_sim.games.villannex.cards import CardSet
from paletti_sim.games.villannex.common import OPEN, Village, score_round
from paletti_sim.games.villannex.score_table import score_scene
from paletti_sim.games.villannex.solitaire import goal
from paletti_sim.games.villannex.text import icons_text, number
from paletti_sim.games.villannex.views import SolitaireView, TableView

AnyView = TableView | SolitaireView

_QUESTIONS = {
    "draft": "Which card do you keep? The others go to the left.",
    "select": "Which four cards do you take into the round?",
    "flash": "Which card do you show?",
    "reveal": "Which card do you show?",
    "next": "Who shows a card next?",
    "pair": "Which random village do you keep?",
    "build": "Which two cards do you build your village of?",
}


class VillannexWords(Words):
    """Tells from views what lies there and what happened."""

    def __init__(self, cards: CardSet) -> None:
        self._cards = cards

    def table(self, view: AnyView, names: Sequence[str]) -> Scene:
        """Return the cards that are known, those of the others first and the own hand last."""
        scene: list[str | Grid] = []
        if view.common:
            scene.append(self._grid("Common area: in effect, belongs to nobody", view.common))
        if isinstance(view, SolitaireView):
            return (*scene, *self._solitaire(view))
        for player, name in enumerate(names):
            seen = [*view.shown[player], *(c for c in view.known[player] if c not in view.shown[player])]
            seen = [card for card in seen if card not in view.common]
            if player != view.player and seen:
                scene.append(self._grid(f"Seen of {name}", seen))
        if view.pack:
            scene.append(self._grid("The pack in your hand", view.pack))
        if view.hand:
            title = "What you have kept" if view.pack else "Your hand"
            scene.append(self._grid(title, view.hand))
        if view.player is not None and view.shown[view.player] and len(view.shown[view.player]) < len(view.hand):
            scene.append(f"All have seen your {listed(self._names(view.shown[view.player]))}.")
        return tuple(scene)

    def _solitaire(self, view: SolitaireView) -> Scene:
        scene: list[str | Grid] = []
        if view.actor is not None:
            number_ = len(view.rounds) + 1
            scene.append(f"Round {number_} of 4: {goal(number_)} points are needed. {view.deck_size} cards are left.")
        for place, pair in enumerate(view.pairs, 1):
            scene.append(self._grid(f"Random village {place}", pair))
        if view.village:
            scene.append(self._grid("Your village", [card for card, _ in view.village]))
        if view.hand:
            scene.append(self._grid("Your hand", view.hand))
        return tuple(scene)

    def question(self, view: AnyView, names: Sequence[str]) -> str:  # noqa: ARG002
        """Return what has to be decided."""
        own = view.village if isinstance(view, SolitaireView) else view.commit
        if view.phase == "frames" or (view.phase == "build" and own and isinstance(view, TableView)):
            waiting = next(card for card, frame in own if frame == OPEN)
            return f"Which frame of {self._name(waiting)} produces?"
        if isinstance(view, SolitaireView) and view.phase == "build":
            return "Which two cards of your hand do you add to the village?"
        return _QUESTIONS[view.phase]

    def label(self, view: AnyView, action: Any, names: Sequence[str]) -> str:  # noqa: PLR0911
        """Return an action in a few words."""
        if isinstance(action, Keep | Show):
            return self._name(action.card)
        if isinstance(action, Select):
            out = [card for card in view.hand if card not in action.cards]
            return f"without {listed(self._names(out))}" if out else listed(self._names(action.cards))
        if isinstance(action, Build):
            return listed(self._names(action.cards))
        if isinstance(action, NameNext):
            return names[action.player]
        if isinstance(action, TakePair):
            pairs = view.pairs if isinstance(view, SolitaireView) else ()
            return listed(self._names(pairs[action.pair - 1])) if pairs else f"village {action.pair}"
        assert isinstance(action, Produce)
        if action.frame == 0:
            return f"{self._name(action.card)}: it has no frame"
        return icons_text(self._cards.by_id[action.card].frames[action.frame - 1])

    def news(self, before: AnyView, after: AnyView, names: Sequence[str]) -> Scene:
        """Return what was shown, built and scored between two views."""
        if isinstance(after, SolitaireView) or isinstance(before, SolitaireView):
            return tuple(self._scored(before, after, names))
        scene: list[str | Grid] = []
        # what was shown in a round stays in the view until the next one begins
        finished = after.actor is None and before.actor is not None
        same_round = len(before.rounds) == len(after.rounds) - finished
        for player, name in enumerate(names):
            seen = before.shown[player] if same_round else ()
            new = [card for card in after.shown[player] if card not in seen]
            if player != after.player and new:
                scene.append(f"{name} {'show' if name == 'You' else 'shows'} {listed(self._names(new))}.")
        if before.pack and after.pack and set(before.pack) != set(after.pack) and after.player is not None:
            giver = names[(after.player - 1) % len(names)]
            scene.append(f"{giver} passes {listed(self._names(after.pack))} on to you.")
        return (*scene, *self._scored(before, after, names))

    def _scored(self, before: AnyView, after: AnyView, names: Sequence[str]) -> Iterable[str | Grid | Drawing]:
        for round_ in range(len(before.rounds), len(after.rounds)):
            for name, village in zip(names, after.rounds[round_], strict=True):
                yield f"{name}: {self._village(village)}"
            cards = [
                self._cards.by_id[card]
                for villages in after.rounds[: round_ + 1]
                for village in villages
                for card, _ in village
            ]
            result = score_round(self._cards, after.rounds, round_)
            title = "Points" if len(after.rounds) == 1 and after.actor is None else f"Points of round {round_ + 1}"
            yield from score_scene(result, cards, names, title)
            if isinstance(after, SolitaireView):
                points = result.totals[0]
                reached = "reached" if points >= goal(round_ + 1) else "missed"
                yield f"{number(points)} points: the {goal(round_ + 1)} of round {round_ + 1} are {reached}."

    def end(self, view: AnyView, outcome: Outcome, names: Sequence[str]) -> Scene:
        """Return who won."""
        if isinstance(view, SolitaireView):
            return (f"{outcome.reason.capitalize()}.",)
        winners = [names[player] for player in sorted(outcome.winners)]
        points = number(max(outcome.scores))
        if len(winners) > 1:
            ending = f"{listed(winners)} share the victory with {points} points each."
        else:
            verb = "win" if winners[0] == "You" else "wins"
            ending = f"{winners[0]} {verb} with {points} {'point' if points == '1' else 'points'}."
        if len(view.rounds) == 1:
            return (ending,)
        rows = tuple(
            (f"round {place}", *(number(points) for points in totals)) for place, totals in enumerate(view.totals, 1)
        )
        rows = (*rows, ("both", *(number(score) for score in outcome.scores)))
        return (Grid(("", *names), rows, "l" + "r" * len(names), "Both rounds", frozenset({len(rows) - 1})), ending)

    def _name(self, card: str) -> str:
        return self._cards.by_id[card].name

    def _names(self, cards: Iterable[str]) -> list[str]:
        return [self._name(card) for card in cards]

    def _village(self, village: Village) -> str:
        said = []
        for card, frame in village:
            icons = icons_text(self._cards.by_id[card].frames[frame - 1]) if frame > 0 else "nothing"
            said.append(f"{self._name(card)} ({icons})")
        return listed(said)

    def _grid(self, title: str, cards: Sequence[str]) -> Grid:
        rows = tuple(
            (card.name, card.text, "\n".join(icons_text(frame) for frame in card.frames) or "none")
            for card in (self._cards.by_id[card] for card in cards)
        )
        return Grid(("card", "effect", "frames"), rows, "lll", title)
