import django.db.models.deletion
import league.models.codes
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    """Analyses of finished matches, and the kind of job that makes them."""

    dependencies = [("league", "0029_phrases")]

    operations = [
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(choices=[("play_match", "play a match of bots"), ("validate_record", "replay a record"), ("check_version", "check a version of a bot"), ("run_experiment", "compare two versions of a bot"), ("import_season", "import a season"), ("analyse_match", "analyse a match")], max_length=20),
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ("seat", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(help_text="name of the built-in bot that is asked", max_length=40)),
                ("asked_at", models.DateTimeField()),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("total", models.PositiveSmallIntegerField(default=0, help_text="decisions to look at, 0 until a worker has counted them")),
                ("rounds", models.PositiveSmallIntegerField(default=0, help_text="so many rounds of the record these are of, from the first on")),
                ("found", models.JSONField(blank=True, default=list)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("asked_by", models.ForeignKey(blank=True, db_index=False, help_text="who asked last", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("record", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="analyses", to="league.record")),
            ],
            options={
                "verbose_name_plural": "analyses",
                "indexes": [models.Index(fields=["asked_by", "-asked_at"], name="analysis_by_asker")],
                "constraints": [
                    models.UniqueConstraint(fields=("record", "seat"), name="one_analysis_per_seat"),
                    models.CheckConstraint(condition=Q(done__lte=F("total")), name="analysis_is_done_in_order"),
                ],
            },
        ),
    ]
