"""The score pad of a table: deals written one by one, seen by all of it, handed in at the end."""

from typing import Any, Final
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from engine.rules.pad import Answers, Deal, Talk, hold, recall
from league.models import Match
from league.services.base import refusals
from league.services.base.answers import HEADER
from league.services.results import pads, submissions
from league.services.seasons import scoring
from league.web.base import news
from league.web.base.once import once
from league.web.games.facts import side_names
from league.web.games.felt import seat_names
from league.web.games.games import game_name, sheet_hint
from league.web.results.sheet_schema import Table

from .matches import find_match, may_confirm, may_enter, may_show_code, result_of, show
from .pad_forms import PadForm, answers_in, deal_rows, placed, unread
from .results import CONFLICT, UNPROCESSABLE, version_in
from .writers import for_the_table, require_writer, seat_told

WRITE, REDEAL = "write", "redeal"
EVERY_S: Final = 5
"""How often a pad asks whether somebody else has written on it."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_table
@once
@vary_on_headers("HX-Request")
def pad(request: HttpRequest, code: str) -> HttpResponse:
    """Show the pad and the deal that is being written; sent, it says what that deal comes to.

    `deal` is the number of a deal to correct, `act` that a deal is done.
    """
    match = find_match(request, code)
    if not may_enter(match, request):
        raise PermissionDenied(_("You cannot enter a result for this match."))
    if request.method == "POST" and request.POST.get("act") in {WRITE, REDEAL}:
        return _write(request, match)
    found = pads.written(match)
    known = request.GET.get("known")
    if known is not None and known == digest_of(found):
        return news.no_news()
    number = _number(request, "number" if request.method == "POST" else "deal", len(found.rounds))
    page = _Page(request, found, min(number, len(found.rounds)))
    if known is not None:
        return page.show("web/results/_pad_news.html")
    is_fragment = bool(request.headers.get("HX-Request"))
    return page.show("web/results/_pad_deal.html" if is_fragment else "web/results/pad.html")


@require_POST
@for_the_table
@once
def take_away(request: HttpRequest, code: str) -> HttpResponse:
    """Take a deal away that was written."""
    match = find_match(request, code)
    try:
        pads.take_away(
            match=match,
            number=_number(request, "number", -1),
            by=require_writer(request, match),
            expected_version=_number(request, "pad", -1),
            match_version=version_in(request),
            key=_key(request),
            now=timezone.now(),
        )
    except refusals.Refused as refusal:
        return _refused(request, code, str(refusal))
    messages.success(request, _("The deal is taken away."))
    return redirect("web:pad", code=code)


@require_POST
@for_the_table
@once
def hand_in(request: HttpRequest, code: str) -> HttpResponse:
    """Hand in what is written as the result of the match."""
    match = find_match(request, code)
    by = require_writer(request, match)
    try:
        pads.hand_in(
            match=match,
            by=by,
            expected_version=_number(request, "pad", -1),
            match_version=version_in(request),
            now=timezone.now(),
        )
    except refusals.Refused as refusal:
        digest = request.POST.get("digest", "")
        if not pads.has_handed_in(match, by, after=version_in(request), digest=digest):
            return _refused(request, code, str(refusal))
    messages.success(request, _("The result is entered. Somebody else must now confirm it."))
    return redirect("web:match", code=code)


def digest_of(found: pads.Written) -> str:
    """Return a text that changes whenever a pad looks different."""
    match = found.match
    return news.digest_of(found.version, match.status, match.version)


class _Page:
    """A pad with the deal that is being written, or corrected."""

    def __init__(self, request: HttpRequest, found: pads.Written, number: int) -> None:
        self.request = request
        self.found = found
        self.number = number
        self.is_typed = request.method == "POST"
        self.game = found.game
        seats = list(found.match.seats.all())
        self.names = seat_names([seat.player for seat in seats])
        sides = side_names(scoring.sides_of(self.game, len(self.names)), self.names)
        self.table = Table(self.names, sides)

    @property
    def deal(self) -> Deal:
        """What is known of the deal: its dealer may be named."""
        dealer = _number(self.request, "dealer", -1)
        is_named = self.is_typed and 0 <= dealer < len(self.names)
        return self.found.deal(self.number, dealer if is_named else None)

    @property
    def answers(self) -> Answers:
        """What was typed."""
        return answers_in(self.request.POST) if self.is_typed else {}

    def talk(self) -> Talk:
        """Return what was asked and answered: as typed, else as written before."""
        if not self.is_typed and self.number < len(self.found.rounds):
            sheet = self.found.played[self.number].sheet
            if sheet is not None:
                return recall(self.game.pad, self.deal, sheet)
        return hold(self.game.pad, self.deal, self.answers)

    def show(
        self, template: str, errors: dict[str, list[str]] | None = None, status: int = 200
    ) -> HttpResponse:
        """Show the page or a part of it."""
        talk, found = self.talk(), self.found
        scores, said = self._scored(talk)
        is_new = self.number == len(found.rounds)
        season = found.match.season
        context = {
            "match": found.match,
            "pad": found,
            "known": digest_of(found),
            "every_s": EVERY_S,
            "game_name": game_name(season.game),
            "sheet_hint": sheet_hint(season.game),
            "form": PadForm(self.game, self.table, talk, errors or said | unread(talk)),
            "number": self.number,
            "is_new": is_new,
            "is_asked": not (is_new and found.is_over),
            "dealer": self.deal.dealer,
            "names": self.names,
            "scores": list(zip(self.names, scores, strict=False)),
            "deals": deal_rows(self.game, season, self.table, found.played),
            "totals": list(zip(self.names, found.totals, strict=True)),
            "key": str(uuid4()),
            "guest": seat_told(self.request, found.match),
            "may_confirm": self._may_confirm(),
            "may_show_code": may_show_code(found.match, self.request),
        }
        return render(self.request, template, context, status=status)

    def _may_confirm(self) -> bool:
        """Tell whether somebody else has handed the pad in, and who looks can confirm it."""
        match = self.found.match
        if match.status != Match.Status.ENTERED:
            return False
        return may_confirm(match, result_of(match), self.request)

    def _scored(self, talk: Talk) -> tuple[list[int], dict[str, list[str]]]:
        """Return what the deal comes to so far, or what is wrong; nothing while answers lack."""
        if talk.missing or talk.is_blank:
            return [], {}
        try:
            played = submissions.read_round(
                {"dealer": self.deal.dealer, "sheet": talk.sheet},
                path=pads.DEAL,
                season=self.found.match.season,
                players=len(self.names),
            )
        except refusals.Invalid as refusal:
            return [], placed(refusal)
        return list(played.scores), {}


def _write(request: HttpRequest, match: Match) -> HttpResponse:
    found = pads.written(match)
    number = _number(request, "number", len(found.rounds))
    page = _Page(request, found, min(number, len(found.rounds)))
    talk, deal = page.talk(), {"dealer": page.deal.dealer}
    if request.POST["act"] == REDEAL:
        given: dict[str, Any] = {**deal, "redeal": True}
    elif talk.is_blank or talk.missing:
        said = _("Something is still missing: %(names)s.")
        missing = PadForm(page.game, page.table, talk, {}).missing
        errors = {pads.DEAL: [said % {"names": missing or _("this deal is empty")}]}
        return page.show("web/results/pad.html", unread(talk) | errors, UNPROCESSABLE)
    else:
        given = {**deal, "sheet": talk.sheet}
    try:
        pads.write(
            match=match,
            number=number,
            deal=given,
            by=require_writer(request, match),
            expected_version=_number(request, "pad", -1),
            match_version=version_in(request),
            key=_key(request),
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        return page.show("web/results/pad.html", placed(refusal), UNPROCESSABLE)
    except refusals.Conflict as refusal:
        return _refused(request, match.code, refusal.message, page.number)
    return redirect("web:pad", code=match.code)


def _refused(request: HttpRequest, code: str, said: str, number: int | None = None) -> HttpResponse:
    """Show why nothing was done, with what is there now: the pad, or the match if it is over."""
    messages.error(request, said)
    match = find_match(request, code)
    if not may_enter(match, request):
        return show(request, match, status=CONFLICT)
    found = pads.written(match)
    page = _Page(request, found, len(found.rounds) if number is None else number)
    return page.show("web/results/pad.html", status=CONFLICT)


def _number(request: HttpRequest, name: str, default: int) -> int:
    """Return a small number that a form or an address names, `default` if it is none."""
    text = (request.POST if request.method == "POST" else request.GET).get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def _key(request: HttpRequest) -> str:
    """Return the key of a request that may be sent twice."""
    key = request.headers.get(HEADER) or request.POST.get("key", "")
    return key[:100]
