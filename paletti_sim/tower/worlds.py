"""A whole tower as URDF and as SDF for other engines. Metres and kilograms; each piece's frame is at its mass centre.

Shapes other than boxes and cylinders are meshes, one file for each convex part, in a folder beside the file. Neither
format has a friction of pairs: SDF takes the lesser one of both, so each piece gets it; readers of URDF's
`lateral_friction` multiply both, so each piece gets the root.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from paletti_sim.tower.export import has_mesh, number, obj_of_prism, rgba
from paletti_sim.tower.mjcf import mjcf
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Prism
from paletti_sim.tower.tower import GRAVITY_M_S2, Pose, Tower

Row = tuple[float, ...]


@dataclass(frozen=True)
class _Body:
    """A body to be written: its outline about its centroid, its pose, and the piece, None for the base plate."""

    name: str
    outline: Outline
    height_m: float
    colour: str
    pose: Pose
    piece: Prism | None


def world_files(tower: Tower, ending: str, stem: str) -> dict[str, str]:
    """The files of a tower for an ending: `xml` (MJCF for MuJoCo), `urdf`, or `sdf` (Gazebo).

    Returns:
        Text by relative name: `STEM.ENDING`, and meshes as `STEM-meshes/NAME-K.obj`; an MJCF needs none.

    Raises:
        KeyError: another ending.
    """
    write = {"xml": _mjcf_alone, "urdf": _urdf, "sdf": _sdf}[ending]
    folder = f"{stem}-meshes"
    files = {f"{stem}.{ending}": write(tower, folder)}
    if ending != "xml":
        for body in _bodies(tower):
            if has_mesh(body.outline):
                files |= {f"{folder}/{name}": text for name, text in _meshes(body)}
    return files


def _mjcf_alone(tower: Tower, folder: str) -> str:  # noqa: ARG001
    return mjcf(tower)


def _bodies(tower: Tower) -> Iterator[_Body]:
    base = tower.base
    middle = (*base.outline.centroid_m, -base.thickness_m / 2)
    yield _Body("base", base.outline, base.thickness_m, base.colour, Pose(middle), None)
    for placed, pose in tower.resting():
        piece = placed.piece
        yield _Body(piece.name, piece.outline, piece.height_m, piece.colour, pose, piece)


def _meshes(body: _Body) -> Iterator[tuple[str, str]]:
    x0, y0 = body.outline.centroid_m
    half = body.height_m / 2
    for k, part in enumerate(body.outline.convex_parts):
        centred = [(x - x0, y - y0) for x, y in part]
        yield f"{body.name}-{k}.obj", obj_of_prism(f"{body.name}-{k}", centred, -half, half)


def _urdf(tower: Tower, folder: str) -> str:
    """A tree with the root `world`: the base plate fixed to it, every piece floating."""
    down = " ".join(number(GRAVITY_M_S2 * part) for part in tower.setting.down)
    root = number(math.sqrt(tower.setting.friction))
    lines = [
        '<?xml version="1.0"?>',
        f"<!-- gravity is {down} m/s2 and is the reader's to set; without floating joints use the SDF -->",
        '<robot name="tower">',
        # other readers skip <mujoco>
        '  <mujoco><compiler strippath="false" fusestatic="true" discardvisual="true"/></mujoco>',
        '  <link name="world"/>',
    ]
    for body in _bodies(tower):
        kind = "fixed" if body.piece is None else "floating"
        lines += [f"  <link name={quoteattr(body.name)}>", f'    <contact><lateral_friction value="{root}"/></contact>']
        if body.piece is not None:
            i = body.piece.inertia_kg_m2
            tensor = " ".join(f'{key}="{number(i[row, column])}"' for key, row, column in _TENSOR)
            lines.append(
                f'    <inertial><origin xyz="0 0 0" rpy="0 0 0"/><mass value="{number(body.piece.mass_kg)}"/>'
                f"<inertia {tensor}/></inertial>"
            )
        colour = " ".join(number(part) for part in rgba(body.colour))
        for shape in _shapes(body, folder, _urdf_shape):
            lines.append(
                f"    <visual>{shape}<material name={quoteattr(body.colour)}>"
                f'<color rgba="{colour}"/></material></visual>'
            )
            lines.append(f"    <collision>{shape}</collision>")
        lines += [
            "  </link>",
            f'  <joint name={quoteattr(f"{body.name}-joint")} type="{kind}">',
            f'    <parent link="world"/><child link={quoteattr(body.name)}/>',
            f'    <origin xyz="{_row(body.pose.position_m)}" rpy="{_row(roll_pitch_yaw(body.pose))}"/>',
            "  </joint>",
        ]
    return "\n".join([*lines, "</robot>"]) + "\n"


def _sdf(tower: Tower, folder: str) -> str:
    """A world with a model for each piece."""
    friction = number(tower.setting.friction)
    down = _row([GRAVITY_M_S2 * part for part in tower.setting.down])
    surface = f"<surface><friction><ode><mu>{friction}</mu><mu2>{friction}</mu2></ode></friction></surface>"
    lines = ['<?xml version="1.0"?>', '<sdf version="1.7">', '  <world name="tower">', f"    <gravity>{down}</gravity>"]
    for body in _bodies(tower):
        name = quoteattr(body.name)
        lines.append(f"    <model name={name}>")
        if body.piece is None:
            lines.append("      <static>true</static>")
        lines += [f"      <pose>{_row((*body.pose.position_m, *roll_pitch_yaw(body.pose)))}</pose>"]
        lines.append("      <link name='link'>")
        if body.piece is not None:
            i = body.piece.inertia_kg_m2
            tensor = "".join(f"<{key}>{number(i[row, column])}</{key}>" for key, row, column in _TENSOR)
            mass = number(body.piece.mass_kg)
            lines.append(f"        <inertial><mass>{mass}</mass><inertia>{tensor}</inertia></inertial>")
        colour = _row(rgba(body.colour))
        paint = f"<material><ambient>{colour}</ambient><diffuse>{colour}</diffuse></material>"
        for k, shape in enumerate(_shapes(body, folder, _sdf_shape)):
            lines.append(f'        <collision name="collision-{k}">{shape}{surface}</collision>')
            lines.append(f'        <visual name="visual-{k}">{shape}{paint}</visual>')
        lines += ["      </link>", "    </model>"]
    return "\n".join([*lines, "  </world>", "</sdf>"]) + "\n"


_TENSOR = (("ixx", 0, 0), ("ixy", 0, 1), ("ixz", 0, 2), ("iyy", 1, 1), ("iyz", 1, 2), ("izz", 2, 2))


def _shapes(body: _Body, folder: str, write: Callable[[str, Row, str], str]) -> list[str]:
    """The geometry of a body; `write` gets the kind, sizes in metres, and the mesh's file."""
    outline = body.outline
    if outline.kind == "circle":
        return [write("cylinder", (outline.size[0] / 2, body.height_m), "")]
    if outline.kind == "box":
        return [write("box", (*outline.size, body.height_m), "")]
    return [write("mesh", (), f"{folder}/{body.name}-{k}.obj") for k in range(len(outline.convex_parts))]


