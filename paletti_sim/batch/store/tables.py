"""The tables of a file of results, and what its errors say to a user."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paletti_sim.errors import NoAnswerError, PalettiError

APPLICATION = 0x70616C69  # "pali", in the header of the file
VERSION = 1

# What tables are made of is apart from the documents: a summary of a million results reads few pages.
TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE entries (entry INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE cases (
    position INTEGER PRIMARY KEY, entry INTEGER NOT NULL, number INTEGER NOT NULL, key BLOB NOT NULL
) STRICT;
CREATE TABLE results (
    key BLOB PRIMARY KEY,
    status TEXT NOT NULL CHECK (status IN ('done', 'failed', 'crashed', 'timeout', 'memory')),
    outcome TEXT,
    margin_deg REAL,
    samples INTEGER,
    topples REAL,
    agrees INTEGER,
    winners TEXT,
    scores TEXT,
    seconds REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX unsuccessful ON results (status) WHERE status <> 'done';
CREATE TABLE documents (key BLOB PRIMARY KEY, document TEXT, error TEXT) STRICT;
"""


class StoreError(NoAnswerError):
    """The file of results could not be written any more; what it holds is whole."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """In here errors of sqlite3 come as one clear sentence about `path`.

    Raises:
        PalettiError: the file cannot be opened, or is no file of results.
        StoreError: the disk is full or gives errors.
    """
    try:
        yield
    except sqlite3.Error as error:
        # the last eight bits are the kind; the others say more of it
        code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
        raise _said(path, code, error) from error


def _said(path: Path, code: int, error: sqlite3.Error) -> PalettiError:
    kept = "what is finished is kept; the same command goes on from there"
    match code:
        case sqlite3.SQLITE_FULL:
            return StoreError(f"{path}: the disk is full: make room ({kept})")
        case sqlite3.SQLITE_IOERR:
            return StoreError(f"{path}: the disk gives an error ({error}): {kept}")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return PalettiError(f"{path}: cannot be opened or written here ({error}): give another place with -o")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return PalettiError(f"{path}: another process is using this file: wait for it, or give another -o")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return PalettiError(f"{path}: this is no file of results, or it is damaged ({error})")
    return StoreError(f"{path}: {error}")


def check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """Raises PalettiError when the database is not a file of results of this version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not application and not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        raise PalettiError(f"{path}: this file is empty: no batch has written into it")
    if application != APPLICATION:
        raise PalettiError(f"{path}: this is a database, but no file of results of `paletti batch`")
    if version != VERSION:
        raise PalettiError(
            f"{path}: this file of results is of version {version}, and this software writes {VERSION}: give another -o"
        )
