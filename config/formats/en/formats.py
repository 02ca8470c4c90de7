"""Default date formats, in place of Django's for English."""

DATETIME_FORMAT, DATE_FORMAT = "j M Y, H:i T", "j M Y"
