// The table as it will look once the waiting entries are recorded. It only turns the order of seats within a trick or
// an auction, by the match's own way of bidding; whatever else takes a rule to know (who won, who is maker) waits.

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
  return queue.reduce(applied, { ...match, undo: null, redo: null });
}

/** @param {Match} match
 * @param {QueueEntry} entry
 * @returns {Match} */
function applied(match, { fact }) {
  if (fact.type === 'card-played') return played(match, /** @type {{ seat: Seat, card: Card }} */ (fact.data));
  if (fact.type === 'bid-made') return bid(match, /** @type {BidSaid} */ (fact.data));
  return { ...match, next: WAIT };
}

/** @param {Match} match
 * @param {{ seat: Seat, card: Card }} play
 * @returns {Match} */
function played(match, { seat, card }) {
  const { deal } = match;
  const size = deal.sitting_out ? 3 : 4;
  const tricks = deal.tricks.slice();
  const last = tricks[tricks.length - 1];
  const open = last && !last.complete && last.plays.length < size;
  /** @type {Trick} */
  const trick = open ? { ...last } : { number: tricks.length + 1, leader: seat, led_suit: null, winner: null, complete: false, plays: [] };
  trick.plays = [...trick.plays, { seat, card, version: null, pending: true }];
  if (open) tricks.pop();
  tricks.push(trick);
  const full = trick.plays.length >= size;
  /** @type {Next} */
  const next = full
    ? { ...WAIT, full: true }
    : { action: 'play', seat: leftOf(seat, deal.sitting_out), options: null };
  const left = { ...deal.cards_left, [seat]: deal.cards_left[seat] - 1 };
  return { ...match, deal: { ...deal, tricks, cards_left: left }, next };
}

/** @param {Match} match
 * @param {BidSaid} call
 * @returns {Match} */
function bid(match, call) {
  const bids = [...match.deal.bids, { ...call, pending: true }];
  const options = sayable(bids, match);
  const seat = options.length ? toCall(bids, match.rules) : null;
  return { ...match, deal: { ...match.deal, bids }, next: seat ? { action: 'bid', seat, options } : WAIT };
}

/** @param {BidSaid[]} bids */
const passed = (bids) => new Set(bids.filter((one) => one.bid === 'pass').map((one) => one.seat));

/** The seats that may bid no more (V8).
 * @param {BidSaid[]} bids
 * @param {Rules} rules
 * @returns {Set<Seat>} */
export const passedOver = (bids, { auction }) => (auction === 'pass-is-final' ? passed(bids) : new Set());

/** @param {BidSaid[]} bids
 * @param {Rules} rules
 * @returns {Seat | null} */
function toCall(bids, rules) {
  const over = passedOver(bids, rules);
  let seat = leftOf(bids[bids.length - 1].seat);
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
