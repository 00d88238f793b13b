"""Experiments of authors: started, stopped, resumed; a worker plays them (`pairs`).

An experiment and its numbers are for its author alone, and nobody but the author of `new` starts
one. `old` may be anybody's accepted version: who may meet it in a ladder may measure against it.
Those for a fixed number of duplicates are started by `duplicates`, and are otherwise like all.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

import games
from bots.contests import sprt
from bots.contests.experiment import NEW, OLD, Course, Outcome, Plan, deals_of
from league.models import Account, Experiment, Job, Opponent, Player, Version
from league.models.matches import new_secret
from league.services.base import audit
from league.services.base.refusals import Conflict, Forbidden, Invalid, change_status
from league.services.bots.bots import slugs_of
from league.services.jobs import jobs

MOST_RUNNING = 2
"""How many experiments of an author may wait or run at a time."""
MOST_PAIRS = 20_000
FARTHEST = 3.0
"""How many standard deviations a bound may be away from 0."""
SURE, UNSURE = 0.001, 0.4
"""Between which an error may lie."""

BROKEN_OFF = (Experiment.Status.STOPPED, Experiment.Status.FAILED)


def start(
    *,
    new: Version,
    old: Version,
    game: str,
    players: int,
    lower: float = 0.0,
    upper: float = 0.2,
    alpha: float = 0.05,
    beta: float = 0.05,
    most: int = 5000,
    by: Account,
    now: datetime,
) -> Experiment:
    """Compare an author's version with another one until it is known which is better."""
    require_own(new, by)
    _check(new, old, game, players)
    _check_numbers(lower, upper, alpha, beta, most)
    test = {"lower": lower, "upper": upper, "alpha": alpha, "beta": beta}
    with transaction.atomic():
        hold_author(by)
        fields = {"new": new, "old": old, "game": game, "players": players, "most": most, **test}
        experiment = create(fields, now=now)
        data = {"new": new.code, "old": old.code, "game": game, "players": players}
        note(experiment, "experiment.start", by, now, data)
    return experiment


def create(fields: Mapping[str, Any], *, now: datetime) -> Experiment:
    """Store an experiment, with deals of its own and the job that plays it."""
    experiment = Experiment.objects.create(**fields, seed=new_secret(), created_at=now)
    jobs.create_one(kind=Job.Kind.RUN_EXPERIMENT, experiment=experiment, now=now)
    return experiment


def errors_of_table(game: str, players: int) -> dict[str, list[str]]:
    """Return what is wrong with a table of so many players of a game, by field."""
    known = {one.slug: one for one in games.all()}
    if game not in known:
        said = _("This game does not exist. Choose one of: %(choice)s.")
        return {"game": [said % {"choice": ", ".join(known)}]}
    if players not in known[game].players:
        choice = ", ".join(map(str, known[game].players))
        return {"players": [_("Choose one of: %(choice)s.") % {"choice": choice}]}
    return {}


def require_own(new: Version, by: Account) -> None:
    """Raise Forbidden unless `by` is the author of a version."""
    if new.bot.owner_id != by.pk:
        raise Forbidden(_("Only the author of a bot can compare its versions with others."))


def stop(*, experiment: Experiment, by: Account, now: datetime) -> Experiment:
    """Play no more of an experiment; what is known by now is kept."""
    _require_author(experiment, by)
    with transaction.atomic():
        job = _lock_job(experiment)
        change_status(
            experiment,
            Experiment.Status.STOPPED,
            refusal=_("This experiment has ended, so you cannot stop it."),
            finished_at=now,
            reason="",
        )
        jobs.call_off(job=job, reason="its experiment was stopped", now=now)
        note(experiment, "experiment.stop", by, now)
    return experiment


