// What it means when an entry is refused: another phone recorded the same, it was only just tapped, or something stands in its place.
// Pure: no network, no clock, no screen.

const YOUNG = 3000; // milliseconds; a refusal within this time is about the tap just made

/** What a refusal of the first entry means: `there` (another phone recorded the same), `tapped` (it is about the tap just
 * made, and a word is enough), or `barred` (it stays, and its sheet is opened).
 * @param {QueueEntry} item
 * @param {QueueEntry[]} queue
 * @param {Match} match
 * @param {Score | null} score
 * @param {number} now
 * @returns {'there' | 'tapped' | 'barred'} */
export function refusalOf(item, queue, match, score, now) {
  if (isThere(item, match, score)) return 'there';
  return !item.tried && queue.length === 1 && now - item.made < YOUNG ? 'tapped' : 'barred';
}

/** @param {QueueEntry} item
 * @param {Match} match
 * @param {Score | null} score
 * @returns {boolean} */
function isThere({ fact: { type, data, nth, deal: number }, body }, { deal, undo }, score) {
  const { seat, card, bid, trump } = data;
  const runs = number === undefined || number === deal.number;
  const row = score?.rows.find((one) => one.deal === number && (one.made !== null || one.thrown_in));
  const said = nth === undefined ? deal.bids : deal.bids.slice(nth, nth + 1); // a seat may say the same twice (V8)
  const counted = /** @type {{ tricks?: Points } | null} */ (body)?.tricks || data;
  const ended = !runs && number === deal.number - 1 && undo?.type === type; // the last act ended that deal
  switch (type) {
    case 'card-played':
      return runs ? deal.tricks.some((trick) => trick.plays.some((play) => play.seat === seat && play.card === card)) : ended && undo.data.seat === seat && undo.data.card === card;
    case 'bid-made':
      return runs && said.some((one) => one.seat === seat && one.bid === bid && (one.trump ?? null) === (trump ?? null));
    case 'trick-taken':
      return runs ? nth !== undefined && deal.tricks[nth]?.winner === data.winner : ended && undo.data.winner === data.winner;
    case 'trump-named':
      return runs && deal.trump === data.suit;
    case 'contract-declared':
      return !!row && row.maker === data.maker && row.contract === bid && (row.trump ?? null) === (trump ?? null) && row.tricks?.NS === counted.NS;
    case 'tricks-counted':
      return !!row && row.tricks?.NS === counted.NS;
    case 'deal-thrown-in':
      return !!row && row.thrown_in === data.reason;
    default:
      return false;
  }
}

/** The member of an entry's data that says what was chosen.
 * @type {Record<string, string>} */
const CHOSEN = { 'card-played': 'card', 'bid-made': 'bid', 'trick-taken': 'winner', 'trump-named': 'suit' };

/** The entry in the log of the deal which stands where a refused one was meant to, and what would put it right; null if the refusal
 * has another reason.
 * @param {QueueEntry} item
 * @param {LogEntry[]} entries those of the deal that stand
 * @returns {{ entry: LogEntry, data: Data } | null} */
export function inTheWayOf({ fact: { type, data, nth } }, entries) {
  const same = entries.filter((one) => one.type === type && (type !== 'card-played' || one.data.seat === data.seat));
  const entry = same[type === 'trump-named' ? 0 : (nth ?? -1)];
  if (!entry || !CHOSEN[type] || (type === 'bid-made' && entry.data.seat !== data.seat)) return null;
  const chosen = Object.fromEntries(Object.entries(data).filter(([name]) => name === CHOSEN[type] || name === 'trump'));
  return { entry, data: chosen };
}
