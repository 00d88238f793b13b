"""Analyses that cost nothing, for tests of what becomes of them."""

from bots.playing.hindsight import Finding
from engine.records import document
from league.models import Analysis
from league.services.results import analyses, records
from tests.league.factories import NOW


class Eyes:
    """Looks back without looking: the first legal action is the best, by two points or more."""

    def __init__(self):
        self.seen = []
        self.trouble = {}
        """Errors to raise, by how many decisions were looked at before."""

    def __call__(self, table, made, _bot, _seed):
        if len(self.seen) in self.trouble:
            raise self.trouble.pop(len(self.seen))
        self.seen.append((len(table.rounds), len(table.rounds[-1].actions)))
        best = table.legal_actions()[0]
        return Finding(best) if made == best else Finding(best, 2.0 + len(table.rounds), 0.5)


def make_analysis(match, *, seat=0, by=None):
    """Return the analysis of a seat of a final match, finished as `Eyes` would."""
    record = records.newest(match)
    found = []
    for choice in analyses.choices(document.decode(bytes(record.blob)), seat):
        best = choice.table.legal()[0]
        costs = {} if best == choice.text else {"cost": 3.0 + choice.round, "margin": 0.5}
        decision = analyses.Decision(choice.round, choice.action, choice.text, best, **costs)
        found.append(decision.told())
    return Analysis.objects.create(
        record=record,
        seat=seat,
        bot=analyses.BOT,
        asked_by=by,
        asked_at=NOW,
        done=len(found),
        total=len(found),
        rounds=record.result.rounds.count(),
        found=found,
        finished_at=NOW,
    )
