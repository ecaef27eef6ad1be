"""Pieces as URDF and OBJ text for other tools. Metres and kilograms.

A piece's frame has its origin at the outline's origin on the lower face, z up; the base plate's is the world's, on its
upper face. An OBJ holds one closed group for each convex part, because a concave mesh would silently become its convex
hull. The URDF of `urdf/NAME.urdf` names the mesh `../obj/NAME.obj`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paletti_sim.tower.catalogue import Catalogue
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Base, Prism

PAINT_M = 1e-4  # how far the site's colour stands above the base plate in pictures, so that it is seen


def exported(catalogue: Catalogue) -> dict[str, str]:
    """Every file of the export by its relative name: `urdf/NAME.urdf`, and `obj/NAME.obj` where a mesh is needed.

    The text depends on the pieces alone, byte for byte.
    """
    files = {"urdf/base.urdf": base_urdf(catalogue.base)}
    if has_mesh(catalogue.base.outline):
        files["obj/base.obj"] = obj("base", catalogue.base.outline, -catalogue.base.thickness_m, 0.0)
    for piece in (*catalogue.columns.values(), *catalogue.floors.values()):
        files[f"urdf/{piece.name}.urdf"] = urdf(piece)
        if has_mesh(piece.outline):
            files[f"obj/{piece.name}.obj"] = obj(piece.name, piece.outline, 0.0, piece.height_m)
    return dict(sorted(files.items()))


def has_mesh(outline: Outline) -> bool:
    """Whether a prism of this outline needs a mesh; URDF knows cylinders and boxes by themselves."""
    return outline.kind not in ("circle", "box")


def obj(name: str, outline: Outline, low_m: float, high_m: float) -> str:
    """A prism as OBJ: one `o` group for each convex part, each a closed surface of triangles facing outwards."""
    lines = [f"# {name}: metres, origin at the outline's origin, one group for each convex part"]
    first = 1
    for k, part in enumerate(outline.convex_parts):
        lines += _group(f"{name}-{k}", part, low_m, high_m, first)
        first += 2 * len(part)
    return "\n".join(lines) + "\n"


def obj_of_prism(name: str, corners_m: Sequence[tuple[float, float]], low_m: float, high_m: float) -> str:
    """A prism over one convex outline as OBJ: a closed surface of triangles facing outwards."""
    return "\n".join([f"# {name}: metres", *_group(name, corners_m, low_m, high_m, 1)]) + "\n"


def _group(name: str, corners: Sequence[tuple[float, float]], low_m: float, high_m: float, first: int) -> list[str]:
    """One closed group whose vertices count from `first`."""
    return [
        f"o {name}",
        *(f"v {number(x)} {number(y)} {number(z)}" for z in (low_m, high_m) for x, y in corners),
        *(f"f {first + a} {first + b} {first + c}" for a, b, c in _triangles(len(corners))),
    ]


def urdf(piece: Prism) -> str:
    """A loose piece as URDF with its exact inertia: the full tensor about the centre of mass, in the piece's axes."""
    x, y = piece.outline.centroid_m
    entries = [(row, column) for row in range(3) for column in range(row, 3)]
    tensor = " ".join(
        f'i{"xyz"[row]}{"xyz"[column]}="{number(piece.inertia_kg_m2[row, column])}"' for row, column in entries
    )
    middle = f'<origin xyz="{number(x)} {number(y)} {number(piece.height_m / 2)}" rpy="0 0 0"/>'
    body = _body(piece.name, piece.outline, 0.0, piece.height_m)
    return _robot(
        piece.name,
        [
            "<inertial>",
            f"  {middle}",
            f'  <mass value="{number(piece.mass_kg)}"/>',
            f"  <inertia {tensor}/>",
            "</inertial>",
            *_seen(body, piece.colour),
            *_touched(body),
        ],
    )


def base_urdf(base: Base) -> str:
    """The base plate as URDF: without mass, which pybullet takes as fixed; its upper face is z = 0."""
    body = _body("base", base.outline, -base.thickness_m, 0.0)
    lines = [
        "<inertial>",
        '  <mass value="0"/>',
        '  <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>',
        "</inertial>",
        *_seen(body, base.colour),
        *_touched(body),
    ]
    if not has_mesh(base.site):
        lines += _seen(_body("site", base.site, 0.0, PAINT_M), base.site_colour)
    return _robot("base", lines)


def rgba(colour: str) -> tuple[float, float, float, float]:
    """A colour `#rrggbb` as red, green, blue and opacity between 0 and 1."""
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return red, green, blue, 1.0


def _robot(name: str, link: Iterable[str]) -> str:
    lines = "\n".join(f"    {line}" for line in link)
    # other readers skip <mujoco>; MuJoCo takes meshes from the URDF's own folder unless told otherwise
    return (
        f'<?xml version="1.0"?>\n<robot name="{name}">\n  <mujoco><compiler meshdir="../obj"/></mujoco>\n'
        f'  <link name="{name}">\n{lines}\n  </link>\n</robot>\n'
    )


def _body(name: str, outline: Outline, low_m: float, high_m: float) -> list[str]:
    """Origin and geometry of a prism between two heights."""
    if outline.kind == "circle":
        geometry = f'<cylinder radius="{number(outline.size[0] / 2)}" length="{number(high_m - low_m)}"/>'
    elif outline.kind == "box":
        geometry = f'<box size="{number(outline.size[0])} {number(outline.size[1])} {number(high_m - low_m)}"/>'
    else:
        return [f'<geometry><mesh filename="../obj/{name}.obj"/></geometry>']
    return [f'<origin xyz="0 0 {number((low_m + high_m) / 2)}" rpy="0 0 0"/>', f"<geometry>{geometry}</geometry>"]


def _seen(body: Sequence[str], colour: str) -> list[str]:
    value = " ".join(number(part) for part in rgba(colour))
    return [
        "<visual>",
        *(f"  {line}" for line in body),
        f'  <material name="{colour}"><color rgba="{value}"/></material>',
        "</visual>",
    ]


def _touched(body: Sequence[str]) -> list[str]:
    return ["<collision>", *(f"  {line}" for line in body), "</collision>"]


def _triangles(corners: int) -> list[tuple[int, int, int]]:
    """Faces of a convex prism whose lower corners are 0..n-1 and whose upper ones n..2n-1, counter-clockwise."""
    fan = [(0, k, k + 1) for k in range(1, corners - 1)]
    lower = [(a, c, b) for a, b, c in fan]
    upper = [(a + corners, b + corners, c + corners) for a, b, c in fan]
    sides = [
        triangle
        for k in range(corners)
        for after in ((k + 1) % corners,)
        for triangle in ((k, after, after + corners), (k, after + corners, k + corners))
    ]
    return [*lower, *upper, *sides]


def number(value: float) -> str:
    """Nine digits: exact to a millionth of a millimetre, and the same text on every machine."""
    return f"{float(value) if abs(value) > 1e-15 else 0.0:.9g}"
