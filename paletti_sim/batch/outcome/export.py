"""Results as files for other programs: JSON lines with all of it, CSV and Parquet as one flat table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from paletti_sim.batch.outcome.summary import by_name
from paletti_sim.batch.store import Reader, Row
from paletti_sim.errors import MissingExtraError, PalettiError
from paletti_sim.files import whole_file
from paletti_sim.stability.fingerprint import canonical

ROWS_AT_ONCE = 10_000

# columns after those of what was varied, with their types
COLUMNS: dict[str, type] = {
    "status": str,
    "outcome": str,
    "stage": str,
    "rule": str,
    "move": str,
    "first_mover": str,
    "at_s": float,
    "fallen": str,
    "max_shift_mm": float,
    "max_tilt_deg": float,
    "balanced": bool,
    "tilt_margin_deg": float,
    "shortfall_mm": float,
    "agrees": bool,
    "samples": int,
    "p_topples": float,
    "p_low": float,
    "p_high": float,
    "winners": str,
    "scores": str,
    "actions": int,
    "error": str,
    "run_seconds": float,
}
FIRST: dict[str, type] = {"position": int, "key": str, "entry": int, "kind": str, "subject": str}


def export(reader: Reader, path: Path, *, force: bool = False) -> None:
    """Write all cases of a file, in the order of the plan; the ending of `path` says how.

    Raises:
        MissingExtraError: Parquet without pyarrow.
        PalettiError: an unknown ending, or a file that exists.
        OSError: the file cannot be written.
    """
    writers: dict[str, Callable[[Reader, BinaryIO], None]] = {
        ".jsonl": _json_lines,
        ".csv": _csv,
        ".parquet": _parquet,
    }
    if path.suffix.lower() not in writers:
        raise PalettiError(f"--export: wants a file that ends in .parquet, .csv or .jsonl (got {path.name})")
    write = writers[path.suffix.lower()]
    if write is _parquet:
        _pyarrow()
    with whole_file(path, force=force) as stream:
        write(reader, stream)


def document(reader: Reader, row: Row) -> dict[str, Any]:
    """A case as one JSON object."""
    entry = reader.entries[row.entry]
    return {
        "position": row.position,
        "key": row.key,
        "entry": row.entry,
        "kind": entry.kind,
        "subject": entry.name,
        "settings": row.settings,
        "status": row.status,
        "result": row.document,
        "error": row.error,
        "run_seconds": row.seconds,
    }


def types(reader: Reader) -> dict[str, type]:
    """The columns of the flat table: what each case is, what was varied, what came out."""
    varied: dict[str, type] = {}
    for entry in reader.entries:
        for axis in entry.axes:
            for name, values in by_name(axis):
                found = _common({type(value) for value in values} | ({varied[name]} if name in varied else set()))
                varied[name] = found
    return FIRST | varied | COLUMNS


def flat(reader: Reader, row: Row) -> dict[str, Any]:
    """A case as one row of the flat table; what it does not have is left out."""
    entry = reader.entries[row.entry]
    found: dict[str, Any] = {
        "position": row.position,
        "key": row.key,
        "entry": row.entry,
        "kind": entry.kind,
        "subject": entry.name,
        **row.settings,
        "status": row.status,
        "error": row.error,
        "run_seconds": row.seconds,
    }
    if row.document is None:
        return found
    if entry.kind == "game":
        game = row.document
        scores, winners = (json.dumps(game[key]) for key in ("scores", "winners"))
        return found | {"outcome": game["reason"], "winners": winners, "scores": scores, "actions": game["actions"]}
    verdict = row.document["verdicts"][-1] if "verdicts" in row.document else row.document
    static, odds = verdict["static"] or {}, row.document.get("odds") or {}
    found |= {key: verdict.get(key) for key in COLUMNS if key in verdict}
    found |= {key: static.get(key) for key in ("balanced", "tilt_margin_deg", "shortfall_mm")}
    found |= {"samples": odds.get("samples"), "p_topples": odds.get("topples")}
    found |= {"p_low": odds.get("low"), "p_high": odds.get("high")}
    return found | {"move": json.dumps(verdict["move"]), "fallen": " ".join(verdict["fallen"])}


def _common(kinds: set[type]) -> type:
    if len(kinds) == 1:
        (kind,) = kinds
        return kind if kind in (int, float, bool, str) else str
    return float if kinds == {int, float} else str


def _as(kind: type, value: Any) -> Any:
    if value is None:
        return None
    if kind is str and not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return kind(value)


def _json_lines(reader: Reader, stream: BinaryIO) -> None:
    for row in reader.rows():
        stream.write(f"{canonical(document(reader, row))}\n".encode())


def _csv(reader: Reader, stream: BinaryIO) -> None:
    kinds = types(reader)
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(kinds)
    for row in reader.rows():
        values = flat(reader, row)
        writer.writerow([_as(kind, values.get(name)) for name, kind in kinds.items()])
    text.detach()


def _parquet(reader: Reader, stream: BinaryIO) -> None:
    pyarrow, parquet = _pyarrow()
    kinds = types(reader)
    arrow = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, arrow[kind]) for name, kind in kinds.items()])
    with parquet.ParquetWriter(stream, schema) as writer:
        for rows in _batches(reader):
            table = {name: [_as(kind, row.get(name)) for row in rows] for name, kind in kinds.items()}
            writer.write_table(pyarrow.table(table, schema=schema))


def _batches(reader: Reader) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    for row in reader.rows():
        rows.append(flat(reader, row))
        if len(rows) == ROWS_AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError(
            "--export to Parquet needs pyarrow, which is not installed: pip install 'paletti-sim[data]'"
        ) from None
    return pyarrow, pyarrow.parquet
