"""The page about verifiable deals: its recipe and example are right, and its statistics are those of the games."""

import hashlib
import json
import math
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.engine import DECKS, Rules, deal_from
from games.engine import Entry as LoggedMove
from games.engine.notation import freeze
from games.engine.shuffling import committed
from games.history import check_deal, counting, dealt, fairness
from games.history.dealt import Comparison, Key, count_deals, p_value
from games.history.verification import deal_problem
from games.lobby import services as lobby
from games.models import Commitment, Dealt, Entry, Game, User
from games.table.services import operating
from tests.conftest import Player
from tests.history.conftest import PlayGame
from tests.history.dealing import dealt_game
from tests.responses import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ROOT = Path(__file__).resolve().parents[2]


# --- the recipe


def test_the_example_follows_from_its_own_words() -> None:
    """Computed again with the check, which shares nothing with the code that deals."""
    example, secret = fairness.example(), bytes.fromhex(fairness.SECRET)
    shuffles = fairness.agreed().as_dict()
    assert hashlib.sha256(secret).hexdigest() == example.commitment
    assert check_deal.made_by_server(secret, 1) == example.from_server
    assert check_deal.agreement(shuffles) == example.agreement
    assert check_deal.seed_of(secret, example.agreement, 1, 0).hex() == example.seed
    numbers = check_deal.stream(bytes.fromhex(example.seed))
    assert bytes(next(numbers) for _ in range(16)).hex(" ") == example.bytes
    numbers = check_deal.stream(bytes.fromhex(example.seed))
    assert check_deal.below(4, numbers) == example.dealer == example.first_numbers[0]
    pile = check_deal.shuffle(check_deal.DECKS["classic"], numbers)
    hands = [pile[7 * seat : 7 * seat + 7] for seat in range(4)]
    assert tuple(" ".join(hand) for hand in hands) == example.hands
    for cards, shuffled in example.vectors:
        assert " ".join(check_deal.shuffle(cards.split(), check_deal.stream(bytes(32)))) == shuffled


def test_the_example_does_not_change() -> None:
    """People who have written a check of their own rely on these."""
    example = fairness.example()
    assert example.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert example.seed == "5efd9bd2f5114d27bd545985aea69d479abdce55cdbe8416dbffc98d57c02d86"
    assert example.hands[0] == "G5 R7 YD Y8 B3 G4 YR"
    assert example.vectors[2][1] == "B F J C A H G I E D"


def test_the_page_names_the_cards_that_are_never_first() -> None:
    assert set(fairness.never_first()) == check_deal.NEVER_FIRST


def test_the_page_has_the_recipe_the_example_and_the_limits(client: Client) -> None:
    page, example = text(client.get("/fair/")), fairness.example()
    for part in (example.commitment, example.seed, example.from_server, example.bytes, *example.hands):
        assert part in page
    for deck in DECKS.values():
        assert " ".join(deck.cards[:20]) in page
    assert "show each other their cards" in page
    assert "unless every contribution is its own" in " ".join(page.split())
    assert "No round has been finished" in page


def test_the_check_can_be_downloaded(client: Client) -> None:
    answer = client.get("/fair/check_deal.py")
    assert answer.content == fairness.CHECK.read_bytes()
    assert answer["Content-Disposition"] == 'attachment; filename="check_deal.py"'


def test_the_check_of_the_browser_is_small_and_knows_the_same_decks() -> None:
    code = (ROOT / "static/js/replay/check.js").read_text()
    assert len(code.encode()) <= 6 * 1024
    assert "import " not in code
    for name, deck in DECKS.items():
        printed = " ".join([name, *sorted(deck.cards)])
        assert hashlib.sha256(printed.encode()).hexdigest()[:16] in code


# --- replays


def test_a_replay_offers_to_verify_its_deal(ann: Player, play_game: PlayGame) -> None:
    old = play_game(score_limit="one_round")
    page = text(ann.client.get(old.address))
    assert "before there were commitments" in page
    assert 'id="verify"' not in page
    played = real_game()
    client = Client()
    client.force_login(User.objects.get(name="Eva"), backend="django.contrib.auth.backends.ModelBackend")
    page = text(client.get(f"/g/{played.public_id}/"))
    assert 'id="verify"' in page
    document = client.get(f"/g/{played.public_id}/game.json").json()
    assert check_deal.check(document).matched
    assert document["shuffles"]["secret"] == played.commitment.secret


def real_game() -> Game:
    """A game of a person against bots, that was ended at once."""
    table = lobby.play_now(User.objects.create_user("Eva"))
    operating.end_game(table.code)
    return Game.objects.get(table=table)


def verify() -> tuple[str, bool]:
    output = StringIO()
    try:
        call_command("verify", "games", stdout=output)
    except SystemExit:
        return output.getvalue(), False
    return output.getvalue(), True


def test_the_command_verifies_the_deal_of_every_game(play_game: PlayGame) -> None:
    old, game = play_game(score_limit="one_round"), real_game()
    said, is_right = verify()
    assert is_right, said
    assert "Deals checked: 1. Wrong: 0. From before there were commitments: 1." in said
    assert deal_problem(old.game.pk) is None
    commitment = game.commitment
    commitment.contributions[0]["value"] = "ab" * 32
    commitment.save()
    said, is_right = verify()
    assert not is_right
    assert f"Game {game.pk}: The contribution of seat 0 was changed" in said


