"""XML as a small tree that knows lines and columns. Document types are refused, so nothing expands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from paletti_sim.errors import Fault, FileFaultsError


@dataclass
class Element:
    """An element; line and column count from 1."""

    tag: str
    attributes: Mapping[str, str]
    line: int
    column: int
    children: list[Element] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Element]:
        """The children with one of these tags."""
        return (child for child in self.children if child.tag in tags)

    def first(self, tag: str) -> Element | None:
        """The first child with a tag."""
        return next(self.all(tag), None)


def parse(data: bytes, file: str) -> Element:
    """The root of an XML document.

    Raises:
        FileFaultsError: it is none, or it has a document type.
    """
    parser = expat.ParserCreate()
    top = Element("", {}, 1, 1)
    open_ = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        open_[-1].children.append(element)
        open_.append(element)

    def end(tag: str) -> None:  # noqa: ARG001
        open_.pop()

    def doctype(*_: object) -> None:
        at = Fault(
            parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, "<!DOCTYPE>", "document types are not read"
        )
        raise FileFaultsError(file, [at])

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        what = f"this is no XML: {expat.errors.messages[error.code]}"
        raise FileFaultsError(file, [Fault(error.lineno, error.offset + 1, "XML", what)]) from None
    return top.children[0]
