"""Online tables as pages: what each reader sees of them, what can be sent, and at what cost."""

import json
import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

import games
from league.models import OnlineTable, Season
from league.services.play import positions, tables
from league.web.games.cards import pack_of
from league.web.play.board import Board
from tests.league.factories import NOW, RegistrationFactory
from tests.league.web.online import fresh, online_event, play, seat_people

GAMES = [game.slug for game in games.all()]
STEPS = (0, 1, 2, 3, 5, 8, 13, 30)
FRAGMENT = {"HX-Request": "true"}
MEANT = {"keep": "W", "return": "W"}
"""Cards that actions are about, and do not name: in Mulatschag the Weli, for all to see."""

pytestmark = pytest.mark.usefixtures("kept_positions")


@pytest.fixture
def skat(club):
    """A table of Skat at which three people sit, with their accounts."""
    return seat_people(online_event(club, "skat"), 3)


@pytest.fixture
def event(club, bob):
    """An event of online tables for which Bob is registered."""
    found = online_event(club, "skat")
    RegistrationFactory(event=found, player=bob.player)
    return found


def address(table):
    return reverse("web:table", args=[table.code])


def html(answer):
    return answer.content.decode()


def send(client, table, *, version=None, **fields):
    data = {"version": table.version if version is None else version, **fields}
    return client.post(address(table), data, headers={"HX-Request": "true"})


def cards_in(page, pack, texts):
    """Return which of these cards a page names: in words, drawn, or as a value.

    In lists of facts only drawn ones count: `hearts 3` also says how many points were captured.
    Help draws the same cards for all, which `test_help` holds.
    """
    page = re.sub(r'<section class="drawer help".*?</section>', "", page, flags=re.DOTALL)
    prose = re.sub(r'<dl class="beside">.*?</dl>', "", page, flags=re.DOTALL)
    values = re.findall(rf'"(?=(?:[\w-]+-)?({"|".join(texts)})")', page)
    found = set()
    for text in texts:
        name = str(pack.card(text).name)
        is_drawn = f'aria-label="{name}"' in page
        is_said = name in prose and re.search(rf"\b{re.escape(name)}\b", prose)
        if is_drawn or text in values or is_said:
            found.add(text)
    return found


def cards_of(value, pack):
    """Return every card text in a JSON value, and the cards that its actions are about."""
    words = re.findall(r"\w+", json.dumps(value))
    meant = {MEANT[word] for word in words if word in MEANT}
    return {word for word in {*words, *meant} if pack.is_card(word)}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("slug", GAMES)
def test_page_of_every_reader_names_only_cards_that_they_may_know(club, client_of, mallory, slug):
    game, pack = games.get(slug), pack_of(slug)
    table, accounts = seat_people(online_event(club, slug), game.players[0])
    options = game.parse_options(None)
    deck = [game.pack.format(card) for card in game.deck(game.players[0], options)]
    readers = [(account, client_of(account)) for account in (*accounts, mallory, None)]
    for steps in STEPS:
        table = play(table, accounts, steps, seed=steps)
        for account, client in readers:
            known = cards_of(tables.look(table=table, by=account).view, pack)
            page = html(client.get(address(table)))
            assert cards_in(page, pack, deck) <= known
            assert "csrfmiddlewaretoken" in page


@pytest.mark.sweep(1)
@pytest.mark.parametrize("slug", GAMES)
def test_player_to_act_is_offered_every_legal_action(club, client_of, slug):
    table, accounts = seat_people(online_event(club, slug), games.get(slug).players[-1])
    for steps in STEPS:
        table = play(table, accounts, steps, seed=steps)
        if table.turn is None:
            continue
        answer = client_of(accounts[table.turn]).get(address(table))
        found, page = answer.context["board"].choices, html(answer)
        for choice in (*found.buttons, *(choice for some in found.lists for choice in some)):
            assert f'value="{choice.action}"' in page
        assert all(f'value="{held.action}"' in page for held in found.hand if held.action)
        assert all(f'value="{pick.verb}"' in page for pick in found.picks)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("slug", GAMES)
