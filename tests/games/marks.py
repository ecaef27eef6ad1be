"""Which tests name which rules."""

from __future__ import annotations

import ast
from pathlib import Path


def marked(folder: Path) -> dict[str, list[str]]:
    """Returns the tests that each rule's id is on."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    found.setdefault(mark.args[0].value, []).append(node.name)
    return found
