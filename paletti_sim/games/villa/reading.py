"""Reads hedge files: every fault at once, with line and column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from paletti_sim.errors import PalettiError
from paletti_sim.games.villa.hedges import COLOURS, Hedge, HedgeSet, Segment, segment
from paletti_sim.located_yaml.document import SIZE_LIMIT, Document, Spot, shortened
from paletti_sim.located_yaml.parts import read_part

SHAPES = 8
COPIES = 4
SEGMENTS = 4
REACH = 9

_Name = Annotated[str, StringConstraints(strict=True, max_length=20, pattern=r"^[A-Za-z][A-Za-z0-9-]*$")]
_Text = Annotated[str, StringConstraints(strict=True, max_length=2000)]
_Whole = Annotated[int, Field(strict=True, ge=-REACH, le=REACH)]
_Joint = Annotated[list[_Whole], Field(min_length=2, max_length=2)]
_Colour = Literal["blue", "pink", "yellow", "green"]
_Row = Annotated[list[_Colour], Field(max_length=SEGMENTS)]
_Rows = Annotated[list[_Row], Field(min_length=COPIES, max_length=COPIES)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _ShapePart(_Part):
    path: Annotated[list[_Joint], Field(min_length=2, max_length=SEGMENTS + 1)] | None = None
    segments: (
        Annotated[list[Annotated[list[_Joint], Field(min_length=2, max_length=2)]], Field(min_length=1)] | None
    ) = None


class _StarterPart(_Part):
    shape: _Name
    colours: _Row


class _HedgesPart(_Part):
    shape: _Name
    colours: _Rows


class _SetPart(_Part):
    about: _Text = ""
    starter: _StarterPart
    hedges: list[Any]


class _Header(_Part):
    schema_: Literal["paletti/villa-hedges@1"] = Field(alias="schema")
    about: _Text = ""
    shapes: dict[str, Any]
    colours: _Rows
    default: _Name
    sets: dict[str, Any]


@dataclass(frozen=True)
class HedgeFile:
    """The sets of a hedge file and what they are about, by name; the name of the default one; the shapes."""

    sets: Mapping[str, HedgeSet]
    about: Mapping[str, str]
    default: str
    shapes: Mapping[str, tuple[Segment, ...]]


def read_bytes(path: Path) -> bytes:
    """Return a small file's bytes.

    Raises:
        PalettiError: it cannot be opened.
    """
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:
        said = (getattr(error, "strerror", None) or str(error)).lower()
        raise PalettiError(f"cannot read {shortened(str(path), 200)}: {said}") from None


def parse_hedges(data: bytes, file: str = "<text>") -> HedgeFile:
    """Read the text of a hedge file; `file` is what faults call it.

    Raises:
        FileFaultsError: the text has faults; all of them.
    """
    document = Document.of_bytes(file, data, kind="hedge")
    top = document.root("`schema`, `shapes`, `colours`, `default` and `sets`")
    header = read_part(_Header, top)
    shapes = {name: _shape(spot) for name, spot in _children(top.get("shapes"))}
    rows = _rows(top.get("colours")) if header else None
    found: dict[str, HedgeSet] = {}
    about: dict[str, str] = {}
    for name, spot in _children(top.get("sets")):
        part = read_part(_SetPart, spot)
        if part is not None:
            about[name] = part.about
            hedges = _set(name, spot, shapes, rows)
            if hedges is not None:
                found[name] = hedges
    default = top.get("default")
    sets = [name for name, _ in _children(top.get("sets"))]
    if header is not None and default is not None and header.default not in sets:
        default.fault(f"there is no set of this name{document.near(header.default, sets)}")
    if document.faults or header is None:
        raise document.error()
    return HedgeFile(found, about, header.default, {name: each for name, each in shapes.items() if each})


def _children(spot: Spot | None) -> list[tuple[str, Spot]]:
    return list(spot.children()) if spot is not None and spot.is_mapping else []


def _shape(spot: Spot) -> tuple[Segment, ...] | None:
    """The segments of a shape; None after a fault."""
    part = read_part(_ShapePart, spot)
    if part is None:
        return None
    if (part.path is None) == (part.segments is None):
        spot.fault("a shape has a `path` or `segments`, one of them", got=False)
        return None
    pairs: list[Sequence[Sequence[int]]]
    if part.path is not None:
        pairs = list(zip(part.path, part.path[1:], strict=False))
    else:
        assert part.segments is not None
        pairs = [*part.segments]
    found = [segment((one[0], one[1]), (other[0], other[1])) for one, other in pairs]
    if any(abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1 for one, other in found):
        spot.fault("every segment must lead one step right, left, up or down", got=False)
    elif len(set(found)) < len(found):
        spot.fault("a segment stands twice in it", got=False)
    elif len(found) > SEGMENTS:
        spot.fault(f"a hedge has at most {SEGMENTS} segments", got=False)
    elif not _hangs_together(found):
        spot.fault("its segments must hang together", got=False)
    else:
        return tuple(found)
    return None


def _hangs_together(segments: Sequence[Segment]) -> bool:
    joints = set(segments[0])
    for _ in segments:
        for pair in segments:
            if joints & set(pair):
                joints.update(pair)
    return all(joints >= set(pair) for pair in segments)


def _rows(spot: Spot | None) -> list[tuple[int, ...]] | None:
    """Four times four colours; None after a fault."""
    if spot is None:
        return None
    good = True
    for _, row in spot.children():
        if sorted(row.plain) != sorted(COLOURS):
            row.fault("V-1: a hedge has one segment of each of the four colours")
            good = False
    return [tuple(COLOURS.index(colour) for colour in row.plain) for _, row in spot.children()] if good else None


def _set(
    name: str, spot: Spot, shapes: Mapping[str, tuple[Segment, ...] | None], rows: list[tuple[int, ...]] | None
) -> HedgeSet | None:
    known = list(shapes)
    starter = spot.get("starter")
    listed = spot.get("hedges")
    assert starter is not None
    assert listed is not None
    first = _known(starter.get("shape"), shapes, known)
    start: Hedge | None = None
    if first is not None:
        colours = starter.get("colours")
        assert colours is not None
        if len({at for pair in first for at in pair}) <= len(first):
            starter.fault("the starting hedge must enclose no area", got=False)
        elif len(colours.plain) != len(first):
            colours.fault(f"its shape has {len(first)} segments, each needs a colour")
        else:
            start = Hedge("starter", starter.plain["shape"], first, tuple(map(COLOURS.index, colours.plain)))
    entries = [entry for _, entry in listed.children()]
    if len(entries) != SHAPES:
        listed.fault_of_key(f"V-2: there are {SHAPES} shapes (got {len(entries)})")
    hedges: list[Hedge] = []
    for entry in entries:
        hedges += _copies(entry, shapes, rows, {hedge.shape for hedge in hedges})
    looks: dict[Any, str] = {start.look(): "the starting hedge"} if start else {}
    for hedge in hedges:
        look = hedge.look()
        if look in looks:
            listed.fault_of_key(f"V-2: {hedge.id} and {looks[look]} are the same hedge")
        looks.setdefault(look, hedge.id)
    return HedgeSet(name, start, tuple(hedges)) if start and len(hedges) == SHAPES * COPIES else None


def _copies(
    entry: Spot,
    shapes: Mapping[str, tuple[Segment, ...] | None],
    rows: list[tuple[int, ...]] | None,
    before: set[str],
) -> list[Hedge]:
    """The four hedges of a shape; none after a fault."""
    spot: Spot | None = entry
    if entry.is_mapping:
        if read_part(_HedgesPart, entry) is None:
            return []
        spot = entry.get("shape")
        rows = _rows(entry.get("colours"))
    elif not isinstance(entry.plain, str):
        entry.fault("must be the name of a shape, or `shape` and `colours`")
        return []
    segments = _known(spot, shapes, list(shapes))
    if spot is None or segments is None or rows is None:
        return []
    if spot.plain in before:
        spot.fault("V-2: this shape stands twice in the set")
        return []
    if len(segments) != SEGMENTS:
        spot.fault(f"V-1: a hedge has {SEGMENTS} segments, this shape has {len(segments)}", got=False)
        return []
    return [Hedge(f"{spot.plain}-{number}", spot.plain, segments, row) for number, row in enumerate(rows, 1)]


def _known(
    spot: Spot | None, shapes: Mapping[str, tuple[Segment, ...] | None], names: list[str]
) -> tuple[Segment, ...] | None:
    if spot is None:
        return None
    if spot.plain not in shapes:
        spot.fault(f"there is no shape of this name{spot.document.near(str(spot.plain), names)}")
        return None
    return shapes[spot.plain]
