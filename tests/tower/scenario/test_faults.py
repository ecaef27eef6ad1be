"""Each kind of fault: where it is said to be, and what is said."""

from __future__ import annotations

import pytest

from paletti_sim.errors import FileFaultsError
from paletti_sim.tower.scenario import parse_scenario
from tests.tower.scenario.helpers import BASE, FULL, HEAD, THREE, check_faults, faults_of

END = BASE + THREE
ONE = "tower: [{floor: base}]\n"
ROUND = "shape: round, diameter: 9, height: 9, mass: 1"
LEG = "pieces: {columns: {leg: {shape: round, diameter: 20, height: 90, mass: 20}}}\n"

YAML = [
    ("§", "file: the file is empty"),
    ("§# only a comment\n", "file: the file is empty"),
    ("§[1, 2]", "file: must be a mapping with the keys `schema`, `name` and `tower`"),
    ("§just words", "file: must be a mapping"),
    (HEAD + "about: a§\x07\n" + ONE, "file: U+0007"),
    (HEAD + "about: §\x00\n" + ONE, "file: U+0000"),
    (HEAD + "about: §!str x\n" + ONE, "about: tags have no meaning here: leave '!str'"),
    (HEAD + "about: §!!python/object:os.system x\n" + ONE, "about: YAML tags"),
    (HEAD + "about: §! x\n" + ONE, "about: YAML tags"),
    (HEAD + "§name: again\n" + ONE, "name: this key is given twice"),
    (
        HEAD + BASE + "      red-hex: [0, 0]\n      §red-hex: [50, 0]\n",
        "tower.0.columns.red-hex: this key is given twice",
    ),
    (HEAD + ONE + "§--- x\n", "file: a second document begins here"),
    (HEAD + "about: &a [§*a]\n" + ONE, "about.0: the alias *a contains itself"),
    (HEAD + "about: §*b\n" + ONE, "about: the alias *b has no anchor before it"),
    (HEAD + "? §[a]\n: 1\n" + ONE, "file: a key must be a plain word"),
]


@pytest.mark.parametrize(("marked", "said"), YAML)
def test_yaml(marked, said):
    check_faults(marked, said)


def test_bad_syntax_is_told_with_its_line():
    (fault,) = faults_of(HEAD + "tower: [{floor: base}\nmove: {}\n")
    assert fault.line == 4
    assert fault.what.startswith("not YAML: ")


def test_other_versions_of_yaml_are_refused():
    (fault,) = faults_of("%YAML 1.1\n---\n" + HEAD + ONE)
    assert "YAML 1.2" in fault.what


def test_faults_before_bad_syntax_are_told_too():
    found = faults_of(HEAD + "name: again\nabout: [\n")
    assert found[0].line == 3
    assert len(found) == 2


def test_anchors_that_expand_without_end():
    laughs = HEAD + "about: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for one, two in zip("abcdefgh", "bcdefghi", strict=True):
        laughs += f"{two}: &{two} [{', '.join(['*' + one] * 10)}]\n"
    (fault,) = faults_of(laughs + ONE)
    assert "repeat more than 10000 values" in fault.what
    assert fault.line == 6


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{a: " * 50_000,
        "- " * 50_000,
        "[" * 500 + "]" * 500,
        "a:\n" + "".join(" " * k + "a:\n" for k in range(1, 900)),
    ],
)
def test_deep_nesting(text):
    (fault,) = faults_of(text)
    assert "nested deeper than 40" in fault.what


def test_aliases_nested_one_in_the_other():
    text = HEAD + "about: &a0 [x]\n" + "".join(f"k{k}: &a{k} [*a{k - 1}]\n" for k in range(1, 100)) + ONE
    assert "nested deeper" in faults_of(text)[-1].what


def test_text_over_one_mebibyte():
    (fault,) = faults_of("#" * (2**20 + 1))
    assert "larger than 1 MiB" in fault.what


