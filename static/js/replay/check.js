// Checks a game, entry by entry, by the recipe of /fair/.
const DECKS = "77d92483ef2bbe11 8effb1f8e090246a f71553ff2ed71652 dddc76be47956f8d 4b738665f2365b40";
const COLORS = ["red", "yellow", "green", "blue", "black"];
const FIRST = { official: /^(?!W[DHRC]|K(S2|D4|T2|H)|.F)/, number_only: /^.\d$/, no_effect: /./ };

const { subtle } = crypto;
const utf8 = (text) => new TextEncoder().encode(text);
const hex = (data) => [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (data) => hex(await subtle.digest("SHA-256", data));
const HMAC = { name: "HMAC", hash: "SHA-256" };
const hmac = async (key, message) =>
  subtle.sign(HMAC, await subtle.importKey("raw", key, HMAC, false, ["sign"]), utf8(message));

const expect = (ok, why) => {
  if (!ok) throw new Error(place + why);
};
const same = (found, right) =>
  expect(JSON.stringify(found) === JSON.stringify(right), "not what the secret gives");

// Numbers below a limit, without bias.
const diceOf = (seed, bytes = [], block = 0) => async (limit) => {
  for (;;) {
    if (!bytes.length) bytes = [...new Uint8Array(await hmac(seed, `${block++}`))];
    const byte = bytes.shift();
    if (byte < 256 - (256 % limit)) return byte % limit;
  }
};
const shuffle = async (cards, below) => {
  const pile = [...cards].sort();
  for (let last = pile.length; --last > 0; ) {
    const other = await below(last + 1);
    [pile[last], pile[other]] = [pile[other], pile[last]];
  }
  return pile;
};

// The cards; tops are last.
let hands, draw, pile, aside, out, gone, side, way, round, count, dealer, by, rules, deck, next, place;

const faceOf = (card) => card.split("|")[side] ?? card;
const load = (json) => {
  ({ hands, draw, discard: pile, aside, side, direction: way, round, dealer, gone, shuffles: count, turn: by, out } =
    JSON.parse(json));
  out = out.map(([seat]) => seat);
};
const ring = (first, step, away) =>
  hands.map((_, n) => (first - step * ~n + 20 * hands.length) % hands.length).filter((n) => !away.includes(n));
const mayBegin = (card) => FIRST[rules.first_card].test(faceOf(card));
const take = (seat, faces) => {
  for (const face of faces) {
    expect(draw.length, "a reshuffle is missing");
    expect(faceOf(draw.at(-1)) === face, `${face} is not on top`);
    hands[seat].push(draw.pop());
  }
};

const follow = {
  drew: take,
  force_draw: take,
  roulette: take,
  position: load,
  async dealt(_, number, ...found) {
    expect(number === ++round, `round ${number} in place of ${round}`);
    const below = await next();
    dealer = round > 1 ? ring(dealer, 1, gone)[0] : await below(hands.length);
    draw = await shuffle(deck, below);
    hands = hands.map((_, seat) => (gone.includes(seat) ? [] : draw.splice(0, rules.hand_size)));
    [side, way, out, aside] = [0, 1, [...gone], []];
    if (draw.some(mayBegin)) while (!mayBegin(draw.at(-1))) draw = await shuffle(draw, below);
    pile = [draw.pop()];
    const top = faceOf(pile[0]);
    const named = rules.first_card === "official" && /^WX?$/.test(top);
    const color = COLORS["RYGBK".indexOf(top[0])] ?? (named ? null : COLORS[await below(4)]);
    same(found, [dealer, hands, draw, pile[0], color]);
  },
  async reshuffled(order) {
    expect(!draw.length, "there are cards to draw");
    draw = await shuffle([...pile.splice(0, pile.length - 1), ...aside.splice(0)], await next());
    same(order, draw);
  },
  async shuffled_hands(found) {
    const [cards, order] = [await shuffle(hands.flat(), await next()), ring(by, way, out)];
    hands = hands.map((_, seat) => cards.filter((_, n) => order[n % order.length] === seat));
    same(found, hands);
  },
  played(seat, face) {
    const at = hands[seat].map(faceOf).indexOf(face);
    expect(at >= 0, `seat ${seat} does not hold ${face}`);
    pile.push(...hands[seat].splice(at, 1));
    by = seat;
  },
  discarded_all(seat) {
    const isMoved = ([color]) => color === pile.at(-1)[0];
    pile.splice(-1, 0, ...hands[seat].filter(isMoved));
    hands[seat] = hands[seat].filter((card) => !isMoved(card));
  },
  flipped() {
    side = 1 - side;
    pile.reverse();
    draw.reverse();
  },
  swapped: (a, b) => ([hands[a], hands[b]] = [hands[b], hands[a]]),
  passed_hands(step) {
    const [order, before] = [ring(0, step, out), [...hands]];
    order.forEach((seat, n) => (hands[seat] = before[order.at(n - 1)]));
  },
  knocked_out(seat) {
    aside.push(...hands[seat].splice(0));
    out.push(seat);
  },
  eliminated: (seat) => gone.push(seat),
  reversed: (step) => (way = step),
  round_won: (_, points, shown) => shown.forEach((hand, n) => same(hand.sort(), hands[n].map(faceOf).sort())),
  taken_back: (_, now, json) => load(json),
};

// Returns the number of shuffles, or throws why not.
export const check = async ({ seats, entries, shuffles: deal }) => {
  const { commitment, secret } = deal;
  [rules, deck, place] = [JSON.parse(deal.rules), deal.deck.sort(), ""];
  const key = Uint8Array.from(secret.match(/../g), (pair) => `0x${pair}`);
  expect((await sha256(key)) === commitment, "The secret is not the committed one");
  const lines = ["Last Card deal", `game ${commitment}`, `rules ${deal.rules}`];
  for (const { seat, by: from, value } of deal.contributions) {
    const isOwn = from !== "server" || value === hex(await hmac(key, `contribution of seat ${seat}`));
    expect(isOwn, `The contribution of seat ${seat} was changed`);
    lines.push(`seat ${seat} ${value}`.trim());
  }
  expect(DECKS.includes((await sha256(utf8([rules.deck, ...deck].join(" ")))).slice(0, 16)), "The deck was changed");
  [hands, gone, side, round, count] = [seats.map(() => []), [], 0, 0, 0];
  next = async () => diceOf(await hmac(key, [...lines, `round ${round}`, `shuffle ${count++}`].join("\n")));
  for (const { number, events } of entries) {
    for (const [kind, ...facts] of events) {
      place = `Entry ${number}, ${kind}: `;
      await follow[kind]?.(...facts);
    }
  }
  return count;
};