def _urdf_shape(kind: str, size: Row, file: str) -> str:
    if kind == "cylinder":
        inner = f'<cylinder radius="{number(size[0])}" length="{number(size[1])}"/>'
    elif kind == "box":
        inner = f'<box size="{_row(size)}"/>'
    else:
        inner = f"<mesh filename={quoteattr(file)}/>"
    return f'<origin xyz="0 0 0" rpy="0 0 0"/><geometry>{inner}</geometry>'


def _sdf_shape(kind: str, size: Row, file: str) -> str:
    if kind == "cylinder":
        inner = f"<cylinder><radius>{number(size[0])}</radius><length>{number(size[1])}</length></cylinder>"
    elif kind == "box":
        inner = f"<box><size>{_row(size)}</size></box>"
    else:
        inner = f"<mesh><uri>{escape(file)}</uri></mesh>"
    return f"<geometry>{inner}</geometry>"


def _row(values: Sequence[float]) -> str:
    return " ".join(number(value) for value in values)


def roll_pitch_yaw(pose: Pose) -> tuple[float, float, float]:
    """Turns about the fixed x, y and z axes, one after the other, in radians: as URDF and SDF write a rotation."""
    r = pose.rotation
    return (
        math.atan2(r[2, 1], r[2, 2]),
        math.asin(float(np.clip(-r[2, 0], -1, 1))),
        math.atan2(r[1, 0], r[0, 0]),
    )
