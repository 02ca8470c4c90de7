"""Commitments and contributions: what a deal follows from, in which order, and who gets the secret when."""

import hashlib
import json
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from games.engine import Entry as LoggedMove
from games.engine import Rules, replay
from games.engine.notation import read_events
from games.engine.stored import dump_state
from games.lobby import services as lobby
from games.models import Commitment, Game, Place, Table, User
from games.refusals import Refusal, Unfit
from games.table import commitments, schedule, services, snapshot
from games.table.commitments import Contribution, contribution, next_commitment
from games.table.services import operating
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db
MINE = "ab" * 16


class Dealt:
    """A table of Ann, Bob and a bot whose match was dealt from its commitment."""

    def __init__(self, **contributions: str) -> None:
        self.ann, self.bob = (User.objects.create_user(name) for name in ("Ann", "Bob"))
        self.table = lobby.open_table(self.ann, Rules.preset("House"), lobby.Settings(seats=3))
        lobby.sit(self.table.code, self.bob, 1)
        lobby.set_bot(self.table.code, self.ann, 2, "Easy")
        self.digest = next_commitment(self.table).digest
        lobby.set_ready(self.table.code, self.bob, True, self.given(contributions.get("bob", "")))
        lobby.start(self.table.code, self.ann, self.given(contributions.get("ann", "")))
        self.game = Game.objects.get(table=self.table)

    def given(self, value: str) -> Contribution | None:
        return contribution(value, self.digest)

    @property
    def commitment(self) -> Commitment:
        return Commitment.objects.get(game=self.game)

    @property
    def now(self) -> snapshot.Snapshot:
        table = snapshot.latest(self.table.code)
        assert table
        return table


# --- before the deal


def test_a_table_is_committed_to_a_secret_before_anybody_contributes() -> None:
    ann = User.objects.create_user("Ann")
    table = lobby.open_table(ann, Rules(), lobby.Settings())
    found = Commitment.objects.get(table=table, game=None)
    assert hashlib.sha256(bytes.fromhex(found.secret)).hexdigest() == found.digest
    assert commitments.next_digest(table.pk) == found.digest
    assert not Place.objects.get(table=table).contribution


def test_no_two_secrets_are_the_same_and_a_table_has_only_one_that_waits() -> None:
    assert len({Commitment.new().secret for _ in range(50)}) == 50
    table = Table.objects.create()
    first = next_commitment(table)
    assert next_commitment(table) == first
    with pytest.raises(IntegrityError):
        Commitment.new(table).save()


def test_tables_that_were_open_before_get_one() -> None:
    open_table, closed = Table.objects.create(), Table.objects.create(closed_at=timezone.now())
    import_module("games.migrations.0025_commitments").commit(apps, None)
    assert (
        hashlib.sha256(bytes.fromhex(next_commitment(open_table).secret)).hexdigest()
        == next_commitment(open_table).digest
    )
    assert not closed.commitments.exists()


@pytest.mark.parametrize("value", ["a" * 31, "a" * 65, "A" * 32, "g" * 32, " " + "a" * 32, "a" * 32 + "\n", "é" * 32])
def test_what_is_no_contribution_is_refused_with_a_sentence(value: str) -> None:
    with pytest.raises(Unfit, match="32 to 64 characters"):
        contribution(value, "")


def test_a_contribution_to_another_commitment_is_refused_and_changes_nothing() -> None:
    ann = User.objects.create_user("Ann")
    table = lobby.open_table(ann, Rules(), lobby.Settings())
    with pytest.raises(Refusal, match="has changed since"):
        lobby.set_ready(table.code, ann, True, Contribution(MINE, "0" * 64))
    place = Place.objects.get(table=table)
    assert (place.ready, place.contribution) == (False, "")


def test_a_player_who_gets_ready_again_contributes_again() -> None:
    ann = User.objects.create_user("Ann")
    table = lobby.open_table(ann, Rules(), lobby.Settings())
    digest = next_commitment(table).digest
    for value in (MINE, "cd" * 16):
        lobby.set_ready(table.code, ann, False)
        lobby.set_ready(table.code, ann, True, Contribution(value, digest))
    assert Place.objects.get(table=table).contribution == "cd" * 16


