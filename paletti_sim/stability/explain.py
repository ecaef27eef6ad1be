"""Verdicts in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paletti_sim.physics.chronicle import Course
from paletti_sim.physics.motion import Motion
from paletti_sim.stability.handling import Handled, Pull
from paletti_sim.stability.verdict import Outcome, StageName, Verdict
from paletti_sim.tower.move import Move

FINEST = "reference"  # of the presets

DONE: dict[StageName, str] = {
    "stand": "the tower is left alone",
    "take": "{take} is taken",
    "put": "{take} is put on the top floor",
    "floor": "the {floor} floor is laid",
}


def explain_rest(move: Move, stage: StageName, outcome: Outcome, moved: Sequence[Motion], ground: Sequence[str]) -> str:
    """Why the tower holds or has shifted; `ground` names the columns on the base plate that carry."""
    most = max(moved, key=lambda motion: motion.shift_m, default=None)
    what = (
        ""
        if most is None or most.shift_m < NOTHING_M
        else f"; {most.name} moves most, by {_mm(1000 * most.shift_m)}{_tilting(most)}"
    )
    on = f" On the base plate {_listed(ground)} {'carries' if len(ground) == 1 else 'carry'} it." if ground else ""
    verb = "holds" if outcome == "holds" else "shifts but stands"
    return f"The villa {verb} when {_deed(move, stage)}{what}.{on}"


def explain_fall(move: Move, stage: StageName, handled: str | None, fallen: Sequence[str], course: Course) -> str:
    """Which piece moved first, when, how far and towards where, and what fell."""
    deed = _deed(move, stage)
    head = "Only the handled piece falls" if list(fallen) == [handled] else "The villa topples"
    if not course.fell:
        return f"{head} when {deed}: {_listed(fallen)} falls, too slowly to see it within {course.seconds:.0f} seconds."
    first = next(iter(course.moved_s), fallen[0])
    dx, dy, dz = course.way_m[first]
    sank = "lower" if dz < 0 else "higher"
    aside = f"{_mm(1000 * math.hypot(dx, dy))} further {_towards(dx, dy)}"
    end = (
        f"{aside} it drops past the base plate"
        if first in course.past
        else f"in the end it lies {aside} and {_mm(1000 * abs(dz))} {sank}"
    )
    return (
        f"{head} when {deed}. {first} moves first, after {course.moved_s.get(first, 0.0):.2f} s; {end}. After"
        f" {min(course.fallen_s.values()):.2f} s the first piece counts as fallen; down in the end: {_listed(fallen)}."
    )


def explain_drawn_fall(move: Move, handled: Handled, course: Course) -> str:
    """What the hook dragged down."""
    pull = handled.pull
    assert pull is not None
    first = next(iter(course.moved_s), next(iter(course.fallen_s)))
    return (
        f"The villa topples while {move.take} is drawn with the hook {_degrees(pull)}: after {_mm(pull.travel_mm)} of"
        f" the way. {first} moves first, after {course.moved_s.get(first, 0.0):.2f} s; after"
        f" {min(course.fallen_s.values()):.2f} s the first piece counts as fallen; down in the end:"
        f" {_listed(tuple(course.fallen_s))}."
    )


def explain_stopped(move: Move, stage: StageName, moved_m: float) -> str:
    """Why a careful player gave up."""
    why = "moved" if move.by == "hook" and stage == "take" else "sunk"
    until = f"{move.take} was free" if stage == "take" else f"{move.take} stood by itself"
    return (
        f"Broken off: a floor had {why} by {_mm(1000 * moved_m)} before {until}. Everything is back where it was, and"
        f" {move.take} stays."
    )


def on_the_way(move: Move, handled: Handled | None) -> str:
    """One more sentence on how the column left, when it was not simply lifted away."""
    if handled is None:
        return ""
    pull = handled.pull
    if pull is None:
        return f" Before {move.take} was free {_at_most('had sunk', handled.moved_m)}."
    if pull.way_mm == 0:
        return f" No floor lies on {move.take}, so it is lifted away."
    if not pull.came_out:
        return (
            f" {move.take} does not come out: the hook has drawn it {_mm(pull.travel_mm)} {_degrees(pull)}, with up to"
            f" {pull.greatest_n:.2f} N. It would be free after {_mm(pull.way_mm)} if its floor stayed, but that comes"
            f" along: a point of its rim has moved by {_mm(pull.floors_moved_mm)}."
        )
    return (
        f" The hook draws {move.take} out {_degrees(pull)}, {_mm(pull.travel_mm)} with {pull.force_n:.2f} N; on the"
        f" way {_at_most('moves', pull.floors_moved_mm / 1000)}."
    )


def _at_most(verb: str, most_m: float) -> str:
    return f"no floor {verb}" if most_m < NOTHING_M else f"no floor {verb} by more than {_mm(1000 * most_m)}"


def _degrees(pull: Pull) -> str:
    return f"towards {round(pull.towards_deg) % 360} degrees"


def explain_undecided(move: Move, stage: StageName, moved: Sequence[Motion], preset: str) -> str:
    """What still moves when the time is up."""
    most = max(moved, key=lambda motion: motion.shift_m)
    return (
        f"No answer: when {_deed(move, stage)}, something still moves when the time is up. {most.name} has gone"
        f" furthest, {_mm(1000 * most.shift_m)}{_tilting(most)}."
        + (
            " No preset is finer: see what equilibrium says, or ask `paletti limit` how near its limit the tower is."
            if preset == FINEST
            else f" Try --preset {FINEST}."
        )
    )


def disagreement(verdict: Verdict) -> str:
    """What to make of a simulation and an equilibrium that differ, and which of them to trust."""
    finest = verdict.preset == FINEST
    if verdict.outcome == "topples":
        closer = "" if finest else f", and --preset {FINEST} for a closer look"
        return (
            "by equilibrium it could stand, in the simulation it falls: the tower is close to its limit, or something"
            f" rocked or slid on the way; trust the simulation{closer}"
        )
    return "by equilibrium it should fall, in the simulation it stands: the tower is at its limit; trust neither" + (
        ", for the least thing decides" if finest else f" before --preset {FINEST} has been asked"
    )


def agreement(verdict: Verdict) -> str | None:
    """The second opinion in one line; None where there is none."""
    static = verdict.static
    if static is None:
        return None
    if static.balanced:
        margin = static.tilt_margin_deg or 0.0
        says = f"the table could tilt by {margin:.1f} degrees" if margin >= 0.05 else "the table could hardly tilt"
    elif static.shortfall_mm is not None:
        says = f"it tips over {_listed(static.edge)}, {_mm(static.shortfall_mm)} outside"
    else:
        says = "nothing holds it: it slides, or the table is too steep for it"
    heads = {True: "equilibrium agrees", False: "equilibrium does not agree", None: "equilibrium"}
    return f"{heads[verdict.agrees]}: {says}"


def _tilting(motion: Motion) -> str:
    degrees = math.degrees(motion.turn_rad)
    return f" and {degrees:.2f} degrees" if degrees >= 0.01 else ""


def _deed(move: Move, stage: StageName) -> str:
    if stage == "take" and move.by == "hook":
        return f"{move.take} is drawn with the hook"
    return DONE[stage].format(take=move.take, floor=move.floor.name if move.floor else "")


def _mm(value: float) -> str:
    return f"{value:.3f} mm" if value < 0.1 else f"{value:.1f} mm"


def _listed(names: Sequence[str], most: int = 6) -> str:
    shown = list(names[:most])
    if len(names) > most:
        return ", ".join(shown) + f" and {len(names) - most} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


NOTHING_M = 1e-6  # less is not worth a word
COMPASS = ("right", "back right", "back", "back left", "left", "front left", "front", "front right")


def _towards(dx: float, dy: float) -> str:
    """A direction as the viewer sees it: x to the right, y away."""
    return "to the " + COMPASS[round(math.atan2(dy, dx) / (math.pi / 4)) % 8]
