"""Writing a file of results: one process at a time, each result in a transaction of its own."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paletti_sim.batch.plan.model import Case, Plan
from paletti_sim.batch.store.labels import TABLES as LABELS
from paletti_sim.batch.store.labels import Labels
from paletti_sim.batch.store.tables import APPLICATION, TABLES, VERSION, check_kind, told
from paletti_sim.batch.work import Result
from paletti_sim.errors import PalettiError
from paletti_sim.files import open_alone

PAGE = 1000  # pending cases looked up at once
CACHE_KIB = 65_536


@contextmanager
def writing(path: Path, plan: Plan, *, fresh: bool = False) -> Iterator[Writer]:
    """The file of a plan's results, made when it is not there, for this process alone until the end of the block.

    With `fresh` what is in it is forgotten.

    Raises:
        PalettiError: the file cannot be opened, is no file of results or of another plan, or is being written.
        StoreError: the disk is full or gives errors.
    """
    existed = path.exists()
    with _alone(path):
        try:
            with told(path):
                connection = _opened(path)
        except BaseException:
            if not existed:
                for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
                    name.unlink(missing_ok=True)
            raise
        try:
            writer = Writer(path, connection)
            writer.take_up(plan, fresh=fresh)
            yield writer
        finally:
            with told(path):
                connection.close()


class Writer:
    """An open file of results. Made by `writing`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self.labels = Labels(path, connection)

    def take_up(self, plan: Plan, *, fresh: bool) -> None:
        """Note the plan's cases; results of cases that it has no more stay, out of sight."""
        with told(self.path), self._transaction():
            ask = self._connection.execute
            found = ask("SELECT value FROM about WHERE name = 'plan'").fetchone()
            if found and found[0] != plan.name and not fresh:
                raise PalettiError(
                    f"{self.path}: holds the results of the plan {found[0]}, not of {plan.name}: give another -o"
                )
            if fresh:
                for table in ("results", "documents"):
                    ask(f"DELETE FROM {table}")
                self.labels.forget()
            listed = ask("SELECT value FROM about WHERE name = 'cases'").fetchone()
            if listed and listed[0] == plan.fingerprint and found == (plan.name,):
                return
            for table in ("about", "entries", "cases"):
                ask(f"DELETE FROM {table}")
            about = {"plan": plan.name, "cases": plan.fingerprint}
            self._connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
            entries = [json.dumps(entry.to_json(), ensure_ascii=False) for entry in plan.entries]
            self._connection.executemany("INSERT INTO entries VALUES (?, ?)", enumerate(entries))
            rows = ((case.position, case.entry, case.number, case.key) for case in plan.cases())
            self._connection.executemany("INSERT INTO cases VALUES (?, ?, ?, ?)", rows)

    def forget_unsuccessful(self) -> int:
        """Forget the results that are none, so that their cases run again; how many there were."""
        with told(self.path), self._transaction():
            keys = self._connection.execute("SELECT key FROM results WHERE status <> 'done'").fetchall()
            for table in ("results", "documents"):
                self._connection.executemany(f"DELETE FROM {table} WHERE key = ?", keys)
        return len(keys)

    def pending(self) -> Iterator[Case]:
        """The cases without a result, in the order of the plan; of equal ones the first."""
        last = -1
        while True:
            with told(self.path):
                rows = self._connection.execute(
                    "SELECT position, entry, number, key FROM cases AS c WHERE position > ?"
                    " AND NOT EXISTS (SELECT 1 FROM results AS r WHERE r.key = c.key) ORDER BY position LIMIT ?",
                    (last, PAGE),
                ).fetchall()
            if not rows:
                return
            yield from (Case(*row) for row in rows)
            last = rows[-1][0]

    def counts(self) -> tuple[int, int, int]:
        """How many different cases the plan has, how many have a result, and how many of these are no success."""
        with told(self.path):
            found = self._connection.execute(
                "SELECT count(*), count(r.key), coalesce(sum(r.status <> 'done'), 0)"
                " FROM (SELECT DISTINCT key FROM cases) AS c LEFT JOIN results AS r ON r.key = c.key"
            ).fetchone()
        return (int(found[0]), int(found[1]), int(found[2]))

    def record(self, key: bytes, result: Result) -> None:
        """Commit a result. One that is there already stays."""
        figures = result.figures
        values: tuple[object, ...] = (None,) * 7
        if figures is not None:
            values = (
                figures.outcome,
                figures.margin_deg,
                figures.samples,
                figures.topples,
                figures.agrees,
                figures.winners,
                figures.scores,
            )
        with told(self.path), self._transaction():
            ask = self._connection.execute
            added = ask(
                "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (key, result.status, *values, result.seconds),
            )
            if added.rowcount:
                ask("INSERT INTO documents VALUES (?, ?, ?)", (key, result.document, result.error))
                if result.label is not None:
                    self.labels.add(key, result.label)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:  # some errors have ended it already
                self._connection.rollback()
            raise
        self._connection.commit()


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=10, isolation_level=None)
    try:
        (count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if count:
            check_kind(connection, path)
        # a killed process loses nothing that way; a machine without power perhaps the last results
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        if not count:
            tables = f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
            connection.executescript(tables)
        connection.executescript(LABELS)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keeps other processes from writing the same file; it ends with the process, however that ends."""
    descriptor = open_alone(path, "another batch is writing this file: wait for it, or give another -o")
    try:
        yield
    finally:
        os.close(descriptor)
