"""Making members of a list of people: shown as a table first, then done as a whole."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.services.clubs import people_lists
from league.services.clubs.lists import Row, Table, Wishes
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

    def look(content: bytes, wishes: Wishes) -> tuple[Table, list[Row]]:
        return people_lists.look(club=club, content=content, wishes=wishes, by=by, now=now)

    def act(content: bytes, wishes: Wishes, is_preview: bool) -> list[Line]:
        return people_lists.import_people(
            club=club, content=content, wishes=wishes, preview=is_preview, by=by, now=now
        )

    done = lists.go_through(
        request,
        look=look,
        act=act,
        said_of=_said,
        template="web/clubs/import_people.html",
        columns=people_lists.COLUMNS,
        context={"club": club},
    )
    if isinstance(done, HttpResponse):
        return done
    count = sum(not line.is_already for line in done)
    said = ngettext("%(count)d person is now a member.", "%(count)d people are now members.", count)
    messages.success(request, said % {"count": count})
    return redirect("web:members", slug=slug)


def _said(line: Line) -> str:
    """Say what would become of a line."""
    if line.is_already:
        return _("already a member, stays unchanged")
    return _("becomes a member")
