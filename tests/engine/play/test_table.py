import pytest

import games
from engine.play.table import Table
from engine.records.document import record_of
from engine.rules.errors import (
    EngineError,
    IllegalAction,
    InvalidDeal,
    InvalidNotation,
    NotYourTurn,
)

GAME = games.get("mit-list-und-tuecke")
SECRET = bytes(32)


@pytest.fixture
def table():
    return Table(GAME, players=4, secret=SECRET)


def play_round(table):
    table.deal()
    while not table.round_over:
        table.play(table.legal()[0])


def test_nobody_acts_before_the_first_deal(table):
    assert (table.turn, table.phase, table.legal()) == (None, "over", [])


def test_before_the_first_deal_a_seat_knows_who_is_there(table):
    assert table.belief(0).tobytes() == table.mind(0).tobytes()
    assert table.belief(0).seats == 4


@pytest.mark.parametrize("dealer", [0, 3])
def test_the_first_to_deal_may_be_given(dealer):
    table = Table(GAME, 4, secret=SECRET, dealer=dealer)
    table.deal()
    assert table.rounds[0].dealer == dealer


def test_deal_from_the_same_secret_is_the_same(table):
    other = Table(GAME, players=4, secret=SECRET)
    table.deal()
    other.deal()
    assert table.view(0)["hand"] == other.view(0)["hand"]


def test_given_hands_are_dealt(table):
    table.deal(hands=["R1 R2 R3", "", "B14"], dealer=3)
    assert set(table.view(0)["hand"]) >= {"R1", "R2", "R3"}
    assert "B14" in table.view(2)["hand"]
    assert [hand["count"] for hand in table.view(None)["hands"]] == [14] * 4


def test_cards_not_named_come_from_the_secret(table):
    other = Table(GAME, players=4, secret=SECRET)
    for each in (table, other):
        each.deal(hands=["R1"], dealer=3)
    assert table.view(1)["hand"] == other.view(1)["hand"]


def test_recorded_deck_is_dealt_one_at_a_time_from_the_left(table):
    deck = [GAME.pack.format(card) for card in GAME.deck(4, table.options)]
    table.deal(deck=" ".join(deck), dealer=0)
    assert deck[0] in table.view(1)["hand"]
    assert deck[3] in table.view(0)["hand"]


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ({"deck": "R1"}, "56 cards, not 1"),
        ({"hands": ["R1", "R1"]}, "R1 is there twice"),
        ({"hands": ["R21"]}, "R21 is not in this pack"),
        ({"hands": [" ".join(f"B{i}" for i in range(1, 15)) + " R1"]}, "too many for seat 0"),
        ({"hands": [""] * 5}, "5 hands for 4 players"),
        ({"hands": [""], "stock": "R1"}, "too many for what is left"),
        ({"entropy": bytes(7)}, "has 8 bytes"),
        ({"dealer": 4}, "no seat 4"),
    ],
)
def test_impossible_deal_is_refused_and_changes_nothing(table, deal, reason):
    before = table.state.tobytes()
    with pytest.raises(InvalidDeal, match=reason):
        table.deal(**deal)
    assert table.state.tobytes() == before
    assert table.rounds == ()


def test_round_is_played_to_its_end_before_the_next_deal(table):
    table.deal()
    with pytest.raises(InvalidDeal, match="not over yet"):
        table.deal()


def test_no_deal_after_the_match(table):
    for _ in range(4):
        play_round(table)
    with pytest.raises(InvalidDeal, match="match is over"):
        table.deal()


def test_another_seat_than_the_one_to_deal_is_refused(table):
    play_round(table)
    with pytest.raises(InvalidDeal, match="is to deal"):
        table.deal(dealer=table.rounds[0].dealer)


def test_seat_out_of_turn_is_refused(table):
    table.deal()
    with pytest.raises(NotYourTurn):
        table.play(table.legal()[0], seat=(table.turn + 1) % 4)


def test_action_when_no_round_is_played_is_refused(table):
    with pytest.raises(IllegalAction, match="no round"):
        table.play("R1")


def test_action_that_is_no_text_is_refused(table):
    table.deal()
    with pytest.raises(InvalidNotation):
        table.play(17)


