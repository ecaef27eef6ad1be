"""`paletti scenarios`: the towers that ship with the package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer


def scenarios(
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """The towers that ship: their names, for any command that asks for a SCENARIO, and what each shows."""
    from paletti_sim.cli.output import print_json, print_table, say
    from paletti_sim.resources import scenarios_dir

    found = [(file.stem, about(file)) for file in sorted((scenarios_dir() / "towers").glob("*.yaml"))]
    if as_json:
        print_json(
            {"schema": "paletti/scenarios@1", "scenarios": [{"name": name, "about": words} for name, words in found]}
        )
        return
    if not found:
        say("no scenarios ship with this installation")
        return
    from rich.table import Table

    table = Table()
    table.add_column("name", no_wrap=True)
    table.add_column("about")
    for name, words in found:
        table.add_row(name, words)
    print_table(table)


def about(file: Path) -> str:
    """What the file says it is about; empty when it says nothing. Reads no more YAML than that one entry."""
    entry = "\n".join(_entry("about", file.read_text(encoding="utf-8")))
    if not entry:
        return ""
    from ruamel.yaml import YAML

    return " ".join(str(YAML(typ="safe", pure=True).load(entry)["about"] or "").split())


def _entry(key: str, text: str) -> Iterator[str]:
    """The lines of a top-level key: its own and the indented or empty ones after it."""
    inside = False
    for line in text.splitlines():
        if line[:1] not in (" ", "\t", ""):
            inside = line.startswith(f"{key}:")
        if inside:
            yield line
