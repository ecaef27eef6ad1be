"""The bodies of an MJCF world: each free one as an upright box or cylinder, and the ground that they stand on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from paletti_sim.errors import Fault, FileFaultsError
from paletti_sim.tower.mjcf_reading.geometry import Angles, Defaults, Matrix, UnreadableError, numbers, rotation
from paletti_sim.tower.mjcf_reading.xml_tree import Element

Kind = Literal["box", "cylinder"]

UPRIGHT = math.cos(math.radians(0.1))
"""A piece that leans by less stands upright; to read it as such shifts its top by 0.2 % of its height."""
DENSITY = 1000.0
FRICTION = 1.0
WHITE = "0.5 0.5 0.5 1"
CENTRED_M = 1e-6
UNREAD = ("include", "frame", "replicate", "composite", "flexcomp", "attach")
"""What makes more bodies than stand there."""


@dataclass(frozen=True)
class Body:
    """An upright prism: `size` is the diameter, or the extents along its own x and y; metres and kilograms.

    `middle` is its centre. A fixed one has no mass.
    """

    name: str
    kind: Kind
    size: tuple[float, ...]
    height_m: float
    middle: tuple[float, float, float]
    turn_rad: float
    mass_kg: float
    friction: float
    colour: str
    line: int
    column: int

    @property
    def low_m(self) -> float:
        """Height of its lower face."""
        return self.middle[2] - self.height_m / 2

    @property
    def high_m(self) -> float:
        """Height of its upper face."""
        return self.middle[2] + self.height_m / 2


@dataclass(frozen=True)
class Ground:
    """What bears everything: an endless plane at a height (`body` None), or one fixed body."""

    height_m: float
    friction: float
    body: Body | None = None


@dataclass(frozen=True)
class World:
    """What an MJCF file says. `down` is the unit vector of gravity."""

    name: str
    bodies: tuple[Body, ...]
    ground: Ground
    down: tuple[float, float, float]


class Reader:
    """Reads one document and collects what is wrong with it."""

    def __init__(self, root: Element, file: str) -> None:
        self._root, self._file = root, file
        self._faults: list[Fault] = []
        self._defaults, self._angles = Defaults.of(root), Angles.of(root)
        compilers = [each.attributes for each in root.all("compiler")]
        self._from_geoms = any(each.get("inertiafromgeom") == "true" for each in compilers)

    def read(self) -> World:
        """The world.

        Raises:
            FileFaultsError: all that cannot be read, each with its reason.
        """
        root = self._root
        if root.tag != "mujoco":
            self._fault(root, f"<{root.tag}>", "an MJCF file begins with <mujoco>")
        worlds = list(root.all("worldbody"))
        if root.tag == "mujoco" and not worlds:
            self._fault(root, "<mujoco>", "there is no <worldbody>")
        for element in root.all("include"):
            self._fault(element, "<include>", "other files are not read: write their contents into this one")
        fixed: list[Body | float] = []
        bodies: list[Body] = []
        frictions: list[float] = []
        for world in worlds:
            for element in world.all(*UNREAD):
                self._fault(element, f"<{element.tag}>", "only bodies and geoms are read here")
            for number, geom in enumerate(world.all("geom"), 1):
                self._fixed(geom, f"fixed geom {geom.attributes.get('name', number)}", fixed, frictions)
            for body in world.all("body"):
                name = body.attributes.get("name", f"body-{len(bodies) + 1}")
                found = self._tried(body, f"body {name}", lambda body=body, name=name: self._body(body, name))
                bodies += [found] if found else []
        ground = self._ground(fixed, frictions)
        down = self._tried(root, "<option>", self._down)
        if not bodies and not self._faults:
            self._fault(root, "<worldbody>", "there is no free body in it")
        if self._faults or ground is None or down is None:
            raise FileFaultsError(self._file, self._faults)
        return World(root.attributes.get("model", ""), tuple(bodies), ground, down)

    def _fault(self, at: Element, where: str, what: str) -> None:
        self._faults.append(Fault(at.line, at.column, where, what))

    def _tried(self, at: Element, where: str, read: Any) -> Any:
        try:
            return read()
        except UnreadableError as error:
            self._fault(at, where, str(error))
            return None

    def _down(self) -> tuple[float, float, float]:
        gravity = [0.0, 0.0, -9.81]
        for option in self._root.all("option"):
            if "gravity" in option.attributes:
                gravity = numbers(option.attributes["gravity"], 3)
        length = math.hypot(*gravity)
        if length == 0 or gravity[2] >= 0:
            raise UnreadableError("gravity does not point down: nothing would stand")
        return (gravity[0] / length, gravity[1] / length, gravity[2] / length)

    def _fixed(self, geom: Element, where: str, fixed: list[Body | float], frictions: list[float]) -> None:
        def read() -> Body | float | None:
            said = self._defaults.geom(geom, "")
            if said.get("contype") == said.get("conaffinity") == "0":
                return None
            if said.get("type", "sphere") == "plane":
                if rotation(said, self._angles)[2, 2] < 1 - 1e-9:
                    raise UnreadableError("a plane that is not level: tilt gravity instead")
                frictions.append(_friction(said))
                return numbers(said.get("pos", "0 0 0"), 3)[2]
            return self._prism(geom, said, where, np.eye(3), np.zeros(3), 0.0)

        found = self._tried(geom, where, read)
        if found is not None:
            fixed.append(found)

    def _ground(self, fixed: list[Body | float], frictions: list[float]) -> Ground | None:
        planes = [each for each in fixed if isinstance(each, float)]
        solid = [each for each in fixed if isinstance(each, Body)]
        if len(fixed) == 1:
            if planes:
                return Ground(planes[0], frictions[0])
            return Ground(solid[0].high_m, solid[0].friction, solid[0])
        if not self._faults or fixed:
            what = f"there are {len(fixed)} fixed things" if fixed else "there is nothing fixed"
            self._fault(self._root, "<worldbody>", f"{what}: wants one ground, a level plane, a box or a cylinder")
        return None

    def _body(self, body: Element, name: str) -> Body:
        said = body.attributes
        if said.get("mocap") == "true":
            raise UnreadableError("it is moved by hand (mocap)")
        if body.first("body"):
            raise UnreadableError("it carries other bodies")
        for child in body.all(*UNREAD):
            raise UnreadableError(f"it holds <{child.tag}>")
        joints = list(body.all("joint", "freejoint"))
        if not joints:
            raise UnreadableError("it is fixed: only free bodies are read (give it a <freejoint/>)")
        kinds = ["free" if joint.tag == "freejoint" else joint.attributes.get("type", "hinge") for joint in joints]
        if kinds != ["free"]:
            raise UnreadableError(f"it moves on a joint ({', '.join(kinds)}): only free bodies are read")
        geoms = list(body.all("geom"))
        if len(geoms) != 1:
            raise UnreadableError(f"it has {len(geoms)} geoms: wants one")
        around = said.get("childclass", "")
        geom = self._defaults.geom(geoms[0], around)
        turned, at = rotation(said, self._angles), np.asarray(numbers(said.get("pos", "0 0 0"), 3))
        return self._prism(body, geom, name, turned, at, self._mass(body, geom, turned))

    def _mass(self, body: Element, geom: Mapping[str, str], turned: Matrix) -> float | None:
        """The mass that the body itself says; None: that of its geom."""
        inertial = body.first("inertial")
        if inertial is None or self._from_geoms:
            return None
        gap = np.subtract(numbers(inertial.attributes.get("pos", "0 0 0"), 3), numbers(geom.get("pos", "0 0 0"), 3))
        if float(np.linalg.norm(turned @ gap)) > CENTRED_M:
            raise UnreadableError("its centre of mass is not in the middle of its geom")
        return numbers(inertial.attributes.get("mass", ""), 1)[0]

    def _prism(
        self,
        at: Element,
        said: Mapping[str, str],
        name: str,
        turned: Matrix,
        where: npt.NDArray[np.float64],
        mass: float | None,
    ) -> Body:
        kind = said.get("type", "sphere")
        if kind not in ("box", "cylinder"):
            raise UnreadableError(f"its geom is a {kind}: only boxes and cylinders are read")
        if "fromto" in said:
            raise UnreadableError("its geom is given from end to end: write size, pos and a rotation")
        axes = turned @ rotation(said, self._angles)
        half = numbers(said.get("size", ""), 3 if kind == "box" else 2, 3)
        if min(half[: 3 if kind == "box" else 2]) <= 0:
            raise UnreadableError(f"its size is not greater than 0 (got {said.get('size', '')!r})")
        up = int(np.argmax(np.abs(axes[2]))) if kind == "box" else 2
        if abs(axes[2, up]) < UPRIGHT:
            lean = math.degrees(math.acos(min(1.0, abs(float(axes[2, up])))))
            raise UnreadableError(f"it does not stand upright but leans by {lean:.3g} degrees")
        along = axes[:, (up + 1) % 3]
        if kind == "box":
            size: tuple[float, ...] = (2 * half[(up + 1) % 3], 2 * half[(up + 2) % 3])
            height, area = 2 * half[up], size[0] * size[1]
        else:
            size, height = (2 * half[0],), 2 * half[1]
            area = math.pi * half[0] ** 2
        if mass is None:
            given = numbers(said["mass"], 1)[0] if "mass" in said else None
            mass = numbers(said.get("density", str(DENSITY)), 1)[0] * area * height if given is None else given
            if mass <= 0:
                raise UnreadableError("it has no mass")
        middle = where + turned @ np.asarray(numbers(said.get("pos", "0 0 0"), 3))
        turn = math.atan2(float(along[1]), float(along[0])) if kind == "box" else 0.0
        return Body(
            name,
            "box" if kind == "box" else "cylinder",
            size,
            height,
            (float(middle[0]), float(middle[1]), float(middle[2])),
            turn,
            mass,
            _friction(said),
            _colour(said),
            at.line,
            at.column,
        )


def _friction(said: Mapping[str, str]) -> float:
    return numbers(said["friction"], 1, 3)[0] if "friction" in said else FRICTION


def _colour(said: Mapping[str, str]) -> str:
    parts = numbers(said.get("rgba", WHITE), 4)[:3]
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02x}" for part in parts)
