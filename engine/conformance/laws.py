"""What any game must satisfy: laws for the registry's games and for authors of new ones.

Each law takes a game, a number of players and a seed, plays at random from that seed, and
raises Violation with a sentence if the law does not hold. `LAWS` lists them all:

    for law in engine.conformance.laws.LAWS:
        law(game, players=4, seed=1)
"""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from engine.inference.belief import Deals
from engine.play.table import Table
from engine.records import packed
from engine.records.document import decode, encode, record_of, validate, validate_many
from engine.rules.cards import RANKS, bit_of, card_of, suit_of
from engine.rules.errors import EngineError, IllegalAction, InvalidNotation, NotYourTurn
from engine.rules.game import Game
from engine.rules.state import (
    ABSENT,
    FACE_DOWN,
    NO_CARD,
    ONLOOKER,
    PLACES,
    STOCK,
    TABLE,
    WON,
    State,
    assign_state,
    copy_state,
    copy_states,
)

from .hindsight import Hindsight
from .look_alikes import look_alikes
from .random_play import choose, table_by_chance

MAX_ROUNDS = 200
"""A random match longer than this is said not to end."""


LOOKED_AT = 0.3
"""Share of the positions at which a law that is slow to check is checked."""


COMPARED = 4
"""Of the legal actions of a position at most so many are compared with each other."""


class Violation(AssertionError):
    """A game breaks a law; the message says which and where."""


def _demand(holds: bool, law: str, table: Table) -> None:
    if not holds:
        done = table.rounds[-1] if table.rounds else None
        where = f"round {len(table.rounds) - 1}, action {len(done.actions)}" if done else "start"
        raise Violation(f"{table.game.slug}: {law} ({table.players} players, {where})")


def _positions(game: Game, players: int, seed: int) -> Iterator[tuple[Table, random.Random]]:
    """Yield a table at every position of a random match, ends of rounds included."""
    table, chance = table_by_chance(game, players, seed)
    while not table.over:
        _demand(len(table.rounds) < MAX_ROUNDS, "a random match ends", table)
        table.deal()
        yield table, chance
        while not table.round_over:
            _demand(
                len(table.rounds[-1].actions) < game.max_actions,
                f"a round has at most {game.max_actions} actions",
                table,
            )
            table.play(choose(table.legal(), chance))
            yield table, chance


def _some_positions(game: Game, players: int, seed: int) -> Iterator[tuple[Table, random.Random]]:
    """Yield a table at some positions of a random match, the first of every phase among them."""
    met: set[str] = set()
    for table, chance in _positions(game, players, seed):
        if table.phase not in met or chance.random() < LOOKED_AT:
            met.add(table.phase)
            yield table, chance


def _finished(game: Game, players: int, seed: int) -> tuple[Table, random.Random]:
    """Return a table at the end of a random match."""
    return list(_positions(game, players, seed))[-1]


def cards_are_conserved(game: Game, *, players: int, seed: int) -> None:
    """Every card of the pack is at one place, and counts, hands and trick agree with places."""
    for table, _ in _positions(game, players, seed):
        check_cards(table)


def check_cards(table: Table, laid_out: State | None = None) -> None:
    """Raise Violation unless the cards at a table are conserved, as in `cards_are_conserved`.

    Or those of a deal that was laid out for the table.
    """
    s = table.state if laid_out is None else laid_out
    place = s.place
    cards = np.flatnonzero(place != ABSENT)
    pack = table.game.deck(table.players, table.options)
    _demand(cards.tolist() == pack.tolist(), "every card of the pack is somewhere", table)
    counts = np.bincount(place[cards], minlength=PLACES)
    _demand(counts.tolist() == s.count.tolist(), "counts are those of the places", table)
    held = cards[place[cards] < TABLE]
    _demand(_hands(s) == held.tolist(), "hands agree with the places", table)
    hand = s.hand
    for card in held.tolist():
        is_held = hand[place[card], suit_of(card)] & bit_of(card)
        _demand(bool(is_held), "a card is in the hand where its place is", table)
    laid = {card: int(place[card]) for card in cards[_on_table(place[cards])].tolist()}
    _demand(_trick(s) == laid, "the trick agrees with the places", table)
    stock = cards[place[cards] == STOCK].tolist()
    _demand(_stock(s) == stock, "the stock agrees with the places", table)


