"""Online tables: who sits there, and the log of actions, which is the state of the table."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .codes import LENGTH, new_code
from .events import Event, Season
from .lifecycle import Lifecycle
from .matches import Match
from .people import Player

if TYPE_CHECKING:
    from .practice import Practice


class OnlineTable(Lifecycle):
    """A table at which people, and built-in bots, play one match of an event over the network.

    One of no event is for practice, and has no match: what is played there says its `practice`. Or
    it is of a ladder, and has one from its beginning.
    `version` moves on with whatever can be seen of the table; `moved` is the version that the last
    action made. `length` counts the actions of the log: whoever adds some names the length seen.
    """

    class Status(models.TextChoices):
        GATHERING = "gathering", _("waiting for players")
        PLAYING = "playing", _("being played")
        OVER = "over", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Awaits(models.TextChoices):
        PLAYERS = "players", _("players")
        PERSON = "person", _("the player whose turn it is")
        BOT = "bot", _("a bot")
        DEAL = "deal", _("the next deal")
        NOBODY = "nobody", _("nobody")

    CHANGES = {
        Status.GATHERING: frozenset({Status.PLAYING, Status.CANCELLED}),
        Status.PLAYING: frozenset({Status.OVER, Status.CANCELLED}),
        Status.OVER: frozenset(),
        # A void match is taken up again where it was left.
        Status.CANCELLED: frozenset({Status.PLAYING}),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    event = models.ForeignKey(
        Event,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="tables",
        db_index=False,
    )
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="online"
    )
    opened_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    again = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="before",
        help_text="where the same players go on after the match",
    )
    size = models.PositiveSmallIntegerField(help_text="how many seats there are")
    move_s = models.PositiveSmallIntegerField(
        default=60, help_text="seconds after which whoever is to act is warned"
    )
    fill_with = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="built-in bot that takes the seats left when the table is due; without one the "
        "table is called off then",
    )
    is_private = models.BooleanField(
        default=False, db_default=False, help_text="only who has the table's link sits down"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.GATHERING)
    version = models.PositiveIntegerField(default=0)
    moved = models.PositiveIntegerField(default=0)
    length = models.PositiveIntegerField(default=0)
    awaits = models.CharField(max_length=10, choices=Awaits, default=Awaits.PLAYERS)
    turn = models.PositiveSmallIntegerField(null=True, blank=True, help_text="seat to act")
    turn_since = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(
        null=True, blank=True, help_text="when the watch looks after this table"
    )
    warned = models.BooleanField(default=False, help_text="whoever is to act has been warned")
    lease = models.UUIDField(null=True, blank=True, help_text="whoever holds this, answers")
    lease_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="table_size", condition=Q(size__gte=2, size__lte=10)),
            models.CheckConstraint(
                name="table_move_s", condition=Q(move_s__gte=10, move_s__lte=600)
            ),
            models.CheckConstraint(
                name="table_status_is_known",
                condition=Q(status__in=["gathering", "playing", "over", "cancelled"]),
            ),
            models.CheckConstraint(
                name="table_awaits_somebody_or_is_done",
                condition=Q(status="gathering", awaits="players")
                | Q(status="playing", awaits__in=["person", "bot", "deal"])
                | Q(status__in=["over", "cancelled"], awaits="nobody", due_at=None),
            ),
            models.CheckConstraint(
                name="table_being_played_has_a_match",
                condition=Q(match__isnull=False)
                | Q(status__in=["gathering", "cancelled"])
                | Q(event=None),
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="table_by_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["event", "-id"], name="table_by_event"),
        ]

    def __str__(self) -> str:
        return f"online table {self.code} of {self.event or self.ladder or 'no event'}"

    @property
    def is_practice(self) -> bool:
        """Whether what is played counts nowhere."""
        return self.event_id is None and self.match_id is None

    @property
    def ladder(self) -> Season | None:
        """The ladder whose bots play here, None elsewhere; with the season of its match loaded."""
        if self.event_id is not None or self.match is None:
            return None
        return self.match.season

    @property
    def has_begun(self) -> bool:
        """Whether there is something to play, and so a log."""
        return self.is_practice or self.match_id is not None

    @property
    def rules(self) -> "Season | Practice":
        """What is played: `game`, `options`, and the length as `native` and `cycles`."""
        if self.event is not None:
            return self.event.season
        return self.ladder or self.practice

    @property
    def secret(self) -> bytes | None:
        """What every deal follows from; None before the match has begun."""
        if self.is_practice:
            return bytes(self.practice.secret)
        return None if self.match is None else bytes(self.match.secret)


class TableSeat(models.Model):
    """A seat at an online table; `stood_in` while the default bot plays for its person.

    `added` is a random number of the person's browser, from which the deals follow too. It comes
    while the match waits for its first deal, and never changes. `phrase` is what they said last to
    the table.
    """

    class Phrase(models.TextChoices):
        HELLO = "hello", _("Hello!")
        GOOD_LUCK = "good-luck", _("Good luck!")
        WELL_PLAYED = "well-played", _("Well played!")
        THANKS = "thanks", _("Thank you!")
        SORRY = "sorry", _("Sorry!")
        ONE_MOMENT = "one-moment", _("One moment, please.")
        GOOD_GAME = "good-game", _("Thanks for the game!")
        WAVE = "wave", pgettext_lazy("hand sign", "waves")
        THUMBS_UP = "thumbs-up", pgettext_lazy("hand sign", "thumbs up")
        CHEERS = "cheers", pgettext_lazy("hand sign", "raises a glass")
        LAUGH = "laugh", pgettext_lazy("hand sign", "laughs")
        THINK = "think", pgettext_lazy("hand sign", "thinks")

    table = models.ForeignKey(
        OnlineTable, on_delete=models.CASCADE, related_name="seats", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="table_seats", db_index=False
    )
    stood_in = models.BooleanField(
        default=False, help_text="the default bot plays until the person is back"
    )
    added = models.BinaryField(
        null=True, max_length=32, editable=False, help_text="number that the deals follow from too"
    )
    phrase = models.CharField(
        max_length=12, choices=Phrase, blank=True, default="", db_default="", editable=False
    )
    phrase_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="one_player_per_table_seat", fields=["table", "number"]),
            models.CheckConstraint(name="table_seat_number", condition=Q(number__lte=9)),
        ]
        indexes = [models.Index(fields=["player", "-table"], name="table_seat_by_player")]

    def __str__(self) -> str:
        return f"{self.player} at seat {self.number} of {self.table}"


class TableAction(models.Model):
    """One action of an online table's log, or a deal, which is nobody's. Never changed.

    Texts are complete; what of them a seat may read, the engine says. With `back_to` it is no
    action: at a practice table, what the round had from that number on is taken back.
    """

    table = models.ForeignKey(
        OnlineTable, on_delete=models.CASCADE, related_name="actions", db_index=False
    )
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=120)
    is_default = models.BooleanField(
        default=False, help_text="played by the default bot for a person"
    )
    back_to = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="one_action_per_number", fields=["table", "number"])
        ]

    def __str__(self) -> str:
        return f"action {self.number} at {self.table}"
