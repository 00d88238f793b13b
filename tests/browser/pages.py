"""Every page of the site and who looks at it; names in braces are those of `make_world`."""

import re

from django.test import Client
from django.urls import resolve
from django.utils import timezone

from league.models import Event, Job, Mail, Match, Record, Role, SeasonImport
from league.services.accounts import people
from league.services.accounts.logins import digest_of
from league.services.books import fees, payments, prizes
from league.services.clubs import clubs
from league.services.corrections import merges
from league.services.events import arrivals, attendance
from league.services.mail import links
from league.services.play import bot_matches
from league.services.registration import open_evenings, registrations
from league.services.results import record_files, results
from league.web.urls import urlpatterns
from tests.league.analyses import make_analysis
from tests.league.api import world
from tests.league.api.conftest import NOBODY
from tests.league.factories import NOW, EventFactory, JobFactory, MatchFactory, PlayerFactory

PAGES = {
    NOBODY: [
        "/",
        "/play/",
        "/join/",
        "/invitation/",
        "/address/",
        "/mail/off/{off}/",
        "/password/forgotten/",
        "/password/new/",
        "/login/",
        "/games/",
        "/games/mit-list-und-tuecke/",
        "/games/linger-longer/",
        "/games/mit-list-und-tuecke/openings/",
        "/games/mit-list-und-tuecke/records/",
        "/fair-deals/",
        "/offline/",
        "/bots/",
        "/bots/remote/",
        "/bots/remote/{remote_bot}/",
        "/bots/guide/",
        "/bots/protocol/",
        "/bots/protocol/remote/",
        "/bots/{foxes}/",
        "/versions/{accepted}/",
        "/calendar/",
        "/calendar/places/",
        "/clubs/linde/",
        "/clubs/nord/",
        "/seasons/{joint}/",
        "/seasons/{joint}/clubs/",
        "/events/{joint_event}/",
        "/clubs/linde/members/",
        "/clubs/linde/venues/",
        "/clubs/linde/teams/",
        "/seasons/{season}/",
        "/seasons/{season}/course/",
        "/seasons/{ladder}/",
        "/seasons/{ladder}/head-to-head/",
        "/seasons/{ladder}/players/{entrant}/",
        "/duplicates/{duplicate}/",
        "/leagues/{league}/",
        "/events/{event}/",
        "/events/{cup}/",
        "/events/{online_event}/tables/",
        "/sessions/{session}/",
        "/events/{event}/ranking/",
        "/events/{open_evening}/evening/",
        "/events/{open_evening}/screen/?hold=1",
        "/sessions/{session}/screen/?hold=1",
        "/sessions/{session}/screen/?hold=1&step=1",
        "/matches/{match}/seat/",
        "/matches/{final}/",
        "/matches/{final}/record/?round=2&step=20",
        "/matches/{final}/analyses/1/",
        "/matches/{final}/analyses/2/",
        "/players/{player}/",
        "/players/{player}/rating/",
        "/players/{player}/opponents/",
        "/embed/seasons/{season}/standings/?theme=light",
        "/embed/seasons/{season}/results/",
        "/embed/sessions/{session}/results/?theme=dark",
        "/embed/clubs/linde/evening/?language=de",
        "/tables/{table}/",
        "/tables/{gathering}/invited/",
        "/nowhere/",
    ],
    "bob": [
        "/me/",
        "/me/logins/{login}/",
        "/me/password/",
        "/me/mail/",
        "/me/second-factor/",
        "/me/tokens/",
        "/me/erase/",
        "/new-club/",
        "/events/{event}/",
        "/events/{online_event}/tables/",
        "/events/{day}/substitute/",
        "/matches/{match}/",
        "/matches/{match}/pad/",
        "/matches/{match}/result/",
        "/matches/{match}/result/?as=scores",
        "/matches/{corrected}/",
        "/matches/{disputed}/",
        "/matches/{entered}/",
        "/tables/{table}/",
        "/tables/{gathering}/",
        "/tables/{practice}/",
        "/games/skat/practice/",
        "/events/{online_event}/practice/",
    ],
    "carol": [
        "/bots/mine/",
        "/bots/remote/new/",
        "/bots/remote/{remote_bot}/",
        "/bots/remote/{remote_bot}/edit/",
        "/bots/remote/{remote_bot}/retire/",
        "/versions/{accepted}/",
        "/versions/{checking}/",
        "/versions/{accepted}/matches/",
        "/versions/{accepted}/withdraw/",
        "/experiments/",
        "/experiments/new/",
        "/experiments/{experiment}/",
        "/experiments/new/duplicates/",
        "/experiments/{unrated}/",
        "/experiments/{unrated}/duplicates/",
        "/seasons/{ladder}/",
        "/webhooks/",
        "/webhooks/{authors_webhook}/",
        "/notices/",
    ],
    "rival": [
        "/clubs/nord/",
        "/clubs/nord/ask/",
        "/affiliations/{affiliation}/",
        "/seasons/{joint}/clubs/rule/",
        "/registrations/{joint_registration}/",
    ],
    "alice": [
        "/affiliations/{asked}/",
        "/clubs/linde/",
        "/clubs/linde/desk/",
        "/clubs/linde/edit/",
        "/clubs/linde/members/",
        "/clubs/linde/members/new/",
        "/clubs/linde/members/import/",
        "/clubs/linde/members/import/{people}/",
        "/clubs/linde/members/{bobs_player}/",
        "/clubs/linde/members/{merged}/",
        "/clubs/linde/members/{merged}/merge/",
        "/clubs/linde/import/",
        "/players/{player}/erase/",
        "/clubs/linde/seasons/new/",
        "/clubs/linde/leagues/new/",
        "/clubs/linde/ladders/new/",
        "/clubs/linde/teams/new/",
        "/clubs/linde/venues/new/",
        "/venues/{venue}/",
        "/teams/{team}/",
        "/imports/{import}/",
        "/seasons/{past_season}/results/",
        "/seasons/{past_season}/results/{list}/",
        "/seasons/{season}/",
        "/seasons/{ladder}/",
        "/seasons/{season}/penalties/",
        "/events/{event}/handicaps/",
        "/seasons/{season}/events/new/",
        "/seasons/{season}/rules/",
        "/seasons/{season}/close/",
        "/events/{event}/certificates/",
        "/seasons/{season}/certificates/",
        "/seasons/{season}/embed/",
        "/clubs/linde/embed/",
        "/leagues/{league}/next/",
        "/divisions/{team_division}/",
        "/divisions/{division}/enter/",
        "/divisions/{team_division}/calendar/",
        "/divisions/{team_division}/days/new/",
        "/divisions/{division}/",
        "/divisions/{division}/days/new/",
        "/events/{event}/",
        "/events/{event}/edit/",
        "/events/{event}/cancel/",
        "/events/{event}/reinstate/",
        "/events/{event}/repeat/",
        "/events/{event}/sessions/new/",
        "/events/{event}/pairs/",
        "/events/{event}/door/",
        "/events/{event}/arrivals/",
        "/events/{event}/here/{door}/",
        "/events/{open_evening}/books/",
        "/events/{open_evening}/books/terms/",
        "/seasons/{season}/fee/",
        "/events/{open_evening}/evening/",
        "/events/{event}/let-in/",
        "/events/{event}/import/",
        "/registrations/{bobs}/",
        "/sessions/{session}/",
        "/sessions/{draft}/",
        "/sessions/{session}/late/",
        "/sessions/{session}/codes/",
        "/matches/{match}/code/",
        "/sessions/{session}/screen/?hold=1",
        "/matches/{match}/",
        "/matches/{entered}/confirm/",
        "/matches/{disputed}/",
        "/matches/{corrected}/agree/",
        "/matches/{corrected}/correct/?as=scores",
        "/matches/{voided}/",
    ],
}
NO_PAGES = {
    *("archive", "experiment-curve", "experiment-pairs", "duplicates-records", "record"),  # files
    *("schema", "season-archive", "starter"),
    *("my-data", "embed-script", "manifest", "worker"),
    "keep-guest",  # only who sits at a table as a guest
    *("club-table", "event-table", "season-table", "session-table"),
    *("club-calendar", "player-calendar", "season-calendar", "club-news", "season-news"),
    "all-calendar",
    *(
        "draw-bracket",
        "print-books",
        "print-bracket",
        "print-draw",
        "print-ranking",
        "print-report",
        "print-standings",
        "score-sheet",
        "score-sheets",
        "table-cards",
    ),
    *("club-picture", "event-picture", "player-picture", "season-picture", "session-picture"),
    *("match-picture", "table-end"),  # a picture; a part of a page
    *("from-card", "invite", "table-events"),  # leads on, twice; a stream
    "remote-bot-tokens",  # leads on unless a form is sent
    "second-step",  # only after the password: test_second_factor.py
}
"""Names of addresses that answer GET with something else."""


