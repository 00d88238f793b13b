"""The picture of every game: a trick that its rules have played, and all its cards."""

import pytest
from django.urls import reverse

import games
from league.web.games.cards import pack_of
from league.web.games.pictures import Laid, Picture, picture_of

SLUGS = [game.slug for game in games.all()]
SPADES = pack_of("briscola")


def trick(*cards, wins, trump=None):
    laid = [Laid(seat, SPADES.card(card), seat == wins) for seat, card in enumerate(cards, 1)]
    return Picture(laid, trump and SPADES.suits[trump], [])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_shows_a_trick_with_one_winner(slug):
    picture = picture_of(slug)
    assert len(picture.trick) > 1
    assert [laid.wins for laid in picture.trick].count(True) == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_shows_all_its_cards_once(slug):
    game = games.get(slug)
    decks = [game.deck_of(players, game.options()) for players in game.players]
    shown = sorted(card.text for _suit, cards in picture_of(slug).suits for card in cards)
    assert shown in [sorted(game.pack.format_cards(deck).split()) for deck in decks]


@pytest.mark.parametrize("slug", SLUGS)
def test_page_of_a_game_marks_the_winner_in_words(client, db, slug):
    page = client.get(reverse("web:game", args=[slug])).content.decode()
    picture = picture_of(slug)
    does = "takes the first share of it" if picture.is_shared else "wins it"
    assert f"seat {picture.leader} leads, seat {picture.winner} {does}." in page
    assert page.count("picture__laid--wins") == 1


def test_trick_of_briscola_is_won_by_its_highest_trump_or_card():
    picture = picture_of("briscola")
    ranking = "A3KQJ76542"
    suits = [picture.trump, picture.trick[0].card.suit]
    best = min(
        (laid for laid in picture.trick if laid.card.suit in suits),
        key=lambda laid: (suits.index(laid.card.suit), ranking.index(laid.card.text[1])),
    )
    assert best.wins


def test_trick_of_gong_zhu_is_won_by_the_highest_card_of_its_suit():
    trick = picture_of("gong-zhu").trick
    own = [laid for laid in trick if laid.card.suit == trick[0].card.suit]
    assert max(own, key=lambda laid: "23456789TJQKA".index(laid.card.text[1])).wins


def test_ruff_tells_more_than_a_high_card():
    high = trick("C4", "CA", wins=2, trump="S")
    assert trick("C4", "S2", wins=2, trump="S").tells > high.tells


def test_own_trick_of_the_leader_tells_least():
    assert trick("CA", "C4", wins=1, trump="S").tells == 0
