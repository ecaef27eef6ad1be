"""Records that show how a tower moved, replayed in words, verified, or made into a page or an animation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.stability.record import Record
    from paletti_sim.views.motion import Motion

ENDINGS = (".html", ".gif")
ZIP = b"PK\x03\x04"
LISTED = 20


def is_physics(data: bytes) -> bool:
    """Whether this is a record of a check: an archive, while records of games are text."""
    return data.startswith(ZIP)


def content_of(name_or_path: str) -> bytes | None:
    """What a file holds that is a tower, a table or a record; None where there is no such file: it may be a name."""
    from paletti_sim.games.core.errors import RecordError
    from paletti_sim.games.core.record import read_bytes

    try:
        return read_bytes(Path(name_or_path))
    except (RecordError, ValueError):
        return None


def refuse_ending(output: Path) -> None:
    """Raises PalettiError when the name is none of a film."""
    if output.suffix.lower() not in ENDINGS:
        raise PalettiError(f"--output: {output} ends neither in .html nor in .gif, the two kinds of replay there are")


def read_physics(file: Path, data: bytes) -> Record:
    """The record in a file that holds `data`.

    Raises:
        PalettiError: it is damaged, or too large.
    """
    from paletti_sim.games.core.record import LARGEST_BYTES
    from paletti_sim.stability.record import unpack

    if len(data) > LARGEST_BYTES:
        raise PalettiError(f"{file}: this file is too large for a record")
    try:
        return unpack(data)
    except PalettiError as error:
        raise PalettiError(f"{file}: {error}") from None


def motion_of(file: Path, record: Record) -> Motion:
    """The film of a record; what is wrong with it names the file."""
    from paletti_sim.views.motion import of_record

    try:
        return of_record(record)
    except PalettiError as error:
        raise PalettiError(f"{file}: {error}") from None


def motion_of_game(file: Path, data: bytes, number: int | None) -> Motion:
    """The film of a recorded game in a file that holds `data`: of many, of the game `number` (from 1).

    Raises:
        RecordError: there is no such game, or none that can be shown.
    """
    from paletti_sim.games import find_game
    from paletti_sim.games.core.errors import RecordError
    from paletti_sim.games.core.record import parse_records
    from paletti_sim.games.core.replay import setup_of
    from paletti_sim.views.game_film import of_game

    records = parse_records(data, file)
    if number is None and len(records) > 1:
        raise RecordError(f"{file}: it holds {len(records)} games: --game N says which one to show")
    if (number or 1) > len(records):
        raise RecordError(f"{file}: there is no game {number} in it, it holds {len(records)}")
    record = records[(number or 1) - 1]
    try:
        return of_game(record, setup_of(record, find_game(record.game)))
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


def write_film(motion: Motion, output: Path, *, force: bool) -> None:
    """Writes a page, or an animation with a bar on stderr."""
    from paletti_sim.cli.output import write_file
    from paletti_sim.cli.progress import growing

    if output.suffix.lower() == ".html":
        from paletti_sim.views.player import page

        write_file(output, page(motion), force=force)
        return
    from paletti_sim.views.animation import gif

    with growing("pictures") as told:
        content, _ = gif(motion, told=told)
    write_file(output, content, force=force)


def tell(file: Path, record: Record) -> None:
    """A record in words: its stages, and the verdicts."""
    motion = motion_of(file, record)
    print(f"{motion.title}: {len(record.clips)} stages, {motion.length_s:.1f} s to see")
    for number, verdict in enumerate(record.verdicts):
        for clip in record.clips:
            if clip.of == number:
                how = "in true time" if clip.true_masses else "how it came to rest, not in true time"
                print(f"  {clip.stage:6} {float(clip.seconds[-1]):6.2f} s  {how}")
        print(f"{str(verdict.get('outcome', '')).upper()}  {verdict.get('explanation', '')}")
    print("-o FILE.html makes a page of it that plays in any browser, -o FILE.gif an animation.")


def print_document(file: Path, record: Record) -> None:
    """A record as JSON: its scenario, verdicts and stages, without the poses."""
    from paletti_sim.cli.output import print_json

    motion = motion_of(file, record)
    stages: list[dict[str, Any]] = [
        {
            "stage": clip.stage,
            "verdict": clip.of,
            "true_time": clip.true_masses,
            "frames": len(clip.seconds),
            "seconds": round(float(clip.seconds[-1]), 4),
            "pieces": list(clip.names),
        }
        for clip in record.clips
    ]
    print_json(
        {
            "schema": "paletti/film@1",
            "scenario": motion.title,
            "seconds": round(motion.length_s, 4),
            "verdicts": list(record.verdicts),
            "stages": stages,
        }
    )


def verify(file: Path, record: Record, *, as_json: bool) -> None:
    """Simulates the checks of a record again; ends with 1 when they differ."""
    from paletti_sim.cli.output import print_json
    from paletti_sim.stability.again import checked_again, differences

    try:
        again = checked_again(record)
    except PalettiError as error:
        if error.exit_code != PalettiError.exit_code:
            raise
        raise PalettiError(f"{file}: {error}") from None
    found = differences(record, again)
    if as_json:
        print_json(
            {
                "schema": "paletti/verification@1",
                "same": not found,
                "verdicts": len(again),
                "stages": len(record.clips),
                "differences": found,
            }
        )
    else:
        for what in found[:LISTED]:
            print(what)
        if len(found) > LISTED:
            print(f"… and {len(found) - LISTED} more")
        counts = f"{len(again)} verdicts, {len(record.clips)} stages"
        print(f"{'it differs' if found else 'the same'}: {counts} simulated again")
    if found:
        raise typer.Exit(1)
