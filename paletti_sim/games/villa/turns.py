"""How a turn goes on after a choice: tokens placed, areas resolved one after another, the end of the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paletti_sim.games.villa.actions import AnyAction, First, Place, Put, Resolve, Swap, Turn
from paletti_sim.games.villa.areas import closed_by
from paletti_sim.games.villa.garden import Area, Token, adjacent, closed
from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.lattice import point

if TYPE_CHECKING:
    from paletti_sim.games.villa.supply import Supply
    from paletti_sim.games.villa.table import Table

PLACE, AREA, FIRST, TOKEN, WELL, SWAP, OVER = "place", "area", "first", "token", "well", "swap", "over"

LAST_TOKEN = "somebody placed a last token"
LAST_HEDGE = "the last hedge was placed"


def lay(table: Table, action: Place) -> Table:
    """Lay the hedge, and find all areas that it closes (V-16)."""
    pose = table.setup.hedges.by_id[table.hedge].poses[action.turn]
    assert pose is not None
    layout = table.layout.with_hedge(table.hedge, pose, action.x, action.y)
    turn = len(layout.laid) - 1
    areas = list(table.areas)
    if table.layout.shared(pose, action.x, action.y) > 1 or pose.cycles:
        at = 2 * point(action.x, action.y)
        played = table.setup.seating.colours
        for found in closed_by(layout.colours, [number + at for number, _ in pose.edges]):
            areas.append(closed(found, layout.colours, played, table.areas, turn))
            layout = layout.with_closed(found.cells)
    waiting = tuple(range(len(table.areas), len(areas)))
    return go_on(replace(table, layout=layout, areas=tuple(areas), waiting=waiting, hedge=""))


def choices(table: Table, place: int) -> list[AnyAction]:
    """Return what may be placed for the colour at a place in the area that is being resolved (V-33 to V-36, V-G9)."""
    supply = table.supplies[place]
    found: list[AnyAction] = [Put()] if supply.neutral else [Turn(feature) for feature in supply.features]
    if may_show(table, place):
        area = table.areas[table.resolving]
        one = area.counts[table.setup.seating.colours[place]] == 1
        found += [Put(feature) for feature in supply.features if feature != "well" or one]
    return found


def may_show(table: Table, place: int) -> bool:
    """Whether a Feature may be placed with its Feature side up: on the own turn, on top, one an area (V-33, V-62)."""
    return table.setup.seating.owners[place] == table.active and len(table.groups) == 1 and len(table.groups[0]) == 1


def go_on(table: Table) -> Table:
    """Do all that needs no choice, until somebody has to choose or the game is over."""
    while table.phase != SWAP:
        if table.groups:
            able = tuple(place for place in table.groups[0] if table.supplies[place].left)
            if len(able) < len(table.groups[0]):  # nobody can place what he has not (V-G3)
                table = replace(table, groups=(able, *table.groups[1:]) if able else table.groups[1:])
                continue
            if len(able) == 2:
                return replace(table, phase=FIRST)
            options = choices(table, able[0])
            if len(options) > 1:
                return replace(table, phase=TOKEN)
            table = put(table, options[0])
        elif table.wells:
            if not table.shown and "well" in table.supplies[table.wells[0]].features:
                return replace(table, phase=WELL)
            table = replace(table, wells=table.wells[1:])
        elif len(table.waiting) > 1:
            return replace(table, phase=AREA, resolving=-1)
        elif table.waiting:
            table = resolve(table, table.waiting[0])
        else:
            return _end_turn(table)
    return table


def resolve(table: Table, number: int) -> Table:
    """Begin with an area: who places tokens, in which order, and who might place a Well (V-48, V-G11)."""
    area = table.areas[number]
    seating = table.setup.seating
    tied = [place for place, colour in enumerate(seating.colours) if colour in area.owners]
    wells = [place for place in seating.places(table.active) if place not in tied]
    return replace(
        table,
        waiting=tuple(each for each in table.waiting if each != number),
        resolving=number,
        groups=seating.order(tied, table.active),
        wells=tuple(place for place in wells if area.counts[seating.colours[place]] == 1),
        shown=False,
    )


def put(table: Table, action: AnyAction) -> Table:
    """Place a token of the colour whose turn it is, on top of the stack, and do what the Feature does."""
    well = table.phase == WELL
    place = table.wells[0] if well else table.groups[0][0]
    feature = action.feature if isinstance(action, Put) else ""
    supply = table.supplies[place]
    if isinstance(action, Turn):
        supply = supply.less_feature(action.feature)
    else:
        supply = supply.less_feature(feature) if feature else supply.less_neutral()
    supplies = _changed(table.supplies, place, supply)
    partner = table.setup.seating.partner(place)
    if feature and partner is not None:
        supplies = _changed(supplies, partner, supplies[partner].turned(feature))
    area = table.areas[table.resolving]
    token = Token(table.setup.seating.colours[place], feature)
    table = replace(
        table,
        areas=_with(table.areas, table.resolving, (*area.stack, token)),
        supplies=supplies,
        groups=table.groups if well else table.groups[1:],
        wells=table.wells[1:] if well else table.wells,
        shown=table.shown or bool(feature),
        again=table.again or feature == "sundial",
        phase=TOKEN,
    )
    return replace(table, phase=SWAP) if feature == "bird-bath" and targets(table) else table


def choose_first(table: Table, action: First) -> Table:
    """Split a group of two into its order."""
    colours = table.setup.seating.colours
    one, other = table.groups[0]
    if colours[one] != COLOURS.index(action.colour):
        one, other = other, one
    return replace(table, groups=((one,), (other,), *table.groups[1:]), phase=TOKEN)


def targets(table: Table) -> list[int]:
    """Return the areas with whose top token a Bird Bath may change places (V-44, V-G19)."""
    return [other for other in adjacent(table.areas, table.resolving) if table.areas[other].stack]


def swap(table: Table, action: AnyAction) -> Table:
    """Let the Bird Bath on top of the area that is being resolved change places, or not."""
    areas = table.areas
    if isinstance(action, Swap):
        here, there = areas[table.resolving].stack, areas[action.area - 1].stack
        areas = _with(areas, table.resolving, (*here[:-1], there[-1]))
        areas = _with(areas, action.area - 1, (*there[:-1], here[-1]))
    return replace(table, areas=areas, phase=TOKEN)


def after(table: Table, action: AnyAction) -> Table:
    """Return the table after a legal action and all that follows from it without a choice."""
    if isinstance(action, Place):
        return lay(table, action)
    if isinstance(action, Resolve):
        return go_on(resolve(table, action.area - 1))
    if isinstance(action, First):
        return go_on(choose_first(table, action))
    if table.phase == SWAP:
        return go_on(swap(table, action))
    if isinstance(action, Put | Turn):
        return go_on(put(table, action))
    return go_on(replace(table, wells=table.wells[1:], phase=TOKEN))


def _end_turn(table: Table) -> Table:
    """The end of the game is looked for at the end of each turn (V-28, V-29), before an extra turn (V-G20, V-G21)."""
    again = table.again
    table = replace(table, resolving=-1, shown=False, again=False)
    if not all(supply.left for supply in table.supplies):
        return replace(table, phase=OVER, reason=LAST_TOKEN)
    if not table.bag:
        return replace(table, phase=OVER, reason=LAST_HEDGE)
    active = table.active if again else (table.active + 1) % table.setup.players
    turns = (*table.turns, active)
    return replace(table, phase=PLACE, active=active, turns=turns, hedge=table.bag[0], bag=table.bag[1:])


def _changed(supplies: tuple[Supply, ...], place: int, supply: Supply) -> tuple[Supply, ...]:
    return (*supplies[:place], supply, *supplies[place + 1 :])


def _with(areas: tuple[Area, ...], number: int, stack: tuple[Token, ...]) -> tuple[Area, ...]:
    return (*areas[:number], replace(areas[number], stack=stack), *areas[number + 1 :])
