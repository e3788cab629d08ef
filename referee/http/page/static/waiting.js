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

/** What a refusal of the first entry means: `there` (another phone recorded the same), `tapped` (it is about the tap just
 * made, and a word is enough), or `barred` (it stays, and its sheet is opened).
 * @param {QueueEntry} item
 * @param {QueueEntry[]} queue
 * @param {Match} match
 * @param {number} now
 * @returns {'there' | 'tapped' | 'barred'} */
export function refusalOf(item, queue, match, now) {
  if (isThere(item.fact, match.deal)) return 'there';
  return !item.tried && queue.length === 1 && now - item.made < YOUNG ? 'tapped' : 'barred';
}

/** @param {Fact} fact
 * @param {Deal} deal
 * @returns {boolean} */
function isThere({ type, data, nth }, deal) {
  const { seat, card, bid, trump } = data;
  if (type === 'card-played') return deal.tricks.some((trick) => trick.plays.some((play) => play.seat === seat && play.card === card));
  const said = nth === undefined ? deal.bids : deal.bids.slice(nth, nth + 1); // a seat may say the same twice (V8)
  return type === 'bid-made' && said.some((one) => one.seat === seat && one.bid === bid && (one.trump ?? null) === (trump ?? null));
}
