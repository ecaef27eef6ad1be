"""Towers whose limit is known in closed form. `tower(1.0)` stands exactly at the limit, less stands, more falls.

Tipping on a tilted table: tan t = half width towards the edge / height of the centre of mass. Sliding: tan t = mu.
Plate (M) on three columns (radius r, axes at distance d from the middle towards an edge) with a load m:
x = (M + m)(d + r)/m.
A push at height z tips a body of weight W, d from its edge, at W d / z, and slides it at mu W.
n columns (m, diameter d, height h) under a load M leaning together: tan t = (M/n d + m d/2) / (M/n h + m h/2).
k equal cubes on one another on a tilted table: tan t = 1/k. Overhanging stack of blocks of length L: block i from the
top sticks out L/(2i).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Base, Column, Floor, Shape
from paletti_sim.tower.tower import GRAVITY_M_S2, Level, Placed, Setting, Tower

WIDE_BASE = Base(Outline.circle(0.6), Outline.circle(0.58), 0.01, "#808080", "#808080")
GRIPS = 1.2  # friction at which nothing slides before it tips

SHAPES: dict[str, tuple[Shape, Outline]] = {
    "box": ("box", Outline.box(0.02, 0.03)),
    "hexagon": ("hex", Outline.hexagon(0.02)),
    "thick round": ("round", Outline.circle(0.03)),
    "thin round": ("round", Outline.circle(0.015)),
}


@dataclass(frozen=True)
class Truth:
    """A family of towers with its limit at 1; `storeys`: how many lean at once, `slides`: it ends by sliding."""

    name: str
    tower: Callable[[float], Tower]
    storeys: int = 1
    slides: bool = False
    push_n: float | None = None  # at the top floor's centre of mass, at the limit

    def push(self, factor: float) -> tuple[str, tuple[float, float]] | None:
        """The piece that is pushed and the force (N); None where nothing is."""
        if self.push_n is None:
            return None
        return self.tower(factor).top.name, (
            factor * self.push_n * math.cos(PUSHED),
            factor * self.push_n * math.sin(PUSHED),
        )

    def measure(self, factor: float) -> tuple[float, str]:
        """What is varied, at `factor` times its limit: a tilt in degrees, a place in millimetres, a push in newtons."""
        if self.push_n is not None:
            return factor * self.push_n, "N"
        tower = self.tower(factor)
        if tower.setting.tilt_rad > 0:
            return math.degrees(tower.setting.tilt_rad), "deg"
        moved = tower.by_name.get("load") or tower.by_name.get("plate") or tower.columns[-1]
        return 1000 * math.hypot(*moved.at_m), "mm"


def column(name: str, outline: Outline, height: float, mass: float, shape: Shape = "round") -> Column:
    """A column for a truth; metres and kilograms."""
    return Column(name, outline, height, mass, "#c03030", shape)


def floor(name: str, outline: Outline, mass: float) -> Floor:
    """A floor 6 mm thick."""
    return Floor(name, outline, 0.006, mass, "#a08050")


def build(*levels: Level, tan_tilt: float = 0.0, towards: float = 0.0, friction: float = GRIPS) -> Tower:
    """A tower on a wide base; `towards` in radians."""
    return Tower(WIDE_BASE, levels, Setting(friction, 0.0, math.atan(tan_tilt), towards))


def tipping(shape: str, height: float, towards_deg: float, half_width: float) -> Callable[[float], Tower]:
    """A column on a table that tilts towards an edge `half_width` from its axis."""
    kind, outline = SHAPES[shape]
    level = Level(None, (Placed(column("c", outline, height, 0.02, kind), (0, 0)),))
    return lambda f: build(level, tan_tilt=f * half_width / (height / 2), towards=math.radians(towards_deg))


def sliding(shape: str, friction: float = 0.2) -> Callable[[float], Tower]:
    """A low column on a table that tilts."""
    kind, outline = SHAPES[shape]
    level = Level(None, (Placed(column("c", outline, 0.03, 0.02, kind), (0, 0)),))
    return lambda f: build(level, tan_tilt=f * friction, towards=0.4, friction=friction)


def ring(
    count: int, radius: float, outline: Outline, height: float, mass: float, turn: float = 0.0, prefix: str = "c"
) -> tuple[Placed, ...]:
    """Columns alike, evenly on a circle."""
    turns = (2 * math.pi * k / count + turn for k in range(count))
    return tuple(
        Placed(column(f"{prefix}{k}", outline, height, mass), (radius * math.cos(t), radius * math.sin(t)))
        for k, t in enumerate(turns)
    )


def plate_on_three(direction: int) -> Callable[[float], Tower]:
    """A plate on three columns, with a load that goes out beyond the edge between two of them."""
    r, out, plate, load, turn = 0.01, 0.06, 0.2, 0.1, 0.3
    legs = ring(3, out, Outline.circle(2 * r), 0.09, 0.02, turn)
    limit = (plate + load) * (out * math.cos(math.pi / 3) + r) / load
    towards = turn + math.pi / 3 + direction * 2 * math.pi / 3

    def tower(f: float) -> Tower:
        at = (f * limit * math.cos(towards), f * limit * math.sin(towards))
        weight = Placed(column("load", Outline.circle(0.03), 0.09, load), at)
        return build(Level(None, legs), Level(Placed(floor("plate", Outline.circle(0.4), plate), (0, 0)), (weight,)))

    return tower


def table_less_a_leg(f: float) -> Tower:
    """Square table on three legs, the load at x along the missing leg's diagonal: x (m) = (M + m) r at the limit."""
    r, side, plate, load = 0.0075, 0.12, 0.15, 0.1
    corners = [(side / 2, side / 2), (-side / 2, side / 2), (-side / 2, -side / 2)]
    legs = tuple(Placed(column(f"c{k}", Outline.circle(2 * r), 0.09, 0.011), at) for k, at in enumerate(corners))
    x = f * (plate + load) * r / load * math.sqrt(0.5)
    weight = Placed(column("load", Outline.circle(0.03), 0.09, load), (x, -x))
    return build(Level(None, legs), Level(Placed(floor("plate", Outline.box(0.2, 0.2), plate), (0, 0)), (weight,)))


