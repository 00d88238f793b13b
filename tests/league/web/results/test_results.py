"""Entering and confirming a result in forms."""

from dataclasses import replace

import pytest
from django.urls import reverse

import games
from league.models import Match, Result
from league.web.results.entry import placed, resized

SCORES = [[30, 20, 10, 0], [1, 2, 3, 4], [0, 0, 0, 9], [5, 5, 5, 5]]
STACKS = [
    {"blue": 6, "green": 4},
    {"red": 6, "yellow": 4},
    {"blue": 4, "green": 2},
    {"red": 2},
]


def enter(match, kind):
    return reverse("web:enter", args=[match.code], query={"as": kind})


def confirm(match):
    return reverse("web:confirm", args=[match.code])


def scores_form(rows=SCORES, version=0):
    cells = {f"rounds.{r}.{s}": score for r, row in enumerate(rows) for s, score in enumerate(row)}
    return cells | {"version": version}


def sheets_form(version=0):
    form = {"version": version}
    for number in range(4):
        form[f"rounds.{number}.dealer"] = number
        for seat, stacks in enumerate(STACKS):
            for colour, cards in stacks.items():
                form[f"rounds.{number}.sheet.players.{seat}.{colour}"] = cards
    return form


def test_form_needs_a_login(client, match):
    assert client.get(enter(match, "scores")).url.startswith(reverse("web:login"))


def test_form_is_not_for_strangers(as_mallory, match):
    assert as_mallory.get(enter(match, "scores")).status_code == 403


def test_stranger_cannot_post_either(as_mallory, match):
    assert as_mallory.post(enter(match, "scores"), scores_form()).status_code == 403


@pytest.mark.parametrize("kind", ["scores", "sheets"])
def test_form_has_a_round_for_every_player(as_bob, match, kind):
    assert len(as_bob.get(enter(match, kind)).context["form"].rounds) == 4


def test_scores_are_entered(as_bob, match):
    as_bob.post(enter(match, "scores"), scores_form())
    assert Result.objects.get(match=match).totals == [36, 27, 18, 18]


def test_sheets_are_entered_and_scored(as_bob, match):
    as_bob.post(enter(match, "sheets"), sheets_form())
    assert Result.objects.get(match=match).totals == [96, 96, 32, 0]


def test_entered_result_leads_back_to_the_match(as_bob, match):
    answer = as_bob.post(enter(match, "scores"), scores_form())
    assert answer.url == reverse("web:match", args=[match.code])


def test_field_that_is_no_number_is_named(as_bob, match):
    answer = as_bob.post(enter(match, "scores"), scores_form() | {"rounds.2.1": "many"})
    assert answer.context["form"].errors == {"rounds.2.1": ["Enter a whole number."]}


def test_missing_score_is_named(as_bob, match):
    answer = as_bob.post(enter(match, "scores"), scores_form() | {"rounds.0.3": ""})
    assert list(answer.context["form"].errors) == ["rounds.0.3"]


@pytest.mark.parametrize("wrong", [{"rounds.2.1": "many"}, {"rounds.2.1": "-5"}])
def test_wrong_form_is_shown_again_and_stores_nothing(as_bob, match, wrong):
    answer = as_bob.post(enter(match, "scores"), scores_form() | wrong)
    assert (answer.status_code, Result.objects.count()) == (422, 0)


def test_wrong_form_keeps_what_was_typed(as_bob, match):
    answer = as_bob.post(enter(match, "scores"), scores_form() | {"rounds.2.1": "many"})
    assert 'value="many"' in answer.content.decode()


