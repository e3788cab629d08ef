// The table as it will look once the waiting entries are recorded. It only turns the order of seats within a trick or
// an auction; whatever takes a rule to know (who won, who is maker) waits for the referee.

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
  if (fact.type === 'bid-made') return bid(match, /** @type {{ seat: Seat, bid: Bid }} */ (fact.data));
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
 * @param {{ seat: Seat, bid: Bid }} call
 * @returns {Match} */
function bid(match, { seat, bid: said }) {
  const { deal } = match;
  const bids = [...deal.bids, { seat, bid: said, pending: true }];
  const options = (match.next.options || []).filter(
    (one, at, all) => one === 'pass' || at > all.indexOf(said),
  );
  const over = bids.length >= 4 || !options.some((one) => one !== 'pass');
  /** @type {Next} */
  const next = over ? WAIT : { action: 'bid', seat: leftOf(seat), options };
  return { ...match, deal: { ...deal, bids }, next };
}
