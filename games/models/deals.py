"""What a deal was committed to: the secret of its shuffles, and what the players contributed."""

import hashlib
import secrets

from django.db import models
from django.utils import timezone

from games.models.play import Game
from games.models.tables import Table

SECRET_BYTES = 32


def new_deal_secret() -> str:
    """Return 256 bits from the system's random source, in hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


class Commitment(models.Model):
    """The secret of one match, and its SHA-256, which is public before anybody contributes to the deal.

    It waits at its table until a match begins; then the next one takes its place. Play now asks for one before there is
    a table. The secret is read only by `games.table.commitments`; no list, page or form of the staff shows it.
    """

    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="commitments")
    game = models.OneToOneField(Game, null=True, on_delete=models.CASCADE, related_name="commitment")
    secret = models.CharField(max_length=2 * SECRET_BYTES, default=new_deal_secret)
    digest = models.CharField(max_length=64, unique=True)
    # What was agreed at the deal: the rules in their canonical form, and for each seat who contributed what.
    rules = models.TextField(blank=True)
    contributions = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(game=None), name="one_commitment_waits_at_a_table"
            )
        ]

    def __str__(self) -> str:
        return self.digest

    @classmethod
    def new(cls, table: Table | None = None) -> "Commitment":
        """Return a new one, which is not stored yet."""
        secret = new_deal_secret()
        return cls(table=table, secret=secret, digest=hashlib.sha256(bytes.fromhex(secret)).hexdigest())
