"""What a file of results keeps of a data set: rows, pictures, and which files were made of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from paletti_sim.batch.store.tables import told
from paletti_sim.batch.work import Label

# beside the tables that every file of results has; a file of an earlier version gets them when it is written again
TABLES = """
CREATE TABLE IF NOT EXISTS labels (key BLOB PRIMARY KEY, row TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS pictures (
    key BLOB NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (key, name)
) STRICT;
CREATE TABLE IF NOT EXISTS made (name TEXT NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (name, digest)) STRICT;
"""
_FIRST = "(SELECT key, min(position) AS first FROM cases GROUP BY key)"


class Labels:
    """The labels in an open file of results. Names are those of files, seen from the folder of the data set."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def add(self, key: bytes, label: Label) -> None:
        """Keep the label of a case; the caller holds the transaction."""
        self._connection.execute("INSERT OR REPLACE INTO labels VALUES (?, ?)", (key, label.row))
        pictures = [(key, name, data) for name, data in label.pictures.items()]
        self._connection.executemany("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?)", pictures)

    def forget(self) -> None:
        """Forget all labels, but not which files were made; the caller holds the transaction."""
        for table in ("labels", "pictures"):
            self._connection.execute(f"DELETE FROM {table}")

    def rows(self) -> Iterator[str]:
        """The rows of the plan's cases as JSON, in its order; of equal cases the first."""
        question = f"SELECT l.row FROM {_FIRST} AS c JOIN labels AS l ON l.key = c.key ORDER BY c.first"
        with told(self.path), closing(self._connection.execute(question)) as found:
            for (row,) in found:
                yield row

    def pictures(self) -> Iterator[tuple[str, bytes]]:
        """The pictures of the plan's cases, by name, in its order."""
        question = (
            f"SELECT p.name, p.data FROM {_FIRST} AS c JOIN pictures AS p ON p.key = c.key ORDER BY c.first, p.name"
        )
        with told(self.path), closing(self._connection.execute(question)) as found:
            yield from found

    def made(self, name: str) -> set[bytes]:
        """The digests of what was written under a name."""
        with told(self.path):
            found = self._connection.execute("SELECT digest FROM made WHERE name = ?", (name,)).fetchall()
        return {digest for (digest,) in found}

    def names_made(self) -> list[str]:
        """The names under which something was written."""
        with told(self.path):
            found = self._connection.execute("SELECT DISTINCT name FROM made ORDER BY name").fetchall()
        return [name for (name,) in found]

    def note_made(self, name: str, digest: bytes) -> None:
        """Note what is about to be written under a name."""
        with told(self.path):
            self._connection.execute("INSERT OR IGNORE INTO made VALUES (?, ?)", (name, digest))

    def forget_made(self, name: str, but: bytes = b"") -> None:
        """Forget what was written under a name, all or `but` one."""
        with told(self.path):
            self._connection.execute("DELETE FROM made WHERE name = ? AND digest <> ?", (name, but))
