"""Register the staff's lists with Django's admin, and unregister those of other packages."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group

from games.staff import admin as _ours  # noqa: F401  # importing it registers the lists

# Staff must not see keys and sessions, which give access to accounts. Groups are created by a migration, and their
# members are set on the page of a person, with an audit record.
admin.site.unregister([Authenticator, UserSession, EmailAddress, Group])
