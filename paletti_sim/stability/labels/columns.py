"""The columns of a labelled data set: their names, kinds, and what they mean. The one source of table and README."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "number", "whole", "yes-no", "texts", "numbers", "wholes", "rows", "tables"]
"""`numbers` is a list, `rows` a list of lists, `tables` a list of those."""


@dataclass(frozen=True)
class Column:
    """One column; with a unit its name ends in it."""

    name: str
    kind: Kind
    about: str


COLUMNS = (
    Column("key", "text", "the case's name; pictures are called after it"),
    Column("scenario", "text", "the scenario's name"),
    Column("seed", "whole", "of the samples and of the camera"),
    Column("preset", "text", "how finely it was simulated"),
    Column("engine", "text", "name and version of the physics engine"),
    Column("friction", "number", "of a pair of pieces"),
    Column("restitution", "number", "of a pair of pieces"),
    Column("table_tilt_deg", "number", "of the table"),
    Column("table_towards_deg", "number", "downhill, counter-clockwise from +x"),
    Column("base_shape", "text", "circle, box, hexagon or polygon: the base plate, whose upper face is z = 0"),
    Column("base_size_mm", "numbers", "as piece_size_mm"),
    Column("base_outline_mm", "rows", "its corners; empty for a circle"),
    Column("piece", "texts", "ids of all pieces, from the ground up, one that comes from the box last"),
    Column("piece_is_floor", "wholes", "1 for floors, 0 for columns"),
    Column("piece_level", "wholes", "0 on the base plate, 1 the first floor and what stands on it; -1 from the box"),
    Column("piece_shape", "texts", "circle, box, hexagon or polygon"),
    Column("piece_size_mm", "rows", "diameter; or x and y; or across flats; empty for a polygon"),
    Column("piece_outline_mm", "tables", "corners in the piece's own frame about its mass centre; empty for a circle"),
    Column("piece_height_mm", "numbers", "along the piece's axis"),
    Column("piece_mass_g", "numbers", "mass of each piece"),
    Column("piece_points", "wholes", "value in the game"),
    Column(
        "load_before_n", "numbers", "newtons on top of each column before, one solution of equilibrium; 0 for floors"
    ),
    Column("pose_before", "rows", "x, y, z of the centre of mass in mm, quaternion x, y, z, w; empty: from the box"),
    Column("pose_after", "rows", "the same after the move, or at the end of the fall; empty: in the hand"),
    Column("take", "text", "the column that is taken"),
    Column("by", "text", "lift or hook"),
    Column("put", "numbers", "where it is put: x, y in mm, turn in degrees"),
    Column("floor", "text", "the floor that is laid"),
    Column("floor_at", "numbers", "where it is laid: x, y in mm, turn in degrees"),
    Column("outcome", "text", "holds, shifts, topples, undecided or illegal"),
    Column("topples", "yes-no", "the label; null where there is no answer"),
    Column("stage", "text", "where it was decided: stand, take, put or floor"),
    Column("rule", "text", "the rule that forbids it"),
    Column("first_mover", "text", "the piece that moves first in a fall"),
    Column("at_s", "number", "when the first piece has fallen"),
    Column("fallen", "texts", "the pieces that fall"),
    Column(
        "max_shift_mm", "number", "how far the piece that moved most has moved, until it dropped past the base plate"
    ),
    Column("max_tilt_deg", "number", "how far the piece that turned most has turned"),
    Column("carrying", "texts", "columns that carry"),
    Column("free", "texts", "columns that carry nothing"),
    Column("balanced", "yes-no", "whether equilibrium says that it stands"),
    Column("tilt_margin_deg", "number", "how far the table could be tilted before equilibrium is lost"),
    Column("shortfall_mm", "number", "how far the centre of mass lies outside the edge it tips over"),
    Column("edge", "texts", "pieces under that edge"),
    Column("samples", "whole", "towers drawn within the tolerances; 0: none"),
    Column("p_topples", "number", "the share of them that topples"),
    Column("p_topples_low", "number", "lower end of its 95 % interval"),
    Column("p_topples_high", "number", "upper end of its 95 % interval"),
    Column("picture_before", "text", "file of the picture before the move"),
    Column("picture_after", "text", "file of the picture after it"),
    Column("camera_yaw_deg", "number", "turn of the camera about the tower"),
    Column("camera_pitch_deg", "number", "how far the camera looks down"),
)
