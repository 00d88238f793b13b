"""Who sits at a table, read once by whoever enters or confirms its result."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from league.models import Account, Agreement, Match, Player, Seat
from league.services.accounts import agreements
from league.services.seasons import standings
from league.services.seasons.standings import SeatValues


@dataclass(frozen=True, slots=True)
class Seated:
    """The seats of a match in order, with their players, as they were read.

    `agreed` are the keys of the players who have agreed to play in the club.
    """

    seats: tuple[Seat, ...]
    agreed: frozenset[int]

    @classmethod
    def at(cls, match: Match) -> "Seated":
        """Read who sits at a match; one query."""
        agreed = Agreement.objects.filter(
            club=OuterRef("match__season__club"),
            player=OuterRef("player"),
            status=Agreement.Status.AGREED,
        )
        rows = standings.with_ranks(match.seats.order_by("number").select_related("player"))
        seats = tuple(rows.annotate(has_agreed=Exists(agreed)))
        return cls(seats, frozenset(seat.player_id for seat in seats if vars(seat)["has_agreed"]))

    @property
    def values(self) -> list[SeatValues]:
        """What the seats have from a result until now."""
        return [SeatValues.of(seat) for seat in self.seats]

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in the order of their seats."""
        return tuple(seat.player for seat in self.seats)

    @property
    def has_person(self) -> bool:
        """Whether anybody but bots sits there."""
        return any(player.kind == Player.Kind.PERSON for player in self.players)

    @property
    def accounts(self) -> list[int]:
        """The keys of the accounts that sit there."""
        return [player.account_id for player in self.players if player.account_id is not None]

    def player_of(self, account: Account | None) -> Player | None:
        """Return as whom an account sits there, if it does."""
        if account is None:
            return None
        return next((one for one in self.players if one.account_id == account.pk), None)

    def others(self, account: Account | None) -> list[int]:
        """Return the keys of the accounts that sit there but for one; all if a guest acts."""
        return [pk for pk in self.accounts if account is None or pk != account.pk]

    def consent(self, *, match: Match, by: Account | None, now: datetime) -> None:
        """Let whoever sits there agree, by a result that counts, to play in the club."""
        own = self.player_of(by)
        if by is not None and own is not None and own.pk not in self.agreed:
            agreements.consent(club=match.season.club, player=own, by=by, now=now)
