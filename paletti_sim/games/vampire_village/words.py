"""Vampire Village in words."""

from __future__ import annotations

from collections.abc import Sequence

from paletti_sim.games.core.game import Words
from paletti_sim.games.core.protocol import Outcome
from paletti_sim.games.core.scene import Grid, Scene, counted, listed
from paletti_sim.games.vampire_village.actions import (
    AnyAction,
    Choose,
    Drive,
    Give,
    Ignore,
    Lose,
    Move,
    Place,
    Sacrifice,
    Stay,
    Suffer,
)
from paletti_sim.games.vampire_village.attack import of_kind, strengths
from paletti_sim.games.vampire_village.cards import ATTACKERS, PLURALS, CardSet, what_of
from paletti_sim.games.vampire_village.draw import draw
from paletti_sim.games.vampire_village.news import tell
from paletti_sim.games.vampire_village.phases import CHOOSE, DEMONS, GIVE, LOSE, MOVE, OVER, PICKS, PLACE
from paletti_sim.games.vampire_village.seats import left_of, less, right_of
from paletti_sim.games.vampire_village.text import LEGEND, card_text, monster_name, monster_text, verb, whose
from paletti_sim.games.vampire_village.views import TableView
from paletti_sim.games.vampire_village.village import (
    Cell,
    Placed,
    Village,
    arriving,
    defence,
    defended,
    find,
    free_cells,
    is_yellow,
    residents,
)

_WHERE = {(1, 0): "above", (-1, 0): "below", (0, 1): "left of", (0, -1): "right of"}


