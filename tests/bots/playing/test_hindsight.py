"""What a choice has cost beside what a strong bot would have done."""

import pytest

import games
from bots.builtin import Builtin
from bots.playing import hindsight
from engine.conformance.look_alikes import look_alikes
from engine.play.table import Table

GAME = games.get("briscola")
QUICK = Builtin("quick", "looks ahead hardly", simulations=12)
BOT = Builtin("bot", "looks ahead", simulations=250, comparisons=250)

pytestmark = pytest.mark.only("compiled", "plain Python searches for minutes")


@pytest.fixture(autouse=True)
def few_deals(monkeypatch):
    """Deals cost time; few are enough to tell what is far apart."""
    monkeypatch.setattr(hindsight, "DEALS_IN_BLOCK", 20)
    monkeypatch.setattr(hindsight, "FIRST_DEALS", 20)


@pytest.fixture
def strong_hand():
    """Skat: both others have passed, and the last to bid holds four jacks and six clubs."""
    table = Table(games.get("skat"), 3, secret=bytes(32), dealer=0)
    table.deal(hands=["", "CJ SJ HJ DJ CA CT CK CQ C9 C8", ""])
    table.play("pass")
    table.play("pass")
    return table


@pytest.fixture
def second_card():
    """Briscola: a five of clubs lies there, and the second player holds the ace of diamonds."""
    table = Table(GAME, 2, secret=bytes(32))
    table.deal()
    table.play(table.legal()[0])
    return table


def look_back(table, text, bot=BOT, seed=5):
    return hindsight.look_back(table, table.legal_actions()[table.legal().index(text)], bot, seed)


@pytest.mark.further
def test_who_passes_a_hand_that_cannot_lose_pays_for_it(strong_hand):
    found = look_back(strong_hand, "pass")
    assert strong_hand.game.format_action(strong_hand.state, found.best) == "bid 18"
    assert found.cost > 100 > found.margin > 0


def test_what_the_bot_does_itself_costs_nothing(strong_hand):
    found = look_back(strong_hand, "bid 18")
    assert (found.cost, found.margin) == (0, 0)


def test_who_gives_an_ace_away_pays_for_it(second_card):
    found = look_back(second_card, "DA")
    assert 5 < found.cost < 30
    assert 0 < found.margin < found.cost


def test_the_table_stays_as_it_is(second_card):
    before = second_card.state.tobytes()
    look_back(second_card, "DA")
    assert second_card.state.tobytes() == before


def test_a_finding_depends_on_nothing_that_the_seat_does_not_see():
    looked = 0
    for number, (table, other, seat) in enumerate(look_alikes(GAME, players=2, seed=1)):
        if table.turn == seat and number % 4 == 0:
            for text in (table.legal()[0], table.legal()[-1]):
                assert look_back(table, text, QUICK) == look_back(other, text, QUICK)
                looked += 1
    assert looked
