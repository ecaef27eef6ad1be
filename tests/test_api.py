"""The names at the top of the package."""

import json
import math
import subprocess
import sys
from dataclasses import replace

import pytest

import paletti_sim
from paletti_sim.errors import FileFaultsError

TOWER = """
schema: paletti/scenario@1
name: tripod
tower:
  - floor: base
    columns: {red-thick: [0, 60], blue-thick: [-60, -40], green-thick: [60, -40], yellow-hex: [0, -20]}
  - floor: green
    at: [0, 0]
moves:
  - {take: yellow-hex, put: {at: [-10, 10], turn: 15}}
  - {take: red-thick}
  - {take: blue-thick}
"""


@pytest.fixture
def tripod(tmp_path):
    path = tmp_path / "tripod.yaml"
    path.write_text(TOWER)
    return path


def test_at_most_ten_names_and_each_one_there():
    assert len(paletti_sim.__all__) <= 10
    assert set(paletti_sim.__all__) <= set(dir(paletti_sim))
    for name in paletti_sim.__all__:
        assert getattr(paletti_sim, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'chek'"):
        paletti_sim.chek  # noqa: B018


def test_the_import_alone_loads_nothing_heavy():
    heavy = "{'numpy', 'shapely', 'pydantic', 'pybullet'}"
    code = f"import sys, paletti_sim; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_it_answers_as_the_command_does(tripod):
    verdict = paletti_sim.check(tripod, take="yellow-hex", put=(-10, 10, 15))
    command = [sys.executable, "-c", "from paletti_sim.cli.main import main; main()", "check", str(tripod), "--json"]
    done = subprocess.run(
        [*command, "--take", "yellow-hex", "--put", "-10,10,15"], capture_output=True, text=True, check=False
    )
    assert json.loads(done.stdout) == verdict.to_json()
    assert done.returncode == verdict.exit_code == 0
    assert verdict.outcome == "holds"


def test_lengths_are_millimetres_and_angles_degrees(tripod):
    move = paletti_sim.check(tripod, floor="yellow", at=[500, -20, 90], preset="quick").move
    assert move.floor.at_m == pytest.approx((0.5, -0.02))
    assert move.floor.turn_rad == pytest.approx(math.pi / 2)


def test_the_files_own_moves_end_with_the_first_that_leaves_no_tower(tripod):
    scenario = paletti_sim.read_scenario(tripod)
    verdict = paletti_sim.check(scenario)
    assert (verdict.outcome, verdict.move.take) == ("topples", "red-thick")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"stand": True, "take": "red-thick"}, "stand asks no move"),
        ({"take": "red-thick", "floor": "blue", "at": (0, 0)}, "either take and put or floor"),
        ({"floor": "blue"}, "floor and at go together"),
        ({"at": (0, 0)}, "floor and at go together"),
        ({"put": (0, 0)}, "put needs take"),
        ({"take": "red-thick", "put": (0, math.nan)}, "put: wants x, y"),
        ({"take": "red-thick", "put": "here"}, "put: wants x, y"),
        ({"take": "red-thick", "put": 5}, "put: wants x, y"),
        ({"floor": "blue", "at": (1,)}, "at: wants x, y"),
        ({"take": "red-thik"}, "red-thik"),
        ({"floor": "purple", "at": (0, 0)}, "purple"),
        ({"preset": "slow"}, "preset: wants one of quick, accurate, reference"),
    ],
)
def test_a_question_that_makes_no_sense_is_one_error(tripod, question, says):
    with pytest.raises(paletti_sim.PalettiError, match=says):
        paletti_sim.check(tripod, **question)


def test_a_tower_without_a_move_is_asked_whether_it_stands(tmp_path):
    path = tmp_path / "bare.yaml"
    path.write_text(TOWER.partition("moves:")[0])
    verdict = paletti_sim.check(path, preset="quick")
    assert (verdict.outcome, verdict.stage) == ("holds", "stand")


