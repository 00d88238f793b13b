"""Online tables: those of an event, and one at which people and AI seats play."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

import games
from bots import builtin
from league.models import Event, OnlineTable, TableSeat
from league.services.base import formats, refusals, rights
from league.services.ladders import levels
from league.services.play import (
    challenges,
    practice,
    rematches,
    table_phrases,
    table_terms,
    tables,
)
from league.services.play.table_looks import Look
from league.web.base import access, news
from league.web.base.bot_names import choices_of_bots
from league.web.base.pagination import page_of
from league.web.base.qr import qr
from league.web.bots.remote_bots import find_bot
from league.web.events.events import find_event, registrations_of
from league.web.games.games import game_name
from league.web.games.labels import label_of
from league.web.play import seated
from league.web.play.asked_bots import asked_bots
from league.web.play.board import Board
from league.web.play.choices import NoSuchChoice, chosen
from league.web.play.endings import Ending
from league.web.play.hints import in_words
from league.web.play.own_tables import own_tables
from league.web.play.phrases import offered
from league.web.play.steps import unseen
from league.web.results.records import number_in

UNPROCESSABLE, CONFLICT, FORBIDDEN, NO_CONTENT = 422, 409, 403, 204
MOVE_S = (20, 30, 60, 120, 300)
"""How long one may think, as offered."""
MOST_CARDS = 20
"""So many ticked cards of a form are read."""

ACTS: dict[str, Callable[..., OnlineTable]] = {
    "join": tables.join,
    "leave": tables.leave,
    "fill": tables.fill,
    "cancel": tables.cancel,
    "ask-bot": challenges.challenge,
    "number": tables.add_number,
    "deal": tables.deal,
    "step-away": tables.step_away,
    "come-back": tables.come_back,
    "say": table_phrases.say,
    "again": rematches.play_again,
    "take-back": practice.take_back,
    "hint": practice.ask_hint,
}
"""What one can do at a table beside playing."""
FRESH, SOON_S, LATER_S = timedelta(minutes=30), 5, 60
"""So long after a match its page often looks whether ratings and the next table are there."""


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, code: str) -> HttpResponse:
    """Show the tables of an online event; sent, the form opens one."""
    event = find_event(request, code)
    if request.method == "POST":
        return _open(request, event)
    return _index(request, event)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@vary_on_headers("HX-Request")
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table as its seat, or an onlooker, may see it; sent, its forms play an action.

    A fragment asked for with `?after=` the version that is shown is empty if that is the newest.
    Whoever says by `seen` how many actions they have seen gets the steps since then.
    """
    found = find_table(request, code)
    if request.method == "POST":
        return _act(request, found)
    is_known = "after" in request.GET and number_in(request, "after", -1) == found.version
    if is_known and is_fragment(request):
        return HttpResponse(status=NO_CONTENT)
    return _table(request, found)