def test_ids_of_the_table_are_unique(club, client_of, slug):
    table, accounts = seat_people(online_event(club, slug), games.get(slug).players[0])
    for steps in STEPS:
        table = play(table, accounts, steps, seed=steps)
        reader = accounts[table.turn or 0]
        ids = re.findall(r'\bid="([^"]+)"', html(client_of(reader).get(address(table))))
        assert sorted(ids) == sorted(set(ids))


def test_card_that_cannot_be_played_says_why(club, client_of):
    table, accounts = seat_people(online_event(club, "gong-zhu"), 4)
    table = play(table, accounts, 6)
    held = client_of(accounts[table.turn]).get(address(table)).context["board"].choices.hand
    assert all(card.action or card.why for card in held)
    page = html(client_of(accounts[table.turn]).get(address(table)))
    for card in held:
        if not card.action:
            assert f'aria-describedby="why-{card.card.text}"' in page


def test_own_seat_is_at_the_bottom(skat, client_of):
    table, accounts = skat
    places = client_of(accounts[1]).get(address(table)).context["places"]
    assert [place.at for place in places] == [2, 0, 1]


def test_onlooker_is_offered_nothing(skat, client):
    table, _accounts = skat
    answer = client.get(address(table))
    assert 'name="action"' not in html(answer)
    assert "You are watching: you see nobody" in html(answer)


def test_action_that_is_sent_is_played(skat, client_of):
    table, accounts = skat
    answer = send(client_of(accounts[table.turn]), table, action="pass")
    assert answer.status_code == 200
    assert fresh(table).length == table.length + 1


def test_answer_to_an_action_is_the_table_alone(skat, client_of):
    table, accounts = skat
    page = html(send(client_of(accounts[table.turn]), table, action="pass"))
    assert page.startswith('<div id="table"')
    assert "<html" not in page


def test_action_without_scripts_leads_back_to_the_table(skat, client_of):
    table, accounts = skat
    sent = {"version": table.version, "action": "pass"}
    answer = client_of(accounts[table.turn]).post(address(table), sent)
    assert (answer.status_code, answer["Location"]) == (302, address(table))


def test_action_that_is_not_legal_is_refused_in_words(skat, client_of):
    table, accounts = skat
    answer = send(client_of(accounts[table.turn]), table, action="bid 17")
    assert answer.status_code == 422
    assert "“Bid 17” is not allowed now." in html(answer)
    assert fresh(table).length == table.length


def test_action_sent_twice_is_played_once(skat, client_of):
    table, accounts = skat
    client = client_of(accounts[table.turn])
    send(client, table, action="pass")
    answer = send(client, table, action="pass")
    assert answer.status_code == 409
    assert fresh(table).length == table.length + 1


def test_action_of_another_seat_is_refused(skat, client_of):
    table, accounts = skat
    answer = send(client_of(accounts[(table.turn + 1) % 3]), table, action="pass")
    assert answer.status_code == 409


def test_onlooker_cannot_act(skat, as_mallory):
    table, _accounts = skat
    assert send(as_mallory, table, action="pass").status_code == 403


def test_visitor_who_is_not_logged_in_cannot_act(skat, client):
    table, _accounts = skat
    assert send(client, table, action="pass").status_code == 403


def test_cards_are_ticked_and_sent_with_their_verb(club, client_of):
    table, accounts = seat_people(online_event(club, "skat"), 3)
    while "pick up" not in (legal := tables.look(table=table, by=accounts[table.turn]).legal):
        wanted = next((text for text in ("bid 18", "pass") if text in legal), legal[0])
        by = accounts[table.turn]
        tables.act(table=table, by=by, action=wanted, expected_version=table.version, now=NOW)
        table = fresh(table)
    client = client_of(accounts[table.turn])
    send(client, table, action="pick up")
    table = fresh(table)
    hand = tables.look(table=table, by=accounts[table.turn]).view["hand"]
    one = send(client, table, verb="discard", cards=hand[:1])
    assert (one.status_code, "Choose 2 cards to put away." in html(one)) == (422, True)
    two = send(client, table, verb="discard", cards=[hand[1], hand[0]])
    assert two.status_code == 200


