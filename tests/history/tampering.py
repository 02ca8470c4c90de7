"""Ways to change a game after it was played, each with what a check has to say about it."""

import hashlib
from collections.abc import Callable
from typing import Any

from games.history import check_deal
from games.table.commitments import made_by_server
from tests.history.dealing import Document

Change = Callable[[Document], None]
Event = list[Any]


def events(document: Document, kind: str) -> list[Event]:
    return [event for entry in document["entries"] for event in entry["events"] if event[0] == kind]


def entry_with(document: Document, kind: str, number: int = 0) -> dict[str, Any]:
    found = [entry for entry in document["entries"] if any(event[0] == kind for event in entry["events"])]
    return dict(found[number])


def other(card: str) -> str:
    return "B5" if card != "B5" else "G5"


# --- what was agreed


def forged_secret(document: Document) -> None:
    document["shuffles"]["secret"] = "08" * 32


def another_commitment(document: Document) -> None:
    """The server exchanges secret and commitment after the deal, and the cards stay."""
    secret = "08" * 32
    shuffles = document["shuffles"]
    shuffles["secret"], shuffles["commitment"] = secret, hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    for one in shuffles["contributions"]:
        if one["by"] == "server":
            one["value"] = made_by_server(secret, one["seat"])
    events(document, "game_start")[0][3] = shuffles["commitment"]


def changed_contribution(document: Document) -> None:
    document["shuffles"]["contributions"][0]["value"] = "ac" * 16


def changed_contribution_of_the_server(document: Document) -> None:
    document["shuffles"]["contributions"][1]["value"] = "ad" * 32


def contribution_of_another_origin(document: Document) -> None:
    document["shuffles"]["contributions"][0]["by"] = "server"


def contribution_of_a_bot(document: Document) -> None:
    document["shuffles"]["contributions"][3]["value"] = "ab" * 16


def missing_contribution(document: Document) -> None:
    document["shuffles"]["contributions"].pop()


def exchanged_contributions(document: Document) -> None:
    first, _, third, *_ = document["shuffles"]["contributions"]
    first["value"], third["value"] = third["value"], first["value"]


def other_rules(document: Document) -> None:
    document["rules"]["hand_size"] = 8


def other_agreed_rules(document: Document) -> None:
    shuffles = document["shuffles"]
    shuffles["rules"] = shuffles["rules"].replace('"uno_penalty":2', '"uno_penalty":3')
    document["rules"]["uno_penalty"] = 3


def another_deck(document: Document) -> None:
    document["shuffles"]["deck"][0] = "W"


# --- cards


def changed_card_of_a_hand(document: Document) -> None:
    dealt = events(document, "dealt")[0]
    dealt[4][2][3] = other(dealt[4][2][3])
    document["deals"][0]["hands"] = dealt[4]


def exchanged_hands(document: Document) -> None:
    dealt = events(document, "dealt")[0]
    dealt[4][0], dealt[4][1] = dealt[4][1], dealt[4][0]
    document["deals"][0]["hands"] = dealt[4]


def changed_card_of_the_pile(document: Document) -> None:
    dealt = events(document, "dealt")[0]
    dealt[5][0], dealt[5][9] = dealt[5][9], other(dealt[5][0])
    document["deals"][0]["draw"] = dealt[5]


def another_first_card(document: Document) -> None:
    dealt = events(document, "dealt")[0]
    dealt[5][-1], dealt[6] = dealt[6], dealt[5][-1]
    document["deals"][0] |= {"draw": dealt[5], "discard": dealt[6]}


def another_dealer(document: Document) -> None:
    dealt = events(document, "dealt")[0]
    dealt[3] = (dealt[3] + 1) % 4
    document["deals"][0]["dealer"] = dealt[3]


def drawn_card_of_somebody_else(document: Document) -> None:
    drew = events(document, "drew")[0]
    drew[2][0] = other(drew[2][0])


def played_card_that_is_not_held(document: Document) -> None:
    """Of the many cards, at least one is not in the hand."""
    played = events(document, "played")[5]
    played[2] = "W" if played[2] != "W" else "WD4"


def hand_at_the_end(document: Document) -> None:
    hand = next(hand for hand in events(document, "round_won")[0][3] if hand)
    hand[0] = other(hand[0])


# --- shuffles


def changed_reshuffle(document: Document) -> None:
    order = events(document, "reshuffled")[0][1]
    order[0], order[1] = order[1], order[0]


def another_card_in_a_reshuffle(document: Document) -> None:
    order = events(document, "reshuffled")[0][1]
    order[4] = other(order[4])


def missing_reshuffle(document: Document) -> None:
    entry = entry_with(document, "reshuffled")
    entry["events"][:] = [event for event in entry["events"] if event[0] != "reshuffled"]


def reshuffle_too_early(document: Document) -> None:
    entry = document["entries"][3]
    entry["events"].insert(0, ["reshuffled", ["R1", "R2"]])


