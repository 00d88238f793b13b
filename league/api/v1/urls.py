"""Addresses below /api/v1/."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import SimpleRouter

from .base import Nowhere
from .bots import BotViews
from .clubs import ClubViews
from .duplicates import DuplicateViews
from .events import EventViews
from .experiments import ExperimentViews
from .games import GameViews
from .jobs import JobViews
from .matches import MatchViews
from .notices import NoticeViews
from .players import PlayerViews
from .seasons import SeasonViews
from .sessions import SessionViews
from .tokens import TokenViews
from .versions import VersionViews

router = SimpleRouter(trailing_slash=False)
router.register("games", GameViews, basename="game")
router.register("clubs", ClubViews, basename="club")
router.register("players", PlayerViews, basename="player")
router.register("seasons", SeasonViews, basename="season")
router.register("events", EventViews, basename="event")
router.register("sessions", SessionViews, basename="session")
router.register("matches", MatchViews, basename="match")
router.register("duplicates", DuplicateViews, basename="duplicate")
router.register("bots", BotViews, basename="bot")
router.register("versions", VersionViews, basename="version")
router.register("experiments", ExperimentViews, basename="experiment")
router.register("notices", NoticeViews, basename="notice")
router.register("jobs", JobViews, basename="job")
router.register("tokens", TokenViews, basename="token")

app_name = "api"
urlpatterns = [
    *router.urls,
    path("openapi", SpectacularAPIView.as_view(), name="openapi"),
    re_path("", Nowhere.as_view(), name="nowhere"),
]