def _hands(s: State) -> list[int]:
    """Return the cards of all hands by their masks."""
    masks = np.bitwise_or.reduce(s.hand, axis=0)
    return [
        card_of(suit, rank)
        for suit, mask in enumerate(masks.tolist())
        for rank in range(RANKS)
        if mask >> rank & 1
    ]


def _on_table(places: Any) -> Any:
    return (places >= TABLE) & (places < WON)


def _trick(s: State) -> dict[int, int]:
    return {int(c): TABLE + seat for seat, c in enumerate(s.table) if c != NO_CARD}


def _stock(s: State) -> list[int]:
    """Return the cards still to be drawn that lie face down."""
    left = [card for card in s.stock[int(s.drawn) :].tolist() if card != NO_CARD]
    place = s.place
    return sorted(card for card in left if card == FACE_DOWN or place[card] == STOCK)


def legal_actions_are_sound(game: Game, *, players: int, seed: int) -> None:
    """There are legal actions iff the round is not over; none twice; texts can be read back."""
    for table, _ in _some_positions(game, players, seed):
        texts = table.legal()
        _demand(bool(texts) == (not table.round_over), "legal is empty iff it is over", table)
        _demand((table.turn is None) == table.round_over, "nobody acts when it is over", table)
        _demand(len(set(texts)) == len(texts) <= game.max_legal, "no action twice", table)
        for text in texts:
            action = game.parse_action(table.state, text)
            again = game.format_action(table.state, action)
            _demand(again == text, f"{text!r} reads back as itself", table)
            _demand(0 <= action < 1 << 16, "an action fits into 16 bits", table)


def refusals_change_nothing(game: Game, *, players: int, seed: int) -> None:
    """An illegal action, a text that is none and a wrong seat leave the table as it was."""
    for table, chance in _some_positions(game, players, seed):
        before, legal = table.state.tobytes(), table.legal()
        view, played = table.view(None), list(table.rounds[-1].actions)
        for text in _wrong_texts(game, legal, chance):
            _expect(table, text, None, (IllegalAction, InvalidNotation))
        if legal and table.turn is not None:
            _expect(table, legal[0], (table.turn + 1) % players, (NotYourTurn,))
        _demand(table.state.tobytes() == before, "a refusal changes nothing", table)
        _demand(table.view(None) == view, "a refusal changes no view", table)
        _demand(table.rounds[-1].actions == played, "a refusal is not recorded", table)


def _wrong_texts(game: Game, legal: list[str], chance: random.Random) -> Iterator[str]:
    cards = [game.pack.format(card) for card in game.deck(game.players[-1], game.options())]
    forms = [form.form for form in game.notation]
    for text in (chance.choice(cards), chance.choice(forms)):
        if text not in legal:
            yield text
    yield from ("", " ", "pas", "R1  R2", "\x00", "💥", "x" * 10_000)
    if legal:
        yield chance.choice(legal) + " "
        yield chance.choice(legal).swapcase()


def _expect(
    table: Table, text: str, seat: int | None, errors: tuple[type[EngineError], ...]
) -> None:
    try:
        table.play(text, seat)
    except errors as error:
        _demand(len(str(error)) > 10, "a refusal says why", table)
    else:
        _demand(text in table.legal(), f"{text!r} is refused", table)


def views_keep_secrets(game: Game, *, players: int, seed: int) -> None:
    """A view does not change when the cards that the seat cannot see change places."""
    for table, chance in _some_positions(game, players, seed):
        seat = chance.choice((*range(players), None))
        mind, view = table.mind(seat).tobytes(), table.view(seat)
        truth = copy_state(table.state)
        permute_unseen(table.state, ONLOOKER if seat is None else seat, chance)
        same = table.mind(seat).tobytes() == mind
        _demand(same, f"what seat {seat} knows does not depend on hidden cards", table)
        shown = table.view(seat)
        changed = [key for key in view if shown[key] != view[key]]
        _demand(not changed, f"{changed} of a view do not depend on hidden cards", table)
        assign_state(table.state, truth)


def deals_keep_secrets(game: Game, *, players: int, seed: int) -> None:
    """Two deals that differ only in cards that a seat does not see look the same to it."""
    table, chance = table_by_chance(game, players, seed)
    table.deal()
    dealt = table.rounds[-1]
    for seat in (*range(players), None):
        knower = ONLOOKER if seat is None else seat
        known = [bool(int(table.state.known[card]) >> knower & 1) for card in dealt.deck]
        unseen = [int(card) for card, seen in zip(dealt.deck, known, strict=True) if not seen]
        chance.shuffle(unseen)
        others = iter(unseen)
        deck = [
            int(card) if seen else next(others)
            for card, seen in zip(dealt.deck, known, strict=True)
        ]
        other = Table(game, players, native=table.native)
        other.deal(deck=game.pack.format_cards(deck), entropy=dealt.entropy, dealer=dealt.dealer)
        same = other.mind(seat).tobytes() == table.mind(seat).tobytes()
        _demand(same, f"seat {seat} cannot tell hidden deals apart", table)
        _demand(other.view(seat) == table.view(seat), f"seat {seat} sees its own cards", table)


