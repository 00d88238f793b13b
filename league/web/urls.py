"""Addresses of the pages; public codes, never primary keys."""

from django.contrib.auth import views as auth
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from .views import (
    bots,
    clubs,
    entries,
    events,
    ladders,
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
    path("clubs/<slug:slug>/ladders/new/", entries.create, name="new-ladder"),
    path("seasons/<slug:code>/start/", entries.start, name="start-ladder"),
    path("seasons/<slug:code>/close/", entries.close, name="close-ladder"),
    path("seasons/<slug:code>/enter/", entries.enter, name="enter-ladder"),
    path("seasons/<slug:code>/anchor/", entries.add_bot, name="add-bot"),
    path("seasons/<slug:code>/leave/", entries.leave, name="leave-ladder"),
    path("seasons/<slug:code>/head-to-head/", ladders.head_to_head, name="head-to-head"),
    path("seasons/<slug:code>/players/<slug:player>/", ladders.player, name="ladder-player"),
    path("duplicates/<slug:code>/", ladders.duplicate, name="duplicate"),
    path("events/<slug:code>/", events.event, name="event"),
    path("events/<slug:code>/bots/", events.choose_bots, name="choose-bots"),
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
