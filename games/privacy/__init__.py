"""What the site keeps about people: download and deletion."""
