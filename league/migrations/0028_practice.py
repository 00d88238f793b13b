import django.db.models.deletion
import league.models.matches
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Online tables of no event, for practice, and what is played and asked for there."""

    dependencies = [("league", "0027_numbers_of_browsers")]

    operations = [
        migrations.CreateModel(
            name="Practice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="practice", to="league.onlinetable")),
                ("game", models.CharField(help_text="slug of the game", max_length=40)),
                ("options", models.JSONField(blank=True, default=dict, help_text="options of the game")),
                ("native", models.BooleanField(default=False, help_text="play to the game's own end instead of a number of rounds")),
                ("cycles", models.PositiveSmallIntegerField(default=1, help_text="how often everyone deals in the match")),
                ("secret", models.BinaryField(default=league.models.matches.new_secret, max_length=32)),
            ],
            options={
                "verbose_name_plural": "practice",
                "constraints": [models.CheckConstraint(condition=Q(cycles__gte=1, cycles__lte=20), name="practice_cycles")],
            },
        ),
        migrations.CreateModel(
            name="Hint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("practice", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="hints", to="league.practice")),
                ("length", models.PositiveIntegerField(help_text="of the log, when it was asked for")),
                ("bot", models.CharField(help_text="name of the built-in bot that is asked", max_length=40)),
                ("asked_at", models.DateTimeField()),
                ("found", models.JSONField(blank=True, help_text="null until a worker has thought", null=True)),
            ],
            options={
                "ordering": ["length"],
                "constraints": [models.UniqueConstraint(fields=("practice", "length"), name="one_hint_per_position")],
            },
        ),
        migrations.AddField(
            model_name="onlinetable",
            name="again",
            field=models.OneToOneField(blank=True, help_text="where the same players go on after the match", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="before", to="league.onlinetable"),
        ),
        migrations.AddField(
            model_name="tableaction",
            name="back_to",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="onlinetable",
            name="event",
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="league.event"),
        ),
        migrations.RemoveConstraint(model_name="onlinetable", name="table_being_played_has_a_match"),
        migrations.AddConstraint(
            model_name="onlinetable",
            constraint=models.CheckConstraint(condition=Q(match__isnull=False) | Q(status__in=["gathering", "cancelled"]) | Q(event=None), name="table_being_played_has_a_match"),
        ),
        migrations.AddConstraint(
            model_name="onlinetable",
            constraint=models.CheckConstraint(condition=Q(event__isnull=False) | Q(match=None), name="table_for_practice_has_no_match"),
        ),
    ]
