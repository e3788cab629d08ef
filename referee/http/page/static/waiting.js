// The entries on their way to the referee, as a list: what becomes of it when an entry is made, refused, given up or sent
// again. Pure: no network, no clock, no screen.

const AFTER = 'after'; // stands for the version that the entry before it leads to, until that is known
const YOUNG = 3000; // milliseconds; a refusal within this time is about the tap just made

/** The version that a new entry holds for; null for entries that name their seat and hold at any version.
 * @param {QueueEntry[]} queue
 * @param {string} version
 * @param {boolean} guarded
 * @returns {QueueEntry['base']} */
export const baseOf = (queue, version, guarded) => (!guarded ? null : queue.length ? AFTER : version);

/** Whether the first entry was refused: nothing is sent past it.
 * @param {QueueEntry[]} queue */
export const isStuck = (queue) => !!queue[0]?.problem;

/** The list without an entry; one that waited for it holds for `version`, to which it led or at which it was given up.
 * @param {QueueEntry[]} queue
 * @param {string} key
 * @param {string | null} version
 * @returns {QueueEntry[]} */
export function without(queue, key, version) {
  const [first, ...rest] = queue.filter((one) => one.key !== key);
  if (!first) return [];
  return [first.base === AFTER ? { ...first, base: version } : first, ...rest];
}

/** The list with its first entry marked as refused.
 * @param {QueueEntry[]} queue
 * @param {Problem} problem
 * @returns {QueueEntry[]} */
export const barred = ([first, ...rest], problem) => [{ ...first, problem }, ...rest];

/** The list after a call for its first entry got no answer.
 * @param {QueueEntry[]} queue
 * @returns {QueueEntry[]} */
export const unanswered = ([first, ...rest]) => (first ? [{ ...first, tried: first.tried + 1 }, ...rest] : []);

/** The list with its first entry made anew, for the table as it is at `version`.
 * @param {QueueEntry[]} queue
 * @param {{ key: string, version: string, made: number }} fresh
 * @returns {QueueEntry[]} */
export function renewed([first, ...rest], { key, version, made }) {
  const { problem: _, ...item } = first;
  return [{ ...item, key, base: item.base ? version : null, made }, ...rest];
}

/** The last entry if it can still be taken back, i.e. is not on its way; null otherwise.
 * @param {QueueEntry[]} queue
 * @param {boolean} offline
 * @returns {QueueEntry | null} */
export function retractable(queue, offline) {
  const last = queue[queue.length - 1];
  if (!last || (queue.length === 1 && !last.problem && !offline)) return null;
  return last;
}

/** What is kept for all tabs of a phone, after one of them has made `next` of the list that it knew as `before`: what it took away or
 * changed, it alone; what others have added or taken away stays so.
 * @param {QueueEntry[]} kept
 * @param {QueueEntry[]} before
 * @param {QueueEntry[]} next
 * @returns {QueueEntry[]} */
export function together(kept, before, next) {
  const known = new Set(before.map((one) => one.key));
  const now = new Map(next.map((one) => [one.key, one]));
  const there = new Set(kept.map((one) => one.key));
  const left = kept.filter(({ key }) => now.has(key) || !known.has(key)).map((one) => now.get(one.key) || one);
  const added = next.filter(({ key }) => !there.has(key) && !known.has(key));
  return added.length && added[0] === next[0] && left.some(({ key }) => now.has(key)) ? [...added, ...left] : [...left, ...added];
}

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
