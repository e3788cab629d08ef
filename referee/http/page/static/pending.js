// The table as it will look once the waiting entries are recorded: whose turn it is, deal after deal, held to the referee's own
// answers by tests/js/test_pending.py. Scores, claims and whether the match is over are the referee's alone.
import { handSize, suitInPlay } from './cards.js';
import { winnerOf } from './judge.js';

/** @type {Seat[]} */
const ROUND = ['N', 'E', 'S', 'W'];

/** @param {Seat} seat
 * @param {Seat | null} sittingOut
 * @returns {Seat} */
export function leftOf(seat, sittingOut = null) {
  const next = ROUND[(ROUND.indexOf(seat) + 1) % 4];
  return next === sittingOut ? leftOf(next) : next;
}

/** @type {Next} */
const WAIT = { action: 'wait', seat: null, options: null };

/** @param {Match} match
 * @param {QueueEntry[]} queue
 * @returns {Match} */
export function withPending(match, queue) {
  if (!match || !queue.length || queue[0].problem) return match; // nothing is sent past an entry that does not fit
  return queue.reduce(applied, { ...match, undo: null, redo: null, pending: true });
}

/** @param {Match} match
 * @param {QueueEntry} entry
 * @returns {Match} */
function applied(match, { fact: { type, data } }) {
  const now = AFTER[type]?.(match, data);
  return now || (ASIDE.test(type) ? match : { ...match, next: WAIT });
}

const ASIDE = /^(cards-shown|cards-recorded|claim-|score-)/; // the play goes on as if nothing had been said

/** What the table is after each kind of fact; any other one waits for the referee.
 * @type {Record<string, (match: Match, data: Data) => Match>} */
const AFTER = {
  'players-changed': (match, { players }) => ({ ...match, players: { ...match.players, ...players } }),
  'dealer-changed': (match, { dealer }) => begun(match, match.deal.number, dealer),
  'dealer-discarded': (match, { card }) => {
    const { dealer, cards_left: left } = match.deal;
    return auction({ ...match, deal: { ...match.deal, discard: { seat: dealer, card }, cards_left: { ...left, [dealer]: left[dealer] - 1 } } }, []);
  },
  'bid-made': (match, call) => auction(match, [...match.deal.bids, { .../** @type {BidSaid} */ (call), pending: true }]),
  'trump-named': (match, { suit }) => playing({ ...match, deal: { ...match.deal, trump: suit } }),
  'cards-exchanged': (match) => toPlay(match),
  'card-played': (match, play) => played(match, /** @type {{ seat: Seat, card: Card }} */ (play)),
  'trick-taken': taken,
  'tricks-counted': (match) => over(match),
  'contract-declared': (match) => over(match), // a whole result
  'deal-thrown-in': (match, { reason }) => over(match, reason),
};

/** @template T
 * @param {T} value
 * @returns {Record<Seat, T>} */
const byAll = (value) => ({ N: value, E: value, S: value, W: value });

/** The next deal: who deals it is known by how this one ended (R2.2, R2.3, R3.6).
 * @param {Match} match
 * @param {string | null} thrownIn
 * @returns {Match} */
function over(match, thrownIn = null) {
  const { deal, rules } = match;
  const again = (thrownIn === 'misdeal' && rules.misdeal === 'same-dealer') || (thrownIn === 'all-passed' && rules.all_pass === 'redeal-same-dealer');
  return begun({ ...match, unscored: (match.unscored || 0) + 1 }, deal.number + 1, again ? deal.dealer : leftOf(deal.dealer));
}

/** @param {Match} match
 * @param {number} number
 * @param {Seat} dealer
 * @returns {Match} */
function begun(match, number, dealer) {
  const { rules } = match;
  const cards_left = { ...byAll(handSize(rules)), ...(rules.joker ? { [dealer]: handSize(rules) + 1 } : {}) };
  /** @type {Deal} */
  const deal = {
    number, dealer, phase: 'discard', bids: [], maker: null, contract: null, trump: null, sitting_out: null, discard: null, tricks: [],
    tricks_taken: { NS: 0, EW: 0 }, cards_left, shown: byAll([]), result: null,
  };
  return rules.joker ? { ...match, deal, next: { action: 'discard', seat: dealer, options: null } } : auction({ ...match, deal }, []);
}

/** The auction after these calls: the next seat, or the maker, or another deal when all have passed (R3.6, R3.7).
 * @param {Match} match
 * @param {BidSaid[]} bids
 * @returns {Match} */
function auction(match, bids) {
  const options = sayable(bids, match);
  /** @type {Deal} */
  const deal = { ...match.deal, phase: 'auction', bids };
  const seat = toCall(bids, deal.dealer, match.rules);
  if (options.length) return { ...match, deal, next: seat ? { action: 'bid', seat, options } : WAIT };
  const standing = bids.filter((one) => one.bid !== 'pass').pop();
  if (!standing) return over(match, 'all-passed');
  const made = { ...match, deal: { ...deal, maker: standing.seat, contract: standing.bid, trump: standing.trump ?? null } };
  if (match.rules.bid_names_trump) return playing(made);
  return { ...made, deal: { ...made.deal, phase: 'trump' }, next: { action: 'name-trump', seat: standing.seat, options: match.choices.trumps } };
}

/** Trump is named: an ask passes cards first (R5.2).
 * @param {Match} match
 * @returns {Match} */
