"""People: guests and accounts, their preferences, and their browsers."""

import secrets
from datetime import date
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone

from games.fields import NameField, name_key


def new_face() -> str:
    """Return a random seed for a player's avatar."""
    return secrets.token_hex(4)


def today() -> date:
    return timezone.now().date()


class Theme(models.TextChoices):
    SYSTEM = "system", "Same as the device"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class Motion(models.TextChoices):
    SYSTEM = "system", "Same as the device"
    FULL = "full", "Moving"
    STILL = "still", "Still"


class TableTheme(models.TextChoices):
    NIGHT = "night", "Night blue"
    FELT = "felt", "Green felt"
    WOOD = "wood", "Wood"
    CONTRAST = "contrast", "High contrast"


class CardBack(models.TextChoices):
    DIAMOND = "diamond", "Diamond"
    STRIPES = "stripes", "Stripes"
    RINGS = "rings", "Rings"
    STARS = "stars", "Stars"
    LATTICE = "lattice", "Lattice"
    WAVES = "waves", "Waves"


class HandOrder(models.TextChoices):
    COLOR = "color", "By color"
    NUMBER = "number", "By number"
    DRAWN = "drawn", "As drawn, moved by hand"


class Audience(models.TextChoices):
    EVERYONE = "everyone", "Everyone"
    FRIENDS = "friends", "Friends"
    NOBODY = "nobody", "Nobody"


class People(BaseUserManager["User"]):
    def get_by_natural_key(self, name: str | None) -> "User":
        """Return the person with this name, ignoring case."""
        return self.get(name_key=name_key(name or ""))

    def create_user(self, name: str, email: str = "", password: str | None = None, **fields: Any) -> "User":
        person = self.model(name=name, email=self.normalize_email(email), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, name: str, email: str = "", password: str | None = None, **fields: Any) -> "User":
        return self.create_user(name, email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A guest or an account. Accounts log in with their name."""

    name = NameField(unique=True, help_text="2 to 20 letters, digits, spaces, dots, underscores or hyphens.")
    # Case folding and normalization can make a name up to twenty times as long, and PostgreSQL enforces the limit.
    name_key = models.CharField(max_length=400, unique=True, editable=False)
    email = models.EmailField(blank=True)
    face = models.CharField(max_length=16, default=new_face)
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)
    seen_on = models.DateField(default=today)
    # When they last used the site, to the minute.
    online_at = models.DateTimeField(null=True, default=timezone.now, editable=False)

    # When the current ban or mute ends; the decision and its reason are stored as a Sanction.
    banned_until = models.DateTimeField(null=True, blank=True, editable=False)
    muted_until = models.DateTimeField(null=True, blank=True, editable=False)
    # How many replies to their reports this person has not read yet.
    answers = models.PositiveSmallIntegerField(default=0, editable=False)

    theme = models.CharField(max_length=8, choices=Theme, default=Theme.SYSTEM)
    motion = models.CharField(max_length=8, choices=Motion, default=Motion.SYSTEM)
    table_theme = models.CharField(max_length=8, choices=TableTheme, default=TableTheme.NIGHT)
    card_back = models.CharField(max_length=8, choices=CardBack, default=CardBack.DIAMOND)
    sound = models.BooleanField(default=False)
    color_symbols = models.BooleanField(default=True)
    hand_order = models.CharField(max_length=8, choices=HandOrder, default=HandOrder.COLOR)
    card_hints = models.BooleanField(default=True)
    confirm_play = models.BooleanField(default=False)
    auto_answer = models.BooleanField(default=True)
    # Who sees the results of matches on their profile, and who sees everything else there.
    results_for = models.CharField(max_length=8, choices=Audience, default=Audience.EVERYONE)
    details_for = models.CharField(max_length=8, choices=Audience, default=Audience.FRIENDS)
    # The codes of the tips for a first game that are still to be shown.
    tips_left = models.CharField(max_length=80, blank=True, default="", editable=False)

    objects = People()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = "person"
        verbose_name_plural = "people"
        indexes = [models.Index(fields=["is_guest", "seen_on"], name="people_idle_guests")]
        permissions = [("moderate_people", "Can mute and ban people, and end their sessions")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = name_key(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)


class Browser(models.Model):
    """A browser in which a person logged in or became a guest.

    Its cookie holds a random id, of which only the digest is stored. A ban is also stored with the person's browsers,
    so that it stays in force after the session ends or the guest is deleted.
    """

    # A browser that is still banned is kept when its person deletes the account; the row then identifies nobody.
    person = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="browsers")
    digest = models.CharField(max_length=64)
    first_seen_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)
    banned_until = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["digest", "person"], name="one_row_a_browser_and_person")]


class Mute(models.Model):
    """A person has muted another person's chat messages."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mutes")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="muted_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="one_mute_a_person")]


class Follow(models.Model):
    """A person follows another. Two people who follow each other are friends."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="followers")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="one_follow_a_person")]


class Block(models.Model):
    """A person does not want to have anything to do with another, who does not learn of it."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="one_block_a_person")]
