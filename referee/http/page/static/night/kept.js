// The nights that this browser remembers, with their keys and the acts that are still on their way. Local storage only.
import { read, write } from '../memory.js';

/** @returns {KeptNight[]} */
export const nights = () => read('nights', []);
/** @param {string} id
 * @returns {KeptNight | null} */
export const nightOf = (id) => nights().find((one) => one.id === id) || null;
/** @param {Partial<KeptNight> & { id: string }} night
 * @returns {KeptNight} */
export function keepNight(night) {
  const kept = { ...nightOf(night.id), ...night, seen: Date.now() };
  write('nights', [kept, ...nights().filter((one) => one.id !== night.id)].slice(0, 60));
  return kept;
}
/** @param {string} id */
export const forgetNight = (id) => write('nights', nights().filter((one) => one.id !== id));

/** @param {string} id
 * @returns {NightAct[]} */
export const actsOf = (id) => read(`night.acts.${id}`, []);
/** @param {string} id
 * @param {NightAct[]} acts */
export const keepActs = (id, acts) => write(`night.acts.${id}`, acts);

/** The role of a key: an organiser's opens more than the board's.
 * @param {string | undefined} role */
const worth = (role) => (role === 'organiser' ? 3 : role === 'board' ? 1 : role ? 2 : 0);

/** Keeps a key whose role is known, unless the kept one opens more.
 * @param {{ id: string, token: string, role: string, code?: string }} night */
export function keepRole({ id, token, role, ...more }) {
  const known = nightOf(id);
  const board = role === 'board' ? { board: token } : {};
  return keepNight(worth(known?.role) > worth(role) ? { id, ...board, ...more } : { id, token, role, ...board, ...more });
}
