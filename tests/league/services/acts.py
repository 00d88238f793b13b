"""Acts on a match as tests repeat them, on the row as it is stored."""

from league.models import Match
from league.services.corrections import corrections, voids
from league.services.results import disputes, results
from league.services.results.results import Scores

ROUNDS = [[12, 6, 0, 3]] * 4
OTHERS = [[0, 3, 6, 12]] * 4


def row(match):
    return Match.objects.get(pk=match.pk)


def seen(match):
    return row(match).version


def enter(match, by, now, rounds=ROUNDS):
    own = row(match)
    version = own.version if own.version else None
    return results.enter(
        match=own, submission=Scores(rounds=rounds), by=by, expected_version=version, now=now
    )


def confirm(match, by, now):
    return results.confirm(match=row(match), by=by, expected_version=seen(match), now=now)


def correct(match, by, now, *, rounds=OTHERS, reason="typing error", version=None):
    return corrections.correct(
        match=row(match),
        submission=Scores(rounds=rounds),
        reason=reason,
        by=by,
        expected_version=seen(match) if version is None else version,
        now=now,
    )


def propose(match, by, now, rounds=OTHERS):
    return corrections.propose(
        match=row(match),
        submission=Scores(rounds=rounds),
        reason="typing error",
        by=by,
        expected_version=seen(match),
        now=now,
    )


def agree(match, by, now, version=None):
    version = seen(match) if version is None else version
    return corrections.agree(match=row(match), by=by, expected_version=version, now=now)


def decline(match, by, now):
    return corrections.decline(
        match=row(match), reason="it was right", by=by, expected_version=seen(match), now=now
    )


def forfeit(match, by, now, seats=(3,)):
    return corrections.forfeit(
        match=row(match),
        seats=seats,
        reason="did not come",
        by=by,
        expected_version=seen(match),
        now=now,
    )


def dispute(match, by, now):
    return disputes.dispute(
        match=row(match), reason="seat 2 won", by=by, expected_version=seen(match), now=now
    )


def void(match, by, now):
    return voids.void(
        match=row(match), reason="wrong deck", by=by, expected_version=seen(match), now=now
    )


def reopen(match, by, now):
    return voids.reopen(match=row(match), reason="deck was right", by=by, now=now)
