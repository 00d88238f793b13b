"""Who sits at a table, read once by whoever enters or confirms its result."""

from dataclasses import dataclass

from league.models import Account, Match, Player


@dataclass(frozen=True, slots=True)
class Seated:
    """The players of a match in the order of their seats, as they were read."""

    players: tuple[Player, ...]

    @classmethod
    def at(cls, match: Match) -> "Seated":
        """Read who sits at a match; one query."""
        seats = match.seats.order_by("number").select_related("player")
        return cls(tuple(seat.player for seat in seats))

    @property
    def has_person(self) -> bool:
        """Whether anybody but bots sits there."""
        return any(player.kind == Player.Kind.PERSON for player in self.players)

    @property
    def accounts(self) -> list[int]:
        """The keys of the accounts that sit there."""
        return [player.account_id for player in self.players if player.account_id is not None]

    def player_of(self, account: Account) -> Player | None:
        """Return as whom an account sits there, if it does."""
        return next((one for one in self.players if one.account_id == account.pk), None)

    def others(self, account: Account) -> list[int]:
        """Return the keys of the accounts that sit there but for one."""
        return [pk for pk in self.accounts if pk != account.pk]
