"""What holds in all games, seen in random matches: the rulings G1 to G5 and G9."""

import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.rules import shuffle
from engine.rules.errors import InvalidNotation

from .rounds import random_round

pytestmark = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in games.all() for players in {game.players[0], game.players[-1]}],
    ids=lambda value: getattr(value, "slug", value),
)

SECRET = bytes(range(32))


def match(game, players):
    """Return a table at the end of a random match."""
    table = Table(game, players, secret=SECRET, native=True)
    runner.play_match(table, [builtin.get("random")] * players, seed=b"conventions")
    return table


def deal_again(table, done):
    """Deal a round as it was dealt at another table."""
    deck = table.game.pack.format_cards(done.deck)
    table.deal(deck=deck, entropy=done.entropy, dealer=done.dealer)


def positions(game, players, *, rounds=5):
    """Yield a table at every position of some random rounds, and the action played there."""
    for seed in range(rounds):
        (done,) = random_round(game, players, seed).rounds
        table = Table(game, players)
        deal_again(table, done)
        for action in done.actions:
            yield table, action
            table.play_actions([action])


def test_cards_are_laid_to_a_trick_in_the_order_of_the_seats(game, players):
    """G1."""
    longest, seats, lying, turn = 0, [], 0, None
    for table, _ in positions(game, players):
        if table.state.on_table == lying + 1:
            seats.append(turn)
            steps = [(seat - seats[0]) % players for seat in seats]
            assert steps == sorted(set(steps))
            longest = max(longest, len(steps))
        lying, turn = int(table.state.on_table), table.turn
        seats = seats if lying else []
    assert longest


def test_first_dealer_is_drawn_and_the_deal_passes_on(game, players):
    """G2: to the next seat, unless the round was thrown in."""
    rounds = match(game, players).rounds
    follows = [(done.dealer + (not done.redeal)) % players for done in rounds]
    first = shuffle.first_dealer(SECRET, players)
    assert [done.dealer for done in rounds] == [first, *follows[:-1]]


def test_deck_and_entropy_are_all_the_chance_there_is(game, players):
    """G3: at a table with another secret the same deals and actions end in the same state."""
    table = match(game, players)
    other = Table(game, players, secret=bytes(32), native=True)
    for done in table.rounds:
        deal_again(other, done)
        other.play_actions(done.actions)
    assert other.state.tobytes() == table.state.tobytes()


@pytest.mark.parametrize("text", ["claim", "concede", "resign", "misdeal", "I hold an ace"])
def test_nobody_can_claim_concede_or_talk(game, players, text):
    """G4, G5: there are no such actions in any phase, and nobody hears of the attempt."""
    for table, _ in positions(game, players, rounds=1):
        heard = table.told(None)
        with pytest.raises(InvalidNotation):
            table.play(text)
        assert table.told(None) == heard


def test_action_without_a_choice_is_recorded_like_any_other(game, players):
    """G9."""
    forced = 0
    for table, action in positions(game, players, rounds=60):
        legal = table.legal()
        assert game.format_action(table.state, action) in legal
        forced += len(legal) == 1
    assert forced
