"""Every rule and ruling is named by a test: one that has none fails here."""

from __future__ import annotations

from pathlib import Path

from tests.games.villannex.test_rules_covered import marked

RULES = {f"P-{number}" for number in range(1, 40)} | {f"P-G{number}" for number in range(1, 22)}


def test_every_rule_has_a_test_and_no_test_names_another():
    assert set(marked(Path(__file__).parent)) == RULES
