"""Space Goats started unevenly: what a designer gives some players and others not, and what an experiment grants one."""

from random import Random

import pytest

import feint
from feint.core import CHANCE, OVER, State
from feint.core.errors import BadRuling
from feint.core.rulebook import rules_text
from kit.space_goats import card_numbers

POD = "Fuel Pod"


def test_banked_pods_are_no_longer_in_the_draw_pile() -> None:
    """SG-Q24: by place, and no more than the deck has; those who aren't named have none."""
    game = feint.load("space-goats", players=3, banked="0/2/5")
    state, pod = game.first_state(), card_numbers(game)[POD]
    assert [state.bank[seat][pod] for seat in range(3)] == [0, 2, 5]
    assert state.bank_size[:3] == [0, 2, 5]
    assert state.draw_size[:3] == [9, 7, 4]
    assert [state.unseen[seat][pod] for seat in range(3)] == [5, 3, 0]


def test_a_toss_decides_who_is_first() -> None:
    """SG-Q24, SG-Q26: the first player's number is that of whoever the toss names."""
    match = feint.load("space-goats", players=3, first="toss", banked="1/2", more_ships="-1/0/1").start(
        chance=["toss P3"]
    )
    state = match._states[-1]
    assert (state.bank_size[:3], state.ships[:3]) == ([2, 0, 1], [5, 6, 4])


def test_the_first_round_draws_more_or_fewer_cards() -> None:
    """SG-Q25: in the first round alone."""
    match = feint.load("space-goats", first_draw="-2/1").start(seed=3)
    sizes: dict[tuple[int, int], int] = {}
    while match.round < 3:
        state = match._states[-1]
        if match.legal(match.pending[0])[-1] == "pass":
            played = state.hand_size[state.turn] + state.bank_size[state.turn] + state.discard_size[state.turn]
            sizes[state.round, state.turn] = played
            match.play(match.pending[0], "pass")
        else:
            match.play(match.pending[0], match.legal(match.pending[0])[0])
    scouts = {seat: match._states[-1].bank[seat][card_numbers(match.game)["Scout Ship"]] for seat in range(2)}
    assert 0 <= sizes[1, 0] - 2 <= scouts[0]
    assert 0 <= sizes[1, 1] - 5 <= scouts[1]
    assert sizes[2, 0] >= 4, "a full hand again"


def test_more_ships_and_fewer() -> None:
    """SG-Q26: at least one, all on their shielded side."""
    state = feint.load("space-goats", players=5, more_ships="-2/2/0/0/1").first_state()
    assert state.ships == [1, 5, 3, 3, 4]
    assert [sum(state.side[seat]) for seat in range(5)] == [1, 5, 3, 3, 4]
    lone = "card_id,deck,name,type,cost,copies,effect\nA,starter,Pod,currency,,5,gain_1_currency\nB,market,Hit,rocket,2,3,destroy_1_ship\n"
    deck = [*lone.splitlines(), "T,table,Ships each of 2 players,,,1,ships_2_players"]
    assert feint.load("space-goats", deck=deck, more_ships="-2").first_state().ships[:2] == [1, 1]


@pytest.mark.parametrize("value", ["0/6", "-1", "1/1/1/1/1/1", "1,2", "many"])
def test_numbers_that_cannot_be(value: str) -> None:
    with pytest.raises(BadRuling, match="can be a number from 0 to 5 for each player in order, with / between: 0/1/1"):
        feint.load("space-goats", banked=value)


def test_they_are_written_in_one_way() -> None:
    texts = [feint.load("space-goats", banked=value).rulings["banked"] for value in ("0", "0/0/0", "00/2/0", 1)]
    assert texts == ["0/0", "0/0", "0/2", "1/0"]


def test_players_are_spared_them() -> None:
    game = feint.load("space-goats")
    assert "SG-Q24" in rules_text(game)
    assert "SG-Q24" not in rules_text(game, for_players=True)


def test_a_record_from_before_there_were_such_dials() -> None:
    record = feint.load("space-goats").start(seed=2).record()
    old = "\n".join(line.partition("  #")[0] for line in record.splitlines())
    for name in ("banked", "first_draw", "more_ships"):
        assert f" {name}=0/0" in old
        old = old.replace(f" {name}=0/0", "")
    assert feint.replay(old).game.rulings["first_draw"] == "0/0"


def test_a_granted_card_is_one_more_in_the_draw_pile() -> None:
    """All counts agree to the end, whoever looks; and what a seat can't see is dealt anew with that card in it."""
    game = feint.load("space-goats", players=3)
    trials = game.trials
    assert trials is not None
    names = list(trials.items(game))
    for item in (
        names.index("Warp Drive"),
        names.index(POD),
        names.index("Reinforcement Shuttle"),
        names.index("Debris Field"),
    ):
        state, random = game.first_state(), Random(item)
        trials.grant(state, 1, item)
        own = cards_of(state, 1)
        assert own == 10
        for _ in range(250):
            if not walk(game, state, random):
                break
            for seat in range(3):
                held = sum(state.hand[seat])
                assert state.hand_size[seat] == held
                assert sum(state.unseen[seat]) == held + state.draw_size[seat]
                assert all(mine <= both for mine, both in zip(state.hand[seat], state.unseen[seat], strict=True))
            twin = game.schema.copy(state)
            game.rules.redeal(twin, 0, random.getrandbits(64))
            assert game.schema.see(twin, 0, over=False) == game.schema.see(state, 0, over=False)


def cards_of(state: State, seat: int) -> int:
    return sum(state.unseen[seat]) + state.bank_size[seat] + state.discard_size[seat]


def walk(game: feint.Game, state: State, random: Random) -> bool:
    """One step, at random; whether there was one."""
    who = game.rules.pending(state)
    if who == OVER:
        return False
    if who == CHANCE:
        weights = [0] * game.rules.OUTCOMES
        count = game.rules.chance(state, weights)
        game.rules.settle(state, random.choices(range(count), weights[:count])[0])
    else:
        seat, out = who.bit_length() - 1, [0] * game.rules.ACTIONS
        game.rules.apply(state, seat, out[random.randrange(game.rules.legal(state, seat, out))])
    return True


def test_only_buying_acquires_a_card() -> None:
    game = feint.load("space-goats")
    trials, state = game.trials, game.first_state()
    assert trials is not None
    twin = list(trials.items(game)).index("Twin Salvo")
    state.phase, state.bank_size[0] = 5, 9
    state.bank[0][card_numbers(game)[POD]] = 9
    state.market[0] = twin + 1
    out = [0] * game.rules.ACTIONS
    legal = out[: game.rules.legal(state, 0, out)]
    assert [action for action in legal if trials.acquires(state, 0, twin, action)] == [twin + 1]
