"""Columns, floors and the base plate: upright prisms with a mass."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from paletti_sim.tower.outline import Outline

Shape = Literal["round", "hex", "box"]


@dataclass(frozen=True)
class Prism:
    """An upright body of one outline, one height and even density. Metres and kilograms."""

    name: str
    outline: Outline
    height_m: float
    mass_kg: float
    colour: str

    @cached_property
    def inertia_kg_m2(self) -> npt.NDArray[np.float64]:
        """Inertia tensor (3, 3) about the centre of mass in the piece's own axes.

        For an even prism of mass m, height h and plane moments J about the centroid per area A:
        I_xx = m (J_yy / A + h^2 / 12), I_yy = m (J_xx / A + h^2 / 12), I_zz = m (J_xx + J_yy) / A, I_xy = -m J_xy / A.
        """
        j = self.outline.moments
        x, y, xy = (value / j.area_m2 for value in (j.second_x_m4, j.second_y_m4, j.product_m4))
        tall = self.height_m**2 / 12
        return self.mass_kg * np.array([[y + tall, -xy, 0], [-xy, x + tall, 0], [0, 0, x + y]])

    @property
    def density_kg_m3(self) -> float:
        """Mass over volume."""
        return self.mass_kg / (self.outline.area_m2 * self.height_m)


@dataclass(frozen=True)
class Column(Prism):
    """A column. `height_m` is its own, with the deviation drawn for it; `points` is its value in the game."""

    shape: Shape = "round"
    points: int = 0


@dataclass(frozen=True)
class Floor(Prism):
    """A floor; its height is its thickness. `order` is its place among the game's five (0 is blue), None for others."""

    order: int | None = None


@dataclass(frozen=True)
class Base:
    """The fixed base plate. Its upper face is z = 0; columns of the ground level belong on `site`."""

    outline: Outline
    site: Outline
    thickness_m: float
    colour: str
    site_colour: str
