"""The picture of all pieces."""

import io

import numpy as np
from PIL import Image

from paletti_sim.resources import models_dir
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.views.pieces import draw_pieces


def test_every_piece_is_drawn_to_one_scale_and_none_over_another():
    (axes,) = draw_pieces(game_pieces()).axes
    drawn = [patch.get_path().vertices for patch in axes.patches]
    assert len(drawn) == 2 + 5 + 20
    assert axes.get_aspect() == 1
    boxes = [(points.min(axis=0), points.max(axis=0)) for points in drawn]
    assert np.allclose(np.ptp(drawn[0], axis=0), [280, 280])
    for number, (low, high) in enumerate(boxes[1:], 1):
        for other_low, other_high in boxes[number + 1 :]:
            assert (high <= other_low).any() or (other_high <= low).any()


def test_the_picture_that_ships_shows_the_pieces_in_their_colours():
    picture = Image.open(io.BytesIO((models_dir() / "villa_paletti" / "preview.png").read_bytes())).convert("RGB")
    seen = {colour for _, colour in picture.getcolors(1 << 20)}
    base = game_pieces().base
    for colour in (base.colour, base.site_colour, *(floor.colour for floor in game_pieces().floors.values())):
        assert tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5)) in seen
