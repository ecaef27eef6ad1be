"""`paletti simulate`: bots among themselves."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from paletti_sim.games.core.scene import Grid
    from paletti_sim.games.core.series import Plan, Tally


def simulate(
    game: Annotated[str, typer.Argument(help="The game, such as villannex.")],
    bots: Annotated[str, typer.Option(metavar="A,B,…", help="The bots, as many as play.")],
    games: Annotated[int, typer.Option(metavar="N", min=1, max=10_000_000, help="How many games.")] = 1000,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game.")
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=1024, help="Processes at work.")] = 1,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=2**53, help="The same seed gives the same games.")] = 0,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a record of every game to DIR/games.jsonl.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Let bots play among themselves: wins with 95 % intervals, scores, length.

    The bots move on by one seat from game to game, so that none profits from its seat.
    """
    from paletti_sim.cli.output import print_json, refuse_unwritable, say, write_all
    from paletti_sim.cli.scenes import print_scene
    from paletti_sim.games.core.options import split_settings
    from paletti_sim.games.core.series import Plan
    from paletti_sim.tables import made_ready, simulating_judge

    names = tuple(name.strip() for name in bots.split(","))
    options = split_settings(settings or [])
    setup = made_ready(game, len(names), options)
    for name in names:
        setup.game.bot(name, setup)
    file = None if records is None else records / "games.jsonl"
    if file is not None:
        refuse_unwritable(file, force=force, make_folders=True)
    make = partial(made_ready, game, len(names), options)
    judge = simulating_judge if setup.needs_judge else None
    plan = Plan(make, names, games, seed, judge, records=file is not None)
    tally, lines = _run(plan, jobs)
    if file is not None:
        write_all({file: "".join(lines)}, force=force)
        say(f"wrote {file}")
    if as_json:
        print_json(
            {
                "schema": "paletti/simulation@1",
                "game": setup.game.id,
                "options": dict(setup.options),
                "data": setup.data_hash,
                "seed": seed,
                **tally.to_json(),
                "seconds": round(tally.seconds, 3),
                "games_per_second": round(tally.games / tally.seconds, 3),
            }
        )
    else:
        print_scene(scene(tally, seed))


def _run(plan: Plan, jobs: int) -> tuple[Tally, list[str]]:
    """Run with a bar on stderr when somebody looks at it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from paletti_sim.games.core.series import run

    lines: list[str] = []
    console = Console(stderr=True)
    with Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not sys.stderr.isatty(),  # rich also believes the environment that there is a terminal
    ) as bar:
        task = bar.add_task("games", total=plan.games)

        def told(one: Any) -> None:
            bar.advance(task)
            if plan.records:
                lines.append(one.line)

        tally = run(plan, jobs, told)
    return tally, lines


def scene(tally: Tally, seed: int) -> list[str | Grid]:
    """Return the results as tables."""
    from paletti_sim.games.core.record import numbered
    from paletti_sim.games.core.scene import Grid, counted

    results = tally.to_json()
    names = numbered([bot["bot"] for bot in results["bots"]])
    rows = tuple(
        (
            name,
            f"{bot['won']:,}",
            f"{bot['shared']:,}",
            _percent(bot["share"]),
            _interval(bot),
            f"{bot['mean_score']:.1f}",
            f"{bot['score_sd']:.1f}",
        )
        for name, bot in zip(names, results["bots"], strict=True)
    )
    parts: list[str | Grid] = [
        Grid(("bot", "won", "shared", "share", "95 % interval", "mean score", "sd"), rows, "lrrrrrr")
    ]
    for title, counts, key in (("how it ended", results["ends"], "games"), ("what happened", results["facts"], "yes")):
        if len(counts) > 1:
            found = tuple(
                (name, f"{row[key]:,}", f"{row.get('of', tally.games):,}", _percent(row["share"]), _interval(row))
                for name, row in counts.items()
            )
            parts.append(Grid((title, "games", "of", "share", "95 % interval"), found, "lrrrr"))
    actions = results["actions"]
    length = f"{actions['mean']:.1f} actions each ({actions['least']} to {actions['most']})"
    speed = tally.games / tally.seconds
    pace = f"{speed:,.0f} games per second" if speed >= 1 else f"{1 / speed:,.0f} seconds a game"
    parts.append(f"{counted(tally.games, 'game')}, {length}, {pace}, seed {seed}")
    return parts


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _interval(row: dict[str, Any]) -> str:
    return "-" if row["share"] is None else f"{100 * row['low']:.1f} to {100 * row['high']:.1f} %"
