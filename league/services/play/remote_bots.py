"""Remote bots: programs that run at their authors' and play at online tables by the API.

Each has an account that nobody can log in to, whose tokens may do nothing but play. So to all
other services it is a player like others. Why so: `docs/decisions/0034-remote-bots.md`.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NoReturn, TypedDict, Unpack

from django.conf import settings
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import translation
from django.utils.translation import gettext as _

import games as registry
from bots.submission.manifest import name_fault
from league.models import Account, ApiToken, Bot, Event, Player, RemoteBot, TableSeat
from league.models.people import NAMES_OF_BOTS
from league.services.accounts import people
from league.services.base import audit
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.ladders import ladders
from league.services.registration import plans

from . import table_play, tables
from .remote_seats import CONNECTED, LIVE, is_connected, live_tables
from .tables import Status

__all__ = [
    "change",
    "connected",
    "create",
    "forget",
    "hold_all",
    "is_connected",
    "issue_token",
    "listed",
    "of_account",
    "own",
    "retire",
    "revoke_token",
    "see",
    "tokens_of",
]

logger = logging.getLogger(__name__)

USERNAME: Final = "bot-"
"""What usernames of remote bots' accounts begin with; the code of the player follows."""
LONGEST_NAME: Final = 60
MOST_BOTS: Final = 8
"""So many an author has at most that are not retired."""
TOKEN_DAYS: Final = 366
SEEN_EVERY: Final = timedelta(seconds=15)
"""A bot is not noted as seen more often than this."""


class Changes(TypedDict, total=False):
    """What its author can change of a remote bot; what is absent stays as it is."""

    games: Sequence[str]
    most_tables: int
    is_open: bool


def listed() -> QuerySet[RemoteBot]:
    """Return the bots that are not retired, with their players and authors, by name."""
    rows = RemoteBot.objects.filter(retired_at=None)
    return rows.select_related("player", "owner__player").order_by("name", "pk")


def own(account: Account) -> QuerySet[RemoteBot]:
    """Return all bots of an author, the newest first."""
    rows = RemoteBot.objects.filter(owner=account)
    return rows.select_related("player", "account", "owner__player").order_by("-pk")


def of_account(account: Account) -> RemoteBot | None:
    """Return the bot whose account this is, None for that of a person; one query."""
    return (
        RemoteBot.objects.filter(account=account).select_related("player", "owner__player").first()
    )


def connected(game: str, *, now: datetime) -> list[RemoteBot]:
    """Return the bots that can be asked to a table of a game now, by name; one query."""
    seats = TableSeat.objects.filter(player=OuterRef("player"), table__status__in=LIVE)
    taken = seats.order_by().values("player").annotate(count=Count("pk")).values("count")
    rows = listed().filter(is_open=True, seen_at__gte=now - CONNECTED)
    rows = rows.annotate(taken=Coalesce(Subquery(taken), 0)).filter(taken__lt=F("most_tables"))
    return [bot for bot in rows if bot.plays(game)]


def create(*, name: str, games: Sequence[str] = (), by: Account, now: datetime) -> RemoteBot:
    """Make a remote bot of the account `by`, which plays these games, or all if none is named.

    Raises Invalid for `name` where another bot has it, for `games`, and where the author has
    MOST_BOTS already.
    """
    name = _check_name(name)
    slugs = _check_games(games)
    try:
        with transaction.atomic():
            # One bot of an author at a time: what is stored is counted.
            Account.objects.select_for_update(no_key=True).get(pk=by.pk)
            _require_room(by)
            player = Player(kind=Player.Kind.BOT, name=name)
            account = Account(username=USERNAME + player.code, date_joined=now)
            account.set_unusable_password()
            account.save(force_insert=True)
            player.account = account
            player.save(force_insert=True)
            bot = RemoteBot.objects.create(
                player=player, account=account, owner=by, name=name, games=slugs, created_at=now
            )
            _note(bot, "remote_bot.create", by, now)
    except IntegrityError:
        _refuse_name(name)
    return bot


