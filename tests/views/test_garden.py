"""Pictures of gardens: everything that lies there is drawn where it lies."""

from __future__ import annotations

import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Circle, Rectangle

from paletti_sim.games.core.errors import RecordError
from paletti_sim.games.core.match import play
from paletti_sim.games.core.record import Player, record
from paletti_sim.games.core.series import _with_actors
from paletti_sim.games.villa.lattice import ends, place
from paletti_sim.views.garden import HUES, SIGNS, colour_line, draw_garden
from paletti_sim.views.tables import drawing_of, garden_of, is_table
from tests.games.villa.helpers import expert


@pytest.fixture(scope="module")
def played():
    made = expert(3, features="column,fountain,bird-bath")
    done = play(made, [made.game.bot("random", made)] * 3, 5)
    actions = _with_actors(made, 5, done.actions)
    people = [Player(name=f"P{seat}", by="random") for seat in range(3)]
    return done.state, record(made, people, 5, actions, done.state)


def test_segments_tokens_and_areas_are_where_they_lie(played):
    state, written = played
    figure = draw_garden(garden_of(state, [player.name for player in written.players], "game"))
    main, side = figure.axes
    drawn = {}
    for lines in main.findobj(LineCollection):
        colours = [to_hex(colour) for colour in lines.get_colors()]
        for path, hue in zip(
            lines.get_segments(), colours * len(lines.get_segments()) if len(colours) == 1 else colours, strict=False
        ):
            if hue in HUES:
                drawn[frozenset(tuple(map(int, at)) for at in path)] = hue
    assert drawn == {
        frozenset(place(at) for at in ends(number)): HUES[colour] for number, colour in state.layout.colours.items()
    }
    tokens = [token for area in state.areas for token in area.stack]
    circles = main.findobj(Circle)
    assert sorted(to_hex(circle.get_facecolor()) for circle in circles) == sorted(HUES[t.colour] for t in tokens)
    cells = {place(cell) for area in state.areas for cell in area.cells}
    assert all((int(c.center[0] // 1), int(c.center[1] // 1)) in cells for c in circles)
    tints = [patch for patch in main.patches if isinstance(patch, Rectangle)]
    assert len(tints) == sum(area.size * max(1, len(area.owners)) for area in state.areas)
    texts = [text.get_text() for text in main.texts]
    assert [SIGNS[token.feature] for token in tokens if token.feature] == [t for t in texts if t in SIGNS.values()]
    assert len([t for t in texts if t[0].isdigit()]) == len(state.areas)
    said = "\n".join(text.get_text() for text in side.texts)
    assert all(f"P{seat}" in said for seat in range(3))


def test_the_signs_of_features_not_yet_placed_are_spelled_out(played, tmp_path):
    state, written = played
    file = tmp_path / "r.json"
    file.write_text(written.line())
    beginning = [text.get_text() for text in drawing_of(file, file.read_bytes(), step=0)((800, 800)).axes[1].texts]
    signs = sorted(("Co  Column", "Fo  Fountain", "BB  Bird Bath"))
    assert sorted(text for text in beginning if "  " in text) == signs
    assert sum("Features left: " in text for text in beginning) == 3
    lying = {token.feature for area in state.areas for token in area.stack if token.feature}
    left = {feature for supply in state.supplies for feature in supply.features}
    end = [
        text.get_text()
        for text in draw_garden(garden_of(state, [player.name for player in written.players], "r")).axes[1].texts
    ]
    assert len([text for text in end if "  " in text]) == len(lying | left)


def test_a_file_of_several_games_names_the_game_that_is_shown(played, tmp_path):
    _, written = played
    file = tmp_path / "games.jsonl"
    file.write_text(written.line() * 2)
    assert (
        drawing_of(file, file.read_bytes(), 2)((400, 300)).axes[0].get_title(loc="left")
        == "games, game 2: Villa, at the end"
    )
    file.write_text(written.line())
    assert drawing_of(file, file.read_bytes())((400, 300)).axes[0].get_title(loc="left") == "games: Villa, at the end"


def test_one_is_not_many():
    assert colour_line("Ann", 0, 1, 1) == ("Ann (blue)\n1 point, 1 token placed", 0)
    assert colour_line("pink", 1, 2, 0) == ("pink\n2 points, 0 tokens placed", 1)


def test_a_record_is_shown_at_any_step(played, tmp_path):
    _, written = played
    file = tmp_path / "r.json"
    file.write_text(written.line())
    assert is_table(file.read_bytes())
    first = drawing_of(file, file.read_bytes(), step=0)((400, 300))
    assert first.get_size_inches().tolist() == [4, 3]
    assert len(first.axes[0].findobj(LineCollection)) == 3  # the starting hedge alone: two borders and itself
    assert "after 0 hedges" in first.axes[0].get_title(loc="left")
    for arguments, says in (((2, None), "no game 2"), ((1, 999), "no step 999")):
        with pytest.raises(RecordError, match=says):
            drawing_of(file, file.read_bytes(), *arguments)
    assert not is_table(b"schema: paletti/scenario@1")
