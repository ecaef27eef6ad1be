"""A whole tower as an MJCF model for MuJoCo. Metres, kilograms; the world is that of the base plate's upper face."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from paletti_sim.tower.export import rgba
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Prism
from paletti_sim.tower.tower import GRAVITY_M_S2, Placed, Pose, Tower

STEP_S = 0.001
STIFF = "0.002 1"  # time constant and damping ratio of contacts: as stiff as the step allows


def mjcf(tower: Tower) -> str:
    """The tower as it lies, each piece a free body with its exact mass and inertia, and a sideways table as gravity.

    Contacts are stiff and friction cones elliptic, so that what rests stays. A concave outline is several convex
    meshes.
    """
    assets: list[str] = []
    bodies: list[str] = []
    base = tower.base
    x, y = base.outline.centroid_m
    bodies += _geoms("base", base.outline, base.thickness_m, base.colour, (x, y, -base.thickness_m / 2), assets)
    for piece, pose in tower.resting():
        bodies += _body(piece, pose, assets)
    down = " ".join(_n(GRAVITY_M_S2 * part) for part in tower.setting.down)
    friction = _n(tower.setting.friction)
    lines = [
        '<mujoco model="tower">',
        f'  <option timestep="{STEP_S}" gravity="{down}" cone="elliptic" impratio="10" integrator="implicitfast">',
        '    <flag multiccd="enable"/>',
        "  </option>",
        f'  <default><geom friction="{friction} 0 0" condim="3" solref="{STIFF}" solimp="0.95 0.99 0.0001"/></default>',
        "  <asset>",
        *(f"    {line}" for line in assets),
        "  </asset>",
        "  <worldbody>",
        *(f"    {line}" for line in bodies),
        "  </worldbody>",
        "</mujoco>",
    ]
    return "\n".join(lines) + "\n"


def _body(placed: Placed, pose: Pose, assets: list[str]) -> list[str]:
    """A free body whose frame is the piece's own at its centre of mass."""
    piece: Prism = placed.piece
    i = piece.inertia_kg_m2
    inertia = " ".join(_n(value) for value in (i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]))
    position = " ".join(_n(value) for value in pose.position_m)
    qx, qy, qz, qw = pose.quaternion
    return [
        f'<body name={quoteattr(piece.name)} pos="{position}" quat="{_n(qw)} {_n(qx)} {_n(qy)} {_n(qz)}">',
        "  <freejoint/>",
        f'  <inertial pos="0 0 0" mass="{_n(piece.mass_kg)}" fullinertia="{inertia}"/>',
        *(f"  {line}" for line in _geoms(piece.name, piece.outline, piece.height_m, piece.colour, (0, 0, 0), assets)),
        "</body>",
    ]


def _geoms(
    name: str, outline: Outline, height_m: float, colour: str, at: tuple[float, float, float], assets: list[str]
) -> list[str]:
    """The geometry of a prism about its centre of mass, which lies at `at`; meshes are added to `assets`."""
    common = f'pos="{" ".join(_n(value) for value in at)}" rgba="{" ".join(_n(part) for part in rgba(colour))}"'
    if outline.kind == "circle":
        return [f'<geom type="cylinder" size="{_n(outline.size[0] / 2)} {_n(height_m / 2)}" {common}/>']
    if outline.kind == "box":
        size = f"{_n(outline.size[0] / 2)} {_n(outline.size[1] / 2)} {_n(height_m / 2)}"
        return [f'<geom type="box" size="{size}" {common}/>']
    geoms = []
    for number, part in enumerate(outline.convex_parts):
        mesh = f"{name}-{number}"
        assets.append(f'<mesh name={quoteattr(mesh)} vertex="{_vertices(part, outline, height_m)}"/>')
        geoms.append(f'<geom type="mesh" mesh={quoteattr(mesh)} {common}/>')
    return geoms


def _vertices(part: Sequence[tuple[float, float]], outline: Outline, height_m: float) -> str:
    x0, y0 = outline.centroid_m
    return "  ".join(f"{_n(x - x0)} {_n(y - y0)} {_n(z)}" for z in (-height_m / 2, height_m / 2) for x, y in part)


def _n(value: float) -> str:
    return f"{float(value) if abs(value) > 1e-15 else 0.0:.12g}"
