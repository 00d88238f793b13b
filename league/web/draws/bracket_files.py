"""The bracket of a cup to take along: as a drawing, and on a page of paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Event
from league.services.draws import bracket_looks
from league.services.draws.bracket_looks import Look
from league.web.base import access
from league.web.events.events import find_event
from league.web.events.prints import send

from .bracket_prints import print_bracket
from .drawings import drawing_of


@require_safe
def drawn(request: HttpRequest, code: str) -> HttpResponse:
    """Send the bracket of a cup as SVG, with nobody's path marked."""
    event, look = _found(request, code)
    context = {"event": event, "drawing": drawing_of(look)}
    content = render_to_string("web/draws/_drawing.svg", context)
    headers = {"Content-Disposition": f'attachment; filename="bracket-{code}.svg"'}
    return HttpResponse(content, content_type="image/svg+xml", headers=headers)


@require_safe
def printed(request: HttpRequest, code: str) -> HttpResponse:
    """Send the bracket of a cup for the wall."""
    event, look = _found(request, code)
    return send(print_bracket(event, look, now=timezone.now()), f"bracket-{code}")


def _found(request: HttpRequest, code: str) -> tuple[Event, Look]:
    """Return a cup and its bracket; raises Http404 before the first draw."""
    event = find_event(request, code)
    if event.draw != Event.Draw.KNOCKOUT:
        raise Http404(_("This event is not a knock-out, so it has no bracket."))
    look = bracket_looks.look(event, by=access.account_of(request))
    if not look.rounds:
        raise Http404(_("Nothing is drawn yet, so there is no bracket. Come back after the draw."))
    return event, look
