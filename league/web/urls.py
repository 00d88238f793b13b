"""Addresses of the pages; public codes, never primary keys."""

from django.contrib.auth import views as auth
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from .views import (
    bots,
    clubs,
    matches,
    notices,
    pages,
    records,
    results,
    rules,
    seasons,
    sessions,
    versions,
)

app_name = "web"

urlpatterns = [
    path("", clubs.home, name="home"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/members/", clubs.members, name="members"),
    path("seasons/<slug:code>/", seasons.season, name="season"),
    path("events/<slug:code>/", seasons.event, name="event"),
    path("sessions/<slug:code>/", sessions.session, name="session"),
    path("sessions/<slug:code>/publish/", sessions.publish, name="publish"),
    path("matches/<slug:code>/", matches.match, name="match"),
    path("matches/<slug:code>/record/", records.viewer, name="viewer"),
    path("matches/<slug:code>/record.json", records.download, name="record"),
    path("matches/<slug:code>/result/", results.enter, name="enter"),
    path("matches/<slug:code>/confirm/", results.confirm, name="confirm"),
    path("games/", rules.index, name="games"),
    path("games/<slug:slug>/", rules.game, name="game"),
    path("bots/", bots.index, name="bots"),
    path("bots/mine/", bots.mine, name="my-bots"),
    path("bots/guide/", bots.guide, name="bot-guide"),
    path("bots/guide/my-bot.tar.gz", bots.starter, name="starter"),
    path("bots/protocol/", bots.protocol_page, name="protocol"),
    path("bots/protocol/schema.json", bots.schema, name="schema"),
    path("bots/<slug:code>/", bots.bot, name="bot"),
    path("versions/<slug:code>/", versions.version, name="version"),
    path("versions/<slug:code>/matches/", versions.matches, name="version-matches"),
    path("versions/<slug:code>/withdraw/", versions.withdraw, name="withdraw-version"),
    path("versions/<slug:code>/check/", versions.check_again, name="check-again"),
    path("versions/<slug:code>/archive/", versions.download, name="archive"),
    path("notices/", notices.index, name="notices"),
    path("fair-deals/", pages.fair_deals, name="fair-deals"),
    path("login/", auth.LoginView.as_view(extra_context={"title": _("Log in")}), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("language/", include("django.conf.urls.i18n")),
]
