"""A second implementation of one round, deliberately simple, written from the rules alone.

It shares no code and no import with the engine. Both count the sequences of moves that a position allows, and every
difference is a mistake in one of them. So clarity is everything here, and speed does not matter.

A card is a text: `R7`, `WD4`; in Flip both faces, light first: `R7|O1`. The top of a pile is last. A dark color in play
means that the dark side is up. `turn` is the seat that has to decide, `phase` what about:

    turn      a new turn                     respond   stack, challenge or accept
    drawn     keep or play the drawn card    roulette  the victim names the color
    color     choose the color of a wild     swap      choose a partner for a seven
"""

from __future__ import annotations

from tests.engine.oracle_table import (
    AMOUNTS,
    ROULETTE,
    UNTIL_THE_COLOR,
    Table,
    is_draw_card,
    is_wild,
    is_wild_draw_card,
    points_of,
    symbol_of,
)
from tests.engine.random_positions import random_position as random_position

MOST_ACTIONS = 2000


class Oracle(Table):
    # Making a move.

    def play(self, seat: int, move: str) -> None:
        if move not in self.moves(seat):
            raise ValueError(f"seat {seat} may not {move}")
        verb, _, what = move.partition(" ")
        if verb not in ("declare", "accuse"):
            self.actions += 1
            if self.rules["uno_grace"] == 0:
                self.windows &= {seat}
        if verb in ("play", "stack", "jump", "add"):
            self.begin_move(verb)
            self.lay(seat, what)
        else:
            {
                "draw": self.draw_on_turn,
                "keep": self.end_turn,
                "pass": self.pass_on,
                "color": self.name_color,
                "swap": self.swap_with,
                "accept": self.accept,
                "challenge": self.challenge,
                "declare": self.declare,
                "accuse": self.accuse,
                "done": self.add_no_more,
            }[verb](seat, what)
        if self.actions >= MOST_ACTIONS and not self.over:
            self.end_blocked_round()

    def end_turn(self, seat: int, _: str = "") -> None:
        self.begin_turn(self.next(seat))

    def ask(self, seat: int, phase: str, then: str = "") -> None:
        self.turn, self.phase, self.then = seat, phase, then

    def win(self, seat: int) -> None:
        self.over, self.winner = True, seat
        self.windows.clear()

    def pass_on(self, seat: int, _: str) -> None:
        self.passes += 1
        if self.passes >= sum(self.active):
            self.end_blocked_round()
        else:
            self.end_turn(seat)

    def end_blocked_round(self) -> None:
        order = [(self.turn + self.direction * step) % len(self.hands) for step in range(len(self.hands))]
        deck = self.rules["deck"]
        self.win(
            min(
                (seat for seat in order if self.active[seat]),
                key=lambda seat: sum(points_of(face, deck) for face in self.faces(seat)),
            )
        )

    # Drawing.

    def take_one(self, seat: int) -> str | None:
        """Move one card into a hand that is still in the round; return None when there is none left."""
        if self.over or not self.active[seat] or not self.something_can_be_drawn():
            return None
        if not self.draw:
            self.draw = sorted(self.discard[:-1] + self.aside)
            self.discard, self.aside = self.discard[-1:], []
        card = self.draw.pop()
        self.hands[seat].append(card)
        self.note_size(seat, before=len(self.hands[seat]) - 1)
        if self.rules["mercy_limit"] and len(self.hands[seat]) >= self.rules["mercy_limit"]:
            self.knock_out(seat)
        return self.face(card)

    def take(self, seat: int, amount: int) -> None:
        for _ in range(amount):
            self.take_one(seat)

    def take_until_color(self, seat: int) -> None:
        while (face := self.take_one(seat)) is not None:
            if self.color_of(face) == self.color:
                break

    def pay(self, seat: int, debt: list[str]) -> None:
        """Draw the penalty of these cards: the numbers first, then until the color for each Wild Draw Color."""
        self.take(seat, sum(AMOUNTS[symbol_of(face)] for face in debt if face != UNTIL_THE_COLOR))
        for _ in range(debt.count(UNTIL_THE_COLOR)):
            self.take_until_color(seat)

    def knock_out(self, seat: int) -> None:
        self.active[seat] = False
        self.aside += self.hands[seat]
        self.hands[seat] = []
        self.declared.discard(seat)
        self.windows.discard(seat)
        teams = {"off": 10, "two": 2, "three": 3}[self.rules["teams"]]
        if len({seat % teams for seat, active in enumerate(self.active) if active}) == 1:
            self.end_blocked_round()

    def draw_on_turn(self, seat: int, _: str) -> None:
        self.passes = 0
        while (face := self.take_one(seat)) is not None:
            self.drawn.append(face)
            if self.rules["draw"] != "until_playable" or not self.active[seat] or self.fits(seat, face):
                break
        if self.over:
            return
        if self.active[seat]:
            self.after_drawing(seat)
        else:
            self.end_turn(seat)

    def after_drawing(self, seat: int) -> None:
        fitting = self.fitting(seat, self.drawn)
        mode, whole_hand = self.rules["drawn_play"], self.rules["after_draw"] == "hand"
        if mode == "forced" and fitting:
            self.begin_move("draw")
            self.lay(seat, fitting[0], is_forced=True)
        elif (
            mode == "optional"
            or self.rules["draw"] == "free"
            or (mode == "forced" and whole_hand and self.fitting(seat, self.faces(seat)))
        ):
            self.ask(seat, "drawn")
        else:
            self.end_turn(seat)

    # Playing a card.

    def begin_move(self, verb: str) -> None:
        if verb != "add":
            self.laid = []
            self.lays_drawn_cards = self.phase == "drawn" and self.rules["after_draw"] == "drawn"

    def add_no_more(self, seat: int, _: str) -> None:
        if len(self.hands[seat]) > 1:
            self.declared.discard(seat)
        self.take_effect(seat, self.top())

    def lay(self, seat: int, face: str, is_forced: bool = False) -> None:
        self.turn, self.passes = seat, 0
        before = len(self.hands[seat])
        bluff = is_wild_draw_card(face) and not is_forced and self.is_bluff(seat, face)
        card = self.hands[seat].pop(self.faces(seat).index(face))
        if symbol_of(face) == "A":
            self.discard_all(seat, face[0])
        self.laid.append(face)
        self.discard.append(card)
        alone = bool(self.chain) and not is_draw_card(face)
        if len(self.hands[seat]) > 1 and (alone or len(self.equals(seat, face)) < len(self.hands[seat]) - 1):
            self.declared.discard(seat)
        self.color = self.color_of(face)
        if symbol_of(face) in ("R", "WR4"):
            self.direction = -self.direction
        if is_draw_card(face):
            self.chain.append(face)
            self.attacker, self.bluff = seat, bluff
        elif self.chain:
            back = symbol_of(face) == "R" and self.active[self.attacker] and self.attacker != seat
            self.sent_to = self.attacker if back else self.next(seat)
            self.attacker = seat
        if not self.hands[seat]:
            self.windows.discard(seat)
            self.last_card(seat, face)
        else:
            self.note_size(seat, before)
            if len(self.hands[seat]) == 1:
                (self.own_fault.discard if is_forced else self.own_fault.add)(seat)
            deflected = self.chain and not is_draw_card(face)
            if not is_forced and not deflected and self.additions():
                self.ask(seat, "add")
            else:
                self.take_effect(seat, face)

    def discard_all(self, seat: int, letter: str) -> None:
        self.discard += [card for card in self.hands[seat] if self.face(card)[0] == letter]
        self.hands[seat] = [card for card in self.hands[seat] if self.face(card)[0] != letter]

    def last_card(self, seat: int, face: str) -> None:
        counts = self.rules["final_draw_counts"] and bool(self.chain)
        if counts and face == UNTIL_THE_COLOR:
            self.ask(seat, "color", then="final")
        elif counts:
            self.final_draw(seat)
        else:
            self.win(seat)

    def final_draw(self, seat: int) -> None:
        """The victim may be knocked out by this, but the last card has won the round all the same."""
        self.pay(self.next(seat) if is_draw_card(self.top()) else self.sent_to, self.chain)
        self.win(seat)

    def take_effect(self, seat: int, face: str) -> None:
        symbol, self.lays_drawn_cards = symbol_of(face), False
        if self.chain and not is_draw_card(face):
            self.ask(self.sent_to, "respond")
        elif face == ROULETTE:
            self.ask(self.next(seat), "roulette")
            self.accusations_made = set()
        elif face == "WH":
            self.deal_hands_again(seat)
            self.ask(seat, "color")
        elif face == "WX":
            self.ask(seat, "color", then="custom")
        elif is_wild(face):
            self.ask(seat, "color", then="attack" if is_draw_card(face) else "")
        elif is_draw_card(face):
            self.attack()
        elif symbol == "F":
            self.flip(seat)
        elif symbol == "7" and self.rules["seven"] == "swap":
            self.ask(seat, "swap")
        else:
            for _ in self.laid:
                self.pass_hands_at_a_zero(symbol)
            self.begin_turn(self.follower(seat, symbol))

    def follower(self, seat: int, symbol: str) -> int:
        """Return the seat whose turn comes after a card that does nothing but name the next player."""
        reverse_skips = sum(self.active) == 2 and self.rules["two_player_reverse"] == "skip"
        if symbol == "E":
            return seat
        skips = len(self.laid) if symbol == "S" else int(symbol == "R" and reverse_skips)
        for _ in range(min(skips, sum(self.active) - 1)):
            seat = self.next(seat)
        return self.next(seat)

    def flip(self, seat: int) -> None:
        for _ in self.laid:
            self.discard.reverse()
            self.draw.reverse()
            self.dark = not self.dark
        self.color = self.color_of(self.top())
        if self.color is None:
            self.ask(seat, "color")
        else:
            self.end_turn(seat)

    def name_color(self, seat: int, color: str) -> None:
        self.color = color
        if self.then == "attack":
            self.attack()
        elif self.then == "custom":
            self.follow_custom_card(seat)
        elif self.then == "final":
            self.final_draw(seat)
        elif self.phase == "roulette":
            self.take_until_color(seat)
            self.after_penalty(seat, loses_turn=True)
        else:
            self.end_turn(seat)

    # Hands that are passed on or swapped.

    def pass_hands_at_a_zero(self, symbol: str) -> None:
        if symbol == "0" and self.rules["zero"] == "pass":
            seats = [seat for seat, active in enumerate(self.active) if active]
            self.move_hands({seat: self.next(seat) for seat in seats})

    def deal_hands_again(self, seat: int) -> None:
        """Deal all cards out one by one, from the next player on; in the order of their texts, as piles are shuffled."""
        old = {owner: self.hands[owner] for owner, active in enumerate(self.active) if active}
        cards = sorted(card for hand in old.values() for card in hand)
        for owner in old:
            self.hands[owner] = []
        while cards:
            seat = self.next(seat)
            self.hands[seat].append(cards.pop(0))
        for owner, hand in old.items():
            self.declared.discard(owner)
            self.note_size(owner, before=len(hand))

    def follow_custom_card(self, seat: int) -> None:
        chosen = self.rules["custom_card"]
        if chosen == "draw_one":
            other = self.next(seat)
            while other != seat and not self.over:
                following = self.next(other)
                self.take(other, 1)
                other = following
        if self.over:
            return
        skipped = min(2, sum(self.active) - 1) if chosen == "skip_two" else 0
        last = seat
        for _ in range(skipped):
            last = self.next(last)
        self.begin_turn(seat if chosen == "again" else self.next(last))

    def swap_with(self, seat: int, partner: str) -> None:
        self.move_hands({seat: int(partner), int(partner): seat})
        self.laid.pop()
        if self.laid and self.rules["several"] == "identical":
            self.ask(seat, "swap")
        else:
            self.end_turn(seat)

    def move_hands(self, target: dict[int, int]) -> None:
        old = {seat: self.hands[seat] for seat in target}
        for giver, taker in target.items():
            self.hands[taker] = old[giver]
        for seat, hand in old.items():
            self.note_size(seat, before=len(hand))

    # Draw cards and their answers.

    def attack(self) -> None:
        reversing_alone = self.chain[-1] == "WR4" and sum(self.active) == 2
        victim = self.attacker if reversing_alone else self.next(self.attacker)
        if self.rules["stacking"] != "off" or self.rules["deflect"] or self.may_challenge(victim):
            self.ask(victim, "respond")
        else:
            self.accept(victim)

    def accept(self, seat: int, _: str = "") -> None:
        self.pay(seat, self.chain)
        self.after_penalty(seat, loses_turn=self.rules["draw_skips_victim"])

    def challenge(self, seat: int, _: str) -> None:
        """If guilty, the bluffer draws for their own card, and the challenger only for the cards before it."""
        if self.bluff:
            self.pay(self.attacker, self.chain[-1:])
            self.pay(seat, self.chain[:-1])
        else:
            self.pay(seat, self.chain)
            self.take(seat, self.rules["challenge_extra"])
        self.after_penalty(seat, loses_turn=not self.bluff)

    def after_penalty(self, seat: int, loses_turn: bool) -> None:
        if self.over:
            return
        self.begin_turn(self.next(seat) if loses_turn or not self.active[seat] else seat)

    # The call.

    def note_size(self, seat: int, before: int) -> None:
        """Record that a hand has changed: growing ends a declaration and a window, one card opens a window."""
        after = len(self.hands[seat])
        if after != before:
            self.own_fault.discard(seat)
        if after > before:
            self.declared.discard(seat)
            self.windows.discard(seat)
        if after == 1 < before and self.rules["uno_call"] in ("manual", "strict") and seat not in self.declared:
            self.windows.add(seat)

    def declare(self, seat: int, _: str) -> None:
        self.declared.add(seat)
        self.windows.discard(seat)

    def accuse(self, seat: int, accused: str) -> None:
        if int(accused) in self.windows:
            self.windows.discard(int(accused))
            self.take(int(accused), self.rules["uno_penalty"])
        else:
            self.accusations_made.add((seat, int(accused)))
            self.take(seat, self.rules["false_accuse_penalty"])
        if not self.over and not self.active[self.turn]:
            self.color = self.color or self.side()[0]
            self.end_turn(self.turn)


def perft(oracle: Oracle, depth: int) -> int:
    """Count the sequences of exactly this many moves, by any seat."""
    if depth == 0:
        return 1
    choices = [(seat, move) for seat in range(len(oracle.hands)) for move in oracle.moves(seat)]
    if depth == 1:
        return len(choices)
    count = 0
    for seat, move in choices:
        after = oracle.copy()
        after.play(seat, move)
        count += perft(after, depth - 1)
    return count
