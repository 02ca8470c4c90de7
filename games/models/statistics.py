"""What is counted of matches that are over. All of it follows from the stored games: see `games.history.counting`."""

from django.db import models

from games.models.people import User
from games.models.play import Game


class Tally(models.Model):
    """The results of a person in matches of one kind, such as those with the Flip deck."""

    class Kind(models.TextChoices):
        ALL = "all", "All"
        DECK = "deck", "Deck"
        PRESET = "preset", "Rules"
        SEATS = "seats", "Players"
        AGAINST = "against", "Against"
        MONTH = "month", "Month"

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tallies")
    kind = models.CharField(max_length=8, choices=Kind)
    key = models.CharField(max_length=20, blank=True)
    # Matches that were played to their end, and those that were not.
    games = models.PositiveIntegerField(default=0)
    unfinished = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    # The sums of the places and of the points in the finished matches.
    places = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["person", "kind", "key"], name="one_tally_a_key")]


class Figures(models.Model):
    """What else is counted of a person: calls, bluffs, cards, decisions, and how reliable they are."""

    person = models.OneToOneField(User, primary_key=True, on_delete=models.CASCADE, related_name="figures")
    calls = models.PositiveIntegerField(default=0)
    missed_calls = models.PositiveIntegerField(default=0)
    catches = models.PositiveIntegerField(default=0)
    bluffs = models.PositiveIntegerField(default=0)
    bluffs_caught = models.PositiveIntegerField(default=0)
    challenges_won = models.PositiveIntegerField(default=0)
    challenges_lost = models.PositiveIntegerField(default=0)
    cards_drawn = models.PositiveIntegerField(default=0)
    decisions = models.PositiveIntegerField(default=0)
    decision_ms = models.PositiveBigIntegerField(default=0)
    # How often each color was named.
    colors = models.JSONField(default=dict, blank=True)
    # Wins in a row until the newest match, and the most ever.
    streak = models.PositiveIntegerField(default=0)
    best_streak = models.PositiveIntegerField(default=0)
    # The newest finished match among those counted: an older one that is counted later changes the streaks.
    newest = models.PositiveBigIntegerField(default=0)
    # Of the last matches: how many they are, and how many of them the person left.
    recent = models.PositiveSmallIntegerField(default=0)
    recent_left = models.PositiveSmallIntegerField(default=0)

    class Meta:
        default_permissions = ()


class HeadToHead(models.Model):
    """How often a person was ahead of another in the matches that both played to the end."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="head_to_heads")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    even = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="one_head_to_head")]


class Award(models.Model):
    """An achievement of a person, with the first match in which they reached it."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="awards")
    code = models.CharField(max_length=20)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="awards")

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["person", "code"], name="one_award_a_code")]


class Dealt(models.Model):
    """How often something was dealt in the finished rounds of all matches: see `games.history.dealt`."""

    class What(models.TextChoices):
        HAND = "hand", "Cards of a kind dealt to a position"
        FIRST = "first", "First cards of a kind"
        COLOR = "color", "First cards of a color"
        WON = "won", "Rounds won from a position"

    deck = models.CharField(max_length=20)
    what = models.CharField(max_length=5, choices=What)
    # What theory depends on: the size of the hands, the rule for first cards, or the number of players.
    group = models.CharField(max_length=20, blank=True)
    # The first seat after the dealer is 1.
    position = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=40, blank=True)
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["deck", "what", "group", "position", "kind"], name="one_count_a_deal")
        ]
