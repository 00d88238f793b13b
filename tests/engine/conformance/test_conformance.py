"""The laws notice games that break them."""

from dataclasses import replace

import pytest

import games
from engine.conformance import laws
from engine.conformance.laws import Violation
from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.state import EVERYBODY, TABLE, clear_table, close_round, exclude

GAME = games.get("mit-list-und-tuecke")
SKAT = games.get("skat")

MATCHES_WITH_EVERY_PHASE = 500
"""Enough for the rarest: seven trumps in a hand of Cinch."""

deal, legal, apply, end_round = (
    getattr(GAME.rules, name) for name in ("deal", "legal", "apply", "end_round")
)


@rule
def mark_a_hidden_card(s, deck):
    deal(s, deck)
    s.kept[0] = deck[0] >> 5


@rule
def lose_the_trick(s, action):
    apply(s, action)
    clear_table(s)


@rule
def score_below_zero(s):
    end_round(s)
    s.scores[0] = -1


@rule
def throw_in_the_first_deal(s):
    if s.round_index == 0:
        s.redeal = 1
        close_round(s)
    else:
        end_round(s)


@rule
def offer_the_first_twice(s, out):
    n = legal(s, out)
    out[n] = out[0]
    return n + (n > 0)


@rule
def offer_less_to_the_neighbour_of_a_strong_hand(s, out):
    n = legal(s, out)
    peeked = s.hand[(s.turn + 1) % s.seats, 0] if n > 1 else 0
    return n - (popcount(peeked) & 1)


@rule
def tell_a_falsehood(s, action):
    apply(s, action)
    for card in range(s.place.shape[0]):
        if s.place[card] < TABLE and s.known[card] != EVERYBODY:
            exclude(s, s.place[card], card)


@pytest.mark.further
@pytest.mark.parametrize(
    ("law", "changed"),
    [
        (laws.cards_are_conserved, {"apply": lose_the_trick}),
        (laws.legal_actions_are_sound, {"legal": offer_the_first_twice}),
        (
            laws.views_keep_secrets,
            {"legal": offer_less_to_the_neighbour_of_a_strong_hand},
        ),
        (laws.deals_keep_secrets, {"deal": mark_a_hidden_card}),
        (laws.scores_are_possible, {"end_round": score_below_zero}),
        (laws.scores_are_possible, {"end_round": throw_in_the_first_deal}),
        (laws.beliefs_are_possible, {"apply": tell_a_falsehood}),
        (laws.look_alikes_are_alike, {"apply": tell_a_falsehood}),
    ],
)
def test_law_notices_a_game_that_breaks_it(law, changed):
    broken = replace(GAME, rules=replace(GAME.rules, **changed))
    with pytest.raises(Violation):
        hold(law, broken)


@pytest.mark.further
def test_deals_are_thrown_in_where_the_game_says_so():
    rules = replace(GAME.rules, end_round=throw_in_the_first_deal)
    hold(laws.scores_are_possible, replace(GAME, rules=rules, redeals=True))


def hold(law, game):
    for seed in range(5):
        law(game, players=game.players[0], seed=seed)


@pytest.mark.parametrize(
    "tell",
    [SKAT.format_action, lambda s, action: "an action"],
    ids=["too much", "too little"],
)
def test_law_notices_a_log_that_tells(tell):
    broken = replace(SKAT, told=lambda s, action, reader: tell(s, action))
    with pytest.raises(Violation, match="the log"):
        hold(laws.logs_keep_secrets, broken)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_secrets_are_looked_for_in_every_phase(game, monkeypatch):
    looked_at = set()
    permute = laws.permute_unseen

    def permute_and_note(s, knower, chance):
        looked_at.add(game.phases[s.phase])
        permute(s, knower, chance)

    monkeypatch.setattr(laws, "permute_unseen", permute_and_note)
    monkeypatch.setattr(laws, "LOOKED_AT", 0)  # but at the first position of every phase
    for seed in range(MATCHES_WITH_EVERY_PHASE):
        laws.views_keep_secrets(game, players=game.players[0], seed=seed)
        if looked_at >= set(game.phases[:-1]):
            return
    pytest.fail(f"only {looked_at} were looked at")
