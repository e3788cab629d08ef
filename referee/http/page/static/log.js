// The log of a match as the referee lists it: a part at a time, or one deal of it.
import { call, Unreachable } from './api.js';
import { keep, kept } from './shelf.js';
import { tableOpen } from './state.js';

/** What the referee says at an address of the open match, or said last while it is out of reach; null where it never did.
 * @param {string} path
 * @returns {Promise<any>} */
export async function read(path) {
  const { id, token } = tableOpen();
  const name = `read:${id}${path}`;
  const reply = await call('GET', `/matches/${id}${path}`, { token }).catch((error) => {
    if (!(error instanceof Unreachable)) throw error;
    return null;
  });
  if (reply?.ok) keep(name, reply.body);
  return reply ? (reply.ok ? reply.body : null) : kept(name);
}

/** A deal that is over is kept for days without network, with its entries.
 * @param {number} number */
export const keepDeal = (number) => void Promise.all([read(`/deals/${number}`), read(`/entries?deal=${number}`)]);

/** The entries of the open match after a version, or those of a deal that stand, with a letter for each entry of the log; null if they cannot be had.
 * @param {Record<string, number>} query
 * @returns {Promise<LogPart | null>} */
export async function logPart(query) {
  const asked = Object.entries(query).map((one) => one.join('=')).join('&');
  const part = await read(`/entries?${asked}`);
  if (!part) return null;
  const entries = part.entries.map((/** @type {LogEntry} */ one) => ({
    ...one,
    players: part.names.findLast((/** @type {{ from: number }} */ names) => names.from <= one.version).players,
    ...(one.redo && { data: { ...one.data, redo: true } }),
  }));
  return { ...part, entries };
}

/** What going back to right after an entry takes back: the end of its act, to which undo can lead, and the entries after it that
 * stand, with their deals; null where that cannot be had.
 * @param {number} version
 * @returns {Promise<{ to: number, entries: number, deals: number[] } | null>} */
export async function takenBack(version) {
  const part = await logPart({ after: version - 1, limit: 1000 });
  if (!part) return null;
  const [here] = part.entries;
  const to = Math.max(...part.entries.filter((one) => one.act === here.act).map((one) => one.version));
  const later = part.entries.filter((one) => one.version > to && !one.undone && !OUTSIDE.includes(one.type));
  return { to, entries: later.length, deals: [...new Set(later.map((one) => one.deal))] };
}

const OUTSIDE = ['rewound', 'players-changed', 'match-reopened']; // no rewind takes them back

/** The version of the nearest entry before or after one that ends a trick or begins a deal.
 * @param {string} kinds
 * @param {number} at
 * @param {1 | -1} way
 * @returns {number | null} */
export function stopFrom(kinds, at, way) {
  for (let version = at + way; version >= 1 && version <= kinds.length; version += way)
    if (/[td]/i.test(kinds[version - 1])) return version;
  return null;
}

/** What the letter of an entry says of its looks.
 * @param {string} letter */
export const looksOf = (letter) => ({ d: 'dealtick', c: 'claimtick', t: 'tricktick' })[letter.toLowerCase()] || null;

/** @param {string} letter */
export const isUndone = (letter) => letter < 'a';
