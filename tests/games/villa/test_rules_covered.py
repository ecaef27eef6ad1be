"""Every rule and ruling is named by a test: one that has none fails here."""

from __future__ import annotations

import ast
from pathlib import Path

RULES = {f"V-{number}" for number in range(1, 65)} | {f"V-G{number}" for number in range(1, 30)}


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


def test_every_rule_has_a_test_and_no_test_names_another():
    assert set(marked(Path(__file__).parent)) == RULES


def test_a_missing_rule_would_be_noticed(tmp_path):
    (tmp_path / "test_x.py").write_text("@pytest.mark.rule('V-1')\ndef test_a(): ...\ndef test_b(): ...\n")
    assert marked(tmp_path) == {"V-1": ["test_a"]}
