"""What a view behind the door is handed."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.models import User


class PersonRequest(HttpRequest):
    """A request of somebody who is logged in: the door let nobody else through."""

    user: User
    htmx: HtmxDetails
