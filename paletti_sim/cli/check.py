"""`paletti check`: does this move topple the tower?"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.cli.streams import say
from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.stability.check import Checked
    from paletti_sim.tower.move import Move
    from paletti_sim.tower.scenario import Scenario


class ByChoice(StrEnum):
    """How a column is taken."""

    lift = "lift"
    hook = "hook"


class PresetChoice(StrEnum):
    """How finely to simulate."""

    quick = "quick"
    accurate = "accurate"
    reference = "reference"


def check(
    scenario: Annotated[str, typer.Argument(help="A tower that ships (see `paletti scenarios`) or a file.")],
    take: Annotated[str | None, typer.Option(metavar="ID", help="Take this column.")] = None,
    put: Annotated[
        str | None, typer.Option(metavar="X,Y[,TURN]", help="Put it down here on the top floor, mm and degrees.")
    ] = None,
    floor: Annotated[str | None, typer.Option(metavar="NAME", help="Lay this floor (with --at).")] = None,
    at: Annotated[str | None, typer.Option(metavar="X,Y[,TURN]", help="Where the floor is laid.")] = None,
    stand: Annotated[bool, typer.Option("--stand", help="Only ask whether the tower stands.")] = False,
    by: Annotated[ByChoice | None, typer.Option(help="Lift the column away, or draw it with the hook.")] = None,
    direction: Annotated[
        float | None, typer.Option(metavar="DEG", help="Where the hook draws; 0 is right, 90 is back.")
    ] = None,
    caution: Annotated[
        float | None, typer.Option(metavar="MM", help="Give up when a floor sinks by more before the column is free.")
    ] = None,
    preset: Annotated[PresetChoice, typer.Option(help="How finely to simulate.")] = PresetChoice.accurate,
    samples: Annotated[
        int, typer.Option(metavar="N", min=0, max=1_000_000, help="Odds: ask up to N towers within the tolerances.")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=2**53, help="Of the samples.")] = 0,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=1024, help="Processes for the samples.")] = 1,
    ignore_rules: Annotated[bool, typer.Option("--ignore-rules", help="Skip the building regulations.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.yaml", help="Write the tower as it stands afterwards.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write how everything moved.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Does this move topple the tower?

    Asks the move in the file (without one: does it stand?), or the one given by flags; any move flag replaces the
    file's whole move. Ends with 0 when
    the villa holds or only shifts, 1 when it topples, 2 when the move is not allowed, 3 when there is no answer.
    """
    from paletti_sim.cli.places import refuse_bad_places, refuse_scenario
    from paletti_sim.tower.move import handled
    from paletti_sim.tower.scenario import read_scenario, write_scenario

    by_flags = _move_of_flags(take, put, floor, at, stand)
    given = read_scenario(scenario)
    moves = handled(_moves(given, by_flags), None if by is None else by.value, direction, caution, "--")
    refuse_scenario(given, "--record", record)
    refuse_bad_places({"--save": save, "--record": record}, force=force)
    results = _ask(given, moves, preset.value, ignore_rules, record is not None)
    if samples:
        results[-1] = _with_odds(results[-1], given, moves[: len(results)], samples, seed, preset.value, jobs)
    last = results[-1]
    failed = []
    if record is not None:
        from paletti_sim.stability.record import pack

        failed += _unwritten(record, pack(write_scenario(given, given.tower), results), force=force)
    if save is not None:
        if last.tower is None:
            why = (
                "the move is not allowed"
                if last.verdict.outcome == "illegal"
                else "after this the tower does not stand"
            )
            say(f"nothing saved to {save}: {why}")
        else:
            failed += _unwritten(save, write_scenario(given, last.tower), force=force)
    if as_json:
        from paletti_sim.cli.output import print_json
        from paletti_sim.stability.answer import answer

        document = answer([result.verdict for result in results])
        print_json(document)
    else:
        for result in results:
            typer.echo(_words(result))
    if failed:
        raise PalettiError("\n".join(failed))
    raise typer.Exit(last.verdict.exit_code)


def _with_odds(
    checked: Checked, given: Scenario, moves: tuple[Move, ...], samples: int, seed: int, preset: str, jobs: int
) -> Checked:
    """The last answer with the odds of getting there."""
    from dataclasses import replace

    from paletti_sim.cli.progress import progress
    from paletti_sim.stability.sampling import find_odds

    if checked.verdict.outcome == "illegal":
        return checked
    with progress("samples", samples) as told:
        odds = find_odds(given, moves, samples, seed=seed, preset=preset, jobs=jobs, told=told)
    return replace(checked, verdict=replace(checked.verdict, odds=odds, seed=seed))


