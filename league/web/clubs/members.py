"""A club as those see it who look after it: its name, its members and their roles."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Account, Club, Membership, Role
from league.services.accounts import agreements, people
from league.services.clubs import clubs
from league.web.base import access
from league.web.base.bot_names import player_name
from league.web.base.pagination import page_of
from league.web.base.sending import UNPROCESSABLE, ServiceForm, send, sent, show_form
from league.web.clubs.member_forms import AdmitForm, DescribeForm, role_form

from .clubs import find_club, members_by_role


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all members of a club, with their roles and since when."""
    club = find_club(request, slug)
    account = access.account_of(request)
    roles = clubs.roles_given_by(club, account)
    page = page_of(request, members_by_role(club), per=100)
    for row in page:
        row.is_own = account is not None and row.player.account_id == account.pk  # type: ignore[attr-defined]
        row.is_changed_here = row.is_own or row.role in roles  # type: ignore[attr-defined]
    context = {
        "club": club,
        "members": page,
        "organises": bool(roles),
        "asked": agreements.unanswered(club) if roles else (),
    }
    return render(request, "web/clubs/members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def admit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a new member; sent, somebody is one."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    roles = clubs.roles_given_by(club, access.account_of(request))
    form = AdmitForm(roles, data=sent(request))
    made = send(request, form, admit_named, club=club)
    if made is not None:
        said = _("%(name)s is now a member: %(role)s.")
        words = {"name": player_name(made.player), "role": made.get_role_display()}
        messages.success(request, said % words)
        return redirect("web:members", slug=slug)
    return show_form(
        request,
        form,
        title=_("New member"),
        button=_("Add the member"),
        back=reverse("web:members", args=[slug]),
        club=club,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def member(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show what the visitor may do about a membership; sent, it is done."""
    club = find_club(request, slug)
    rows = club.memberships.select_related("club", "player")
    row = get_object_or_404(rows, player__code=code)
    account = access.require_account(request)
    is_own = row.player.account_id == account.pk
    roles = clubs.roles_given_by(club, account)
    may_change = row.role in roles
    if not (is_own or may_change):
        raise PermissionDenied(_("You cannot change this membership."))
    act = request.POST.get("act")
    if act == "change" and not may_change:
        raise PermissionDenied(_("You cannot change this membership."))
    form = role_form(row, roles, request.POST if act == "change" else None)
    leaving = ServiceForm(request.POST if act == "leave" else None)
    if send(request, form, clubs.change_role, membership=row):
        words = {"name": player_name(row.player), "role": row.get_role_display()}
        messages.success(request, _("%(name)s is now: %(role)s.") % words)
        return redirect("web:members", slug=slug)
    if send(request, leaving, ended, membership=row):
        said = _("%(name)s is no longer a member.") % {"name": player_name(row.player)}
        messages.success(request, said)
        return redirect("web:members", slug=slug)
    context = {
        "club": club,
        "row": row,
        "form": form,
        "leaving": leaving,
        "is_own": is_own,
        "may_change": may_change,
    }
    is_wrong = bool(form.errors or leaving.errors)
    return render(
        request, "web/clubs/member.html", context, status=UNPROCESSABLE if is_wrong else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def describe(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a club is called and says about itself as a form; sent, it is changed."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    known = {"name": club.name, "about": club.about}
    form = DescribeForm(sent(request), initial=known)
    if send(request, form, clubs.describe_club, club=club):
        messages.success(request, _("The club is saved."))
        return redirect("web:club", slug=slug)
    return show_form(
        request,
        form,
        title=_("Name and description"),
        button=_("Save"),
        back=reverse("web:club", args=[slug]),
        club=club,
    )


def admit_named(
    *,
    club: Club,
    role: Role,
    username: str = "",
    name: str = "",
    by: Account,
    now: datetime,
) -> Membership:
    """Admit whoever plays under a username, or a guest of this name."""
    if name:
        return clubs.admit_guest(club=club, name=name, role=role, by=by, now=now)
    player = people.player_called(username=username)
    return clubs.admit(club=club, player=player, role=role, by=by, now=now)


def ended(*, membership: Membership, by: Account, now: datetime) -> bool:
    """End a membership; True, for it is gone then."""
    clubs.leave(membership=membership, by=by, now=now)
    return True
