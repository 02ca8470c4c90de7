"""Personal data: download and deletion."""