class VampireWords(Words):
    """Tells from views what lies there and what happened."""

    def __init__(self, cards: CardSet, *, box: bool) -> None:
        self._cards = cards
        self._box = box

    def table(self, view: TableView, names: Sequence[str]) -> Scene:
        """Return the villages, the own one last, and what is in the own hand.

        When cards are chosen or monsters given, all villages are drawn; between, the others are told in a line.
        """
        scene: list[str | Grid] = [self._heading(view)]
        at_large = view.player is None or view.phase in (CHOOSE, GIVE)
        for seat, name in enumerate(names):
            if seat == view.player:
                continue
            scene.append(self._summary(view, seat, name))
            if at_large:
                scene += self._drawn(view, seat)
        if view.player is not None:
            scene.append(self._summary(view, view.player, names[view.player]))
            scene += self._drawn(view, view.player)
            scene.append(LEGEND)
            scene += self._hand(view, names)
        return tuple(scene)

    def _heading(self, view: TableView) -> str:
        order = listed(["demons", *(PLURALS[kind] for kind in view.order)])
        part = {
            CHOOSE: f"building, card {view.step + 1} of {PICKS}",
            PLACE: f"building, card {view.step} of {PICKS}",
            MOVE: f"building, card {view.step} of {PICKS}",
            GIVE: f"monsters, deal {view.step + 1} of 2",
            DEMONS: "attack of the demons",
            OVER: "the end",
        }.get(view.phase) or f"attack of the {PLURALS[view.order[view.kind]]}"
        return f"Round {view.round} of 2: {part}. Order of attack: {order}."

    def _summary(self, view: TableView, seat: int, name: str) -> str:
        """One village in a line: what attacks it, as things stand, and what defends it."""
        village = view.villages[seat]
        worth = dict(view.strengths[seat]) or dict(strengths(view.monsters, seat))
        sides = []
        for kind in ATTACKERS:
            against = defence(defended(village, kind), kind, self._cards)
            attackers = of_kind(view.monsters[seat], kind)
            attack = sum(worth.get(face, 0) for face in attackers)
            sides.append(f"{PLURALS[kind]} {attack} against {against}" if attackers else f"{PLURALS[kind]}: {against}")
        demons = of_kind(view.monsters[seat], "demon")
        said = f"; {counted(len(demons), 'demon')}" if demons else ""
        size = f"{counted(len(village), 'card')}, {counted(residents(village), 'resident')}"
        return f"{whose(name)} village: {size}; {', '.join(sides)}{said}."

    def _drawn(self, view: TableView, seat: int) -> list[str]:
        worth = dict(view.strengths[seat])
        free = {}
        if view.phase == PLACE and view.player == seat == view.actor:
            cells = free_cells(view.villages[seat], box=self._box)
            free = {cell: f"[{number}]" for number, cell in enumerate(cells, 1)}
        return draw(view.villages[seat], view.monsters[seat], worth, self._cards, free)

    def _hand(self, view: TableView, names: Sequence[str]) -> list[str | Grid]:
        scene: list[str | Grid] = []
        for seat, hand in enumerate(view.known):
            if hand:
                scene.append(f"{verb(names[seat], 'hold')} {listed([self._name(card) for card in hand])}.")
        if view.hand:
            onward = left_of if view.round == 1 else right_of
            to = names[onward(view.player or 0, view.players)]
            passed = f"Your hand (what you do not choose goes to {to})"
            title = passed if view.phase == CHOOSE else "Your next hand"
            rows = tuple((self._name(card), card_text(self._cards.by_id[card])) for card in view.hand)
            scene.append(Grid(("card", "what it is"), rows, title=title))
        if view.dealt:
            rows = tuple((monster_name(face), monster_text(face)) for face in view.dealt)
            scene.append(Grid(("monster", "what it does"), rows, title="Your three monsters"))
        return scene

    def question(self, view: TableView, names: Sequence[str]) -> str:
        """Return what has to be decided."""
        actor = view.actor or 0
        chosen = self._name(view.chosen[actor]) if view.chosen else ""
        left, right = names[left_of(actor, view.players)], names[right_of(actor, view.players)]
        gift = f"Which monster goes to {left} on the left, which to {right} on the right?"
        return {
            CHOOSE: "Which card do you choose?",
            PLACE: f"Where do you place {chosen}?",
            MOVE: f"{chosen} lets residents walk, {counted(view.moves, 'step')} more. Which step?",
            GIVE: f"Which two monsters do you give to {left}?" if view.players == 2 else gift,
            DEMONS: "What do you do about a demon?",
            LOSE: f"The {PLURALS[view.order[view.kind % len(view.order)]]} break in. Which card is lost?",
        }.get(view.phase, "Which attacker is discarded?")

    def label(self, view: TableView, action: AnyAction, names: Sequence[str]) -> str:  # noqa: ARG002, PLR0911
        """Return an action in a few words."""
        match action:
            case Choose(card):
                return self._name(card)
            case Place(row, column):
                return self._place(view, (row, column))
            case Move(origin, target):
                return f"from {self._name(origin)} to {self._name(target)}"
            case Stay():
                return "let them stay"
            case Give(left, right):
                kept = less(view.dealt, left, right)[0]
                if view.players == 2:
                    return f"give {monster_name(left)} and {monster_name(right)}, keep {monster_name(kept)}"
                return f"left: {monster_name(left)}; right: {monster_name(right)}; keep: {monster_name(kept)}"
            case Sacrifice(demon, hero):
                return f"{monster_name(demon)}: discard the hero {self._placed(view, hero)}"
            case Ignore(demon):
                return f"{monster_name(demon)}: it can do nothing"
            case Suffer(demon, target):
                return f"{monster_name(demon)}: {self._misdeed(view, demon, target)}"
            case Lose(card):
                return self._placed(view, card)
            case Drive(face):
                strength = dict(view.strengths[view.actor or 0])[face]
                return monster_name(face) + ("" if what_of(face).isdigit() else f" (strength {strength})")

    def _name(self, card: str) -> str:
        return self._cards.by_id[card].name

    def _placed(self, view: TableView, card: str) -> str:
        number = find(view.villages[view.actor or 0], card).residents
        return f"{self._name(card)} with {counted(number, 'resident')}" if number else self._name(card)

    def _place(self, view: TableView, cell: Cell) -> str:
        """Where a place is, by its neighbours; the first one alone would do, so no two places are told alike."""
        actor = view.actor or 0
        village = view.villages[actor]
        near = [(placed, _WHERE.get((placed.row - cell[0], placed.column - cell[1]))) for placed in village]
        said = [f"{where} {self._name(placed.card)}" for placed, where in near if where][:2]
        come = arriving(self._cards.by_id[view.chosen[actor]], *cell, village, self._cards)
        gain = f" ({counted(come, 'resident')})" if come else ""
        return (", ".join(said) or "as the first card") + gain

    def _misdeed(self, view: TableView, demon: str, target: str) -> str:
        if what_of(demon) == "yellow":
            village: Village = view.villages[view.actor or 0]
            hit: list[Placed] = [each for each in village if each.residents and is_yellow(each, self._cards)]
            return f"lose {counted(len(hit), 'resident')} on yellow buildings"
        if what_of(demon) == "fewest":
            return f"lose {self._placed(view, target)}"
        return f"take {monster_name(target)}"

    def news(self, before: TableView, after: TableView, names: Sequence[str]) -> Scene:
        """Return what happened between two views, step by step."""
        return tuple(tell(after.events[len(before.events) :], self._cards, names))

    def end(self, view: TableView, outcome: Outcome, names: Sequence[str]) -> Scene:
        """Return how the points came about, and who won."""
        rows = tuple(
            (name, str(residents(village)), str(len(stay)), f"{score:.0f}", str(len(village)))
            for name, village, stay, score in zip(names, view.villages, view.monsters, outcome.scores, strict=True)
        )
        grid = Grid(("", "residents", "monsters", "points", "cards"), rows, "lrrrr")
        winners = [names[player] for player in sorted(outcome.winners)]
        points = counted(int(max(outcome.scores)), "point")
        if len(winners) > 1:
            return (grid, f"{listed(winners)} share the victory with {points} each.")
        more = ", having more cards" if outcome.reason == "most cards in a tie" else ""
        return (grid, f"{verb(winners[0], 'win')} with {points}{more}.")