TOP = [
    ("§name: test\n" + ONE, "schema: is missing"),
    ("§schema: paletti/scenario@1\n" + ONE, "name: is missing"),
    ("§schema: paletti/scenario@1\nname: x", "tower: is missing"),
    ("schema: §paletti/scenario@2\nname: x\n" + ONE, "schema: must be paletti/scenario@1 (got 'paletti/scenario@2')"),
    ("schema: §paletti/batch@1\nname: x\ncases: []\n", "schema: this file is something else"),
    ("schema: §1\nname: x\n" + ONE, "schema: must be text (got 1)"),
    ("schema: paletti/scenario@1\nname: §7\n" + ONE, "name: must be text (got 7)"),
    ("schema: paletti/scenario@1\nname: §''\n" + ONE, "name: must not be empty"),
    ('schema: paletti/scenario@1\nname: §"a\\nb"\n' + ONE, "name: one line without control characters (got 'a b')"),
    (f"schema: paletti/scenario@1\nname: §{'n' * 101}\n" + ONE, "name: at most 100 characters"),
    (HEAD + "§materal: {}\n" + ONE, "materal: unknown key; did you mean material? (known: schema"),
    (HEAD + "material: §3\n" + ONE, "material: must be a mapping (got 3)"),
    (HEAD + "material: {friction: §-0.1}\n" + ONE, "material.friction: must be at least 0 (got -0.1)"),
    (HEAD + "material: {friction: §10.1}\n" + ONE, "material.friction: must be at most 10 (got 10.1)"),
    (HEAD + "material: {friction: §true}\n" + ONE, "material.friction: must be a number (got true)"),
    (HEAD + "material: {friction: §'0.3'}\n" + ONE, "material.friction: must be a number (got '0.3')"),
    (HEAD + "material: {friction: §.nan}\n" + ONE, "material.friction: must be a finite number (got .nan)"),
    (HEAD + "material: {friction: §1e999}\n" + ONE, "material.friction: must be a finite number (got 1e999)"),
    (HEAD + "material:\n  §friction:\n" + ONE, "material.friction: must be a number (got nothing)"),
    (HEAD + f"material: {{friction: §1{'0' * 5000}}}\n" + ONE, "material.friction: must be a finite number (got 1000"),
    (HEAD + "material: {restitution: §1.5}\n" + ONE, "material.restitution: must be at most 1 (got 1.5)"),
    (HEAD + "table: {tilt: §90}\n" + ONE, "table.tilt: must be less than 90 (got 90)"),
    (
        HEAD + "table: {tilt: §-1, towards: §.inf}\n" + ONE,
        "table.tilt: must be at least 0",
        "table.towards: must be a finite number (got .inf)",
    ),
    (HEAD + "tolerance: {seed: §1.5}\n" + ONE, "tolerance.seed: must be a whole number (got 1.5)"),
    (HEAD + "tolerance: {seed: §true}\n" + ONE, "tolerance.seed: must be a whole number (got true)"),
    (HEAD + "tolerance: {seed: §-1}\n" + ONE, "tolerance.seed: must be at least 0"),
    (HEAD + "tolerance: {seed: §99999999999999999999}\n" + ONE, "tolerance.seed: must be"),
    (
        HEAD + "tolerance: {height: §-1, §plaice: 3}\n" + ONE,
        "tolerance.height: at least 0",
        "tolerance.plaice: unknown key; did you mean place?",
    ),
    (
        HEAD + "tolerance: {height: §90}\n" + ONE,
        "tolerance.height: less than the height of every column, and red-thin-1 has 90",
    ),
]


@pytest.mark.parametrize("case", TOP)
def test_top(case):
    check_faults(*case)


def pieces(text: str) -> str:
    return HEAD + "pieces: {" + text + "}\n" + ONE


def column(text: str) -> str:
    return pieces("columns: {" + text + "}")


def floor(text: str) -> str:
    return pieces("floors: {" + text + "}")


