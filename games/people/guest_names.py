"""Random names for guests."""

from collections.abc import Iterator
from random import Random
from secrets import SystemRandom

MOODS = (
    "Brave", "Breezy", "Bright", "Calm", "Cheery", "Clever", "Cosy", "Curious", "Daring", "Dreamy", "Eager", "Fair",
    "Gentle", "Golden", "Happy", "Honest", "Jolly", "Kind", "Lively", "Lucky", "Mellow", "Merry", "Mighty", "Misty",
    "Nimble", "Patient", "Plucky", "Proud", "Quick", "Quiet", "Rosy", "Sly", "Snappy", "Spry", "Sunny", "Swift",
    "Tidy", "Warm", "Witty", "Zesty",
)  # fmt: skip
CREATURES = (
    "Badger", "Beaver", "Bison", "Cricket", "Crow", "Dolphin", "Falcon", "Ferret", "Finch", "Fox", "Gecko", "Hare",
    "Hedgehog", "Heron", "Ibex", "Koala", "Lark", "Lemur", "Lynx", "Magpie", "Marmot", "Mole", "Moose", "Newt",
    "Otter", "Owl", "Panda", "Pelican", "Puffin", "Quail", "Rabbit", "Raven", "Robin", "Seal", "Sparrow", "Stoat",
    "Swallow", "Tapir", "Turtle", "Walrus", "Weasel", "Wombat", "Wren", "Yak",
)  # fmt: skip

# A pair of words is nearly always free; if not, a number soon makes it so.
PLAIN_TRIES = 6


def names(random: Random | None = None) -> Iterator[str]:
    """Yield names to try until one is free."""
    random = random or SystemRandom()
    for attempt in range(PLAIN_TRIES * 4):
        pair = f"{random.choice(MOODS)} {random.choice(CREATURES)}"
        yield pair if attempt < PLAIN_TRIES else f"{pair} {random.randint(10, 999)}"
