"""MJCF worlds as scenarios: the same as MuJoCo itself reads, and what is refused, with its reason."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest

from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.stability.check import Checker
from paletti_sim.tower.mjcf import mjcf
from paletti_sim.tower.mjcf_reading import read_mjcf
from paletti_sim.tower.mjcf_reading.geometry import Angles, rotation
from paletti_sim.tower.move import STAND
from paletti_sim.tower.scenario import read_scenario

FREE = "<freejoint/>"


def world(bodies, ground='<geom type="plane" size="1 1 .1"/>', more=""):
    return f'<mujoco model="m">{more}<worldbody>{ground}\n{bodies}</worldbody></mujoco>'


def box(name="a", at="0 0 .05", size=".05 .04 .05", inside=FREE, more="", geom=""):
    return f'<body name="{name}" pos="{at}" {more}>{inside}<geom type="box" size="{size}" {geom}/></body>\n'


@pytest.fixture
def read(tmp_path):
    def call(text):
        path = tmp_path / "some-world.xml"
        path.write_text(text)
        return read_mjcf(path)

    return call


def faults(read, text):
    with pytest.raises(FileFaultsError) as error:
        read(text)
    return str(error.value).splitlines()


@pytest.mark.parametrize("name", ["leaning-stack", "past-the-edge", "rocks-and-stands"])
def test_a_tower_that_was_written_comes_back(read, name):
    given = read_scenario(name).tower
    found = read(mjcf(given))
    assert found.notes == ()
    assert [level.name for level in found.scenario.tower.levels] == [level.name for level in given.levels]
    for one, other in zip(found.scenario.tower.pieces, given.pieces, strict=True):
        assert (one.name, one.upon, one.piece.outline.kind) == (other.name, other.upon, other.piece.outline.kind)
        assert one.at_m == pytest.approx(other.at_m, abs=1e-9)
        assert one.piece.mass_kg == pytest.approx(other.piece.mass_kg, rel=1e-9)
        assert one.piece.height_m == pytest.approx(other.piece.height_m, rel=1e-9)
        assert one.piece.outline.size == pytest.approx(other.piece.outline.size, rel=1e-9)
    assert found.scenario.tower.setting == given.setting


MANNERS = """
<mujoco model="Many Manners">
  <compiler angle="degree" eulerseq="zyx"/>
  <option gravity="0.1 0 -9.8"/>
  <default>
    <geom type="box" density="700" friction="0.5 0.005 0.0001"/>
    <default class="round"><geom type="cylinder" size=".015 .045" rgba="1 0 0 1"/>
      <default class="heavy"><geom density="2000"/></default></default>
  </default>
  <worldbody>
    <light pos="0 0 1"/><camera name="c"/>
    <geom type="plane" size="0 0 1" pos="0 0 .1" friction="0.5"/>
    <body name="Turned" pos="0 0.2 .13" euler="30 0 0"><freejoint/><geom size=".02 .03 .03"/></body>
    <body name="on its side" pos="0.2 0 .12" euler="20 90 0"><joint type="free"/><geom size=".02 .03 .04"/></body>
    <body name="quaternion" pos="-.2 0 .145" quat="0.9 0 0 0.3"><freejoint/><geom class="round"/></body>
    <body pos="0 -.2 .145" childclass="heavy" axisangle="0 0 2 45"><freejoint/><geom pos="0.01 0 0"/></body>
    <body name="weighed" pos=".2 .2 .12" xyaxes="0 1 0 -1 0.2 0"><freejoint/>
      <inertial pos="0 0 0" mass="0.3" diaginertia="1e-3 1e-3 1e-3"/><geom size=".03 .01 .02"/></body>
    <body name="down" pos="-.2 -.2 .145" zaxis="0 0 -1"><freejoint/><geom class="round" mass=".07"/></body>
  </worldbody>
