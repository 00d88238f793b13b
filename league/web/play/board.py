"""An online table as its page shows it: a look in words, drawn from the seat of who looks."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property

import games
from league.models import OnlineTable, TableSeat
from league.services.play.table_looks import Look
from league.services.play.table_looks import Said as Logged
from league.web.games import felt
from league.web.games.cards import BACK, FRENCH, GERMAN_FACES, Card, Pack, Suit, has_faces, pack_of
from league.web.games.facts import Fact, facts_of_table, side_names
from league.web.games.games import game_name, words_of
from league.web.games.help import Help, help_at_table
from league.web.games.labels import say_why
from league.web.games.phrases import part_of_round
from league.web.games.tallies import Tally, tally_of
from league.web.games.words import Said, say_action, say_end, say_led
from league.web.play.asks import asked
from league.web.play.choices import Choices, choices
from league.web.play.phrases import just_said
from league.web.play.spots import Spot, spots

MOST_NEWS = 6
"""So many lines are news; the log has them all."""


@dataclass(frozen=True)
class Line:
    """An action in words; `is_default` if the default bot played it for a person."""

    words: str
    is_default: bool


@dataclass(frozen=True)
class Ranked:
    """A seat in the final ranking."""

    place: int
    name: str
    total: int
    is_own: bool


@dataclass(frozen=True)
class Added:
    """A number that the browser of a player has added to the deals, in hexadecimal digits."""

    name: str
    number: str
    is_own: bool


@dataclass(frozen=True)
class ScoreRow:
    """A round that is over: its number, who dealt, and the scores in the order of `scored`."""

    number: int
    dealer: str
    scores: Sequence[int]
    is_redeal: bool


class Board:
    """What `_table.html` prints of a look; `now` is when it is printed.

    `faces` are those that the visitor wants on the cards, if these can have them.
    """

    def __init__(self, look: Look, *, now: datetime, faces: str = "") -> None:
        self.look = look
        self.table: OnlineTable = look.table
        self.game: str = look.table.rules.game
        self.game_name = game_name(self.game)
        self.pack: Pack = pack_of(self.game, faces)
        self.players = [seat.player for seat in look.seats]
        self.names = felt.seat_names(self.players)
        self._now = now

    @property
    def view(self) -> Mapping[str, Any]:
        """The engine's view, empty before the match has begun."""
        return self.look.view or {}

    @property
    def own(self) -> TableSeat | None:
        """The seat of the visitor."""
        return next((seat for seat in self.look.seats if seat.number == self.look.seat), None)

    @property
    def free(self) -> list[int]:
        """The numbers of the seats that nobody has taken, from 1."""
        taken = {seat.number for seat in self.look.seats}
        return [number + 1 for number in range(self.table.size) if number not in taken]

    @property
    def is_opener(self) -> bool:
        """Whether the visitor has opened the table."""
        return self.own is not None and self.own.player_id == self.table.opened_by_id

    @cached_property
    def swept(self) -> list[dict[str, Any]]:
        """Return the last complete trick, while no card of the next one is on the table."""
        if self.view["table"]:
            return []
        return [
            {"seat": laid.seat, "card": laid.card, "down": laid.card is None}
            for laid in self.look.last_trick
        ]

    @cached_property
    def places(self) -> list[felt.Place]:
        """Return the seats around the table, one's own at the bottom."""
        return felt.places(
            self.view,
            self.pack,
            self.players,
            self.swept,
            own=self.look.seat,
            stood_in={seat.number for seat in self.look.seats if seat.stood_in},
        )

    @property
    def is_french(self) -> bool:
        """Whether the cards are those of the French pack, which has two colours or four."""
        return self.pack.suits is FRENCH

    @property
    def faces(self) -> str:
        """Which faces the cards have, empty if these cannot have others."""
        if not has_faces(self.game):
            return ""
        return "german" if self.pack.suits is GERMAN_FACES else "french"

    @cached_property
    def spots(self) -> list[Spot]:
        """Return the seats as their chips show them."""
        phrases = just_said(self.look.seats, now=self._now)
        return spots(self.view, self.places, self.look.seat, phrases)

    @property
    def has_ai(self) -> bool:
        """Whether AI players sit at the table."""
        return any(seat.player.is_bot for seat in self.look.seats)

    @property
    def can_speak(self) -> bool:
        """Whether the visitor sits here with other people, to whom there is something to say."""
        people = [seat for seat in self.look.seats if not seat.player.is_bot]
        return self.own is not None and len(people) > 1

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick, where it means something."""
        return felt.led_suit(self.view, self.pack)

    @property
    def led_words(self) -> str:
        """What the suit led means."""
        return say_led(self.game, self.led) if self.led else ""

    @property
    def part(self) -> str:
        """What is going on beside playing cards."""
        phase = self.view["phase"]
        return "" if phase in {"play", "over"} else part_of_round(self.game, phase)

    @cached_property
    def tally(self) -> Tally | None:
        """How the scores of the round came about, once it is over."""
        return tally_of(self.view, self.pack, self.names)

    @property
    def strip(self) -> list[Fact]:
        """What is true of the whole table and worth a glance, but for what chips say already."""
        part, said = words_of(self.game).part, set()
        for spot in self.spots:
            on_chip = {part: spot.part or None, "tricks": spot.tricks, "points": spot.points}
            said |= {name for name, value in on_chip.items() if value is not None}
        return facts_of_table(self.view, self.pack, self.names, but=said | self._not_glanced)

    @property
    def piles(self) -> list[felt.Pile]:
        """Cards that belong to no seat, of piles worth a glance."""
        return felt.piles(self.view, self.pack, but=self._not_glanced)

    @property
    def _not_glanced(self) -> set[str]:
        """The names of facts and piles that nobody looks at while they play."""
        facts = words_of(self.game).facts
        return {name for name, fact in facts.items() if not fact.glanced}

    @property
    def has_winnings(self) -> bool:
        """Whether anybody has won cards or put some aside."""
        return felt.has_winnings(self.view)

    @cached_property
    def choices(self) -> Choices:
        """Return what the visitor can do."""
        whys = {card: say_why(why, self.pack) for card, why in self.look.whys.items()}
        game, hand = games.get(self.game), self.view["hand"]
        return choices(
            self.game,
            self.look.legal,
            game.in_hand_order(self.view, hand),
            self.pack,
            whys if self.is_my_turn else {},
            ranks=game.ranks(self.view, hand),
        )

    @property
    def asked(self) -> str:
        """What the visitor is asked, empty if it is not their turn."""
        if not self.is_my_turn:
            return ""
        picks = self.choices.picks
        return picks[0].hint if len(picks) == 1 else asked(self.view, self.look.legal)

    @property
    def can_choose_ahead(self) -> bool:
        """Whether the visitor may say now which card to play when it is their turn."""
        return self.view["phase"] == "play" and self.own is not None and not self.is_my_turn

    @property
    def help(self) -> Help:
        """What the game is about, and what the visitor can do now."""
        picks = {pick.verb: pick.label for pick in self.choices.picks}
        return help_at_table(self.view, self.look.legal, picks, self.pack)

    @property
    def is_my_turn(self) -> bool:
        """Whether the visitor is to act."""
        return self.look.is_my_turn

    @property
    def turn_name(self) -> str:
        """The name of who is to act, empty if nobody is."""
        turn = self.look.clock.turn
        return "" if turn is None else self.names[turn]

    @property
    def left_s(self) -> int | None:
        """The seconds until the watch looks after the table, None if nobody waits for that."""
        due_at = self.look.clock.due_at
        return None if due_at is None else max(0, round((due_at - self._now).total_seconds()))

    @cached_property
    def lines(self) -> list[Line]:
        """Return the actions of the round, in words."""
        return [Line(self._say(said), said.is_default) for said in self.look.log]

    @property
    def news(self) -> list[Line]:
        """What has happened since the own last action, at most the last few lines of it."""
        own = [number for number, said in enumerate(self.look.log) if said.seat == self.look.seat]
        return self.lines[own[-1] if own else 0 :][-MOST_NEWS:]

    @property
    def end(self) -> str | None:
        """Why the round has ended, where that is not plain to see."""
        history = self.look.history
        is_redeal = bool(history and history[-1]["redeal"])
        if not self.view["round_over"] or not self.look.log:
            return None
        return say_end(self.view, self.names, is_redeal=is_redeal)

    @property
    def last_trick(self) -> list[tuple[str, Card]]:
        """Who laid which card to the last trick that is complete."""
        return [
            (self.names[laid.seat], self.pack.card(laid.card) if laid.card else BACK)
            for laid in self.look.last_trick
        ]

    @property
    def scored(self) -> list[int]:
        """The seats whose scores are shown: one of each side."""
        sides = self.view["sides"]
        return [sides.index(side) for side in dict.fromkeys(sides)]

    @property
    def score_heads(self) -> list[str]:
        """Whose scores they are."""
        sides = self.view["sides"]
        named = dict(zip(sorted(set(sides)), side_names(sides, self.names), strict=True))
        return [named[sides[seat]] for seat in self.scored]

    @property
    def totals(self) -> list[int]:
        """The scores of the match so far."""
        return [self.view["totals"][seat] for seat in self.scored]

    @property
    def score(self) -> str:
        """The score in short: one's own, or that of one's side before the other."""
        sides, totals = self.view["sides"], self.view["totals"]
        if self.look.seat is None:
            return ""
        if len(self.scored) == len(sides) > 2:
            return str(totals[self.look.seat])
        own = sides[self.look.seat]
        ordered = sorted(self.scored, key=lambda seat: sides[seat] != own)
        return " : ".join(str(totals[seat]) for seat in ordered)

    @property
    def rounds(self) -> list[ScoreRow]:
        """The rounds that are over."""
        return [
            ScoreRow(
                number,
                self.names[done["dealer"]],
                [done["scores"][seat] for seat in self.scored],
                done["redeal"],
            )
            for number, done in enumerate(self.look.history, start=1)
        ]

    @property
    def round_number(self) -> int:
        """The number of the round that is shown; one that was thrown in is not counted."""
        history = self.look.history
        is_counted = bool(self.view["round_over"] and history and not history[-1]["redeal"])
        return sum(not done["redeal"] for done in history) + 1 - is_counted

    @property
    def is_between_rounds(self) -> bool:
        """Whether the next round is to be dealt."""
        return self.look.clock.awaits == OnlineTable.Awaits.DEAL

    @property
    def ranking(self) -> list[Ranked]:
        """The seats by their totals, the best first."""
        totals: list[int] = self.view["totals"]
        rows = zip(
            games.get(self.game).place(totals), self.names, totals, self.look.seats, strict=True
        )
        ranked = [
            Ranked(place, name, total, seat.number == self.look.seat)
            for place, name, total, seat in rows
        ]
        return sorted(ranked, key=lambda row: row.place)

    @property
    def added(self) -> list[Added]:
        """The numbers that browsers have added, once the first round is dealt."""
        return [
            Added(name, number, seat == self.look.seat)
            for seat, (name, number) in enumerate(zip(self.names, self.look.numbers, strict=False))
            if number
        ]

    @property
    def own_added(self) -> str:
        """The number that was added for the seat of the visitor, empty if there is none."""
        return next((one.number for one in self.added if one.is_own), "")

    @property
    def digest(self) -> str:
        """The SHA-256 of the revealed secret, empty before it is revealed."""
        secret = self.look.secret
        return hashlib.sha256(bytes.fromhex(secret)).hexdigest() if secret else ""

    @property
    def is_proven(self) -> bool:
        """Whether the revealed secret is the one that was committed to."""
        return bool(self.digest) and self.digest == self.look.commitment

    def _say(self, said: Logged) -> str:
        told = Said(
            action=said.text,
            seat=said.seat,
            names=self.names,
            is_lead=said.course.is_lead,
            leader=said.course.leader,
            game=self.game,
            taker=said.course.taker,
        )
        return say_action(told, self.pack)