def leaning(times: float) -> Callable[[float], Tower]:
    """Four columns that each carry `times` their weight, on a table that tilts."""
    n, mass, diameter, height = 4, 0.02, 0.015, 0.09
    plate = times * n * mass
    limit = (plate / n * diameter + mass * diameter / 2) / (plate / n * height + mass * height / 2)
    levels = (
        Level(None, ring(n, 0.06, Outline.circle(diameter), height, mass)),
        Level(Placed(floor("plate", Outline.circle(0.2), plate), (0, 0))),
    )
    return lambda f: build(*levels, tan_tilt=f * limit, towards=0.3)


def leaning_storeys(count: int) -> Callable[[float], Tower]:
    """`count` equal storeys; for columns alike the limit of each is d/h, whatever it carries."""
    n, mass, diameter, height, plate = 4, 0.011, 0.015, 0.08, 0.2
    levels = [
        Level(
            Placed(floor(f"plate{k}", Outline.circle(0.2), plate), (0, 0)) if k else None,
            ring(n, 0.06, Outline.circle(diameter), height, mass, prefix=f"c{k}-") if k < count else (),
        )
        for k in range(count + 1)
    ]
    return lambda f: build(*levels, tan_tilt=f * diameter / height, towards=0.3)


def cubes(count: int) -> Callable[[float], Tower]:
    """Equal cubes on one another, on a table that tilts."""
    side = 0.02
    blocks = tuple(
        Placed(column(f"b{k}", Outline.box(side, side), side, 0.02, "box"), (0, 0), 0.0, (f"b{k - 1}",) if k else ())
        for k in range(count)
    )
    return lambda f: build(Level(None, blocks), tan_tilt=f / count)


def plate_on_two(f: float) -> Tower:
    """A plate on two columns, its middle off their line: it stands by the width of their ends, r at the limit."""
    r = 0.01
    legs = tuple(Placed(column(f"c{k}", Outline.circle(2 * r), 0.09, 0.02), (0, 0.06 * (1 - 2 * k))) for k in range(2))
    return build(Level(None, legs), Level(Placed(floor("plate", Outline.box(0.2, 0.2), 0.2), (f * r, 0))))


def overhang(count: int) -> Callable[[float], Tower]:
    """Blocks that stick out as far as they can, each over the one below."""
    length = 0.1

    def tower(f: float) -> Tower:
        x, blocks = 0.0, []
        for k in range(count):
            block = column(f"b{k}", Outline.box(length, 0.05), 0.02, 0.05, "box")
            blocks.append(Placed(block, (x, 0), 0.0, (f"b{k - 1}",) if k else ()))
            if k < count - 1:
                x += f * length / (2 * (count - 1 - k))
        return build(Level(None, tuple(blocks)))

    return tower


PUSHED = 0.0  # direction of a push


def stool(friction: float) -> Tower:
    """A plate on one square leg: all of it tips over the leg's edge, or the plate slides on it."""
    leg = Placed(column("leg", Outline.box(0.03, 0.03), 0.09, 0.045, "box"), (0, 0))
    top = Placed(floor("top", Outline.box(0.1, 0.1), 0.2), (0, 0))
    return build(Level(None, (leg,)), Level(top), friction=friction)


def pushed_over() -> float:
    """The push (N) at the plate's middle, 93 mm up, that tips the stool: W d / z."""
    return (0.2 + 0.045) * GRAVITY_M_S2 * 0.015 / 0.093


TRUTHS = [
    Truth("box tips", tipping("box", 0.09, 0, 0.01)),
    Truth("hexagon tips over a side", tipping("hexagon", 0.09, 0, 0.01)),
    Truth("hexagon tips over a corner", tipping("hexagon", 0.09, 30, 0.02 / math.sqrt(3))),
    Truth("thick round tips", tipping("thick round", 0.09, 40, 0.015)),
    Truth("thin round tips", tipping("thin round", 0.09, 40, 0.0075)),
    Truth("box slides", sliding("box"), slides=True),
    Truth("hexagon slides", sliding("hexagon"), slides=True),
    Truth("round slides", sliding("thick round"), slides=True),
    *(Truth(f"plate on three columns, load over edge {k}", plate_on_three(k)) for k in range(3)),
    Truth("table less a leg", table_less_a_leg),
    Truth("plate on two columns", plate_on_two),
    *(Truth(f"columns lean under {times} times their weight", leaning(times)) for times in (4, 20, 67)),
    Truth("ten cubes tip", cubes(10)),
    Truth("twenty cubes tip", cubes(20)),
    *(Truth(f"overhanging stack of {count}", overhang(count)) for count in (2, 3, 4, 5, 6, 8)),
    Truth("a push at the top tips", lambda _: stool(GRIPS), push_n=pushed_over()),
    Truth("a push at the top slides", lambda _: stool(0.1), slides=True, push_n=0.1 * 0.2 * GRAVITY_M_S2),
    Truth("three storeys lean at once", leaning_storeys(3), storeys=3),
]
