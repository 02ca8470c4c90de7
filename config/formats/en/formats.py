"""How dates are written where no template says it. Django looks here before it asks its own words for English."""

DATETIME_FORMAT, DATE_FORMAT = "j M Y, H:i", "j M Y"