def test_the_command_finds_another_secret_and_another_card() -> None:
    game = real_game()
    Commitment.objects.filter(game=game).update(secret="08" * 32)
    assert "The secret is not the one of the commitment" in str(deal_problem(game.pk))
    game = real_game_of("Flo")
    entry = Entry.objects.get(game=game, number=1)
    found: list[Any] = json.loads(entry.events)
    hand = found[1][4][0]
    hand[0] = "W" if hand[0] != "W" else "R1"
    Entry.objects.filter(pk=entry.pk).update(events=json.dumps(found))
    assert "Entry 0: round 1, the deal: card 1 is" in str(deal_problem(game.pk))


def real_game_of(name: str) -> Game:
    return Game.objects.get(table=lobby.play_now(User.objects.create_user(name)))


# --- statistics


def log_of(document: dict[str, Any]) -> list[Any]:
    return [LoggedMove(one["seat"], one["move"], one["now"], freeze(one["events"])) for one in document["entries"]]


def test_the_deals_of_finished_rounds_are_counted() -> None:
    rules = Rules.preset("House")
    found = count_deals(log_of(dealt_game("House", 3, moves=2000)), rules)
    hands = {position: sum(n for key, n in found.items() if key[1:4:2] == ("hand", position)) for position in (1, 2, 3)}
    assert hands == {1: 7, 2: 7, 3: 7}
    assert sum(n for key, n in found.items() if key.what == "won") == 1
    assert sum(n for key, n in found.items() if key.what == "first") == 1
    assert not count_deals(log_of(dealt_game("House", 3, moves=5)), rules)


def test_positions_count_from_the_dealer() -> None:
    deal = ("dealt", "classic", 1, 1, (("W",), ("R1",), ("GS",)), (), "WD4", "green")
    found = count_deals(
        [LoggedMove(None, "", 0.0, (deal,)), LoggedMove(0, "", 1.0, (("round_won", 2, (), ()),))], Rules()
    )
    assert set(found) == {
        Key("classic", "hand", "1", 1, "Skip"),
        Key("classic", "hand", "1", 2, "Wild"),
        Key("classic", "hand", "1", 3, "Number"),
        Key("classic", "first", "official", 0, "Wild Draw Four"),
        Key("classic", "color", "", 0, "green"),
        Key("classic", "won", "3", 1, ""),
    }


@pytest.mark.parametrize(
    ("chi", "freedom", "p"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (6.635, 1, 0.01),
        (11.070, 5, 0.05),
        (29.588, 10, 0.001),
        (0, 4, 1),
    ],
)
def test_p_values_are_those_of_the_tables(chi: float, freedom: int, p: float) -> None:
    assert p_value(chi, freedom) == pytest.approx(p, rel=2e-3)


def test_honest_deals_fit_and_stacked_ones_do_not() -> None:
    rules = Rules.preset("Robots")
    found = sum(
        (
            count_deals(
                [
                    LoggedMove(None, "", 0.0, tuple(deal_from(committed(n.to_bytes(32), ""), "", rules, 4).news)),
                    LoggedMove(0, "", 1.0, (("round_won", n % 4, (), ()),)),
                ],
                rules,
            )
            for n in range(400)
        ),
        start=Counter(),
    )
    store(found)
    honest = {(one.what, one.position): one.p for one in dealt.comparisons() if one.is_enough}
    assert len(honest) == 6  # four positions, colors and wins; all first cards are numbers
    assert min(honest.values()) > 0.001
    for key in [key for key in found if key[:4] == ("classic", "hand", "7", 1) and key.kind == "Wild Draw Four"]:
        found[key] *= 2
    store(found)
    stacked = {(one.what, one.position): one.p for one in dealt.comparisons()}
    assert stacked["hand", 1] < 1e-6
    assert stacked["hand", 2] == honest["hand", 2]


def store(found: Any) -> None:
    Dealt.objects.all().delete()
    Dealt.objects.bulk_create([Dealt(**key._asdict(), count=count) for key, count in found.items()])


def test_first_cards_are_expected_as_the_rules_allow_them() -> None:
    store({Key("classic", "first", "official", 0, "Number"): 76, Key("classic", "first", "official", 0, "Wild"): 28})
    (found,) = dealt.comparisons()
    assert dict(zip(found.names, found.expected, strict=True)) == pytest.approx(
        {"Number": 76.0, "Draw Two": 8.0, "Skip": 8.0, "Reverse": 8.0, "Wild": 4.0}
    )
    assert not found.is_enough


def test_too_little_data_is_said_plainly(client: Client) -> None:
    store({Key("classic", "color", "", 0, "red"): 3, Key("classic", "color", "", 0, "blue"): 1})
    page = text(client.get("/fair/"))
    assert "Too little data: it takes about 5 times as much." in page


def test_counted_games_show_on_the_page_and_in_the_command(client: Client, play_game: PlayGame) -> None:
    play_game("House")
    assert counting.count_pending()
    page, output = text(client.get("/fair/")), StringIO()
    call_command("fair", "report", stdout=output)
    assert "1 finished round. There is too little data" in page
    said = output.getvalue()
    assert "1 finished round. There is too little data" in said
    assert "Cards dealt to position 1: Too little data" in said
    before = list(Dealt.objects.order_by("pk").values_list("kind", "position", "count"))
    counting.forget_all()
    assert not Dealt.objects.exists()
    counting.count_pending()
    assert sorted(before) == sorted(Dealt.objects.values_list("kind", "position", "count"))


def test_a_hand_varies_less_than_independent_draws() -> None:
    store({Key("classic", "hand", "7", 1, "Number"): 70})
    (found,) = dealt.comparisons()
    assert isinstance(found, Comparison)
    assert found.spread == pytest.approx(101 / 107)
    assert math.isclose(sum(found.expected), 70)
