"""A file's text with its faults, and places in it: what is there, and what is wrong with it."""

from __future__ import annotations

import bisect
import difflib
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paletti_sim.errors import Fault, FileFaultsError
from paletti_sim.located_yaml.nodes import Mapping, Node, Scalar, Sequence, StopReadingError, compose, plain

SIZE_LIMIT = 2**20
FAULT_LIMIT = 1000  # more help nobody; the last one says that there are more
NEAR_LIMIT = 50  # faults that get a "did you mean"; comparing names is slow

# what YAML 1.2 calls printable, less the byte order mark and line breaks that editors do not show as such
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|[\u2028\u2029]")
_BREAK = re.compile(r"\r\n|\n|\r")


class Document:
    """The text of one file and the faults found in it. Indices count characters of `text` from 0.

    `kind` is what faults call such a file.
    """

    def __init__(self, file: str, text: str, kind: str = "scenario") -> None:
        self.file = file
        self.kind = kind
        self.text = text.removeprefix("\ufeff")
        self.faults: list[Fault] = []
        self._starts = [0, *(found.end() for found in _BREAK.finditer(self.text))]
        self._near_left = NEAR_LIMIT

    @classmethod
    def of_bytes(cls, file: str, data: bytes, kind: str = "scenario") -> Document:
        """Decodes UTF-8, with or without a byte order mark. Raises FileFaultsError."""
        if len(data) > SIZE_LIMIT:
            raise FileFaultsError(file, [Fault(1, 1, "file", f"larger than 1 MiB, which no {kind} needs")])
        try:
            return cls(file, data.decode("utf-8"), kind)
        except UnicodeDecodeError as error:
            before = cls(file, data[: error.start].decode("utf-8"), kind)
            wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
            what = "not UTF-8 text" + (
                " but UTF-16: save it as UTF-8" if wide else f" (got byte 0x{data[error.start]:02x})"
            )
            before.fault(len(before.text), ("file",), what)
            raise before.error() from None

    def root(self, keys: str = "`schema`, `name` and `tower`") -> Spot:
        """The top of the file, a mapping; `keys` says in words which ones it must have.

        Raises:
            FileFaultsError: bad characters, YAML that cannot be read to its end, an empty file, anything but a mapping.
        """
        if len(self.text) > SIZE_LIMIT:
            raise FileFaultsError(self.file, [Fault(1, 1, "file", f"larger than 1 MiB, which no {self.kind} needs")])
        for found in itertools.islice(_UNPRINTABLE.finditer(self.text), 20):
            what = f"the character U+{ord(found[0]):04X} may not stand in a {self.kind} file"
            self.fault(found.start(), ("file",), what)
        if self.faults:
            raise self.error()
        try:
            node = compose(self.text, self.fault)
        except StopReadingError:
            raise self.error() from None
        if node is None or (isinstance(node, Scalar) and node.value is None):
            self.fault(0, ("file",), "the file is empty")
            raise self.error()
        top = Spot(self, node, ())
        if not isinstance(node, Mapping):
            top.fault(f"must be a mapping with the keys {keys}")
            raise self.error()
        return top

    def fault(self, index: int, path: tuple[str, ...], what: str) -> None:
        """Notes that something is wrong at `index`; `path` names the place in the file."""
        if len(self.faults) == FAULT_LIMIT:
            what, path = "there are more faults than are listed here", ("file",)
        elif len(self.faults) > FAULT_LIMIT:
            return
        row = bisect.bisect_right(self._starts, index)
        column = index - self._starts[row - 1] + 1
        where = ".".join(shortened(step) for step in path) or "file"
        fault = Fault(row, column, where, printable(what))
        if fault not in self.faults[-20:]:  # an alias shows the same fault again
            self.faults.append(fault)

    def error(self) -> FileFaultsError:
        """All faults so far as an error."""
        return FileFaultsError(self.file, self.faults)

    def near(self, name: str, known: Iterable[str]) -> str:
        """` (did you mean …?)` when a known name is near, else nothing."""
        if len(name) > 64 or self._near_left == 0:
            return ""
        self._near_left -= 1
        return did_you_mean(name, known)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean …?` when one to three of the known names are near, else nothing.

    >>> did_you_mean("red-hx", ["red-hex", "blue-thick"])
    '; did you mean red-hex?'
    """
    found = difflib.get_close_matches(name, list(known), n=3)
    return f"; did you mean {' or '.join(found)}?" if found else ""


def printable(text: str) -> str:
    """The text with a question mark for each character that a terminal may not show, or may act upon."""
    return "".join(c if c.isprintable() else "?" for c in text)


def shortened(text: str, length: int = 40) -> str:
    """One line of at most `length` characters, without control characters."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= length else line[: length - 1] + "…"


@dataclass(frozen=True)
class Spot:
    """A place in a document: the node there and the path to it; `key_at` is where its key stands."""

    document: Document
    node: Node
    path: tuple[str, ...]
    key_at: int | None = None

    @property
    def plain(self) -> Any:
        """What stands here, as dicts, lists and scalars."""
        return plain(self.node)

    @property
    def is_mapping(self) -> bool:
        """Whether a mapping stands here."""
        return isinstance(self.node, Mapping)

    @property
    def is_list(self) -> bool:
        """Whether a list stands here."""
        return isinstance(self.node, Sequence)

    def get(self, step: str | int) -> Spot | None:
        """The place one step further in: a key of a mapping or an index of a list."""
        if isinstance(self.node, Mapping) and step in self.node.entries:
            key_at, node = self.node.entries[str(step)]
            return Spot(self.document, node, (*self.path, str(step)), key_at)
        if isinstance(self.node, Sequence) and isinstance(step, int) and 0 <= step < len(self.node.items):
            return Spot(self.document, self.node.items[step], (*self.path, str(step)))
        return None

    def children(self) -> Iterator[tuple[str, Spot]]:
        """Keys (or indices) with their places."""
        if isinstance(self.node, Mapping):
            for key, (key_at, node) in self.node.entries.items():
                yield key, Spot(self.document, node, (*self.path, key), key_at)
        elif isinstance(self.node, Sequence):
            for k, node in enumerate(self.node.items):
                yield str(k), Spot(self.document, node, (*self.path, str(k)))

    def fault(self, what: str, *, got: bool = True) -> None:
        """Something is wrong with the value here."""
        self.document.fault(self.node.start, self.path, what + (f" (got {self.shown})" if got else ""))

    def fault_of_key(self, what: str) -> None:
        """Something is wrong with the key that leads here, or with the piece that it names."""
        self.document.fault(self.node.start if self.key_at is None else self.key_at, self.path, what)

    def missing(self, key: str) -> None:
        """A key that must stand here does not."""
        self.document.fault(self.node.start, (*self.path, key), "is missing")

    @property
    def shown(self) -> str:
        """What stands here, in a few characters on one line."""
        return _shown(self.node)


def _shown(node: Node) -> str:
    if isinstance(node, Scalar):
        if node.value is None:
            return "nothing"
        text = shortened(node.text)
        return f"'{text}'" if isinstance(node.value, str) else text
    if isinstance(node, Sequence):
        if len(node.items) <= 4 and all(isinstance(item, Scalar) for item in node.items):
            return shortened("[" + ", ".join(_shown(item) for item in node.items) + "]")
        return f"a list of {len(node.items)}"
    if not node.entries:
        return "{}"
    return shortened("a mapping with " + ", ".join(list(node.entries)[:4]))
