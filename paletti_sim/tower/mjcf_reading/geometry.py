"""Numbers and rotations as MJCF writes them, and the defaults that stand behind an element."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from paletti_sim.tower.mjcf_reading.xml_tree import Element

Matrix = npt.NDArray[np.float64]


class UnreadableError(Exception):
    """Why something cannot be read."""


def numbers(text: str, least: int, most: int | None = None) -> list[float]:
    """Finite numbers, between `least` and `most` (else exactly `least`) of them.

    Raises:
        UnreadableError: it is no such list.
    """
    try:
        found = [float(part) for part in text.split()]
    except ValueError:
        found = []
    if not least <= len(found) <= (most or least) or not all(math.isfinite(number) for number in found):
        raise UnreadableError(f"wants {least} numbers (got {text[:40]!r})")
    return found


@dataclass
class Defaults:
    """Attributes of geoms by class, those of the classes around it included; "" is the main class."""

    classes: dict[str, dict[str, str]] = field(default_factory=lambda: {"": {}})

    @classmethod
    def of(cls, root: Element) -> Defaults:
        """Those of a document."""
        found = cls()
        for top in root.all("default"):
            found._read(top, {}, "")
        return found

    def _read(self, element: Element, outer: Mapping[str, str], name: str) -> None:
        own = {**self.classes.get(name, {}), **outer}
        for geom in element.all("geom"):
            own |= geom.attributes
        self.classes[name] = own
        if name == "" and "class" in element.attributes:
            self.classes[element.attributes["class"]] = own
        for inner in element.all("default"):
            self._read(inner, own, inner.attributes.get("class", ""))

    def geom(self, geom: Element, around: str) -> dict[str, str]:
        """All attributes of a geom in a body whose class for children is `around`.

        Raises:
            UnreadableError: there is no such class.
        """
        name = geom.attributes.get("class", around)
        if name not in self.classes:
            raise UnreadableError(f"there is no default class {name[:40]!r}")
        return {**self.classes[name], **geom.attributes}


@dataclass(frozen=True)
class Angles:
    """How angles are written: degrees unless the compiler says radians, and the axes of Euler angles."""

    radians: bool = False
    axes: str = "xyz"

    @classmethod
    def of(cls, root: Element) -> Angles:
        """Those of a document."""
        found: dict[str, str] = {}
        for compiler in root.all("compiler"):
            found |= compiler.attributes
        return cls(found.get("angle", "degree") == "radian", found.get("eulerseq", "xyz"))

    def angle(self, value: float) -> float:
        """An angle in radians."""
        return value if self.radians else math.radians(value)


def rotation(attributes: Mapping[str, str], angles: Angles) -> Matrix:
    """The rotation (3, 3) that an element's attributes say.

    Raises:
        UnreadableError: they are no rotation.
    """
    if "quat" in attributes:
        return _of_quaternion(numbers(attributes["quat"], 4))
    if "euler" in attributes:
        return _of_euler(numbers(attributes["euler"], 3), angles)
    if "axisangle" in attributes:
        *axis, angle = numbers(attributes["axisangle"], 4)
        return about(_unit(axis), angles.angle(angle))
    if "xyaxes" in attributes:
        found = numbers(attributes["xyaxes"], 6)
        x = _unit(found[:3])
        y = _unit(np.asarray(found[3:]) - x * float(x @ found[3:]))
        return np.column_stack([x, y, np.cross(x, y)])
    if "zaxis" in attributes:
        return _shortest_to(_unit(numbers(attributes["zaxis"], 3)))
    return np.eye(3)


def about(axis: npt.NDArray[np.float64], angle_rad: float) -> Matrix:
    """The rotation about a unit vector (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turned: Matrix = np.eye(3) + math.sin(angle_rad) * cross + (1 - math.cos(angle_rad)) * cross @ cross
    return turned


def _of_quaternion(values: Sequence[float]) -> Matrix:
    w, x, y, z = _unit(values)
    axis = np.array([x, y, z])
    length = float(np.linalg.norm(axis))
    return np.eye(3) if length == 0 else about(axis / length, 2 * math.atan2(length, w))


def _of_euler(values: Sequence[float], angles: Angles) -> Matrix:
    """In the order of the axes; small letters turn with the body, capital ones are fixed."""
    if len(angles.axes) != 3 or set(angles.axes.lower()) - set("xyz"):
        raise UnreadableError(f"eulerseq is three of the letters xyz (got {angles.axes[:10]!r})")
    found: Matrix = np.eye(3)
    for letter, value in zip(angles.axes, values, strict=True):
        one = about(np.eye(3)["xyz".index(letter.lower())], angles.angle(value))
        found = found @ one if letter.islower() else one @ found
    return found


def _shortest_to(z: npt.NDArray[np.float64]) -> Matrix:
    """The least rotation that brings the z axis there."""
    axis = np.cross([0.0, 0.0, 1.0], z)
    length = float(np.linalg.norm(axis))
    if length < 1e-12:
        return np.eye(3) if z[2] > 0 else about(np.array([1.0, 0.0, 0.0]), math.pi)
    return about(axis / length, math.atan2(length, float(z[2])))


def _unit(values: Sequence[float] | npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    vector = np.asarray(values, dtype=np.float64)
    length = float(np.linalg.norm(vector))
    if length < 1e-12:
        raise UnreadableError("an axis of length 0")
    unit: npt.NDArray[np.float64] = vector / length
    return unit
