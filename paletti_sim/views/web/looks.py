"""What all pages share: where the camera begins, and words that mean only themselves."""

from __future__ import annotations

import math
from typing import Any

from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.tower import Tower
from paletti_sim.views.motion import Part


def look(server: Any, high_m: float) -> None:
    """Everybody's camera begins in front, to the right, with a tower of height `high_m` in view."""
    far = 0.42 + 1.5 * high_m
    server.initial_camera.position = (0.5 * far, -0.86 * far, 0.5 * high_m + 0.36 * far)
    server.initial_camera.look_at = (0.0, 0.0, 0.47 * high_m)
    server.initial_camera.up = (0.0, 0.0, 1.0)
    server.initial_camera.fov = math.radians(38)


def height_m(tower: Tower) -> float:
    """About how high a tower is."""
    return max((pose.position_m[2] for _, pose in tower.resting()), default=0.1) + 0.05


def part_of(piece: Column | Floor) -> Part:
    """A piece that is not in the tower as something to draw."""
    kind = "floor" if isinstance(piece, Floor) else "column"
    return Part(piece.name, kind, piece.colour, piece.outline, piece.height_m)


def markdown(words: str) -> str:
    """Plain words as Markdown: the outcome in bold, and nothing in them means anything.

    >>> markdown("HOLDS  It holds.")
    '**HOLDS** It holds.'
    >>> markdown("a *b*")
    'a \\\\*b\\\\*'
    """
    lines = []
    for line in words.splitlines():
        head, gap, rest = line.partition("  ")
        outcome = bool(gap) and head.isupper()
        plain = "".join(
            f"\\{letter}" if letter in "\\`*_{}[]<>#|" else letter for letter in (rest if outcome else line)
        )
        lines.append(f"**{head}** {plain}" if outcome else plain)
    return "  \n".join(lines)