def test_error_of_a_sheet_stands_beside_its_field(as_bob, match):
    form = sheets_form() | {"rounds.1.sheet.players.0.discards": "3"}
    answer = as_bob.post(enter(match, "sheets"), form).content.decode()
    assert 'id="rounds.1.sheet.players.0.discards-error"' in answer


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds.0.sheet.players.0.discards": "40"},
        {"rounds.1.sheet.players.3.kept": ["blue"]},
        {"rounds.1.sheet.players.3.kept": ["blue", "pink"]},
        {"rounds.2.dealer": "7"},
        {f"rounds.3.sheet.players.{seat}.blue": "14" for seat in range(4)},
    ],
)
def test_every_error_of_a_sheet_has_its_place_on_the_page(as_bob, match, wrong):
    answer = as_bob.post(enter(match, "sheets"), sheets_form() | wrong)
    page = answer.content.decode()
    paths = list(answer.context["form"].errors)
    assert paths
    assert [path for path in paths if f'id="{path}"' not in page] == []


def test_summary_of_errors_says_whose_field_it_is(as_bob, match):
    answer = as_bob.post(enter(match, "scores"), scores_form() | {"rounds.2.1": "many"})
    assert answer.context["form"].summary == [
        ("rounds.2.1", "Round 3, Dora", "Enter a whole number.")
    ]


def test_error_without_a_field_goes_to_the_nearest_place_above():
    errors = {"rounds.0.sheet.players.1.kept.0": ["no"], "rounds.5.1": ["no"]}
    paths = {"rounds", "rounds.0", "rounds.0.sheet.players.1.kept"}
    assert set(placed(errors, paths)) == {"rounds.0.sheet.players.1.kept", "rounds"}


def test_second_entry_over_an_unseen_one_shows_what_is_stored(as_dora, entered):
    answer = as_dora.post(enter(entered, "scores"), scores_form(version=0))
    assert answer.status_code == 409
    assert answer.context["rounds"][0].scores == [30, 20, 10, 0]


def test_second_entry_knowing_the_first_replaces_it(as_dora, entered):
    form = scores_form([[9, 9, 9, 9]] * 4, version=entered.version)
    as_dora.post(enter(entered, "scores"), form)
    entered.refresh_from_db()
    assert entered.result_in_force().totals == [36, 36, 36, 36]


def test_form_of_an_entered_match_holds_what_was_entered(as_dora, entered):
    page = as_dora.get(enter(entered, "scores")).content.decode()
    assert 'name="rounds.0.0" value="30"' in page


def test_final_match_takes_no_result(as_alice, final):
    assert as_alice.get(enter(final, "scores")).status_code == 403


def test_final_match_refuses_a_result_with_what_is_stored(as_alice, final):
    answer = as_alice.post(enter(final, "scores"), scores_form(version=final.version))
    assert (answer.status_code, answer.context["is_open"]) == (409, False)


def test_confirmation_makes_a_result_final(as_dora, entered):
    as_dora.post(confirm(entered), {"version": entered.version})
    entered.refresh_from_db()
    assert entered.status == Match.Status.FINAL


def test_confirmation_shows_the_scores_first(as_dora, entered):
    assert as_dora.get(confirm(entered)).context["rounds"][0].scores == [30, 20, 10, 0]


