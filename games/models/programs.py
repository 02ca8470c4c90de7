"""Tokens with which programs act for people."""

from django.db import models
from django.utils import timezone

from games.models.people import User


class Scope(models.TextChoices):
    READ = "read", "Look on: lists, tables and games as you may see them"
    PLAY = "play", "Play: take seats and make moves as well"


class Token(models.Model):
    """A token with which a program acts for a person. It is shown once; only its digest is stored."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=8, choices=Scope, default=Scope.PLAY)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["person", "name"], name="one_name_a_token")]

    def __str__(self) -> str:
        return self.name

    @property
    def may_play(self) -> bool:
        return self.scope == Scope.PLAY
