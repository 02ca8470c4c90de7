"""The same game for programs: the services of the other packages, as JSON over HTTP."""