PIECES = [
    (HEAD + "pieces: §[]\n" + ONE, "pieces: must be a mapping"),
    (pieces("§colums: {}"), "pieces.colums: unknown key; did you mean columns?"),
    (pieces("columns: §[]"), "pieces.columns: must be a mapping of ids to pieces"),
    (column("leg: §7"), "pieces.columns.leg: must be a mapping with shape"),
    (column("leg: §{height: 9, mass: 1}"), "pieces.columns.leg.shape: is missing"),
    (
        column("leg: {shape: §rond, height: 9, mass: 1}"),
        "pieces.columns.leg.shape: must be one of round, hex, box (got 'rond')",
    ),
    (column("leg: §{shape: round, height: 9, mass: 1}"), "pieces.columns.leg.diameter: is missing"),
    (
        column("leg: {shape: round, diameter: 9, §size: [1, 2], height: 9, mass: 1}"),
        "pieces.columns.leg.size: unknown key",
    ),
    (
        column("leg: {shape: hex, §diameter: 9, across_flats: 9, height: 9, mass: 1}"),
        "pieces.columns.leg.diameter: unknown key",
    ),
    (
        column("leg: {shape: box, size: §[1, 2, 3], height: 9, mass: 1}"),
        "pieces.columns.leg.size: two numbers, [x, y] (got [1, 2, 3])",
    ),
    (
        column("leg: {shape: box, size: [1, §0], height: 9, mass: 1}"),
        "pieces.columns.leg.size.1: must be at least 0.001 (got 0)",
    ),
    (
        column("leg: {shape: round, diameter: §-2, height: §100001, mass: 1}"),
        "pieces.columns.leg.diameter: least",
        "pieces.columns.leg.height: most 100000",
    ),
    (
        column("§leg: {shape: round, diameter: 9, height: 9}"),
        "pieces.columns.leg: the piece has no mass: give `mass` (g) or `density`",
    ),
    (
        column("leg: {shape: round, diameter: 9, height: 9, mass: §0}"),
        "pieces.columns.leg.mass: must be at least 1e-06 (got 0)",
    ),
    (
        column("leg: {shape: round, diameter: 9, height: 9, mass: 1, §density: 5}"),
        "pieces.columns.leg.density: both given",
    ),
    (
        column("leg: {shape: round, diameter: §x, height: 9, mass: 1, §density: 5}"),
        "pieces.columns.leg.diameter: number",
        "pieces.columns.leg.density: both given",
    ),
    (
        column("leg: {shape: round, diameter: 9, height: 9, mass: 1, colour: §reed}"),
        'pieces.columns.leg.colour: must be "#rrggbb"',
    ),
    (
        column("§1leg: {shape: round, diameter: 9, height: 9, mass: 1}"),
        "pieces.columns.1leg: an id begins with a letter",
    ),
    (column("§a b: {shape: round, diameter: 9, height: 9, mass: 1}"), "pieces.columns.a b: an id begins with a letter"),
    (
        column(f"§{'a' * 65}: {{shape: round, diameter: 9, height: 9, mass: 1}}"),
        f"pieces.columns.{'a' * 39}…: at most 64 characters",
    ),
    (column("§base: {shape: round, diameter: 9, height: 9, mass: 1}"), "pieces.columns.base: the base plate's"),
    (
        column("§blue: {shape: round, diameter: 9, height: 9, mass: 1}"),
        "pieces.columns.blue: the id blue is taken: it names a floor",
    ),
    (
        floor("§red-hex: {outline: {circle: 9}, thickness: 9, mass: 1}"),
        "pieces.floors.red-hex: taken: it names a column",
    ),
    (
        pieces("columns: {a: {" + ROUND + "}}, floors: {§a: {outline: {circle: 9}, thickness: 9, mass: 1}}"),
        "pieces.floors.a: taken: it names a column",
    ),
    (floor("a: §{thickness: 9, mass: 1}"), "pieces.floors.a.outline: is missing"),
    (floor("§a: {outline: {circle: 9}, thickness: 9}"), "pieces.floors.a: has no mass"),
    (
        floor("a: {outline: §{}, thickness: 9, mass: 1}"),
        "pieces.floors.a.outline: must be {circle: diameter}, {box: [x, y]} or a list of points",
    ),
    (floor("a: {outline: §{circle: 9, box: [1, 2]}, thickness: 9, mass: 1}"), "pieces.floors.a.outline: one of them"),
    (
        floor("a: {outline: {§circel: 9}, thickness: 9, mass: 1}"),
        "pieces.floors.a.outline.circel: did you mean circle?",
    ),
    (
        floor("a: {outline: {§points: [[0, 0], [9, 0], [0, 9]]}, thickness: 9, mass: 1}"),
        "pieces.floors.a.outline.points: unknown key",
    ),
    (floor("a: {outline: §round, thickness: 9, mass: 1}"), "pieces.floors.a.outline: must be a mapping (got 'round')"),
    (
        floor("a: {outline: §[[0, 0], [9, 0]], thickness: 9, mass: 1}"),
        "pieces.floors.a.outline: must have 3 entries or more (got a list of 2)",
    ),
    (
        floor("a: {outline: §[[0, 0], [9, 0], [0, 0]], thickness: 9, mass: 1}"),
        "pieces.floors.a.outline: three points or more",
    ),
    (
        floor("a: {outline: [[0, 0], [9, §.inf], §3, [1, 1]], thickness: 9, mass: 1}"),
        "pieces.floors.a.outline.1.1: finite",
        "pieces.floors.a.outline.2: two numbers",
    ),
    (
        floor("a: {outline: §[[0, 0], [9, 9], [9, 0], [0, 9]], thickness: 9, mass: 1}"),
        "pieces.floors.a.outline: crosses or touches itself at (4.5, 4.5)",
    ),
    (
        floor("a: {outline: §[[0, 0], [9, 0], [9, 9], [4, 0], [0, 9]], thickness: 9, mass: 1}"),
        "pieces.floors.a.outline: touches itself at (4, 0)",
    ),
    (floor("a: {outline: §[[0, 0], [5, 5], [9, 9]], thickness: 9, mass: 1}"), "pieces.floors.a.outline: itself"),
    (
        floor("a: {outline: [[0, 0], [9, 0], §[9, 0], [0, 9]], thickness: 9, mass: 1}"),
        "pieces.floors.a.outline.2: same as the one before",
    ),
    (
        floor(f"a: {{outline: §[{', '.join(f'[{k}, {k * k}]' for k in range(1001))}], thickness: 9, mass: 1}}"),
        "pieces.floors.a.outline: at most 1000 entries",
    ),
    (pieces("base: §{site: {circle: 9}}"), "pieces.base.outline: is missing"),
    (pieces("base: {outline: {circle: 9}, site: §{circle: 10}}"), "pieces.base.site: reaches beyond the base plate"),
]


