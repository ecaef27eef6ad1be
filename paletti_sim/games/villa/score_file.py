"""A garden written down in a small file as a map, and its scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from paletti_sim.games.core.errors import near
from paletti_sim.games.core.game import Scored
from paletti_sim.games.core.options import Option, read_options
from paletti_sim.games.villa.areas import flood
from paletti_sim.games.villa.features import BELONGS, FEATURES
from paletti_sim.games.villa.garden import Area, Token, adjacent, counted, majority
from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.lattice import place
from paletti_sim.games.villa.map_reading import read_map
from paletti_sim.games.villa.reading import read_bytes
from paletti_sim.games.villa.scoring import Points, Ranking, points_of, rank_single, rank_teams
from paletti_sim.games.villa.supply import TOKENS
from paletti_sim.games.villa.text import area_grid, feature_name, score_scene
from paletti_sim.located_yaml.document import Document, Spot
from paletti_sim.located_yaml.parts import read_part

SCHEMA = "paletti/villa-score@1"
NAME_LENGTH = 24
MOST = 4

_Colour = Literal["blue", "pink", "yellow", "green"]
_NONE = (0, 0, 0, 0)


class _Header(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_: Literal["paletti/villa-score@1"] = Field(alias="schema")
    about: Annotated[str, StringConstraints(strict=True, max_length=2000)] = ""
    players: dict[str, Any]
    teams: Annotated[bool, Field(strict=True)] = False
    map: Annotated[str, StringConstraints(strict=True, max_length=100_000)]
    tokens: dict[str, Annotated[list[str], Field(max_length=40)]] = Field(default_factory=dict)
    belongs: dict[str, list[_Colour]] = Field(default_factory=dict)


@dataclass(frozen=True)
class Written:
    """What a file says: names and colours around the table, whether opposite ones are one side, the garden."""

    names: tuple[str, ...]
    colours: tuple[int, ...]
    sides: bool
    two_players: bool
    edges: Mapping[int, int]
    areas: tuple[Area, ...]

    def points(self, by: str = "majority") -> tuple[Points, ...]:
        """Return the points of each colour; every token that was placed lies in the garden."""
        placed = [sum(token.colour == colour for area in self.areas for token in area.stack) for colour in self.colours]
        return tuple(
            points_of(self.areas, colour, number, by) for colour, number in zip(self.colours, placed, strict=True)
        )

    def ranking(self, points: Sequence[Points]) -> Ranking:
        """Return who wins."""
        return rank_teams(points, two_players=self.two_players) if self.sides else rank_single(points)


OPTIONS = (Option("belongs", "majority", "for Trees: areas where the colour had most, or has a token", BELONGS),)


def score_file(path: Path, options: Mapping[str, object]) -> Scored:
    """Read and score a file.

    Raises:
        OptionError: an option other than `belongs`.
        FileFaultsError: the file has faults; all of them.
        PalettiError: it cannot be opened.
    """
    by = str(read_options(OPTIONS, options)["belongs"])
    written = parse_garden(read_bytes(path), str(path))
    points = written.points(by)
    ranking = written.ranking(points)
    table = score_scene(points, written.colours, written.names, ranking, sides=written.sides)
    scene = (area_grid(written.areas), *table) if written.areas else table
    count = len(ranking.scores)
    winners = [name for place, name in enumerate(written.names) if place % count in ranking.winners]
    document = {
        "game": "villa",
        "areas": [_area_json(written.areas, number) for number in range(len(written.areas))],
        "colours": [
            _points_json(name, colour, one)
            for name, colour, one in zip(written.names, written.colours, points, strict=True)
        ],
        "scores": list(ranking.scores),
        "winners": list(dict.fromkeys(winners)),
        "decided_by": ranking.decided_by,
    }
    return Scored((*scene, f"Winner: {' and '.join(dict.fromkeys(winners))}."), document)


def _area_json(areas: Sequence[Area], number: int) -> dict[str, Any]:
    area = areas[number]
    return {
        "area": number + 1,
        "spaces": area.size,
        "points": area.points,
        "segments": dict(zip(COLOURS, area.counts, strict=True)),
        "belongs": [COLOURS[colour] for colour in area.owners],
        "tokens": [{"colour": COLOURS[token.colour], "feature": token.feature} for token in area.stack],
        "adjacent": [other + 1 for other in adjacent(areas, number)],
    }


def _points_json(name: str, colour: int, points: Points) -> dict[str, Any]:
    features = [{"feature": each, "area": at + 1, "points": number} for each, at, number in points.features]
    return {
        "name": name,
        "colour": COLOURS[colour],
        "features": features,
        "areas": points.areas,
        "total": points.total,
        "placed": points.placed,
    }


def parse_garden(data: bytes, file: str = "<text>") -> Written:
    """Read the text of a file; `file` is what faults call it.

    Raises:
        FileFaultsError: the text has faults; all of them.
    """
    document = Document.of_bytes(file, data, kind="score")
    top = document.root("`schema`, `players` and `map`")
    header = read_part(_Header, top)
    if header is None:
        raise document.error()
    names, colours = _players(top)
    two = len(header.players) == 2 and len(colours) == 4
    if header.teams and len(header.players) != 4:
        (top.get("teams") or top).fault("teams are for four players", got=False)
    drawn = top.get("map")
    assert drawn is not None
    edges, labels = read_map(drawn)
    areas, by_label = _areas(drawn, edges, labels, colours)
    stacks = {at: _stack(spot, colours) for at, spot in _placed(top.get("tokens"), by_label)}
    belongs = {
        at: tuple(sorted(COLOURS.index(name) for name in spot.plain))
        for at, spot in _placed(top.get("belongs"), by_label)
    }
    found = tuple(
        Area(
            area.cells,
            area.segments,
            area.counts,
            _NONE,
            belongs.get(number, area.owners),
            0,
            tuple(stacks.get(number, ())),
        )
        for number, area in enumerate(areas)
    )
    _check_tokens(top.get("tokens"), found, colours)
    if document.faults:
        raise document.error()
    return Written(names, colours, two or header.teams, two, edges, found)


def _players(top: Spot) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Names and colours around the table; with two colours each, every name stands twice."""
    spot = top.get("players")
    assert spot is not None
    given: list[tuple[str, list[str]]] = []
    for name, entry in spot.children():
        if not name.strip() or len(name) > NAME_LENGTH or not name.isprintable():
            entry.fault_of_key(f"a name has 1 to {NAME_LENGTH} characters on one line")
        listed = entry.plain if isinstance(entry.plain, list) else [entry.plain]
        if not all(isinstance(each, str) and each in COLOURS for each in listed) or len(listed) not in (1, 2):
            entry.fault(f"must be a colour ({', '.join(COLOURS)}), or a list of two")
            continue
        given.append((name, listed))
    if not spot.is_mapping or len(list(spot.children())) not in (2, 3, MOST):
        spot.fault_of_key("V-8: there are 2 to 4 players")
    numbers = {len(listed) for _, listed in given}
    if len(numbers) == 2 or (numbers == {2} and len(given) != 2):
        spot.fault_of_key("V-60: two colours each are for two players, both of them")
    every = [
        (name, listed[turn]) for turn in range(max(numbers, default=1)) for name, listed in given if turn < len(listed)
    ]
    if len({colour for _, colour in every}) < len(every):
        spot.fault_of_key("V-6: every colour belongs to one player")
    return tuple(name for name, _ in every), tuple(COLOURS.index(colour) for _, colour in every)


