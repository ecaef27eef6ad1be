"""From an MJCF file to a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.located_yaml.document import SIZE_LIMIT, shortened
from paletti_sim.tower.mjcf_reading.bodies import Reader, World
from paletti_sim.tower.mjcf_reading.standing import scenario_of
from paletti_sim.tower.mjcf_reading.xml_tree import parse
from paletti_sim.tower.scenario import Scenario, parse_scenario, write_scenario


@dataclass(frozen=True)
class Imported:
    """A world that was read: the scenario, its text, and what is not exactly as in the file, a sentence each."""

    scenario: Scenario
    text: str
    notes: tuple[str, ...]


def read_mjcf(path: Path | str) -> Imported:
    """The scenario of an MJCF world of free boxes and cylinders that stand upright.

    Raises:
        FileFaultsError: what cannot be read, body by body, and why.
        PalettiError: the file cannot be opened, or is too large.
    """
    file = str(path)
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise PalettiError(f"cannot read {shortened(file, 200)}: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > SIZE_LIMIT:
        raise PalettiError(f"{shortened(file, 200)} is larger than {SIZE_LIMIT} bytes: no tower is")
    world: World = Reader(parse(data, file), file).read()
    scenario, notes = scenario_of(world, file, Path(file).stem)
    text = write_scenario(scenario, scenario.tower)
    try:
        again = parse_scenario(text, file)
    except FileFaultsError as error:
        # bodies that overlap, and whatever else no scenario can say
        said = "; ".join(f"{fault.where}: {fault.what}" for fault in error.faults[:5])
        raise PalettiError(f"{file}: as a scenario it would have faults: {said}") from None
    return Imported(again, text, notes)
