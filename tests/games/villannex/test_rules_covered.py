"""Every rule and ruling is named by a test: one that has none fails here."""

from __future__ import annotations

from pathlib import Path

from tests.games.marks import marked

RULES = {f"X-{number}" for number in range(1, 39)} | {f"X-G{number}" for number in range(1, 22)}


def test_every_rule_has_a_test_and_no_test_names_another():
    assert set(marked(Path(__file__).parent)) == RULES


def test_a_missing_rule_would_be_noticed(tmp_path):
    (tmp_path / "test_x.py").write_text("@pytest.mark.rule('X-1')\ndef test_a(): ...\ndef test_b(): ...\n")
    assert marked(tmp_path) == {"X-1": ["test_a"]}