def test_faults_of_a_file_come_all_at_once(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(TOWER.replace("red-thick: [0, 60]", "red-thick: [0]").replace("name: tripod", "nam: tripod"))
    with pytest.raises(FileFaultsError) as error:
        paletti_sim.read_scenario(path)
    assert len(error.value.faults) >= 3


def test_a_picture_has_the_size_that_was_asked_and_shows_something(tripod):
    picture = paletti_sim.show(tripod, (80, 60), yaw=10)
    assert picture.size == (80, 60)
    assert len(picture.getcolors(80 * 60)) > 20


@pytest.mark.parametrize("wrong", [{"size": (0, 10)}, {"size": (9999, 10)}, {"pitch": 90}, {"yaw": math.inf}])
def test_no_such_picture(tripod, wrong):
    with pytest.raises(paletti_sim.PalettiError):
        paletti_sim.show(tripod, **wrong)


def test_the_names_are_typed_as_people_type_them():
    import paletti_sim as ps

    tower = ps.load("first-move")
    assert isinstance(tower, ps.Scenario)
    assert tower == ps.read_scenario("first-move")
    verdict = ps.check(tower, take="red-thin-1", put=(-60, 20), preset="quick")
    assert isinstance(verdict, ps.Verdict)
    assert verdict.outcome == "holds"


def test_loads_are_those_of_the_command():
    done = subprocess.run(
        [sys.executable, "-c", "from paletti_sim.cli.main import main; main()", "loads", "mid-game", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert paletti_sim.loads("mid-game").to_json() == json.loads(done.stdout)


def test_maps_are_those_of_the_command():
    command = ["heatmap", "past-the-edge", "--step", "30", "--mode", "static", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", "from paletti_sim.cli.main import main; main()", *command],
        capture_output=True,
        text=True,
        check=True,
    )
    # the command looks for the margins of a picture only where one is drawn, and the best place is best by them
    there, here = json.loads(done.stdout), paletti_sim.heatmap("past-the-edge", step=30, mode="static").to_json()
    assert {**there, "seconds": 0, "best": 0} == {**here, "seconds": 0, "best": 0}
    taken = paletti_sim.heatmap("two-thin-columns", "take", mode="static")
    assert set(taken.columns) <= set(paletti_sim.load("two-thin-columns").columns)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"kind": "drop"}, "kind: wants one of put, take, floor"),
        ({"mode": "guess"}, "mode: wants one of hybrid, simulate, static"),
        ({"preset": "slow"}, "preset: wants one of quick, accurate, reference"),
        ({"step": 0}, "samples, jobs and step"),
        ({"turn": math.nan}, "turn: wants an angle"),
        ({"kind": "take", "take": "red-hex"}, "take belongs to kind='put'"),
        ({"kind": "put", "floor": "green"}, "floor belongs to kind='floor'"),
    ],
)
def test_a_map_that_makes_no_sense_is_one_error(question, says):
    with pytest.raises(paletti_sim.PalettiError, match=says):
        paletti_sim.heatmap("first-move", **question)


def test_answers_show_themselves_in_a_notebook(tripod):
    png = b"\x89PNG"
    assert paletti_sim.load(tripod)._repr_png_().startswith(png)
    assert paletti_sim.heatmap("past-the-edge", step=40, mode="static")._repr_png_().startswith(png)
    table = paletti_sim.check(tripod, take="red-thick", preset="quick", samples=2)._repr_html_()
    assert "<td>topples</td>" in table
    assert "outside by" in table
    assert "% of 2" in table
    loads = paletti_sim.loads(tripod)
    assert loads._repr_html_().count("<tr>") == 1 + len(loads.columns)
    assert "no equilibrium" in paletti_sim.loads("does-not-stand")._repr_html_()
    odd = replace(paletti_sim.check(tripod, stand=True, preset="quick"), explanation="a < b")
    assert "a &lt; b" in odd._repr_html_()
