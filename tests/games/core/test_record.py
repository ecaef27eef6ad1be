"""Records, replay and series."""

from __future__ import annotations

import json
from functools import partial

import pytest

from paletti_sim.games import find_game, ready
from paletti_sim.games.core.errors import RecordError
from paletti_sim.games.core.match import play
from paletti_sim.games.core.record import Player, parse_record, read_records, record
from paletti_sim.games.core.replay import replay, setup_of, verify
from paletti_sim.games.core.series import Plan, _with_actors, play_numbers, run, seating
from tests.games.core import toy

SETUP = find_game("villannex").setup(2, {"rounds": 2})


def recorded(bots=("greedy", "random"), seed=3, setup=SETUP, judge=None):
    played = play(setup, [setup.game.bot(name, setup) for name in bots], seed, judge)
    players = [Player(name=f"{name} {k}", by=name) for k, name in enumerate(bots)]
    return record(setup, players, seed, _with_actors(setup, seed, played.actions), played.state)


LINE = recorded().line()


def changed(**changes):
    return json.dumps({**json.loads(LINE), **changes})


def test_a_record_survives_its_file(tmp_path):
    file = tmp_path / "r"
    file.write_text(LINE)
    (read,) = read_records(file)
    assert read == recorded()
    assert read.line() == LINE
    file.write_text(json.dumps(json.loads(LINE), indent=2))
    assert read_records(file) == [read]
    file.write_text(LINE * 3)
    assert read_records(file) == [read] * 3


@pytest.mark.parametrize("letter", ["\x1b", "\x00", "\n", "\x7f", "\x9b", "\u202e"])
def test_control_characters_in_a_record_are_damage(letter):
    doc = json.loads(LINE)
    for field in ("name", "by"):
        players = [{**doc["players"][0], field: f"Ana{letter}[2J"}, doc["players"][1]]
        with pytest.raises(RecordError) as error:
            parse_record(changed(players=players), "x")
        assert str(error.value) == (
            f"x: this record is damaged: players.0.{field}: has characters that cannot be printed"
        )
    for field in ("game", "data", "state"):
        with pytest.raises(RecordError, match=f"damaged: {field}: has characters that cannot be printed"):
            parse_record(changed(**{field: f"a{letter}"}), "x")


def test_replaying_gives_the_same_states_and_verifying_the_same_choices():
    read = parse_record(LINE, "x")
    last = list(replay(read, setup_of(read, SETUP.game)))[-1].after
    assert last.outcome.to_json() == read.outcome
    result = verify(read, setup_of(read, SETUP.game))
    assert (result.same, result.actions, result.decided_again) == (True, 16, 16)


def test_verifying_notices_another_choice_outcome_and_state():
    doc = json.loads(LINE)
    other = next(done for done in doc["actions"] if "frame" in done["do"] and done["do"]["frame"] == 1)
    other["do"]["frame"] = 2
    result = verify(parse_record(json.dumps(doc), "x"), SETUP)
    assert not result.same
    assert "decides otherwise now" in result.differences[0]
    doc = json.loads(LINE)
    doc["outcome"]["scores"][0] += 1
    assert verify(parse_record(json.dumps(doc), "x"), SETUP).differences == ("the outcome is another one",)
    result = verify(parse_record(changed(state="0" * 16), "x"), SETUP)
    assert result.differences == ("the last state is another one",)


def test_what_people_chose_is_not_decided_again():
    doc = json.loads(LINE)
    doc["players"][1]["by"] = "human"
    result = verify(parse_record(json.dumps(doc), "x"), SETUP)
    assert (result.same, result.decided_again) == (True, 8)


def test_an_unfinished_record_is_verified_too():
    doc = json.loads(LINE)
    read = parse_record(changed(actions=doc["actions"][:5], outcome=None), "x")
    steps = list(replay(read, SETUP))
    assert len(steps) == 5
    assert verify(read, SETUP).differences == ("the last state is another one",)