def look_alikes_are_alike(game: Game, *, players: int, seed: int) -> None:
    """Worlds that a seat cannot tell apart are the same to it: what it sees, knows and believes."""
    for table, other, seat in look_alikes(game, players=players, seed=seed):
        seen, shown = table.view(seat), other.view(seat)
        changed = [key for key in seen if shown[key] != seen[key]]
        _demand(not changed, f"seat {seat} sees the same {changed} in look-alikes", table)
        same = table.mind(seat).tobytes() == other.mind(seat).tobytes()
        _demand(same, f"seat {seat} knows the same in look-alikes", table)
        same = table.belief(seat).tobytes() == other.belief(seat).tobytes()
        _demand(same, f"seat {seat} infers the same in look-alikes", table)
        same = table.calls().tobytes() == other.calls().tobytes()
        _demand(same, f"the same calls are remembered for seat {seat} in look-alikes", table)


def permute_unseen(s: State, knower: int, chance: random.Random) -> None:
    """Let the cards that a seat does not know change places, with who knows each place."""
    hidden = [
        card
        for card in range(len(s.place))
        if s.place[card] != ABSENT and not int(s.known[card]) >> knower & 1
    ]
    moved = list(hidden)
    chance.shuffle(moved)
    places = {card: (int(s.place[card]), int(s.known[card])) for card in hidden}
    stand_in = dict(zip(hidden, moved, strict=True))
    for i, card in enumerate(s.stock.tolist()):
        s.stock[i] = stand_in.get(card, card)
    for card in hidden:
        if s.place[card] < TABLE:
            s.hand[s.place[card], suit_of(card)] &= ~bit_of(card)
    for card, source in zip(moved, hidden, strict=True):
        place, known = places[source]
        s.place[card], s.known[card] = place, known
        if place < TABLE:
            s.hand[place, suit_of(card)] |= bit_of(card)
        elif place < WON:
            s.table[place - TABLE] = card


def logs_keep_secrets(game: Game, *, players: int, seed: int) -> None:
    """Others are told two actions in the same words iff these leave them knowing the same."""
    for table, chance in _some_positions(game, players, seed):
        legal = table.legal()
        texts = chance.sample(legal, min(COMPARED, len(legal)))
        actions = [game.parse_action(table.state, text) for text in texts]
        played = [(action, _played(game, table.state, action)) for action in actions]
        for reader in {*range(players), ONLOOKER} - {table.turn}:
            learnt = {
                (_mind(game, after, reader), _words(game, table.state, action, after, reader))
                for action, after in played
            }
            minds, words = ({pair[i] for pair in learnt} for i in (0, 1))
            which = f"which of {texts} it was"
            _demand(len(minds) == len(learnt), f"the log keeps from {reader} {which}", table)
            _demand(len(words) == len(learnt), f"the log tells {reader} {which}", table)


def _played(game: Game, before: State, action: int) -> State:
    """Return the state after an action."""
    s = copy_state(before)
    game.kernels.apply(s, action)
    if s.phase == s.over_phase:
        game.kernels.end_round(s)
    return s


def _mind(game: Game, s: State, reader: int) -> bytes:
    """Return what a reader knows of a state."""
    minds = copy_states(s)
    game.kernels.conceal(minds, reader)
    known: bytes = minds.tobytes()
    return known


def _words(game: Game, before: State, action: int, after: State, reader: int) -> str:
    """Return the text of an action as a reader is told it."""
    if game.told is None or (game.uncovers is not None and game.uncovers(after)):
        return game.format_action(before, action)
    return game.told(before, action, reader)


