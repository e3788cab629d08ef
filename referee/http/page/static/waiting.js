// The entries on their way to the referee, as a list: what becomes of it when an entry is made, refused, given up or sent
// again. Pure: no network, no clock, no screen.

const AFTER = 'after'; // stands for the version that the entry before it leads to, until that is known

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