def change(*, bot: RemoteBot, by: Account, now: datetime, **changes: Unpack[Changes]) -> RemoteBot:
    """Change the games of a bot, at how many tables it sits, or whether players may ask it.

    Where it sits it stays. Raises Conflict for a bot that is retired.
    """
    _require_owner(bot, by)
    if "games" in changes:
        changes["games"] = _check_games(changes["games"])
    most = changes.get("most_tables", 1)
    if not 1 <= most <= RemoteBot.MOST_TABLES:
        said = _("Choose a number from %(least)d to %(most)d.")
        raise Invalid({"most_tables": [said % {"least": 1, "most": RemoteBot.MOST_TABLES}]})
    with transaction.atomic():
        held = _hold(bot)
        _require_here(held)
        for field, value in changes.items():
            setattr(held, field, value)
        if changes:
            held.save(update_fields=list(changes))
            _note(held, "remote_bot.change", by, now)
    return held


def retire(*, bot: RemoteBot, by: Account, now: datetime) -> RemoteBot:
    """Let a bot play no more; its results stay, and nobody else gets its name.

    Its tokens open nothing any more, it leaves its ladders, and it gives back its seats at tables
    that wait for players. Where a match is being played the default bot plays on. Raises Conflict
    for one that is retired.
    """
    _require_owner(bot, by)
    with transaction.atomic():
        held = _hold(bot)
        _require_here(held)
        held.retired_at, held.is_open = now, False
        held.save(update_fields=["retired_at", "is_open"])
        Account.objects.filter(pk=held.account_id).update(is_active=False)
        for token in ApiToken.objects.filter(account=held.account_id, revoked_at=None):
            people.end_token(token, by=by, now=now)
        _note(held, "remote_bot.retire", by, now)
        _leave_tables(held, now)
        ladders.leave_all(player=held.player)
    return held


def issue_token(
    *, bot: RemoteBot, name: str, by: Account, now: datetime, days: int = TOKEN_DAYS
) -> tuple[ApiToken, str]:
    """Create a token with which a bot plays, and return it with its text, which is stored nowhere.

    Raises Conflict for a bot that is retired.
    """
    _require_owner(bot, by)
    with transaction.atomic():
        held = _hold(bot)
        _require_here(held)
        scopes = [ApiToken.Scope.BOT.value]
        return people.make_token(
            account=held.account, name=name, scopes=scopes, by=by, now=now, days=days
        )


def tokens_of(bot: RemoteBot, by: Account) -> QuerySet[ApiToken]:
    """Return the tokens of a bot, revoked ones too, the newest first; for its author alone."""
    _require_owner(bot, by)
    return ApiToken.objects.filter(account=bot.account_id).order_by("-id")


def revoke_token(*, bot: RemoteBot, token: ApiToken, by: Account, now: datetime) -> ApiToken:
    """Make a token of a bot useless from now on; one already revoked stays as it is."""
    _require_owner(bot, by)
    if token.account_id != bot.account_id:
        raise Forbidden(_("You can only revoke tokens of your own bots."))
    people.end_token(token, by=by, now=now)
    return token


def see(account_id: int, *, now: datetime) -> None:
    """Note that a bot listens; one UPDATE, which may fail: then it is noted the next time."""
    is_old = Q(seen_at=None) | Q(seen_at__lt=now - SEEN_EVERY)
    try:
        with transaction.atomic():
            RemoteBot.objects.filter(is_old, account=account_id).update(seen_at=now)
    except DatabaseError:
        logger.warning("it could not be stored that a remote bot listens", exc_info=True)


def hold_all(owner: Account) -> None:
    """Hold the bots of an author until the transaction ends; before events and tables."""
    rows = RemoteBot.objects.select_for_update(no_key=True).filter(owner=owner)
    list(rows.order_by("pk").values_list("pk"))