def _areas(
    spot: Spot, edges: Mapping[int, int], labels: Mapping[int, str], colours: Sequence[int]
) -> tuple[list[Area], dict[str, int]]:
    """The closed areas, from above and from the left, and which label stands in which."""
    areas: list[Area] = []
    by_label: dict[str, int] = {}
    inside: set[int] = set()
    found = sorted(flood(edges), key=lambda each: _reading_order(each.cells))
    for number, each in enumerate(found):
        counts = counted(each.segments, edges)
        owners = majority(counts, _NONE, colours) if colours else ()
        areas.append(Area(each.cells, each.segments, counts, _NONE, owners, 0))
        inside.update(each.cells)
        for cell in each.cells:
            label = labels.get(cell, "")
            if label and by_label.setdefault(label, number) != number:
                spot.fault(f"the mark {label} stands in more than one area", got=False)
    for cell, label in labels.items():
        if cell not in inside:
            spot.fault(f"the mark {label} stands in no closed area: is a line out of step?", got=False)
    return areas, by_label


def _reading_order(cells: Sequence[int]) -> tuple[int, int]:
    return min((-place(cell)[1], place(cell)[0]) for cell in cells)


def _placed(spot: Spot | None, by_label: Mapping[str, int]) -> list[tuple[int, Spot]]:
    """What is written for areas, by their numbers; a fault for a mark that stands in none, or an area named twice."""
    found: dict[int, Spot] = {}
    for label, each in spot.children() if spot is not None and spot.is_mapping else ():
        if label not in by_label:
            each.fault_of_key(f"no closed area has this mark: {near(label, by_label)}"[:120])
        elif by_label[label] in found:
            each.fault_of_key("this area has another mark above")
        else:
            found[by_label[label]] = each
    return list(found.items())


def _stack(spot: Spot, colours: Sequence[int]) -> list[Token]:
    """The tokens of an area from below: `pink`, or `pink bird-bath` with its Feature side up."""
    stack = []
    for _, each in spot.children():
        colour, _, feature = str(each.plain).strip().lower().partition(" ")
        feature = feature.strip().replace(" ", "-")
        if colour not in COLOURS or COLOURS.index(colour) not in colours:
            known = ", ".join(COLOURS[number] for number in colours)
            each.fault(f"must begin with a colour that plays ({known})")
        elif feature and feature not in FEATURES:
            each.fault(f"there is no such Feature: {near(feature, FEATURES)}"[:120])
        else:
            stack.append(Token(COLOURS.index(colour), feature))
    return stack


def _check_tokens(spot: Spot | None, areas: Sequence[Area], colours: Sequence[int]) -> None:
    tokens = [token for area in areas for token in area.stack]
    for colour in colours:
        own = [token for token in tokens if token.colour == colour]
        if spot is not None and len(own) > TOKENS:
            spot.fault_of_key(f"V-4: {COLOURS[colour]} has {TOKENS} tokens (got {len(own)})")
        shown = [token.feature for token in own if token.feature]
        twice = sorted({feature for feature in shown if shown.count(feature) > 1})
        if spot is not None and twice:
            spot.fault_of_key(f"V-4: {COLOURS[colour]} has the {feature_name(twice[0])} once only")
