"""`paletti replay`: plays a record again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.games.core.record import Record

LISTED = 20


def replay(
    file: Annotated[
        Path, typer.Argument(help="A record of a game, of many (a line each), or of a check (`check --record`).")
    ],
    verify: Annotated[
        bool, typer.Option("--verify", help="Recompute it all, what bots choose included, and compare.")
    ] = False,
    game: Annotated[
        int | None, typer.Option("--game", metavar="N", min=1, help="Of a file with many: the N-th game alone.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="Instead of the record's own option, such as cards=FILE."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.html|gif",
            help="Make a page that plays in any browser without a network, or an animation.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what came out as JSON.")] = False,
) -> None:
    """Play a record again, step by step or as a film; or verify that the same comes out."""
    from paletti_sim.cli.films import is_physics
    from paletti_sim.cli.output import refuse_unwritable
    from paletti_sim.games.core.record import read_bytes

    if output is not None:
        from paletti_sim.cli.films import refuse_ending

        refuse_ending(output)
        if verify or as_json:
            raise PalettiError("-o makes a film: leave out --verify and --json")
        refuse_unwritable(output, force=force)
    data = read_bytes(file)
    if is_physics(data):
        if game is not None or settings:
            raise PalettiError("--game and --set are for records of games")
        _physics(file, data, output, verify=verify, force=force, as_json=as_json)
        return
    _games(file, data, output, game, settings or [], verify=verify, force=force, as_json=as_json)


def _physics(file: Path, data: bytes, output: Path | None, *, verify: bool, force: bool, as_json: bool) -> None:
    from paletti_sim.cli import films

    record = films.read_physics(file, data)
    if output is not None:
        films.write_film(films.motion_of(file, record), output, force=force)
    elif verify:
        films.verify(file, record, as_json=as_json)
    elif as_json:
        films.print_document(file, record)
    else:
        films.tell(file, record)


def _games(
    file: Path,
    data: bytes,
    output: Path | None,
    game: int | None,
    settings: list[str],
    *,
    verify: bool,
    force: bool,
    as_json: bool,
) -> None:
    from paletti_sim.games.core.errors import RecordError
    from paletti_sim.games.core.options import split_settings
    from paletti_sim.games.core.record import parse_records

    records = list(enumerate(parse_records(data, file), 1))
    if game is not None:
        if game > len(records):
            raise RecordError(f"{file}: there is no game {game} in it, it holds {len(records)}")
        records = [records[game - 1]]
    given: Mapping[str, object] = split_settings(settings)
    if verify:
        _verify(file, records, given, as_json=as_json)
        return
    if len(records) > 1:
        raise RecordError(f"{file}: it holds {len(records)} games: --game N plays one of them, --verify checks all")
    number, record = records[0]
    try:
        if output is not None:
            _film(record, given, output, force=force)
        elif as_json:
            _print_document(record, given)
        else:
            _tell(record, given)
    except RecordError as error:
        raise _at(file, number, error) from None


def _film(record: Record, given: Mapping[str, object], output: Path, *, force: bool) -> None:
    from paletti_sim.cli.films import write_film
    from paletti_sim.games import find_game
    from paletti_sim.games.core.replay import setup_of
    from paletti_sim.views.game_film import of_game

    write_film(of_game(record, setup_of(record, find_game(record.game), given)), output, force=force)


def _at(file: Path, number: int, error: Exception) -> Exception:
    from paletti_sim.games.core.errors import RecordError

    return RecordError(f"{file}{f':{number}' if number > 1 else ''}: {error}")


def _verify(file: Path, records: list[tuple[int, Record]], given: Mapping[str, object], *, as_json: bool) -> None:
    from paletti_sim.cli.output import print_json
    from paletti_sim.games import find_game
    from paletti_sim.games.core.errors import GameError
    from paletti_sim.games.core.replay import setup_of, verify
    from paletti_sim.games.core.scene import counted
    from paletti_sim.tables import advised, judge_of

    found = []
    for number, record in records:
        try:
            setup = advised(setup_of(record, find_game(record.game), given))
            found.append((number, verify(record, setup, judge_of(setup))))
        except GameError as error:
            raise _at(file, number, error) from None
    bad = [(number, result) for number, result in found if not result.same]
    actions = sum(result.actions for _, result in found)
    again = sum(result.decided_again for _, result in found)
    if as_json:
        print_json(
            {
                "schema": "paletti/verification@1",
                "same": not bad,
                "games": len(found),
                "actions": actions,
                "decided_again": again,
                "differences": [{"game": number, "what": list(result.differences)} for number, result in bad],
            }
        )
    else:
        for number, result in bad[:LISTED]:
            print(f"game {number}: {'; '.join(result.differences)}")
        if len(bad) > LISTED:
            print(f"… and {len(bad) - LISTED} more")
        deciders = "bots and the judge" if any(by < 0 for by in _deciders(records)) else "bots"
        counts = f"{counted(len(found), 'game')}, {counted(actions, 'action')}"
        checked = f"{counts}, {again:,} of them decided again by {deciders}"
        print(f"{'the same' if not bad else f'{len(bad)} of them differ'}: {checked}")
    if bad:
        raise typer.Exit(1)


def _deciders(records: list[tuple[int, Record]]) -> set[int]:
    return {done.by for _, record in records for done in record.actions}


def _tell(record: Record, given: Mapping[str, object]) -> None:
    from paletti_sim.cli.scenes import print_scene
    from paletti_sim.games import find_game
    from paletti_sim.games.core.protocol import JUDGE
    from paletti_sim.games.core.record import numbered
    from paletti_sim.games.core.replay import replay as again
    from paletti_sim.games.core.replay import setup_of

    setup = setup_of(record, find_game(record.game), given)
    names = numbered([player.name for player in record.players])
    words = setup.words
    state = setup.new(record.seed)
    steps = list(again(record, setup))  # damage is told before anything is shown
    kept = "".join(f", {key}={value}" for key, value in setup.options.items() if value != _default(setup, key))
    print_scene([f"{setup.game.title}: {', '.join(names)}{kept}, seed {record.seed}"])
    for step in steps:
        if step.actor == JUDGE:
            print_scene(words.news(step.before.view(None), step.after.view(None), names))
            state = step.after
            continue
        view = step.before.view(step.actor)
        said = f"{words.question(view, names)} {words.label(view, step.action, names)}"
        print_scene([f"{step.number + 1:3} {names[step.actor]}: {said}"])
        print_scene(words.news(step.before.view(None), step.after.view(None), names))
        state = step.after
    if state.outcome is None:
        print_scene(["The record ends before the game does."])
    else:
        print_scene(words.end(state.view(None), state.outcome, names))


def _default(setup: Any, key: str) -> Any:
    return next(option.default for option in setup.game.options if option.name == key)


def _print_document(record: Record, given: Mapping[str, object]) -> None:
    from paletti_sim.cli.output import print_json
    from paletti_sim.games import find_game
    from paletti_sim.games.core.replay import replay as again
    from paletti_sim.games.core.replay import setup_of

    setup = setup_of(record, find_game(record.game), given)
    state = setup.new(record.seed)
    states = [state.to_json()]
    actions = []
    for step in again(record, setup):
        state = step.after
        actions.append({"by": step.actor, "do": step.action.to_json()})
        states.append(state.to_json())
    outcome = state.outcome
    print_json(
        {
            "schema": "paletti/replay@1",
            "game": record.game,
            "players": [player.model_dump() for player in record.players],
            "options": dict(setup.options),
            "seed": record.seed,
            "actions": actions,
            "states": states,
            "outcome": None if outcome is None else outcome.to_json(),
        }
    )
