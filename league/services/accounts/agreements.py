"""Agreements: nobody with an account counts in a club unless they have agreed to, once.

Who does something in a club for themselves agrees by it. Whatever puts somebody else into a club
calls `require` first, inside a function that is marked `@asking`: it refuses, and the people who
are missing are asked once the refused work is rolled back. Bots and people without an account
need no agreement. How to leave a club: `departures`; what counts: `counting`.
"""

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, ParamSpec, TypeVar

from django.db import transaction
from django.db.models import Count, Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import (
    Account,
    Agreement,
    AuditEntry,
    Club,
    Entrant,
    LineUp,
    Membership,
    Penalty,
    Player,
    RatingReview,
    Registration,
    Seat,
    TableSeat,
    Team,
    TeamMember,
)
from league.services.base import audit
from league.services.base.refusals import Conflict, Forbidden, Unagreed, change_status

from . import notices

MOST_OPEN: Final = 200
"""How many requests of a club, and how many by one account, may be unanswered."""
MOST_WAITING: Final = 20
"""How many unanswered requests one person has at most."""

ASKED, AGREED = Agreement.Status.ASKED, Agreement.Status.AGREED
DECLINED, LEFT = Agreement.Status.DECLINED, Agreement.Status.LEFT

PLACES: Final[Sequence[tuple[type[Model], str, str]]] = (
    (Membership, "player", "club"),
    (Registration, "player", "event__season__club"),
    (Seat, "player", "match__season__club"),
    (TableSeat, "player", "table__event__season__club"),
    (TeamMember, "player", "team__club"),
    (Team, "captain", "club"),
    (Entrant, "player", "division__league__club"),
    (LineUp, "player", "event__season__club"),
    (Penalty, "player", "season__club"),
)
"""Where a person counts: the model, its field that leads to them, and the path to the club."""

P = ParamSpec("P")
Made = TypeVar("Made")


def missing(club: Club, players: Iterable[Player]) -> list[Player]:
    """Return those who have an account and no agreement with a club, in order, each once.

    One query, none where nobody has an account.
    """
    known = {
        player.pk: player
        for player in players
        if player.account_id is not None and not player.is_bot
    }
    if not known:
        return []
    agreed = club.agreements.filter(player__in=known, status=AGREED)
    there = set(agreed.values_list("player", flat=True))
    return [player for pk, player in known.items() if pk not in there]


def require(
    *, club: Club, players: Sequence[Player], by: Account, asks: bool = True, now: datetime
) -> None:
    """Raise Unagreed where one of the players has not agreed to play in a club.

    The player of `by` agrees by it. Call it in the transaction of what needs it. One query, two
    more where somebody is missing; a preview `asks` nobody.
    """
    own = next((player for player in players if player.account_id == by.pk), None)
    if own is not None and asks:
        consent(club=club, player=own, by=by, now=now)
    others = missing(club, [player for player in players if player != own])
    if others:
        raise _refusal(club, others, by, asks=asks, now=now)


def asking(act: Callable[P, Made]) -> Callable[P, Made]:
    """Have those asked who are missing, once the transaction of a service is rolled back."""

    @functools.wraps(act)
    def acting(*args: P.args, **kwargs: P.kwargs) -> Made:
        try:
            return act(*args, **kwargs)
        except Unagreed as refusal:
            follow(refusal)
            raise

    return acting


def follow(refusal: Unagreed) -> None:
    """Ask those whom a refusal names to be asked; a second time does nothing."""
    if refusal.unasked:
        ask(club=refusal.club, players=refusal.unasked, by=refusal.by, now=refusal.now)


def ask(*, club: Club, players: Sequence[Player], by: Account, now: datetime) -> list[Agreement]:
    """Ask people whether they want to play in a club, with a notice; return the new requests.

    Nobody is asked twice, nor more than the quotas allow. That `by` may ask is for the caller to
    check. A constant number of queries.
    """
    with transaction.atomic():
        held = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        known = set(held.agreements.filter(player__in=players).values_list("player", flat=True))
        new = [player for player in players if player.pk not in known]
        wanted = [
            Agreement(club=held, player=player, asked_at=now, asked_by=by)
            for player in _within_quotas(held, new, by)
        ]
        Agreement.objects.bulk_create(wanted, ignore_conflicts=True)
        codes = [row.code for row in wanted]
        made = list(Agreement.objects.filter(code__in=codes).select_related("player"))
        told = [row.player.account_id for row in made if row.player.account_id is not None]
        text = f"{_name_of(by)} asks whether you want to play in {held.name}."
        notices.tell_accounts(account_ids=told, text=text, asks=True, now=now)
        AuditEntry.objects.bulk_create(
            AuditEntry(
                at=now,
                account=by,
                club=held,
                action="agreement.ask",
                subject=f"player:{row.player.code}",
            )
            for row in made
        )
    return made


