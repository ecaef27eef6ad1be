"""The ten Features, and what those score that count at the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from paletti_sim.games.villa.garden import Area, adjacent

FEATURES = (
    "bridge",
    "gazebo",
    "column",
    "statue",
    "flowerbed",
    "trees",
    "bird-bath",
    "sundial",
    "fountain",
    "well",
)

ABOUT = {
    "bridge": "at the end 2 points for each area with as many spaces as this one, itself included",
    "gazebo": "at the end 3 points for each adjacent area without a token of its colour",
    "column": "at the end 2 points for each segment of its colour in this area",
    "statue": "at the end 6 points if every segment of this area belongs to an adjacent area too",
    "flowerbed": "at the end 3 points for each adjacent area that holds a Feature",
    "trees": "at the end 2 points for each area of the connected group of its colour with this area",
    "bird-bath": "at once it may change places with the top token of an adjacent area",
    "sundial": "one extra turn, unless the game ends on this one",
    "fountain": "counts as a segment of its colour in adjacent areas that are closed later",
    "well": "for an area with exactly one segment of its colour, even without most segments",
}

BELONGS = ("majority", "token")


def belongs(area: Area, colour: int, by: str) -> bool:
    """Whether an area belongs to a colour: it had most when it was closed, or has a token in it (V-50, V-G13)."""
    return area.holds(colour) if by == "token" else colour in area.owners


def _bridge(areas: Sequence[Area], at: int, colour: int, by: str) -> int:  # noqa: ARG001
    return 2 * sum(area.size == areas[at].size for area in areas)


def _gazebo(areas: Sequence[Area], at: int, colour: int, by: str) -> int:  # noqa: ARG001
    return 3 * sum(not areas[other].holds(colour) for other in adjacent(areas, at))


def _column(areas: Sequence[Area], at: int, colour: int, by: str) -> int:  # noqa: ARG001
    return 2 * areas[at].counts[colour]


def _statue(areas: Sequence[Area], at: int, colour: int, by: str) -> int:  # noqa: ARG001
    others = frozenset[int]().union(*(areas[other].segments for other in adjacent(areas, at)))
    return 6 if areas[at].segments <= others else 0


def _flowerbed(areas: Sequence[Area], at: int, colour: int, by: str) -> int:  # noqa: ARG001
    return 3 * sum(any(token.feature for token in areas[other].stack) for other in adjacent(areas, at))


def _trees(areas: Sequence[Area], at: int, colour: int, by: str) -> int:
    return 2 * len(connected(areas, at, colour, by))


def connected(areas: Sequence[Area], at: int, colour: int, by: str = "majority") -> set[int]:
    """Return the group of an area: itself, and what can be reached over adjacent areas of the colour (V-52, V-G13)."""
    group, edge = {at}, [at]
    while edge:
        for other in adjacent(areas, edge.pop()):
            if other not in group and belongs(areas[other], colour, by):
                group.add(other)
                edge.append(other)
    return group


_POINTS: Mapping[str, Callable[[Sequence[Area], int, int, str], int]] = {
    "bridge": _bridge,
    "gazebo": _gazebo,
    "column": _column,
    "statue": _statue,
    "flowerbed": _flowerbed,
    "trees": _trees,
}


def feature_points(areas: Sequence[Area], at: int, colour: int, feature: str, by: str = "majority") -> int:
    """Return the points at the end of the game of a Feature of a colour that lies in area `at` (V-38 to V-43).

    Those that act during the game score nothing, nor does a neutral token ("").
    """
    return _POINTS[feature](areas, at, colour, by) if feature in _POINTS else 0
