"""What has happened since a reader saw a table: their steps, and nothing they may not know."""

import re

import pytest
from django.urls import reverse

import games
from league.services.play import tables
from league.web.games.cards import pack_of
from league.web.play import steps
from tests.league.web.online import online_event, play, seat_people
from tests.league.web.play.test_tables import cards_in, cards_of

GAMES = [game.slug for game in games.all()]
PLAYED = (1, 2, 5, 9, 14, 30)

pytestmark = pytest.mark.usefixtures("kept_positions")


@pytest.fixture
def table(club):
    """Return a table of a game at which people sit, with their accounts."""
    return lambda slug, seats: seat_people(online_event(club, slug), seats)


def fragment(client, table, seen=None):
    asked = "" if seen is None else f"?seen={seen}"
    return client.get(
        reverse("web:table", args=[table.code]) + asked, headers={"HX-Request": "true"}
    )


def steps_of(client, table, seen=None):
    return fragment(client, table, seen).context.get("steps", [])


def told(found):
    """Return what steps are and who does them."""
    return [(step.kind, step.seat) for step in found]


def until(table, accounts, is_there):
    while not is_there(table):
        table = play(table, accounts, 1)
    return table


def between_rounds(table):
    return table.turn is None


def test_nobody_is_told_anything_who_does_not_say_what_they_have_seen(client, table):
    found, accounts = table("briscola", 2)
    assert steps_of(client, play(found, accounts, 3)) == []


def test_only_new_actions_are_told(client_of, table):
    found, accounts = table("briscola", 2)
    client = client_of(accounts[0])
    first, second = found.turn, 1 - found.turn
    found = play(found, accounts, 1)
    assert told(steps_of(client, found, found.length)) == []
    assert told(steps_of(client, found, found.length - 1)) == [("lay", first)]
    found = play(found, accounts, 1)
    assert told(steps_of(client, found, found.length - 1)) == [("lie", first), ("lay", second)]


def test_trick_goes_to_who_takes_it(client, table):
    found, accounts = table("briscola", 2)
    found = play(found, accounts, 2)
    last = steps_of(client, found, found.length - 2)[-1]
    assert last.takers == {0: found.turn, 1: found.turn}
    assert f'data-takers="{found.turn}' not in fragment(client, found).content.decode()


def test_deal_is_told_once_with_all_that_came_after_it(client, table):
    found, accounts = table("skat", 3)
    dealer = tables.look(table=found, by=None).view["dealer"]
    said = ("say", found.turn)
    found = play(found, accounts, 1)
    assert told(steps_of(client, found, 0)) == [("deal", dealer), said]
    assert told(steps_of(client, found, 1)) == [said]


def test_a_bid_is_said_in_the_words_of_a_button(client, table):
    found, accounts = table("skat", 3)
    by = accounts[found.turn]
    tables.act(
        table=found, by=by, action="bid 18", expected_version=found.version, now=found.created_at
    )
    found = type(found).objects.get(pk=found.pk)
    (step,) = steps_of(client, found, 1)
    assert (step.words, step.line.endswith("bids 18.")) == ("Bid 18", True)


@pytest.mark.further
def test_end_of_a_round_comes_last(client, table):
    found, accounts = table("briscola", 2)
    found = until(found, accounts, between_rounds)
    assert told(steps_of(client, found, found.length - 1))[-1] == ("end", found_last(found))


def found_last(table):
    return table.actions.order_by("number").last().seat


def test_next_deal_tells_nothing_of_the_round_before(client_of, table):
    found, accounts = table("briscola", 2)
    client = client_of(accounts[0])
    found = until(found, accounts, between_rounds)
    seen = found.length - 3
    found = play(found, accounts, 2)
    assert [step.kind for step in steps_of(client, found, seen)] == ["deal", "lay"]


def test_nobody_waits_for_very_many_steps(client, table, monkeypatch):
    found, accounts = table("briscola", 2)
    found = play(found, accounts, 6)
    monkeypatch.setattr(steps, "MOST", 5)
    assert steps_of(client, found, found.length - 6) == []
    assert len(steps_of(client, found, found.length - 5)) > 4


