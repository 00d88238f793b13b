"""What rows about a skill share: the estimate, and how sure it is."""

from django.db import models

from league.logic.ratings import Skill


class Skilled(models.Model):
    """A row that says how good somebody was at some time."""

    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        abstract = True

    @property
    def skill(self) -> Skill:
        """The rating as its logic takes it."""
        return Skill(self.mu, self.sigma)