def test_fragment_that_is_known_is_not_sent_again(skat, client):
    table, _accounts = skat
    asked = {"HX-Request": "true"}
    known = client.get(f"{address(table)}?after={table.version}", headers=asked)
    older = client.get(f"{address(table)}?after={table.version - 1}", headers=asked)
    assert (known.status_code, older.status_code) == (204, 200)


def test_table_of_a_draft_season_is_not_found(skat, as_mallory):
    table, _accounts = skat
    Season.objects.update(status=Season.Status.DRAFT)
    assert as_mallory.get(address(table)).status_code == 404


@pytest.mark.further
def test_next_round_is_dealt_by_a_button(club, client_of):
    table, accounts = seat_people(online_event(club, "briscola"), 2)
    while table.turn is not None:
        table = play(table, accounts, 1)
    client = client_of(accounts[0])
    assert "Deal now" in html(client.get(address(table)))
    client.post(reverse("web:table-deal", args=[table.code]))
    assert fresh(table).turn is not None


@pytest.mark.further
def test_round_that_is_over_tells_how_its_points_came_about(club, client_of):
    table, accounts = seat_people(online_event(club, "briscola"), 2)
    client = client_of(accounts[0])
    assert "How the points came about" not in html(client.get(address(table)))
    while table.turn is not None:
        table = play(table, accounts, 1)
    page = html(client.get(address(table)))
    assert "How the points came about" in page
    assert "Aces, 11 each" in page


@pytest.mark.further
def test_end_shows_ranking_and_proof(club, client_of):
    table, accounts = seat_people(online_event(club, "briscola"), 2)
    table = play(table, accounts, 200)
    assert table.status == OnlineTable.Status.OVER
    answer = client_of(accounts[0]).get(address(table))
    board = answer.context["board"]
    assert board.is_proven
    assert board.digest in html(answer)
    assert board.ranking[0].place == 1
    assert reverse("web:viewer", args=[table.match.code]) in html(answer)


def test_default_bots_actions_are_marked(skat, client_of):
    table, accounts = skat
    table = play(table, accounts, 1)
    table.actions.filter(seat__isnull=False).update(is_default=True)
    positions.kept.forget()
    assert "played by the AI" in html(client_of(accounts[0]).get(address(table)))


def test_person_can_let_the_ai_play(skat, client_of):
    table, accounts = skat
    client = client_of(accounts[0])
    assert "Let the AI play for me" in html(client.get(address(table)))
    client.post(reverse("web:table-step-away", args=[table.code]))
    assert table.seats.get(number=0).stood_in


def test_scores_are_those_of_sides_where_there_are_partners(club, client_of):
    table, accounts = seat_people(online_event(club, "truco"), 4)
    board = client_of(accounts[1]).get(address(table)).context["board"]
    assert board.scored == [0, 1]
    assert board.score_heads == [
        f"{board.names[0]} & {board.names[2]}",
        f"{board.names[1]} & {board.names[3]}",
    ]
    assert [spot.is_partner for spot in board.spots] == [False, False, False, True]


def test_person_who_is_stood_in_can_come_back(skat, client_of):
    table, accounts = skat
    table.seats.filter(number=0).update(stood_in=True)
    client = client_of(accounts[0])
    assert "I am back" in html(client.get(address(table)))
    client.post(reverse("web:table-come-back", args=[table.code]))
    assert not table.seats.get(number=0).stood_in


def test_who_is_warned_reads_how_long_is_left(skat, client_of):
    table, accounts = skat
    OnlineTable.objects.update(warned=True)
    page = html(client_of(accounts[table.turn]).get(address(table)))
    assert "or the AI plays for you" in page


@pytest.mark.further
def test_table_costs_the_same_at_any_length(skat, client_of, django_assert_max_num_queries):
    table, accounts = skat
    client = client_of(accounts[0])
    costs = []
    for steps in (0, 3, 20):
        table = play(table, accounts, steps)
        with django_assert_max_num_queries(12) as counted:
            client.get(address(table))
        costs.append(len(counted))
    assert len(set(costs)) == 1


