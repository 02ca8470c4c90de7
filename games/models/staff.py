"""What the staff does: reports that wait for them, what they decided, and the record of it."""

from typing import Any

from django.db import models
from django.utils import timezone

from games.models.people import User
from games.models.play import Game
from games.models.tables import Line, Table


class Report(models.Model):
    """Somebody asks the staff to look at a line of the chat, or at a person."""

    reporter = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="reports")
    person = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="reported")
    name = models.CharField(max_length=40)
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="reports")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    version = models.PositiveIntegerField(default=0)
    line = models.ForeignKey(Line, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    # What was said around it, as it was then: a list of [number of the line, name, text].
    lines = models.TextField(default="[]")
    why = models.CharField(max_length=300)
    at = models.DateTimeField(default=timezone.now)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="resolved")
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["-id"], name="reports_open", condition=models.Q(resolved_at=None))]
        permissions = [("resolve_reports", "Can resolve reports")]

    def __str__(self) -> str:
        return f"Report {self.pk} about {self.name}"


class Verdict(models.Model):
    """Something is forbidden until a moment, by somebody of the staff and for a reason, unless it is lifted before."""

    until = models.DateTimeField()
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-pk"]


class Sanction(Verdict):
    """Somebody may not play, or not write. What is in force also stands on the person's row."""

    class Kind(models.TextChoices):
        BAN = "ban", "Ban"
        MUTE = "mute", "Mute"

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=4, choices=Kind)


class AddressBan(Verdict):
    """Nobody gets in from an address, or from a network of them."""

    network = models.CharField(max_length=43)
    # Staff are not shown an address that was banned together with a person.
    is_hidden = models.BooleanField(default=False)
    sanction = models.ForeignKey(
        Sanction, null=True, blank=True, on_delete=models.SET_NULL, related_name="address_bans"
    )

    class Meta(Verdict.Meta):
        default_permissions = ()


class Audit(models.Model):
    """One thing that somebody of the staff did. It is written once, and never changed by anybody; only the names of
    people who delete their account are taken out, by `games.privacy.staff_records`."""

    LOOK = "look"
    """Somebody has looked at the hands of a running game."""

    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="audits")
    name = models.CharField(max_length=40)
    action = models.CharField(max_length=30)
    what = models.CharField(max_length=300)
    reason = models.CharField(max_length=200)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.SET_NULL, related_name="audits")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="audits")
    person = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="audited")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]
        verbose_name = "audit entry"
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["action", "-id"], name="audits_by_action")]

    def __str__(self) -> str:
        return self.what

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise TypeError("What was written down is not changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("What was written down is not deleted.")


class Day(models.Model):
    """What happened on a day that is over, counted once."""

    date = models.DateField(unique=True)
    games = models.PositiveIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    finished = models.PositiveIntegerField(default=0)
    abandoned = models.PositiveIntegerField(default=0)
    # The length of the finished games in seconds, all together.
    seconds = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["date"]

    @property
    def minutes(self) -> float:
        """How long a finished game took."""
        return round(self.seconds / 60 / self.finished, 1) if self.finished else 0.0
