"""The scene in the browser, by viser: a mesh a piece, the overlays, and the ghost of the column in hand.

Methods may be called from any thread, one at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from paletti_sim.tower.outline import turned
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.regulations import places_upon, rises_m
from paletti_sim.tower.tower import Placed, Pose, Tower
from paletti_sim.views.meshes import prism_mesh
from paletti_sim.views.motion import Part, fixed_parts, parts_of
from paletti_sim.views.web.grain import grained
from paletti_sim.views.web.overlays import Balance, LoadTag, Map

Ray = tuple[tuple[float, float, float], tuple[float, float, float]]
SKY, GROUND = (255, 252, 245), (170, 150, 130)
LETTERS_M = 0.01
SKY_STRENGTH = 2.4
SUNS = (("sun", (0.5, -0.9, 1.4), 2.2), ("fill", (-0.9, -0.3, 0.5), 0.8))
INK, SUPPORT, CENTRE, PUSH = (40, 30, 20), (30, 30, 30), (179, 38, 30), (214, 40, 140)


class Stage:
    """The pieces of a tower in a scene of viser.

    Args:
        scene: of the server, seen by all.
        clicked: is told which piece was clicked, and the ray of the click.
    """

    def __init__(self, scene: Any, clicked: Callable[[str, Ray], None]) -> None:
        self._scene = scene
        self._clicked = clicked
        self._handles: dict[str, Any] = {}
        self._parts: dict[str, Part] = {}
        self._overlays: dict[str, list[Any]] = {}
        self._ring: Any = None
        self._ghost: Any = None
        self._ghost_part: Part | None = None
        scene.set_up_direction("+z")
        # the default lights bleach the colours; and light from a picture of a room and shadows cost seconds before the
        # first picture where there is no graphics card
        scene.configure_default_lights(False)
        scene.configure_environment_map(None)
        scene.add_light_hemisphere("/lights/sky", sky_color=SKY, ground_color=GROUND, intensity=SKY_STRENGTH)
        for name, place, strength in SUNS:
            scene.add_light_directional(f"/lights/{name}", intensity=strength, position=place, cast_shadow=False)

    def base(self, tower: Tower) -> None:
        """The base plate and the site; they never move."""
        for part, pose in fixed_parts(tower):
            self._add(part, f"/{part.name}")
            self._place(self._handles[part.name], pose)

    def pieces(self, tower: Tower) -> None:
        """Shows exactly the pieces of `tower`, where they stand."""
        parts = {part.name: part for part in parts_of(tower)}
        for name in [name for name in self._handles if name not in parts and name not in ("base", "site")]:
            self._remove(name)
        for name, part in parts.items():
            if self._parts.get(name) != part:
                self._remove(name)
                self._add(part, f"/tower/{name}")
        for piece, pose in tower.resting():
            self._place(self._handles[piece.name], pose)

    def poses(self, poses: Mapping[str, Pose | None], parts: Mapping[str, Part]) -> None:
        """Moves pieces; None takes one off the table. Pieces that are not there yet come from `parts`."""
        for name, pose in poses.items():
            if pose is None:
                if name in self._handles:
                    self._handles[name].visible = False
                continue
            if name not in self._handles:
                self._add(parts[name], f"/tower/{name}")
            self._place(self._handles[name], pose)

    def choose(self, tower: Tower, name: str) -> None:
        """A bright ring about the chosen piece."""
        if self._ring is not None:
            self._ring.remove()
            self._ring = None
        if name not in tower.by_name:
            return
        piece, pose = next((piece, pose) for piece, pose in tower.resting() if piece.name == name)
        outline = piece.piece.outline
        rim = np.asarray(outline.points)[:: 4 if outline.kind == "circle" else 1] - outline.centroid_m
        rim = rim * (1 + 0.0016 / max(outline.reach_m, 1e-6))
        loops = []
        for height in (-0.5, 0.5):
            loop = np.column_stack([rim, np.full(len(rim), height * piece.piece.height_m)])
            loop = loop @ pose.rotation.T + np.asarray(pose.position_m)
            loops.append(np.stack([loop, np.roll(loop, -1, axis=0)], axis=1))
        self._ring = self._lines("/chosen", np.concatenate(loops), INK, 3.0)

    def ghost(self, part: Part | None, pose: Pose | None = None) -> None:
        """The column in hand, see-through, over the place where it would stand; None shows none."""
        if part != self._ghost_part and self._ghost is not None:
            self._ghost.remove()
            self._ghost = None
        self._ghost_part = part
        if part is None or pose is None:
            return
        if self._ghost is None:
            mesh = prism_mesh(part.outline, part.height_m)
            self._ghost = self._scene.add_mesh_simple(
                "/hand", mesh.vertices, mesh.faces, color=_rgb(part.colour), opacity=0.55, cast_shadow=False
            )
        self._place(self._ghost, pose)

    def show_loads(self, tags: list[LoadTag]) -> None:
        """Newtons beside the columns; none when the list is empty."""
        made = [
            self._scene.add_label(
                f"/loads/{tag.column}",
                tag.words,
                position=tag.at_m,
                anchor="center-left",
                font_size_mode="scene",  # grows with the columns as one comes nearer, so that labels do not meet
                font_scene_height=LETTERS_M,
            )
            for tag in tags
        ]
        self._over("loads", made)

    def show_contacts(self, points_m: Any, newtons: Any) -> None:
        """A dot for every point that pushes, the greater the stronger."""
        made = []
        if len(points_m):
            colours = np.tile(np.array(PUSH, dtype=np.uint8), (len(points_m), 1))
            made.append(
                self._scene.add_point_cloud(
                    "/contacts",
                    np.asarray(points_m, dtype=np.float32),
                    colours,
                    point_size=0.0022,
                    point_shape="circle",
                    precision="float32",
                )
            )
        del newtons
        self._over("contacts", made)

    def show_balances(self, found: list[Balance]) -> None:
        """For each floor its polygon of support, the centre of mass of its load, and the plumb line between them."""
        made = []
        for each in found:
            if len(each.support_m) > 2:
                ring = np.stack([each.support_m[:-1], each.support_m[1:]], axis=1)
                made.append(self._lines(f"/balance/{each.floor}/support", ring, SUPPORT, 2.5))
            made.append(
                self._scene.add_icosphere(
                    f"/balance/{each.floor}/centre", radius=0.0035, color=CENTRE, position=tuple(each.centre_m)
                )
            )
            line = np.array([[each.centre_m, each.foot_m]])
            made.append(self._lines(f"/balance/{each.floor}/plumb", line, CENTRE, 2.0))
        self._over("balances", made)

    def show_map(self, found: Map | None) -> None:
        """Coloured cells on the top floor; None shows none."""
        made = []
        if found is not None and len(found.cells_m):
            half = 0.46 * found.step_m
            square = np.array(
                [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]], dtype=np.float32
            )
            made.append(
                self._scene.add_batched_meshes_simple(
                    "/map",
                    square,
                    np.array([[0, 1, 2], [0, 2, 3]], dtype=np.uint32),
                    batched_wxyzs=np.tile(np.array([1, 0, 0, 0], dtype=np.float32), (len(found.cells_m), 1)),
                    batched_positions=found.cells_m.astype(np.float32),
                    batched_colors=found.colours,
                    lod="off",
                    cast_shadow=False,
                    receive_shadow=False,
                    side="double",
                )
            )
        self._over("map", made)

    def _over(self, what: str, made: list[Any]) -> None:
        kept = {handle.name for handle in made}
        for handle in self._overlays.get(what, []):
            if handle.name not in kept:  # one of the same name has been replaced already
                handle.remove()
        self._overlays[what] = made

    def _lines(self, name: str, points: Any, colour: tuple[int, int, int], width: float) -> Any:
        return self._scene.add_line_segments(
            name, np.asarray(points, dtype=np.float32), colour, thickness=width, thickness_units="screen"
        )

    def _add(self, part: Part, path: str) -> None:
        handle = grained(self._scene, part, path)
        handle.on_click(lambda event: self._clicked(part.name, (event.ray_origin, event.ray_direction)))
        self._handles[part.name] = handle
        self._parts[part.name] = part

    def _remove(self, name: str) -> None:
        handle = self._handles.pop(name, None)
        self._parts.pop(name, None)
        if handle is not None:
            handle.remove()

    @staticmethod
    def _place(handle: Any, pose: Pose) -> None:
        x, y, z, w = pose.quaternion
        handle.position = pose.position_m
        handle.wxyz = (w, x, y, z)
        if not handle.visible:
            handle.visible = True


def spot_on(tower: Tower, name: str, ray: Ray, over_m: float = 0.0) -> tuple[float, float] | None:
    """Where a ray meets the upper face of a piece, in plan; metres. Other names mean the base plate.

    With `over_m` it is the plane that much over it.
    """
    origin, direction = (np.asarray(part, dtype=float) for part in ray)
    poses = {piece.name: pose for piece, pose in tower.resting()}
    if name not in poses:
        normal = np.array([0.0, 0.0, 1.0])
        point = normal * over_m
    else:
        normal = poses[name].rotation[:, 2]
        half = tower.by_name[name].piece.height_m / 2
        point = np.asarray(poses[name].position_m) + normal * (half + over_m)
    down = float(direction @ normal)
    if abs(down) < 1e-9:
        return None
    along = float((point - origin) @ normal) / down
    if along <= 0 or not math.isfinite(along):
        return None
    x, y, _ = origin + along * direction
    return float(x), float(y)


def hand_pose(
    tower: Tower, piece: Column | Floor, at_m: tuple[float, float], turn_rad: float, over_m: float = 0.0
) -> Pose:
    """Where a piece in hand is shown: a little above where it would stand, with its origin at `at_m`.

    That is `over_m` above the top floor, for a floor lies on columns; a column may stand upon others there.
    """
    if isinstance(piece, Column):
        over_m = rises_m(tower, places_upon(tower, Placed(piece, at_m, turn_rad)))
    poses = {placed.name: pose for placed, pose in tower.resting()}
    floor = tower.top.floor
    height = 0.0 if floor is None else poses[floor.name].position_m[2] + floor.piece.height_m / 2
    (x, y), *_ = turned([piece.outline.centroid_m], at_m, turn_rad)
    half = turn_rad / 2
    return Pose(
        (float(x), float(y), height + over_m + piece.height_m / 2 + 0.004), (0.0, 0.0, math.sin(half), math.cos(half))
    )


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return red, green, blue