def test_lobby_costs_the_same_for_more_tables(event, as_bob, django_assert_max_num_queries):
    lobby = reverse("web:tables", args=[event.code])
    costs = []
    for more in (1, 4):
        for _ in range(more):
            seat_people(event, 3)
        with django_assert_max_num_queries(30) as counted:
            as_bob.get(lobby)
        costs.append(len(counted))
    assert costs[0] == costs[1]


def test_table_against_ai_seats_is_two_taps_from_the_event(event, as_bob):
    page = html(as_bob.get(reverse("web:event", args=[event.code])))
    lobby = reverse("web:tables", args=[event.code])
    assert lobby in page
    answer = as_bob.post(lobby, {"company": "ai"})
    [table] = OnlineTable.objects.all()
    assert answer["Location"] == address(table)
    assert table.status == OnlineTable.Status.PLAYING


def test_table_waits_for_people(event, as_bob, client_of):
    lobby = reverse("web:tables", args=[event.code])
    as_bob.post(lobby, {"company": "none", "seats": "3", "move_s": "120"})
    [table] = OnlineTable.objects.all()
    assert (table.status, table.move_s) == (OnlineTable.Status.GATHERING, 120)
    page = html(as_bob.get(address(table)))
    assert page.count("a free seat") == 2
    as_bob.post(reverse("web:table-fill", args=[table.code]))
    assert fresh(table).status == OnlineTable.Status.PLAYING


def test_stranger_is_asked_to_register(event, as_mallory):
    page = html(as_mallory.get(reverse("web:tables", args=[event.code])))
    assert reverse("web:register", args=[event.code]) in page
    refused = as_mallory.post(reverse("web:tables", args=[event.code]), {"company": "ai"})
    assert refused.status_code == 403
    assert not OnlineTable.objects.exists()


def test_home_lists_own_tables_and_whose_turn_it_is(skat, client_of, client):
    table, accounts = skat
    page = html(client_of(accounts[table.turn]).get("/"))
    assert address(table) in page
    assert "your turn" in page
    assert "your turn" not in html(client_of(accounts[(table.turn + 1) % 3]).get("/"))
    assert "Your tables" not in html(client.get("/"))


@pytest.mark.parametrize(
    ("redeals", "round_over", "number"),
    [([], False, 1), ([False] * 4, True, 4), ([True, False], False, 2), ([False, True], True, 2)],
)
def test_a_round_that_was_thrown_in_is_not_counted(skat, redeals, round_over, number):
    history = [{"redeal": redeal, "dealer": 0, "scores": []} for redeal in redeals]
    look = SimpleNamespace(
        table=skat[0], seats=[], history=history, view={"round_over": round_over}, log=[]
    )
    assert Board(look, now=NOW).round_number == number


def test_page_waits_for_the_number_of_a_browser_with_scripts(event, as_bob):
    opened = as_bob.post(
        reverse("web:tables", args=[event.code]), {"company": "ai", "adds_number": "1"}
    )
    page = html(as_bob.get(opened.url))
    assert "The commitment is out" in page
    table = fresh(OnlineTable.objects.get())
    number = as_bob.post(f"{opened.url}number/", {"number": "7a" * 32}, headers=FRAGMENT)
    assert "7a" * 32 in html(number)
    assert fresh(table).length == 1
    late = as_bob.post(f"{opened.url}number/", {"number": "7b" * 32}, headers=FRAGMENT)
    assert (late.status_code, 'role="alert"' in html(late)) == (409, False)


def test_page_deals_at_once_where_there_are_no_scripts(event, as_bob):
    as_bob.post(reverse("web:tables", args=[event.code]), {"company": "ai"})
    assert OnlineTable.objects.get().length == 1


def test_who_looks_on_is_asked_for_no_number(event, as_bob, client):
    opened = as_bob.post(
        reverse("web:tables", args=[event.code]), {"company": "ai", "adds_number": "1"}
    )
    page = html(client.get(opened.url))
    assert "The commitment is out" in page
    assert "data-number-for" not in page
    assert "first-deal" not in page