def records_replay(game: Game, *, players: int, seed: int) -> None:
    """A record replays to the same end, in both forms, and survives coding and decoding."""
    table, _ = _finished(game, players, seed)
    record = record_of(table)
    _demand(json.loads(json.dumps(record)) == record, "a record is plain JSON", table)
    verdict = validate(record)
    _demand(verdict.ok and verdict.complete, f"its record is valid: {verdict.reason}", table)
    blob = encode(record)
    _demand(decode(blob) == record, "decoding gives what was encoded", table)
    _demand(packed.pack(table) == blob, "a table packs as its record does", table)
    verdict = validate_many([blob])[0]
    _demand(verdict.ok and verdict.complete, f"its bytes are valid: {verdict.reason}", table)
    again = packed.table_of(packed.unpack(blob))
    _demand(again.state.tobytes() == table.state.tobytes(), "replay ends in the same state", table)


def changed_records_are_refused(game: Game, *, players: int, seed: int) -> None:
    """A record in which a score, a total, a place or an action is changed is not valid."""
    table, chance = _finished(game, players, seed)
    record = record_of(table)
    seat = chance.randrange(players)
    number = chance.randrange(len(record["rounds"]))
    for change in (
        lambda r: _add_one(r["rounds"][number]["scores"], seat),
        lambda r: _add_one(r["totals"], seat),
        lambda r: _add_one(r["ranking"], seat),
        lambda r: r["rounds"][number]["actions"].append("x"),
        lambda r: r["rounds"].append(r["rounds"][-1]),
        lambda r: r.update(secret="00" * 32),
    ):
        changed = json.loads(json.dumps(record))
        change(changed)
        verdict = validate(changed)
        _demand(not verdict.ok and bool(verdict.reason), "a changed record is refused", table)


def _add_one(numbers: list[int], index: int) -> None:
    numbers[index] += 1


def scores_are_possible(game: Game, *, players: int, seed: int) -> None:
    """Scores of a round obey the game's own rule, add up to the totals, and end the match.

    A round that was thrown in scores nothing.
    """
    sums = [0] * players
    for table, _ in _positions(game, players, seed):
        scores = table.round_scores
        if table.round_over and scores is not None:
            if table.rounds[-1].redeal:
                _demand(not any(scores), "a round that was thrown in scores nothing", table)
            else:
                fault = game.scores_fault(players, scores)
                _demand(fault is None, f"scores are possible: {fault}", table)
            sums = [total + score for total, score in zip(sums, scores, strict=True)]
            _demand(table.totals == sums, "totals are the sum of the rounds", table)
            played = sum(not done.redeal for done in table.rounds)
            is_over = game.is_over(rounds=int(table.state.rounds), played=played, totals=sums)
            _demand(is_over == table.over, "totals and rounds tell whether it is over", table)
            has_redeal = played < len(table.rounds)
            _demand(game.redeals or not has_redeal, "the game says that deals are thrown in", table)


def facts_are_as_described(game: Game, *, players: int, seed: int) -> None:
    """A view tells the facts that the game describes, of their types, in the phases it names."""
    for table, chance in _some_positions(game, players, seed):
        facts = table.view(chance.choice((*range(players), None)))["facts"]
        fault = game.fact_model.fault(facts, phase=table.phase, players=players)
        _demand(fault is None, f"facts are as the game describes them: {fault}", table)


def beliefs_are_possible(game: Game, *, players: int, seed: int) -> int:
    """What a seat holds possible agrees with all it knows and with what others did; so the truth.

    Returns the number of positions looked at.
    """
    looked_at, hindsight = 0, Hindsight(game)
    for table, chance in _positions(game, players, seed):
        hindsight.follow(table)
        if table.turn is None or chance.random() > LOOKED_AT:
            continue
        looked_at += 1
        _check_belief(table, table.turn, chance, hindsight)
        if chance.random() < LOOKED_AT:
            _check_belief(table, chance.randrange(players), chance, hindsight)
    return looked_at


def _check_belief(table: Table, seat: int, chance: random.Random, hindsight: Hindsight) -> None:
    mind = table.belief(seat)
    deals = Deals(table.game, mind, seed=chance.getrandbits(64))
    _demand(deals.has(table.state), f"seat {seat} holds the true deal possible", table)
    world = deals.next()
    check_cards(table, world)
    fault = hindsight.fault(seat, mind, world)
    _demand(fault is None, f"seat {seat} lays out a deal that is possible: {fault}", table)


Law = Callable[..., Any]
LAWS: tuple[Law, ...] = (
    cards_are_conserved,
    legal_actions_are_sound,
    refusals_change_nothing,
    views_keep_secrets,
    deals_keep_secrets,
    logs_keep_secrets,
    look_alikes_are_alike,
    records_replay,
    changed_records_are_refused,
    scores_are_possible,
    facts_are_as_described,
)
