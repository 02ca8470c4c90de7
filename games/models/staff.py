"""Reports, bans by the staff, the audit log, and daily statistics."""

from typing import Any

from django.db import models
from django.utils import timezone

from games.models.people import User
from games.models.play import Game
from games.models.tables import Line, Table


class Report(models.Model):
    """A person's report to the staff about a chat message, or about another person."""

    reporter = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="reports")
    person = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="reported")
    name = models.CharField(max_length=40)
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="reports")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    version = models.PositiveIntegerField(default=0)
    line = models.ForeignKey(Line, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    # A copy of the surrounding chat messages at that time: a list of [number, name, text].
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
    """A decision of the staff with a reason. It is in force until a time, unless it is lifted before."""

    until = models.DateTimeField()
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-pk"]


class Sanction(Verdict):
    """A ban or a mute of a person. The end of one in force is also stored with the person."""

    class Kind(models.TextChoices):
        BAN = "ban", "Ban"
        MUTE = "mute", "Mute"

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=4, choices=Kind)


class AddressBan(Verdict):
    """A ban of an IP address or a network."""

    network = models.CharField(max_length=43)
    # An address that was banned together with a person is not shown to the staff.
    is_hidden = models.BooleanField(default=False)
    sanction = models.ForeignKey(
        Sanction, null=True, blank=True, on_delete=models.SET_NULL, related_name="address_bans"
    )

    class Meta(Verdict.Meta):
        default_permissions = ()


class Audit(models.Model):
    """A record of one staff action.

    It cannot be changed, but `games.privacy.staff_records` removes the names of people who delete their account.
    """

    LOOK = "look"
    """The action of looking at the hands of a running game."""

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
            raise TypeError("Audit records cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("Audit records cannot be deleted.")


class Day(models.Model):
    """Statistics of one past day."""

    date = models.DateField(unique=True)
    games = models.PositiveIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    finished = models.PositiveIntegerField(default=0)
    abandoned = models.PositiveIntegerField(default=0)
    # The total length of the finished games in seconds.
    seconds = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["date"]

    @property
    def minutes(self) -> float:
        """The average length of a finished game."""
        return round(self.seconds / 60 / self.finished, 1) if self.finished else 0.0