@pytest.mark.parametrize("case", PIECES)
def test_pieces(case):
    check_faults(*case)


def level(text: str) -> str:
    return HEAD + BASE + THREE + text


def ground(text: str) -> str:
    return HEAD + BASE + "".join(f"      {line}\n" for line in text.splitlines())


TOWER = [
    (HEAD + "tower: §base\n", "tower: must be a list of levels"),
    (HEAD + "tower: §[]\n", "tower: must have one level or more"),
    (HEAD + "tower: [§base]\n", "tower.0: must be a mapping (got 'base')"),
    (HEAD + "tower: [§{columns: {}}]\n", "tower.0.floor: is missing"),
    (HEAD + "tower: [{floor: §blue}]\n", "tower.0.floor: the first level must be `base` (got 'blue')"),
    (
        HEAD + "tower: [{floor: base, at: §[1, 0], turn: §5}]\n",
        "tower.0.at: leave `at` out",
        "tower.0.turn: leave `turn` out",
    ),
    (HEAD + "tower: [{floor: base, §colums: {}}]\n", "tower.0.colums: did you mean columns?"),
    (
        HEAD + "tower: [{floor: base, columns: §[red-hex]}]\n",
        "tower.0.columns: must be a mapping of columns to their places (got ['red-hex'])",
    ),
    (level("  - floor: §base\n"), "tower.1.floor: only the first level is the base"),
    (level("  - floor: §bleu\n"), "tower.1.floor: no floor of this name; did you mean blue? (got 'bleu')"),
    (level("  - floor: §red-hex\n"), "tower.1.floor: red-hex is a column, not a floor"),
    (
        level("  - floor: blue\n    at: §[0]\n    turn: §x\n"),
        "tower.1.at: two numbers",
        "tower.1.turn: must be a number",
    ),
    (level("  - floor: blue\n    at: [§200000, 0]\n"), "tower.1.at.0: must be at most 100000 (got 200000)"),
    (
        level("  - floor: blue\n    columns: {blue-hex: [-100, 0], blue-thick: [-50, 50]}\n  - floor: §blue\n"),
        "tower.2.floor: the floor blue lies already in tower.1.floor",
    ),
    (ground("§red-hx: [0, 0]"), "tower.0.columns.red-hx: no column of this name; did you mean red-hex"),
    (ground("§blue: [0, 0]"), "tower.0.columns.blue: blue is a floor, not a column"),
    (ground("red-hex: §7"), "tower.0.columns.red-hex: must be a mapping (got 7)"),
    (ground("red-hex: §[7]"), "tower.0.columns.red-hex: two numbers, [x, y] (got [7])"),
    (ground("red-hex: [7, §no]"), "tower.0.columns.red-hex.1: must be a number (got 'no')"),
    (ground("red-hex: §{turn: 7}"), "tower.0.columns.red-hex.at: is missing"),
    (ground("red-hex: {at: [0, 0], §tun: 7}"), "tower.0.columns.red-hex.tun: did you mean turn?"),
    (ground("red-hex: {at: [0, 0], upon: §7}"), "tower.0.columns.red-hex.upon: must be a list (got 7)"),
    (ground("red-hex: {at: [0, 0], upon: §[]}"), "tower.0.columns.red-hex.upon: must have 1 entries or more"),
    (
        ground("red-hex: {at: [0, 0], upon: §red-thick}\nred-thick: [50, 0]"),
        "tower.0.columns.red-hex.upon: no column of this name is named before it",
    ),
    (
        ground("red-thick: [0, 0]\nred-hex: {at: [0, 0], upon: [red-thick, §red-thik]}"),
        "tower.0.columns.red-hex.upon.1: did you mean red-thick?",
    ),
    (
        ground("red-thick: [0, 0]\nred-hex: {at: [0, 0], upon: [red-thick, §red-thick]}"),
        "tower.0.columns.red-hex.upon.1: is named twice",
    ),
    (ground("red-hex: {at: [0, 0], upon: §red-hex}"), "tower.0.columns.red-hex.upon: cannot stand upon itself"),
    (
        level("  - floor: blue\n    columns: {§red-thin-1: [-100, 0]}\n"),
        "tower.1.columns.red-thin-1: stands already in tower.0.columns.red-thin-1",
    ),
]