def exchanged_rounds(document: Document) -> None:
    """The first two deals are exchanged, with what was played after them."""
    entries = document["entries"]
    starts = [n for n, entry in enumerate(entries) if any(event[0] == "dealt" for event in entry["events"])]
    first, second, third = (*starts, len(entries))[:3]
    start, one = entries[first]["events"][:1], entries[first]["events"][1:]
    entries[first]["events"], entries[second]["events"] = start + entries[second]["events"], one
    document["entries"] = [
        entries[first], *entries[second + 1 : third], entries[second], *entries[first + 1 : second], *entries[third:]
    ]  # fmt: skip
    renumber(document)


def exchanged_rounds_with_other_numbers(document: Document) -> None:
    """The first two deals are exchanged, and say that they are in order."""
    one, two = events(document, "dealt")[:2]
    one[2], two[2] = two[2], one[2]
    one[:], two[:] = two[:], one[:]
    document["deals"][:2] = [
        dict(
            zip(("entry", "deck", "round", "dealer", "hands", "draw", "discard", "color"), (0, *deal[1:]), strict=True)
        )
        for deal in (one, two)
    ]


def missing_round(document: Document) -> None:
    entries = document["entries"]
    starts = [n for n, entry in enumerate(entries) if any(event[0] == "dealt" for event in entry["events"])]
    del entries[starts[1] : starts[2]]
    renumber(document)


def missing_entry(document: Document) -> None:
    del document["entries"][4]


def missing_end(document: Document) -> None:
    document["entries"].pop()


def another_list_of_deals(document: Document) -> None:
    document["deals"][0]["dealer"] = (document["deals"][0]["dealer"] + 1) % 4


def damaged_event(document: Document) -> None:
    events(document, "played")[0][:] = ["played"]


def renumber(document: Document) -> None:
    for number, entry in enumerate(document["entries"]):
        entry["number"] = number


CHANGES: list[tuple[Change, str, str]] = [
    (forged_secret, "The secret is not the one of the commitment", "The secret is not the committed one"),
    (another_commitment, "Entry 0: round 1, the deal: no shuffle gives this order", "Entry 0, dealt"),
    (changed_contribution, "a contribution was changed", "Entry 0, dealt"),
    (changed_contribution_of_the_server, "The contribution of seat 1 was changed", "The contribution of seat 1"),
    (contribution_of_another_origin, "The contribution of seat 0 was changed", "The contribution of seat 0"),
    (contribution_of_a_bot, "The contribution of seat 3 was changed", "Entry 0, dealt"),
    (missing_contribution, "The contributions are not those of the seats", "Entry 0, dealt"),
    (exchanged_contributions, "a contribution was changed", "Entry 0, dealt"),
    (other_rules, "The rules were changed: hand_size is 8", ""),
    (other_agreed_rules, "Entry 0: round 1, the deal", "Entry 0, dealt"),
    (another_deck, "does not have the cards that it should have", "The deck was changed"),
    (changed_card_of_a_hand, "Entry 0: round 1, the deal: card 34 is", "Entry 0, dealt"),
    (exchanged_hands, "Entry 0: round 1, the deal", "Entry 0, dealt"),
    (changed_card_of_the_pile, "Entry 0: round 1, the deal", "Entry 0, dealt"),
    (another_first_card, "Entry 0: round 1, the deal", "Entry 0, dealt"),
    (another_dealer, "is the dealer, but seat", "Entry 0, dealt"),
    (drawn_card_of_somebody_else, "was on top of the pile", "is not on top"),
    (played_card_that_is_not_held, "but does not hold it", "does not hold"),
    (hand_at_the_end, "is left with other cards than it holds", "round_won"),
    (changed_reshuffle, "a reshuffle: card 1 is", "reshuffled"),
    (another_card_in_a_reshuffle, "a reshuffle", "reshuffled"),
    (missing_reshuffle, "a reshuffle is missing", "a reshuffle is missing"),
    (reshuffle_too_early, "although there are cards to draw", "there are cards to draw"),
    (exchanged_rounds, "round 2 is dealt after round 0: rounds were exchanged", "round 2 in place of 1"),
    (exchanged_rounds_with_other_numbers, "of round 2: shuffles were exchanged", "Entry 0, dealt"),
    (missing_round, "round 3 is dealt after round 1: rounds were exchanged or left out", "round 3 in place of 2"),
    (missing_entry, "an entry is missing", ""),
    (missing_end, "The end of the log is missing", ""),
    (another_list_of_deals, "The list of deals was changed", ""),
    (damaged_event, "cannot be read", "Cannot read"),
]
"""Each with what the check in Python says, and with what that in the browser says; empty where it does not look."""


def verdict(document: Document) -> str:
    """Return what the check in Python says; empty if the deal is right."""
    try:
        check_deal.check(document)
    except check_deal.Wrong as wrong:
        return str(wrong)
    return ""
