"""Films: what they hold of a record, what lies between two frames, and what becomes of them."""

import base64
import io
import json
import re

import numpy as np
import pytest
from PIL import Image, ImageSequence

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.again import checked_again, differences
from paletti_sim.stability.check import Checker
from paletti_sim.stability.record import Clip, Record, pack, unpack
from paletti_sim.tower.scenario import read_scenario, write_scenario
from paletti_sim.views.animation import MOST_FRAMES, gif
from paletti_sim.views.motion import Motion, Part, joined, of_record, still, thinned
from paletti_sim.views.player import page

MB = 1_000_000


def recorded(name):
    given = read_scenario(name)
    checker = Checker(
        given.tower, given.columns, given.floors, scenario=given.name, preset=PRESETS["accurate"], film=True
    )
    return unpack(pack(write_scenario(given, given.tower), checker.ask_all(given.moves)))


@pytest.fixture(scope="module")
def fall():
    return recorded("late-mistake")


def test_a_film_begins_with_the_tower_and_ends_as_the_record_does(fall):
    motion = of_record(fall)
    tower = read_scenario("late-mistake").tower
    assert {part.name for part in motion.parts} == {piece.name for piece in tower.pieces}
    names = [part.name for part in motion.parts]
    last = fall.clips[-1]
    ends = motion.poses[-1][[names.index(name) for name in last.names]]
    assert np.array_equal(ends, last.poses[-1])
    gone = np.isnan(motion.poses[-1, :, 0])
    assert {name for name, away in zip(names, gone, strict=True) if away} == {"red-thin-2"}
    assert (np.diff(motion.seconds) > 0).all()
    assert motion.captions[-1].words.startswith("TOPPLES: The villa topples when red-thin-2 is taken.")
    assert [caption.timed for caption in motion.captions] == [False, True, True]


def test_between_two_frames_is_the_straight_line_and_the_nearer_turn():
    part = Part("a", "column", "#ffffff", read_scenario("first-move").tower.columns[0].piece.outline, 0.09)
    half = np.sqrt(0.5)
    poses = np.array([[[0, 0, 0, 0, 0, 0, 1]], [[2, 4, 6, 0, 0, -half, -half]]], dtype=np.float32)
    motion = Motion("", (), (part,), np.array([0, 2], dtype=np.float32), poses, ())
    between = motion.at(1.0)[0]
    assert between[:3] == pytest.approx([1, 2, 3])
    angle = 2 * np.arctan2(between[5], between[6])
    assert np.degrees(angle) == pytest.approx(45, abs=1e-4)
    assert np.array_equal(motion.at(-1)[0], poses[0, 0])
    assert np.array_equal(motion.at(9)[0], poses[1, 0])


def test_what_comes_or_goes_does_so_at_once():
    part = Part("a", "column", "#ffffff", read_scenario("first-move").tower.columns[0].piece.outline, 0.09)
    there = [0, 0, 0, 0, 0, 0, 1]
    poses = np.array([[there], [[np.nan] * 7], [there]], dtype=np.float32)
    motion = Motion("", (), (part,), np.array([0, 1, 2], dtype=np.float32), poses, ())
    assert np.array_equal(motion.at(0.999)[0], np.array(there, dtype=np.float32))
    assert np.isnan(motion.at(1.5)).all()


def test_thinning_leaves_out_only_frames_in_which_nothing_moves():
    poses = np.zeros((7, 1, 7), dtype=np.float32)
    poses[:, 0, 6] = 1
    poses[4:, 0, 0] = [0.001, 0.002, 0.002]
    seconds, kept = thinned(np.arange(7.0), poses)
    assert seconds.tolist() == [0, 3, 4, 5, 6]
    assert kept[:, 0, 0].tolist() == poses[[0, 3, 4, 5, 6], 0, 0].tolist()


@pytest.mark.parametrize(
    "clip",
    [
        Clip("take", ("red-hex",), True, np.zeros(2, np.float32), np.zeros((1, 1, 7), np.float32)),
        Clip("take", ("red-hex",), True, np.zeros(0, np.float32), np.zeros((0, 1, 7), np.float32)),
    ],
)
def test_damaged_stages_are_refused(clip):
    with pytest.raises(PalettiError, match="damaged"):
        joined([clip], ["red-hex"])


def test_a_record_of_pieces_that_its_scenario_does_not_have_is_refused(fall):
    clip = fall.clips[0]
    odd = Clip(clip.stage, ("nobody", *clip.names[1:]), False, clip.seconds, clip.poses)
    with pytest.raises(PalettiError, match="'nobody'"):
        of_record(Record(fall.scenario, fall.verdicts, (odd,)))


FILM = re.compile(r'(<script id="film" type="application/json">)(.*?)(</script>)', re.DOTALL)


def without_data(text):
    return FILM.sub(r"\1\3", text)


