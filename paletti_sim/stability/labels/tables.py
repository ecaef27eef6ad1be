"""Rows as a Parquet file, and the README beside it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from paletti_sim.errors import MissingExtraError
from paletti_sim.stability.labels.columns import COLUMNS

ROWS = "rows.parquet"
AT_ONCE = 4096  # rows as objects in memory
MISSING = "Parquet needs pyarrow, which is not installed: pip install 'paletti-sim[data]'"
PLAN_SHOWN = 20_000  # characters of a plan that a README shows
NOBODY = "Not chosen yet: whoever publishes these data names a licence here."


def _arrow() -> Any:
    try:
        import pyarrow as module
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError(MISSING) from None
    return module


def arrow_schema() -> Any:
    """The columns as a schema of Arrow; each has its meaning as metadata.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    pa = _arrow()
    number, whole, text = pa.float64(), pa.int64(), pa.string()
    kinds = {
        "text": text,
        "number": number,
        "whole": whole,
        "yes-no": pa.bool_(),
        "texts": pa.list_(text),
        "numbers": pa.list_(number),
        "wholes": pa.list_(whole),
        "rows": pa.list_(pa.list_(number)),
        "tables": pa.list_(pa.list_(pa.list_(number))),
    }
    return pa.schema(
        [pa.field(column.name, kinds[column.kind], metadata={"about": column.about}) for column in COLUMNS]
    )


def parquet(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Rows of `labelled` as a Parquet file; the same rows give the same bytes.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    pa = _arrow()
    schema, out, left = arrow_schema(), io.BytesIO(), iter(rows)
    with pa.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        while some := [dict(row) for row in islice(left, AT_ONCE)]:
            writer.write_table(pa.Table.from_pylist(some, schema=schema))
    return out.getvalue()


def readme(title: str, count: int, command: str, *, pictures: bool, licence: str = NOBODY, plan: str = "") -> str:
    """The README of a data set: what it is, its columns, its licence, and the command that makes it again.

    `plan` is the text of the plan that the command names; a long one is left out.
    """
    from importlib.metadata import version

    from paletti_sim.physics.engine import version as engine

    kinds = {"yes-no": "bool", "text": "string", "number": "double", "whole": "int64"}
    kinds |= {"texts": "list of string", "numbers": "list of double", "wholes": "list of int64"}
    kinds |= {"rows": "list of lists of double", "tables": "list of lists of lists of double"}
    seen = "Each has a picture before and after the move in `pictures/`. " if pictures else ""
    lines = [
        f"# {title}",
        "",
        f"{count} towers with explicit geometry and labels: does the move topple it? {seen}One row a tower in"
        f" `{ROWS}`.",
        "",
        "Lengths are millimetres, masses grams, angles degrees, forces newtons, times seconds. The origin is the middle"
        " of the base plate's upper face, x to the right, y away from the viewer, z up. Lists named `piece_…`, `load_…`"
        " and `pose_…` go with the list `piece`.",
        "",
        "| column | type | meaning |",
        "|---|---|---|",
        *(f"| `{column.name}` | {kinds[column.kind]} | {column.about} |" for column in COLUMNS),
        "",
        "## Licence",
        "",
        licence,
        "",
        "## To make it again",
        "",
        f"Made with paletti-sim {version('paletti-sim')} and pybullet {engine()}. With these versions the same command"
        " makes the same bytes:",
        "",
        "```sh",
        command,
        "```",
    ]
    if plan and len(plan) <= PLAN_SHOWN:
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", plan)), default=0))
        lines += [
            "",
            "The plan (towers that it names by a path lie beside it):",
            "",
            f"{fence}yaml",
            plan.strip(),
            fence,
        ]
    return "\n".join(lines) + "\n"
