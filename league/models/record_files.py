"""Files of the open records of a game, a month each, and which of them are out of date.

Matches are taken in blocks of neighbouring keys. A file is its parts one after another, each of
them what a block has of a game and a month, compressed by itself.
"""

from django.db import models

BLOCK = 1000
"""Matches of a block are those whose keys have the same quotient by this."""


class UnwrittenBlock(models.Model):
    """Records of this block are others than in the files, or may be.

    There may be several for a block: nobody who adds one waits for somebody who writes.
    """

    block = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["block"], name="unwritten_block")]

    def __str__(self) -> str:
        return str(self.block)


class RecordFile(models.Model):
    """The records of a game of one month, by when their matches were drawn."""

    game = models.CharField(max_length=40, help_text="slug of the game")
    month = models.DateField(help_text="its first day")
    matches = models.PositiveIntegerField(default=0)
    size_bytes = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(
        max_length=64, blank=True, help_text="SHA-256 of the file; none while parts change"
    )
    openings = models.JSONField(
        default=dict, help_text="how rounds began, by number of players: counts by action"
    )
    has_parquet = models.BooleanField(
        default=False, db_default=False, help_text="all of its parts can be had as Parquet, too"
    )
    written_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(name="one_file_a_month", fields=["game", "month"])]
        indexes = [
            models.Index(fields=["id"], name="file_to_finish", condition=models.Q(digest=""))
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.month:%Y-%m}"


class RecordPart(models.Model):
    """What a file has of one block: lines of JSON, compressed as one member of a gzip file.

    `parquet` is the same as a table, if the package that makes one was there.
    """

    file = models.ForeignKey(
        RecordFile, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    block = models.BigIntegerField()
    matches = models.PositiveIntegerField()
    content = models.BinaryField()
    parquet = models.BinaryField(null=True)
    openings = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(name="one_part_a_block", fields=["file", "block"])]
        indexes = [
            models.Index(fields=["block"], name="part_of_block"),
            models.Index(
                fields=["block"],
                name="part_without_parquet",
                condition=models.Q(parquet__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.file}, {self.block}"
