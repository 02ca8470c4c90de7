"""Why a page does not exist, in a sentence for people."""

from django.http import Http404


class NothingHere(Http404):
    """Its argument is the sentence; that of any other 404 is written for developers, and is not shown."""
