"""Measurements too long for the ordinary tests: `python -m tests.benchmarks NAME`."""

from __future__ import annotations

import argparse

from tests.benchmarks import (
    agreement,
    batch,
    beside,
    checks,
    data_set,
    environments,
    games_beside,
    handling,
    limits,
    maps,
    maps_beside,
    memory,
    speed,
    statics,
    undecided,
    web,
)

BENCHMARKS = {
    "agreement": (agreement, "how often simulation and equilibrium say the same of random moves"),
    "batch": (batch, "batches: throughput, what recording costs, memory of a worker, a million results"),
    "beside": (beside, "limits and known answers: plain pybullet, our presets, equilibrium, MuJoCo and compas_cra"),
    "checks": (checks, "seconds of a verdict at equal accuracy beside plain pybullet and MuJoCo"),
    "data-set": (data_set, "labelled cases with pictures: how long so many take"),
    "environments": (environments, "milliseconds of a step of the environments for learning, and growth of memory"),
    "games-beside": (games_beside, "random games a second beside other games of OpenSpiel and PettingZoo"),
    "handling": (handling, "columns unloaded with caution and drawn with the hook, beside what lifting them does"),
    "limits": (limits, "limits found by bisection beside those of closed-form mechanics, for each preset"),
    "maps": (maps, "maps of where a column may stand, hybrid and static beside simulating every cell"),
    "maps-beside": (maps_beside, "maps beside brute force in pybullet and MuJoCo, and how their time grows"),
    "memory": (memory, "growth of memory over many checks in one process"),
    "speed": (speed, "seconds of a check, as a command and from Python"),
    "statics": (statics, "milliseconds of equilibrium: yes or no, and with the worst tilt or the tipping edge"),
    "undecided": (undecided, "share of random moves that get no answer"),
    "web": (web, "seconds of the page in a browser, and sizes of replays of a long fall"),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    commands = parser.add_subparsers(title="benchmarks", metavar="NAME", required=True)
    for name, (module, about) in BENCHMARKS.items():
        command = commands.add_parser(name, help=about, description=about)
        module.arguments(command)
        command.set_defaults(run=module.run)
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