def test_action_is_played_by_its_number(table):
    other = Table(GAME, players=4, secret=SECRET)
    for each in (table, other):
        each.deal()
    table.play_number(table.legal_actions()[2], seat=table.turn)
    other.play(other.legal()[2])
    assert table.state.tobytes() == other.state.tobytes()
    assert table.rounds[-1].actions == other.rounds[-1].actions


def test_number_that_is_not_legal_is_refused_and_changes_nothing(table):
    table.deal()
    before, legal = table.state.tobytes(), table.legal_actions()
    for number in (-1, 0, 1 << 40, next(c for c in GAME.deck(4, table.options) if c not in legal)):
        with pytest.raises(IllegalAction, match=f"no legal action has the number {number}"):
            table.play_number(number)
    with pytest.raises(NotYourTurn):
        table.play_number(legal[0], seat=(table.turn + 1) % 4)
    assert (table.state.tobytes(), table.legal_actions()) == (before, legal)


def test_number_when_no_round_is_played_is_refused(table):
    with pytest.raises(IllegalAction, match="no round"):
        table.play_number(0)


def test_position_that_somebody_wrote_to_is_looked_at_again(table):
    table.deal()
    hand, legal = table.view(table.turn)["hand"], table.legal()
    table.state.turn = (table.turn + 1) % 4
    assert table.legal() == table.view(table.turn)["hand"] != hand
    table.state.turn = (table.turn - 1) % 4
    assert table.legal() == legal


@pytest.mark.parametrize(
    "arguments",
    [{"players": 3}, {"players": 4, "cycles": 0}, {"players": 4, "secret": b"short"}],
)
def test_impossible_table_is_refused(arguments):
    with pytest.raises(EngineError):
        Table(GAME, **arguments)


def test_everyone_deals_as_often_as_there_are_cycles():
    table = Table(GAME, players=5, secret=SECRET, cycles=2)
    while not table.over:
        play_round(table)
    assert [r.dealer for r in table.rounds].count(0) == 2
    assert len(table.rounds) == 10


def test_native_match_of_this_game_has_as_many_rounds_as_players():
    table = Table(GAME, players=6, secret=SECRET, native=True)
    while not table.over:
        play_round(table)
    assert len(table.rounds) == 6


def test_ranking_shares_places():
    assert GAME.place([7, 9, 7, 1]) == [2, 1, 2, 4]


def test_table_without_a_secret_draws_one_when_it_needs_it():
    table = Table(GAME, players=4)
    table.deal()
    assert len(table.secret) == 32


@pytest.mark.parametrize("numbers", [(b"1" * 32,) * 4, (None, b"2" * 32, None, None)])
def test_numbers_of_the_seats_are_told(numbers):
    assert Table(GAME, players=4, secret=SECRET, numbers=numbers).numbers == numbers


def test_dealt_hands_make_a_record_without_a_secret(table):
    table.deal(hands=["R1"])
    assert record_of(table)["secret"] is None


def test_unknown_game_names_those_there_are():
    with pytest.raises(games.UnknownGame, match="mit-list-und-tuecke"):
        games.get("hattrick")


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_what_is_taken_back_was_never_played(game):
    table, other = (Table(game, game.players[0], secret=SECRET) for _ in range(2))
    table.deal()
    other.deal()
    for number in range(8):
        if not table.round_over:
            action = table.legal()[-1]
            table.play(action)
            if number == 0:
                other.play(action)
    table.take_back(len(table.rounds[-1].actions) - 1)
    seats = range(table.players)
    assert [table.view(seat) for seat in seats] == [other.view(seat) for seat in seats]
    assert table.belief(0).tobytes() == other.belief(0).tobytes()
    assert table.calls().tobytes() == other.calls().tobytes()


def test_the_end_of_a_round_is_taken_back(table):
    play_round(table)
    table.take_back(1)
    assert (table.round_over, table.round_scores, table.totals) == (False, None, [0] * 4)


@pytest.mark.parametrize("actions", [0, 1])
def test_more_than_was_played_is_not_taken_back(table, actions):
    table.deal()
    with pytest.raises(IllegalAction, match="0 actions"):
        table.take_back(actions)
