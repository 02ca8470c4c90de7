"""Games, their players and their logs."""

from django.db import models
from django.utils import timezone

from games.models.people import User
from games.models.tables import Table, Watching


class Game(models.Model):
    """One match at a table. The stored state is a cache of the log; `version` counts the entries."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="games")
    rules = models.TextField()
    # The table's setting at the deal: changing it later must not reveal the hands of a finished game.
    watching = models.CharField(max_length=8, choices=Watching, default=Watching.HIDDEN)
    state = models.TextField()
    version = models.PositiveIntegerField(default=0)
    # When the next scheduled action is due: a bot's move, or the end of a player's time.
    due_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    abandoned = models.BooleanField(default=False)
    winner = models.SmallIntegerField(null=True, blank=True)
    # What is worth remembering of a match that is over: see `games.table.moments`.
    moments = models.JSONField(default=list, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="games_due", condition=models.Q(ended_at=None)),
            models.Index(fields=["started_at"], name="games_by_start"),
            models.Index(fields=["ended_at"], name="games_by_end"),
        ]
        permissions = [
            ("operate_games", "Can end games, decide, give time and take moves back"),
            ("see_hands", "Can see the hands of running games, on the record"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=models.Q(ended_at=None), name="one_game_at_a_table")
        ]

    def __str__(self) -> str:
        return f"Game {self.pk}"


class Player(models.Model):
    """A seat in a game. The name is kept when the account is deleted."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    person = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")
    name = models.CharField(max_length=40)
    face = models.CharField(max_length=16)
    bot = models.CharField(max_length=20, blank=True)
    # The bot that plays for an absent person, and how many decisions in a row they have missed.
    stand_in = models.CharField(max_length=20, blank=True)
    has_left = models.BooleanField(default=False)
    missed = models.PositiveSmallIntegerField(default=0)
    is_program = models.BooleanField(default=False)
    score = models.IntegerField(default=0)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "person"], name="one_seat_a_person_and_game"),
        ]


class Entry(models.Model):
    """One entry of a game's log: an accepted move and the events that it caused."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField(null=True)
    move = models.CharField(max_length=200)
    now = models.FloatField()
    events = models.TextField()
    # The key of the request that made the move: a repeated request gets the same response and plays nothing.
    key = models.CharField(max_length=40, null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["game", "key"], name="one_entry_a_key"),
        ]