def make_world(cast):
    """Return the codes of everything the pages are about, by the name they use."""
    codes = world.make_world(cast)
    match = Match.objects.get(code=codes["match"])
    Event.objects.filter(pk=match.session.event_id).update(guests_enter=True)
    wanted = SeasonImport.objects.create(
        club=match.season.club, archive=b"", players="known", created_at=NOW
    )
    JobFactory(kind=Job.Kind.IMPORT_SEASON, imported=wanted)
    login = log_in_elsewhere(cast["bob"])
    one, other = (
        clubs.admit_guest(
            club=match.season.club, name=name, role=Role.MEMBER, by=cast["alice"], now=NOW
        )
        for name in ("Heike", "Heike M.")
    )
    final = played_by_bots(match.session, 9)
    make_analysis(final)
    record_files.write(now=NOW)
    merge = merges.merge(gone=one.player, stays=other.player, by=cast["alice"], now=NOW)
    return codes | {
        "merge": merge.code,
        "open_evening": an_open_evening(match.season, cast["alice"]).code,
        "merged": other.player.code,
        "login": login.pk,
        "off": links.off(Mail(account=cast["bob"], kind="draw")).split("/")[-2],
        "final": final.code,
        "import": wanted.code,
        "door": arrivals.code_of(match.session.event, now=timezone.now()),
    }


