"""Plans: what they lay out, and every fault where it stands."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paletti_sim.batch.plan import parse_plan, read_plan
from paletti_sim.batch.plan.axes import Axis, count, sampled, settings, steps
from paletti_sim.batch.plan.keys import key_of
from paletti_sim.batch.plan.model import ScenarioEntry
from paletti_sim.batch.plan.resolve import resolved
from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.stability.fingerprint import RESULT_VERSION, fingerprint
from tests.batch.plans import TOWERS, games, plan, text


def faults(content: str, folder: Path = Path()) -> list[str]:
    with pytest.raises(FileFaultsError) as error:
        parse_plan(content, folder, "plan.yaml")
    return str(error.value).splitlines()


def test_a_grid_is_every_combination_in_order() -> None:
    (entry,) = plan(TOWERS).entries
    assert entry.size == 4
    assert [entry.settings(k) for k in range(4)] == [
        {"move.put.at.0": x, "material.friction": friction} for x in (-100, -123) for friction in (0.3, 0.5)
    ]
    task = entry.task(3)
    assert task["document"]["moves"] == [{"take": "load", "put": {"at": [-123, 0]}}]
    assert task["document"]["material"] == {"friction": 0.5, "restitution": 0}
    assert (task["preset"], task["samples"], task["ignore_rules"]) == ("quick", 0, False)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_combinations_are_those_of_itertools(sizes: list[int]) -> None:
    axes = [Axis((f"a{k}",), range(size)) for k, size in enumerate(sizes)]
    expected = list(itertools.product(*(range(size) for size in sizes)))
    assert [steps(axes, k) for k in range(count(axes))] == expected
    assert [tuple(settings(axes, k).values()) for k in range(count(axes))] == expected


def test_every_legal_take_is_of_the_columns_below_the_top() -> None:
    entry = plan("\n  - {scenario: mid-game, moves: every-legal-take, sweep: {move.by: [lift, hook]}}").entries[0]
    assert isinstance(entry, ScenarioEntry)
    from paletti_sim.tower.scenario import read_scenario

    tower = read_scenario("mid-game").tower
    top = {column.name for column in tower.top.columns}
    assert list(entry.axes[-1].values) == [column.name for column in tower.columns if column.name not in top]
    asked = [entry.task(k)["document"]["moves"] for k in range(entry.size)]
    assert asked[0] == [{"take": entry.axes[-1].values[0], "by": "lift"}]
    assert len({str(moves) for moves in asked}) == entry.size == 2 * len(entry.axes[-1])


def test_sampled_points_are_spread_evenly_and_the_same_for_a_seed() -> None:
    over = {"a": (0.0, 1.0), "b": (10.0, 20.0)}
    for method in ("sobol", "latin-hypercube"):
        axis = sampled(method, 16, over, seed=3)
        assert axis == sampled(method, 16, over, seed=3)
        assert axis != sampled(method, 16, over, seed=4)
        # each sixteenth of each range has exactly one point
        for k, (low, high) in enumerate(over.values()):
            cells = sorted(int(16 * (row[k] - low) / (high - low)) for row in axis.values)
            assert cells == list(range(16))


def test_a_sample_and_a_sweep_are_combined() -> None:
    entry = plan(
        "\n  - scenario: past-the-edge"
        "\n    sweep: {material.friction: [0.3, 0.4]}"
        "\n    sample: {method: sobol, n: 4, over: {move.put.at.0: [-130, -110], table.tilt: [1, 2]}}"
    ).entries[0]
    assert entry.size == 8
    assert list(entry.settings(7)) == ["material.friction", "move.put.at.0", "table.tilt"]


def test_keys_are_made_of_what_decides_the_result() -> None:
    one = plan(TOWERS)
    keys = [case.key for case in one.cases()]
    assert keys == [case.key for case in plan(TOWERS, name="other").cases()]
    assert len(set(keys)) == len(keys) == one.size
    # another preset, samples, or their seed are other cases; a seed without samples is none
    variants = [
        plan(TOWERS, more="preset: accurate\n"),
        plan(TOWERS + "    samples: 5\n"),
        plan(TOWERS + "    samples: 5\n    seed: 1\n"),
        plan(TOWERS + "    ignore_rules: true\n"),
    ]
    for other in variants:
        assert not set(keys) & {case.key for case in other.cases()}
    assert [case.key for case in plan(TOWERS + "    seed: 1\n").cases()] == keys


def test_what_means_the_same_has_the_same_key(tmp_path: Path) -> None:
    header = "schema: paletti/scenario@1\nname: t\n"
    tower = "tower:\n  - floor: base\n    columns: {red-hex: [0, 0], blue-hex: [50, 0], green-hex: [0, 50]}\n"
    same = [
        header + tower,
        header + "about: More words.\n" + tower + "# a remark\n",
        header + "material: {restitution: 0.0, friction: 0.35}\n" + tower.replace("50", "50.0"),
        header + "table: {}\ntolerance: {seed: 0}\n" + tower,
    ]
    other = [
        header + "tolerance: {seed: 1}\n" + tower,
        header + tower.replace("red-hex: [0, 0], blue-hex: [50, 0]", "blue-hex: [50, 0], red-hex: [0, 0]"),
        header + tower + "move: {take: red-hex, put: {at: [5, 5]}}\n",
    ]

    def key(content: str) -> bytes:
        (tmp_path / "t.yaml").write_text(content)
        (case,) = parse_plan(text("\n  - scenario: t.yaml"), tmp_path).cases()
        return case.key

    assert len({key(content) for content in same}) == 1
    assert len({key(content) for content in [same[0], *other]}) == 1 + len(other)


def test_the_fingerprint_names_version_engine_and_data(monkeypatch: pytest.MonkeyPatch) -> None:
    told = fingerprint("accurate")
    assert f'"version":{RESULT_VERSION}' in told
    assert "pybullet" in told
    assert told != fingerprint("quick")
    task = {"kind": "game", "seed": 1}
    before = key_of(task)
    # a game whose towers are simulated is decided by the engine, too
    simulated = key_of(task | {"preset": "accurate"})
    monkeypatch.setattr("paletti_sim.physics.engine.version", lambda: "0")
    assert key_of(task) == before
    assert key_of(task | {"preset": "accurate"}) != simulated
    monkeypatch.setattr("paletti_sim.stability.fingerprint.RESULT_VERSION", RESULT_VERSION + 1)
    assert key_of(task) != before


@given(st.dictionaries(st.sampled_from(["friction", "restitution"]), st.floats(0, 1), max_size=2))
def test_resolving_twice_changes_nothing(material: dict[str, float]) -> None:
    once = resolved({"schema": "s", "name": "n", "tower": [], "material": material, "move": {"take": "x"}})
    assert resolved(once) == once


def test_games_are_one_case_a_seed_and_take_options() -> None:
    entry = plan(
        "\n  - {game: villannex, bots: [greedy, random, random], seeds: [3, 5], options: {rounds: 2}}"
    ).entries[0]
    assert [entry.task(k)["seed"] for k in range(entry.size)] == [3, 5]
    assert entry.task(0)["options"]["rounds"] == 2
    assert entry.task(0)["bots"] == ["greedy", "random", "random"]
    assert "preset" not in entry.task(0)


def test_bots_of_villa_paletti_have_their_adviser() -> None:
    (entry,) = plan("\n  - {game: villa-paletti, bots: [cautious, greedy, random], seeds: [0]}").entries
    assert entry.task(0)["preset"] == "accurate"


def test_all_faults_are_told_with_line_and_column() -> None:
    bad = text(
        "\n  - scenario: first-moe",
        "\n  - scenario: first-move\n    sweep: {material.frction: [0.2], table.tilt: [0, 95], move.put.at.7: [3]}",
        "\n  - {game: villannex, bots: [greedy, rando], seeds: {range: [5, 5]}}",
        "\n  - {game: villanex, bots: [greedy], seeds: [0]}",
        "\n  - {game: villannex, scenario: first-move}",
        name="de mo",
        more="pictures: {size: [256]}\n",
    )
    told = faults(bad)
    starts = [
        "plan.yaml:2:7: name: must begin with a letter or digit",
        "plan.yaml:3:18: pictures.size: must have 2 entries or more",
        "plan.yaml:5:15: cases.0.scenario: no scenario first-moe: neither a file nor one that ships; did you mean",
        "plan.yaml:7:32: cases.1.sweep.material.frction.0: first-move with material.frction at 0.2: material.frction: ",
        "plan.yaml:7:54: cases.1.sweep.table.tilt.1: first-move with table.tilt at 95: table.tilt: must be less than",
        "plan.yaml:7:75: cases.1.sweep.move.put.at.7.0: there is no ",
        "plan.yaml:8:53: cases.2.seeds: the range is empty",
        "plan.yaml:9:12: cases.3.game: there is no game 'villanex': did you mean villannex or villa?",
        "plan.yaml:10:5: cases.4: a case has either `scenario` or `game`",
    ]
    assert [line[: len(start)] for line, start in zip(told, starts, strict=True)] == starts


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("{scenario: first-move, sweep: {table.tilt: []}}", "must be a list of values"),
        ("{scenario: first-move, sweep: {table.tilt: [1, 1]}}", "this value is given twice"),
        ("{scenario: first-move, sweep: {table.tilt: [.nan]}}", "must be a finite number"),
        ("{scenario: first-move, sweep: {table.tilt: {range: [0, 9, 0]}}}", "step of a range cannot be 0"),
        ("{scenario: first-move, sweep: {material: [1]}}", "material"),
        ("{scenario: first-move, swep: {}}", "unknown key; did you mean sweep?"),
        ("{scenario: first-move, samples: -1}", "must be at least 0"),
        ("{scenario: first-move, moves: all}", "must be as-given or every-legal-take"),
        ("{scenario: leaning-stack, moves: every-legal-take}", "no column of leaning-stack may be taken"),
        ("{scenario: first-move, moves: every-legal-take, sweep: {move.take: [red-hex]}}", "varied already"),
        ("{scenario: first-move, sample: {method: grid, n: 2, over: {table.tilt: [0, 1]}}}", "sobol"),
        ("{scenario: first-move, sample: {method: sobol, n: 2, over: {table.tilt: [1, 0]}}}", "less than the second"),
        (
            "{scenario: in-a-row, sweep: {table.tilt: [1]}, sample: {method: sobol, n: 2, over: {table.tilt: [0, 1]}}}",
            "swept already",
        ),
        ("{game: villannex, bots: [greedy, random]}", "seeds: is missing"),
        ("{game: villannex, bots: [greedy, random], seeds: [-1]}", "from 0 on"),
        ("{game: villannex, bots: [greedy, rando], seeds: [1]}", "did you mean random?"),
        ("{game: villannex, bots: [greedy, random], seeds: [1], options: {round: 1}}", "no option 'round'"),
        ("{game: villannex, bots: [random, random, random, random, random], seeds: [1]}", "players"),
        ("just words", "must be a mapping"),
        ("{scenario: ''}", "an empty name: a scenario has a name or a path"),
        ("{scenario: first-move, sweep: {'': [1]}}", "there is no empty key; a key is a path"),
        ("{geometry: true, scenario: first-move}", "is of all cases of a plan: put `geometry` at its top"),
    ],
)
def test_each_fault_is_one_clear_line(entry: str, words: str) -> None:
    (line,) = faults(text(f"\n  - {entry}"))
    assert line.startswith("plan.yaml:5:")
    assert words in line


def test_too_many_cases_are_refused_at_once() -> None:
    huge = text(
        "\n  - scenario: first-move"
        "\n    sweep: {tolerance.seed: {range: [0, 1000000]}, tower.1.turn: {range: [0, 1000]}, table.towards: [0, 1]}"
    )
    (line,) = faults(huge)
    assert "2,000,000,000 cases in all, and a batch has at most 10,000,000" in line
    endless = "{range: [0, 9007199254740992]}"
    bots = f"{{game: villannex, bots: [random, random], seeds: {endless}}}"
    assert "at most 10,000,000" in faults(text(f"\n  - {bots}", f"\n  - {bots}"))[0]


def test_a_file_of_another_kind_is_told_so() -> None:
    (line,) = faults("schema: paletti/scenario@1\nname: x\ntower: []\n")
    assert line.startswith("plan.yaml:1:9: schema: this file is something else: a plan has the schema paletti/batch@1")
    with pytest.raises(PalettiError, match="no plan nowhere: neither a file nor one that ships"):
        read_plan("nowhere")


def test_towers_are_found_beside_the_plan(tmp_path: Path) -> None:
    from paletti_sim.tower.scenario import find_scenario

    (tmp_path / "towers").mkdir()
    (tmp_path / "towers" / "mine.yaml").write_text(find_scenario("leaning-stack").read_text())
    (tmp_path / "plan.yaml").write_text(text("\n  - scenario: towers/mine.yaml", games(2)))
    read = read_plan(str(tmp_path / "plan.yaml"))
    assert [entry.size for entry in read.entries] == [1, 2]
