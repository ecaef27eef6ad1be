"""Villa's geometry once more, plainly and slowly: nothing of the package is used, numbers are complex.

A joint is a Gaussian integer, a segment the frozenset of its two joints, a hedge a dictionary from segments to colours.
"""

from __future__ import annotations

WALKS = {
    "I": "NNNN", "J": "SSEN", "L": "SSSE", "N": "NNEN", "P": "WNEN", "U": "WNNE", "V": "SSEE", "W": "NENE",
    "Z": "NEEN", "O": "NESW",
    # a lower-case letter goes back without a segment
    "F": "WNEwN", "H": "NNsES", "R": "NENsE", "T": "NNsEE", "X": "EwWeNsS", "Y": "NEwNN",
}  # fmt: skip
STEPS = {"E": 1, "N": 1j, "W": -1, "S": -1j}


def walk(shape):
    """Returns the segments of a shape, in the order of its walk."""
    at, found = 0, []
    for letter in WALKS[shape]:
        step = STEPS[letter.upper()]
        if letter.isupper() and frozenset((at, at + step)) not in found:
            found.append(frozenset((at, at + step)))
        at += step
    return found


def images(hedge):
    """Returns the distinct images of a coloured hedge under the eight symmetries, each with its least joint at 0."""
    found = []
    for flip in (False, True):
        for turn in (1, 1j, -1, -1j):
            image = {
                frozenset((joint.conjugate() if flip else joint) * turn for joint in pair): colour
                for pair, colour in hedge.items()
            }
            least = min((joint for pair in image for joint in pair), key=lambda joint: (joint.real, joint.imag))
            image = moved(image, -least)
            if image not in found:
                found.append(image)
    return found


def moved(hedge, by):
    return {frozenset(joint + by for joint in pair): colour for pair, colour in hedge.items()}


def joints(segments):
    return {joint for pair in segments for joint in pair}


def walls(cell):
    """Returns the four sides of the cell whose lower left joint it is."""
    return [frozenset((cell + a, cell + b)) for a, b in ((0, 1), (1, 1 + 1j), (1j, 1 + 1j), (0, 1j))]


NEIGHBOURS = (-1j, 1, 1j, -1)


def enclosed(segments):
    """Returns the closed areas as sets of cells."""
    all_joints = joints(segments)
    xs, ys = [int(j.real) for j in all_joints], [int(j.imag) for j in all_joints]
    cells = {complex(x, y) for x in range(min(xs) - 1, max(xs) + 1) for y in range(min(ys) - 1, max(ys) + 1)}
    areas, rest, first = [], set(cells), complex(min(xs) - 1, min(ys) - 1)
    while rest:
        start = first if first in rest else next(iter(rest))
        area, todo = {start}, [start]
        while todo:
            cell = todo.pop()
            for wall, step in zip(walls(cell), NEIGHBOURS, strict=True):
                if wall not in segments and cell + step in rest and cell + step not in area:
                    area.add(cell + step)
                    todo.append(cell + step)
        rest -= area
        if start != first:
            areas.append(frozenset(area))
    return areas


def straight(segments, joint):
    """Returns the axes on which one hedge passes a joint straight: 1 and 1j."""
    return {axis for axis in (1, 1j) if {frozenset((joint, joint + s * axis)) for s in (1, -1)} <= set(segments)}


def legal(layout, hedge):
    """Yields all layouts with one more hedge; a layout is a tuple of hedges."""
    taken = {pair for each in layout for pair in each}
    all_joints = joints(taken)
    inside = {wall for area in enclosed(taken) for cell in area for wall in walls(cell)}
    for image in images(hedge):
        for by in {joint - own for joint in all_joints for own in joints(image)}:
            new = moved(image, by)
            if taken & set(new) or inside & set(new):
                continue
            if any(
                1 in straight(one, joint) and 1j in straight(other, joint)
                for joint in joints(new) & all_joints
                for each in layout
                for one, other in ((new, each), (each, new))
            ):
                continue
            yield (*layout, new)


def hedge(shape, first=0):
    """Returns a hedge of a shape whose colours go on cyclically from `first`."""
    return {pair: (first + number) % 4 for number, pair in enumerate(walk(shape))}


START = ({frozenset((0, step)): number for number, step in enumerate((1, 1j, -1, -1j))},)


def ways(shape):
    """Returns in how many ways one hedge of a shape, and then a second, can be laid at the starting hedge X."""
    after_one = list(legal(START, hedge(shape)))
    return len(after_one), sum(1 for layout in after_one for _ in legal(layout, hedge(shape, 1)))


def closed_layouts(shapes):
    """Returns how many distinct sets of segments with a closed area some hedges make, and how many up to symmetry.

    The hedges are laid in the order given; colours do not tell sets apart.
    """
    layouts = {frozenset(START[0]): START}
    for number, shape in enumerate(shapes):
        layouts = {
            frozenset((place, frozenset(each)) for place, each in enumerate(new)): new
            for layout in layouts.values()
            for new in legal(layout, hedge(shape, number))
        }
    found = {frozenset(pair for each in layout for pair in each) for layout in layouts.values()}
    found = {segments for segments in found if enclosed(segments)}
    return len(found), len({min(map(_sorted, _symmetric(segments))) for segments in found})


def _symmetric(segments):
    for flip in (False, True):
        for turn in (1, 1j, -1, -1j):
            yield [[(j.conjugate() if flip else j) * turn for j in pair] for pair in segments]


def _sorted(segments):
    return tuple(sorted(tuple(sorted((int(j.real), int(j.imag)) for j in pair)) for pair in segments))