def test_mixed_teams_get_ready_again_so_that_no_seats_are_chosen_for_known_cards() -> None:
    people = [User.objects.create_user(name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    table = lobby.open_table(people[0], Rules.preset("Partners"), lobby.Settings())
    digest = next_commitment(table).digest
    for seat, person in enumerate(people):
        if seat:
            lobby.sit(table.code, person, seat)
        lobby.set_ready(table.code, person, True, Contribution(MINE, digest))
    lobby.mix_teams(table.code, people[0])
    assert not Place.objects.filter(table=table).exclude(ready=False, contribution="").exists()


# --- the deal


def test_the_deal_follows_from_the_secret_and_the_contributions() -> None:
    dealt = Dealt(ann=MINE, bob="cd" * 32)
    found, state = dealt.commitment, dealt.now.state
    assert found.digest == dealt.digest == state.seed
    assert found.contributions == [
        {"by": "browser", "value": MINE},
        {"by": "browser", "value": "cd" * 32},
        {"by": "bot", "value": ""},
    ]
    assert found.rules == Rules.preset("House").canonical()
    log = [LoggedMove(row.seat, row.move, row.now, read_events(row.events)) for row in dealt.game.entries.all()]
    assert replay(log, check=True, source=commitments.source_of(found)) == state


def test_other_contributions_deal_other_cards() -> None:
    found = Dealt(ann=MINE).commitment
    source = commitments.source_of(found)
    found.contributions[0]["value"] = "ac" * 16
    assert commitments.source_of(found)(1, 0).shuffle("ABCDEFGHIJ") != source(1, 0).shuffle("ABCDEFGHIJ")


def test_who_sends_nothing_gets_a_contribution_that_the_server_cannot_choose() -> None:
    dealt = Dealt(bob=MINE)
    found = dealt.commitment
    assert found.contributions[0] == {"by": "server", "value": commitments.made_by_server(found.secret, 0)}
    assert found.contributions[1]["by"] == "browser"


def test_the_next_match_has_a_new_commitment_before_anybody_wants_it() -> None:
    dealt = Dealt(ann=MINE)
    following = Commitment.objects.get(table=dealt.table, game=None)
    assert following.digest != dealt.digest
    services.abandon(Table.objects.select_for_update().get(pk=dealt.table.pk))
    assert dealt.now.next_commitment == following.digest
    lobby.set_ready(dealt.table.code, dealt.bob, True)
    lobby.start(dealt.table.code, dealt.ann)
    again = Game.objects.filter(table=dealt.table).latest("pk")
    assert Commitment.objects.get(game=again).digest == following.digest
    assert [one["by"] for one in Commitment.objects.get(game=again).contributions] == ["server", "server", "bot"]


def test_a_seat_that_leaves_or_joins_late_changes_no_deal() -> None:
    dealt = Dealt(ann=MINE, bob="cd" * 16)
    before, hands = dealt.commitment.contributions, dealt.now.state.hands
    services.leave(dealt.table.code, dealt.bob)
    services.come_back(dealt.table.code, dealt.bob)
    operating.give_to_bot(dealt.table.code, 0)
    operating.give_back(dealt.table.code, 0)
    cleo = User.objects.create_user("Cleo")
    lobby.watch(dealt.table.code, cleo)
    services.take_over(dealt.table.code, cleo, 2)
    assert dealt.commitment.contributions == before
    assert dealt.now.state.hands == hands
    assert dealt.now.state.source


def test_a_seat_that_leaves_before_the_start_has_contributed_nothing() -> None:
    ann, bob = (User.objects.create_user(name) for name in ("Ann", "Bob"))
    table = lobby.open_table(ann, Rules.preset("House"), lobby.Settings(seats=2))
    digest = next_commitment(table).digest
    lobby.sit(table.code, bob, 1)
    lobby.set_ready(table.code, bob, True, Contribution(MINE, digest))
    lobby.leave(table.code, bob)
    lobby.set_bot(table.code, ann, 1, "Easy")
    lobby.start(table.code, ann, Contribution("cd" * 16, digest))
    assert [one["by"] for one in Commitment.objects.get(game__table=table).contributions] == ["browser", "bot"]


def test_a_commitment_made_ahead_is_used_once_and_forgotten_when_it_is_not() -> None:
    ann, digest = User.objects.create_user("Ann"), commitments.make_ahead()
    table = lobby.play_now(ann, Contribution(MINE, digest))
    found = Commitment.objects.get(game__table=table)
    assert (found.digest, found.contributions[0]) == (digest, {"by": "browser", "value": MINE})
    other = lobby.play_now(User.objects.create_user("Bob"), Contribution(MINE, digest))
    assert Commitment.objects.get(game__table=other).contributions[0]["by"] == "server"
    commitments.make_ahead()
    commitments.delete_made_ahead(found.made_at + commitments.MADE_AHEAD_KEPT * 2)
    assert not Commitment.objects.filter(table=None).exists()


# --- the secret


def test_nothing_that_is_stored_or_kept_of_a_running_game_contains_the_secret() -> None:
    dealt = Dealt(ann=MINE)
    secret = dealt.commitment.secret
    texts = [dealt.game.state, *dealt.game.entries.values_list("events", flat=True), dump_state(dealt.now.state)]
    assert not [text for text in texts if secret in text]
    shuffles = commitments.shuffles_of(dealt.game.pk)
    assert shuffles
    assert secret not in json.dumps(shuffles.as_dict())


def test_the_secret_is_revealed_when_the_match_is_over_for_whatever_reason() -> None:
    dealt = Dealt(ann=MINE)
    running = commitments.revealed(dealt.game)
    assert running
    assert running.secret is None
    operating.end_game(dealt.table.code)
    ended = commitments.revealed(Game.objects.get(pk=dealt.game.pk))
    assert ended
    assert ended.secret == dealt.commitment.secret


def test_a_process_that_reads_a_game_shuffles_with_its_secret() -> None:
    dealt = Dealt(ann=MINE)
    snapshot.forget(dealt.table.code)
    source = dealt.now.state.source
    assert isinstance(source, commitments.StoredSource)
    assert "source" not in vars(source)  # it was not needed yet
    expected = commitments.source_of(dealt.commitment)(1, 3)
    assert source(1, 3).shuffle("ABCDEF") == expected.shuffle("ABCDEF")


def test_games_from_before_there_were_commitments_go_on(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann"], bots=["Easy"])
    snapshot.forget(table.code)
    assert table.now.state.source is None
    assert table.now.commitment == ""
    assert commitments.shuffles_of(table.game.pk) is None


def test_the_random_numbers_of_bots_have_nothing_to_do_with_the_cards() -> None:
    dealt = Dealt(ann=MINE)
    before = schedule._seed(dealt.now, 2, "move")
    table = dealt.now
    table.state.hands.reverse()
    table.state.draw.reverse()
    assert schedule._seed(table, 2, "move") == before
    assert dealt.commitment.secret not in before
    assert schedule._seed(table, 1, "move") != before


# --- what people see


def test_the_lobby_and_the_table_show_the_commitment(client: Client) -> None:
    dealt = Dealt(ann=MINE)
    client.force_login(dealt.ann, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/t/{dealt.table.code}/game/").content.decode()
    assert dealt.digest in page
    assert commitments.short(dealt.digest) in page
    assert MINE in page
    assert dealt.commitment.secret not in page
    operating.end_game(dealt.table.code)
    following = next_commitment(dealt.table)
    page = client.get(f"/t/{dealt.table.code}/").content.decode()
    assert following.digest in page
    assert commitments.short(following.digest) in page
    assert following.secret not in page
    page = client.get(f"/t/{dealt.table.code}/game/").content.decode()
    assert f'name="commitment" value="{following.digest}"' in " ".join(page.split())
