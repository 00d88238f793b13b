"""Why a card cannot be played: true of every card that can, in every game."""

import random

import pytest

import games
from engine.play.table import Table
from engine.rules.ranking import TRUMPS
from league.logic import whys
from league.logic.whys import Why

SLUGS = [game.slug for game in games.all()]
MATCHES = 3


def usable_in(view):
    words = {word for text in view["legal"] for word in text.split()}
    return [card for card in view["hand"] if card in words]


def check(why, card, view, game):
    """Assert that what is said of a card is true of those that can be played, and not of it."""
    usable, ranking, parse = usable_in(view), game.ranking(view["facts"]), game.pack.parse

    def suit(text):
        return ranking.suit(parse(text))

    letter = game.pack.suits[ranking.trump] if ranking.trump >= 0 else ""
    if why.is_trumps:
        assert why.suit == letter
        assert {suit(other) for other in usable} == {TRUMPS}
    elif why.suit:
        assert {other[0] for other in usable} == {why.suit}
    assert card not in usable
    match why.key:
        case whys.NOT_NOW:
            assert not usable
        case whys.MUST_FOLLOW:
            assert suit(view["table"][0]["card"]) == suit(usable[0]) != suit(card)
        case whys.MUST_TRUMP:
            assert why.is_trumps
            assert suit(card) != TRUMPS
        case whys.MUST_HEAD:
            assert {suit(other) for other in usable} == {suit(card)}
            assert all(
                ranking.height(parse(other)) > ranking.height(parse(card)) for other in usable
            )
        case whys.ONLY:
            assert list(why.cards) == usable
        case _:
            raise AssertionError(why)


def positions(game, chance):
    """Yield a table at every position of a random match."""
    table = Table(game, chance.choice(game.players), secret=chance.randbytes(32))
    while not table.over:
        table.deal()
        while not table.round_over:
            yield table
            table.play(chance.choice(table.legal()))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_card_that_cannot_be_played_is_told_a_reason_that_is_true(slug):
    game, chance = games.get(slug), random.Random(slug)
    for _ in range(MATCHES):
        for table in positions(game, chance):
            view = table.view(table.turn)
            told = whys.whys(view, game)
            assert sorted([*told, *usable_in(view)]) == sorted(view["hand"])
            for card, why in told.items():
                check(why, card, view, game)


def view(hand, legal, lying=(), trump=None):
    table = [{"seat": seat, "card": card} for seat, card in enumerate(lying)]
    return {"hand": hand, "legal": legal, "table": table, "facts": {"trump": trump}}


FIPSEN = games.get("fipsen")
SKAT = games.get("skat")


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (view(["H8", "C7"], ["H8"], ["HK"]), Why("must-follow", suit="H")),
        (view(["S8", "C7"], ["S8"], ["HK"], "S"), Why("must-trump", suit="S", is_trumps=True)),
        (view(["S8", "C7"], ["S8"], ["SK"], "S"), Why("must-follow", suit="S", is_trumps=True)),
        (view(["H9", "C7"], ["H9"], ["H8"], "S"), Why("must-follow", suit="H")),
        (view(["C9", "C7"], ["C9"], ["C8"]), Why("must-head", suit="C")),
        (view(["H8", "S8", "C7"], ["H8", "S8"], ["DK"]), Why("only", cards=("H8", "S8"))),
        (view(["C7"], ["bid 18", "pass"]), Why("not-now")),
        (view(["C7"], []), Why("not-now")),
    ],
)
def test_a_reason_names_what_must_be_played(seen, why):
    assert whys.whys(seen, FIPSEN)["C7"] == why


def in_skat(contract, card, *, hand, legal, led):
    seen = view(hand, legal, [led]) | {"facts": {"contract": contract}}
    return whys.whys(seen, SKAT)[card]


@pytest.mark.parametrize(
    ("contract", "suit"), [("ramsch", ""), ("grand", ""), ("hearts", "H"), ("diamonds", "D")]
)
def test_a_jack_that_is_led_asks_for_trumps(contract, suit):
    why = in_skat(contract, "C7", hand=["CJ", "C7"], legal=["CJ"], led="SJ")
    assert why == Why("must-follow", suit=suit, is_trumps=True)


def test_a_jack_does_not_follow_its_printed_suit():
    why = in_skat("grand", "SJ", hand=["S7", "SJ"], legal=["S7"], led="SA")
    assert why == Why("must-follow", suit="S")


def test_a_jack_is_a_card_of_its_suit_at_null():
    why = in_skat("null", "C7", hand=["SJ", "C7"], legal=["SJ"], led="SA")
    assert why == Why("must-follow", suit="S")


def test_cards_named_by_an_exchange_can_be_used():
    seen = view(["C7", "C8"], ["discard C7", "discard C8"])
    assert whys.whys(seen, FIPSEN) == {}
