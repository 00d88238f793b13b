"""Addresses below /api/v1/."""

from typing import Any, Final

from django.urls import path, re_path
from rest_framework.routers import SimpleRouter

from league.api.document import DocumentView
from league.api.v1.accounts.agreements import AgreementViews
from league.api.v1.accounts.notices import NoticeViews
from league.api.v1.accounts.players import PlayerViews
from league.api.v1.accounts.tokens import TokenViews
from league.api.v1.archives.exports import (
    ClubTableViews,
    EventTableViews,
    SeasonArchiveViews,
    SeasonImportViews,
    SeasonTableViews,
    SessionTableViews,
)
from league.api.v1.base.resources import CODE, Nowhere
from league.api.v1.bots.bots import BotViews
from league.api.v1.bots.versions import VersionViews
from league.api.v1.clubs.affiliations import AffiliationViews
from league.api.v1.clubs.clubs import ClubViews
from league.api.v1.clubs.teams import TeamViews
from league.api.v1.clubs.venues import VenueViews
from league.api.v1.events.calendar import CalendarViews
from league.api.v1.events.events import EventViews
from league.api.v1.events.sessions import SessionViews
from league.api.v1.experiments.experiments import ExperimentViews
from league.api.v1.games.games import GameViews
from league.api.v1.jobs.jobs import JobViews
from league.api.v1.ladders.duplicates import DuplicateViews
from league.api.v1.leagues.divisions import DivisionViews
from league.api.v1.leagues.leagues import LeagueViews
from league.api.v1.play.remote_bots import RemoteBotViews
from league.api.v1.play.tables import TableViews
from league.api.v1.privacy.personal_data import PersonalDataViews
from league.api.v1.registration.registrations import RegistrationViews
from league.api.v1.results.analyses import AnalysisViews
from league.api.v1.results.matches import MatchViews
from league.api.v1.seasons.penalties import PenaltyViews
from league.api.v1.seasons.seasons import SeasonViews
from league.api.v1.webhooks.webhooks import WebhookViews

router = SimpleRouter(trailing_slash=False)
router.register("games", GameViews, basename="game")
router.register("clubs", ClubViews, basename="club")
router.register("players", PlayerViews, basename="player")
router.register("seasons", SeasonViews, basename="season")
router.register("events", EventViews, basename="event")
router.register("calendar", CalendarViews, basename="calendar")
router.register("registrations", RegistrationViews, basename="registration")
router.register("venues", VenueViews, basename="venue")
router.register("sessions", SessionViews, basename="session")
router.register("leagues", LeagueViews, basename="league")
router.register("divisions", DivisionViews, basename="division")
router.register("teams", TeamViews, basename="team")
router.register("matches", MatchViews, basename="match")
router.register("analyses", AnalysisViews, basename="analysis")
router.register("tables", TableViews, basename="table")
router.register("penalties", PenaltyViews, basename="penalty")
router.register("duplicates", DuplicateViews, basename="duplicate")
router.register("bots", BotViews, basename="bot")
router.register("remote-bots", RemoteBotViews, basename="remote-bot")
router.register("versions", VersionViews, basename="version")
router.register("experiments", ExperimentViews, basename="experiment")
router.register("affiliations", AffiliationViews, basename="affiliation")
router.register("agreements", AgreementViews, basename="agreement")
router.register("notices", NoticeViews, basename="notice")
router.register("jobs", JobViews, basename="job")
router.register("webhooks", WebhookViews, basename="webhook")
router.register("tokens", TokenViews, basename="token")

GET: Final[dict[str, Any]] = {"get": "retrieve"}
CODED: Final = f"(?P<code>{CODE})/(?P<table>[a-z]+)\\.csv$"

app_name = "api"
urlpatterns = [
    *router.urls,
    re_path(
        "^clubs/(?P<slug>[-a-zA-Z0-9_]{1,60})/(?P<table>[a-z]+)\\.csv$", ClubTableViews.as_view(GET)
    ),
    re_path(f"^seasons/(?P<code>{CODE})/archive\\.jsonl$", SeasonArchiveViews.as_view(GET)),
    re_path(
        "^clubs/(?P<slug>[-a-zA-Z0-9_]{1,60})/import-season$",
        SeasonImportViews.as_view({"post": "create"}),
    ),
    re_path(f"^seasons/{CODED}", SeasonTableViews.as_view(GET)),
    re_path(f"^events/{CODED}", EventTableViews.as_view(GET)),
    re_path(f"^sessions/{CODED}", SessionTableViews.as_view(GET)),
    path("personal-data", PersonalDataViews.as_view(GET)),
    path("openapi", DocumentView.as_view(), name="openapi"),
    re_path("", Nowhere.as_view(), name="nowhere"),
]