@require_POST
def change(request: HttpRequest, code: str, what: str) -> HttpResponse:
    """Do something else than play at a table, such as sit down, deal or take back."""
    found = None if seated.is_nobody(request) else find_table(request, code)
    account = None if found is None else seated.account_at(request, found)
    if found is None or account is None:
        return redirect_to_login(reverse("web:table", args=[code]))
    try:
        wanted = _wanted(request, what, found)
        done = ACTS[what](table=found, by=account, now=timezone.now(), **wanted)
    except refusals.Invalid as refusal:
        return _table(request, found, said=sentences(refusal), status=UNPROCESSABLE)
    except refusals.Conflict as refusal:
        # A number is sent by a script; what became of it, the page says with the deal.
        said = [] if what == "number" else [refusal.message]
        return _table(request, found, said=said, status=CONFLICT)
    if what == "leave" and found.event is not None:
        return redirect("web:tables", code=found.event.code)
    if done.pk != found.pk:
        return redirect("web:table", code=done.code)
    return _shown_anew(request, found)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def end(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the page of a table says after the match, or nothing while nothing is new."""
    found = find_table(request, code)
    if found.status != OnlineTable.Status.OVER or not is_fragment(request):
        return redirect("web:table", code=found.code)
    look = tables.look(table=found, by=seated.account_at(request, found))
    context = _ending(request, look)
    if news.is_known(request, context["ending"].known):
        return news.no_news()
    board = _board(request, look)
    context |= {"table": found, "event": found.event, "board": board}
    return render(request, "web/play/_table_end.html", context)


def _ending(request: HttpRequest, look: Look) -> dict[str, Any]:
    """Return what the page of a table that is over has beside others."""
    finished = look.table.finished_at
    is_fresh = finished is not None and timezone.now() - finished < FRESH
    path = reverse("web:table", args=[look.table.code])
    if look.table.match is not None:
        path = reverse("web:match", args=[look.table.match.code])
    return {
        "ending": Ending(look),
        "every_s": (SOON_S if is_fresh else LATER_S) if look.table.match else None,
        "shared": request.build_absolute_uri(path),
    }


def _board(request: HttpRequest, look: Look) -> Board:
    """Return a look in words, with the faces of cards that the browser asks for."""
    return Board(look, now=timezone.now(), faces=request.COOKIES.get("faces", ""))


def find_table(request: HttpRequest, code: str) -> OnlineTable:
    """Return a table the visitor may know of, with all that a look needs; raises Http404."""
    rows = rights.readable_tables(access.account_of(request))
    return get_object_or_404(tables.loaded(rows), code=code)


def adds_number(request: HttpRequest) -> bool:
    """Tell whether a script, which then adds a number to the deals, has sent a form."""
    return is_fragment(request) or request.POST.get("adds_number") == "1"


def is_fragment(request: HttpRequest) -> bool:
    """Tell whether only the table is asked for, to be put in the place of the one shown."""
    return request.headers.get("HX-Request") == "true"


def sentences(refusal: refusals.Invalid) -> list[str]:
    """Return what is wrong, without the names of fields."""
    return [one for some in refusal.errors.values() for one in some]


def _wanted(request: HttpRequest, what: str, found: OnlineTable) -> dict[str, Any]:
    """Return what an act at a table is told beside who acts."""
    if what in {"take-back", "hint"}:
        return {"expected_version": number_of(request, "version", found.version)}
    if what in {"number", "say"}:
        name = "number" if what == "number" else "phrase"
        return {name: request.POST.get(name, "")}
    if what == "ask-bot":
        return {"bot": find_bot(request, request.POST.get("bot", "")).player}
    return {"adds_number": adds_number(request)} if what in {"fill", "again"} else {}


def _open(request: HttpRequest, event: Event) -> HttpResponse:
    account = access.account_of(request)
    if account is None:
        return redirect(f"{reverse('web:login')}?next={request.path}")
    game = games.get(event.season.game)
    seats = number_of(request, "seats", usual_seats(event))
    names = bots_for(event)
    name, company = request.POST.get("bot", ""), request.POST.get("company")
    bots = [name if name in names else names[0]] * (min(seats, game.players[-1]) - 1)
    try:
        opened = tables.open_table(
            event=event,
            by=account,
            seats=seats,
            bots=[] if company in {"none", "friends"} else bots,
            is_private=company == "friends",
            move_s=number_of(request, "move_s", tables.MOVE_S),
            adds_number=adds_number(request),
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        return _index(request, event, said=sentences(refusal), status=UNPROCESSABLE)
    except refusals.Forbidden as refusal:
        return _index(request, event, said=[refusal.message], status=FORBIDDEN)
    except refusals.Conflict as refusal:
        return _index(request, event, said=[refusal.message], status=CONFLICT)
    return redirect("web:table", code=opened.code)


def _index(
    request: HttpRequest, event: Event, *, said: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    account = access.account_of(request)
    rows = rights.readable_tables(account).filter(event=event)
    shown = page_of(request, with_seats(rows).order_by("-pk"), per=24)
    season = event.season
    return render(
        request,
        "web/play/tables.html",
        {
            "event": event,
            "game_name": game_name(season.game),
            "tables": shown,
            "mine": [row for row in own_tables(account) if row.table.event_id == event.pk],
            "said": said,
            "refused": [],
            "sizes": games.get(season.game).players,
            "usual_size": usual_seats(event),
            "bots": choices_of_bots(bots_for(event), levels.ratings_of(season.game)),
            "usual_move_s": tables.MOVE_S,
            "moves_s": MOVE_S,
            **registrations_of(request, event),
        },
        status=status,
    )


def with_seats(rows: QuerySet[OnlineTable]) -> QuerySet[OnlineTable]:
    """Load with tables who sits there; two queries more."""
    seats = TableSeat.objects.select_related("player")
    return rows.select_related("match", "event").prefetch_related(Prefetch("seats", queryset=seats))


def usual_seats(event: Event) -> int:
    """Return the number of seats of a table of an event, unless somebody wants another."""
    game = games.get(event.season.game)
    size = event.table_size or formats.usual_size(game)
    return size if size in game.players else game.players[-1]


def bots_for(event: Event) -> list[str]:
    """Return the names of the built-in bots that may sit at tables, the usual one first."""
    chosen = {player.builtin for player in event.bots.all()}
    usual = builtin.names_in(games.get(event.season.game))
    names = [name for name in builtin.names() if name in (chosen or usual)]
    return sorted(names, key=lambda name: name != table_terms.DEFAULT_BOT)


def number_of(request: HttpRequest, name: str, default: int) -> int:
    """Return a number of a form; the default for what is none."""
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else default


def _act(request: HttpRequest, found: OnlineTable) -> HttpResponse:
    account = seated.require_account_at(request, found)
    look = tables.look(table=found, by=account)
    board = _board(request, look)
    try:
        action = chosen(
            request.POST.get("action", ""),
            request.POST.get("verb", ""),
            request.POST.getlist("cards")[:MOST_CARDS],
            look.legal,
            board.pack,
        )
        if look.is_my_turn and action not in look.legal:
            said = _("“%(action)s” is not allowed now.")
            named = label_of(board.game, action[:40], board.pack) if action.strip() else "–"
            raise NoSuchChoice(said % {"action": named})
        tables.act(
            table=found,
            by=account,
            action=action,
            expected_version=number_of(request, "version", found.version),
            now=timezone.now(),
        )
    except NoSuchChoice as refusal:
        return _table(request, found, said=[str(refusal)], status=UNPROCESSABLE)
    except refusals.Invalid as refusal:
        return _table(request, found, said=sentences(refusal), status=UNPROCESSABLE)
    except refusals.Conflict as refusal:
        return _table(request, found, said=[refusal.message], status=CONFLICT)
    return _shown_anew(request, found)


def _shown_anew(request: HttpRequest, found: OnlineTable) -> HttpResponse:
    """Return the table after a change: the fragment, or a redirect where there are no scripts."""
    if is_fragment(request):
        return _table(request, found)
    return redirect("web:table", code=found.code)


def _table(
    request: HttpRequest, found: OnlineTable, *, said: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    """Show a table as it is stored now, and what was wrong with what was asked."""
    account = seated.account_at(request, found)
    fresh = find_table(request, found.code) if request.method == "POST" else found
    look = tables.look(table=fresh, by=account)
    board = _board(request, look)
    context: dict[str, Any] = {"table": fresh, "event": fresh.event, "board": board, "said": said}
    context |= {"is_guest": account is not None and account.is_guest}
    if board.is_opener:
        context["asks_bots"] = asked_bots(look, now=timezone.now())
    if fresh.status == OnlineTable.Status.OVER:
        context |= _ending(request, look)
    if look.hint is not None:
        context["advice"] = in_words(look.hint, board.game, board.pack)
    if board.look.invitation and not is_fragment(request):
        page = reverse("web:invited", args=[fresh.code])
        link = request.build_absolute_uri(f"{page}#{board.look.invitation}")
        context |= {"link": link, "qr": qr(link)}
    if board.view:
        context["steps"] = unseen(board, _seen(request))
        context |= {
            name: getattr(board, name)
            for name in ("view", "places", "swept", "led", "led_words", "part", "piles")
        }
        context["has_winnings"] = board.has_winnings
    if not is_fragment(request) and not fresh.is_practice:
        context |= {"phrases": offered(), "has_partners": table_phrases.has_partners(fresh)}
    template = "web/play/_table.html" if is_fragment(request) else "web/play/table.html"
    return render(request, template, context, status=status)


def _seen(request: HttpRequest) -> int | None:
    """Return how many actions of the match the visitor has seen, None if they do not say."""
    text = request.POST.get("seen") or request.GET.get("seen", "")
    return int(text) if text.isdecimal() and len(text) < 6 else None
