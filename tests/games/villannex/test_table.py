"""The game for two to four: X-1 to X-15, X-27 to X-31 and the rulings on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paletti_sim.games.core.errors import IllegalActionError, OptionError
from paletti_sim.games.villannex.actions import Build, Keep, NameNext, Produce, Select, Show, read_action
from paletti_sim.games.villannex.cards import CardSet
from paletti_sim.games.villannex.common import score_round
from paletti_sim.games.villannex.setup import VillannexSetup
from tests.games.villannex.helpers import advance, in_phase, played, setup


@pytest.mark.rule("X-1")
def test_there_are_24_buildings_and_8_occupations():
    kinds = [card.kind for card in setup().cards.cards]
    assert (kinds.count("building"), kinds.count("occupation"), len(kinds)) == (24, 8, 32)


@pytest.mark.rule("X-2")
def test_every_card_has_a_name_an_effect_and_frames():
    for card in setup().cards.cards:
        assert card.name
        assert card.effects
        assert 2 <= len(card.frames) <= 3, card.name
        assert all(1 <= sum(frame) <= 3 for frame in card.frames), card.name
    assert len({card.name for card in setup().cards.cards}) == 32


@pytest.mark.rule("X-3")
def test_a_village_is_two_cards():
    for players in (2, 3, 4):
        state = played(players=players)
        assert [len(village) for village in state.rounds[0]] == [2] * players


@pytest.mark.rule("X-6")
def test_points_depend_on_all_cards_on_the_table():
    state = played(seed=4)
    cards, (one, two) = setup().cards, state.rounds[0]
    in_play = {card for village in (one, two) for card, _ in village}
    for other in cards.ids:
        if other not in in_play:
            changed = score_round(cards, [((two[0], (other, 0)),), (one, two)], 1).totals
            if changed != state.totals[0]:
                return
    pytest.fail("no card changed anything")


@pytest.mark.rule("X-9")
def test_six_secret_cards_each():
    state = setup(4).new(1)
    assert [len(hand) for hand in state.hands] == [6] * 4
    assert len(state.deck) == 8
    view = state.view(2)
    assert view.hand == state.hands[2]
    others = {card for seat in (0, 1, 3) for card in state.hands[seat]} | set(state.deck)
    assert not any(card in repr(view) for card in others)


@pytest.mark.rule("X-10")
def test_all_act_at_the_same_time_and_a_commit_does_not_show():
    state = setup(3).new(2)
    for _ in range(2):
        views = {after.view(2) for after in map(state.apply, state.legal_actions())}
        assert len(views) == 1
        state = state.apply(state.legal_actions()[-1])
    assert len({after.view(2) for after in map(state.apply, state.legal_actions())}) == 15


@pytest.mark.rule("X-11")
def test_four_of_six_are_chosen_and_shown_and_two_set_aside():
    state = setup(2).new(3)
    assert len(state.legal_actions()) == 15
    chosen = state.legal_actions()[7]
    hand = state.hands[0]
    after = advance(state.apply(chosen), until=in_phase("build"))
    assert after.shown[0] == chosen.cards
    assert set(after.aside[0]) == set(hand) - set(chosen.cards)
    assert after.view(1).shown[0] == chosen.cards
    assert not any(card in repr(after.view(1)) for card in after.aside[0])


@pytest.mark.rule("X-12")
def test_the_four_are_taken_back():
    state = advance(setup(2).new(3), until=in_phase("build"))
    assert state.hands == state.shown


@pytest.mark.rule("X-13")
@pytest.mark.rule("X-G5")
def test_two_of_the_four_and_exactly_one_frame_each():
    state = advance(setup(2).new(3), until=in_phase("build"))
    builds = state.legal_actions()
    assert len(builds) == 6
    assert all(isinstance(action, Build) and set(action.cards) <= set(state.hands[0]) for action in builds)
    state = state.apply(builds[0])
    for card in builds[0].cards:
        frames = state.legal_actions()
        number = len(setup().cards.by_id[card].frames)
        assert frames == tuple(Produce(card, frame) for frame in range(1, number + 1))
        with pytest.raises(IllegalActionError, match="X-13"):
            state.apply(Produce(card, number + 1))
        state = state.apply(frames[-1])
    assert state.actor == 1
    assert state.view(1).rounds == ()
    done = advance(state)
    assert all(frame > 0 for village in done.rounds[0] for _, frame in village)
    assert all(len(hand) == 2 for hand in done.hands)


@pytest.mark.rule("X-13")
def test_villages_are_secret_until_the_last_one_is_built():
    state = advance(setup(2).new(5), until=in_phase("build"))
    views = set()
    for build in state.legal_actions():
        after = state.apply(build)
        for frame in after.legal_actions():
            views.add(after.apply(frame).view(1))
    assert len(views) == 1


@pytest.mark.rule("X-14")
def test_all_is_revealed_and_the_highest_wins():
    for seed in range(30):
        state = played(seed=seed, players=3)
        scores = state.totals[0]
        assert state.outcome.scores == scores
        assert state.outcome.winners == {seat for seat, points in enumerate(scores) if points == max(scores)}
        assert state.view(None).rounds == state.rounds


@pytest.mark.rule("X-15")
def test_there_is_no_limit_of_time():
    with pytest.raises(OptionError, match="no option 'time'"):
        setup().game.setup(2, {"time": "60"})


@pytest.mark.rule("X-G4")
def test_a_tie_is_a_shared_victory():
    state = replace(played(players=3), totals=((7, 7, 3),))
    assert state.outcome.winners == {0, 1}
    assert state.outcome.reason == "tie"


@pytest.mark.rule("X-G6")
def test_a_card_without_frames_produces_nothing():
    plain = setup()
    bare = CardSet(tuple(replace(card, frames=()) for card in plain.cards.cards))
    state = advance(VillannexSetup(plain.game, 2, plain.options, bare).new(0))
    assert all(frame == 0 for village in state.rounds[0] for _, frame in village)
    result = score_round(bare, state.rounds, 0)
    assert result.productions == ((0, 0, 0, 0), (0, 0, 0, 0))


@pytest.mark.rule("X-27")
def test_draft_keeps_one_and_passes_the_rest_to_the_left():
    state = setup(3, draft="show").new(0)
    first = state.packs
    kept = []
    for seat in range(3):
        assert state.legal_actions() == tuple(Keep(card) for card in first[seat])
        kept.append(state.legal_actions()[seat].card)
        state = state.apply(state.legal_actions()[seat])
    for seat in range(3):
        assert state.hands[seat] == (kept[seat],)
        assert set(state.packs[(seat + 1) % 3]) == set(first[seat]) - {kept[seat]}
    for _ in range(5 * 3 - 3):
        state = state.apply(state.legal_actions()[0])
    assert state.phase == "select"
    assert [len(hand) for hand in state.hands] == [6, 6, 6]
    assert {card for hand in state.hands for card in hand} == {card for pack in first for card in pack}


@pytest.mark.rule("X-G8")
def test_the_last_card_of_a_draft_is_simply_kept():
    state = setup(2, draft="show").new(0)
    picks = 0
    while state.phase == "draft":
        assert len(state.legal_actions()) > 1
        state = state.apply(state.legal_actions()[0])
        picks += 1
    assert picks == 2 * 5


@pytest.mark.rule("X-G7")
@pytest.mark.rule("X-27")
def test_a_draft_may_skip_the_showing():
    state = advance(setup(2, draft="skip").new(0), until=lambda s: s.phase != "draft")
    assert state.phase == "build"
    assert len(state.legal_actions()) == 15
    assert state.view(1).shown == ((), ())
    assert advance(setup(2, draft="show").new(0), until=lambda s: s.phase != "draft").phase == "select"


@pytest.mark.rule("X-28")
def test_villages_of_the_first_round_form_the_common_area():
    first = advance(setup(2, rounds=2).new(0), until=lambda s: len(s.rounds) == 1)
    area = first.view(0).common
    assert set(area) == {card for village in first.rounds[0] for card, _ in village}
    last = advance(first)
    own = [setup().cards.production(village) for village in last.rounds[1]]
    result = score_round(setup().cards, last.rounds, 1)
    assert result.productions == tuple(own)  # frames of the common area are ignored
    assert last.totals[1] == result.totals


@pytest.mark.rule("X-28")
@pytest.mark.rule("X-G9")
@pytest.mark.rule("X-G10")
def test_cards_of_the_common_area_still_work_and_pay():
    cards = setup().cards
    first = ((("walls", 1), ("cook", 1)), (("trading-post", 1), ("quarry", 1)))
    second = ((("stone-bridge", 1), ("grain-field", 1)), (("harbour", 1), ("shepherd", 1)))
    result = score_round(cards, [first, second], 1)
    alone = score_round(cards, [second], 0)
    names = [card.id for card, _ in result.bonuses]
    assert names == ["cook", "shepherd"]
    assert len(result.totals) == 2  # the common area itself earns nothing
    assert result.values[0][1] - alone.values[0][1] == 5 + 3
    assert result.values[0][3] - alone.values[0][3] == 2  # Harbour finds the Trading Post in the common area


@pytest.mark.rule("X-29")
@pytest.mark.rule("X-G15")
def test_four_unused_cards_come_back_with_two_new_ones():
    state = advance(setup(4, rounds=2).new(0), until=in_phase("build"))
    hands, aside, deck = state.hands, state.aside, state.deck
    state = advance(state, until=lambda s: len(s.rounds) == 1)
    for seat in range(4):
        built = {card for card, _ in state.rounds[0][seat]}
        unused = ({*hands[seat], *aside[seat]}) - built
        assert set(state.hands[seat]) == unused | set(deck[2 * seat : 2 * seat + 2])
        assert len(state.hands[seat]) == 6
        assert set(state.view((seat + 1) % 4).known[seat]) == set(hands[seat]) - built
    assert state.deck == ()


@pytest.mark.rule("X-30")
@pytest.mark.rule("X-G21")
def test_the_sum_of_both_rounds_decides_and_ties_are_shared():
    state = played(seed=3, players=2, rounds=2)
    assert len(state.totals) == 2
    assert state.outcome.scores == tuple(map(sum, zip(*state.totals, strict=True)))
    tied = replace(state, totals=((1, 5), (8, 4)))
    assert tied.outcome.winners == {0, 1}
    assert replace(state, totals=((1, 5), (7, 4))).outcome.winners == {1}


@pytest.mark.rule("X-G16")
def test_the_second_round_chooses_four_of_six_again():
    state = advance(setup(2, rounds=2).new(0), until=lambda s: len(s.rounds) == 1)
    assert state.phase == "select"
    assert len(state.legal_actions()) == 15
    assert state.shown == ((), ())


@pytest.mark.rule("X-31")
def test_cards_are_shown_one_at_a_time():
    state = setup(3, reveal="in-turn").new(5)
    starts = {setup(3, reveal="in-turn").new(seed).turn for seed in range(30)}
    assert starts == {0, 1, 2}
    while state.phase in ("reveal", "next"):
        counts = [len(shown) for shown in state.shown]
        assert max(counts) - min(counts) <= 1
        actor, legal = state.actor, state.legal_actions()
        if state.phase == "next":
            fewer = [seat for seat in range(3) if counts[seat] < counts[actor]]
            assert legal == tuple(NameNext(seat) for seat in fewer)
            assert len(fewer) > 1
            with pytest.raises(IllegalActionError, match="X-31"):
                state.apply(NameNext(actor))
        else:
            assert len(legal) == 6 - counts[actor]
        after = state.apply(legal[-1])
        if isinstance(legal[-1], Show):
            assert after.view(None).shown[actor][-1] == legal[-1].card or after.phase == "build"
            if after.phase == "reveal" and len({len(shown) for shown in after.shown}) == 1:
                assert after.actor == actor  # all have shown as many: he shows again himself
        state = after
    assert state.phase == "build"
    assert [len(shown) for shown in state.shown] == [4, 4, 4]


@pytest.mark.rule("X-G14")
def test_shown_one_at_a_time_the_last_two_are_set_aside():
    state = setup(2, reveal="in-turn").new(5)
    hands = state.hands
    state = advance(state, until=in_phase("build"))
    for seat in range(2):
        assert set(state.hands[seat]) == set(state.shown[seat])
        assert set(state.aside[seat]) == set(hands[seat]) - set(state.shown[seat])
        assert len(state.aside[seat]) == 2


@pytest.mark.rule("X-G1")
def test_step_1_shows_all_four_or_with_an_option_one():
    assert [len(s) for s in advance(setup(2).new(0), until=in_phase("build")).shown] == [4, 4]
    state = advance(setup(2, show="one").new(0), until=in_phase("flash"))
    assert {action.card for action in state.legal_actions()} == set(state.hands[0])
    with pytest.raises(IllegalActionError, match="X-G1"):
        state.apply(Show(state.aside[0][0]))
    assert len({after.view(1) for after in map(state.apply, state.legal_actions())}) == 1
    state = advance(state, until=in_phase("build"))
    assert [len(shown) for shown in state.shown] == [1, 1]
    assert len(state.hands[0]) == 4
    hidden = set(state.hands[0]) - set(state.shown[0])
    assert not any(card in repr(state.view(1)) for card in hidden)


def test_refusals_name_the_rule_of_the_step():
    state = setup(2).new(0)
    hand = state.hands[0]
    with pytest.raises(IllegalActionError, match="X-11"):
        state.apply(Select((*hand[:3], state.hands[1][0])))
    with pytest.raises(IllegalActionError, match="X-11"):
        state.apply(Build(hand[:2]))
    build = advance(state, until=in_phase("build"))
    with pytest.raises(IllegalActionError, match="X-13"):
        build.apply(Build((build.hands[0][0], build.hands[1][0])))
    with pytest.raises(IllegalActionError, match="X-27"):
        setup(2, draft="show").new(0).apply(Keep("walls-of-nobody"))
    over = played()
    with pytest.raises(IllegalActionError, match="over"):
        over.apply(Build(("cook", "walls")))


def test_json_lists_cards_in_any_order():
    assert read_action({"build": ["walls", "cook"]}) == Build(("cook", "walls"))


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": "3"},
        {"draft": "yes"},
        {"show": "one", "reveal": "in-turn"},
        {"draft": "skip", "show": "one"},
        {"draft": "skip", "reveal": "in-turn"},
        {"round": "2"},
    ],
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(OptionError):
        setup().game.setup(2, options)


@pytest.mark.parametrize("players", [0, 5, -1])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(OptionError, match="1 to 4"):
        setup().game.setup(players)
