"""The record of a finished match: stepped through in the browser, and downloaded."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from engine.records import document
from league.models import Match, Record
from league.services.base import rights
from league.services.results import records
from league.web.games import felt
from league.web.games.facts import facts_of_table
from league.web.games.games import game_name
from league.web.games.tallies import tally_of
from league.web.games.words import say_led
from league.web.results.replay import replay

from .matches import find_match
from .notes import notes_of

GONE = 410


@require_safe
@vary_on_headers("HX-Request")
def viewer(request: HttpRequest, code: str) -> HttpResponse:
    """Show one step of one round, as in `?round=2&step=17`: the 17th action of the second round."""
    match = find_match(request, code)
    record = find_record(match)
    if record is None:
        return gone(request, match)
    players = [seat.player for seat in match.seats.all()]
    names = felt.seat_names(players)
    shown = replay(
        document.decode(bytes(record.blob)),
        round_number=number_in(request, "round", 1) - 1,
        step=number_in(request, "step", 0),
        names=names,
    )
    led = felt.led_suit(shown.view, shown.pack)
    analyses = list(record.analyses.all())
    game = match.season.game
    notes = notes_of(analyses, round_number=shown.round, game=game, pack=shown.pack)
    is_fragment = request.headers.get("HX-Request") == "true"
    return render(
        request,
        "web/results/_viewer.html" if is_fragment else "web/results/viewer.html",
        {
            "match": match,
            "game_name": game_name(game),
            "replay": shown,
            "round_numbers": range(1, shown.rounds + 1),
            "places": felt.places(shown.view, shown.pack, players, shown.swept),
            "piles": felt.piles(shown.view, shown.pack),
            "facts": facts_of_table(shown.view, shown.pack, names),
            "tally": tally_of(shown.view, shown.pack, names),
            "has_winnings": felt.has_winnings(shown.view),
            "led": led,
            "notes": notes,
            "note": notes.get(shown.step),
            "analysed": {analysis.seat for analysis in analyses},
            "part": shown.part,
            "led_words": led and say_led(game, led),
        },
    )


@require_safe
def download(request: HttpRequest, code: str) -> HttpResponse:
    """Send the record as JSON, to be kept or checked elsewhere."""
    match = find_match(request, code)
    record = find_record(match)
    if record is None:
        return gone(request, match)
    response = JsonResponse(document.decode(bytes(record.blob)), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{match.code}.json"'
    return response


def find_record(match: Match) -> Record | None:
    """Return the record of a match, None if it is no longer kept.

    Raises Http404 unless its deals are open and it had one.
    """
    if rights.may_read_deals(match):
        record = records.newest(match)
        if record is not None:
            return record
        if any(records.is_forgotten(result) for result in match.results.select_related("record")):
            return None
    raise Http404(
        _("You can read a record once its match, and every match with the same deals, is final.")
    )


def gone(request: HttpRequest, match: Match) -> HttpResponse:
    """Say that a record is no longer kept, and what there is instead."""
    return render(request, "web/results/forgotten_record.html", {"match": match}, status=GONE)


def number_in(request: HttpRequest, parameter: str, default: int) -> int:
    """Return a number from the address, `default` if it is none."""
    text = request.GET.get(parameter, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else default
