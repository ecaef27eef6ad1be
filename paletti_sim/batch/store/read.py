"""Reading a file of results, also while a batch writes it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from paletti_sim.batch.plan import axes as axes_of
from paletti_sim.batch.plan.axes import Axis
from paletti_sim.batch.store.tables import check_kind, told
from paletti_sim.errors import PalettiError

CACHE_KIB = 262_144
AT_ONCE = 50_000


@dataclass(frozen=True)
class KeptEntry:
    """An entry of the plan as the file keeps it; `bots` of a game."""

    kind: str
    name: str
    axes: tuple[Axis, ...]
    bots: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One case with its result; without one, `status` is None."""

    position: int
    entry: int
    settings: dict[str, Any]
    key: str
    status: str | None
    seconds: float | None
    document: dict[str, Any] | None
    error: str | None


class Reader:
    """An open file of results, in the order of its plan.

    Raises:
        PalettiError: there is no such file, or it is something else.
    """

    def __init__(self, path: Path) -> None:
        if path.is_dir():
            raise PalettiError(f"{path} is a folder: give the name of a file of results")
        if not path.exists():
            raise PalettiError(f"{path}: there is no such file; `paletti batch` makes one")
        self.path = path
        with told(path):
            self._connection = _connected(path)
        try:
            with told(path):
                check_kind(self._connection, path)
                found = self._connection.execute("SELECT value FROM about WHERE name = 'plan'").fetchone()
                entries = self._connection.execute("SELECT document FROM entries ORDER BY entry").fetchall()
        except BaseException:
            self._connection.close()
            raise
        self.plan = str(found[0]) if found else ""
        self.entries = [_entry(json.loads(text)) for (text,) in entries]

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def ask(self, question: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a question in SQL."""
        with told(self.path), closing(self._connection.execute(question, values)) as found:
            yield from found

    def ask_many(self, question: str) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of a question in SQL, many at once."""
        with told(self.path), closing(self._connection.execute(question)) as found:
            while rows := found.fetchmany(AT_ONCE):
                yield rows

    def rows(self) -> Iterator[Row]:
        """Every case of the plan with its result."""
        for position, entry, number, key, status, seconds, document, error in self.ask(
            "SELECT c.position, c.entry, c.number, c.key, r.status, r.seconds, d.document, d.error FROM cases AS c"
            " LEFT JOIN results AS r ON r.key = c.key LEFT JOIN documents AS d ON d.key = c.key ORDER BY c.position"
        ):
            settings = axes_of.settings(self.entries[entry].axes, number)
            told_ = None if document is None else json.loads(document)
            yield Row(position, entry, settings, key.hex(), status, seconds, told_, error)

    def unsuccessful(self, most: int) -> Iterator[Row]:
        """Cases whose result is none, in the order of the plan, the first of them."""
        ((there,),) = self.ask("SELECT EXISTS (SELECT 1 FROM results WHERE status <> 'done')")
        if not there:  # and a million cases need not be looked at
            return
        for position, entry, number, key, status, seconds, error in self.ask(
            "SELECT c.position, c.entry, c.number, c.key, r.status, r.seconds, d.error"
            " FROM cases AS c JOIN results AS r ON r.key = c.key JOIN documents AS d ON d.key = c.key"
            " WHERE c.key IN (SELECT key FROM results WHERE status <> 'done') ORDER BY c.position LIMIT ?",
            most,
        ):
            settings = axes_of.settings(self.entries[entry].axes, number)
            yield Row(position, entry, settings, key.hex(), status, seconds, None, error)


def _entry(document: dict[str, Any]) -> KeptEntry:
    axes = tuple(Axis.from_json(axis) for axis in document["axes"])
    return KeptEntry(document["kind"], document["name"], axes, tuple(document.get("bots", ())))


def _connected(path: Path) -> sqlite3.Connection:
    where = f"file:{quote(str(path.absolute()))}"
    try:
        # as one who could write, or sqlite leaves files of its own behind
        connection = sqlite3.connect(f"{where}?mode=rw", uri=True, timeout=10)
        connection.execute("PRAGMA query_only = 1")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        # in a folder where nothing can be written; nobody writes the file then either
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            raise PalettiError(
                f"{path}: {log.name} beside it holds more results, which cannot be read where nothing can be written:"
                " copy both to another folder"
            ) from None
        connection = sqlite3.connect(f"{where}?immutable=1", uri=True)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    return connection
