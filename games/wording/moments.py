"""What is worth remembering of a match, in sentences. The codes are those of `games.table.moments`."""

from games.wording.templates import ByReader, Plural

MOMENTS: dict[str, ByReader] = {
    "came_back": ByReader(
        "You won a round after holding {count} cards.", "{player} won a round after holding {count} cards."
    ),
    "drew_at_once": ByReader("You took {count} cards at once.", "{player} took {count} cards at once."),
    "caught": ByReader(
        Plural("You were caught without a call.", "You were caught {count} times without a call."),
        Plural("{player} was caught without a call.", "{player} was caught {count} times without a call."),
    ),
    "exposed": ByReader(
        Plural("You exposed a bluff.", "You exposed {count} bluffs."),
        Plural("{player} exposed a bluff.", "{player} exposed {count} bluffs."),
    ),
    "won_in_a_row": ByReader("You won {count} rounds in a row.", "{player} won {count} rounds in a row."),
    "skipped": ByReader("You lost {count} turns.", "{player} lost {count} turns."),
    "drew": ByReader("You drew the most cards: {count}.", "{player} drew the most cards: {count}."),
    "played": ByReader("You played the most cards: {count}.", "{player} played the most cards: {count}."),
    "called": ByReader(
        Plural("You called “{call}” once.", "You called “{call}” {count} times."),
        Plural("{player} called “{call}” once.", "{player} called “{call}” {count} times."),
    ),
    "chose": ByReader(
        Plural("You chose the color once.", "You chose the color {count} times."),
        Plural("{player} chose the color once.", "{player} chose the color {count} times."),
    ),
    "held": ByReader("You held the most cards: {count}.", "{player} held the most cards: {count}."),
}
