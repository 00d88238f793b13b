import django.db.models.deletion
import django.db.models.expressions
import league.models.codes
import league.models.events
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0002_bots_and_ladders'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='job',
            name='job_is_about_one_thing',
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_status_is_known',
        ),
        migrations.AddField(
            model_name='account',
            name='language',
            field=models.CharField(blank=True, help_text='of its pages; empty: as the browser asks for', max_length=8),
        ),
        migrations.AddField(
            model_name='auditentry',
            name='event',
            field=models.ForeignKey(blank=True, help_text='which can be rebuilt from its entries', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='log', to='league.event'),
        ),
        migrations.AddField(
            model_name='event',
            name='cancelled_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='cancelled_because',
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name='event',
            name='capacity',
            field=models.PositiveSmallIntegerField(blank=True, help_text='number of places; further players go on the waiting list', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='closes_at',
            field=models.DateTimeField(blank=True, help_text='end of registration', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='draw',
            field=models.CharField(choices=[('swiss', 'by standings, session by session'), ('movement', 'a movement planned in advance: nobody meets twice'), ('round_robin', 'round robin: everybody meets everybody'), ('knockout', 'knock-out'), ('free', 'organiser seats players'), ('online', 'online tables: registered players sit down when they like')], default='swiss', max_length=12),
        ),
        migrations.AddField(
            model_name='event',
            name='ends_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='fill',
            field=models.CharField(choices=[('sizes', 'some tables have another size'), ('bots', 'bots'), ('byes', 'byes')], default='sizes', help_text='what happens if the number of players does not divide evenly', max_length=6),
        ),
        migrations.AddField(
            model_name='event',
            name='is_open',
            field=models.BooleanField(default=True, help_text='players may register themselves'),
        ),
        migrations.AddField(
            model_name='event',
            name='planned_sessions',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='seed',
            field=models.BigIntegerField(default=league.models.events.new_seed, editable=False, help_text='all lots of the event are drawn from it'),
        ),
        migrations.AddField(
            model_name='event',
            name='starts_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='table_size',
            field=models.PositiveSmallIntegerField(blank=True, help_text='players at a table, if possible', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='weights',
            field=models.JSONField(blank=True, default=dict, help_text='what draws by standings avoid otherwise than usual'),
        ),
        migrations.AddField(
            model_name='match',
            name='proposed_version',
            field=models.PositiveIntegerField(blank=True, help_text='version of a correction that waits for a second person', null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='result_version',
            field=models.PositiveIntegerField(default=0, help_text='version of the result in force, 0 for none'),
        ),
        migrations.AddField(
            model_name='match',
            name='voided_from',
            field=models.CharField(blank=True, help_text='status that a void match had before', max_length=10),
        ),
        migrations.AddField(
            model_name='result',
            name='forfeits',
            field=models.JSONField(blank=True, default=list, help_text='seats that gave up'),
        ),
        migrations.AddField(
            model_name='result',
            name='reason',
            field=models.TextField(blank=True, help_text='why a final result was changed'),
        ),
        migrations.AddField(
            model_name='round',
            name='declarer',
            field=models.PositiveSmallIntegerField(blank=True, help_text='in Skat the seat that declared, none in Ramsch', null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='won',
            field=models.BooleanField(blank=True, help_text='whether the declarer has won', null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='drop_worst',
            field=models.PositiveSmallIntegerField(default=0, help_text="how many of a player's worst matches do not count"),
        ),
        migrations.AddField(
            model_name='season',
            name='forfeit_others',
            field=models.DecimalField(blank=True, decimal_places=3, help_text='of the other seats of its table; None: as the points rule has it', max_digits=8, null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='forfeit_points',
            field=models.DecimalField(blank=True, decimal_places=3, help_text='of a seat that gave up; None: as the points rule has it', max_digits=8, null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='lot_seed',
            field=models.BigIntegerField(default=league.models.events.new_seed, editable=False, help_text='lots that decide between equals'),
        ),
        migrations.AddField(
            model_name='season',
            name='min_attendance',
            field=models.PositiveSmallIntegerField(default=0, help_text='matches without which a player is listed after all others'),
        ),
        migrations.AddField(
            model_name='season',
            name='rates_together',
            field=models.BooleanField(default=True, help_text='people and bots are rated against each other, not apart'),
        ),
        migrations.AddField(
            model_name='season',
            name='tie_breaks',
            field=models.JSONField(blank=True, default=league.models.events.default_tie_breaks, help_text='names, the first decides first'),
        ),
        migrations.AddField(
            model_name='seat',
            name='counts_for',
            field=models.ForeignKey(blank=True, help_text="whose standing gets the points a substitute wins; ratings are the player's", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player'),
        ),
        migrations.AddField(
            model_name='seat',
            name='games_lost',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='seat',
            name='games_won',
            field=models.PositiveSmallIntegerField(default=0, help_text='as declarer, in Skat, of a final result'),
        ),
        migrations.AddField(
            model_name='session',
            name='ends_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='session',
            name='explanation',
            field=models.JSONField(blank=True, help_text='what each table of the draw costs, part by part', null=True),
        ),
        migrations.AddField(
            model_name='session',
            name='publish_at',
            field=models.DateTimeField(blank=True, help_text='the draft is published by itself then', null=True),
        ),
        migrations.AddField(
            model_name='session',
            name='seed',
            field=models.BigIntegerField(blank=True, help_text='the draw was made from it', null=True),
        ),
        migrations.AddField(
            model_name='standing',
            name='games_lost',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='standing',
            name='games_won',
            field=models.PositiveIntegerField(default=0, help_text='as declarer, in Skat'),
        ),
        migrations.AddField(
            model_name='standing',
            name='gross',
            field=models.DecimalField(decimal_places=3, default=0, help_text='points of all matches', max_digits=14),
        ),
        migrations.AddField(
            model_name='standing',
            name='match_points',
            field=models.JSONField(default=list, help_text='thousandths of each match, worst first, where the season needs them'),
        ),
        migrations.AddField(
            model_name='standing',
            name='penalty',
            field=models.DecimalField(decimal_places=3, default=0, max_digits=14),
        ),
        migrations.AddField(
            model_name='standing',
            name='place_counts',
            field=models.JSONField(default=list, help_text='how often first, second, third …'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='club',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit', to='league.club'),
        ),
        migrations.AlterField(
            model_name='job',
            name='kind',
            field=models.CharField(choices=[('play_match', 'play a match of bots'), ('validate_record', 'replay a record'), ('check_version', 'check a version of a bot'), ('run_experiment', 'compare two versions of a bot'), ('import_season', 'import a season')], max_length=20),
        ),
        migrations.AlterField(
            model_name='match',
            name='status',
            field=models.CharField(choices=[('draft', 'in a draft draw'), ('open', 'waiting for its result'), ('entered', 'result waits for confirmation'), ('disputed', 'result is disputed'), ('final', 'final'), ('void', 'void')], default='draft', max_length=10),
        ),
        migrations.AlterField(
            model_name='result',
            name='source',
            field=models.CharField(choices=[('sheets', 'score sheets'), ('scores', 'plain scores'), ('record', 'uploaded record'), ('played', 'played here'), ('forfeit', 'forfeit')], max_length=10),
        ),
        migrations.AlterField(
            model_name='season',
            name='points_rule',
            field=models.CharField(choices=[('sum', 'sum of game points'), ('placing', 'points for places, ties share'), ('margin', "difference from the table's mean"), ('seeger-fabian', 'Seeger–Fabian')], default='sum', max_length=20),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['event', 'id'], name='audit_by_event'),
        ),
        migrations.AddIndex(
            model_name='session',
            index=models.Index(condition=models.Q(('publish_at__isnull', False), ('status', 'draft')), fields=['publish_at'], name='session_to_publish'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['draft', 'open', 'entered', 'disputed', 'final', 'void'])), name='match_status_is_known'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('voided_from', ''), ('status', 'void'), _connector='OR'), name='void_match_can_be_reopened'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('proposed_version', None), ('status', 'final'), _connector='OR'), name='only_final_results_are_corrected'),
        ),
        migrations.CreateModel(
            name='Bye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='league.player')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='league.session')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'player'), name='one_bye_per_session')],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('status', models.CharField(choices=[('open', 'open'), ('withdrawn', 'withdrawn'), ('dismissed', 'dismissed'), ('settled', 'settled by a new result')], default='open', max_length=10)),
                ('reason', models.TextField()),
                ('opened_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('answer', models.TextField(blank=True, help_text='why it was dismissed')),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='league.match')),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('match',), name='one_open_dispute_per_match'), models.CheckConstraint(condition=models.Q(('status__in', ['open', 'withdrawn', 'dismissed', 'settled'])), name='dispute_status_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Encounter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('meetings', models.PositiveIntegerField(default=0, help_text='as opponents at a table')),
                ('wins', models.PositiveIntegerField(default=0, help_text='in which `one` had more points')),
                ('losses', models.PositiveIntegerField(default=0)),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='encounters', to='league.season')),
            ],
            options={
                'indexes': [models.Index(fields=['season', 'other'], name='encounter_by_other')],
                'constraints': [models.UniqueConstraint(fields=('season', 'one', 'other'), name='one_encounter_per_pair'), models.CheckConstraint(condition=models.Q(('one_id__lt', models.F('other_id'))), name='encounter_is_ordered')],
            },
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('team_size', models.PositiveSmallIntegerField(blank=True, help_text='members of a team who play; None: players are entered', null=True)),
                ('seed', models.BigIntegerField(default=league.models.events.new_seed, editable=False, help_text='lots about who moves are drawn from it')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leagues', to='league.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='league_name_in_club'), models.CheckConstraint(condition=models.Q(('team_size', None), ('team_size__gte', 1), _connector='OR'), name='league_team_size')],
            },
        ),
        migrations.CreateModel(
            name='OnlineTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('size', models.PositiveSmallIntegerField(help_text='how many seats there are')),
                ('move_s', models.PositiveSmallIntegerField(default=60, help_text='seconds after which whoever is to act is warned')),
                ('status', models.CharField(choices=[('gathering', 'waiting for players'), ('playing', 'being played'), ('over', 'finished'), ('cancelled', 'cancelled')], default='gathering', max_length=10)),
                ('version', models.PositiveIntegerField(default=0)),
                ('moved', models.PositiveIntegerField(default=0)),
                ('length', models.PositiveIntegerField(default=0)),
                ('awaits', models.CharField(choices=[('players', 'players'), ('person', 'the player whose turn it is'), ('bot', 'a bot'), ('deal', 'the next deal'), ('nobody', 'nobody')], default='players', max_length=10)),
                ('turn', models.PositiveSmallIntegerField(blank=True, help_text='seat to act', null=True)),
                ('turn_since', models.DateTimeField(blank=True, null=True)),
                ('due_at', models.DateTimeField(blank=True, help_text='when the watch looks after this table', null=True)),
                ('warned', models.BooleanField(default=False, help_text='whoever is to act has been warned')),
                ('lease', models.UUIDField(blank=True, help_text='whoever holds this, answers', null=True)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='league.event')),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='online', to='league.match')),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.player')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='table_by_due'), models.Index(fields=['event', '-id'], name='table_by_event')],
                'constraints': [models.CheckConstraint(condition=models.Q(('size__gte', 2), ('size__lte', 10)), name='table_size'), models.CheckConstraint(condition=models.Q(('move_s__gte', 10), ('move_s__lte', 600)), name='table_move_s'), models.CheckConstraint(condition=models.Q(('status__in', ['gathering', 'playing', 'over', 'cancelled'])), name='table_status_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('awaits', 'players'), ('status', 'gathering')), models.Q(('awaits__in', ['person', 'bot', 'deal']), ('status', 'playing')), models.Q(('awaits', 'nobody'), ('due_at', None), ('status__in', ['over', 'cancelled'])), _connector='OR'), name='table_awaits_somebody_or_is_done'), models.CheckConstraint(condition=models.Q(('match__isnull', False), ('status__in', ['gathering', 'cancelled']), _connector='OR'), name='table_being_played_has_a_match')],
            },
        ),
        migrations.CreateModel(
            name='PairRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('together', 'must share a table'), ('apart', 'must not share a table')], max_length=8)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pair_rules', to='league.event')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'one', 'other'), name='one_rule_per_pair'), models.CheckConstraint(condition=models.Q(('one_id__lt', models.F('other_id'))), name='pair_rule_is_ordered'), models.CheckConstraint(condition=models.Q(('kind__in', ['together', 'apart'])), name='pair_rule_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('points', models.DecimalField(decimal_places=3, help_text='taken away', max_digits=8)),
                ('reason', models.TextField()),
                ('status', models.CharField(choices=[('in_force', 'in force'), ('revoked', 'revoked')], default='in_force', max_length=10)),
                ('given_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_because', models.TextField(blank=True)),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='league.event')),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='league.player')),
                ('revoked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='league.season')),
            ],
            options={
                'verbose_name_plural': 'penalties',
                'indexes': [models.Index(fields=['season', '-id'], name='penalty_by_season')],
                'constraints': [models.CheckConstraint(condition=models.Q(('points__gt', 0)), name='penalty_takes_points'), models.CheckConstraint(condition=models.Q(('status__in', ['in_force', 'revoked'])), name='penalty_status_is_known')],
            },
        ),
        migrations.CreateModel(
            name='RatingPool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(help_text='slug of the game', max_length=40, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('status', models.CharField(choices=[('registered', 'registered'), ('waiting', 'on the waiting list'), ('withdrawn', 'withdrawn')], default='registered', max_length=10)),
                ('registered_at', models.DateTimeField()),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('first_session', models.PositiveSmallIntegerField(default=1, help_text='number of the first session the player is there for')),
                ('last_session', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('fixed_table', models.PositiveSmallIntegerField(blank=True, help_text='of somebody who cannot move', null=True)),
                ('group', models.CharField(blank=True, help_text='players of one group are kept apart', max_length=80)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='league.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='league.player')),
                ('registered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('replaces', models.ForeignKey(blank=True, help_text='whose points the substitute plays for', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='substitutes', to='league.registration')),
            ],
            options={
                'indexes': [models.Index(fields=['event', 'status', 'registered_at', 'id'], name='registration_by_event')],
                'constraints': [models.UniqueConstraint(fields=('event', 'player'), name='one_registration_per_event'), models.CheckConstraint(condition=models.Q(('status__in', ['registered', 'waiting', 'withdrawn'])), name='registration_status_is_known'), models.CheckConstraint(condition=models.Q(('last_session', None), ('last_session__gte', django.db.models.expressions.CombinedExpression(models.F('first_session'), '-', models.Value(1))), _connector='OR'), name='registration_sessions')],
            },
        ),
        migrations.CreateModel(
            name='SeasonImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('archive', models.BinaryField()),
                ('players', models.CharField(help_text='who plays: known or guests', max_length=10)),
                ('name', models.CharField(blank=True, help_text='another name for the season', max_length=120)),
                ('created_at', models.DateTimeField()),
                ('codes', models.JSONField(blank=True, default=dict, help_text='codes that had to be new')),
                ('guests', models.PositiveIntegerField(default=0, help_text='players that are new here')),
                ('errors', models.JSONField(blank=True, default=dict, help_text='why it was refused, by line')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='league.club')),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='league.season')),
                ('wanted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('captain', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='captained_teams', to='league.player')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='league.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='team_name_in_club')],
            },
        ),
        migrations.CreateModel(
            name='Timer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('left_s', models.PositiveIntegerField(blank=True, null=True)),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='timer', to='league.session')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ends_at', None), ('left_s__isnull', False)), models.Q(('ends_at__isnull', False), ('left_s', None)), _connector='OR'), name='timer_runs_or_stands')],
            },
        ),
        migrations.CreateModel(
            name='Unrated',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='unrated', to='league.match')),
            ],
            options={
                'verbose_name_plural': 'unrated',
            },
        ),
        migrations.CreateModel(
            name='Venue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('address', models.TextField(blank=True)),
                ('tables', models.PositiveSmallIntegerField(blank=True, help_text='None: any number', null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='venues', to='league.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='venue_name_in_club')],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('url', models.CharField(max_length=500)),
                ('events', models.JSONField(help_text='what it is told')),
                ('secret', models.CharField(editable=False, help_text='deliveries are signed by', max_length=60)),
                ('is_active', models.BooleanField(default=True)),
                ('told_at', models.DateTimeField(blank=True, help_text='its owner was told that nothing arrives', null=True)),
                ('created_at', models.DateTimeField()),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='league.club')),
                ('owner', models.ForeignKey(help_text='who made it, and is told when it does not work', on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'id'], name='webhook_by_club'), models.Index(fields=['owner', 'id'], name='webhook_by_owner')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('event', models.CharField(help_text='what happened', max_length=20)),
                ('subject', models.CharField(help_text='kind and public code, as in match:abc', max_length=60)),
                ('facts', models.JSONField(help_text='what is told: codes and what everybody may read')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'being sent'), ('delivered', 'delivered'), ('given_up', 'given up')], default='waiting', max_length=10)),
                ('attempt', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(help_text='not sent before')),
                ('is_gathering', models.BooleanField(default=False, help_text='stands for the next change of the same standings, too')),
                ('lease', models.UUIDField(blank=True, help_text='whoever holds this, sends it', null=True)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('answer', models.PositiveSmallIntegerField(blank=True, help_text='HTTP status of the last answer', null=True)),
                ('error', models.TextField(blank=True)),
                ('created_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='league.webhook')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'indexes': [models.Index(fields=['webhook', '-id'], name='delivery_by_webhook'), models.Index(condition=models.Q(('status__in', ['waiting', 'sending'])), fields=['status', 'due_at'], name='delivery_to_do'), models.Index(fields=['created_at'], name='delivery_by_age')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('is_gathering', True)), fields=('webhook', 'subject'), name='one_delivery_gathers'), models.CheckConstraint(condition=models.Q(('status__in', ['waiting', 'sending', 'delivered', 'given_up'])), name='delivery_status_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'sending'), _negated=True), models.Q(('lease__isnull', False), ('lease_until__isnull', False)), _connector='OR'), name='sending_has_a_lease')],
            },
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('level', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('promoted', models.PositiveSmallIntegerField(default=0, help_text='how many go up for certain')),
                ('relegated', models.PositiveSmallIntegerField(default=0, help_text='how many go down')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='league.season')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='league.league')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'season', 'level'), name='one_division_per_level'), models.UniqueConstraint(fields=('league', 'season', 'name'), name='division_name_in_season'), models.CheckConstraint(condition=models.Q(('level__gte', 1)), name='division_level')],
            },
        ),
        migrations.CreateModel(
            name='GameRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('ordinal', models.FloatField(help_text='mu - 3 sigma, a cautious estimate of the skill')),
                ('matches', models.PositiveIntegerField(default=0, help_text='matches rated')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_ratings', to='league.player')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='league.ratingpool')),
            ],
            options={
                'indexes': [models.Index(fields=['pool', '-ordinal', 'id'], name='game_rating_by_rank')],
                'constraints': [models.UniqueConstraint(fields=('pool', 'player'), name='one_game_rating_per_player')],
            },
        ),
        migrations.CreateModel(
            name='TableAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('text', models.CharField(max_length=120)),
                ('is_default', models.BooleanField(default=False, help_text='played by the default bot for a person')),
                ('at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='league.onlinetable')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='one_action_per_number')],
            },
        ),
        migrations.CreateModel(
            name='TableSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('stood_in', models.BooleanField(default=False, help_text='the default bot plays until the person is back')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_seats', to='league.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='league.onlinetable')),
            ],
            options={
                'ordering': ['number'],
                'indexes': [models.Index(fields=['player', '-table'], name='table_seat_by_player')],
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='one_player_per_table_seat'), models.CheckConstraint(condition=models.Q(('number__lte', 9)), name='table_seat_number')],
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(help_text='from 1; the first ones play')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='league.player')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='league.team')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('team', 'player'), name='one_place_per_member'), models.UniqueConstraint(fields=('team', 'position'), name='one_member_per_place')],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='league.division')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entered', to='league.player')),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entered', to='league.team')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('division', 'player'), name='one_entry_per_player'), models.UniqueConstraint(fields=('division', 'team'), name='one_entry_per_team'), models.CheckConstraint(condition=models.Q(models.Q(('player', None), ('team__isnull', False)), models.Q(('player__isnull', False), ('team', None)), _connector='OR'), name='entrant_is_player_or_team')],
            },
        ),
        migrations.CreateModel(
            name='GameRatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('place', models.PositiveSmallIntegerField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='league.match')),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='league.gamerating')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='league.ratingpool')),
            ],
            options={
                'indexes': [models.Index(fields=['pool', 'at', 'match'], name='rating_change_in_pool'), models.Index(fields=['rating', 'at', 'match'], name='rating_change_of_player')],
                'constraints': [models.UniqueConstraint(fields=('rating', 'match'), name='one_game_rating_change_per_match')],
            },
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=league.models.codes.new_code, editable=False, max_length=10, unique=True)),
                ('day', models.DateField()),
                ('clashes', models.BooleanField(default=False, help_text='one of them is not available on that date')),
                ('away', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.entrant')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='league.division')),
                ('event', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='fixture', to='league.event')),
                ('home', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.entrant')),
            ],
            options={
                'indexes': [models.Index(fields=['division', 'day', 'id'], name='fixture_by_day')],
                'constraints': [models.UniqueConstraint(fields=('division', 'day', 'home', 'away'), name='one_fixture_per_day'), models.CheckConstraint(condition=models.Q(('home', models.F('away')), _negated=True), name='fixture_has_two')],
            },
        ),
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(help_text='place in the team, from 1')),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='league.entrant')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='league.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='league.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'player'), name='one_line_up_per_player')],
            },
        ),
        migrations.AddField(
            model_name='job',
            name='imported',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='league.seasonimport'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.UniqueConstraint(fields=('kind', 'imported'), name='one_job_per_import'),
        ),
        migrations.AddConstraint(
            model_name='job',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('checked', None), ('experiment', None), ('imported', None), ('match__isnull', False)), models.Q(('checked__isnull', False), ('experiment', None), ('imported', None), ('match', None)), models.Q(('checked', None), ('experiment__isnull', False), ('imported', None), ('match', None)), models.Q(('checked', None), ('experiment', None), ('imported__isnull', False), ('match', None)), _connector='OR'), name='job_is_about_one_thing'),
        ),
        migrations.AddField(
            model_name='event',
            name='venue',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='events', to='league.venue'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['venue', 'starts_at'], name='event_by_venue'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('draw__in', ['swiss', 'movement', 'round_robin', 'knockout', 'free', 'online'])), name='event_draw_is_known'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('fill__in', ['sizes', 'bots', 'byes'])), name='event_fill_is_known'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at', None), ('starts_at', None), ('ends_at__gt', models.F('starts_at')), _connector='OR'), name='event_ends_after_it_starts'),
        ),
    ]
