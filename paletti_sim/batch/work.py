"""One case: a task goes in and a result comes out, both JSON (but for pictures). Runs in the process of a worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from paletti_sim.batch.plan.keys import key_of
from paletti_sim.errors import PalettiError
from paletti_sim.stability.fingerprint import canonical

if TYPE_CHECKING:
    from paletti_sim.tower.scenario import Scenario


@dataclass(frozen=True)
class Figures:
    """The few values of a document that tables are made of; what a kind of case does not have is None.

    `outcome` is that of the verdict, or how a game ended; `winners` and `scores` of a game have commas between.
    """

    outcome: str
    margin_deg: float | None = None
    samples: int | None = None
    topples: float | None = None
    agrees: bool | None = None
    winners: str | None = None
    scores: str | None = None


@dataclass(frozen=True)
class Result:
    """What came out of a case.

    `status` is `done`, `failed` (the software says why in `error`), or how its process ended: `crashed`, `timeout`,
    `memory`. `document` is the verdict, or for a game its end, as JSON in one line. `seconds` are of wall time.
    """

    status: str
    seconds: float
    document: str | None = None
    error: str | None = None
    figures: Figures | None = None
    label: Label | None = None


@dataclass(frozen=True)
class Label:
    """One row of a data set as JSON in one line, and its pictures as PNG by the names that the row gives them."""

    row: str
    pictures: Mapping[str, bytes]


Answer = tuple[dict[str, Any], Label | None]


def work(task: dict[str, Any]) -> Result:
    """Do one task. A case that cannot be answered has failed; only faults of the process itself are raised."""
    started = time.perf_counter()
    try:
        document, label = _KINDS[task["kind"]](task)
    except PalettiError as error:
        return Result("failed", time.perf_counter() - started, error=str(error))
    except MemoryError:
        raise
    except Exception as error:
        fault = f"a fault in paletti-sim: {type(error).__name__}: {error}"
        return Result("failed", time.perf_counter() - started, error=fault)
    seconds = time.perf_counter() - started
    return Result("done", seconds, canonical(document), figures=figures_of(document), label=label)


def figures_of(document: dict[str, Any]) -> Figures:
    """The values of a verdict (of several moves, those of the last) or of a game that tables are made of."""
    if "winners" in document:
        winners, scores = (",".join(f"{value:g}" for value in document[key]) for key in ("winners", "scores"))
        return Figures(document["reason"], winners=winners, scores=scores)
    verdict = document["verdicts"][-1] if "verdicts" in document else document
    static, odds = verdict["static"] or {}, document.get("odds") or {}
    return Figures(
        verdict["outcome"],
        margin_deg=static.get("tilt_margin_deg"),
        samples=odds.get("samples"),
        topples=odds.get("topples"),
        agrees=verdict["agrees"],
    )


def _scenario(task: dict[str, Any]) -> Answer:
    from paletti_sim.physics.preset import PRESETS
    from paletti_sim.stability.answer import answer
    from paletti_sim.stability.check import Checker
    from paletti_sim.tower.move import STAND
    from paletti_sim.tower.scenario import parse_scenario

    content = task["document"]
    given = parse_scenario(canonical(content), str(content["name"]))
    if "label" in task:
        return _labelled(task, given)
    moves = given.moves or (STAND,)
    preset = PRESETS[task["preset"]]
    checker = Checker(
        given.tower,
        given.columns,
        given.floors,
        scenario=given.name,
        preset=preset,
        ignore_rules=task["ignore_rules"],
    )
    results = checker.ask_all(moves)
    document = answer([result.verdict for result in results])
    if task["samples"]:
        from paletti_sim.stability.sampling import find_odds

        asked = moves[: len(results)]
        found = find_odds(given, asked, task["samples"], seed=task["seed"], preset=task["preset"], stop_early=False)
        document |= {"odds": found.to_json(), "seed": task["seed"]}
    return document, None


def _labelled(task: dict[str, Any], given: Scenario) -> Answer:
    """The same answer as without a label, and the label of the same run."""
    from paletti_sim.stability.answer import answer
    from paletti_sim.stability.labels import Camera, Pictures, labelled

    asked = task["label"]
    pictures = None
    if asked:
        camera = None if asked["camera"] == "random" else Camera(*asked["camera"])
        pictures = Pictures(tuple(asked["size"]), camera)
    found = labelled(
        given,
        key=key_of(task).hex(),
        seed=task["seed"],
        samples=task["samples"],
        preset=task["preset"],
        pictures=pictures,
        ignore_rules=task["ignore_rules"],
    )
    document = answer(found.verdicts)
    if found.odds is not None:
        document |= {"odds": found.odds.to_json(), "seed": task["seed"]}
    return document, Label(canonical(dict(found.row)), dict(found.pictures))


def _game(task: dict[str, Any]) -> Answer:
    from paletti_sim.games.core.series import Plan, play_numbers
    from paletti_sim.tables import simulating_judge

    def setup() -> Any:
        return _ready(task["game"], len(task["bots"]), canonical(task["options"]))

    made = setup()
    if made.data_hash != task["data"]:
        raise PalettiError(
            f"the cards or pieces of {task['game']} are not the same here as where the batch was started"
        )
    judge = simulating_judge if made.needs_judge else None
    (one,) = play_numbers(Plan(setup, tuple(task["bots"]), 1, task["seed"], judge), [0])
    document = {
        "schema": "paletti/batch-game@1",
        "game": task["game"],
        "seed": task["seed"],
        "bots": task["bots"],
        "reason": one.reason,
        "winners": sorted(one.winners),
        "scores": list(one.scores),
        "facts": dict(one.facts),
        "actions": one.actions,
    }
    return document, None


@lru_cache(maxsize=8)
def _ready(name: str, players: int, options: str) -> Any:
    """A game made ready; its data are read once in a process."""
    import json

    from paletti_sim.tables import made_ready

    return made_ready(name, players, json.loads(options))


_KINDS: dict[str, Callable[[dict[str, Any]], Answer]] = {"scenario": _scenario, "game": _game}
