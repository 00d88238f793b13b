"""Addresses below /api/v1/."""

from typing import Any, Final

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import SimpleRouter

from .agreements import AgreementViews
from .base import CODE, Nowhere
from .bots import BotViews
from .clubs import ClubViews
from .divisions import DivisionViews
from .duplicates import DuplicateViews
from .events import EventViews
from .experiments import ExperimentViews
from .exports import (
    ClubTableViews,
    EventTableViews,
    SeasonArchiveViews,
    SeasonImportViews,
    SeasonTableViews,
    SessionTableViews,
)
from .games import GameViews
from .jobs import JobViews
from .leagues import LeagueViews
from .matches import MatchViews
from .notices import NoticeViews
from .penalties import PenaltyViews
from .personal_data import PersonalDataViews
from .players import PlayerViews
from .registrations import RegistrationViews
from .seasons import SeasonViews
from .sessions import SessionViews
from .tables import TableViews
from .teams import TeamViews
from .tokens import TokenViews
from .venues import VenueViews
from .versions import VersionViews
from .webhooks import WebhookViews

router = SimpleRouter(trailing_slash=False)
router.register("games", GameViews, basename="game")
router.register("clubs", ClubViews, basename="club")
router.register("players", PlayerViews, basename="player")
router.register("seasons", SeasonViews, basename="season")
router.register("events", EventViews, basename="event")
router.register("registrations", RegistrationViews, basename="registration")
router.register("venues", VenueViews, basename="venue")
router.register("sessions", SessionViews, basename="session")
router.register("leagues", LeagueViews, basename="league")
router.register("divisions", DivisionViews, basename="division")
router.register("teams", TeamViews, basename="team")
router.register("matches", MatchViews, basename="match")
router.register("tables", TableViews, basename="table")
router.register("penalties", PenaltyViews, basename="penalty")
router.register("duplicates", DuplicateViews, basename="duplicate")
router.register("bots", BotViews, basename="bot")
router.register("versions", VersionViews, basename="version")
router.register("experiments", ExperimentViews, basename="experiment")
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
    path("openapi", SpectacularAPIView.as_view(), name="openapi"),
    re_path("", Nowhere.as_view(), name="nowhere"),
]