@pytest.mark.parametrize("who", ["as_bob", "as_mallory"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_result_is_not_confirmed_by_who_entered_it_or_by_strangers(request, who, method, entered):
    send = getattr(request.getfixturevalue(who), method)
    assert send(confirm(entered), {"version": entered.version}).status_code == 403


def test_result_that_changed_since_is_not_confirmed(as_dora, entered):
    answer = as_dora.post(confirm(entered), {"version": entered.version - 1}, follow=True)
    assert "has changed since you saw it" in answer.content.decode()


def test_there_is_nothing_to_confirm_before_a_result(as_dora, match):
    assert as_dora.get(confirm(match)).status_code == 403


@pytest.fixture
def redealt(monkeypatch, match):
    """The match, in a game that lets deals be thrown in."""
    game = replace(games.get(match.season.game), redeals=True)
    monkeypatch.setattr(games, "get", lambda slug: game)
    return match


def press(client, match, button, form):
    """Return the page after a button that adds a round or takes one away."""
    return client.post(enter(match, "sheets"), form | {"rounds": button})


def with_redeal():
    """Return a form whose second deal was thrown in."""
    values = {path: [str(value)] for path, value in sheets_form().items()}
    return resized(values | {"rounds": ["redeal.1"]})


def redeals(answer):
    return [row.is_redeal for row in answer.context["form"].rounds]


def test_deal_is_thrown_in_only_where_the_game_has_that(as_bob, match):
    assert 'value="redeal.0"' not in as_bob.get(enter(match, "sheets")).content.decode()


def test_deal_thrown_in_comes_before_the_round_of_the_same_dealer(as_bob, redealt):
    answer = press(as_bob, redealt, "redeal.1", sheets_form())
    form = answer.context["form"]
    assert (answer.status_code, Result.objects.count()) == (200, 0)
    assert redeals(answer) == [False, True, False, False, False]
    assert [row.dealer for row in form.rounds] == ["0", "1", "1", "2", "3"]


def test_deal_thrown_in_does_not_count_as_a_round(as_bob, redealt):
    assert press(as_bob, redealt, "redeal.3", sheets_form()).context["form"].counted == 4


def test_sheets_move_behind_a_deal_thrown_in(as_bob, redealt):
    field = "sheet.players.0.blue"
    answer = press(as_bob, redealt, "redeal.1", sheets_form() | {f"rounds.1.{field}": "many"})
    assert f'name="rounds.2.{field}" value="many"' in answer.content.decode()


def test_deal_that_was_not_thrown_in_leaves_the_form_as_it_was(as_bob, redealt):
    answer = press(as_bob, redealt, "undo.1", with_redeal())
    before = {path: [str(value)] for path, value in sheets_form().items()}
    assert {**answer.context["form"].values, **before} == answer.context["form"].values
    assert redeals(answer) == [False] * 4


def test_round_that_was_played_cannot_be_taken_out():
    assert resized(with_redeal() | {"rounds": ["undo.2"]}) == with_redeal()


@pytest.mark.parametrize(
    ("button", "count"), [("more", "5"), ("fewer", "3"), ("redeal.1", "5"), ("undo.1", "3")]
)
def test_buttons_change_the_number_of_rounds(button, count):
    assert resized({"count": ["4"], "rounds": [button], "rounds.1.redeal": ["on"]})["count"] == [
        count
    ]


def test_deal_thrown_in_is_entered(as_bob, redealt):
    as_bob.post(enter(redealt, "sheets"), with_redeal())
    result = Result.objects.get(match=redealt)
    assert result.totals == [96, 96, 32, 0]
    assert [row.redeal for row in result.rounds.all()] == [False, True, False, False, False]


def test_wrong_form_keeps_the_deal_thrown_in(as_bob, redealt):
    answer = as_bob.post(
        enter(redealt, "sheets"), with_redeal() | {"rounds.3.sheet.players.0.blue": "many"}
    )
    assert (answer.status_code, redeals(answer)[1]) == (422, True)


def test_same_dealer_deals_again_unless_said_otherwise(as_bob, redealt):
    form = {"version": 0, "rounds.1.redeal": "on", "rounds": "redeal.0"}
    rounds = press(as_bob, redealt, "redeal.0", form).context["form"].rounds
    assert [row.dealer for row in rounds] == ["0", "0", "1", "1", "2", "3"]


def test_form_of_an_entered_match_has_the_deal_thrown_in(as_bob, redealt):
    as_bob.post(enter(redealt, "sheets"), with_redeal())
    assert redeals(as_bob.get(enter(redealt, "sheets")))[1]


def test_scores_of_an_entered_match_leave_out_the_deal_thrown_in(as_bob, redealt):
    as_bob.post(enter(redealt, "sheets"), with_redeal())
    rounds = as_bob.get(enter(redealt, "scores")).context["form"].rounds
    assert [[cell.value for cell in row.cells] for row in rounds] == [["24", "24", "8", "0"]] * 4


def test_page_of_a_match_says_who_deals_again(as_bob, redealt):
    as_bob.post(enter(redealt, "sheets"), with_redeal())
    page = as_bob.get(reverse("web:match", args=[redealt.code])).content.decode()
    dealer = redealt.seats.get(number=1).player.name
    assert f"Thrown in; {dealer} deals again." in page
