"""Pictures that are rendered on the server: what messengers show of a link."""
