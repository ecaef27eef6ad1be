"""A labelled data set as a folder: rows, pictures, and a README that says how to make it again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paletti_sim.errors import PalettiError
from paletti_sim.files import refuse_existing, write_all, write_whole
from paletti_sim.stability.labels.case import Labelled
from paletti_sim.stability.labels.tables import NOBODY, ROWS, arrow_schema, parquet, readme

README = "README.md"


def write_data_set(
    folder: Path,
    cases: Iterable[Labelled],
    *,
    title: str,
    command: str,
    licence: str = NOBODY,
    force: bool = False,
) -> int:
    """Write cases, in their order, and return how many; pictures as they come, rows and README at the end.

    Args:
        folder: where; it is made.
        cases: what `labelled` gave, for instance from workers by `in_order`; their keys differ.
        title: of the README.
        command: what makes the same again, for the README.
        licence: for the README.
        force: overwrite what is there.

    Raises:
        MissingExtraError: pyarrow is not installed; nothing is written.
        PalettiError: there is a data set already, or two cases have one key.
    """
    arrow_schema()
    refuse_existing(folder / ROWS, folder / README, force=force)
    rows, keys = [], set()
    pictures = False
    for case in cases:
        key = case.row["key"]
        if key in keys:
            raise PalettiError(f"two cases are called {key}: each needs a name of its own")
        keys.add(key)
        rows.append(case.row)
        for name, data in case.pictures.items():
            pictures = True
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, data, force=force)
    text = readme(title, len(rows), command, pictures=pictures, licence=licence)
    write_all({folder / ROWS: parquet(rows), folder / README: text}, force=force)
    return len(rows)