@pytest.mark.parametrize("case", TOWER)
def test_tower(case):
    check_faults(*case)


SENSE = [
    (ground("§red-hex: [160, 0]"), "tower.0.columns.red-hex: carried by nothing: it stands beside the base"),
    (
        level("  - floor: blue\n    columns: {§blue-hex: [100, 0]}\n"),
        "tower.1.columns.blue-hex: carried by nothing: it stands beside the floor blue",
    ),
    (
        ground("red-thick: [0, 0]\nred-hex: {at: [40, 0], upon: §red-thick}"),
        "tower.0.columns.red-hex.upon: does not stand over red-thick",
    ),
    (
        ground("") + "  - floor: §blue\n",
        "tower.1.floor: the floor blue is carried by nothing: it covers no column of the level below",
    ),
    (
        ground("red-thin-1: [80, 0]") + "  - floor: §blue\n    at: [300, 0]\n",
        "tower.1.floor: the floor blue is carried by nothing",
    ),
    (ground("red-hex: [0, 0]\n§red-thick: [24.9, 0]"), "tower.0.columns.red-thick: red-thick overlaps red-hex"),
    (
        ground("red-hex: [0, 0]\n§red-thick: [10, 0]\n§§red-thin-1: [5, 0]"),
        "tower.0.columns.red-thick: overlaps red-hex",
        "tower.0.columns.red-thin-1: overlaps red-hex",
        "tower.0.columns.red-thin-1: overlaps red-thick",
    ),
]