def agree(*, agreement: Agreement, by: Account, now: datetime) -> Agreement:
    """Let results, teams and roles of one's own count in a club, also after declining or leaving.

    Raises Forbidden for anybody but the person, Conflict where they have agreed already.
    """
    _require_own(agreement, by)
    with transaction.atomic():
        _agree(agreement, by, now)
    return agreement


def agree_unasked(*, club: Club, by: Account, now: datetime) -> Agreement:
    """Agree to play in a club, asked or not; raises Conflict where the account has no player."""
    player = Player.objects.filter(account=by).first()
    if player is None:
        said = _("You do not have a player name yet. Register for an event and enter it there.")
        raise Conflict(club, said)
    return consent(club=club, player=player, by=by, now=now)


def decline(*, agreement: Agreement, by: Account, now: datetime) -> Agreement:
    """Refuse to play in a club, which then cannot ask again.

    Raises Forbidden for anybody but the person, Conflict where they have answered already.
    """
    _require_own(agreement, by)
    with transaction.atomic():
        said = _("You have already answered this request.")
        change_status(agreement, DECLINED, refusal=said, answered_at=now)
        _note(agreement, "agreement.decline", by, now)
        review(club=agreement.club, player=agreement.player)
    return agreement


def end(*, agreement: Agreement, by: Account, now: datetime) -> None:
    """Let nothing new count in a club; call it in the transaction in which somebody leaves."""
    _require_own(agreement, by)
    said = _("You do not play in this club, so you cannot leave it.")
    change_status(agreement, LEFT, refusal=said, answered_at=now)
    _note(agreement, "agreement.leave", by, now)


def consent(*, club: Club, player: Player, by: Account, now: datetime) -> Agreement:
    """Agree by doing something in a club for oneself; who has agreed already stays so.

    One query for who has; raises Forbidden for the player of another account.
    """
    if player.account_id != by.pk:
        raise Forbidden(_("Only the person themselves can agree to play in a club."))
    with transaction.atomic():
        row, is_new = Agreement.objects.select_related("club", "player").get_or_create(
            club=club, player=player, defaults={"status": AGREED, "answered_at": now}
        )
        if is_new:
            _note(row, "agreement.agree", by, now)
            review(club=club, player=player)
        elif row.status != AGREED:
            _agree(row, by, now)
    return row


def take_over(*, player: Player, now: datetime) -> list[Agreement]:
    """Let the account that has got a player play on in the clubs in which the player counts.

    What they once declined or left stays so. A query for each table that says where somebody
    counts.
    """
    if player.account_id is None:
        return []
    agreed = [
        Agreement(club_id=club, player=player, status=AGREED, answered_at=now)
        for club in sorted(clubs_of(player))
    ]
    return Agreement.objects.bulk_create(agreed, ignore_conflicts=True)


def clubs_of(player: Player) -> set[int]:
    """Return the keys of the clubs in which a player counts; a query for each of PLACES."""
    return clubs_of_each([player])[player.pk]


def clubs_of_each(players: Iterable[Player]) -> dict[int, set[int]]:
    """Return by key of each player those of the clubs in which they count; as many queries."""
    clubs: dict[int, set[int]] = {player.pk: set() for player in players}
    for model, field, club in PLACES:
        # An online table for practice is of no club.
        known = {f"{field}__in": list(clubs), f"{club}__isnull": False}
        rows = model._default_manager.filter(**known).order_by()
        for player, found in rows.values_list(field, club).distinct():
            clubs[player].add(found)
    return clubs


def review(*, club: Club, player: Player | None = None) -> None:
    """Have the matches of a club, or of one player there, looked at again by whoever rates."""
    RatingReview.objects.create(club=club, player=player)


