"""Why a card cannot be played: true of every card that can, in every game."""

import random

import pytest

import games
from engine.play.table import Table
from league.logic import whys
from league.logic.whys import Why

SLUGS = [game.slug for game in games.all()]
MATCHES = 3


def usable_in(view):
    words = {word for text in view["legal"] for word in text.split()}
    return [card for card in view["hand"] if card in words]


def check(why, card, view, pack):
    """Assert that what is said of a card is true of those that can be played, and not of it."""
    usable = usable_in(view)
    assert card not in usable
    match why.key:
        case whys.NOT_NOW:
            assert not usable
        case whys.MUST_FOLLOW:
            assert view["table"][0]["card"][0] == why.suit != card[0]
            assert {other[0] for other in usable} == {why.suit}
        case whys.MUST_TRUMP:
            assert view["facts"]["trump"] == why.suit != card[0]
            assert {other[0] for other in usable} == {why.suit}
        case whys.MUST_HEAD:
            assert card[0] == why.suit
            assert all(
                other[0] == why.suit and pack.parse(other) > pack.parse(card) for other in usable
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
            told = whys.whys(view, game.pack)
            assert sorted([*told, *usable_in(view)]) == sorted(view["hand"])
            for card, why in told.items():
                check(why, card, view, game.pack)


def view(hand, legal, lying=(), trump=None):
    table = [{"seat": seat, "card": card} for seat, card in enumerate(lying)]
    return {"hand": hand, "legal": legal, "table": table, "facts": {"trump": trump}}


SKAT = games.get("skat").pack


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (view(["H8", "C7"], ["H8"], ["HK"]), Why("must-follow", suit="H")),
        (view(["S8", "C7"], ["S8"], ["HK"], "S"), Why("must-trump", suit="S")),
        (view(["H9", "C7"], ["H9"], ["H8"], "S"), Why("must-follow", suit="H")),
        (view(["C9", "C7"], ["C9"], ["C8"]), Why("must-head", suit="C")),
        (view(["H8", "S8", "C7"], ["H8", "S8"], ["DK"]), Why("only", cards=("H8", "S8"))),
        (view(["C7"], ["bid 18", "pass"]), Why("not-now")),
        (view(["C7"], []), Why("not-now")),
    ],
)
def test_a_reason_names_what_must_be_played(seen, why):
    assert whys.whys(seen, SKAT)["C7"] == why


def test_cards_named_by_an_exchange_can_be_used():
    seen = view(["C7", "C8"], ["discard C7", "discard C8"])
    assert whys.whys(seen, SKAT) == {}