@pytest.mark.parametrize("case", SENSE)
def test_sense(case):
    check_faults(*case)


def test_a_tall_column_of_a_lower_level_may_not_stand_where_an_upper_one_does():
    tall = "    tall: {shape: round, diameter: 10, height: 120, mass: 20}\n"
    post = "    post: {shape: box, size: [60, 10], height: 50, mass: 9}\n"
    slab = "  floors: {slab: {outline: {circle: 60}, thickness: 5, mass: 9}}\n"
    tower = BASE + "      red-hex: [0, 0]\n      tall: [40, 0]\n  - floor: slab\n    columns: {§post: [20, 0]}\n"
    check_faults(HEAD + "pieces:\n  columns:\n" + tall + post + slab + tower, "tower.1.columns.post: overlaps tall")


def test_pieces_that_touch_within_a_hundredth_of_a_millimetre_do_not_overlap():
    thick = "red-thick: [0, 0]\n{}blue-thick: [{}, 0]"
    parse_scenario(ground(thick.format("", 29.99)))
    check_faults(ground(thick.format("§", 29.9)), "tower.0.columns.blue-thick: overlaps red-thick")


MOVES = [
    ("move: §3\n", "move: must be a mapping"),
    ("move: §{}\n", "move: the move moves nothing"),
    ("move: {take: red-thin-1, §taek: 3}\n", "move.taek: did you mean take?"),
    ("move: {take: §3}\n", "move.take: must be text"),
    ("move: {take: §red-thin-7}\n", "move.take: no column of this name; did you mean red-thin-"),
    ("move: {take: §blue}\n", "move.take: blue is a floor; only columns are taken"),
    ("move: {take: §blue-hex}\n", "move.take: blue-hex is not in the tower: a column from the box needs `put`"),
    ("move: {take: red-thin-1, by: §force}\n", "move.by: must be lift or hook (got 'force')"),
    ("move: {take: red-thin-1, put: §[0, 0]}\n", "move.put: must be a mapping (got [0, 0])"),
    ("move: {take: red-thin-1, put: §{turn: 3}}\n", "move.put.at: is missing"),
    ("move: {take: red-thin-1, put: {at: [0, 0], §trun: 3}}\n", "move.put.trun: did you mean turn?"),
    ("move: {§put: {at: [0, 0]}}\n", "move.put: `put` without `take`"),
    ("move: {§take: red-thin-1, floor: {name: blue}}\n", "move.take: takes a column or lays a floor, not both"),
    ("move: {floor: {name: blue}, §by: hook}\n", "move.by: says how a column is taken"),
    ("move: {floor: §{at: [0, 0]}}\n", "move.floor.name: is missing"),
    ("move: {floor: {name: §blu}}\n", "move.floor.name: no floor of this name; did you mean blue?"),
    ("move: {floor: {name: §base}}\n", "move.floor.name: the floor base lies in the tower already"),
    ("move: {floor: {name: §red-hex}}\n", "move.floor.name: red-hex is a column, not a floor"),
    ("moves: §{take: red-thin-1}\n", "moves: must be a list of moves"),
    ("move: {take: red-thin-1}\n§moves: []\n", "moves: `move` and `moves` are both given"),
    ("moves: [{take: red-thin-1}, {take: §red-thin-1}]\n", "moves.1.take: red-thin-1 is not in the tower"),
    (
        "moves: [{floor: {name: blue}}, {floor: {name: §blue}}]\n",
        "moves.1.floor.name: the floor blue lies in the tower already",
    ),
]


@pytest.mark.parametrize("case", MOVES)
def test_moves(case):
    check_faults(level("") + case[0], case[1])