def unanswered(club: Club) -> QuerySet[Agreement]:
    """Return the open requests of a club, by name; there are MOST_OPEN at most."""
    rows = club.agreements.filter(status=ASKED).select_related("player")
    return rows.order_by("player__name", "pk")[:MOST_OPEN]


def _agree(row: Agreement, by: Account, now: datetime) -> None:
    said = _("You have already agreed to play in this club.")
    change_status(row, AGREED, refusal=said, answered_at=now)
    _note(row, "agreement.agree", by, now)
    review(club=row.club, player=row.player)


def _require_own(agreement: Agreement, by: Account) -> None:
    if agreement.player.account_id != by.pk:
        raise Forbidden(_("Only the person themselves can decide what counts for them."))


def _refusal(
    club: Club, players: Sequence[Player], by: Account, *, asks: bool, now: datetime
) -> Unagreed:
    """Return why these people cannot be put into a club now, and who of them is to be asked."""
    rows = club.agreements.filter(player__in=players).values_list("player", "status")
    answers: Mapping[int, str] = dict(rows)
    silent = [player for player in players if player.pk not in answers]
    able = _within_quotas(club, silent, by)
    asked = [player for player in players if answers.get(player.pk) == ASKED]
    gone = [player for player in players if answers.get(player.pk) in (DECLINED, LEFT)]
    full = [player for player in silent if player not in able]
    said = [*_of_silent(able, asks=asks), *_of_full(full), *_of_asked(asked), *_of_gone(gone)]
    return Unagreed(club, " ".join(said), unasked=able if asks else (), by=by, now=now)


def _within_quotas(club: Club, players: Sequence[Player], by: Account) -> Sequence[Player]:
    """Return those of the players who may be asked now; two queries, none for nobody."""
    if not players:
        return ()
    waiting = Agreement.objects.filter(status=ASKED)
    rows = waiting.filter(player__in=players).values_list("player").order_by("player")
    most = rows.annotate(count=Count("pk")).filter(count__gte=MOST_WAITING)
    busy = {player for player, _count in most}
    counts = waiting.filter(club=club).count(), waiting.filter(asked_by=by).count()
    room = max(0, MOST_OPEN - max(counts))
    return [player for player in players if player.pk not in busy][:room]


def _of_silent(players: Collection[Player], *, asks: bool) -> list[str]:
    if not players:
        return []
    said = ngettext(
        "%(names)s has an account and has not agreed to play in this club.",
        "%(names)s have accounts and have not agreed to play in this club.",
        len(players),
    )
    follows = _(
        "We have asked them. Try again once they have agreed, or send them to the club's page, "
        "where they can agree at once."
    )
    words = {"names": _names(players)}
    return [said % words, follows] if asks else [said % words]


def _of_full(players: Collection[Player]) -> list[str]:
    if not players:
        return []
    said = ngettext(
        "%(names)s has an account and has not agreed to play in this club. We cannot ask them, "
        "because too many requests are unanswered. Send them to the club's page, where they can "
        "agree at once.",
        "%(names)s have accounts and have not agreed to play in this club. We cannot ask them, "
        "because too many requests are unanswered. Send them to the club's page, where they can "
        "agree at once.",
        len(players),
    )
    return [said % {"names": _names(players)}]


def _of_asked(players: Collection[Player]) -> list[str]:
    if not players:
        return []
    said = ngettext(
        "%(names)s was asked to play in this club and has not answered yet. Try again "
        "once they have agreed.",
        "%(names)s were asked to play in this club and have not answered yet. Try again "
        "once they have agreed.",
        len(players),
    )
    return [said % {"names": _names(players)}]


def _of_gone(players: Collection[Player]) -> list[str]:
    if not players:
        return []
    said = ngettext(
        "%(names)s does not want to play in this club. Only they can change that, on the club's "
        "page.",
        "%(names)s do not want to play in this club. Only they can change that, on the club's "
        "page.",
        len(players),
    )
    return [said % {"names": _names(players)}]


def _names(players: Iterable[Player]) -> str:
    return ", ".join(player.shown_name for player in players)


def _name_of(account: Account) -> str:
    """Return the name somebody plays under, or else their username."""
    player = Player.objects.filter(account=account).first()
    return player.name if player else account.username


def _note(row: Agreement, action: str, by: Account, now: datetime) -> None:
    subject = f"player:{row.player.code}"
    audit.note(by=by, club=row.club, action=action, subject=subject, now=now)
