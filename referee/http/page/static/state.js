// What this page knows at the moment, in one place, and who wants to hear of changes. No rules, no network.
import { useEffect, useState } from './vendor/htm/standalone.module.js';
import { DEFAULTS } from './memory.js';

/** @type {App} */
export const state = {
  ready: false, // words are loaded
  route: { page: null }, // start | join | match
  table: null, // { id, token, role, code, tokens }: the entry of "my tables" that is open
  match: null, // the match as the API shows it
  score: null, // the score sheet
  link: 'connecting', // connecting | live | offline
  queue: [], // entries not yet answered by the referee
  leader: null, // offline: who is said to have taken the last trick
  sheet: null, // { name, ...what it needs }
  replay: null, // { entries, at, match, lit }
  toast: null, // { text, tone }
  flash: null, // number of a claim that was ruled just now
  past: null, // the version from which on the log is no longer what this phone saw
  came: null, // the rematch that was known when this match was opened: a later one is followed
  gone: null, // status of the answer that said that the match cannot be read
  install: null, // the browser's offer to install the page
  settings: { ...DEFAULTS },
};

/** @type {Set<() => void>} */
export const listeners = new Set();

/** @param {Partial<App>} patch */
export function change(patch) {
  Object.assign(state, patch);
  for (const listener of listeners) listener();
}

/** The match that is open, where a caller knows that one is. */
export const matchOpen = () => /** @type {Match} */ (state.match);

/** A match's version and the first signs of its hash, which stand for its whole log.
 * @param {Match} match */
export const sealOf = ({ version, head }) => `${version}-${head.slice(0, 8)}`;

/** The table that is open, where a caller knows that one is. */
export const tableOpen = () => /** @type {Table} */ (state.table);

export function useApp() {
  const [, tick] = useState(0);
  useEffect(() => {
    const listener = () => tick((n) => n + 1);
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
  }, []);
  return state;
}

/** @param {string} name
 * @param {object} more */
export const openSheet = (name, more = {}) => change({ sheet: { name, ...more } });
export const closeSheet = () => change({ sheet: null, ...(state.toast?.tone === 'offer' ? { toast: null } : {}) });

/** The replay at a version (the newest if none), with some cards lit.
 * @param {number | null} at
 * @param {number[]} lit */
export const openReplay = (at = null, lit = []) =>
  change({ sheet: null, replay: { entries: [], at: at || matchOpen().version, match: null, lit } });

/** To another address of the page.
 * @param {string} path */
export function go(path) {
  history.pushState((history.state || 0) + 1, '', path); // entries are numbered: Back is told from Forward
  dispatchEvent(new PopStateEvent('popstate'));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;
/** @param {string} text
 * @param {string} tone */
export function say(text, tone = 'plain') {
  clearTimeout(toastTimer);
  change({ toast: { text, tone } });
  toastTimer = setTimeout(() => change({ toast: null }), 6000);
}

/** A text to be copied by hand; it stays until something else is said.
 * @param {string} text */
export function offer(text) {
  clearTimeout(toastTimer);
  change({ toast: { text, tone: 'offer' } });
}