def resume(*, experiment: Experiment, by: Account, now: datetime) -> Experiment:
    """Go on with an experiment that was stopped or has failed, from where it was."""
    _require_author(experiment, by)
    with transaction.atomic():
        hold_author(by)
        job = _lock_job(experiment)
        refusal = _("You can only resume an experiment that was stopped or has failed.")
        if experiment.status not in BROKEN_OFF:
            raise Conflict(experiment, refusal)
        _require_playable(experiment)
        change_status(
            experiment, Experiment.Status.RUNNING, refusal=refusal, finished_at=None, reason=""
        )
        jobs.revive(job=job)
        note(experiment, "experiment.resume", by, now)
    return experiment


def plan_of(experiment: Experiment) -> Plan:
    """Return what an experiment compares and how; opponents are named by their codes."""
    plan = Plan(
        game=experiment.game,
        players=experiment.players,
        seed=bytes(experiment.seed),
        test=test_of(experiment),
        most=experiment.most,
        is_fixed=not experiment.is_test,
    )
    if experiment.is_test:
        return plan
    return replace(plan, rivals=tuple(row.player.code for row in experiment.opponents.all()))


def players_of(experiment: Experiment) -> dict[str, Player | None]:
    """Return who plays, by the names of the plan; expects what `in_full` loads."""
    players = {NEW: experiment.new.player}
    if experiment.old is not None:
        return players | {OLD: experiment.old.player}
    return players | {row.player.code: row.player for row in experiment.opponents.all()}


def in_full(rows: QuerySet[Experiment]) -> QuerySet[Experiment]:
    """Return experiments with whoever plays in them; one query more than without."""
    opponents = Opponent.objects.select_related("player__version__bot")
    return rows.select_related(
        "new__bot", "new__player", "old__bot", "old__player"
    ).prefetch_related(Prefetch("opponents", opponents))


def test_of(experiment: Experiment) -> sprt.Test:
    """Return the test of an experiment; of duplicates one that nobody asks for a verdict."""
    asked = {name: getattr(experiment, name) for name in ("lower", "upper", "alpha", "beta")}
    return sprt.Test(**asked) if experiment.is_test else sprt.Test()


def course_of(experiment: Experiment) -> Course:
    """Return how far an experiment has got."""
    sums = sprt.Sums(
        count=experiment.duplicates,
        total=experiment.total,
        squares=experiment.squares,
        fourths=experiment.fourths,
        against_lower=experiment.against_lower,
        against_upper=experiment.against_upper,
    )
    return Course(sums, experiment.new_faults, experiment.old_faults)


def pair_lines(experiment: Experiment) -> Iterator[str]:
    """Yield each pair that was counted as a line of JSON, in order.

    `pair` is its number, from 1; `difference` what the new version scored more, in points of a
    deal; `faulty` who made faults; the deals follow from `secret`, chance of bots from `seed`, both
    in hexadecimal digits. Of duplicates `scores` says what each bot scored. Pairs that were counted
    before 0.2.0 are not kept.
    """
    rows = experiment.blocks.order_by("first").defer("records").iterator(chunk_size=100)
    for block in rows:
        for place, difference in enumerate(block.differences):
            number = block.first + place
            deals = deals_of(bytes(experiment.seed), number)
            told = {
                "pair": number + 1,
                "difference": difference,
                "faulty": block.faulty[place],
                "secret": deals.secret.hex(),
                "seed": deals.seed.hex(),
            }
            if block.scores is not None:
                told["scores"] = block.scores[place]
            yield json.dumps(told) + "\n"


def may_resume(experiment: Experiment) -> bool:
    """Return whether an experiment that has broken off could come to another end."""
    return experiment.status in BROKEN_OFF and not _is_faulty(experiment)


def why_not(experiment: Experiment) -> str:
    """Return why a version does not take part, empty if all may; expects what `in_full` loads.

    Whether a version of somebody else is in quarantine or withdrawn is for its author.
    """
    rivals = [getattr(row.player, "version", None) for row in experiment.opponents.all()]
    for version in (experiment.new, experiment.old, *rivals):
        if version is None or version.status == Version.Status.ACCEPTED:
            continue
        if version.bot.owner_id != experiment.new.bot.owner_id:
            said = _("%(version)s plays no more; start another experiment without it.")
            return said % {"version": version}
        said = _("%(version)s is %(status)s; start another experiment without it.")
        return said % {"version": version, "status": version.get_status_display()}
    return ""