def test_rulings_are_in_the_record_and_judged_anew_when_verified():
    pegs = toy.GAME.setup(2)
    read = recorded(("careful", "careful"), 0, pegs, toy.Steady())
    assert any(done.by == -1 for done in read.actions)
    assert verify(read, pegs, toy.Steady()).same
    assert list(replay(read, pegs))[-1].after.outcome is not None  # without a judge
    other = verify(read, pegs, toy.Steady(-1.0))
    assert "the judge decides otherwise now" in other.differences[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no complete JSON"),
        (LINE[:200], "no complete JSON"),
        ("[]", "no record of a game"),
        ("{}", "it has no schema"),
        ("[" * 100000, "no complete JSON"),
        (changed(schema="paletti/scenario@1"), "'paletti/scenario@1'"),
        (changed(seed=-1), "seed"),
        (changed(seed="3"), "seed"),
        (changed(seed=3.5), "seed"),
        (changed(players=[]), None),
        (changed(actions=[{"by": 0}]), "actions.0.do"),
        (changed(actions=5), "actions"),
        (changed(extra=1), "extra"),
        (changed(options={"rounds": [1]}), "options"),
        (changed(options=5), "options: must be a mapping"),
        (changed(game=5), "game: must be text"),
        (changed(outcome=[]), "outcome: must be a mapping"),
        (changed(actions=[{"by": -2, "do": {}}]), "actions.0.by: must be at least -1"),
    ],
)
def test_a_damaged_record_is_one_clear_sentence(text, says):
    if says is None:
        read = parse_record(text, "f")
        with pytest.raises(RecordError, match="1 to 4 players"):
            setup_of(read, SETUP.game)
        return
    with pytest.raises(RecordError) as caught:
        parse_record(text, "f")
    said = str(caught.value)
    assert said.startswith("f: this")
    assert says in said
    assert len(said) < 300
    assert "\n" not in said
    assert "nput should" not in said


def damaged(change):
    doc = json.loads(LINE)
    change(doc)
    return parse_record(json.dumps(doc), "f")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda doc: doc["actions"].append(doc["actions"][-1]), "after the end"),
        (lambda doc: doc["actions"][0].update(by=1), "of player 1, but player 0"),
        (lambda doc: doc["actions"][0].update(do={"build": ["cook", "walls"]}), "against rule X-11"),
        (lambda doc: doc["actions"][0].update(do={"fly": 1}), "no action of villannex"),
        (lambda doc: doc["actions"][0].update(do={"select": 4}), "no action of villannex"),
    ],
)
def test_a_record_that_cannot_be_played_says_where(change, says):
    with pytest.raises(RecordError, match=says):
        list(replay(damaged(change), SETUP))


def test_a_record_of_other_cards_or_options_is_refused():
    with pytest.raises(RecordError, match="other data"):
        setup_of(damaged(lambda doc: doc.update(data="0" * 16)), SETUP.game)
    with pytest.raises(RecordError, match="damaged"):
        setup_of(damaged(lambda doc: doc["options"].update(rounds=7)), SETUP.game)
    with pytest.raises(RecordError, match="damaged"):
        setup_of(damaged(lambda doc: doc["options"].update(colour=7)), SETUP.game)


def test_seats_rotate_so_that_every_bot_sits_everywhere_equally_often():
    for players in (1, 2, 3, 4):
        for seat in range(players):
            assert sorted(seating(number, players)[seat] for number in range(players)) == list(range(players))


def plan(games=12, seed=1, records=True, bots=("greedy", "random", "random")):
    return Plan(partial(ready, "villannex", len(bots), {}), bots, games, seed, records=records)


def test_a_series_adds_up_and_its_records_are_its_games():
    lines = []
    tally = run(plan(), told=lambda one: lines.append(one.line))
    results = tally.to_json()
    assert results["games"] == len(lines) == 12
    assert sum(bot["share"] for bot in results["bots"]) == pytest.approx(1)
    won = [0.0, 0.0, 0.0]
    for number, line in enumerate(lines):
        read = parse_record(line, "x")
        assert verify(read, setup_of(read, SETUP.game)).same
        assert [player.by for player in read.players] == [plan().bots[k] for k in seating(number, 3)]
        for seat in read.outcome["winners"]:
            won[seating(number, 3)[seat]] += 1 / len(read.outcome["winners"])
    assert [bot["share"] * 12 for bot in results["bots"]] == pytest.approx(won, abs=1e-4)


def test_the_result_does_not_depend_on_the_number_of_workers():
    one, two = run(plan(40, bots=("random", "random"))), run(plan(40, bots=("random", "random")), jobs=2)
    assert one.to_json() == two.to_json()
    assert play_numbers(plan(40), [7]) == play_numbers(plan(8), range(8))[7:]


def test_facts_have_their_own_number_of_trials():
    results = run(plan(60, records=False, bots=("random",))).to_json()
    facts = results["facts"]
    assert facts["round 1 cleared"]["of"] == 60
    assert facts["round 2 cleared"]["of"] == facts["round 1 cleared"]["yes"]
    assert sum(end["games"] for end in results["ends"].values()) == 60
