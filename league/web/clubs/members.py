"""A club as those see it who look after it: its name, its members and their roles."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Account, Club, Membership, Merge, Player, Role
from league.services.accounts import agreements, guests, people
from league.services.accounts.people import LONGEST_NAME
from league.services.clubs import clubs, contacts, invitations, mailed_invitations, whereabouts
from league.services.clubs import people as services
from league.web.base import access
from league.web.base.bot_names import player_name
from league.web.base.pagination import page_of
from league.web.base.sending import UNPROCESSABLE, ServiceForm, send, sent, show_form
from league.web.clubs.member_forms import AdmitForm, ContactForm, DescribeForm, NameForm, role_form

from .clubs import find_club, most_rights_first


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the members of a club; to organisers all its people, to be searched and chosen from."""
    club = find_club(request, slug)
    account = access.account_of(request)
    roles = clubs.roles_given_by(club, account)
    kind = request.GET.get("kind", "") if roles else services.MEMBERS
    named = request.GET.get("find", "").strip()[:LONGEST_NAME]
    rows = services.of_kind(club, kind).filter(name__icontains=named)
    told = services.with_evenings(rows, club, timezone.now())
    page = page_of(request, told.order_by(most_rights_first(), "name", "pk"), per=100)
    for row in page:
        row.is_own = account is not None and row.account_id == account.pk  # type: ignore[attr-defined]
        row.role_name = Role(row.role).label if row.role else ""  # type: ignore[attr-defined]
        is_mine = row.is_own and row.role  # type: ignore[attr-defined]
        row.is_changed_here = bool(roles) or is_mine  # type: ignore[attr-defined]
    context = {
        "club": club,
        "members": page,
        "kinds": services.KINDS,
        "kind": kind,
        "named": named,
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
    """Show what the visitor may do about somebody of the club; sent, it is done."""
    club = find_club(request, slug)
    account = access.require_account(request)
    roles = clubs.roles_given_by(club, account)
    player = get_object_or_404(services.of_kind(club, ""), code=code)
    row = club.memberships.select_related("club", "player").filter(player=player).first()
    if row is None and not (roles or player.account_id == account.pk):
        raise Http404
    is_own = player.account_id == account.pk
    may_change = row is not None and row.role in roles
    if row is not None and not (is_own or roles):
        raise PermissionDenied(_("You cannot change this membership."))
    act = request.POST.get("act")
    if (act == "change" and not may_change) or (act == "leave" and not (is_own or may_change)):
        raise PermissionDenied(_("You cannot change this membership."))
    forms = _forms(request, row, player, roles, act)
    told = contacts.text_of(club=club, player=player, by=account)
    forms["contact"] = ContactForm(_sent(request, act, "contact"), initial={"text": told})
    if said := _done(request, club, row, player, forms):
        messages.success(request, said)
        return redirect("web:members", slug=slug)
    may_invite = invitations.may_invite(player, account)
    invitation = invitations.of_player(player, now=timezone.now()) if may_invite else None
    merged = player.merged.filter(status=Merge.Status.MERGED).select_related("gone", "stays")
    context = {
        "club": club,
        "row": row,
        "player": player,
        "forms": forms,
        "is_own": is_own,
        "may_change": may_change,
        "may_leave": row is not None and (is_own or may_change),
        "may_rename": guests.may_look_after(player, account),
        "may_invite": may_invite,
        "invitation": invitation,
        "mailed": mailed_invitations.mail_of(invitation) if invitation else None,
        "has_mail": mailed_invitations.are_sent(),
        "organises": bool(roles),
        "merged": merged.order_by("pk") if roles else (),
    }
    is_wrong = any(form.errors for form in forms.values())
    return render(
        request, "web/clubs/member.html", context, status=UNPROCESSABLE if is_wrong else 200
    )


def _forms(
    request: HttpRequest, row: Membership | None, player: Player, roles: list[Role], act: str | None
) -> dict[str, ServiceForm]:
    """Return the forms about somebody; the one that was sent has what was typed."""

    def of(name: str) -> QueryDict | None:
        return _sent(request, act, name)

    found: dict[str, ServiceForm] = {
        "leave": ServiceForm(of("leave")),
        "join": ServiceForm(of("join")),
        "rename": NameForm(of("rename"), initial={"name": player.name}),
    }
    if row is not None:
        found["change"] = role_form(row, roles, of("change"))
    return found


def _sent(request: HttpRequest, act: str | None, name: str) -> QueryDict | None:
    """Return what the form of this name was sent with, None if it was another one."""
    return request.POST if act == name else None


def _done(
    request: HttpRequest,
    club: Club,
    row: Membership | None,
    player: Player,
    forms: Mapping[str, ServiceForm],
) -> str:
    """Let a service do what was sent, and return what came of it; empty for nothing."""
    set_contact = partial(contacts.set_contact, club=club, player=player)
    if send(request, forms["contact"], set_contact) is not None:
        return _("The contact is saved.")
    if row is None:
        act = partial(clubs.admit, club=club, player=player, role=Role.MEMBER)
        if made := send(request, forms["join"], act):
            said = _("%(name)s is now a member: %(role)s.")
            return said % {"name": player_name(player), "role": made.get_role_display()}
    elif send(request, forms["change"], clubs.change_role, membership=row):
        words = {"name": player_name(player), "role": row.get_role_display()}
        return _("%(name)s is now: %(role)s.") % words
    elif send(request, forms["leave"], ended, membership=row):
        return _("%(name)s is no longer a member.") % {"name": player_name(player)}
    if renamed := send(request, forms["rename"], guests.rename, player=player):
        return _("%(name)s is saved.") % {"name": renamed.shown_name}
    return ""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def describe(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a club is called and says about itself as a form; sent, it is changed."""
    club = find_club(request, slug)
    access.require_organiser(request, club)
    fields = ("name", "about", *whereabouts.LONGEST)
    known = {field: getattr(club, field) for field in fields}
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
    is_new: bool = False,
    by: Account,
    now: datetime,
) -> Membership:
    """Admit whoever plays under a username, or a guest of this name."""
    if name:
        return clubs.admit_guest(club=club, name=name, role=role, is_new=is_new, by=by, now=now)
    player = people.player_called(username=username)
    return clubs.admit(club=club, player=player, role=role, by=by, now=now)


def ended(*, membership: Membership, by: Account, now: datetime) -> bool:
    """End a membership; True, for it is gone then."""
    clubs.leave(membership=membership, by=by, now=now)
    return True
