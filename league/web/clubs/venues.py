"""The venues of a club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.services.base import rights
from league.services.clubs import venues
from league.web.base import access
from league.web.base.pagination import page_of
from league.web.base.sending import send, sent, show_form
from league.web.events.event_forms import VenueForm, values_of

from .clubs import find_club


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where a club plays."""
    club = find_club(request, slug)
    rows = rights.readable_venues(access.account_of(request)).filter(club=club)
    context = {
        "club": club,
        "venues": page_of(request, rows.order_by("name", "pk"), per=30),
        "organises": access.is_organiser(request, club),
    }
    return render(request, "web/clubs/venues.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a venue; sent, it adds one or comes back with what is wrong."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    form = VenueForm(sent(request))
    made = send(request, form, venues.create_venue, club=club)
    if made is not None:
        messages.success(request, _("The venue is added."))
        return redirect("web:venues", slug=slug)
    back = reverse("web:venues", args=[slug])
    title, button = _("New venue"), _("Add the venue")
    return show_form(request, form, title=title, button=button, back=back, club=club)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Show a venue as a form; sent, it is changed."""
    rows = rights.readable_venues(access.account_of(request))
    venue = get_object_or_404(rows.select_related("club"), code=code)
    access.require_organiser(request, venue.club)
    form = VenueForm(sent(request), initial=values_of(venue))
    changed = send(request, form, venues.describe_venue, venue=venue)
    if changed is not None:
        messages.success(request, _("The venue is saved."))
        return redirect("web:venues", slug=venue.club.slug)
    back = reverse("web:venues", args=[venue.club.slug])
    button = _("Save")
    return show_form(request, form, title=venue.name, button=button, back=back, club=venue.club)
