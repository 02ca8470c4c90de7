"""The same game for programs: the services of the other rooms, in JSON."""
