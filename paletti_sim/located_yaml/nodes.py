"""YAML text as a tree of nodes that know where they stand, refusing what a scenario file has no use for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

DEPTH_LIMIT = 40  # a scenario needs eight
ALIAS_LIMIT = 10_000  # nodes that all aliases of a file may repeat
NODE_LIMIT = 150_000  # a tower of 30 000 columns
DIGITS_LIMIT = 18  # longer whole numbers are taken as floats; any of them is out of every range

_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((s + w for s in ("", "+") for w in (".inf", ".Inf", ".INF")), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}

Report = Callable[[int, tuple[str, ...], str], None]  # index in the text, path, what is wrong


@dataclass
class Scalar:
    """A single value; `text` is how it is written."""

    start: int
    value: Any
    text: str
    size: int = 1
    height: int = 0


@dataclass
class Sequence:
    """A list."""

    start: int
    items: list[Node] = field(default_factory=list)
    size: int = 1
    height: int = 1


@dataclass
class Mapping:
    """Keys with where they stand, and their values; of a key given twice the first counts."""

    start: int
    entries: dict[str, tuple[int, Node]] = field(default_factory=dict)
    size: int = 1
    height: int = 1


Node = Scalar | Sequence | Mapping


class StopReadingError(Exception):
    """The rest of the text cannot be read; what is wrong has been reported."""


def plain(node: Node) -> Any:
    """The node as dicts, lists and scalars."""
    if isinstance(node, Mapping):
        return {key: plain(value) for key, (_, value) in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value


def resolved(text: str) -> Any:
    """The value of a plain scalar by the core schema of YAML 1.2.

    >>> resolved("1e2"), resolved("yes"), resolved("0x10"), resolved("~")
    (100.0, 'yes', 16, None)
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text) if len(text) <= DIGITS_LIMIT else float(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _BASED.fullmatch(text):
        return int(text, 0) if len(text) <= DIGITS_LIMIT else float("inf")
    return text


@dataclass
class _Open:
    """A list or mapping whose end has not come yet."""

    node: Sequence | Mapping
    anchor: str | None
    key: str | None = None  # of a mapping: the key whose value comes next
    key_at: int = 0
    twice: bool = False


class _Composer:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.open: list[_Open] = []
        self.anchors: dict[str, Node | None] = {}  # None: not closed yet
        self.repeated = 0
        self.count = 0
        self.root: Node | None = None
        self.documents = 0

    @property
    def path(self) -> tuple[str, ...]:
        steps = []
        for holder in self.open:
            if isinstance(holder.node, Sequence):
                steps.append(str(len(holder.node.items)))
            elif holder.key is not None:
                steps.append(holder.key)
        return tuple(steps)

    def stop(self, at: int, what: str) -> None:
        self.report(at, self.path, what)
        raise StopReadingError

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        at = event.start_mark.index
        if kind == "DocumentStartEvent":
            self.documents += 1
            if event.version and tuple(event.version) != (1, 2):
                self.stop(at, "files here are YAML 1.2: leave the %YAML line out")
            if self.documents > 1:
                self.stop(at, "a second document begins here; a file holds one")
        elif kind == "AliasEvent":
            self.alias(event.anchor, at)
        elif kind == "ScalarEvent":
            self.no_tag(event, at)
            text = event.value
            if (
                not text
                and self.open
                and self.open[-1].key is not None
                and event.start_mark.index == event.end_mark.index
            ):
                at = self.open[-1].key_at  # the mark of a value that is not there is at whatever comes next
            node = Scalar(at, resolved(text) if event.style is None or event.style == "" else text, text)
            if event.anchor:
                self.anchors[event.anchor] = node
            self.add(node)
        elif kind in ("SequenceStartEvent", "MappingStartEvent"):
            self.no_tag(event, at)
            if len(self.open) >= DEPTH_LIMIT:
                self.stop(at, f"nested deeper than {DEPTH_LIMIT} lists and mappings")
            if event.anchor:
                self.anchors[event.anchor] = None
            self.open.append(_Open(Sequence(at) if kind == "SequenceStartEvent" else Mapping(at), event.anchor))
        elif kind in ("SequenceEndEvent", "MappingEndEvent"):
            closed = self.open.pop()
            if closed.anchor:
                self.anchors[closed.anchor] = closed.node
            self.add(closed.node)

    def no_tag(self, event: Any, at: int) -> None:
        if event.tag is not None:
            self.report(at, self.path, f"YAML tags have no meaning here: leave {str(event.tag)[:40]!r} out")

    def alias(self, anchor: str, at: int) -> None:
        node = self.anchors.get(anchor)
        if node is None:
            known = anchor in self.anchors
            self.stop(at, f"the alias *{anchor[:40]} {'contains itself' if known else 'has no anchor before it'}")
            return
        self.repeated += node.size
        if self.repeated > ALIAS_LIMIT:
            self.stop(at, f"the aliases of this file repeat more than {ALIAS_LIMIT} values")
        if len(self.open) + node.height > DEPTH_LIMIT:
            self.stop(at, f"nested deeper than {DEPTH_LIMIT} lists and mappings")
        self.add(node)

    def add(self, node: Node) -> None:
        self.count += 1
        if self.count > NODE_LIMIT:
            self.stop(node.start, f"more than {NODE_LIMIT} keys and values, which no file here needs")
        if not self.open:
            self.root = self.root or node
            return
        holder = self.open[-1]
        if isinstance(holder.node, Sequence):
            holder.node.items.append(node)
        elif holder.key is None:
            if not isinstance(node, Scalar):
                self.stop(node.start, "a key must be a plain word")
            else:
                holder.key, holder.key_at = node.text, node.start
                holder.twice = node.text in holder.node.entries
            return
        elif holder.twice:
            self.report(holder.key_at, self.path, "this key is given twice")
            holder.key = None
        else:
            holder.node.entries[holder.key] = (holder.key_at, node)
            holder.key = None
        holder.node.size += node.size
        holder.node.height = max(holder.node.height, node.height + 1)


def compose(text: str, report: Report) -> Node | None:
    """The one document in `text` as a tree; None when there is none.

    Tags and keys given twice are reported and passed over.

    Raises:
        StopReadingError: bad syntax, recursive or exploding aliases, nesting too deep, a second document; all reported.
    """
    composer = _Composer(report)
    for event in _events(text, composer):
        composer.take(event)
    return composer.root


def _events(text: str, composer: _Composer) -> Iterator[Any]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError

    events = iter(YAML(typ="safe", pure=True).parse(text))
    last = 0
    while True:
        try:
            event = next(events)
        except StopIteration:
            return
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            said = " ".join(f"{error.problem or error.context or 'bad syntax'}".split())
            composer.stop(mark.index if mark else last, f"not YAML: {said[:200]}")
        except Exception as error:
            # ruamel.yaml answers some garbage with ValueError, AssertionError and the like
            said = " ".join(str(error).split()) or "bad syntax"
            composer.stop(last, f"not YAML: {said[:200]}")
        last = event.start_mark.index
        yield event
