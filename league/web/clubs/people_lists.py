"""Making members of a list of people: shown as a table, then done as a whole, and taken back."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.services.clubs import mailed_invitations, people_lists, people_taken_back
from league.services.clubs.people_lists import Line
from league.web.base import access, lists

from .clubs import find_club


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a list; sent, say what would become of each line, then do it."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    by, now = access.require_account(request), timezone.now()
    done = lists.go_through(
        request,
        look=partial(people_lists.look, club=club, by=by, now=now),
        act=partial(people_lists.import_people, club=club, by=by, now=now),
        said_of=_said,
        template="web/clubs/import_people.html",
        columns=people_lists.columns(),
        context={
            "club": club,
            "before": people_taken_back.lists_of(club),
            "invites": mailed_invitations.are_sent(),
        },
    )
    if isinstance(done, HttpResponse):
        return done
    count = sum(not line.is_already for line in done.lines)
    said = ngettext("%(count)d person is now a member.", "%(count)d people are now members.", count)
    messages.success(request, said % {"count": count})
    if invited := sum(bool(line.invited) for line in done.lines):
        said = ngettext(
            "%(count)d invitation is on its way.",
            "%(count)d invitations are on their way.",
            invited,
        )
        messages.success(request, said % {"count": invited})
    if not count:
        return redirect("web:members", slug=slug)
    return redirect("web:imported-people", slug=slug, imported=done.code)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def imported_people(request: HttpRequest, slug: str, imported: str) -> HttpResponse:
    """Show whom a list has made members; the form takes it back."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    by, now = access.require_account(request), timezone.now()
    return lists.show_brought(
        request,
        find=partial(people_taken_back.find, club=club, code=imported, by=by),
        undo=partial(people_taken_back.undo, club=club, code=imported, by=by, now=now),
        template="web/clubs/imported_people.html",
        context={"club": club},
    )


def _said(line: Line) -> str:
    """Say what would become of a line."""
    if line.invited and line.is_already:
        return _("already a member, is invited by mail to open an account")
    if line.invited:
        return _("becomes a member and is invited by mail to open an account")
    if line.is_already:
        return _("already a member, stays unchanged")
    return _("becomes a member")