@pytest.mark.parametrize("seen", ["-1", "x", "1e3", "9" * 30, "99999"])
def test_nonsense_is_not_seen(client, table, seen):
    found, _accounts = table("briscola", 2)
    assert steps_of(client, found, seen) == []


def test_answer_to_an_action_begins_with_it(client_of, table):
    found, accounts = table("briscola", 2)
    seat = found.turn
    look = tables.look(table=found, by=accounts[seat])
    answer = client_of(accounts[seat]).post(
        reverse("web:table", args=[found.code]),
        {"version": found.version, "action": look.legal[0], "seen": found.length},
        headers={"HX-Request": "true"},
    )
    (step,) = answer.context["steps"]
    assert (step.kind, step.is_own, step.card.text) == ("lay", True, look.legal[0].split()[-1])


def test_card_laid_face_down_stays_so_for_the_others(client_of, table):
    found, accounts = table("truco", 4)
    seen = found.length
    for _ in range(200):
        by = accounts[found.turn]
        legal = tables.look(table=found, by=by).legal
        down = next((text for text in legal if text.startswith("down ")), None)
        wanted = down or next(
            (one for one in ("keep", "accept", *legal) if one in legal and one != "truco"), legal[0]
        )
        seat, seen = found.turn, found.length
        tables.act(
            table=found, by=by, action=wanted, expected_version=found.version, now=found.created_at
        )
        found = type(found).objects.get(pk=found.pk)
        if down:
            break
        if found.turn is None:
            found = play(found, accounts, 1)
    own, other = (client_of(accounts[one]) for one in (seat, (seat + 1) % 4))
    assert [step.card.text for step in steps_of(own, found, seen) if step.kind == "lay"] == [
        down.split()[1]
    ]
    hidden = next(step for step in steps_of(other, found, seen) if step.kind == "lay")
    assert (hidden.card.text, hidden.is_down) == ("", True)


@pytest.mark.parametrize("missed", [1, 2, 3])
def test_cards_chosen_in_secret_are_turned_up_together(client_of, table, missed):
    found, accounts = table("democracy", 3)
    found = play(found, accounts, 3)
    told = steps_of(client_of(accounts[0]), found, found.length - missed)
    laid, shown = told[:missed], told[missed:]
    assert [(step.kind, step.is_down) for step in laid] == [
        ("lay", step.seat != 0) for step in laid
    ]
    assert all(step.line.endswith("has chosen a card.") for step in laid)
    assert [(step.kind, step.seat, step.is_down) for step in shown] == [
        ("lie", seat, False) for seat in (0, 1, 2)
    ]
    assert [bool(step.takers) for step in told] == [False] * (missed + 2) + [True]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("slug", GAMES)
def test_steps_name_only_cards_that_their_reader_may_know(club, client_of, mallory, slug):
    game, pack = games.get(slug), pack_of(slug)
    found, accounts = seat_people(online_event(club, slug), game.players[0])
    deck = [game.pack.format(card) for card in game.deck(game.players[0], game.parse_options(None))]
    readers = [(account, client_of(account)) for account in (*accounts, mallory, None)]
    for played in PLAYED:
        found = play(found, accounts, played, seed=played)
        for account, client in readers:
            known = cards_of(tables.look(table=found, by=account).view, pack)
            page = fragment(client, found, max(0, found.length - 20)).content.decode()
            shown = re.search(r'<template id="steps".*</template>', page, flags=re.DOTALL)
            assert cards_in(shown.group(), pack, deck) <= known


@pytest.mark.parametrize(
    ("slug", "verb"), [("rolling-stone", "pick up"), ("mit-list-und-tuecke", "take")]
)
def test_who_picks_up_a_trick_gets_its_cards(client, table, slug, verb):
    found, accounts = table(slug, 4)
    for seed in range(300):
        found = play(found, accounts, 1, seed=seed)
        last = found.actions.order_by("number").last()
        if last.text.startswith(verb):
            break
    step = next(one for one in steps_of(client, found, found.length - 1) if one.kind == "say")
    named = last.text.split()[1:] if verb == "take" else None
    assert last.seat in step.takers.values()
    assert len(step.takers) > 1
    if named:
        assert list(step.takers.values()).count(last.seat) == len(named)
