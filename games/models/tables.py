"""Tables with their seats, visitors and chat, and saved rules."""

import secrets

from django.db import models
from django.utils import timezone

from games.models.people import User

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 8


def new_code() -> str:
    """Return a random code for a table, without letters that look alike. It is long enough not to be guessed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Visibility(models.TextChoices):
    PUBLIC = "public", "Everyone: the table is listed"
    LINK = "link", "Anyone with the link"
    PASSWORD = "password", "Anyone with the password"  # the name of a choice, not a secret


class Watching(models.TextChoices):
    NOBODY = "nobody", "Nobody"
    HIDDEN = "hidden", "Everyone, without seeing hands"
    OPEN = "open", "Everyone, seeing all hands"


class Pace(models.TextChoices):
    SLOW = "slow", "Slow"
    NATURAL = "natural", "Natural"
    QUICK = "quick", "Quick"


class Table(models.Model):
    """A table with seats, a host and rules. Several games can be played at it, one after the other."""

    code = models.CharField(max_length=12, unique=True, default=new_code)
    host = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="hosted")
    rules = models.TextField(default="{}")
    # The rules before their last change, so that the lobby can mark the differences; empty if there are none.
    rules_before = models.TextField(blank=True)
    seats = models.PositiveSmallIntegerField(default=4)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.LINK)
    password = models.CharField(max_length=128, blank=True)
    # A code of the host that lets people in without the password.
    invitation_code = models.CharField(max_length=16, blank=True)
    watching = models.CharField(max_length=8, choices=Watching, default=Watching.HIDDEN)
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.NATURAL)
    # Schools, for example: people choose among the quick phrases and cannot write their own.
    phrases_only = models.BooleanField(default=False)
    # Only people who rarely leave matches may take a seat.
    reliable_only = models.BooleanField(default=False)
    starts_by_itself = models.BooleanField(default=False)
    seats_may_be_taken_over = models.BooleanField(default=True)
    # The host's choice; if it is None, programs may join unless the table is public.
    programs_may_join = models.BooleanField(null=True, blank=True)
    # Opened by Play now: its bots are chosen by how the host has been doing, until the host chooses some.
    adapts_bots = models.BooleanField(default=False)
    # Grows with every change of the lobby, so that browsers can recognize older versions.
    version = models.PositiveIntegerField(default=0)
    host_gone_at = models.DateTimeField(null=True, blank=True)
    # When bots take the free seats of a table that was opened by Quick match.
    bots_fill_at = models.DateTimeField(null=True, blank=True)
    # When an unused table is closed; the people there have been warned.
    closes_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(default=timezone.now)
    touched_at = models.DateTimeField(default=timezone.now, db_index=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["visibility", "closed_at", "-touched_at"], name="tables_in_the_list")]
        permissions = [("operate_tables", "Can close tables"), ("announce", "Can announce something to all tables")]

    def __str__(self) -> str:
        return self.code

    @property
    def lets_programs_in(self) -> bool:
        is_public = self.visibility == Visibility.PUBLIC
        return not is_public if self.programs_may_join is None else self.programs_may_join


class Place(models.Model):
    """A seat at a table that a person or a bot has taken."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="places")
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(max_length=40)
    ready = models.BooleanField(default=False)
    is_program = models.BooleanField(default=False)
    # What this seat adds to the shuffles of the next match, who made it, and to which commitment it was the answer.
    contribution = models.CharField(max_length=64, blank=True)
    contributed_by = models.CharField(max_length=10, blank=True)
    contributed_to = models.CharField(max_length=64, blank=True)
    taken_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    # The delay of their connection in milliseconds, for other processes than the one that measures it.
    delay = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_in_a_seat"),
            models.UniqueConstraint(fields=["table", "person"], name="one_seat_a_person"),
        ]


class Visit(models.Model):
    """A person at a table without a seat: watching, or waiting for a seat in the next game."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="visitors")
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="visits")
    queued_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "person"], name="one_visit_a_person")]


class Invitation(models.Model):
    """A person whom a player at a table has invited, until they accept, decline or come by themselves."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invitations")
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invited")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "person"], name="one_invitation_a_person")]


class Line(models.Model):
    """A chat message at a table, or a notice."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="lines")
    person = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="lines")
    name = models.CharField(max_length=40)
    # Messages of people are shorter; notices of the staff contain a reason.
    text = models.CharField(max_length=400)
    is_notice = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        permissions = [("remove_lines", "Can remove what was said")]


class Reaction(models.Model):
    """A reaction of a person at a table, such as a laugh, which everyone there sees for a moment."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reactions")
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="reactions")
    kind = models.CharField(max_length=10)
    at = models.DateTimeField(default=timezone.now)


class Ban(models.Model):
    """A person whom the host has banned from the table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="bans")
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="bans")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "person"], name="one_ban_a_person")]


class RuleSet(models.Model):
    """Rules that a person has saved under a name."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rule_sets")
    name = models.CharField(max_length=40)
    rules = models.TextField()
    code = models.CharField(max_length=12, unique=True, default=new_code)
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["person", "name"], name="one_name_a_rule_set")]