def an_open_evening(season, by):
    """Return an evening at which one table plays, one person waits and one is not there."""
    event = EventFactory(season=season, name="Friday", draw="open", table_size=4)
    open_evenings.open_evening(event=event, by=by, now=NOW)
    for number in range(6):
        player = PlayerFactory(name=f"Guest {number}")
        row = registrations.register(event=event, player=player, by=by, now=NOW)
        if number:
            attendance.check_in(registration=row, by=by, now=NOW)
    keep_books(event, by)
    return event


def keep_books(event, by):
    """Let two of those who come to an event have paid, of which the club keeps a part."""
    fees.set_fee(event=event, fee=1000, by=by, now=NOW)
    prizes.set_pot(event=event, kept=500, shares=[50, 30, 20], by=by, now=NOW)
    for row, way in zip(payments.rows_of(event), ("cash", "transfer"), strict=False):
        payments.note_paid(registration=row, way=way, by=by, now=NOW)


def log_in_elsewhere(account):
    """Return a login of an account in another browser."""
    browser = Client()
    browser.force_login(account)
    login = account.logins.get(digest=digest_of(browser.session.session_key))
    login.browser, login.system, login.since = "Firefox", "Android", NOW
    login.save()
    return login


def played_by_bots(session, number):
    """Return a match that bots have played, replayed and counted."""
    bots = [people.builtin_bot(name=name) for name in ("random", "greedy")]
    match = MatchFactory(session=session, table_number=number, players=bots * 2, secret=bytes(32))
    results.store_played(plays=[bot_matches.play(match)], now=NOW)
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk], now=NOW)
    match.refresh_from_db()
    return match


def picture_name(who, address):
    """Return the name of the picture of a page as somebody sees it."""
    words = re.findall(r"\w+", f"{address if address != '/' else 'home'} {who}")
    return "-".join(words)


def listed_names():
    """Return the names of all addresses in the list."""
    addresses = {address.partition("?")[0] for some in PAGES.values() for address in some}
    codes = str.maketrans({"{": None, "}": None, "_": "-"})
    return {resolve(address.translate(codes)).url_name for address in addresses - {"/nowhere/"}}


def unlisted():
    """Return the names of addresses that are neither in the list nor known to be no page."""
    named = {pattern.name: pattern for pattern in urlpatterns}
    return {name: named[name] for name in named.keys() - listed_names() - NO_PAGES}