</mujoco>
"""


def test_all_manners_of_writing_mean_what_mujoco_takes_them_for(read):
    found = read(MANNERS).scenario.tower
    model = mujoco.MjModel.from_xml_string(MANNERS)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert len(found.columns) == model.nbody - 1 == 6
    for k, column in enumerate(found.columns, 1):
        name = {"turned": "Turned", "on-its-side": "on its side", "body-4": ""}.get(column.name, column.name)
        k = next(n for n in range(1, model.nbody) if model.body(n).name == name)  # noqa: PLW2901
        assert column.at_m == pytest.approx(data.xipos[k, :2], abs=1e-9), column.name
        assert column.piece.mass_kg == pytest.approx(model.body_mass[k], rel=1e-9), column.name
        geom = model.body_geomadr[k]
        # the box around the geom in the world, from its own axes
        if column.piece.outline.kind == "box":
            half = np.abs(data.geom_xmat[geom].reshape(3, 3)) @ model.geom_size[geom]
            x0, y0, x1, y1 = column.plan.bounds
            assert (x1 - x0, y1 - y0, column.piece.height_m) == pytest.approx(2 * half, rel=1e-9), column.name
        else:
            radius, half_height = model.geom_size[geom][:2]
            assert (column.piece.outline.size[0], column.piece.height_m) == pytest.approx((2 * radius, 2 * half_height))
    assert found.setting.friction == 0.5
    assert math.tan(found.setting.tilt_rad) == pytest.approx(0.1 / 9.8)
    assert found.setting.towards_rad == 0
    assert found.by_name["quaternion"].piece.colour == "#ff0000"


@pytest.mark.parametrize(
    ("attributes", "angles"),
    [
        ({"euler": "10 20 30"}, Angles()),
        ({"euler": ".1 .2 .3"}, Angles(True, "XYZ")),
        ({"euler": "10 20 30"}, Angles(False, "zXy")),
        ({"quat": "1 2 3 4"}, Angles()),
        ({"axisangle": "1 1 0 60"}, Angles()),
        ({"xyaxes": "1 .2 0 0 1 .4"}, Angles()),
        ({"zaxis": "1 2 -3"}, Angles()),
        ({"zaxis": "0 0 -1"}, Angles()),
    ],
)
def test_rotations_are_those_of_mujoco(attributes, angles):
    ((name, value),) = attributes.items()
    unit = "radian" if angles.radians else "degree"
    text = (
        f'<mujoco><compiler angle="{unit}" eulerseq="{angles.axes}"/><worldbody>'
        f'<body {name}="{value}"><geom size="1"/></body></worldbody></mujoco>'
    )
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert np.allclose(rotation(attributes, angles), data.xmat[1].reshape(3, 3), atol=1e-9)


def test_what_stands_on_what(read):
    """A portal with a beam upon it, and a block beside: nothing is above or below everything, so all are columns."""
    legs = box("leg-1", "-.1 0 .05", ".02 .02 .05") + box("leg-2", ".1 0 .05", ".02 .02 .05")
    beam = box("beam", "0 0 .11", ".15 .02 .01")
    found = read(world(box("top", "0 0 .14", ".02 .02 .02") + beam + legs + box("beside", "0 .3 .08", ".02 .02 .08")))
    (level,) = found.scenario.tower.levels
    upon = {column.name: column.upon for column in level.columns}
    assert upon == {"leg-1": (), "leg-2": (), "beside": (), "beam": ("leg-1", "leg-2"), "top": ("beam",)}
    without = read(world(box("top", "0 0 .14", ".02 .02 .02") + beam + legs))
    assert [level.name for level in without.scenario.tower.levels] == ["base", "beam"]
    assert [column.name for column in without.scenario.tower.top.columns] == ["top"]


def test_what_is_read_answers_as_it_stands_there(read):
    legs = box("leg-1", "-.1 0 .05", ".02 .02 .05") + box("leg-2", ".1 0 .05", ".02 .02 .05")
    for shift, outcome in ((0.0, "holds"), (0.13, "topples")):
        text = world(legs + box("beam", f"{shift} 0 .11", ".15 .02 .01"))
        scenario = read(text).scenario
        verdict = Checker(scenario.tower, scenario.columns, scenario.floors).ask(STAND).verdict
        assert verdict.outcome == outcome
        model = mujoco.MjModel.from_xml_string(text)
        data = mujoco.MjData(model)
        for _ in range(500):
            mujoco.mj_step(model, data)
        assert (data.xpos[3, 2] > 0.1) == (outcome == "holds")


def test_a_fixed_body_is_the_base_and_the_middle_of_the_world(read):
    ground = '<geom type="box" size=".2 .1 .01" pos="1 2 .5" friction=".4"/>'
    found = read(world(box(at="1.05 2 .56", geom='friction=".4"'), ground)).scenario.tower
    assert found.base.outline.size == pytest.approx((0.4, 0.2))
    assert found.columns[0].at_m == pytest.approx((0.05, 0))


def test_small_gaps_are_closed_and_frictions_differ_and_both_is_said(read):
    text = world(box(at="0 0 .0504", geom='friction=".3"') + box("b", "0 0 .1498", geom='friction=".6"'))
    found = read(text)
    assert found.scenario.tower.setting.friction == 0.3
    assert list(found.notes) == [
        "friction is 0.3, 0.6, 1 there; a scenario has one, and has the least",
        "gaps and overlaps of up to 0.6 mm are closed",
    ]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (box(inside=""), "it is fixed: only free bodies are read"),
        (box(inside="<joint type='slide'/>"), "it moves on a joint (slide)"),
        (box(inside="<joint/>"), "it moves on a joint (hinge)"),
        (box(inside=FREE + "<body><geom size='1'/></body>"), "it carries other bodies"),
        (box(inside=FREE + '<geom size="1"/>'), "it has 2 geoms: wants one"),
        (box(inside=FREE + "<frame/>"), "it holds <frame>"),
        (box(more='mocap="true"'), "it is moved by hand"),
        (box(more='euler="0 3 0"'), "it does not stand upright but leans by 3 degrees"),
        (box(size=".1 .1"), "wants 3 numbers (got '.1 .1')"),
        (box(size=".1 .1 0"), "its size is not greater than 0"),
        (box(size=".1 .1 x"), "wants 3 numbers (got '.1 .1 x')"),
        (box(geom='mass="0"'), "it has no mass"),
        (box(geom='class="none"'), "there is no default class 'none'"),
        (box(geom='fromto="0 0 0 0 0 1"'), "its geom is given from end to end"),
        (box(more='quat="0 0 0 0"'), "an axis of length 0"),
        (box(inside=FREE + '<inertial pos="0 0 .01" mass="1"/>'), "its centre of mass is not in the middle"),
        ("<body name='a'><freejoint/><geom size='.1'/></body>", "its geom is a sphere: only boxes and cylinders"),
        (box(at="0 0 .06"), "it hangs in the air, 10 mm above what is under it"),
        (box(at="0 0 .04"), "it reaches 10 mm into what is under it"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_reason(read, body, words):
    lines = faults(read, world(box("fine", at="1 1 .05") + body))
    assert len(lines) == 1
    assert ":3:1: body a: " in lines[0]
    assert words in lines[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<mujoco><worldbody>", "1:20: XML: this is no XML"),
        ("no", "this is no XML"),
        ("<sdf/>", "an MJCF file begins with <mujoco>"),
        ("<mujoco/>", "there is no <worldbody>"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><mujoco/>', "document types are not read"),
        (world(""), "there is no free body in it"),
        (world(box(), ""), "there is nothing fixed: wants one ground"),
        (world(box(), '<geom type="plane"/><geom type="plane"/>'), "there are 2 fixed things: wants one ground"),
        (world(box(), '<geom type="plane" euler="5 0 0"/>'), "a plane that is not level: tilt gravity instead"),
        (world(box(), more='<option gravity="0 0 9"/>'), "gravity does not point down"),
        (world(box(), more='<include file="b.xml"/>'), "other files are not read"),
        (world(box() + "<replicate/>"), "<replicate>: only bodies and geoms are read here"),
    ],
)
def test_what_is_no_such_world_is_said(read, text, words):
    assert words in "\n".join(faults(read, text))


def test_all_faults_come_at_once(read):
    text = world(box("a", inside="") + box("b", "1 0 .05", more='mocap="true"') + box("c", "2 0 .05", ".1"))
    assert [line.split(": ")[1] for line in faults(read, text)] == ["body a", "body b", "body c"]


def test_bodies_in_one_place_are_a_fault(read):
    with pytest.raises(PalettiError, match=r"as a scenario it would have faults: .*b overlaps a"):
        read(world(box("a") + box("b", "0.01 0 .05")))


def test_names_become_ids_each_once(read):
    bodies = "".join(box(name, f"{k} 0 .05") for k, name in enumerate(["Big Box", "big-box", "base", "", "7"]))
    found = read(world(bodies)).scenario.tower.columns
    assert sorted(column.name for column in found) == ["base-piece", "big-box", "big-box-2", "body-4", "body-7"]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(PalettiError, match=r"cannot read .*none\.xml: No such file"):
        read_mjcf(tmp_path / "none.xml")
    large = tmp_path / "large.xml"
    large.write_text("<mujoco>" + " " * (1 << 20) + "</mujoco>")
    with pytest.raises(PalettiError, match="larger than"):
        read_mjcf(large)