def _check(new: Version, old: Version, game: str, players: int) -> None:
    """Raise Invalid unless two versions can meet at a table of this game."""
    errors = {}
    for name, version in (("new", new), ("old", old)):
        if version.status != Version.Status.ACCEPTED:
            errors[name] = [_("Choose an accepted version that has not been withdrawn.")]
    if new.pk == old.pk:
        errors["old"] = [_("Choose another version to compare it with.")]
    errors |= errors_of_table(game, players)
    if not errors.keys() - {"players"}:
        both = set(slugs_of(new)) & set(slugs_of(old))
        if game not in both:
            choice = ", ".join(sorted(both)) or "–"
            said = _("Both versions must play the game. They both play: %(choice)s.")
            errors["game"] = [said % {"choice": choice}]
    if errors:
        raise Invalid(errors)


def _check_numbers(lower: float, upper: float, alpha: float, beta: float, most: int) -> None:
    """Raise Invalid for numbers that make no test, or one that never ends."""
    errors = {}
    for name, bound in (("lower", lower), ("upper", upper)):
        if not -FARTHEST <= bound <= FARTHEST:
            said = _("Choose a number from %(low)g to %(high)g.")
            errors[name] = [said % {"low": -FARTHEST, "high": FARTHEST}]
    if not errors and round(upper - lower, 9) < 0.01:
        errors["upper"] = [_("Choose a number that is at least 0.01 above the lower bound.")]
    for name, error in (("alpha", alpha), ("beta", beta)):
        if not SURE <= error <= UNSURE:
            said = _("Choose a number from %(low)g to %(high)g.")
            errors[name] = [said % {"low": SURE, "high": UNSURE}]
    if not sprt.MIN_PAIRS <= most <= MOST_PAIRS:
        said = _("Choose a number from %(low)g to %(high)g.")
        errors["most"] = [said % {"low": sprt.MIN_PAIRS, "high": MOST_PAIRS}]
    if errors:
        raise Invalid(errors)


def _require_author(experiment: Experiment, by: Account) -> None:
    if experiment.new.bot.owner_id != by.pk:
        raise Forbidden(_("Only the author of the new version can do this."))


def hold_author(by: Account) -> None:
    """Raise Invalid when as many experiments of an author run as may; locks the author's row."""
    Account.objects.select_for_update(no_key=True).get(pk=by.pk)
    running = Experiment.objects.filter(new__bot__owner=by, status__in=Experiment.UNFINISHED)
    if running.count() >= MOST_RUNNING:
        said = _("%(most)d of your experiments are running. Wait until one is done, or stop it.")
        raise Invalid({"new": [said % {"most": MOST_RUNNING}]})


def _require_playable(experiment: Experiment) -> None:
    """Raise Conflict if an experiment would only fail again."""
    if _is_faulty(experiment):
        said = _(
            "This experiment failed because a bot made faults. Correct the bot, upload it and "
            "start another experiment."
        )
        raise Conflict(experiment, said)
    if said := why_not(experiment):
        raise Conflict(experiment, said)


def _is_faulty(experiment: Experiment) -> bool:
    outcome = course_of(experiment).outcome(plan_of(experiment))
    return outcome in {Outcome.NEW_FAULTY, Outcome.OLD_FAULTY}


def _lock_job(experiment: Experiment) -> Job:
    """Lock the job of an experiment, which a worker locks before the experiment as well."""
    return Job.objects.select_for_update().get(kind=Job.Kind.RUN_EXPERIMENT, experiment=experiment)


def note(
    experiment: Experiment,
    action: str,
    by: Account,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write into the log what somebody did to an experiment."""
    audit.note(
        by=by,
        club=None,
        action=action,
        subject=f"experiment:{experiment.code}",
        data=data,
        now=now,
    )