def forget(*, owner: Account, now: datetime) -> None:
    """Retire the bots of an author who is erased, and take their names and tokens from them."""
    ApiToken.objects.filter(account__remote_bot__owner=owner).delete()
    for bot in own(owner):
        if bot.retired_at is None:
            retire(bot=bot, by=owner, now=now)
        named = f"Former bot {bot.player.code}"
        Player.objects.filter(pk=bot.player_id).update(name=named)
        RemoteBot.objects.filter(pk=bot.pk).update(name=named)


def _leave_tables(bot: RemoteBot, now: datetime) -> None:
    """Give back the seats of a held bot where players are awaited; elsewhere it is stood in for.

    Events are held before tables, as whoever sits down does.
    """
    live = live_tables(bot)
    for event in Event.objects.filter(pk__in=live.values("event")).order_by("pk"):
        plans.hold(event)
    for table in tables.loaded(live).order_by("pk"):
        held = table_play.hold(table)
        seat = next(one for one in held.seats.all() if one.player_id == bot.player_id)
        if held.status == Status.GATHERING:
            tables.free_seat(held, seat.number, now=now)
        elif held.status == Status.PLAYING:
            table_play.swap_held(held, seat, stands_in=True, now=now)


def _hold(bot: RemoteBot) -> RemoteBot:
    """Return a bot as stored, held until the transaction ends; before events and tables."""
    rows = RemoteBot.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("player", "account", "owner").get(pk=bot.pk)


def _require_owner(bot: RemoteBot, by: Account) -> None:
    if bot.owner_id != by.pk:
        raise Forbidden(_("Only the author of a bot can do this."))


def _require_here(bot: RemoteBot) -> None:
    if bot.retired_at is not None:
        raise Conflict(bot, _("This bot is retired. Make another one."))


def _require_room(owner: Account) -> None:
    if RemoteBot.objects.filter(owner=owner, retired_at=None).count() >= MOST_BOTS:
        said = _("You have %(most)d remote bots, which is the maximum. Retire one of them first.")
        raise Invalid({"name": [said % {"most": MOST_BOTS}]})


def _check_name(name: str) -> str:
    """Return the name of a bot, or raise Invalid where it would be taken for another."""
    name = clean_name(name, longest=LONGEST_NAME)
    match name_fault(name):
        case "characters" | "spaces":
            raise Invalid(
                {"name": [_("Use only characters that can be printed, without < and >.")]}
            )
        case "number":
            raise Invalid({"name": [_("Leave out the number at the end. Versions have one.")]})
        case "built in":
            _refuse_name(name)
    known = (rows.filter(name__iexact=name).exists() for rows in (Bot.objects, RemoteBot.objects))
    if name.casefold() in _shown_names() or any(known):
        _refuse_name(name)
    return name


def _shown_names() -> set[str]:
    """Return what built-in bots are called, in all languages of the site."""
    found = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {str(name).casefold() for name in NAMES_OF_BOTS.values()}
    return found


def _refuse_name(name: str) -> NoReturn:
    said = _("There is already a bot %(name)s. Choose another name.")
    raise Invalid({"name": [said % {"name": name}]}) from None


def _check_games(games: Sequence[str]) -> list[str]:
    """Return the slugs of games in the order of the registry, or raise Invalid."""
    known = [game.slug for game in registry.all()]
    unknown = sorted(set(games) - set(known))
    if unknown:
        said = _("There is no game %(slugs)s. Choose from: %(known)s.")
        raise Invalid({"games": [said % {"slugs": ", ".join(unknown), "known": ", ".join(known)}]})
    return [slug for slug in known if slug in games]


def _note(bot: RemoteBot, action: str, by: Account, now: datetime) -> None:
    audit.note(
        by=by,
        club=None,
        action=action,
        subject=f"remote_bot:{bot.player.code}",
        data={
            "name": bot.name,
            "games": bot.games,
            "most_tables": bot.most_tables,
            "is_open": bot.is_open,
        },
        now=now,
    )
