"""Matches, their results with rounds and records, standings, and jobs."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from league import models

from .base import Admin, Few, Inline, LookOnly

# What the name of a match says.
ABOVE_MATCH = ("match__session__event", "match__duplicate__season")


class SeatInline(LookOnly, Inline):
    """The seats of a match."""

    model = models.Seat
    fields = ("number", "player", "score", "place", "points")


class JobInline(LookOnly, Inline):
    """The jobs of a match."""

    model = models.Job
    fields = ("kind", "status", "attempt", "reason", "created_at", "finished_at")


@admin.register(models.Match)
class MatchAdmin(LookOnly, Admin):
    """Matches with seats and jobs, without their secrets."""

    list_display = (
        "code",
        "session",
        "duplicate",
        "table_number",
        "status",
        "version",
        "finished_at",
    )
    list_filter = ("status",)
    list_select_related = ("session__event", "duplicate__season")
    search_fields = ("code", "session__code", "duplicate__code", "season__code")
    exclude = ("secret",)
    inlines = (SeatInline, JobInline)


class RoundInline(LookOnly, Inline):
    """The rounds of a result."""

    model = models.Round
    fields = ("number", "dealer", "scores", "sheet", "redeal")


@admin.register(models.Result)
class ResultAdmin(LookOnly, Admin):
    """Every version of every result."""

    list_display = ("match", "version", "source", "totals", "entered_by", "confirmed_by")
    list_select_related = (*ABOVE_MATCH, "entered_by", "confirmed_by")
    search_fields = ("match__code",)
    inlines = (RoundInline,)


@admin.register(models.Round)
class RoundAdmin(LookOnly, Admin):
    """Rounds of results."""

    list_display = ("result", "number", "dealer", "scores", "redeal")
    list_select_related = tuple(f"result__{above}" for above in ABOVE_MATCH)
    search_fields = ("result__match__code",)


@admin.register(models.Record)
class RecordAdmin(LookOnly, Admin):
    """What replaying each record said."""

    list_display = ("result", "status", "reason", "checked_at")
    list_select_related = tuple(f"result__{above}" for above in ABOVE_MATCH)
    search_fields = ("result__match__code",)
    exclude = ("blob",)


@admin.register(models.Analysis)
class AnalysisAdmin(LookOnly, Admin):
    """Which seats were analysed, and how far that has got."""

    list_display = ("record", "seat", "done", "total", "asked_by", "asked_at", "finished_at")
    list_select_related = (*(f"record__result__{above}" for above in ABOVE_MATCH), "asked_by")
    search_fields = ("code", "record__result__match__code")


@admin.register(models.Standing)
class StandingAdmin(LookOnly, Admin):
    """Standings, as results made them."""

    list_display = ("season", "player", "points", "score", "matches", "wins")
    list_select_related = ("season", "player")
    search_fields = ("player__code", "season__code")


@admin.register(models.Encounter)
class EncounterAdmin(LookOnly, Admin):
    """Who has met whom, where tie-breaks ask for it."""

    list_display = ("season", "one", "other", "meetings", "wins", "losses")
    list_select_related = ("season", "one", "other")
    search_fields = ("one__code", "other__code", "season__code")


@admin.register(models.Dispute)
class DisputeAdmin(LookOnly, Admin):
    """Disputes of results, and how they ended."""

    list_display = ("match", "status", "reason", "opened_by", "opened_at", "closed_at")
    list_select_related = (*ABOVE_MATCH, "opened_by")
    search_fields = ("code", "match__code")


@admin.register(models.Penalty)
class PenaltyAdmin(LookOnly, Admin):
    """Points taken from players."""

    list_display = ("player", "season", "points", "reason", "status", "given_at")
    list_select_related = ("player", "season")
    search_fields = ("code", "player__code", "season__code")


@admin.register(models.Handicap)
class HandicapAdmin(LookOnly, Admin):
    """Points that players have in events from the start."""

    list_display = ("player", "event", "points", "reason", "status", "set_at")
    list_select_related = ("player", "event")
    search_fields = ("code", "player__code", "event__code")


@admin.register(models.Job)
class JobAdmin(LookOnly, Admin):
    """Jobs, and why they wait or failed."""

    list_display = ("code", "kind", "status", "attempt", "reason", "created_at", "finished_at")
    list_filter = ("status",)
    search_fields = ("code", "match__code")
    exclude = ("lease",)


@admin.register(models.RatingPool)
class RatingPoolAdmin(LookOnly, Few):
    """The ratings of a game."""

    list_display = ("game",)
    search_fields = ("game",)


@admin.register(models.GameRating)
class GameRatingAdmin(LookOnly, Admin):
    """Ratings of players in games."""

    list_display = ("player", "pool", "mu", "sigma", "matches")
    list_select_related = ("player", "pool")
    search_fields = ("player__code",)


@admin.register(models.GameRatingChange)
class GameRatingChangeAdmin(LookOnly, Admin):
    """How ratings in games moved."""

    list_display = ("rating", "match", "at", "place", "mu", "sigma")
    list_select_related = ("rating__player", "match__session__event")
    search_fields = ("rating__player__code", "match__code")


@admin.register(models.RatingReview)
class RatingReviewAdmin(LookOnly, Admin):
    """Clubs and players there whose matches are looked at again."""

    list_display = ("club", "player", "seen")
    list_select_related = ("club", "player")
    search_fields = ("club__slug", "player__code")


@admin.register(models.Unrated)
class UnratedAdmin(LookOnly, Admin):
    """Matches that wait to be rated."""

    list_display = ("match",)
    list_select_related = ("match__session__event",)
    search_fields = ("match__code",)


@admin.register(models.RecordFile)
class RecordFileAdmin(LookOnly, Few):
    """Files of records, a month each."""

    list_display = ("game", "month", "matches", "size_bytes", "digest", "written_at")
    search_fields = ("game",)


@admin.register(models.RecordPart)
class RecordPartAdmin(LookOnly, Admin):
    """What files of records have of each block, without its bytes."""

    list_display = ("file", "block", "matches")
    list_select_related = ("file",)
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.RecordPart]:
        """Leave the bytes in the database."""
        return super().get_queryset(request).defer("content")


@admin.register(models.UnwrittenBlock)
class UnwrittenBlockAdmin(LookOnly, Admin):
    """Blocks of matches whose records wait to be written into files."""

    list_display = ("block",)


@admin.register(models.ScorePad)
class ScorePadAdmin(LookOnly, Admin):
    """What tables have written down and not handed in yet."""

    list_display = ("match", "version", "written_by", "written_at")
    list_select_related = (*ABOVE_MATCH, "written_by")
    search_fields = ("match__code",)
    exclude = ("keys",)
