"""The careful attempt: what comes free before the floors have sunk, and what does not."""

from __future__ import annotations

import pytest

from paletti_sim.physics.stage import StageResult, run_stage
from paletti_sim.physics.unload import unload
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import Tower
from tests.physics.helpers import ACCURATE, ground, legs, square, storey, tower

CAUTION = 0.002


def rested(asked: Tower) -> tuple[Tower, StageResult]:
    result = run_stage(asked, ACCURATE)
    assert result.tower is not None
    return result.tower, result


@pytest.mark.rule("P-G5")
@pytest.mark.parametrize("name", ["first-move", "mid-game", "two-thin-columns"])
def test_what_may_be_lifted_comes_free_and_what_may_not_does_not(name: str) -> None:
    standing, result = rested(read_scenario(name).tower)
    top = {column.name for column in standing.top.columns}
    loaded = [column for column, load in result.loads_n.items() if load > 0 and column not in top]
    assert loaded
    for column in loaded[:4]:
        freed = unload(standing, column, result.loads_n[column], ACCURATE, CAUTION)
        lifted = run_stage(standing.without(column), ACCURATE, result.poses)
        assert (freed.ending == "free") == (lifted.ending == "rest"), column
        assert (freed.sank_m > CAUTION) == (freed.ending == "stopped")
        assert freed.sank_m < 0.003


@pytest.mark.rule("P-G5")
def test_a_column_without_a_load_is_free_and_nothing_moves() -> None:
    standing, result = rested(read_scenario("first-move").tower)
    freed = unload(standing, "green-hex", result.loads_n["green-hex"], ACCURATE, CAUTION)
    assert (freed.ending, freed.sank_m) == ("free", 0.0)
    assert freed.poses == {name: pose for name, pose in result.poses.items() if name != "green-hex"}


@pytest.mark.rule("P-G5")
def test_a_floor_that_rocks_onto_another_column_stops_a_careful_player_only() -> None:
    """The fourth leg is 3 mm short: taking the one beside it, the plate rocks by 3 mm, and then it stands."""
    short = legs([(-0.07, -0.07)], prefix="short", height=0.087)
    standing, result = rested(tower(ground(legs([*square(0.07)[:2], (0.07, -0.07)]) + short), storey("plate")))
    assert result.loads_n["short0"] == 0
    load = result.loads_n["c0"]
    centre = tower(ground(standing.levels[0].columns), storey("plate", at=(-0.02, -0.02)))
    standing, result = rested(centre)
    load = result.loads_n["c2"]
    careful = unload(standing, "c2", load, ACCURATE, 0.001)
    bold = unload(standing, "c2", load, ACCURATE, 0.02)
    assert careful.ending == "stopped"
    assert 0.001 < careful.sank_m < 0.0015
    assert (bold.ending, bold.sank_m > 0.002) == ("free", True)


def test_the_same_attempt_gives_the_same_bytes() -> None:
    standing, result = rested(read_scenario("first-move").tower)
    one, other = (unload(standing, "red-thin-1", result.loads_n["red-thin-1"], ACCURATE, CAUTION) for _ in range(2))
    assert one == other
