"""A table of Villa as lines of characters: joints, a letter for the colour of each segment, areas in their cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from paletti_sim.games.core.scene import Drawing
from paletti_sim.games.villa.garden import Area
from paletti_sim.games.villa.hedges import COLOURS, Pose
from paletti_sim.games.villa.lattice import ends, place, point

LETTERS = tuple(name[0] for name in COLOURS)
HUES = ("#4a8cff", "#ff5fa2", "#d7b600", "#2fae5b")
PITCH = 4
MARGIN = 4

Piece = tuple[str, str]


def initial(colour: int) -> str:
    """Return the capital that stands for the tokens of a colour."""
    return LETTERS[colour].upper()


def cell_texts(areas: Sequence[Area]) -> dict[int, tuple[str, str]]:
    """Return what stands in the cells of areas: in the first its number and the colour of its top token, then its size.

    The first is the leftmost of the uppermost cells. All cells are tinted in the colour of the top token.
    """
    texts: dict[int, tuple[str, str]] = {}
    for number, area in enumerate(areas, 1):
        top = area.stack[-1].colour if area.stack else None
        look = "" if top is None else f"bold #000000 on {HUES[top]}"
        order = sorted(area.cells, key=lambda cell: (-place(cell)[1], place(cell)[0]))
        said = [f"{number}{'' if top is None else initial(top)}", f"={area.size}"]
        for cell, text in zip(order, [*said, *[""] * len(order)], strict=False):
            texts[cell] = (f"{text:^3}", look)
    return texts


def draw_map(
    colours: Mapping[int, int],
    areas: Sequence[Area] = (),
    fresh: Mapping[int, int] | None = None,
    *,
    width: int = 80,
    axes: bool = True,
) -> tuple[Drawing, ...]:
    """Return the table, in bands one below the other where it is wider than `width` characters.

    `fresh` are edges with their colours that stand out: a hedge that could be laid. The numbers at the sides are the
    coordinates of the joints.
    """
    fresh = fresh or {}
    every = {**colours, **fresh}
    joints = {at for number in every for at in ends(number)}
    places = [place(at) for at in joints]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    low, high = min(y for _, y in places), max(y for _, y in places)
    texts = cell_texts(areas)
    each = max(1, (width - (MARGIN if axes else 0) - 2) // PITCH)
    bands = []
    for first in range(left, right + 1, each):
        columns = range(first, min(first + each, right + 1))
        lines: list[tuple[Piece, ...]] = []
        for y in range(high, low - 1, -1):
            lines.append(_joints_line(y, columns, every, fresh, joints, axes))
            if y > low:
                lines.append(_cells_line(y - 1, columns, every, fresh, texts, axes))
        if axes:
            lines.append(((" " * (MARGIN - 2) + "".join(f"{x:>3} " for x in columns), "dim"),))
        title = "" if len(columns) == right + 1 - left else f"Columns {columns[0]} to {columns[-1]}"
        bands.append(Drawing(tuple(_joined(line) for line in lines), title))
    return tuple(bands)


def _joints_line(
    y: int, columns: range, every: Mapping[int, int], fresh: Mapping[int, int], joints: set[int], axes: bool
) -> tuple[Piece, ...]:
    line: list[Piece] = [(f"{y:>3} ", "dim")] if axes else []
    for x in columns:
        at = point(x, y)
        line.append(("+" if at in joints else " ", ""))
        line.append(_segment(2 * at, every, fresh, "-", 3))
    return tuple(line)


def _cells_line(
    y: int,
    columns: range,
    every: Mapping[int, int],
    fresh: Mapping[int, int],
    texts: Mapping[int, tuple[str, str]],
    axes: bool,
) -> tuple[Piece, ...]:
    line: list[Piece] = [(" " * MARGIN, "")] if axes else []
    for x in columns:
        at = point(x, y)
        line.append(_segment(2 * at + 1, every, fresh, "", 1))
        line.append(texts.get(at, ("   ", "")))
    return tuple(line)


def _segment(number: int, every: Mapping[int, int], fresh: Mapping[int, int], stroke: str, width: int) -> Piece:
    if number not in every:
        return (" " * width, "")
    colour = every[number]
    if number in fresh:
        stroke = "=" if stroke else ""
        return (f"{stroke}{initial(colour)}{stroke}", f"bold reverse {HUES[colour]}")
    return (f"{stroke}{LETTERS[colour]}{stroke}", f"bold {HUES[colour]}")


def _joined(line: Sequence[Piece]) -> tuple[Piece, ...]:
    """Neighbouring pieces of the same look as one."""
    return tuple(("".join(text for text, _ in same), look) for look, same in groupby(line, key=lambda piece: piece[1]))


def draw_poses(poses: Sequence[Pose], labels: Sequence[str], width: int = 80) -> tuple[Drawing, ...]:
    """Return a hedge in its turns, side by side with a label under each, in as many rows as are needed."""
    blocks: list[list[list[Piece]]] = []
    for pose, label in zip(poses, labels, strict=True):
        colours = {number + 2 * point(0, 0): colour for number, colour in pose.edges}
        drawn = draw_map(colours, axes=False)[0].lines
        room = max(sum(len(text) for text, _ in line) for line in drawn)
        room = max(room, len(label)) + 1
        lines = [[*line, (" " * (room - sum(len(text) for text, _ in line)), "")] for line in drawn]
        blocks.append([*lines, [(f"{label:<{room}}", "dim")]])
    rows: list[list[list[list[Piece]]]] = [[]]
    for block in blocks:
        if rows[-1] and sum(_wide(each) for each in [*rows[-1], block]) > width:
            rows.append([])
        rows[-1].append(block)
    return tuple(_side_by_side(row) for row in rows)


def _wide(block: Sequence[Sequence[Piece]]) -> int:
    return sum(len(text) for text, _ in block[0])


def _side_by_side(blocks: Sequence[list[list[Piece]]]) -> Drawing:
    tall = max(len(block) for block in blocks)
    lines: list[list[Piece]] = [[] for _ in range(tall)]
    for block in blocks:
        empty: list[list[Piece]] = [[(" " * _wide(block), "")] for _ in range(tall - len(block))]
        for line, more in zip(lines, [*empty, *block], strict=True):
            line.extend(more)
    return Drawing(tuple(_joined(line) for line in lines))
