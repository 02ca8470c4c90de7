"""The staff: dashboard, actions on games and people with an audit log, and reports by players."""
