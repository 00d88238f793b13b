"""Help at the table: every game has it, it says what is possible now, and it tells no secrets."""

import html
import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

import games
from engine.play.table import Table
from league.services.play import tables
from league.web.games.cards import Card, pack_of
from league.web.games.help import asks_of, help_at_table, key_of, meaning
from league.web.play.choices import choices
from tests.league.web.online import online_event, play, seat_people
from tests.league.web.positions import positions

GAMES = [game.slug for game in games.all()]
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def help_of_turn(table):
    """Return the help for who is to act at a table."""
    view, pack = table.view(table.turn), pack_of(table.game.slug)
    found = choices(table.game.slug, view["legal"], view["hand"], pack, {})
    picks = {pick.verb: pick.label for pick in found.picks}
    return help_at_table(view, view["legal"], picks, pack)


def labels(table):
    return [meaning.label for meaning in help_of_turn(table).meanings]


def drawn(lines, text):
    """Return the cards and ranks beside a text."""
    line = next(line for line in lines if line.text == text)
    return " ".join(card.text if isinstance(card, Card) else card for card in line.drawn)


def played(slug, actions, players=None):
    game = games.get(slug)
    table = Table(game, players or game.players[0], secret=b"\x03" * 32)
    table.deal()
    for action in actions:
        table.play(action)
    return table


@pytest.mark.sweep(6)
@pytest.mark.parametrize("slug", GAMES)
def test_every_legal_action_has_a_meaning_and_every_phase_asks(slug):
    pack, said = pack_of(slug), {}
    for table in positions(slug):
        keys = {key_of(slug, action, pack) for action in table.legal()}
        assert None not in keys
        for language in LANGUAGES:
            with translation.override(language):
                texts = [
                    asks_of(slug, table.phase),
                    *(meaning(slug, key, pack) for key in sorted(keys)),
                ]
                said.setdefault((table.phase, *sorted(keys)), {})[language] = texts
    for in_languages in said.values():
        assert all(all(texts) for texts in in_languages.values())
        for texts in zip(*in_languages.values(), strict=True):
            assert len(set(texts)) == len(LANGUAGES)


@pytest.mark.parametrize("slug", GAMES)
def test_every_phase_of_a_game_asks(slug):
    game = games.get(slug)
    assert [phase for phase in game.phases if not asks_of(slug, phase)] == ["over"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_form_of_action_has_a_meaning(slug):
    game, pack = games.get(slug), pack_of(slug)
    forms = [form.form for form in game.notation]
    assert [form for form in forms if key_of(slug, form, pack) is None] == []


@pytest.mark.parametrize("slug", GAMES)
def test_goal_has_three_lines(slug):
    assert len(games.get(slug).words.goal) == 3


@pytest.mark.sweep(3)
@pytest.mark.parametrize("slug", GAMES)
def test_rows_show_cards_and_ranks_of_the_pack(slug):
    pack = games.get(slug).pack
    known = {*pack.ranks.values(), *(pack.format(card) for card in pack._texts)}
    for table in positions(slug):
        view = table.view(None)
        words = table.game.words
        for row in (*words.order, *words.counts):
            found = row.drawn(table.players, view["facts"]) or ""
            assert set(found.split()) <= known


@pytest.mark.sweep(1)
@pytest.mark.parametrize("slug", GAMES)
def test_labels_are_told_apart(slug):
    for table in positions(slug):
        found = labels(table)
        assert len(set(found)) == len(found) > 0


def test_help_for_a_bidder_tells_what_holding_means():
    table = played("skat", ["bid 18"])
    assert labels(table) == ["Pass", "Yes"]
    assert help_of_turn(table).meanings[1].text.startswith("You hold this value")


def test_announcements_are_told_once_each():
    table = played("skat", ["bid 18", "pass", "pass", "hand"])
    assert labels(table) == [
        "Clubs · Spades · Hearts · Diamonds",
        "Grand",
        "Null",
        "Null ouvert",
        "Schneider",
        "Schwarz",
        "Ouvert",
    ]


def test_order_of_trumps_is_that_of_the_contract():
    table = played("skat", ["bid 18", "pass", "pass", "hand"])
    before = help_of_turn(table).order
    assert drawn(before, "The highest trumps, but in null") == "CJ SJ HJ DJ"
    table.play("declare hearts")
    after = help_of_turn(table).order
    assert drawn(after, "Trumps, highest first") == "CJ SJ HJ DJ HA HT HK HQ H9 H8 H7"


def test_nothing_counts_in_null():
    table = played("skat", ["bid 18", "pass", "pass", "hand", "declare null"])
    assert help_of_turn(table).counts == []


def test_exposed_cards_count_double():
    table = next(table for table in positions("gong-zhu") if len(table.legal()) > 1)
    while table.phase == "expose":
        table.play(table.legal()[-1])
    exposed = table.view(None)["facts"]["exposed"]
    counts = help_of_turn(table).counts
    worth = {"CT": "four times", "SQ": "−200", "HA": "−100", "DJ": "+200"}
    assert exposed
    for line in counts:
        cards = {card.text for card in line.drawn}
        for card in cards & set(exposed):
            assert line.text.startswith(worth[card])


def test_left_pedro_counts_with_the_trumps():
    table = played("cinch", ["bid 14", "pass", "pass", "pass", "trump H"])
    found = help_of_turn(table)
    assert drawn(found.counts, "5") == "H5 D5"
    assert found.trump.letter == "H"


@pytest.mark.further
@pytest.mark.sweep(2)
@pytest.mark.usefixtures("kept_positions")
@pytest.mark.parametrize("slug", GAMES)
def test_help_tells_every_seat_the_same_of_cards(club, client_of, slug):
    table, accounts = seat_people(online_event(club, slug), games.get(slug).players[0])
    for steps in (0, 3, 8, 20):
        table = play(table, accounts, steps, seed=steps)
        helps = [board_of(client_of(account), table).help for account in accounts]
        assert len({repr((h.goal, h.order, h.counts, h.trump, h.asks)) for h in helps}) == 1
        told = [seat for seat, found in enumerate(helps) if found.meanings]
        assert told == ([] if table.turn is None else [table.turn])


def board_of(client, table):
    return client.get(reverse("web:table", args=[table.code])).context["board"]


@pytest.mark.usefixtures("kept_positions")
def test_page_has_the_help_behind_a_button(club, client_of):
    table, accounts = seat_people(online_event(club, "truco"), 4)
    page = client_of(accounts[table.turn]).get(reverse("web:table", args=[table.code]))
    text = html.unescape(page.content.decode())
    panel = re.search(
        r'<section class="drawer help" id="help" popover.*?</section>', text, re.DOTALL
    )[0]
    assert 'popovertarget="help"' in text
    assert [label in panel for label in ("Keep the packet", "Reject it")] == [True, True]
    assert "These three cards are your hand." in panel
    assert f'href="{reverse("web:game", args=["truco"])}" target="_blank"' in panel
    assert tables.look(table=table, by=accounts[table.turn]).legal == ["keep", "give", "reject"]
