"""Plans from text to entries, with all their faults in one pass."""

from __future__ import annotations

from pathlib import Path

from paletti_sim.batch.executors.limits import Limits
from paletti_sim.batch.plan.entries import read_entry
from paletti_sim.batch.plan.model import Entry, GameEntry, Label, Plan
from paletti_sim.batch.plan.names import find_plan
from paletti_sim.batch.plan.schema import SCHEMA, Header
from paletti_sim.errors import PalettiError
from paletti_sim.located_yaml.document import SIZE_LIMIT, Document, Spot, shortened
from paletti_sim.located_yaml.parts import read_part

MOST_CASES = 10_000_000
OF_ALL = ("pictures", "geometry")


def read_plan(name_or_path: str) -> Plan:
    """The plan that a name or a path means. Towers in it are names that ship, or paths seen from the plan's folder.

    Raises:
        FileFaultsError: the file has faults; all of them, also those of values that a sweep gives to a tower.
        PalettiError: there is no such file, or it cannot be opened.
    """
    path = find_plan(name_or_path)
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise PalettiError(f"cannot read {shortened(str(path), 200)}: {error.strerror or error}") from None
    return _read(Document.of_bytes(str(path), data, kind="plan"), path.parent)


def parse_plan(text: str, folder: Path, file: str = "<text>") -> Plan:
    """The plan in a text; `file` is what faults call it, `folder` where its towers are looked for.

    Raises:
        FileFaultsError: the text has faults; all of them.
    """
    return _read(Document(file, text, kind="plan"), folder)


def _read(document: Document, folder: Path) -> Plan:
    top = document.root("`schema`, `name` and `cases`")
    schema = top.get("schema")
    if schema and isinstance(schema.plain, str) and schema.plain.startswith("paletti/") and schema.plain != SCHEMA:
        schema.fault(f"this file is something else: a plan has the schema {SCHEMA}")
        raise document.error()
    header = read_part(Header, top)
    entries: list[Entry] = []
    cases = top.get("cases")
    if cases is not None:
        if not cases.is_list or not cases.plain:
            cases.fault("must be a list of cases, each with `scenario` or `game`")
        preset = header.preset if header else "accurate"
        label = _label(header) if header else None
        for _, spot in cases.children() if cases.is_list else ():
            _refuse_of_one(spot)
            entry = read_entry(spot, folder, preset, label)
            if entry is not None:
                entries.append(entry)
        total = sum(entry.size for entry in entries)
        if total > MOST_CASES:
            cases.fault(f"{total:,} cases in all, and a batch has at most {MOST_CASES:,}: split the plan", got=False)
        if label is not None and entries and all(isinstance(entry, GameEntry) for entry in entries):
            place = top.get("pictures") or top.get("geometry") or top
            place.fault_of_key("a data set is of towers, and this plan has games only: leave it out")
    licence = top.get("licence")
    if header and licence and _label(header) is None:
        licence.fault_of_key("is of a data set, and this plan makes none: add `pictures` or `geometry: true`")
    if document.faults or header is None:
        raise document.error()
    limits = Limits(header.timeout_s, header.memory_mb)
    return Plan(header.name, tuple(entries), limits, header.licence, document.text)


def _label(header: Header) -> Label | None:
    """What the plan keeps of each tower for a data set. Pictures are of rows, so `geometry` is then understood."""
    pictures = header.pictures
    if pictures is None:
        return Label() if header.geometry else None
    camera = pictures.camera
    seen = None if camera is None else (camera.yaw, camera.pitch)
    return Label((pictures.size[0], pictures.size[1]), seen)


def _refuse_of_one(spot: Spot) -> None:
    for key in OF_ALL:
        place = spot.get(key) if spot.is_mapping else None
        if place is not None:
            place.fault_of_key(f"is of all cases of a plan: put `{key}` at its top, beside `cases`")