def data_of(text):
    return json.loads(FILM.search(text)[2])


def test_the_page_holds_the_film_and_asks_nobody(fall):
    motion = of_record(fall)
    text = page(motion)
    assert len(text.encode()) < 3 * MB
    assert (
        re.findall(r"https?:|src=|href=(?!\"data:,\")|url\(|import|fetch|XMLHttp|WebSocket", without_data(text)) == []
    )
    assert "default-src 'none'" in text
    held = data_of(text)
    poses = np.frombuffer(base64.b64decode(held["poses"]), "<f4").reshape(motion.poses.shape)
    assert np.array_equal(poses, motion.poses, equal_nan=True)
    assert np.array_equal(np.frombuffer(base64.b64decode(held["seconds"]), "<f4"), motion.seconds)
    assert [part["name"] for part in held["parts"]] == [part.name for part in motion.parts]
    assert page(motion) == text


def test_nothing_in_a_title_can_become_a_script():
    motion = still(read_scenario("first-move").tower, "</script><script>alert(1)</script>[[SCRIPT]]")
    text = page(motion)
    assert text.count("<script") == 2
    assert without_data(text).count("[[SCRIPT]]") == 1
    assert text.index('"use strict"') > text.index('id="film"')
    assert data_of(text)["title"] == motion.title


def long_fall(seconds=10.0, pieces=25):
    """A fall of ten seconds in which everything moves in every frame."""
    tower = read_scenario("late-villa").tower
    start = still(tower, "long")
    extra = pieces - len(start.parts)
    parts = (*start.parts, *start.parts[:extra])
    one = np.concatenate([start.poses[0], start.poses[0][:extra]])
    times = np.arange(0, seconds, 1 / 60, dtype=np.float32)
    poses = np.repeat(one[None], len(times), axis=0)
    rng = np.random.default_rng(1)
    poses[..., :2] += times[:, None, None] * rng.uniform(-0.03, 0.03, (len(one), 2)).astype(np.float32)
    turn = times[:, None] * rng.uniform(-1, 1, len(one)).astype(np.float32)
    poses[..., 3:] = np.stack([np.sin(turn / 2), 0 * turn, 0 * turn, np.cos(turn / 2)], axis=-1)
    return Motion("long", start.fixed, parts, times, poses, ())


def test_a_fall_of_ten_seconds_and_25_pieces_is_a_page_of_less_than_3_mb():
    motion = long_fall()
    assert motion.poses.shape == (600, 25, 7)
    assert len(page(motion).encode()) < 3 * MB


def test_an_animation_plays_in_true_time_with_one_palette(fall):
    motion = of_record(fall)
    shown = []
    data, count = gif(motion, (160, 160), lambda done, needed: shown.append((done, needed)))
    assert shown[-1] == (count, count)
    assert count <= MOST_FRAMES + 2
    with Image.open(io.BytesIO(data)) as image:
        assert image.size == (160, 160)
        assert image.info["loop"] == 0
        pictures = [
            (frame.info["duration"], np.asarray(frame.convert("RGB"))) for frame in ImageSequence.Iterator(image)
        ]
    # the last picture stays for one and a half seconds, whatever is left of the film before it
    assert sum(duration for duration, _ in pictures) / 1000 == pytest.approx(motion.length_s + 1.5, abs=0.061)
    first, last = pictures[0][1], pictures[-1][1]
    upper = slice(0, 60)
    assert (first[upper] < 250).any(axis=2).mean() > 0.05  # the tower reaches up there
    assert (last[upper] < 250).any(axis=2).mean() < 0.001  # and lies below in the end


def test_a_record_computed_again_is_the_same(fall):
    assert differences(fall, checked_again(fall)) == []


def test_what_was_changed_in_a_record_is_found(fall):
    clip = fall.clips[-1]
    poses = clip.poses.copy()
    poses[3, 2, 0] += 0.005
    verdict = fall.verdicts[0] | {"outcome": "holds"}
    changed = Record(
        fall.scenario, (verdict,), (fall.clips[0], Clip(clip.stage, clip.names, True, clip.seconds, poses))
    )
    found = differences(changed, checked_again(changed))
    assert found == [
        "verdict 1: outcome was 'holds', now 'topples'",
        "take: the pieces move otherwise, by up to 5 mm",
    ]


@pytest.mark.parametrize("name", ["green-floor", "in-a-row", "scary-move"])
def test_records_of_all_kinds_of_moves_are_the_same_again(name):
    record = recorded(name)
    assert differences(record, checked_again(record)) == []
    assert of_record(record).length_s > 0


def test_a_record_that_does_not_say_what_was_asked():
    with pytest.raises(PalettiError, match="does not say what was asked"):
        checked_again(Record("schema: paletti/scenario@1\nname: a\ntower: [{floor: base}]\n", ({"move": 3},), ()))
