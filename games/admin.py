"""What Django looks for: the staff's own site has everything of ours, and nothing of the packages."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group

from games.staff import admin as _ours  # noqa: F401  # importing it registers the lists

# Keys and sessions would show staff what opens other people's accounts; groups come with a migration, and who is in
# them is set on a person's page, on the record.
admin.site.unregister([Authenticator, UserSession, EmailAddress, Group])
