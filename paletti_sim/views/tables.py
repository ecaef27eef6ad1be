"""Pictures of games: of a record at any of its steps, or of a table written down in a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paletti_sim.games import find_game
from paletti_sim.games.core.errors import RecordError
from paletti_sim.games.core.record import Record, parse_records
from paletti_sim.games.core.replay import replay, setup_of
from paletti_sim.games.core.scene import counted
from paletti_sim.games.villa import score_file as written_gardens
from paletti_sim.games.villa.lattice import point
from paletti_sim.games.villa.table import Table
from paletti_sim.views.garden import Picture, colour_line, draw_garden

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Draw = Callable[[tuple[int, int]], "Figure"]
BEGINNING = 65_536


def is_table(data: bytes) -> bool:
    """Whether this is a record of a game, or a table written down that can be drawn; by its schema alone."""
    begins = data[:BEGINNING]
    return begins.lstrip().startswith(b"{") or written_gardens.SCHEMA.encode() in begins


def drawing_of(path: Path, data: bytes, number: int | None = None, step: int | None = None) -> Draw:
    """Return what draws the table in a file that holds `data`: of a record game `number`, from 1, after `step` actions.

    Raises:
        RecordError: a damaged record, one of a game without pictures, no such game or step in it.
        FileFaultsError: the table in the file has faults.
    """
    if not data.lstrip().startswith(b"{"):
        if number is not None or step is not None:
            raise RecordError(f"{path}: --game and --step are for records of games, this is a table written down")
        return lambda size: draw_garden(_of_written(written_gardens.parse_garden(data, str(path)), path.stem), size)
    records = parse_records(data, path)
    if number is None and len(records) > 1:
        raise RecordError(f"{path}: it holds {len(records)} games: --game N says which one to show")
    if not 1 <= (number or 1) <= len(records):
        raise RecordError(f"{path}: there is no game {number} in it, it holds {len(records)}")
    record = records[(number or 1) - 1]
    if record.game != "villa":
        raise RecordError(f"{path}: there are no pictures of {record.game[:40]} so far, only of villa")
    if not 0 <= (step or 0) <= len(record.actions):
        raise RecordError(f"{path}: there is no step {step} in it, it has {len(record.actions)}")
    try:
        name = path.stem if len(records) == 1 else f"{path.stem}, game {number}"
        names = [player.name for player in record.players]
        picture = garden_of(_state_at(record, step), names, name)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    return lambda size: draw_garden(picture, size)


def _state_at(record: Record, step: int | None) -> Table:
    setup = setup_of(record, find_game(record.game))
    state: Any = setup.new(record.seed)
    for done in replay(record, setup):
        if step is not None and done.number >= step:
            break
        state = done.after
    assert isinstance(state, Table)
    return state


def garden_of(state: Table, names: Sequence[str], name: str) -> Picture:
    """Return what is drawn of a position of Villa; `names` are those of the players, `name` is the picture's."""
    hedges = []
    for laid in state.layout.laid:
        pose = state.setup.hedges.by_id[laid.hedge].poses[laid.turn]
        assert pose is not None
        hedges.append([number + 2 * point(laid.x, laid.y) for number, _ in pose.edges])
    seating = state.setup.seating
    side = [
        colour_line(names[seating.owners[at]], colour, points.total, points.placed, supply.features)
        for at, (colour, points, supply) in enumerate(zip(seating.colours, state.points, state.supplies, strict=True))
    ]
    laid_so_far = len(state.layout.laid) - 1
    when = "at the end" if state.is_over else f"after {counted(laid_so_far, 'hedge')}"
    waiting = [feature for supply in state.supplies for feature in supply.features]
    title = f"{name}: Villa, {when}"
    return Picture(title, state.layout.colours, state.areas, hedges, side, point(0, 0), waiting)


def _of_written(garden: written_gardens.Written, name: str) -> Picture:
    side = [
        colour_line(who, colour, points.total, points.placed)
        for who, colour, points in zip(garden.names, garden.colours, garden.points(), strict=True)
    ]
    return Picture(f"{name}: Villa", garden.edges, garden.areas, (), side)
