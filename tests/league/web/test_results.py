"""Entering and confirming a result in forms."""

import pytest
from django.urls import reverse

from league.models import Match, Result
from league.web.entry import placed

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
    assert answer.context["form"].errors == {"rounds.2.1": ["Give a whole number."]}


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
        ("rounds.2.1", "Round 3, Dora", "Give a whole number.")
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
