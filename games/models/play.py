"""Games, their players, their logs, and what shows them again when they are over."""

import secrets

from django.db import models
from django.utils import timezone

from games.models.people import User
from games.models.tables import CODE_LETTERS, Table, Watching

SECRET_LENGTH = 16


def new_secret() -> str:
    """Return an address of a replay, or the key of a shared one: 79 random bits, which nobody guesses."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(SECRET_LENGTH))


class Game(models.Model):
    """One match at a table. The stored state is a cache of the log; `version` counts the entries."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="games")
    # The address of the replay: it does not say how many games there are, and cannot be guessed.
    public_id = models.CharField(max_length=SECRET_LENGTH, unique=True, default=new_secret)
    # Whether everyone may see the replay, because the table was public at the deal.
    is_public = models.BooleanField(default=False)
    rules = models.TextField()
    # Both follow from the rules, and lists are filtered by them; without a preset, these are house rules.
    deck = models.CharField(max_length=20, blank=True)
    preset = models.CharField(max_length=20, blank=True)
    # In how many seats people sat at the deal.
    people = models.PositiveSmallIntegerField(default=0)
    # The position of another game with which this one began: it is no match to be rated.
    from_game = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="continued")
    from_round = models.PositiveIntegerField(default=0)
    from_n = models.PositiveIntegerField(default=0)
    # The table's setting at the deal: changing it later must not reveal the hands of a finished game.
    watching = models.CharField(max_length=8, choices=Watching, default=Watching.HIDDEN)
    state = models.TextField()
    version = models.PositiveIntegerField(default=0)
    # When the next scheduled action is due: a bot's move, or the end of a player's time.
    due_at = models.DateTimeField(null=True, blank=True)
    # Calls and accusations that wait for others that may be under way: see `games.table.services.racing`.
    held = models.TextField(blank=True, default="")
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    abandoned = models.BooleanField(default=False)
    winner = models.SmallIntegerField(null=True, blank=True)
    # When the statistics of its players were counted; see `games.history.counting`.
    counted_at = models.DateTimeField(null=True, blank=True)
    # What is worth remembering of a match that is over: see `games.table.moments`.
    moments = models.JSONField(default=list, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["ended_at", "due_at"], name="games_due", condition=models.Q(ended_at=None)),
            models.Index(
                fields=["ended_at"], name="games_to_count", condition=models.Q(ended_at__isnull=False, counted_at=None)
            ),
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
    """A seat in a game. The name is kept when the account is deleted.

    Game and person have no index of their own: `one_player_a_seat` and `players_by_person` begin with them.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players", db_index=False)
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats", db_index=False
    )
    name = models.CharField(max_length=40)
    face = models.CharField(max_length=16)
    bot = models.CharField(max_length=20, blank=True)
    # The bot that plays for an absent person, and how many decisions in a row they have missed.
    stand_in = models.CharField(max_length=20, blank=True)
    has_left = models.BooleanField(default=False)
    # Whether they left or abandoned the match before its end: it says how reliable they are.
    gave_up = models.BooleanField(default=False)
    # The version at which a person took this seat over from a bot; 0 if they had it from the deal.
    joined = models.PositiveIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    is_program = models.BooleanField(default=False)
    score = models.IntegerField(default=0)
    # The place in the result of a match that was played to its end; players who are even share one.
    rank = models.PositiveSmallIntegerField(null=True, blank=True)

    @property
    def has_won(self) -> bool:
        """Whether the player has won the match. Who gave it up has not, even if the bot that stood in has."""
        return self.rank == 1 and not self.gave_up

    class Meta:
        ordering = ["seat"]
        indexes = [models.Index(fields=["person", "-game"], name="players_by_person")]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "person"], name="one_seat_a_person_and_game"),
        ]


STAND_IN_KEY = "stand-in "
"""How the keys of moves begin that a bot has made for an absent player."""


def is_key_of_stand_in(key: str | None) -> bool:
    return (key or "").startswith(STAND_IN_KEY)


class Entry(models.Model):
    """One entry of a game's log: an accepted move and the events that it caused."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField(null=True)
    move = models.CharField(max_length=200)
    now = models.FloatField()
    events = models.TextField()
    # The key of the request that made the move, after the number of the person whose key it is: a repeated request
    # gets the same response and plays nothing. What a bot does for an absent player has a key that says so.
    key = models.CharField(max_length=64, null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["game", "key"], name="one_entry_a_key"),
        ]

    @property
    def is_by_stand_in(self) -> bool:
        """Whether a bot has made this move for an absent player."""
        return is_key_of_stand_in(self.key)


class ReplayLink(models.Model):
    """A link with which a player shows a replay to others who may not see it themselves, until a player revokes it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="replay_links")
    key = models.CharField(max_length=SECRET_LENGTH, unique=True, default=new_secret)
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="replay_links")
    at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=models.Q(revoked_at=None), name="one_link_a_game")
        ]


class RoundStart(models.Model):
    """The position after a deal, so that a round can be shown without the rounds before it.

    It is stored when somebody opens the replay for the first time, and follows from the log."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="round_starts")
    round = models.PositiveIntegerField()
    # The entry of the log that dealt, and the last one of the round.
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    entries = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        ordering = ["round"]
        constraints = [models.UniqueConstraint(fields=["game", "round"], name="one_start_a_round")]