def _unwritten(path: Path, content: bytes | str, *, force: bool) -> list[str]:
    """Writes a file; what was wrong if it could not: the answer is there and is given all the same."""
    from paletti_sim.files import write_whole

    try:
        write_whole(path, content, force=force)
    except PalettiError as error:
        return [str(error)]
    except OSError as error:
        return [f"{path}: {error.strerror or error}"]
    return []


def _ask(given: Scenario, moves: tuple[Move, ...], preset: str, ignore_rules: bool, film: bool) -> list[Checked]:
    from paletti_sim.physics.preset import PRESETS
    from paletti_sim.stability.check import Checker

    checker = Checker(
        given.tower,
        given.columns,
        given.floors,
        scenario=given.name,
        preset=PRESETS[preset],
        ignore_rules=ignore_rules,
        film=film,
    )
    return checker.ask_all(moves)


def _moves(given: Scenario, by_flags: Move | None) -> tuple[Move, ...]:
    from paletti_sim.located_yaml.document import did_you_mean
    from paletti_sim.tower.move import STAND

    if by_flags is None:
        return given.moves or (STAND,)
    if by_flags.take is not None and by_flags.take not in given.columns:
        raise PalettiError(f"--take: there is no column {by_flags.take!r}{did_you_mean(by_flags.take, given.columns)}")
    if by_flags.floor is not None and by_flags.floor.name not in given.floors:
        raise PalettiError(
            f"--floor: there is no floor {by_flags.floor.name!r}{did_you_mean(by_flags.floor.name, given.floors)}"
        )
    return (by_flags,)


def _move_of_flags(take: str | None, put: str | None, floor: str | None, at: str | None, stand: bool) -> Move | None:
    from paletti_sim.tower.move import STAND, LayFloor, Move, Put

    if stand and (take or put or floor or at):
        raise PalettiError("--stand asks no move: leave out --take, --put, --floor and --at")
    if stand:
        return STAND
    if floor is not None and (take or put):
        raise PalettiError("a move is either --take and --put or --floor: leave one out")
    if (floor is None) != (at is None):
        raise PalettiError("--floor NAME and --at X,Y[,TURN] go together: give both")
    if put is not None and take is None:
        raise PalettiError("--put needs --take ID: which column?")
    if floor is not None and at is not None:
        where, turn = _place("--at", at)
        return Move(floor=LayFloor(floor, where, turn))
    if take is None:
        return None
    if put is None:
        return Move(take=take)
    where, turn = _place("--put", put)
    return Move(take=take, put=Put(where, turn))


def _place(flag: str, text: str) -> tuple[tuple[float, float], float]:
    """`X,Y[,TURN]` in millimetres and degrees as metres and radians."""
    import math

    from paletti_sim.located_yaml.nodes import resolved
    from paletti_sim.tower.move import MOST_MM

    numbers = [resolved(part.strip(" ")) for part in text.split(",")]  # as in a file
    if len(numbers) not in (2, 3) or not all(type(it) in (int, float) and not math.isnan(it) for it in numbers):
        raise PalettiError(
            f"{flag}: wants X,Y or X,Y,TURN in millimetres and degrees, such as 10,-20,15 (got {text[:40]!r})"
        )
    for number, unit in zip(numbers, ("mm", "mm", "degrees"), strict=False):
        if abs(number) > MOST_MM:
            raise PalettiError(f"{flag}: out of range: at most {MOST_MM:.0f} {unit} either way (got {text[:40]!r})")
    turn = math.radians(numbers[2]) if len(numbers) == 3 else 0.0
    return (numbers[0] / 1000, numbers[1] / 1000), turn


def _words(result: Checked) -> str:
    from paletti_sim.stability.explain import agreement

    verdict = result.verdict
    opinion = agreement(verdict)
    lines = [f"{verdict.outcome.upper()}  {verdict.explanation}"]
    lines += [] if opinion is None else [opinion]
    lines += [] if verdict.odds is None else [verdict.odds.words()]
    lines += [f"note: {warning}" for warning in verdict.warnings]
    return "\n".join(lines)
