"""What the page of an online table says after its match: who won, how, and what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games
from engine.rules.game import Game
from league.logic.swings import Decided, decided
from league.models import OnlineTable
from league.services.play import aftermath, rematches
from league.services.play.aftermath import Move
from league.services.play.table_looks import Look
from league.web.base import news
from league.web.games.felt import seat_names
from league.web.games.phrases import listed


@dataclass(frozen=True)
class Finisher:
    """A seat in the final ranking, with what the match did to its rating, None where nothing."""

    place: int
    name: str
    total: int
    is_own: bool
    move: Move | None

    @property
    def change(self) -> float:
        """By how much the rating went up."""
        return 0.0 if self.move is None else self.move.after - self.move.before


@dataclass
class Ending:
    """What `_table_end.html` prints of a table that is over, as one reader sees it."""

    look: Look
    moves: Mapping[int, Move] = field(init=False)
    is_waiting: bool = field(init=False)
    """Whether ratings are still to come."""
    next: OnlineTable | None = field(init=False)
    """Where the same players go on."""

    def __post_init__(self) -> None:
        match = self.look.table.match
        found = [] if match is None else aftermath.rating_moves(match)
        self.moves = {move.player: move for move in found}
        self.is_waiting = match is not None and not found and aftermath.is_waiting(match)
        self.next = rematches.next_of(self.look.table)

    @property
    def known(self) -> str:
        """A text that changes with whatever is new here after the match."""
        there = self.next and (self.next.code, self.next.status, self.sits_next)
        return news.digest_of(sorted(self.moves), self.is_waiting, there)

    @property
    def is_own(self) -> bool:
        """Whether the reader has played."""
        return self.look.seat is not None

    @property
    def sits_next(self) -> bool:
        """Whether the reader sits at the next table already."""
        if self.next is None or self.look.seat is None:
            return False
        own = self.look.seats[self.look.seat].player_id
        return any(seat.player_id == own for seat in self.next.seats.all())

    @property
    def ranking(self) -> list[Finisher]:
        """The seats by their totals, the best first."""
        totals = self._totals
        rows = zip(self._game.place(totals), self._names, totals, self.look.seats, strict=True)
        found = [
            Finisher(
                place,
                name,
                total,
                is_own=seat.number == self.look.seat,
                move=self.moves.get(seat.player_id),
            )
            for place, name, total, seat in rows
        ]
        return sorted(found, key=lambda row: row.place)

    @property
    def outcome(self) -> str:
        """Who has won, and by how much."""
        how = self._decided
        if how.is_shared:
            return _("%(names)s share the first place.") % {"names": self._named(how.winners)}
        words = {"count": how.lead, "others": self._named(how.others)}
        if self.look.seat in how.winners and len(how.winners) == 1:
            said = ngettext(
                "You won, %(count)d point ahead of %(others)s.",
                "You won, %(count)d points ahead of %(others)s.",
                how.lead,
            )
            return said % words
        if len(how.winners) == 1:
            said = ngettext(
                "%(names)s won, %(count)d point ahead of %(others)s.",
                "%(names)s won, %(count)d points ahead of %(others)s.",
                how.lead,
            )
        else:
            said = ngettext(
                "%(names)s won together, %(count)d point ahead of %(others)s.",
                "%(names)s won together, %(count)d points ahead of %(others)s.",
                how.lead,
            )
        return said % (words | {"names": self._named(how.winners)})

    @property
    def turning_point(self) -> str:
        """Which round decided most; nothing where there was one round only, or none."""
        how = self._decided
        if how.number is None or len(self._rounds) < 2:
            return ""
        words = {
            "number": self._numbers[how.number],
            "count": how.swing,
            "winners": self._named(how.winners),
            "others": self._named(how.others),
        }
        said = ngettext(
            "Round %(number)d decided most: %(winners)s gained %(count)d point on %(others)s.",
            "Round %(number)d decided most: %(winners)s gained %(count)d points on %(others)s.",
            how.swing,
        )
        if how.has_turned:
            return said % words + " " + _("Without it, %(others)s would be ahead.") % words
        return said % words

    @cached_property
    def _decided(self) -> Decided:
        return decided(
            self._totals,
            self._rounds,
            sides=self._game.sides(self.look.table.size),
            higher_wins=self._game.higher_wins,
        )

    @property
    def _game(self) -> Game:
        return games.get(self.look.table.rules.game)

    @cached_property
    def _names(self) -> Sequence[str]:
        return seat_names([seat.player for seat in self.look.seats])

    @property
    def _totals(self) -> list[int]:
        totals: list[int] = self.look.view["totals"] if self.look.view else []
        return totals

    @property
    def _rounds(self) -> list[Sequence[int]]:
        return [self.look.history[number - 1]["scores"] for number in self._numbers]

    @cached_property
    def _numbers(self) -> list[int]:
        """Return the numbers of the rounds that were played out, as the scores have them."""
        rounds = enumerate(self.look.history, start=1)
        return [number for number, done in rounds if not done["redeal"]]

    def _named(self, seats: Sequence[int]) -> str:
        return listed([self._names[seat] for seat in seats])