def test_faults_of_all_kinds_come_in_one_pass():
    text = (
        FULL.replace("friction: 0.4", "friction: §-0.4")
        .replace("red-hex: {", "§red-hx: {")
        .replace("by: hook", "by: §force")
    )
    text = text.replace("[[0, 0], [30, 70], [60, 10]]", "§[[0, 0], [30, 70], [60, 10], [0, 60]]").replace(
        "leg: [-40, -35]", "§leg: [60, 5]"
    )
    text = text.replace("about:", "§abuot:")
    check_faults(
        text,
        "abuot: did you mean about?",
        "material.friction: at least 0",
        "pieces.floors.blob.outline: crosses",
        "tower.0.columns.red-hx: no column of this name",
        "tower.0.columns.leg: overlaps red-thin-1",
        "move.by: must be lift or hook",
    )


def test_a_piece_with_faults_causes_no_more_faults_where_it_is_used():
    text = (
        LEG.replace("diameter: 20", "diameter: §-20")
        + BASE
        + "      leg: [0, 0]\n      red-hex: {at: [0, 0], upon: leg}\n"
    )
    text += "  - floor: blue\n    columns: {blue-hex: [-100, 0]}\nmove: {take: leg}\n"
    check_faults(HEAD + text, "pieces.columns.leg.diameter: at least")


def test_pieces_that_cannot_be_read_at_all_cause_no_unknown_ids():
    check_faults(HEAD + "pieces: §3\n" + BASE + "      leg: [0, 0]\n  - floor: slab\n", "pieces: must be a mapping")


def test_the_message_has_one_line_a_fault_in_the_order_of_the_file():
    with pytest.raises(FileFaultsError) as caught:
        parse_scenario(HEAD + "material: {friction: -1}\ntable: {tilt: 99}\n" + ONE, "a/b.yaml")
    assert str(caught.value) == (
        "a/b.yaml:3:22: material.friction: must be at least 0 (got -1)\n"
        "a/b.yaml:4:15: table.tilt: must be less than 90 (got 99)"
    )
    assert caught.value.exit_code == 2


def test_what_is_shown_of_a_value_is_short_and_on_one_line():
    (fault,) = faults_of(HEAD + f'material: {{friction: "{"x" * 50}\\n\\x07{"y" * 5000}"}}\n' + ONE)
    assert len(fault.what) < 100
    assert fault.what.isprintable()


def test_thousands_of_faults_are_cut_short():
    found = faults_of(HEAD + ONE + "".join(f"k{k}: 1\n" for k in range(3000)))
    assert len(found) == 1001
    assert "more faults" in max(found).what


def test_of_very_many_faults_the_first_are_told_and_how_many_more_there_are():
    with pytest.raises(FileFaultsError) as caught:
        parse_scenario(HEAD + ONE + "".join(f"k{k}: 1\n" for k in range(60)), "a.yaml")
    assert len(caught.value.faults) == 60
    lines = str(caught.value).splitlines()
    assert len(lines) == 51
    assert all("unknown key" in line for line in lines[:50])
    assert lines[50] == "a.yaml: and 10 more"


def test_half_a_character_is_told_in_plain_words():
    for text in ('about: "\\ud800"\n', 'material: {friction: "\\ud800"}\n'):
        assert not any("Input should" in fault.what for fault in faults_of(HEAD + text + ONE))
    (fault,) = faults_of(HEAD + 'about: "\\ud800"\n' + ONE)
    assert fault.what.startswith("must be text that can be written as UTF-8")


def test_thousands_of_pieces_in_one_place_are_told_in_seconds():
    names = [f"c{k}" for k in range(1500)]
    own = "pieces:\n  columns:\n" + "".join(f"    {name}: {{{ROUND}}}\n" for name in names)
    found = faults_of(HEAD + own + BASE + "".join(f"      {name}: [0, 0]\n" for name in names))
    assert len(found) == 1001
    assert found[0].where == "tower.0.columns.c1"


def test_too_many_values():
    assert "more than 150000 keys and values" in faults_of("[" + "1," * 150_001 + "]")[-1].what