function playing(match) {
  const { deal } = match;
  const maker = /** @type {Seat} */ (deal.maker);
  const sitting_out = /ask|moon/.test(deal.contract || '') ? leftOf(leftOf(maker)) : null;
  /** @type {Match} */
  const now = { ...match, deal: { ...deal, phase: 'exchange', sitting_out }, next: { action: 'exchange', seat: maker, options: null } };
  return deal.contract === 'ask' ? now : toPlay(now);
}

/** Who leads first (R4.2, R6.2).
 * @param {Match} match
 * @returns {Match} */
function toPlay(match) {
  const { maker, dealer, sitting_out: out } = match.deal;
  const seat = match.rules.first_lead === 'maker' ? /** @type {Seat} */ (maker) : leftOf(dealer, out);
  return { ...match, deal: { ...match.deal, phase: 'play' }, next: { action: 'play', seat, options: null } };
}

/** @param {Match} match
 * @param {{ seat: Seat, card: Card }} play
 * @returns {Match} */
function played(match, { seat, card }) {
  const { deal, rules } = match;
  const size = deal.sitting_out ? 3 : 4;
  const tricks = deal.tricks.slice();
  const last = tricks[tricks.length - 1];
  const open = last && !last.complete && last.plays.length < size;
  /** @type {Trick} */
  const trick = open
    ? { ...last }
    : { number: tricks.length + 1, leader: seat, led_suit: suitInPlay(card, deal.trump), winner: null, complete: false, plays: [] };
  trick.plays = [...trick.plays, { seat, card, version: null, pending: true }];
  if (open) tricks.pop();
  tricks.push(trick);
  const left = { ...deal.cards_left, [seat]: deal.cards_left[seat] - 1 };
  const now = { ...match, deal: { ...deal, tricks, cards_left: left } };
  if (trick.plays.length < size) return { ...now, next: { action: 'play', seat: leftOf(seat, deal.sitting_out), options: null } };
  const winner = winnerOf(trick.plays, deal.trump, rules.identical_cards);
  return winner ? won(now, winner) : { ...now, next: { ...WAIT, full: true } };
}

/** The trick that lies there is this seat's: it leads, or the deal is played.
 * @param {Match} match
 * @param {Seat} winner
 * @returns {Match} */
function won(match, winner) {
  const { deal, rules } = match;
  const tricks = deal.tricks.map((trick, at) => (at === deal.tricks.length - 1 ? { ...trick, winner, complete: true } : trick));
  /** @type {Team} */
  const team = winner === 'N' || winner === 'S' ? 'NS' : 'EW';
  const tricks_taken = { ...deal.tricks_taken, [team]: deal.tricks_taken[team] + 1 };
  if (tricks.length === handSize(rules)) return over(match);
  return { ...match, deal: { ...deal, tricks, tricks_taken }, next: { action: 'play', seat: winner, options: null } };
}

/** @param {Match} match
 * @param {Data} data
 * @returns {Match} */
function taken(match, { winner }) {
  const { deal, next } = match;
  const left = Object.fromEntries(ROUND.map((seat) => [seat, deal.cards_left[seat] - (seat === deal.sitting_out ? 0 : 1)]));
  /** @type {Trick} */
  const trick = { number: deal.tricks.length + 1, leader: next.seat || winner, led_suit: null, winner: null, complete: false, plays: [] };
  return won({ ...match, deal: { ...deal, tricks: [...deal.tricks, trick], cards_left: /** @type {Record<Seat, number>} */ (left) } }, winner);
}

/** @param {BidSaid[]} bids */
const passed = (bids) => new Set(bids.filter((one) => one.bid === 'pass').map((one) => one.seat));

/** The seats that may bid no more (V8).
 * @param {BidSaid[]} bids
 * @param {Rules} rules
 * @returns {Set<Seat>} */
export const passedOver = (bids, { auction }) => (auction === 'pass-is-final' ? passed(bids) : new Set());

/** @param {BidSaid[]} bids
 * @param {Seat} dealer
 * @param {Rules} rules
 * @returns {Seat | null} */
function toCall(bids, dealer, rules) {
  const over = passedOver(bids, rules);
  let seat = leftOf(bids[bids.length - 1]?.seat || dealer);
  for (let n = 0; over.has(seat); n++) {
    if (n > 3) return null;
    seat = leftOf(seat);
  }
  return seat;
}

/** What the next seat may say; nothing once the auction is over (R3.1, R3.8, V1, V8).
 * @param {BidSaid[]} bids
 * @param {Match} match
 * @returns {Bid[]} */
function sayable(bids, { rules, choices, next }) {
  const standing = bids.filter((one) => one.bid !== 'pass').pop();
  const rounds = rules.auction || 'once';
  const over = !standing || rounds === 'once' ? bids.length > 3
    : rounds === 'pass-is-final' ? passed(bids).size > 2
    : bids.length > 3 && passed(bids.slice(-3)).size > 2;
  if (over) return [];
  const ladder = (choices?.bids || next.options || []).filter((one) => one !== 'pass');
  const level = standing?.bid === 'ask' && rules.moon_over_ask === false; // the first one stands (R3.5)
  const higher = level ? [] : ladder.slice(standing ? ladder.indexOf(standing.bid) + 1 : 0);
  const stuck = !standing && bids.length === 3 && rules.all_pass === 'stick-the-dealer';
  return !higher.length || stuck ? higher : ['pass', ...higher];
}
