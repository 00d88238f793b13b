"""Pictures of a game: a trick with its winner, as its rules play it, and the cards of its pack."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import games
from engine.play.table import Table
from league.web.games.cards import Card, Suit, pack_of
from league.web.results.replay import swept, table_before, tricks_won

SECRET = hashlib.sha256(b"a trick to look at").digest()
TRICKS, CYCLES = 12, 8
"""Among how many tricks one is chosen, and how often everybody may deal until they are there."""


@dataclass(frozen=True)
class Laid:
    """A card of a trick: by which seat, counted from 1, and whether it wins."""

    seat: int
    card: Card
    wins: bool


@dataclass(frozen=True)
class Picture:
    """A trick in the order it was laid, its trump if there is one, and the pack by suits."""

    trick: Sequence[Laid]
    trump: Suit | None
    suits: Sequence[tuple[Suit, list[Card]]]
    is_shared: bool = False
    """Whether the winner takes only the first share."""

    @property
    def leader(self) -> int:
        """The seat that led."""
        return self.trick[0].seat

    @property
    def winner(self) -> int:
        """The seat that wins the trick."""
        return next(laid.seat for laid in self.trick if laid.wins)

    @property
    def tells(self) -> int:
        """How much the trick tells: more if it is not the leader's, most if a trump wins it."""
        card = next(laid.card for laid in self.trick if laid.wins)
        is_ruffed = card.suit == self.trump != self.trick[0].card.suit
        return (self.winner != self.leader) + is_ruffed


@cache
def picture_of(slug: str) -> Picture:
    """Return the picture of a game: of its first tricks the one that tells most."""
    game = games.get(slug)
    players = 4 if 4 in game.players else game.players[0]
    table = Table(game, players, secret=SECRET, cycles=CYCLES)
    return max(
        islice(_pictures(table), TRICKS), key=lambda picture: (picture.tells, len(picture.trick))
    )


def _pictures(table: Table) -> Iterator[Picture]:
    """Play some rounds by lot and yield a picture of every trick that somebody wins."""
    pack = pack_of(table.game.slug)
    deck = table.game.deck_of(table.players, table.options)
    suits = pack.by_suit(table.game.pack.format_cards(deck).split())
    while not table.over:
        table.deal()
        while not table.round_over:
            before, trump = table_before(table), table.view(None)["facts"].get("trump")
            won, action = tricks_won(table), _by_lot(table)
            table.play(action)
            lying = swept(before, table) or _to_share(table)
            winner = _winner(table, won)
            laid = [
                Laid(card["seat"] + 1, pack.card(card["card"]), card["seat"] == winner)
                for card in lying
                if card["card"]
            ]
            # The last trick of a round leads to no other, so it is not known whose it is.
            if len(laid) > 1 and any(one.wins for one in laid) and not table.round_over:
                is_shared = table.phase == "take"
                yield Picture(laid, pack.suits.get(trump or ""), suits, is_shared)


def _by_lot(table: Table) -> str:
    legal = table.legal()
    drawn = hashlib.sha256(f"{len(table.rounds)} {table.view(None)['log']}".encode()).digest()
    return legal[int.from_bytes(drawn[:8], "big") % len(legal)]


def _to_share(table: Table) -> list[dict[str, Any]]:
    """Return a trick that its winner is about to share out, else nothing."""
    return list(table.view(None)["table"]) if table.phase == "take" else []


def _winner(table: Table, won: Sequence[int]) -> int | None:
    """Return who has just won a trick, `won` having been the cards won before it.

    Where nobody keeps tricks it is who leads to the next one; where they are shared, who begins.
    """
    if table.phase == "take":
        return table.turn
    takers = [seat for seat, cards in enumerate(tricks_won(table)) if cards > won[seat]]
    if not takers:
        return int(table.state.leader)
    return takers[0] if len(takers) == 1 else None
