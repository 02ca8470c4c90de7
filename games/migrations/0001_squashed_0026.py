"""All tables as 0026 left them, for a new database, in half the time that the 26 steps take."""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
import games.fields
import games.models.deals
import games.models.people
import games.models.play
import games.models.tables
from django.conf import settings
from django.db import migrations, models

staff_groups = import_module("games.migrations.0006_staff_groups")


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_tables"),
        ("games", "0003_lobby"),
        ("games", "0004_programs"),
        ("games", "0005_staff"),
        ("games", "0006_staff_groups"),
        ("games", "0007_address_bans"),
        ("games", "0008_browsers"),
        ("games", "0009_watching_at_the_deal"),
        ("games", "0010_auto_answer"),
        ("games", "0011_moments"),
        ("games", "0012_adapts_bots"),
        ("games", "0013_tips"),
        ("games", "0014_invitations"),
        ("games", "0015_reactions"),
        ("games", "0016_table_look"),
        ("games", "0017_replays"),
        ("games", "0018_replay_links"),
        ("games", "0019_invitation_codes"),
        ("games", "0020_statistics_and_friends"),
        ("games", "0021_online"),
        ("games", "0022_fewer_indexes_of_players"),
        ("games", "0023_who_gave_up"),
        ("games", "0024_catches"),
        ("games", "0025_commitments"),
        ("games", "0026_dealt"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "name",
                    games.fields.NameField(
                        help_text="2 to 20 letters, digits, spaces, dots, underscores or hyphens.",
                        max_length=20,
                        unique=True,
                    ),
                ),
                ("name_key", models.CharField(editable=False, max_length=400, unique=True)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("face", models.CharField(default=games.models.people.new_face, max_length=16)),
                ("is_guest", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                ("is_staff", models.BooleanField(default=False)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_on", models.DateField(default=games.models.people.today)),
                ("online_at", models.DateTimeField(default=django.utils.timezone.now, editable=False, null=True)),
                ("banned_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("muted_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("answers", models.PositiveSmallIntegerField(default=0, editable=False)),
                (
                    "theme",
                    models.CharField(
                        choices=[("system", "Same as the device"), ("light", "Light"), ("dark", "Dark")],
                        default="system",
                        max_length=8,
                    ),
                ),
                (
                    "motion",
                    models.CharField(
                        choices=[("system", "Same as the device"), ("full", "Moving"), ("still", "Still")],
                        default="system",
                        max_length=8,
                    ),
                ),
                (
                    "table_theme",
                    models.CharField(
                        choices=[
                            ("night", "Night blue"),
                            ("felt", "Green felt"),
                            ("wood", "Wood"),
                            ("contrast", "High contrast"),
                        ],
                        default="night",
                        max_length=8,
                    ),
                ),
                (
                    "card_back",
                    models.CharField(
                        choices=[
                            ("diamond", "Diamond"),
                            ("stripes", "Stripes"),
                            ("rings", "Rings"),
                            ("stars", "Stars"),
                            ("lattice", "Lattice"),
                            ("waves", "Waves"),
                        ],
                        default="diamond",
                        max_length=8,
                    ),
                ),
                ("sound", models.BooleanField(default=False)),
                ("color_symbols", models.BooleanField(default=True)),
                (
                    "hand_order",
                    models.CharField(
                        choices=[("color", "By color"), ("number", "By number"), ("drawn", "As drawn, moved by hand")],
                        default="color",
                        max_length=8,
                    ),
                ),
                ("card_hints", models.BooleanField(default=True)),
                ("confirm_play", models.BooleanField(default=False)),
                ("auto_answer", models.BooleanField(default=True)),
                (
                    "results_for",
                    models.CharField(
                        choices=[("everyone", "Everyone"), ("friends", "Friends"), ("nobody", "Nobody")],
                        default="everyone",
                        max_length=8,
                    ),
                ),
                (
                    "details_for",
                    models.CharField(
                        choices=[("everyone", "Everyone"), ("friends", "Friends"), ("nobody", "Nobody")],
                        default="friends",
                        max_length=8,
                    ),
                ),
                ("tips_left", models.CharField(blank=True, default="", editable=False, max_length=80)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
                "permissions": [("moderate_people", "Can mute and ban people, and end their sessions")],
                "indexes": [models.Index(fields=["is_guest", "seen_on"], name="people_idle_guests")],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=games.models.tables.new_code, max_length=12, unique=True)),
                ("rules", models.TextField(default="{}")),
                ("rules_before", models.TextField(blank=True)),
                ("seats", models.PositiveSmallIntegerField(default=4)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "Everyone: the table is listed"),
                            ("link", "Anyone with the link"),
                            ("password", "Anyone with the password"),
                        ],
                        default="link",
                        max_length=8,
                    ),
                ),
                ("password", models.CharField(blank=True, max_length=128)),
                ("invitation_code", models.CharField(blank=True, max_length=16)),
                (
                    "watching",
                    models.CharField(
                        choices=[
                            ("nobody", "Nobody"),
                            ("hidden", "Everyone, without seeing hands"),
                            ("open", "Everyone, seeing all hands"),
                        ],
                        default="hidden",
                        max_length=8,
                    ),
                ),
                (
                    "pace",
                    models.CharField(
                        choices=[("slow", "Slow"), ("natural", "Natural"), ("quick", "Quick")],
                        default="natural",
                        max_length=8,
                    ),
                ),
                ("phrases_only", models.BooleanField(default=False)),
                ("reliable_only", models.BooleanField(default=False)),
                ("starts_by_itself", models.BooleanField(default=False)),
                ("seats_may_be_taken_over", models.BooleanField(default=True)),
                ("programs_may_join", models.BooleanField(blank=True, null=True)),
                ("adapts_bots", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("host_gone_at", models.DateTimeField(blank=True, null=True)),
                ("bots_fill_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("touched_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("operate_tables", "Can close tables"),
                    ("announce", "Can announce something to all tables"),
                ],
                "indexes": [models.Index(fields=["visibility", "closed_at", "-touched_at"], name="tables_in_the_list")],
            },
        ),
        migrations.CreateModel(
            name="Day",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("date", models.DateField(unique=True)),
                ("games", models.PositiveIntegerField(default=0)),
                ("players", models.PositiveIntegerField(default=0)),
                ("finished", models.PositiveIntegerField(default=0)),
                ("abandoned", models.PositiveIntegerField(default=0)),
                ("seconds", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "ordering": ["date"],
            },
        ),
        migrations.CreateModel(
            name="Figures",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="figures",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("calls", models.PositiveIntegerField(default=0)),
                ("missed_calls", models.PositiveIntegerField(default=0)),
                ("catches", models.PositiveIntegerField(default=0)),
                ("bluffs", models.PositiveIntegerField(default=0)),
                ("bluffs_caught", models.PositiveIntegerField(default=0)),
                ("challenges_won", models.PositiveIntegerField(default=0)),
                ("challenges_lost", models.PositiveIntegerField(default=0)),
                ("cards_drawn", models.PositiveIntegerField(default=0)),
                ("decisions", models.PositiveIntegerField(default=0)),
                ("decision_ms", models.PositiveBigIntegerField(default=0)),
                ("colors", models.JSONField(blank=True, default=dict)),
                ("streak", models.PositiveIntegerField(default=0)),
                ("best_streak", models.PositiveIntegerField(default=0)),
                ("newest", models.PositiveBigIntegerField(default=0)),
                ("recent", models.PositiveSmallIntegerField(default=0)),
                ("recent_left", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("person", "other"), name="one_block_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Browser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("first_seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("banned_until", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="browsers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("digest", "person"), name="one_row_a_browser_and_person")
                ],
            },
        ),
        migrations.CreateModel(
            name="Dealt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deck", models.CharField(max_length=20)),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("hand", "Cards of a kind dealt to a position"),
                            ("first", "First cards of a kind"),
                            ("color", "First cards of a color"),
                            ("won", "Rounds won from a position"),
                        ],
                        max_length=5,
                    ),
                ),
                ("group", models.CharField(blank=True, max_length=20)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("kind", models.CharField(blank=True, max_length=40)),
                ("count", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("deck", "what", "group", "position", "kind"), name="one_count_a_deal"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="follows", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("person", "other"), name="one_follow_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.CharField(default=games.models.play.new_secret, max_length=16, unique=True)),
                ("is_public", models.BooleanField(default=False)),
                ("rules", models.TextField()),
                ("deck", models.CharField(blank=True, max_length=20)),
                ("preset", models.CharField(blank=True, max_length=20)),
                ("people", models.PositiveSmallIntegerField(default=0)),
                ("from_round", models.PositiveIntegerField(default=0)),
                ("from_n", models.PositiveIntegerField(default=0)),
                (
                    "watching",
                    models.CharField(
                        choices=[
                            ("nobody", "Nobody"),
                            ("hidden", "Everyone, without seeing hands"),
                            ("open", "Everyone, seeing all hands"),
                        ],
                        default="hidden",
                        max_length=8,
                    ),
                ),
                ("state", models.TextField()),
                ("version", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("held", models.TextField(blank=True, default="")),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("abandoned", models.BooleanField(default=False)),
                ("winner", models.SmallIntegerField(blank=True, null=True)),
                ("counted_at", models.DateTimeField(blank=True, null=True)),
                ("moments", models.JSONField(blank=True, default=list)),
                (
                    "from_game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="continued",
                        to="games.game",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="games", to="games.table"
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("operate_games", "Can end games, decide, give time and take moves back"),
                    ("see_hands", "Can see the hands of running games, on the record"),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("ended_at", None)), fields=["due_at"], name="games_due"),
                    models.Index(
                        condition=models.Q(("counted_at", None), ("ended_at__isnull", False)),
                        fields=["ended_at"],
                        name="games_to_count",
                    ),
                    models.Index(fields=["started_at"], name="games_by_start"),
                    models.Index(fields=["ended_at"], name="games_by_end"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("table",), name="one_game_at_a_table"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("seat", models.SmallIntegerField(null=True)),
                ("move", models.CharField(max_length=200)),
                ("now", models.FloatField()),
                ("events", models.TextField()),
                ("key", models.CharField(blank=True, max_length=40, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_entry_a_number"),
                    models.UniqueConstraint(fields=("game", "key"), name="one_entry_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Award",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=20)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="awards", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="awards", to="games.game"
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("person", "code"), name="one_award_a_code")],
            },
        ),
        migrations.CreateModel(
            name="HeadToHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("won", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("even", models.PositiveIntegerField(default=0)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="head_to_heads",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("person", "other"), name="one_head_to_head")],
            },
        ),
        migrations.CreateModel(
            name="Line",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("text", models.CharField(max_length=400)),
                ("is_notice", models.BooleanField(default=False)),
                ("is_staff", models.BooleanField(default=False)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="lines",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "permissions": [("remove_lines", "Can remove what was said")],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="muted_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mutes", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("person", "other"), name="one_mute_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("face", models.CharField(max_length=16)),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("stand_in", models.CharField(blank=True, max_length=20)),
                ("has_left", models.BooleanField(default=False)),
                ("gave_up", models.BooleanField(default=False)),
                ("joined", models.PositiveIntegerField(default=0)),
                ("missed", models.PositiveSmallIntegerField(default=0)),
                ("is_program", models.BooleanField(default=False)),
                ("score", models.IntegerField(default=0)),
                ("rank", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "indexes": [models.Index(fields=["person", "-game"], name="players_by_person")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="one_player_a_seat"),
                    models.UniqueConstraint(fields=("game", "person"), name="one_seat_a_person_and_game"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReplayLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=games.models.play.new_secret, max_length=16, unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="replay_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="replay_links", to="games.game"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)), fields=("game",), name="one_link_a_game"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundStart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField()),
                ("first", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField()),
                ("entries", models.PositiveIntegerField()),
                ("state", models.TextField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="round_starts", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["round"],
                "constraints": [models.UniqueConstraint(fields=("game", "round"), name="one_start_a_round")],
            },
        ),
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("rules", models.TextField()),
                ("code", models.CharField(default=games.models.tables.new_code, max_length=12, unique=True)),
                ("saved_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rule_sets",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [models.UniqueConstraint(fields=("person", "name"), name="one_name_a_rule_set")],
            },
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                ("kind", models.CharField(choices=[("ban", "Ban"), ("mute", "Mute")], max_length=4)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sanctions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="AddressBan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                ("network", models.CharField(max_length=43)),
                ("is_hidden", models.BooleanField(default=False)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sanction",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="address_bans",
                        to="games.sanction",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "abstract": False,
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField(default=0)),
                ("lines", models.TextField(default="[]")),
                ("why", models.CharField(max_length=300)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("resolved_at", models.DateTimeField(blank=True, null=True)),
                ("note", models.CharField(blank=True, max_length=300)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.game",
                    ),
                ),
                (
                    "line",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.line",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reported",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="resolved",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "permissions": [("resolve_reports", "Can resolve reports")],
                "indexes": [
                    models.Index(condition=models.Q(("resolved_at", None)), fields=["-id"], name="reports_open")
                ],
            },
        ),
        migrations.CreateModel(
            name="Reaction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=10)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reactions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reactions", to="games.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("name", models.CharField(max_length=40)),
                ("ready", models.BooleanField(default=False)),
                ("is_program", models.BooleanField(default=False)),
                ("contribution", models.CharField(blank=True, max_length=64)),
                ("contributed_by", models.CharField(blank=True, max_length=10)),
                ("contributed_to", models.CharField(blank=True, max_length=64)),
                ("taken_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("delay", models.PositiveSmallIntegerField(default=0)),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="one_in_a_seat"),
                    models.UniqueConstraint(fields=("table", "person"), name="one_seat_a_person"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invited", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="games.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "person"), name="one_invitation_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Commitment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret", models.CharField(default=games.models.deals.new_deal_secret, max_length=64)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("rules", models.TextField(blank=True)),
                ("contributions", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commitment",
                        to="games.game",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commitments",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("game", None)), fields=("table",), name="one_commitment_waits_at_a_table"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Ban",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bans", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bans", to="games.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "person"), name="one_ban_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Audit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("action", models.CharField(max_length=30)),
                ("what", models.CharField(max_length=300)),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="audits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="audited",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="audits",
                        to="games.game",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="audits",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit entries",
                "ordering": ["-pk"],
                "indexes": [models.Index(fields=["action", "-id"], name="audits_by_action")],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("all", "All"),
                            ("deck", "Deck"),
                            ("preset", "Rules"),
                            ("seats", "Players"),
                            ("against", "Against"),
                            ("month", "Month"),
                        ],
                        max_length=8,
                    ),
                ),
                ("key", models.CharField(blank=True, max_length=20)),
                ("games", models.PositiveIntegerField(default=0)),
                ("unfinished", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("places", models.PositiveIntegerField(default=0)),
                ("points", models.BigIntegerField(default=0)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("person", "kind", "key"), name="one_tally_a_key")],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40)),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "Look on: lists, tables and games as you may see them"),
                            ("play", "Play: take seats and make moves as well"),
                        ],
                        default="play",
                        max_length=8,
                    ),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["made_at", "pk"],
                "constraints": [models.UniqueConstraint(fields=("person", "name"), name="one_name_a_token")],
            },
        ),
        migrations.CreateModel(
            name="Visit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("queued_at", models.DateTimeField(blank=True, null=True)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="visits", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="visitors", to="games.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "person"), name="one_visit_a_person")],
            },
        ),
        migrations.RunPython(staff_groups.make, migrations.RunPython.noop),
    ]
