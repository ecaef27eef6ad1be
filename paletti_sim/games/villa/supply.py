"""The tokens that a colour has not placed yet, and how many of its side may be placed how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

TOKENS = 10
FEATURES_EACH = 3


@dataclass(frozen=True)
class Supply:
    """Neutral tokens, and Features that show (in the order in which they were drawn)."""

    neutral: int = TOKENS
    features: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """How many tokens there are."""
        return self.neutral + len(self.features)

    @property
    def placed(self) -> int:
        """How many tokens of the colour have been placed, turned ones too (V-G28)."""
        return TOKENS - self.left

    def less_neutral(self) -> Supply:
        """Return the supply with one neutral token less."""
        assert self.neutral > 0
        return Supply(self.neutral - 1, self.features)

    def less_feature(self, feature: str) -> Supply:
        """Return the supply without a Feature that showed: it was placed, as what it is or turned over."""
        assert feature in self.features
        return Supply(self.neutral, tuple(each for each in self.features if each != feature))

    def turned(self, feature: str) -> Supply:
        """Return the supply with a Feature turned to its neutral side, if it shows (V-56, V-G22)."""
        if feature not in self.features:
            return self
        return Supply(self.neutral + 1, self.less_feature(feature).features)

    def to_json(self) -> dict[str, Any]:
        """Return the supply as JSON."""
        return {"neutral": self.neutral, "features": list(self.features)}

    @classmethod
    def from_json(cls, doc: dict[str, Any]) -> Supply:
        """Read what `to_json` wrote."""
        return cls(doc["neutral"], tuple(doc["features"]))


@dataclass(frozen=True)
class Seating:
    """Which colours play, whose they are, and who is with whom.

    `colours` goes around the table, clockwise. `owners` is the seat of the player who decides for each colour. With
    `sides`, opposite places belong together: two teams of two players, or the two colours of each of two players.
    """

    colours: tuple[int, ...]
    owners: tuple[int, ...]
    sides: bool

    def partner(self, place: int) -> int | None:
        """Return the place opposite, if the two are one side."""
        return (place + 2) % 4 if self.sides else None

    def places(self, owner: int) -> list[int]:
        """Return the places for which a player decides."""
        return [place for place, seat in enumerate(self.owners) if seat == owner]

    @property
    def two_colours(self) -> bool:
        """Whether two players have two colours each."""
        return self.sides and max(self.owners) == 1

    def order(self, tied: Sequence[int], active: int) -> tuple[tuple[int, ...], ...]:
        """Return the places that put a token in an area, in their order; two in one group choose theirs.

        `active` is the seat of the player on turn. Clockwise from the left, the active player last (V-22, V-23, V-G23);
        in sides the other side first, then the partner, then the active player (V-55), or both own colours (V-62).
        """
        count = len(self.colours)
        clockwise = [(active + step) % count for step in range(1, count + 1)]
        if not self.sides:
            return tuple((place,) for place in clockwise if place in tied)
        others = tuple(place for place in clockwise if (place - active) % 2 and place in tied)
        own = tuple(place for place in ((active + 2) % count, active) if place in tied)
        if self.two_colours:
            return tuple(group for group in (others, own) if group)
        return tuple(group for group in (others, *((place,) for place in own)) if group)

    def chooser(self, group: Sequence[int]) -> int:
        """Return the seat that decides the order within a group of `order` (V-55, V-62, V-G25).

        A group begins at the left of the active player, and of two opponents that one decides (V-G22).
        """
        return self.owners[group[0]]
