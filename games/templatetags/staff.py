"""A filter for sentences of the audit log."""

from django import template

from games.text import with_local_times

register = template.Library()
register.filter("local_times", with_local_times)
