"""Matches, their seats, and the versions of their results with rounds and record."""

import secrets
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

import games
from league.logic import sitting_out

from .codes import LENGTH, new_code
from .events import Season, Session
from .ladders import Duplicate
from .lifecycle import Lifecycle
from .people import Player

if TYPE_CHECKING:
    from .disputes import Dispute


def new_secret() -> bytes:
    """Return 32 random bytes, from which every deal of a match follows."""
    return secrets.token_bytes(32)


class Match(Lifecycle):
    """One contest at one table.

    `version` is 0 before the first result. A new result takes the next version; becoming final
    moves it on once more, so that it serves as the match's ETag. Which of its results is in force
    says `result_version`; `proposed_version` is a correction that waits for a second person.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("in a draft draw")
        OPEN = "open", _("waiting for its result")
        ENTERED = "entered", _("result waits for confirmation")
        DISPUTED = "disputed", _("result is disputed")
        FINAL = "final", _("final")
        VOID = "void", _("void")

    CHANGES = {
        Status.DRAFT: frozenset({Status.OPEN}),
        Status.OPEN: frozenset({Status.ENTERED, Status.FINAL, Status.VOID}),
        Status.ENTERED: frozenset(
            {Status.ENTERED, Status.OPEN, Status.DISPUTED, Status.FINAL, Status.VOID}
        ),
        Status.DISPUTED: frozenset({Status.ENTERED, Status.FINAL, Status.VOID}),
        # To itself: corrected, or disputed while it counts.
        Status.FINAL: frozenset({Status.FINAL, Status.VOID}),
        Status.VOID: frozenset({Status.OPEN, Status.ENTERED, Status.FINAL}),
    }
    GUARDS = ("status", "version")
    WAITING = frozenset({Status.OPEN, Status.ENTERED, Status.DISPUTED})

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="matches", db_index=False
    )
    session = models.ForeignKey(
        Session,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="matches",
        db_index=False,
    )
    duplicate = models.ForeignKey(
        Duplicate,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="matches",
        db_index=False,
    )
    table_number = models.PositiveSmallIntegerField(
        help_text="in its session; in a duplicate, the number of its rotation"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    version = models.PositiveIntegerField(default=0)
    result_version = models.PositiveIntegerField(
        default=0, help_text="version of the result in force, 0 for none"
    )
    proposed_version = models.PositiveIntegerField(
        null=True, blank=True, help_text="version of a correction that waits for a second person"
    )
    voided_from = models.CharField(
        max_length=10, blank=True, help_text="status that a void match had before"
    )
    secret = models.BinaryField(max_length=32, default=new_secret, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                name="table_number_in_session", fields=["session", "table_number"]
            ),
            models.UniqueConstraint(
                name="one_match_per_rotation", fields=["duplicate", "table_number"]
            ),
            models.CheckConstraint(
                name="match_of_session_or_duplicate",
                condition=Q(session=None, duplicate__isnull=False)
                | Q(session__isnull=False, duplicate=None),
            ),
            models.CheckConstraint(
                name="match_status_is_known",
                condition=Q(status__in=["draft", "open", "entered", "disputed", "final", "void"]),
            ),
            models.CheckConstraint(
                name="final_match_has_a_result", condition=~Q(status="final") | Q(version__gte=1)
            ),
            models.CheckConstraint(
                name="void_match_can_be_reopened",
                condition=Q(voided_from="") | Q(status="void"),
            ),
            models.CheckConstraint(
                name="only_final_results_are_corrected",
                condition=Q(proposed_version=None) | Q(status="final"),
            ),
        ]
        indexes = [
            models.Index(fields=["season", "id", "status"], name="match_of_season"),
            models.Index(
                fields=["status", "season", "id"],
                name="match_not_final",
                condition=~Q(status="final"),
            ),
            models.Index(
                fields=["-finished_at", "-id"],
                name="match_by_end",
                condition=Q(status="final", session__isnull=False, finished_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session or self.duplicate}, table {self.table_number}"

    def result_in_force(self) -> "Result | None":
        """Return the version of the result that counts, or will once it is confirmed.

        Costs no query when `results` are prefetched.
        """
        return self._version_of_result(self.result_version)

    @property
    def forfeits(self) -> list[int]:
        """The seats that gave up, by the result that counts; as cheap as the one above."""
        result = self.result_in_force()
        return [] if result is None else list(result.forfeits)

    def proposed_result(self) -> "Result | None":
        """Return the correction that waits for a second person; as cheap as the one above."""
        return self._version_of_result(self.proposed_version or 0)

    def open_dispute(self) -> "Dispute | None":
        """Return the dispute that nobody has settled; no query when `disputes` are prefetched."""
        found = (row for row in self.disputes.all() if row.status == row.Status.OPEN)
        return next(found, None)

    def _version_of_result(self, version: int) -> "Result | None":
        found = (result for result in self.results.all() if result.version == version)
        return next(found, None)


class Seat(models.Model):
    """A place at the table of a match; score, place and points once its result is final."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="seats", db_index=False
    )
    counts_for = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="whose standing gets the points a substitute wins; ratings are the player's",
        db_index=False,
    )
    score = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.DecimalField(max_digits=12, decimal_places=3, null=True, blank=True)
    games_won = models.PositiveSmallIntegerField(
        default=0, help_text="as declarer, in Skat, of a final result"
    )
    games_lost = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="one_player_per_seat", fields=["match", "number"]),
            models.CheckConstraint(name="seat_number", condition=Q(number__lte=9)),
        ]
        indexes = [
            models.Index(fields=["player", "-match"], name="seat_by_player"),
            models.Index(
                fields=["counts_for"], name="seat_by_owner", condition=Q(counts_for__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} at seat {self.number}"


class Result(models.Model):
    """One version of a match's result. Versions are added, never overwritten."""

    class Source(models.TextChoices):
        SHEETS = "sheets", _("score sheets")
        SCORES = "scores", _("plain scores")
        RECORD = "record", _("uploaded record")
        PLAYED = "played", _("played here")
        FORFEIT = "forfeit", _("forfeit")
        LIST = "list", _("scores from a list")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="results", db_index=False
    )
    version = models.PositiveIntegerField()
    source = models.CharField(max_length=10, choices=Source)
    totals = models.JSONField(help_text=_("score of each seat"))
    places = models.JSONField(help_text=_("place of each seat, ties shared"))
    forfeits = models.JSONField(default=list, blank=True, help_text="seats that gave up")
    reason = models.TextField(blank=True, help_text="why a final result was changed")
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    entered_at = models.DateTimeField()
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    # Without checks of their own: to add one, a large table keeps everybody waiting.
    entered_seat = models.SmallIntegerField(
        null=True, blank=True, help_text="the seat of a guest who entered it without an account"
    )
    confirmed_seat = models.SmallIntegerField(
        null=True, blank=True, help_text="the seat of a guest who confirmed it without an account"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_result_per_version", fields=["match", "version"]),
            models.CheckConstraint(
                name="confirmed_by_a_second_person",
                condition=Q(confirmed_by=None)
                | Q(entered_by=None)
                | ~Q(confirmed_by=F("entered_by")),
            ),
        ]
        indexes = [
            models.Index(
                fields=["entered_by"],
                name="result_by_enterer",
                condition=Q(entered_by__isnull=False),
            ),
            models.Index(
                fields=["confirmed_by"],
                name="result_by_confirmer",
                condition=Q(confirmed_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}, version {self.version}"


class Round(models.Model):
    """One deal of a result: dealer, scores, and the paper sheet they came from, if any."""

    result = models.ForeignKey(
        Result, on_delete=models.CASCADE, related_name="rounds", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    scores = models.JSONField(help_text=_("score of each seat in this round"))
    sheet = models.JSONField(null=True, blank=True)
    redeal = models.BooleanField(default=False)
    declarer = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="in Skat the seat that declared, none in Ramsch"
    )
    won = models.BooleanField(null=True, blank=True, help_text="whether the declarer has won")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="one_round_per_number", fields=["result", "number"])
        ]

    def __str__(self) -> str:
        return f"{self.result}, round {self.number}"

    @property
    def sheet_at_table(self) -> dict[str, Any] | None:
        """The sheet, its seats those of the table, however it was stored.

        Costs no query when the season of the match is loaded.
        """
        if self.sheet is None:
            return None
        return sitting_out.at_table(
            self.sheet, games.get(self.result.match.season.game), self.dealer, len(self.scores)
        )


class Record(models.Model):
    """The compact record behind a result, and what replaying it said."""

    class Status(models.TextChoices):
        UNCHECKED = "unchecked", _("not yet replayed")
        VALID = "valid", _("replayed and valid")
        INVALID = "invalid", _("replayed and refused")

    result = models.OneToOneField(Result, on_delete=models.CASCADE, related_name="record")
    blob = models.BinaryField(help_text=_("record in the engine's binary form"))
    status = models.CharField(max_length=10, choices=Status, default=Status.UNCHECKED)
    reason = models.TextField(blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="record_status_is_known",
                condition=Q(status__in=["unchecked", "valid", "invalid"]),
            )
        ]

    def __str__(self) -> str:
        return f"record of {self.result}"
